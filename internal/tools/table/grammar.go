package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// grammarFile is the TextMate grammar of the extension for Visual Studio Code.
const grammarFile = "editors/vscode/karakuri.tmLanguage.json"

// textMate is a grammar as TextMate, Visual Studio Code and others read it.
type textMate struct {
	Comment   string `json:"comment"`
	Name      string `json:"name"`
	ScopeName string `json:"scopeName"`
	Patterns  []rule `json:"patterns"`
}

// rule colours what a regular expression matches. Of several that match at a place, the first wins.
type rule struct {
	Name     string             `json:"name,omitempty"`
	Match    string             `json:"match"`
	Captures map[string]capture `json:"captures,omitempty"`
}

// capture colours a group of a match.
type capture struct {
	Name     string `json:"name,omitempty"`
	Patterns []rule `json:"patterns,omitempty"`
}

// name matches a name of the language.
const name = `[\p{L}_][\p{L}\p{Nd}\p{Mn}\p{Mc}_]*`

// grammar returns the TextMate grammar. It knows words, not the grammar of the language: the language server reports
// mistakes, and colours names by their meaning.
func grammar() []byte {
	declarations, types, words := fieldsOf(def.Declarations()), fieldsOf(def.Types()), fieldsOf(otherWords())
	var named, unnamed []string
	for _, o := range def.Declarations() {
		if next := strings.Fields(o.Form)[1]; slices.Contains(declarations, next) || strings.ContainsAny(next, `"{`) {
			unnamed = append(unnamed, o.Word)
		} else {
			named = append(named, o.Word)
		}
	}
	constants := []string{"false", "none", "true"}
	words = slices.DeleteFunc(append(words, declarations...), func(w string) bool { return slices.Contains(constants, w) })
	g := textMate{
		Comment:   "Generated from the table of package def by: go run ./internal/tools/table. Do not edit.",
		Name:      "Karakuri",
		ScopeName: "source.karakuri",
		Patterns: []rule{
			{Name: "comment.line.double-slash.karakuri", Match: `//[^\n]*`},
			{Name: "string.quoted.double.karakuri", Match: `"(?:[^"\\\n]|\\[^\n])*"?`, Captures: map[string]capture{
				"0": {Patterns: []rule{{Name: "constant.character.escape.karakuri", Match: `\\.`}}},
			}},
			{Name: "variable.other.karakuri", Match: "`[^`\\n]*`?"},
			{Match: `([0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)(` + name + `)?`, Captures: groups("constant.numeric.karakuri", "keyword.other.unit.karakuri")},
			{Match: `^` + wordsOf(named) + `[ \t]+(` + name + `)`, Captures: groups("keyword.declaration.karakuri", "entity.name.type.karakuri")},
			{Match: `^` + wordsOf(unnamed), Captures: groups("keyword.declaration.karakuri", "")},
			{Match: wordsOf(types), Captures: groups("support.type.karakuri", "")},
			{Match: wordsOf(constants), Captures: groups("constant.language.karakuri", "")},
			{Match: wordsOf(words), Captures: groups("keyword.control.karakuri", "")},
			{Match: `(` + name + `)(\()`, Captures: groups("entity.name.function.karakuri", "punctuation.karakuri")},
			{Name: "variable.other.karakuri", Match: name},
			{Name: "keyword.operator.karakuri", Match: `:=|==|!=|<=|>=|\+=|-=|&&|\|\||\.\.|[-+*/%^<>=!|&]`},
			{Name: "punctuation.karakuri", Match: `[(){}\[\],;:.]`},
		},
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(g); err != nil {
		panic(err) // it holds nothing but texts
	}
	return b.Bytes()
}

// groups names the first group of a match, and the second if it has one.
func groups(first, second string) map[string]capture {
	all := map[string]capture{"1": {Name: first}}
	if second != "" {
		all["2"] = capture{Name: second}
	}
	return all
}

// wordsOf returns an expression that matches one of some words as its first group.
func wordsOf(list []string) string {
	list = slices.Clone(list)
	slices.Sort(list)
	return `\b(` + strings.Join(slices.Compact(list), "|") + `)\b`
}
