package lang

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// EncodeJSON returns the JSON form of a file, ending in a line feed: the whole model with comments and blank lines, so
// that [DecodeJSON] restores it. Fields have the order of docs/json.md; empty ones are omitted. It fails for a file
// with syntax errors.
func EncodeJSON(f *def.File) ([]byte, error) {
	e := jsonEncoder{layout: layout{src: f.Src}}
	var o jsonFields
	o.must("karakuri", JSONVersion)
	o.put("keeps_layout", f.Src != nil)
	declarations := []any{}
	for _, d := range f.Decls {
		declarations = append(declarations, e.declaration(d))
	}
	o.must("declarations", declarations)
	o.put("comment_end", anys(f.End))
	if e.err != nil {
		return nil, e.err
	}
	return layoutJSON(o), nil
}

// jsonEncoder turns declarations into objects; err is the first part that has no JSON form. The formatter's layout
// knows which parts were on several lines in the text.
type jsonEncoder struct {
	layout layout
	err    error
}

func (e *jsonEncoder) declaration(decl def.Decl) jsonFields {
	s := def.StatementOf(decl)
	if s == nil {
		e.fail("a %T has no JSON form", decl)
		return nil
	}
	return e.statement(s, decl)
}

// byHand writes what the table does not say how to write: bodies.
func (e *jsonEncoder) byHand(o *jsonFields, c *def.Clause, of any) {
	field := c.JSONField()
	switch t := of.(type) {
	case *def.Init:
		o.must(field, e.effectLines(t.Effects))
	case *def.Method:
		o.must(field, e.items(t.Body.Items))
	case *def.Tree:
		if c.Of == &def.ServiceTable {
			o.put(field, e.services(t.Services))
		} else if t.Root != nil {
			o.must(field, e.node(t.Root))
		}
	case *def.Goal:
		e.ways(o, c, t)
	case *def.Way:
		o.must(field, e.steplist(t.Steps))
	case *def.Interrupt:
		if t.Step != nil {
			o.must(field, e.step(t.Step))
		}
	case *def.Agent:
		e.agentLine(o, c, t)
	case *def.Test:
		e.situation(o, c, t)
	}
}

// items returns the subtasks of a block.
func (e *jsonEncoder) items(items []*def.Item) []any {
	list := []any{}
	for _, item := range items {
		if item.Block == nil {
			list = append(list, e.line(e.call(item.Call), &item.Head))
			continue
		}
		kind := "ordered"
		if item.Block.Unordered {
			kind = "unordered"
		}
		var o jsonFields
		o.must(kind, e.items(item.Block.Items))
		e.head(&o, &item.Head)
		e.end(&o, &item.Head, item.Block.End)
		list = append(list, o)
	}
	return list
}

func (e *jsonEncoder) agentLine(o *jsonFields, c *def.Clause, d *def.Agent) {
	switch {
	case c.Word == "sense":
		o.put(c.Field, e.useLines(d.Senses))
	case c.Word == "memory":
		o.put(c.Field, e.useLines(d.Memories))
	case d.Tree != nil:
		o.must(c.Field, e.statement(&def.TreeLineTable, d.Tree))
	}
}

// situation writes a part of a test.
func (e *jsonEncoder) situation(o *jsonFields, c *def.Clause, d *def.Test) {
	switch {
	case c.Word == "given":
		o.put(c.Word, e.given(d.Given))
	case c.Word == "expect" && d.Runs() && d.Expect.At.Src == nil:
	case c.Word == "expect":
		o.must(c.Word, e.line(e.steps(&d.Expect), &d.Expect.Head))
	case d.Task != nil:
		o.must(c.Word, e.line(e.call(d.Task), &d.TaskHead))
	}
}

// effectLines returns the lines of an init.
func (e *jsonEncoder) effectLines(lines []*def.EffectLine) []any {
	list := []any{}
	for _, l := range lines {
		list = append(list, e.line(e.effects([]expr.Effect{l.Effect}), &l.Head))
	}
	return list
}

// given returns one line for each "given" of a test. Within one, only the first effect has comments above and only the
// last a comment behind it.
func (e *jsonEncoder) given(lines []*def.EffectLine) []any {
	list := []any{}
	for _, group := range givenGroups(lines) {
		effects := make([]expr.Effect, len(group))
		for i, l := range group {
			effects[i] = l.Effect
		}
		h := group[0].Head
		h.After = group[len(group)-1].After
		list = append(list, e.line(e.effects(effects), &h))
	}
	return list
}

// line returns the text of a line, as an object if the line has comments.
func (e *jsonEncoder) line(text string, h *def.Head) any {
	if len(h.Before) == 0 && h.After == "" && !h.Gap {
		return text
	}
	var o jsonFields
	o.must("text", text)
	e.head(&o, h)
	return o
}

func (e *jsonEncoder) head(o *jsonFields, h *def.Head) {
	o.put("comment", anys(h.Before))
	o.put("comment_after", h.After)
	o.put("blank_before", h.Gap)
}

// end writes the comments at the end of a body, and whether the body has lines of its own.
func (e *jsonEncoder) end(o *jsonFields, h *def.Head, comments []string) {
	o.put("comment_end", anys(comments))
	o.put("several_lines", e.layout.manyLines(h.At))
}

func (e *jsonEncoder) fail(format string, args ...any) {
	if e.err == nil {
		e.err = fmt.Errorf("encode JSON: "+format, args...)
	}
}

func nameList(names []def.Name) []any {
	list := []any{}
	for _, n := range names {
		list = append(list, n.Name)
	}
	return list
}
