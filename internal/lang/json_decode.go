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
		if v.get("keeps_layout").isTrue() {
			file.Src = src // the formatter then looks at the places of bodies; see head
		}
	}
	ds.Sort()
	return file, ds
}

// jsonDecoder turns JSON values into declarations. What has the wrong shape has been reported by shapeCheck and is
// passed over here; what remains to be found are mistakes within strings.
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

func (d *jsonDecoder) importDecl(v *jsonValue) *def.Import {
	path := v.get("path")
	if path.isString() && path.text == "" {
		d.ds.Errorf(diag.ImportPath, path.at, "the path is empty")
	}
	return &def.Import{Head: d.head(v, "path"), Path: path.string()}
}

func (d *jsonDecoder) declaration(v *jsonValue) def.Decl {
	switch v.get("kind").string() {
	case "import":
		return d.importDecl(v)
	case "enum":
		return &def.TypeDecl{Head: d.head(v, "name"), Name: d.name(v.get("name")).Name, Enum: true, Values: d.names(v.get("values"))}
	case "type":
		return &def.TypeDecl{Head: d.head(v, "name"), Name: d.name(v.get("name")).Name, Parents: d.names(v.get("is")), Max: v.get("max").count()}
	case "objects":
		return d.objects(v)
	case "const":
		return &def.Const{Head: d.head(v, "name"), Name: d.name(v.get("name")).Name, Type: d.typeName(v.get("type")), Value: d.expr(v.get("value"))}
	case "state":
		return d.state(v)
	case "init":
		return &def.Init{Head: d.head(v, ""), Effects: d.effectLines(v.get("effects")), End: d.lines(v.get("comment_end"))}
	case "function":
		return d.function(v)
	case "action":
		return d.action(v)
	case "operator":
		return d.operator(v)
	case "task":
		return d.task(v)
	case "tree":
		return d.tree(v)
	case "goal":
		return d.goal(v)
	case "brain":
		return d.brain(v)
	case "personality":
		return d.personality(v)
	case "sense":
		return d.sense(v)
	case "memory":
		return d.memory(v)
	case "squad":
		return d.squad(v)
	case "agent":
		return d.agent(v)
	case "test":
		return d.test(v)
	}
	return nil
}

func (d *jsonDecoder) objects(v *jsonValue) *def.Objects {
	return &def.Objects{Head: d.head(v, ""), Names: d.names(v.get("names")), Type: d.name(v.get("type"))}
}

func (d *jsonDecoder) state(v *jsonValue) def.Decl {
	s := &def.State{Head: d.head(v, ""), Scope: v.get("scope").string(), End: d.lines(v.get("comment_end"))}
	for _, sv := range v.get("symbols").list() {
		sym := &def.Symbol{Head: d.head(sv, "name"), Name: d.name(sv.get("name")).Name, Params: d.params(sv.get("parameters"), false)}
		sym.Type, sym.Default, sym.Derived = d.typeName(sv.get("type")), d.expr(sv.get("default")), d.expr(sv.get("derived"))
		sym.Sensed, sym.Remembered = sv.get("sensed").isTrue(), sv.get("remembered").isTrue()
		d.storedOrDerived(sv)
		s.Symbols = append(s.Symbols, sym)
	}
	return s
}

// storedOrDerived reports a symbol that says both what it is and what it is worked out from, or neither.
func (d *jsonDecoder) storedOrDerived(v *jsonValue) {
	derived := v.get("derived")
	if v.kind == jsonObject && d.whole && derived == nil && v.get("type") == nil {
		d.ds.Errorf(diag.JSONMissing, v.opening(), `a symbol lacks the field "type"`).Hint = `or "derived", if it is worked out from others`
	}
	for _, m := range v.members {
		if m.name == "remembered" && m.value.isTrue() && v.get("sensed").isTrue() {
			d.ds.Errorf(diag.JSONConflict, m.at, "a symbol is sensed or remembered, not both").Hint = "remembered: the engine writes it from memory; sensed: the host writes it"
		}
		if derived != nil && contains(jsonStoredFields, m.name) {
			f := d.ds.Errorf(diag.JSONConflict, m.at, "a derived symbol has no %s", m.name)
			f.Hint = "it is worked out from others"
			f.Related = append(f.Related, diag.Related{Span: derived.at, Message: "derived here"})
		}
	}
}

// jsonStoredFields are those that only stored symbols have.
var jsonStoredFields = []string{"type", "default", "sensed", "remembered"}

func (d *jsonDecoder) function(v *jsonValue) def.Decl {
	f := &def.Function{Head: d.head(v, "name"), Name: d.name(v.get("name")).Name, Params: d.params(v.get("parameters"), false)}
	if t := d.typeName(v.get("result")); t != nil {
		f.Result = *t
	}
	return f
}

func (d *jsonDecoder) task(v *jsonValue) def.Decl {
	t := &def.Task{Head: d.head(v, "name"), Name: d.name(v.get("name")).Name, Params: d.params(v.get("parameters"), false), End: d.lines(v.get("comment_end"))}
	for _, mv := range v.get("methods").list() {
		m := &def.Method{Head: d.head(mv, "name")}
		d.clauses(def.MethodTable.Head, mv, m)
		m.Body = def.Block{At: mv.at, Items: d.items(mv.get("do")), End: d.lines(mv.get("comment_end"))}
		t.Methods = append(t.Methods, m)
	}
	return t
}

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

func (d *jsonDecoder) agent(v *jsonValue) def.Decl {
	a := &def.Agent{Head: d.head(v, "name"), Name: d.name(v.get("name")).Name, End: d.lines(v.get("comment_end"))}
	d.clauses(def.AgentTable.Body, v, a)
	a.Plans, a.Tree = d.planLines(v.get("plans")), d.treeLine(v.get("tree"))
	a.Reactions, a.Layers = d.reactions(v.get("reactions")), d.layers(v.get("layers"))
	a.Senses, a.Memories = d.useLines(v.get("senses")), d.useLines(v.get("memories"))
	return a
}

func (d *jsonDecoder) planLines(list *jsonValue) []*def.PlanLine {
	var lines []*def.PlanLine
	for _, v := range list.list() {
		l := &def.PlanLine{Head: d.head(v, "")}
		if d.clauses(def.PlanTable.Head, v, l); l.Task.At.Src != nil {
			lines = append(lines, l)
		}
	}
	return lines
}

func (d *jsonDecoder) test(v *jsonValue) def.Decl {
	t := &def.Test{Head: d.head(v, "name"), Name: d.title(v.get("name")), End: d.lines(v.get("comment_end"))}
	for _, ov := range v.get("objects").list() {
		t.Objects = append(t.Objects, d.objects(ov))
	}
	t.Given = d.effectLines(v.get("given"))
	var text *jsonValue
	text, t.TaskHead = d.line(v.get("task"))
	t.Task = d.call(text)
	text, head := d.line(v.get("expect"))
	t.Expect = d.steps(text)
	t.Expect.Head = head
	return t
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

// broken returns the place of an object as that of a text with a line break, which tells the formatter to keep the
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
		d.ds.Errorf(diag.JSONText, v.at, "a comment must be one line").Hint = "give each line a string of its own"
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
