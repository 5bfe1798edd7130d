package lang

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// findings returns the diagnostics, one a line, without the file name.
func findings(ds diag.List) string {
	var b strings.Builder
	for i := range ds.All {
		d := &ds.All[i]
		fmt.Fprintf(&b, "%s", strings.TrimPrefix(d.Error(), "a.json:"))
		if d.Hint != "" {
			fmt.Fprintf(&b, " | %s", d.Hint)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// listed replaces {nodes} and {declarations} in a text by the kinds of nodes and of declarations.
func listed(text string) string {
	declarations, _ := formsByName["file"].field("declarations")
	return strings.NewReplacer("{nodes}", strings.Join(jsonNodeWords(), ", "), "{declarations}", strings.Join(declarations.forms, ", ")).Replace(text)
}

func TestDecodeJSONReportsEveryMistakeAtItsPlace(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"misspelt field", `{"karakuri": 1, "declarations": [
  {"kind": "operator", "name": "buy", "wen": "money > 3", "do": "go"}
]}`, `
2:39: an operator has no field "wen" [K203] | did you mean "when"?
`},
		{"how a step is carried out", `{"karakuri": 1, "declarations": [{"kind": "operator", "name": "a",
  "do": {"parallel": ["b(", {"text": "c d"}], "join": "som", "jon": "any"},
  "until": "x >", "while": 7, "fail_after": "8 s",
  "cooldown": "20s shared in", "commit": {"text": ""}},
 {"kind": "operator", "name": "b", "do": {"text": "a", "join": "any"}, "cooldown": "20s share x", "claim": "p, q r"},
 {"kind": "operator", "name": "c", "claim": ""}, {"kind": "operator", "name": "d", "claim": ["p"]}
]}`, `
2:26: expected an expression after "(" [K001]
2:41: expected the end, found "d" [K001]
2:55: "som" is not one of all, any, primary [K207]
2:62: parallel actions has no field "jon" [K203] | did you mean "join"?
3:16: expected an expression after ">" [K001]
3:28: expected a string, found a number [K205] | write it in quotes: "7"
3:48: expected the end, found "s" [K001]
4:27: "in" is a reserved word and cannot be a name [K060] | write it in backquotes: ` + "`in`" + `
4:52: expected an expression, found the end of the file [K001]
5:56: a line with comments has no field "join" [K203] | it has text, comment, comment_after, blank_before
5:89: expected the end, found "share" [K001]
5:114: expected the end, found "r" [K001]
6:46: expected a parameter, found the end of the file [K001]
6:93: expected a string, found a list [...] [K205]
`},
		{"nodes of trees", `{"karakuri": 1, "declarations": [{"kind": "tree", "name": "a", "ports": "x: int, out y",
  "services": [{"every": "1s"}, {"every": "1s", "set": "a"}, {"evry": "1s", "do": "b(..)"}],
  "root": {"node": "sequence", "abort": "botth", "children": [
    {"node": "selektor", "children": ["a"]}, {"node": "if", "cond": "x"}, {"node": "wait", "value": 2, "as": ""}, {"node": "selector", "children": []},
    {"node": "succeed", "children": [{"node": "fail", "disabled": 1}]}, {"node": "invert"}, {"node": "each", "each": "p"}, {"nod": "if"}, "b(c: )", 7,
    {"node": "call", "call": "a(", "overrides": [{"what": "b", "wth": "c"}]}, {"node": "plan", "call": "a(b: 1)"}
  ]}},
  {"kind": "agent", "name": "b", "tree": {"tree": "a(..)", "onc": true}}
]}`, `
1:87: expected ":" and a type after "y" [K001]
2:16: a service needs the field "do" [K204] | the action
2:58: expected =, += or -= after "a" [K001] | write a = true
2:63: a service has no field "evry" [K203] | did you mean "every"?
2:84: ".." is only allowed in calls within trees [K001] | give the arguments
3:41: "botth" is not one of self, lower, both [K207] | did you mean "both"?
4:14: "selektor" is not one of {nodes} [K207] | did you mean "selector"?
4:46: a condition in a tree needs the field "condition" [K204] | the condition
4:61: a condition in a tree has no field "cond" [K203] | it has node, condition, abort, as, weight, score, disabled, skip_if, fail_if, succeed_if, while, on_success, on_failure, on_abort, comment, comment_after, blank_before
4:101: expected a string, found a number [K205] | write it in quotes: "2"
4:110: the name must not be empty [K209]
4:148: the list "children" needs at least one of strings [K204]
5:67: expected true or false, found a number [K205]
5:73: a decorator needs the field "children" [K204] | its children, in order; a call without clauses is a string. The last child of try is that of catch
5:93: loop over members needs the field "children" [K204] | its children, in order; a call without clauses is a string. The last child of try is that of catch
5:93: loop over members needs the field "type" [K204] | its type: an enum or an object type
5:124: a line with comments needs the field "text" [K204] | what would stand in its place without comments
5:125: a line with comments has no field "nod" [K203] | it has text, comment, comment_after, blank_before
5:145: expected an expression, found ")" [K001]
5:149: expected a string, found a number [K205] | write it in quotes: "7"
6:33: expected an expression after "(" [K001]
6:64: an override has no field "wth" [K203] | did you mean "with"?
6:108: expected "," or ")", found ":" [K001]
8:52: ".." is only allowed in calls within trees [K001] | give the arguments
8:60: a tree line has no field "onc" [K203] | did you mean "once"?
`},
		{"goals and brains", `{"karakuri": 1, "declarations": [{"kind": "goal", "name": "a", "while": "x >", "do": ["b(", {"call": "plan"}, {"call": "b", "retri": "2"}],
  "ways": [{"name": "", "do": [{"cal": "b"}, {"call": "b", "backoff": "1s", "else": ["c d", {"when": "x"}]}]}], "interrupts": [{"when": "x"}]},
 {"kind": "brain", "name": "b", "wants": [{"goal": "a(", "as": "c d"}, {"goal": "a", "each": "e", "consider": [{"value": "x", "through": "logistic(..)"}], "combine": "prodct", "interrupts": "yes"}],
  "inertia": "0.1 fad 5s", "select": {"text": "first"}, "every": "", "repetition": "0.2", "backoff": "1s to", "give_up": "5 for 60s"},
 {"kind": "personality", "name": "c", "traits": ["kill", "kill * ", {"text": "kill nevr"}, 7]},
 {"kind": "sense", "name": "d", "of": "a` + "`" + `b", "clauses": ["range", "12", "range 12 13", "decay 0.1/"]},
 {"kind": "state", "scope": "agent", "symbols": [{"name": "e", "type": "bool", "sensed": true, "remembered": true}, {"name": "f", "derived": "g", "remembered": true}]},
 {"kind": "agent", "name": "e", "brain": "b as", "senses": [{"text": "a\nb"}], "body": 7}
]}`, `
1:77: expected an expression after ">" [K001]
1:90: expected an expression after "(" [K001]
1:125: a step of a goal has no field "retri" [K203] | did you mean "retry"?
2:11: a goal has steps or ways, not both [K208] | put the steps in a way
2:21: the name must not be empty [K209]
2:32: a line with comments needs the field "text" [K204] | what would stand in its place without comments
2:33: a line with comments has no field "cal" [K203] | it has text, comment, comment_after, blank_before
2:71: backoff without retry [K208] | it is the time before each retry
2:89: expected the end, found "d" [K001]
2:93: a line with comments needs the field "text" [K204] | what would stand in its place without comments
2:94: a line with comments has no field "when" [K203] | it has text, comment, comment_after, blank_before
2:128: an interrupt needs the field "do" [K204] | the step
3:55: expected an expression after "(" [K001]
3:96: expected ":" and a type after "e" [K001]
3:139: ".." is only allowed in calls within trees [K001] | give the arguments
3:168: unknown way to combine "prodct" [K007] | did you mean "product"?
3:191: expected true or false, found a string [K205]
4:19: expected the end, found "fad" [K001]
4:53: expected "over" and a threshold after "first" [K001]
4:67: expected an expression, found the end of the file [K001]
4:88: expected "last" and a number after "0.2" [K001]
4:108: expected an expression after "to" [K001]
4:123: expected "after" and a number of failures, found "5" [K001]
5:55: expected "*" and a factor, score, or never after "kill" [K001] | write kill * 1.5
5:65: expected an expression after "*" [K001]
5:84: expected "*" and a factor, score, or never, found "nevr" [K001] | did you mean "never"?
5:92: expected a string, found a number [K205] | write it in quotes: "7"
6:39: "a` + "`" + `b" is not a name [K209] | a name cannot contain backquotes or control characters, and its length is limited
6:68: expected a clause, found "12" [K001]
6:83: expected the end, found "13" [K001]
6:99: expected an expression after "/" [K001]
7:96: a symbol is sensed or remembered, not both [K208] | remembered: the engine writes it from memory; sensed: the host writes it
7:147: a derived symbol has no remembered [K208] | it is computed from others
8:47: expected a personality after "as" [K001]
8:70: "a\nb" is not a name [K209] | a name cannot contain backquotes or control characters, and its length is limited
8:88: expected a string, found a number [K205]
`},
		{"squads", `{"karakuri": 1, "declarations": [{"kind": "squad", "name": "a", "plans": [{"task": "b("}], "roles": [{"name": "c"}, {"name": "d", "min": "1..2", "each": "m", "bonus": 0.3}],
  "tokens": [{"name": "e", "count": 2, "leese": "3s"}], "slots": [{"name": "f"}, {"type": "g h", "lease": "10 s"}], "squad": ["i"]},
 {"kind": "action", "name": "j", "needs": ["k priority", "l 2", "", {"text": "m"}], "grace": "0.5s longer"},
 {"kind": "operator", "name": "n", "do": "order flanker", "effect": ""}, {"kind": "operator", "name": "o", "do": {"parallel": ["order urgent p", "ordr q r(e)", "s(..)"]}},
 {"kind": "agent", "name": "t", "reactions": [{"do": "u v", "on": "w"}, {"do": "x"}, {"do": "y(..)", "on": "damage cooldown 1s"}], "layers": [{"name": "z"}, {"name": "a b", "do": "c("}], "squad": 7},
 {"kind": "brain", "name": "d", "wants": [], "orders": "0.8"}
]}`, `
1:87: expected an expression after "(" [K001]
1:102: a role needs the field "min" [K204] | the minimum number of members
1:140: expected the end, found ".." [K001]
1:156: expected ":" and a type after "m" [K001]
1:168: expected a string, found a number [K205] | write it in quotes: "0.3"
2:37: expected a string, found a number [K205] | write it in quotes: "2"
2:40: a token has no field "leese" [K203] | did you mean "lease"?
2:67: a slot line needs the field "type" [K204] | the object type
2:68: a slot line has no field "name" [K203] | it has type, count, lease, comment, comment_after, blank_before
2:111: expected the end, found "s" [K001]
2:126: expected a string, found a list [...] [K205]
3:55: expected an expression after "priority" [K001]
3:61: expected the end, found "2" [K001]
3:66: expected a token or a parameter, found the end of the file [K001]
3:69: expected a string, found an object {...} [K205]
3:100: expected the end, found "longer" [K001]
4:56: expected the goal or task of the order after "flanker" [K001]
4:143: expected the goal or task of the order after "p" [K001]
4:147: unknown word "ordr" [K007] | did you mean "order"?
4:162: ".." is only allowed in calls within trees [K001] | give the arguments
5:57: expected the end, found "v" [K001]
5:73: a reaction needs the field "on" [K204] | a condition that begins to hold, or a kind of sense, for its percepts
5:94: ".." is only allowed in calls within trees [K001] | give the arguments
5:116: expected the end, found "cooldown" [K001]
5:143: a layer needs the field "do" [K204] | the tree, action or goal, with constant arguments
5:183: expected an expression after "(" [K001]
5:197: expected a string, found a number [K205]
6:57: expected "score" and what orders are worth, found "0.8" [K001]
`},
		{"unknown field", `{"karakuri": 1, "declarations": [{"kind": "init", "effects": [], "zzzz": 1}]}`, `
1:66: initial values has no field "zzzz" [K203] | it has kind, effects, comment, comment_after, blank_before, comment_end, several_lines
`},
		{"misspelt needed field gives one finding", `{"karakuri": 1, "declarations": [{"kind": "import", "paht": "a.krk"}]}`, `
1:53: an import has no field "paht" [K203] | did you mean "path"?
`},
		{"missing fields", `{"declarations": [{"kind": "const"}, {"name": "x"}]}`, `
1:1: a file needs the field "karakuri" [K204] | version of the format: 1
1:19: a constant needs the field "name" [K204] | name of the constant
1:19: a constant needs the field "value" [K204] | a constant expression
1:38: a declaration needs the field "kind" [K204] | one of {declarations}
`},
		{"wrong kinds of values", `{"karakuri": 2, "declarations": [
  {"kind": "const", "name": "a", "value": 5},
  {"kind": "enum", "name": "b", "values": "home"},
  {"kind": "type", "name": "c", "max": -1},
  {"kind": "stat"},
  7
]}`, `
1:14: unknown version 2 of the format [K202] | this program reads version 1
2:43: expected a string, found a number [K205] | write it in quotes: "5"
3:43: expected a list [...] of strings, found a string [K205]
4:40: -1 is not a whole number of at least 0 [K205]
5:12: "stat" is not one of {declarations} [K207] | did you mean "state"?
6:3: expected an object {...} that declares something, found a number [K205]
`},
		{"doubled field", `{"karakuri": 1, "karakuri": 1, "declarations": []}`, `
1:17: field "karakuri" is given twice [K206]
`},
		{"derived and stored", `{"karakuri": 1, "declarations": [{"kind": "state", "scope": "agent", "symbols": [
  {"name": "a", "type": "bool", "derived": "b"},
  {"name": "b"}
]}]}`, `
2:17: a derived symbol has no type [K208] | it is computed from others
3:3: a symbol needs the field "type" [K204] | or "derived", if it is computed from others
`},
		{"names and comments", `{"karakuri": 1, "declarations": [{"kind": "enum", "name": "my\tplace", "values": ["if", "ok"], "comment": ["a\nb"]}]}`, `
1:59: "my\tplace" is not a name [K209] | a name cannot contain backquotes or control characters, and its length is limited
1:108: a comment must be on one line [K209] | give each line a string of its own
`},
		{"commas", `{"karakuri": 1 "declarations": [
  {"kind": "import", "path": "a.krk"}
  {"kind": "import", "path": "b.krk",},
]}`, `
1:16: a comma is missing before this value [K200]
3:3: a comma is missing before this value [K200]
3:38: a value is missing between the comma and '}' [K200] | remove the comma
4:1: a value is missing between the comma and ']' [K200] | remove the comma
`},
		{"not JSON", `{"karakuri": 1, // version`, `
1:17: unexpected '/' where a field name in quotes is expected [K200] | JSON has no comments; use the field "comment"
`},
		{"cut off", `{"karakuri": 1, "declarations": [{"kind": "op`, `
1:43: the string is not closed on its line [K200] | close it with ", write line breaks as \n
`},
		{"empty", ``, `
1:1: the JSON text ends where a JSON value is expected [K200]
`},
		{"no object", `[]`, `
1:1: expected an object {...}: a file, found a list [...] [K205]
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			file, ds := DecodeJSON(diag.NewSource("a.json", c.text))
			if got, want := "\n"+findings(ds), listed(c.want); got != want {
				t.Errorf("got %s\nwant %s", got, want)
			}
			if file == nil {
				t.Error("no file")
			}
		})
	}
}

func TestDecodeJSONReportsMistakesInStringsAtTheirPlace(t *testing.T) {
	text := `{"karakuri": 1, "declarations": [
  {"kind": "operator", "name": "buy", "when": "money > ", "effect": "money -= 5, has_meal"},
  {"kind": "const", "name": "a", "value": "\u0031 + + ^2"},
  {"kind": "action", "name": "go", "parameters": "p place"},
  {"kind": "task", "name": "t", "methods": [{"name": "m", "do": ["a(", {"unordered": ["b", {"text": "c)"}]}]}]}
]}`
	_, ds := DecodeJSON(diag.NewSource("a.json", text))
	var places []string
	for i := range ds.All {
		p := ds.All[i].Span.Position()
		places = append(places, fmt.Sprintf("%d:%d", p.Line, p.Col))
	}
	want := "2:55 2:90 3:53 4:53 5:69 5:103"
	if got := strings.Join(places, " "); got != want {
		t.Errorf("places %s, want %s\n%s", got, want, findings(ds))
	}
}

func TestReadJSONIsBounded(t *testing.T) {
	for name, text := range map[string]string{
		"deep lists":   strings.Repeat("[", 1<<20),
		"deep objects": strings.Repeat(`{"a":`, 1<<18),
		"many values":  "[" + strings.Repeat("1,", MaxJSONValues) + "1]",
		"large":        strings.Repeat(" ", MaxJSONBytes+1),
		"many doubled": `{"karakuri": 1, "declarations": [{` + strings.Repeat(`"kind": "operator", `, 1<<16) + `"kind": "operator"}]}`,
		"many unknown": `{"karakuri": 1` + strings.Repeat(`, "declaration": 1`, 1<<16) + `}`,
	} {
		t.Run(name, func(t *testing.T) {
			_, ds := DecodeJSON(diag.NewSource("a.json", text))
			if !ds.HasErrors() {
				t.Error("no error")
			}
		})
	}
}

func TestReadJSONStrings(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`"a\"b\\\/\n\t\u00e9\ud83d\ude00"`, "a\"b\\/\n\té😀"},
		{`"\ud83d x"`, "\ufffd x"},
		{"\ufeff \"bom\"", "bom"},
		{`"é"`, "é"},
	} {
		var ds diag.List
		v, _ := readJSON(diag.NewSource("a.json", c.text), &ds)
		if v.kind != jsonString || v.text != c.want || len(ds.All) > 0 {
			t.Errorf("%s reads as %q, want %q; %v", c.text, v.text, c.want, ds.All)
		}
	}
	for _, text := range []string{`"\x"`, `"\u12"`, `"\u12g4"`, "\"a\x01b\"", "\"\xff\"", `'a'`, `tru`, `01`, `1.`, `-`, `"a" "b"`, `{"a" 1}`, `{a: 1}`, `[1}`, `"\`} {
		var ds diag.List
		if readJSON(diag.NewSource("a.json", text), &ds); !ds.HasErrors() {
			t.Errorf("%q is taken for JSON", text)
		}
	}
}

func TestJSONNestsAsDeepAsTheLanguage(t *testing.T) {
	for n := expr.MaxDepth - 8; n < expr.MaxDepth+4; n++ {
		text := "task t { method \"m\" {" + strings.Repeat(" unordered {", n) + " a " + strings.Repeat("}", n) + "} }"
		json := `{"karakuri": 1, "declarations": [{"kind": "task", "name": "t", "methods": [{"name": "m", "do": [` +
			strings.Repeat(`{"unordered": [`, n) + `"a"` + strings.Repeat("]}", n) + "]}]}]}"
		_, inText := Parse(diag.NewSource("a.krk", text))
		_, inJSON := DecodeJSON(diag.NewSource("a.json", json))
		if inText.HasErrors() != inJSON.HasErrors() {
			t.Errorf("%d blocks within each other: in the language %v, in JSON %v", n, inText.Err(), inJSON.Err())
		}
	}
}
