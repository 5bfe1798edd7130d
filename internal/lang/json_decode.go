package lang

import (
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// DecodeJSON reads a file in its JSON form, the counterpart of [EncodeJSON]. Every mistake is reported at its place in
// the JSON text, those within an expression at their place in the string. After an error the file holds what
// could be read; it is never nil.
func DecodeJSON(src *diag.Source) (*def.File, diag.List) {
	var ds diag.List
	file := &def.File{Name: src.Name}
	if v, whole := readJSON(src, &ds); v.kind != jsonBad {
		(&shapeCheck{whole, &ds}).form(v, formsByName["file"])
		d := &jsonDecoder{whole, &ds}
		for _, decl := range v.get("declarations").list() {
			if decl := d.declaration(decl); decl != nil {
				file.Decls = append(file.Decls, decl)
			}
		}
		file.End = d.lines(v.get("comment_end"))
		file.Allows = d.allows(v)
		if v.get("keeps_layout").isTrue() {
			file.Src = src // the formatter then looks at the places of bodies; see head
		}
	}
	ds.Sort()
	return file, ds
}

// jsonDecoder turns JSON values into declarations. It skips values of the wrong shape, which shapeCheck has reported;
// only mistakes within strings remain to be found.
type jsonDecoder struct {
	whole bool // as in shapeCheck
	ds    *diag.List
}

// list returns the values of a list, nothing for anything else.
func (v *jsonValue) list() []*jsonValue {
	if v == nil {
		return nil
	}
	return v.items
}

// isString reports whether there is a value and it is a string.
func (v *jsonValue) isString() bool { return v != nil && v.kind == jsonString }

// isTrue reports whether there is a value and it is true.
func (v *jsonValue) isTrue() bool { return v != nil && v.truth }

// string returns the content of a string, nothing for anything else.
func (v *jsonValue) string() string {
	if !v.isString() {
		return ""
	}
	return v.text
}

// path returns the name of a file.
func (d *jsonDecoder) path(v *jsonValue) string {
	if v.isString() && v.text == "" {
		d.ds.Errorf(diag.ImportPath, v.at, "the path is empty")
	}
	return v.string()
}

func (d *jsonDecoder) declaration(v *jsonValue) def.Decl {
	kind := v.get("kind").string()
	for _, s := range def.Statements() {
		if s.Decl && s.JSONKind() == kind {
			return d.statement(s, v)
		}
	}
	return nil
}

// byHand reads what the table does not say how to read: bodies.
func (d *jsonDecoder) byHand(decl def.Decl, v *jsonValue) {
	switch t := decl.(type) {
	case *def.Init:
		t.Effects = d.effectLines(v.get("effects"))
	case *def.Symbol:
		d.storedOrDerived(v)
	case *def.Method:
		t.Body.At, t.Body.Items = v.at, d.items(v.get("do"))
	case *def.Tree:
		t.Services = d.services(v.get("services"))
		if root := v.get("root"); root != nil {
			t.Root = d.node(root)
		}
	case *def.Goal:
		d.ways(t, v.get("do"), v.get("ways"))
	case *def.Way:
		t.Steps = d.steplist(v.get("do"))
	case *def.Interrupt:
		if do := v.get("do"); do != nil {
			t.Step = d.step(do)
		}
	case *def.Agent:
		t.Tree, t.Senses, t.Memories = d.treeLine(v.get("tree")), d.useLines(v.get("senses")), d.useLines(v.get("memories"))
	case *def.Test:
		d.situation(t, v)
	case *def.TestCheck:
		d.oneCheck(t, v)
	}
}

// storedOrDerived reports a symbol that has both a type and a derived value, or neither.
func (d *jsonDecoder) storedOrDerived(v *jsonValue) {
	derived := v.get("derived")
	if v.kind == jsonObject && d.whole && derived == nil && v.get("type") == nil {
		d.ds.Errorf(diag.JSONMissing, v.opening(), `a symbol needs the field "type"`).Hint = `or "derived", if it is computed from others`
	}
	for _, m := range v.members {
		if m.name == "remembered" && m.value.isTrue() && v.get("sensed").isTrue() {
			d.ds.Errorf(diag.JSONConflict, m.at, "a symbol is sensed or remembered, not both").Hint = "remembered: the engine writes it from memory; sensed: the host writes it"
		}
		if derived != nil && contains(jsonStoredFields, m.name) {
			f := d.ds.Errorf(diag.JSONConflict, m.at, "a derived symbol has no %s", m.name)
			f.Hint = "it is computed from others"
			f.Related = append(f.Related, diag.Related{Span: derived.at, Message: "derived here"})
		}
	}
}

// jsonStoredFields are those that only stored symbols have.
var jsonStoredFields = []string{"type", "default", "sensed", "remembered"}

// items reads a list of subtasks: strings, strings with comments, and blocks.
func (d *jsonDecoder) items(list *jsonValue) []*def.Item {
	var items []*def.Item
	for _, v := range list.list() {
		item := &def.Item{}
		switch {
		case v.get("unordered") != nil:
			item.Head, item.Block = d.head(v, ""), d.block(v, "unordered")
		case v.get("ordered") != nil:
			item.Head, item.Block = d.head(v, ""), d.block(v, "ordered")
		default:
			var text *jsonValue
			text, item.Head = d.line(v)
			item.Call = d.call(text)
		}
		if item.Call != nil || item.Block != nil {
			items = append(items, item)
		}
	}
	return items
}

func (d *jsonDecoder) block(v *jsonValue, kind string) *def.Block {
	return &def.Block{At: v.at, Unordered: kind == "unordered", Items: d.items(v.get(kind)), End: d.lines(v.get("comment_end"))}
}

// situation reads the situation of a test, and its expectations.
func (d *jsonDecoder) situation(t *def.Test, v *jsonValue) {
	t.Given = d.effectLines(v.get("given"))
	var text *jsonValue
	text, t.TaskHead = d.line(v.get("task"))
	t.Task = d.call(text)
	if v.get("expect") == nil {
		if v.kind == jsonObject && d.whole && len(t.Checks) == 0 {
			d.ds.Errorf(diag.JSONMissing, v.opening(), `a test needs the field "expect"`).Hint = `or "checks", if agents live in it`
		}
		return
	}
	text, head := d.line(v.get("expect"))
	t.Expect = d.steps(text)
	t.Expect.Head = head
}

// oneCheck reports a test expectation that does not have exactly one part.
func (d *jsonDecoder) oneCheck(k *def.TestCheck, v *jsonValue) {
	said := 0
	list := def.TestCheckTable.Head
	for i := range list {
		if word := list[i].Word; list[i].Has(k) && word != "over" && word != "within" {
			said++
		}
	}
	switch {
	case v.kind != jsonObject || !d.whole:
	case said != 1:
		d.ds.Errorf(diag.JSONConflict, v.opening(), "%d things are expected here; one must be", said).Hint = "one of " + wordList(append([]string{"starts"}, def.Words(list)[:6]...))
	case k.Over.Name != "" && k.Wants.Name == "":
		d.ds.Errorf(diag.JSONConflict, v.opening(), "over belongs to wants")
	case k.Starts != nil && k.Within == nil:
		d.ds.Errorf(diag.JSONMissing, v.opening(), `an expected action needs the field "within"`)
	}
}

// effectLines reads lines of an init or of a test's given. Several effects in one string belong to one given, and share
// the comments.
func (d *jsonDecoder) effectLines(list *jsonValue) []*def.EffectLine {
	var lines []*def.EffectLine
	for _, v := range list.list() {
		text, head := d.line(v)
		effects := d.effects(text)
		for i, e := range effects {
			l := &def.EffectLine{Head: def.Head{At: e.Span()}, Effect: e}
			if i == 0 {
				l.NameAt, l.Before, l.Gap = head.At, head.Before, head.Gap
			}
			if i == len(effects)-1 {
				l.After = head.After
			}
			lines = append(lines, l)
		}
	}
	return lines
}

// head reads the place of an object, that of its name, and its comments.
func (d *jsonDecoder) head(v *jsonValue, name string) def.Head {
	h := def.Head{At: v.opening(), Before: d.lines(v.get("comment")), Gap: v.get("blank_before").isTrue()}
	if n := v.get(name); n.isString() {
		h.NameAt = n.inner()
	}
	if after := v.get("comment_after"); after != nil {
		h.After = d.comment(after)
	}
	if v.get("several_lines").isTrue() {
		h.At = v.broken()
	}
	return h
}

// broken returns the place of an object as that of a text with a line break, which makes the formatter keep the
// body on several lines. The breaks of the JSON text itself mean nothing.
func (v *jsonValue) broken() diag.Span {
	text, start := "{\n}", v.at.Start
	src := v.at.Src.Excerpt(start, text, []int32{start, start + 1, v.at.End - 1, v.at.End})
	return diag.Span{Src: src, End: int32(len(text))}
}

// line returns the string of a line, and its place and comments.
func (d *jsonDecoder) line(v *jsonValue) (*jsonValue, def.Head) {
	switch {
	case v == nil:
		return nil, def.Head{}
	case v.kind == jsonObject:
		return v.get("text"), d.head(v, "")
	}
	return v, def.Head{At: v.at}
}

// lines reads a list of comment lines.
func (d *jsonDecoder) lines(list *jsonValue) []string {
	var lines []string
	for _, v := range list.list() {
		lines = append(lines, d.comment(v))
	}
	return lines
}

// title returns the name of a method or test: any text but none.
func (d *jsonDecoder) title(v *jsonValue) string {
	if v.isString() && v.text == "" {
		d.ds.Errorf(diag.JSONText, v.at, "the name must not be empty")
	}
	return v.string()
}

// comment returns a string that must be one line.
func (d *jsonDecoder) comment(v *jsonValue) string {
	text := v.string()
	if text == blankLine {
		return text
	}
	if strings.ContainsAny(text, "\n\r") {
		d.ds.Errorf(diag.JSONText, v.at, "a comment must be on one line").Hint = "give each line a string of its own"
		return strings.Join(strings.Fields(text), " ")
	}
	return strings.TrimRight(text, " \t")
}

// inner returns the place of a string without its quotes.
func (v *jsonValue) inner() diag.Span {
	return diag.Span{Src: v.at.Src, Start: v.at.Start + 1, End: v.at.End - 1}
}

// count returns a whole number.
func (v *jsonValue) count() int {
	if v == nil || v.kind != jsonNumber {
		return 0
	}
	n, err := strconv.Atoi(v.text)
	if err != nil {
		return 0
	}
	return n
}
