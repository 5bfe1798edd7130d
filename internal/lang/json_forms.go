package lang

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// The JSON form as data: what the decoder accepts, the JSON Schema says and docs/json.md explains is all
// made from the table of package def, and from the forms of this file where that has no clauses. How the values become a def.File is in json_decode.go.

// JSONVersion is the number that the field "karakuri" of the JSON form holds.
const JSONVersion = 1

// A jsonForm is one kind of object.
type jsonForm struct {
	name     string // in the schema; for a declaration also what its field "kind" says
	title    string
	doc      string
	krk      string      // the same in the language
	json     string      // and in JSON
	decl     bool        // a top-level declaration
	comments bool        // takes the comment fields
	body     bool        // in the language it has braces: takes comment_end
	node     bool        // a node of a tree: takes clauses
	block    bool        // a node with services and children
	by       string      // the field that tells it from other forms that may stand in its place
	fields   []jsonField // its own
	all      []jsonField // with kind and comments; see indexForms
}

// A jsonField is one field of an object.
type jsonField struct {
	name  string
	is    string   // what kind of value: a jsonText's name, flag, count, version, choice, or form
	forms []string // is form: the objects it may be; for others: objects it may be as well
	list  bool     // a list of them
	line  bool     // may be written as {"text": ..., comments}: a line of its own in the language
	need  bool
	some  bool     // a list that must not be empty
	pick  []string // is choice: the words
	doc   string
}

// jsonForms lists the kinds of objects, the outermost first.
var jsonForms = slices.Concat(jsonDeclForms, jsonTreeForms, jsonGoalForms, jsonBrainForms, jsonSquadForms, jsonMindForms)

// jsonDeclForms are the forms of what is decided on, and of tasks.
var jsonDeclForms = []jsonForm{
	{
		name: "file", title: "A file", body: true,
		doc: "A karakuri file as a whole.",
		krk: "type place = { home, shop }\n\noperator rest { }\n",
		json: `{
  "karakuri": 1,
  "keeps_layout": true,
  "declarations": [
    {"kind": "enum", "name": "place", "values": ["home", "shop"]},
    {"kind": "operator", "name": "rest", "blank_before": true}
  ]
}`,
		fields: []jsonField{
			{name: "$schema", is: "text", doc: "Where the schema is, for editors; not read."},
			{name: "karakuri", is: "version", need: true, doc: "Version of the format: 1."},
			{name: "keeps_layout", is: "flag", doc: "The fields blank_before and several_lines say how the file is laid out; without it the formatter chooses."},
			{name: "declarations", is: "form", forms: declarationForms(), list: true, need: true, doc: "In the order of the file."},
		},
	},
	{
		name: "import", title: "Import", decl: true, comments: true,
		doc:  "Makes the declarations of another file known.",
		krk:  `import "common/places.krk"`,
		json: `{"kind": "import", "path": "common/places.krk"}`,
		fields: []jsonField{
			{name: "path", is: "text", need: true, doc: "Relative to this file, with forward slashes."},
		},
	},
	{
		name: "enum", title: "Enumeration", decl: true, comments: true,
		doc:  "A type with a fixed list of values.",
		krk:  "type place = { home, shop, office }",
		json: `{"kind": "enum", "name": "place", "values": ["home", "shop", "office"]}`,
		fields: []jsonField{
			{name: "name", is: "name", need: true, doc: "Name of the type."},
			{name: "values", is: "name", list: true, need: true, doc: "The values, in their order."},
		},
	},
	{
		name: "type", title: "Object type", decl: true, comments: true,
		doc:  "A type of objects that may come and go while the game runs.",
		krk:  "type sniper: enemy max 8",
		json: `{"kind": "type", "name": "sniper", "is": ["enemy"], "max": 8}`,
		fields: []jsonField{
			{name: "name", is: "name", need: true, doc: "Name of the type."},
			{name: "is", is: "name", list: true, doc: "The types it is a kind of."},
			{name: "max", is: "count", doc: "The most objects of it at one time; left out: not said."},
		},
	},
	{
		name: "objects", title: "Objects", decl: true, comments: true,
		doc:  "Objects that exist from the start.",
		krk:  "objects e1, e2: enemy",
		json: `{"kind": "objects", "names": ["e1", "e2"], "type": "enemy"}`,
		fields: []jsonField{
			{name: "names", is: "name", list: true, need: true, some: true, doc: "Their names, at least one."},
			{name: "type", is: "name", need: true, doc: "Their type."},
		},
	},
	{
		name: "const", title: "Constant", decl: true, comments: true,
		doc:  "A number or other value with a name; it can be tuned while running.",
		krk:  "const reach: float = 3",
		json: `{"kind": "const", "name": "reach", "type": "float", "value": "3"}`,
		fields: []jsonField{
			{name: "name", is: "name", need: true, doc: "Name of the constant."},
			{name: "type", is: "value_type", doc: "Left out: the type of the value."},
			{name: "value", is: "expression", need: true, doc: "A constant expression."},
		},
	},
	{
		name: "state", title: "World state", decl: true, comments: true, body: true,
		doc:  "Symbols of one scope.",
		krk:  "state agent {\n    money: int 0..100 = 5\n}",
		json: `{"kind": "state", "scope": "agent", "symbols": [{"name": "money", "type": "int 0..100", "default": "5"}]}`,
		fields: []jsonField{
			{name: "scope", is: "choice", pick: []string{"agent", "squad", "world"}, need: true, doc: "Whose symbols they are."},
			{name: "symbols", is: "form", forms: []string{"symbol"}, list: true, need: true, doc: "The symbols."},
		},
	},
	{
		name: "symbol", title: "Symbol", comments: true,
		doc:  "One value of the world state, or a relation over objects; stored (type) or worked out from others (derived).",
		krk:  "state agent {\n    sensed distance(e: enemy): float = 99\n    ready := has_meal && at == home\n}",
		json: "{\"name\": \"distance\", \"parameters\": \"e: enemy\", \"type\": \"float\", \"default\": \"99\", \"sensed\": true}\n{\"name\": \"ready\", \"derived\": \"has_meal && at == home\"}",
		fields: []jsonField{
			{name: "name", is: "name", need: true, doc: "Name of the symbol."},
			{name: "parameters", is: "parameters", doc: "Left out: none."},
			{name: "type", is: "value_type", doc: "Type of a stored symbol."},
			{name: "default", is: "expression", doc: "Value at the start; left out: false, 0, the least of the range, the first value, none."},
			{name: "sensed", is: "flag", doc: "Only the host or sensors write it; effects on it are expectations."},
			{name: "remembered", is: "flag", doc: "The engine writes it, from what the agent remembers; not together with sensed."},
			{name: "derived", is: "expression", doc: "What a derived symbol is worked out from; then without type, default, sensed and remembered."},
		},
	},
	{
		name: "init", title: "Initial values", decl: true, comments: true, body: true,
		doc:  "Values that hold at the start.",
		krk:  "init {\n    fare(home, shop) = 3\n}",
		json: `{"kind": "init", "effects": ["fare(home, shop) = 3"]}`,
		fields: []jsonField{
			{name: "effects", is: "effects", list: true, line: true, need: true, doc: "One effect each."},
		},
	},
	{
		name: "function", title: "Function", decl: true, comments: true,
		doc:  "A pure function of the host program.",
		krk:  "function clear(a: place, b: place): bool",
		json: `{"kind": "function", "name": "clear", "parameters": "a: place, b: place", "result": "bool"}`,
		fields: []jsonField{
			{name: "name", is: "name", need: true, doc: "Name of the function."},
			{name: "parameters", is: "parameters", doc: "Left out: none."},
			{name: "result", is: "value_type", need: true, doc: "Type of what it returns."},
		},
	},
	tableForm(&def.ActionTable),
	tableForm(&def.OperatorTable),
	{
		name: "parallel", title: "Parallel actions", comments: true, body: true, by: "parallel",
		doc:  "Actions that an operator does at once.",
		krk:  "operator approach(e: enemy) {\n    do parallel any { move_to(e); aim_at(e) }\n    until distance(e) < 10\n}",
		json: `{"parallel": ["move_to(e)", "aim_at(e)"], "join": "any"}`,
		fields: []jsonField{
			{name: "parallel", is: "deed", list: true, line: true, need: true, doc: "The actions."},
			{name: "join", is: "choice", pick: def.Joins(), doc: "The step succeeds when all have, when any has, or as the first of them, the primary one, does; left out: all."},
		},
	},
	tableForm(&def.TaskTable),
	withBody(tableForm(&def.MethodTable), jsonField{name: "do", is: "call", forms: []string{"unordered", "ordered"}, list: true, line: true, need: true, doc: "The subtasks, in order."}),
	{
		name: "unordered", title: "Unordered subtasks", comments: true, body: true, by: "unordered",
		doc:  "Subtasks in any order, even at once.",
		krk:  "task dinner {\n    method \"cook\" {\n        unordered { cook_rice; simmer_curry }\n    }\n}",
		json: `{"unordered": ["cook_rice", "simmer_curry"]}`,
		fields: []jsonField{
			{name: "unordered", is: "call", forms: []string{"unordered", "ordered"}, list: true, line: true, need: true, doc: "The subtasks."},
		},
	},
	{
		name: "ordered", title: "Ordered subtasks", comments: true, body: true, by: "ordered",
		doc:  "Subtasks one after the other, within unordered ones.",
		krk:  "task dinner {\n    method \"cook\" {\n        unordered {\n            ordered { wash_rice; cook_rice }\n            simmer_curry\n        }\n    }\n}",
		json: `{"ordered": ["wash_rice", "cook_rice"]}`,
		fields: []jsonField{
			{name: "ordered", is: "call", forms: []string{"unordered", "ordered"}, list: true, line: true, need: true, doc: "The subtasks."},
		},
	},
}

// withBody returns a form with the field of its body, which has braces in the language.
func withBody(f jsonForm, body jsonField) jsonForm {
	f.body = true
	f.fields = append(f.fields, body)
	return f
}

// jsonCommentFields are the fields that carry comments and blank lines, so that nothing is lost on the way from
// a file to JSON and back.
var jsonCommentFields = []jsonField{
	{name: "comment", is: "text", list: true, doc: "Comment lines above, without the slashes."},
	{name: "comment_after", is: "text", doc: "Comment at the end of the line."},
	{name: "blank_before", is: "flag", doc: "A blank line stands above."},
}

// jsonEndField carries the comments of a body's end.
var jsonEndField = jsonField{name: "comment_end", is: "text", list: true, doc: "Comment lines after the last line of the body."}

// jsonLinesField tells that a body does not share its line with its head.
var jsonLinesField = jsonField{name: "several_lines", is: "flag", doc: "The body stands on several lines, even if it would fit on one."}

// declarationForms returns the names of the forms of top-level declarations.
func declarationForms() []string {
	return []string{"import", "enum", "type", "objects", "const", "state", "init", "function", "action", "operator", "task", "tree", "goal", "brain", "personality", "sense", "memory", "squad", "agent", "test"}
}

// formsByName finds a form, with all its fields filled in.
var formsByName = indexForms()

func indexForms() map[string]*jsonForm {
	byName := make(map[string]*jsonForm, len(jsonForms))
	for i := range jsonForms {
		f := &jsonForms[i]
		f.all = f.allFields()
		byName[f.name] = f
	}
	return byName
}

// allFields returns the fields of a form: the kind, its own, and those of comments.
func (f *jsonForm) allFields() []jsonField {
	var all []jsonField
	if f.decl {
		all = append(all, jsonField{name: "kind", is: "choice", pick: []string{f.name}, need: true, doc: "What it declares."})
	}
	all = append(all, f.fields...)
	if f.node {
		all = append(all, jsonClauseFields...)
	}
	if f.block {
		all = append(all, jsonBlockFields...)
	}
	if f.comments {
		all = append(all, jsonCommentFields...)
	}
	if f.body {
		all = append(all, jsonEndField)
	}
	if f.body && f.comments {
		all = append(all, jsonLinesField)
	}
	return all
}

// field returns the field of that name.
func (f *jsonForm) field(name string) (jsonField, bool) {
	for _, fd := range f.all {
		if fd.name == name {
			return fd, true
		}
	}
	return jsonField{}, false
}
