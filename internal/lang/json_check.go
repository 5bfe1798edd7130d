package lang

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// shapeCheck compares JSON with the tables of json_forms.go: unknown, missing and doubled fields, wrong kinds of
// values. The contents of strings are checked when they are parsed.
type shapeCheck struct {
	whole bool // nothing is missing because of a fault in the JSON itself
	ds    *diag.List
}

// form checks an object against one form.
func (c *shapeCheck) form(v *jsonValue, f *jsonForm) {
	if !c.kind(v, jsonObject, "an object {...}: "+strings.ToLower(f.title)) {
		return
	}
	first := make(map[string]diag.Span, len(f.all))
	for _, m := range v.members {
		fd, known := f.field(m.name)
		if !known {
			c.unknown(m, f)
			continue
		}
		if at, twice := first[m.name]; twice {
			d := c.ds.Errorf(diag.JSONTwice, m.at, "field %q is given twice", m.name)
			d.Related = append(d.Related, diag.Related{Span: at, Message: "first given here"})
			continue
		}
		first[m.name] = m.at
		c.field(m.value, &fd)
	}
	for _, fd := range f.all {
		if fd.need && c.whole && v.get(fd.name) == nil && !c.misspelt(v, f, fd.name) {
			d := c.ds.Errorf(diag.JSONMissing, v.opening(), "%s needs the field %q", article(f.title), fd.name)
			d.Hint = strings.ToLower(fd.doc[:1]) + strings.TrimSuffix(fd.doc[1:], ".")
		}
	}
}

// unknown reports a field that the form does not have.
func (c *shapeCheck) unknown(m jsonMember, f *jsonForm) {
	var names []string
	for _, fd := range f.all {
		names = append(names, fd.name)
	}
	d := c.ds.Errorf(diag.JSONField, m.at, "%s has no field %q", article(f.title), m.name)
	if near := expr.Suggest(m.name, names); near != "" {
		d.Hint = fmt.Sprintf("did you mean %q?", near)
	} else {
		d.Hint = "it has " + strings.Join(names, ", ")
	}
}

// misspelt reports whether an unknown field of v is probably meant to be the one of that name, so that its
// absence needs no finding of its own.
func (c *shapeCheck) misspelt(v *jsonValue, f *jsonForm, name string) bool {
	return slices.ContainsFunc(v.members, func(m jsonMember) bool {
		_, known := f.field(m.name)
		return !known && expr.Suggest(m.name, []string{name}) == name
	})
}

// field checks a field's value.
func (c *shapeCheck) field(v *jsonValue, fd *jsonField) {
	if !fd.list {
		c.one(v, fd)
		return
	}
	if c.kind(v, jsonArray, "a list [...] of "+plural(fd)) {
		for _, item := range v.items {
			c.one(item, fd)
		}
		if fd.some && len(v.items) == 0 && c.whole {
			c.ds.Errorf(diag.JSONMissing, v.opening(), "the list %q needs at least one of %s", fd.name, plural(fd))
		}
	}
}

// one checks a value that is not a list.
func (c *shapeCheck) one(v *jsonValue, fd *jsonField) {
	switch fd.is {
	case "form":
		c.oneOf(v, fd)
	case "flag":
		if fd.line && v.kind == jsonObject {
			c.form(v, formsByName["word_line"])
			return
		}
		c.kind(v, jsonBool, "true or false")
	case "count", "version":
		c.number(v, fd)
	case "choice":
		c.choice(v, fd.pick)
	default:
		c.str(v, fd)
	}
}

// oneOf checks an object that is of the only form, or of the one that its field kind names.
func (c *shapeCheck) oneOf(v *jsonValue, fd *jsonField) {
	if f := formOf(v, fd.forms); f != nil {
		c.form(v, f)
		return
	}
	if !c.kind(v, jsonObject, "an object {...} that declares something") {
		return
	}
	kind := v.get("kind")
	switch {
	case kind == nil && c.whole:
		d := c.ds.Errorf(diag.JSONMissing, v.opening(), `a declaration needs the field "kind"`)
		d.Hint = "one of " + strings.Join(fd.forms, ", ")
	case kind != nil && c.choice(kind, fd.forms):
		c.form(v, formsByName[kind.text])
	}
}

// formOf returns the one of several forms that an object has: the first whose distinguishing field it has, and that its
// node names. Nil if neither decides.
func formOf(v *jsonValue, names []string) *jsonForm {
	for _, name := range names {
		f := formsByName[name]
		if f.by != "" && v.get(f.by) == nil || f.decl || f.name == "line" {
			continue
		}
		fd, _ := f.field("node")
		if !f.node || slices.Contains(fd.pick, v.get("node").string()) {
			if f.by != "" || f.node || name == names[len(names)-1] {
				return f
			}
		}
	}
	return nil
}

// jsonNodeWords returns what nodes are called.
func jsonNodeWords() []string {
	var words []string
	for _, name := range jsonNodeForms {
		fd, _ := formsByName[name].field("node")
		for _, word := range fd.pick {
			if !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
	}
	return words
}

// str checks a string; if the field allows, it may be an object instead.
func (c *shapeCheck) str(v *jsonValue, fd *jsonField) {
	if v.kind == jsonObject && (fd.line || len(fd.forms) > 0) {
		if f := formOf(v, fd.forms); f != nil {
			c.form(v, f)
		} else if node := v.get("node"); node != nil && slices.Contains(fd.forms, "node_call") {
			c.choice(node, jsonNodeWords())
		} else {
			c.form(v, formsByName["line"])
		}
		return
	}
	if !c.kind(v, jsonString, "a string") && fd.is != "text" && fd.is != "name" {
		if v.kind == jsonNumber || v.kind == jsonBool {
			c.ds.All[len(c.ds.All)-1].Hint = fmt.Sprintf("write it in quotes: %q", v.at.Text())
		}
	}
}

func (c *shapeCheck) number(v *jsonValue, fd *jsonField) {
	if !c.kind(v, jsonNumber, "a number") {
		return
	}
	n, err := strconv.ParseInt(v.text, 10, 32)
	switch {
	case fd.is == "version" && (err != nil || n != JSONVersion):
		c.ds.Errorf(diag.JSONVersion, v.at, "unknown version %s of the format", v.text).Hint = fmt.Sprintf("this program reads version %d", JSONVersion)
	case err != nil || n < 0:
		c.ds.Errorf(diag.JSONType, v.at, "%s is not a whole number of at least 0", v.text)
	}
}

func (c *shapeCheck) choice(v *jsonValue, pick []string) bool {
	if !c.kind(v, jsonString, "a string") {
		return false
	}
	if slices.Contains(pick, v.text) {
		return true
	}
	d := c.ds.Errorf(diag.JSONChoice, v.at, "%q is not one of %s", v.text, strings.Join(pick, ", "))
	if near := expr.Suggest(v.text, pick); near != "" {
		d.Hint = fmt.Sprintf("did you mean %q?", near)
	}
	return false
}

// kind reports whether v is of a kind, and the finding when it is not.
func (c *shapeCheck) kind(v *jsonValue, want jsonKind, what string) bool {
	if v.kind != want && v.kind != jsonBad {
		c.ds.Errorf(diag.JSONType, v.opening(), "expected %s, found %s", what, v.kind)
	}
	return v.kind == want
}

// opening returns the place to point at: of a list or object the bracket alone.
func (v *jsonValue) opening() diag.Span {
	at := v.at
	if v.kind == jsonArray || v.kind == jsonObject {
		at.End = at.Start + 1
	}
	return at
}

// article puts "a" or "an" before a form's title.
func article(title string) string {
	title = strings.ToLower(title)
	switch {
	case strings.HasPrefix(title, "a "), strings.HasSuffix(title, "s"), strings.Contains(title, "s of "):
		return title
	}
	return diag.WithArticle(title)
}

// plural names what a list field holds.
func plural(fd *jsonField) string {
	switch fd.is {
	case "form":
		return "objects {...}"
	case "text", "name", "effects", "call", "tree_call", "call_in_tree":
		return "strings"
	}
	return fd.is
}
