package lang

import (
	"fmt"
	"slices"
	"strings"
)

// JSONSchema returns the JSON Schema (draft 2020-12) of the JSON form, as published in
// docs/karakuri.schema.json. It is made from the tables that also drive [DecodeJSON].
func JSONSchema() []byte {
	defs := jsonFields{}
	for _, t := range jsonTexts {
		defs.must(t.name, textSchema(t))
	}
	defs.must("declaration", choiceOf(declarationForms()))
	defs.must("node", nodeSchema())
	for i := range jsonForms {
		defs.must(jsonForms[i].name, formSchema(&jsonForms[i]))
	}
	var root jsonFields
	root.must("$schema", "https://json-schema.org/draft/2020-12/schema")
	root.must("title", "Karakuri file")
	root.must("description", "The JSON form of a karakuri file: how characters decide. Expressions are strings in the karakuri language.")
	root.must("$ref", "#/$defs/file")
	root.must("$defs", defs)
	return layoutJSON(root)
}

func textSchema(t jsonText) jsonFields {
	var s jsonFields
	s.must("description", t.doc)
	s.must("type", "string")
	s.put("pattern", t.pattern)
	s.must("examples", []any{t.example})
	return s
}

// formSchema returns the schema of one kind of object.
func formSchema(f *jsonForm) jsonFields {
	var properties jsonFields
	var required []any
	for _, fd := range formsByName[f.name].all {
		properties.must(fd.name, fieldSchema(&fd))
		if fd.need {
			required = append(required, fd.name)
		}
	}
	var s jsonFields
	s.must("description", f.doc)
	s.must("type", "object")
	s.must("properties", properties)
	s.put("required", required)
	s.must("additionalProperties", false)
	if f.name == "symbol" { // stored or derived
		s.must("oneOf", []any{
			jsonFields{{"required", []any{"type"}}, {"not", jsonFields{{"required", []any{"derived"}}}}},
			jsonFields{{"required", []any{"derived"}}, {"not", jsonFields{{"anyOf", []any{
				jsonFields{{"required", []any{"type"}}}, jsonFields{{"required", []any{"default"}}}, jsonFields{{"required", []any{"sensed"}}},
				jsonFields{{"required", []any{"remembered"}}},
			}}}}},
		})
		isTrue := jsonFields{{"const", true}}
		s.must("not", jsonFields{
			{"required", []any{"sensed", "remembered"}},
			{"properties", jsonFields{{"sensed", isTrue}, {"remembered", isTrue}}},
		})
	}
	switch f.name {
	case "goal": // steps or ways
		s.must("not", jsonFields{{"required", []any{"do", "ways"}}})
	case "step":
		s.must("dependentRequired", jsonFields{{"backoff", []any{"retry"}}})
	}
	return s
}

func fieldSchema(fd *jsonField) jsonFields {
	one := valueSchema(fd)
	var s jsonFields
	s.must("description", fd.doc)
	if fd.list {
		s.must("type", "array")
		s.must("items", one)
		if fd.some {
			s.must("minItems", 1)
		}
		return s
	}
	return append(s, one...)
}

// valueSchema returns the schema of a field's value, or of one value of its list.
func valueSchema(fd *jsonField) jsonFields {
	switch fd.is {
	case "flag":
		if fd.line {
			return jsonFields{{"anyOf", []any{jsonFields{{"type", "boolean"}}, reference("word_line")}}}
		}
		return jsonFields{{"type", "boolean"}}
	case "count":
		return jsonFields{{"type", "integer"}, {"minimum", 0}}
	case "version":
		return jsonFields{{"const", JSONVersion}}
	case "choice":
		if len(fd.pick) == 1 {
			return jsonFields{{"const", fd.pick[0]}}
		}
		return jsonFields{{"enum", anys(fd.pick)}}
	case "form":
		switch {
		case len(fd.forms) == 1:
			return reference(fd.forms[0])
		case formsByName[fd.forms[0]].decl:
			return reference("declaration")
		}
		return choiceOf(fd.forms)
	}
	if !fd.line && len(fd.forms) == 0 {
		return reference(fd.is)
	}
	return choiceOf(append([]string{fd.is, "line"}, namedForms(fd.forms)...))
}

// nodeSchema returns the schema of a node: which form it has its field "node" decides, and a field that only one of
// them has. A plain choice would try all forms at each level, and take time that doubles with the depth.
func nodeSchema() jsonFields {
	var rules []any
	var told []*jsonForm
	for _, name := range jsonNodeForms {
		f := formsByName[name]
		words, _ := f.field("node")
		when := jsonFields{{"properties", jsonFields{{"node", jsonFields{{"enum", anys(words.pick)}}}}}}
		if f.by != "" {
			when.must("required", []any{f.by})
			told = append(told, f)
		}
		for _, other := range told {
			if fd, _ := other.field("node"); f.by == "" && slices.ContainsFunc(fd.pick, func(w string) bool { return slices.Contains(words.pick, w) }) {
				when.must("not", jsonFields{{"required", []any{other.by}}})
			}
		}
		rules = append(rules, jsonFields{{"if", when}, {"then", reference(name)}})
	}
	return jsonFields{
		{"description", "A node of a tree."},
		{"type", "object"},
		{"required", []any{"node"}},
		{"properties", jsonFields{{"node", jsonFields{{"enum", anys(jsonNodeWords())}}}}},
		{"allOf", rules},
	}
}

// namedForms returns the names of forms as they are referred to: those of nodes are one.
func namedForms(forms []string) []string {
	if slices.Equal(forms, jsonNodeForms) {
		return []string{"node"}
	}
	return forms
}

func reference(name string) jsonFields {
	return jsonFields{{"$ref", "#/$defs/" + name}}
}

func choiceOf(names []string) jsonFields {
	refs := make([]any, len(names))
	for i, name := range names {
		refs[i] = reference(name)
	}
	return jsonFields{{"anyOf", refs}}
}

func anys(list []string) []any {
	all := make([]any, len(list))
	for i, s := range list {
		all[i] = s
	}
	return all
}

// JSONReference returns the reference of the JSON form in Markdown, as published in docs/json.md.
func JSONReference() string {
	var b strings.Builder
	b.WriteString(jsonIntroduction)
	b.WriteString("\n## Strings\n\n| kind | what it holds | example |\n|---|---|---|\n")
	for _, t := range jsonTexts {
		fmt.Fprintf(&b, "| %s | %s | `%s` |\n", spaced(t.name), t.doc, strings.ReplaceAll(t.example, "|", `\|`))
	}
	b.WriteString("\n## Objects\n")
	for i := range jsonForms {
		formReference(&b, &jsonForms[i])
	}
	b.WriteString("\n## Nodes of trees\n\nEvery node takes these clauses:\n\n")
	fieldTable(&b, jsonClauseFields)
	b.WriteString("\nand those with braces in the language these:\n\n")
	fieldTable(&b, jsonBlockFields)
	b.WriteString("\n## Comments and blank lines\n\nEvery object that is a line or a block in the language takes these:\n\n")
	fieldTable(&b, append(append([]jsonField{}, jsonCommentFields...), jsonEndField, jsonLinesField))
	b.WriteString("\n`comment_end` and `several_lines` only where the language has braces; `comment_end` also for the file as a whole.\n")
	return b.String()
}

func formReference(b *strings.Builder, f *jsonForm) {
	fmt.Fprintf(b, "\n### %s\n\n%s\n\n```krk\n%s\n```\n\n```json\n%s\n```\n\n", f.title, f.doc, strings.TrimSpace(f.krk), f.json)
	var own []jsonField
	if f.decl {
		own = append(own, f.all[0])
	}
	fieldTable(b, append(own, f.fields...))
}

func fieldTable(b *strings.Builder, fields []jsonField) {
	b.WriteString("| field | value | |\n|---|---|---|\n")
	for _, fd := range fields {
		need := ""
		if fd.need {
			need = "**needed.** "
		}
		fmt.Fprintf(b, "| `%s` | %s | %s%s |\n", fd.name, valueReference(&fd), need, fd.doc)
	}
}

// valueReference names a field's value in the reference.
func valueReference(fd *jsonField) string {
	var one string
	switch fd.is {
	case "flag":
		one = "true or false"
	case "count":
		one = "whole number"
	case "version":
		return fmt.Sprintf("`%d`", JSONVersion)
	case "choice":
		return "`\"" + strings.Join(fd.pick, "\"` or `\"") + "\"`"
	case "form":
		one = spaced(strings.Join(fd.forms, " or "))
		if len(fd.forms) > 1 && len(fd.forms) == len(declarationForms()) {
			one = "declaration"
		}
	default:
		one = spaced(strings.Join(append([]string{fd.is}, namedForms(fd.forms)...), " or "))
	}
	switch {
	case fd.line && fd.is == "flag":
		one += " or word line"
	case fd.line:
		one += " or line"
	}
	if fd.list {
		return "list: " + one
	}
	return one
}

// spaced returns a name of the tables as the reference writes it.
func spaced(name string) string { return strings.ReplaceAll(name, "_", " ") }

// jsonIntroduction stands above the tables of the reference.
const jsonIntroduction = `# The JSON form

<!-- Made from the table of package def by: go test ./internal/lang -run Schema -update -->

Every karakuri file has an equivalent JSON form, for tools that generate or read files. It holds the same model,
including comments: converting a file to JSON and back yields the same file in canonical layout.
[karakuri.schema.json](karakuri.schema.json) is its JSON Schema (draft 2020-12).

A file whose name ends in ` + "`.json`" + ` is read in this form: by every command, by ` + "`karakuri.Load`" + `, and by imports
from files of either form. To convert a file:

    karakuri fmt --json meal.krk > meal.json
    karakuri fmt meal.json > meal.krk

In Go, ` + "`lang.EncodeJSON` writes the form and `lang.DecodeJSON`" + ` reads it.

Expressions, effects, calls, types and parameter lists are strings in the syntax of the language. A mistake inside
such a string is reported at its place in the JSON file.

The encoder writes fields in the order of this page and omits empty ones. The decoder refuses unknown
fields, so a misspelt field is not lost silently. A file may have up to 4 MiB, a million values, and blocks nested as
deep as in the language.
`
