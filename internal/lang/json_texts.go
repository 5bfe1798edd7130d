package lang

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// A jsonText is a kind of string.
type jsonText struct {
	name    string
	doc     string
	example string
	pattern string // for the schema; empty: any string
}

// jsonTexts lists the kinds of strings.
var jsonTexts = append([]jsonText{
	{"text", "Any text; a comment must be one line, and a blank line among comments is \"\\n\".", "can be tuned", ""},
	{"title", "The name of a method, test or node: any text but none.", "buy first", `^[\s\S]+$`},
	{"name", "A name as it is, without backquotes: any characters but backquotes and control characters.", "has_meal", "^[^\\x00-\\x1f`\\x7f-\\x9f]+$"},
	{"expression", "A condition or value.", "money >= price && at != shop", ""},
	{"effects", "One or several effects, parted by commas.", "money -= price, has_meal = true", ""},
	{"call", "A task, operator or action, with its arguments.", "move_to(shop)", ""},
	{"deed", "An action, a tree or a goal, with its arguments, by place or by name; or an order: behind order, and perhaps urgent, a role, and the goal or task.", "order flanker flank(e)", ""},
	{"need", "A token or a parameter, and perhaps how urgently it is needed: the lower the number, the more.", "shoot_at_player priority 2", ""},
	{"cooldown", "A time, and perhaps the name that operators share it by, and how long a step may wait for its end.", "20s shared grenade wait 3s", ""},
	{"names", "One or several names, parted by commas.", "p, q", ""},
	{"steps", "The expected steps, parted by commas, or none, or { } for a plan without steps. A step without parentheses leaves its arguments open.", "work, buy, eat", ""},
	{"tree_call", "An action or a tree, with its arguments, by place or by name.", "guard(4, reach: 1)", ""},
	{"call_in_tree", "An action or a tree, with its arguments, by place or by name; \"..\" stands for what has the names of the other ports.", "guard(4, reach: 1, ..)", ""},
	{"value_list", "One or several values, parted by commas.", "rain, snow", ""},
	{"ports", "The ports of a tree, parted by commas: in-ports with their defaults, out- and inout-ports.", "sight: float, reach: float = 1, inout calls: int", ""},
	{"value_type", "The type of a value: bool, int, float, vec2, int with a range, or the name of a declared type.", "int 0..100", ""},
	{"parameters", "Typed parameters, parted by commas. An action's parameter may take one of several types.", "p: place | enemy, sure: bool", ""},
	{"variable", "A variable with its type.", "i in remembered item", ""},
	{"step_call", "An action, tree, goal, task or operator, with its arguments; behind plan a task or operator.", "move_to(shop)", ""},
	{"inertia", "A bonus, and perhaps the time in which it fades.", "0.1 fade 5s", ""},
	{"selection", "A rule of selection, with its numbers.", "weighted top 3", ""},
	{"interval", "A time, and perhaps the least time between two decisions.", "0.5s gap 0.1s", ""},
	{"repetition", "A penalty, and for how many of the last choices it counts.", "0.2 last 4", ""},
	{"pause", "A time, and perhaps the longest that it becomes.", "1s to 30s", ""},
	{"give_up", "A number of failures, and perhaps for how long.", "after 5 for 60s", ""},
	{"say", "One or several texts in quotes, parted by commas, and perhaps the times in which the agent and its squad do not say it again.", `"flanking!", "going round!" gap 8s squad 3s`, ""},
	{"worth", "A score.", "score 0.8", ""},
	{"combination", "How considerations become one score: " + strings.Join(def.Combines[:], ", ") + ".", "product", ""},
	{"curve", "A response curve, with its parameters.", "logistic(exponent: 2)", ""},
	{"trait", "A want, with the change of its score.", "kill * 1.5", ""},
	{"clause", "A clause of a sense or memory.", "decay 0.1/s", ""},
	{"brain_use", "A brain, and perhaps a personality.", "gatherer as brave", ""},
	{"variables", "Free variables with their types, parted by commas.", "e: enemy, c: cover", ""},
}, partTexts()...)

// partTexts returns the kinds of strings that clauses of several parts bring with them: those whose Text is their word.
func partTexts() []jsonText {
	var list []jsonText
	for _, s := range def.Statements() {
		for _, c := range append(s.Head[:len(s.Head):len(s.Head)], s.Body...) {
			if c.Takes != def.TakesParts || c.Text != c.Word || slices.ContainsFunc(list, func(t jsonText) bool { return t.name == c.Text }) || writtenTexts[c.Text] {
				continue
			}
			list = append(list, jsonText{name: c.Text, doc: c.Doc, example: strings.TrimPrefix(c.Form, c.Word+" ")})
		}
	}
	return list
}

// writtenTexts are those of them that are in the list itself, since they say more.
var writtenTexts = map[string]bool{"inertia": true, "repetition": true, "give_up": true, "say": true}
