package lang

import (
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// The functions here return pieces of declarations on one line.

func paramsText(params []def.Param) string {
	if len(params) == 0 {
		return ""
	}
	list := make([]expr.Param, len(params))
	for i, v := range params {
		list[i] = expr.Param(v)
	}
	return "(" + expr.PrintParams(list) + ")"
}

func namesText(names []def.Name) string { return strings.Join(nameTexts(names), ", ") }

func nameTexts(names []def.Name) []string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = expr.NameText(n.Name)
	}
	return list
}

// callText returns a call, without parentheses if it has no arguments.
func callText(c *def.Call) string {
	return expr.Print(c.Ref())
}

func stepText(e *def.Expect, i int) string {
	bare := i < len(e.Bare) && e.Bare[i]
	r := e.Steps[i].Ref()
	r.Call = !bare
	return expr.Print(r)
}

func expectItems(e *def.Expect) []string {
	if e.None {
		return []string{"none"}
	}
	if len(e.Steps) == 0 {
		return []string{"{ }"}
	}
	items := make([]string, len(e.Steps))
	for i := range e.Steps {
		items[i] = stepText(e, i)
	}
	return items
}

func typeDeclText(d *def.TypeDecl) (text string, values []string) {
	text = "type " + expr.NameText(d.Name)
	if d.Enum {
		return text + " = {", nameTexts(d.Values)
	}
	if len(d.Parents) > 0 {
		text += " : " + namesText(d.Parents)
	}
	if d.Max > 0 {
		text += " max " + strconv.Itoa(d.Max)
	}
	return text, nil
}

func objectsText(d *def.Objects) string {
	return "objects " + namesText(d.Names) + ": " + expr.NameText(d.Type.Name)
}

func actionText(d *def.Action) string {
	return strings.Join(append([]string{declHead(d)}, clauseTexts(def.ActionTable.Head, d)...), " ")
}

// constPrefix returns a constant up to its value.
func constPrefix(d *def.Const) string {
	text := "const " + expr.NameText(d.Name)
	if d.Type != nil {
		text += ": " + expr.PrintType(*d.Type)
	}
	return text + " = "
}

// symbolName returns a symbol up to its type or value, colon or ":=" included.
func symbolName(s *def.Symbol) string {
	text := expr.NameText(s.Name) + paramsText(s.Params)
	if s.Derived != nil {
		return text + " := "
	}
	if s.Remembered {
		text = "remembered " + text
	}
	if s.Sensed {
		text = "sensed " + text
	}
	return text + ": "
}

// symbolType returns the type and what parts it from the default value.
func symbolType(s *def.Symbol) string {
	if s.Type == nil {
		return ""
	}
	text := expr.PrintType(*s.Type)
	if s.Default != nil {
		text += " = "
	}
	return text
}

// symbolValue returns the default value, or what a derived symbol is computed from.
func symbolValue(s *def.Symbol) expr.Node {
	if s.Derived != nil {
		return s.Derived
	}
	return s.Default
}

func symbolText(s *def.Symbol) string {
	return symbolName(s) + symbolType(s) + expr.Print(symbolValue(s))
}

// methodClauses returns the clauses between a method's name and its body.
func methodClauses(m *def.Method) []string { return clauseTexts(def.MethodTable.Head, m) }

func itemText(it *def.Item) string {
	if it.Block == nil {
		return callText(it.Call)
	}
	return blockWord(it.Block) + " " + bodyText(itemTexts(it.Block.Items))
}

func blockWord(b *def.Block) string {
	if b.Unordered {
		return "unordered"
	}
	return "ordered"
}

func itemTexts(items []*def.Item) []string {
	list := make([]string, len(items))
	for i, it := range items {
		list[i] = itemText(it)
	}
	return list
}

// bodyText returns statements in braces.
func bodyText(list []string) string {
	if len(list) == 0 {
		return "{ }"
	}
	return "{ " + strings.Join(list, "; ") + " }"
}
