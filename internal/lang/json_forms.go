package lang

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// The JSON form as data: what the decoder accepts, the JSON Schema says and docs/json.md explains is all made from the
// table of package def; only what this form alone has stands here. How the values become a def.File is in
// json_decode.go.

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
	by       string      // the field that distinguishes it from other forms allowed in its place
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

// jsonForms lists the kinds of objects, the outermost first: those of the table, and those that only this form has.
var jsonForms = slices.Concat([]jsonForm{jsonFileForm}, tableForms(), jsonLineForms)

var jsonFileForm = jsonForm{
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
}

// jsonLineForms are those of lines that are strings without comments.
var jsonLineForms = []jsonForm{
	{
		name: "line", title: "A line with comments", comments: true,
		doc:  "Where a string is a line of its own in the language (subtasks, clauses of operators, effects of init), an object with the string in text can stand in its place; only then it can have comments.",
		krk:  "operator buy {\n    when money >= price // no credit\n}",
		json: `{"kind": "operator", "name": "buy", "when": {"text": "money >= price", "comment_after": "no credit"}}`,
		fields: []jsonField{
			{name: "text", is: "text", need: true, doc: "What would stand in its place without comments."},
		},
	},
	{
		name: "word_line", title: "A word with comments", comments: true,
		doc:  "Where true stands for a line that is its word alone, this object can stand in its place; only then it can have comments.",
		krk:  "brain b {\n    want flee {\n        score 1\n        interrupts // at once\n    }\n}",
		json: `{"comment_after": "at once"}`,
	},
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

// jsonLinesField says that a body does not share its line with its head.
var jsonLinesField = jsonField{name: "several_lines", is: "flag", doc: "The body stands on several lines, even if it would fit on one."}

// declarationForms returns the names of the forms of top-level declarations.
func declarationForms() []string {
	var names []string
	for _, s := range def.Statements() {
		if s.Decl {
			names = append(names, s.JSONKind())
		}
	}
	return names
}

// jsonCallWord is the field of a call, which has no keyword in the language.
const jsonCallWord = "call"

// jsonNodeForms are the forms of nodes, in the order in which they are tried.
var jsonNodeForms = func() []string {
	var names []string
	for _, s := range def.NodeTables() {
		names = append(names, s.JSONKind())
	}
	return names
}()

// jsonClauseFields are the clauses that any node may have, and jsonBlockFields what those with children have besides.
var (
	jsonClauseFields = nodeClauseFields(0)
	jsonBlockFields  = clauseFields(def.NodeBody)
)

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
