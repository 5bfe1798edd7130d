package edit

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// templates are the texts that words of the language begin with, in the order in which they are tried. A word without
// any takes its example in the table. NAME becomes a name that nothing has, and OWN with a word that of a declaration
// which begins with the word. What has to hold something holds a placeholder: the program loads with it.
var templates = map[string][]string{
	"import":    {`import "file.krk"`},
	"type":      {"type NAME = { first, second }"},
	"objects":   {"objects NAME: OWN type"},
	"const":     {"const NAME = 1"},
	"state":     {"state agent {\n}"},
	"init":      {"init {\n}"},
	"function":  {"function NAME(): bool"},
	"action":    {"action NAME"},
	"operator":  {"operator NAME {\n}"},
	"task":      {"task NAME {\n}", "task OWN task", "task OWN operator"},
	"tree":      {"tree NAME {\n    todo \"what it does\"\n}", "tree OWN tree"},
	"goal":      {"goal NAME {\n}", "goal OWN goal"},
	"brain":     {"brain NAME {\n    want todo \"what it wants\" { score 1 }\n}", "brain OWN brain"},
	"sense":     {"sense NAME: sight {\n    range 12\n}", "sense OWN sense"},
	"memory":    {"memory short {\n}", "memory long {\n}", "memory OWN memory"},
	"squad":     {"squad NAME {\n}", "squad OWN squad"},
	"agent":     {"agent NAME {\n}", "agent OWN agent 2", "agent OWN agent"},
	"test":      {"test \"NAME\" {\n    task OWN task\n    expect none\n}", "test \"NAME\" {\n    task OWN operator\n    expect none\n}", "test \"NAME\" {\n    expect none\n}"},
	"method":    {"method \"NAME\" { }"},
	"way":       {"way \"NAME\" { }"},
	"interrupt": {"interrupt when true { }"},
	"if":        {"if true"},
	"when":      {"when true { todo \"what to do\" }", "when true"},
	"while":     {"while true"},
	"until":     {"until true"},
	"set":       {"set name = true"},
	"log":       {"log \"text\""},
	"wait":      {"wait 1s"},
	"plan":      {"plan OWN task every 1s", "plan OWN task", "plan OWN operator", "plan todo \"what to do\""},
	"idle":      {"idle OWN action"},
	"effect":    {"effect name = true"},
	"given":     {"given name = true"},
	"do":        {"do OWN action", "do todo \"what it does\""},
	"want":      {"want OWN goal { }", "want todo \"what it wants\" { score 1 }"},
	"repeat":    {"repeat 3 { todo \"what to do\" }", "repeat 3"},
	"retry":     {"retry 3 { todo \"what to do\" }", "retry 3"},
	"switch":    {"switch name { case first { } else { } }"},
	"case":      {"case first { todo \"what to do\" }"},
	"try":       {"try { todo \"what to do\" } catch { todo \"what to do\" }"},
	"parallel":  {"parallel { todo \"what to do\" }"},
	"expect":    {"expect none"},
	"unordered": {"unordered { }"},
	"ordered":   {"ordered { }"},
	"service":   {"service every 1s OWN action"},
	"todo":      {"todo \"what is missing\""},
	"timeout":   {"timeout 3s { todo \"what to do\" }"},
	"delay":     {"delay 1s { todo \"what to do\" }"},
	"cooldown":  {"cooldown 5s { todo \"what to do\" }", "cooldown 5s"},
	"limit":     {"limit 3 { todo \"what to do\" }"},
	"else":      {"else { todo \"what to do\" }"},
	"chance":    {"chance 0.5 { todo \"what to do\" }"},
}

// symbolForms are the symbols of a state, which begin with a name of their own instead of a word.
var symbolForms = []struct{ label, words, doc string }{
	{"bool", "NAME: bool", "is true or false"},
	{"int", "NAME: int 0..100", "is a whole number between two bounds"},
	{"float", "NAME: float", "is a number"},
	{"vec2", "NAME: vec2", "is a position"},
	{"sensed", "sensed NAME: bool", "comes from the host, and is never changed by effects"},
	{"derived", "NAME := true", "is computed from other symbols"},
}

// words returns the words that may begin a line at the place, and those that belong elsewhere.
func (c *chooser) words() (legal, other []Insertable) {
	offers := def.Declarations()
	if c.n != c.t.top {
		if offers = nil; c.n.Says != nil {
			offers = c.n.Says.Lines()
		}
	}
	has := map[string]bool{}
	for _, o := range offers {
		if has[o.Word] {
			continue
		}
		choice := Insertable{Label: o.Word, Doc: o.Doc, Of: cmp.Or(o.Of, "declaration")}
		for _, words := range c.forms(o) {
			if _, ok := c.fits(words); !ok {
				continue
			}
			if choice.Op == nil {
				choice.Op, choice.Edit = c.insert(words), len(strings.Trim(words[len(o.Word):], " {}\n")) > 0
			} else if len(choice.Else) < maxElse {
				choice.Else = append(choice.Else, c.insert(words))
			}
		}
		if choice.Op != nil {
			has[o.Word] = true
			legal = append(legal, choice)
		}
	}
	if c.n != c.t.top && takes(c.n) == GroupSymbol {
		for _, form := range symbolForms {
			words := strings.ReplaceAll(form.words, "NAME", c.newNameOf("symbol"))
			if _, ok := c.fits(words); ok {
				legal = append(legal, Insertable{Label: form.label, Doc: form.doc, Of: "symbol", Op: c.insert(words), Edit: true})
			}
		}
	}
	for _, s := range append([]*def.Statement{nil}, def.Statements()...) {
		list, reason := def.Declarations(), "it declares something: it stands outside of all braces"
		if s != nil {
			list, reason = s.Lines(), "it stands in the braces of "+article(s.Word)
		}
		for _, o := range list {
			if !has[o.Word] {
				has[o.Word] = true
				other = append(other, Insertable{Label: o.Word, Doc: o.Doc, Of: cmp.Or(o.Of, "declaration"), Refused: reason})
			}
		}
	}
	return legal, other
}

// maxElse is how many further forms of a choice are tried.
const maxElse = 8

func article(word string) string {
	if strings.ContainsRune("aeiou", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}

// forms returns texts that a word may begin with, in the order in which they are to be tried.
func (c *chooser) forms(o def.Offer) []string {
	var list []string
	for _, form := range templates[o.Word] {
		if c.deep > 0 && strings.Contains(form, "\n") || c.deep == 0 && !strings.Contains(form, "\n") && strings.Contains(form, "OWN") && o.Word != "objects" {
			continue // it is a declaration, or a line
		}
		list = append(list, c.owned(strings.ReplaceAll(form, "NAME", c.newNameOf(o.Word)))...)
	}
	if example := lineOf(o); len(templates[o.Word]) == 0 && example != "" {
		open := strings.IndexByte(example, '{')
		if open > 0 {
			for _, body := range bodies {
				list = append(list, example[:open]+body)
			}
		}
		list = append(list, example)
	}
	for _, body := range bodies {
		list = append(list, o.Word+" "+body)
	}
	return append(list, o.Word)
}

// bodies are what may stand in the braces of a new statement, in the order in which they are tried. Where nodes stand
// there is at least one, and two where the first is a condition.
var bodies = []string{`{ todo "what to do" }`, `{ if true; todo "what to do" }`, `{ }`}

// owned returns a form with the names of declarations of the text, if it names one.
func (c *chooser) owned(form string) []string {
	before, rest, ok := strings.Cut(form, "OWN ")
	if !ok {
		return []string{form}
	}
	n := strings.IndexFunc(rest, func(r rune) bool { return r < 'a' || r > 'z' })
	if n < 0 {
		n = len(rest)
	}
	var list []string
	for _, name := range c.declared(rest[:n]) {
		list = append(list, before+name+rest[n:])
	}
	return list
}

// declared returns the names of the declarations that begin with a word: first those without parameters.
func (c *chooser) declared(word string) []string {
	var list []string
	for _, l := range c.t.top.lines {
		if name, ok := strings.CutPrefix(l.Key, word+" "); ok && l.Says != nil && l.Says.Word == word && !strings.Contains(c.t.src.Text[l.Start:min(l.End, l.NameEnd+1)], "(") {
			list = append(list, name)
		}
	}
	return list[:min(len(list), 4)]
}

// lineOf returns the line that begins with a word in the example of the table, which may be of the whole declaration.
func lineOf(o def.Offer) string {
	form, _, _ := strings.Cut(o.Form, ", or: ")
	if strings.HasPrefix(form, o.Word) {
		return form
	}
	out, _ := lang.OutlineOf(diag.NewSource("", form))
	if out == nil {
		return ""
	}
	var found string
	var look func(list []*lang.Statement)
	look = func(list []*lang.Statement) {
		for _, s := range list {
			if word, _, _ := strings.Cut(s.Key, " "); word == o.Word && found == "" {
				found = form[s.Start:s.End]
			}
			look(s.Lines())
		}
	}
	look(out.Top.Lines)
	return found
}

// newNameOf returns a name that nothing in the text has.
func (c *chooser) newNameOf(word string) string {
	base := "new_" + strings.ReplaceAll(word, " ", "_")
	name := base
	for i := 2; strings.Contains(c.t.src.Text, name); i++ {
		name = base + "_" + strconv.Itoa(i)
	}
	return name
}

// Callee is a declaration that can be called.
type Callee struct {
	Kind string // its word
	Call string // its name with its parameters
	Doc  string
}

// Callees returns the declarations of a sketch that can be called.
func Callees(list []*Sketched) []Callee {
	var found []Callee
	for _, p := range list {
		if _, callable := callers[p.Kind]; callable && p.Name != "" {
			doc, _, _ := strings.Cut(p.Remark, "\n")
			found = append(found, Callee{p.Kind, p.Name + arguments(p.Head), doc})
		}
	}
	return found
}

// arguments returns the names of the parameters in the head of a declaration, as the arguments of a call.
func arguments(head string) string {
	_, rest, ok := strings.Cut(head, "(")
	inside, _, closed := strings.Cut(rest, ")")
	if !ok || !closed {
		return ""
	}
	var names []string
	for param := range strings.SplitSeq(inside, ",") {
		name, _, _ := strings.Cut(param, ":")
		fields := strings.Fields(name)
		if len(fields) > 0 {
			names = append(names, fields[len(fields)-1])
		}
	}
	return "(" + strings.Join(names, ", ") + ")"
}

// callers says how declarations are called in the braces of statements, and where they are.
var callers = map[string]struct {
	in    map[Group]string // the words before the call
	where string
}{
	"action":   {map[Group]string{GroupNode: "", GroupStep: ""}, "an operator does an action, and a tree calls it"},
	"tree":     {map[Group]string{GroupNode: "", GroupStep: ""}, "an agent or another tree runs a tree"},
	"task":     {map[Group]string{GroupSubtask: "", GroupNode: "plan ", GroupStep: "plan "}, "a method of a task, a plan line or a tree plans for a task"},
	"operator": {map[Group]string{GroupSubtask: "", GroupNode: "plan ", GroupStep: "plan "}, "a method of a task plans with an operator"},
	"goal":     {map[Group]string{GroupNode: "goal ", GroupStep: ""}, "a goal, a tree or a brain pursues a goal"},
}

// lines are the words of lines that name a declaration, by the statement that they stand in.
var lineCalls = map[string]map[string][]string{
	"agent":    {"task": {"plan CALL every 1s"}, "action": {"idle CALL"}, "tree": {"tree CALL"}},
	"squad":    {"task": {"plan CALL every 1s"}, "action": {"idle CALL"}},
	"operator": {"action": {"do CALL"}},
	"brain":    {"goal": {"want CALL { }"}},
	"test":     {"operator": {"expect CALL"}, "action": {"expect CALL"}, "task": {"task CALL"}},
}

// calls returns the calls of declarations that may stand at the place, and of those that may not.
func (c *chooser) calls(list []Callee) (legal, other []Insertable) {
	group := GroupDeclaration
	if c.n != c.t.top {
		group = takes(c.n)
	}
	var seen []string
	for _, d := range list {
		choice := Insertable{Label: d.Call, Doc: d.Doc, Of: d.Kind, Edit: strings.Contains(d.Call, "(")}
		var forms []string
		if before, ok := callers[d.Kind].in[group]; ok {
			forms = []string{before + d.Call}
		}
		if c.n != c.t.top && c.n.Says != nil {
			for _, form := range lineCalls[c.n.Says.Word][d.Kind] {
				forms = append(forms, strings.ReplaceAll(form, "CALL", d.Call))
			}
		}
		if len(forms) == 0 {
			if id := d.Kind + " " + d.Call; !slices.Contains(seen, id) {
				seen = append(seen, id)
				choice.Refused = callers[d.Kind].where
				other = append(other, choice)
			}
			continue
		}
		for _, words := range forms {
			ds, ok := c.fits(words)
			choice.Label = strings.TrimSuffix(words, " { }")
			if choice.Op = c.insert(words); !ok {
				choice.Op, choice.Refused = nil, reason(ds)
			}
			if !slices.Contains(seen, choice.Label) {
				seen = append(seen, choice.Label)
				legal = append(legal, choice)
			}
		}
	}
	return legal, other
}
