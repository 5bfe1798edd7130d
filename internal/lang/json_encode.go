package lang

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// EncodeJSON returns the JSON form of a file, ending in a line feed: the whole model with comments and blank
// lines, so that [DecodeJSON] gives it back. Fields come in the order of docs/json.md and those that say nothing
// are left out. It fails for a file that has syntax errors.
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

// jsonEncoder turns declarations into objects; err is the first thing that has no JSON form. What stood on several
// lines in the text the formatter's layout knows.
type jsonEncoder struct {
	layout layout
	err    error
}

func (e *jsonEncoder) declaration(decl def.Decl) jsonFields {
	var o jsonFields
	switch d := decl.(type) {
	case *def.Import:
		o.must("kind", "import")
		o.must("path", d.Path)
	case *def.TypeDecl:
		e.typeDecl(&o, d)
	case *def.Objects:
		o.must("kind", "objects")
		e.objects(&o, d)
	case *def.Const:
		o.must("kind", "const")
		o.must("name", d.Name)
		o.put("type", e.typeName(d.Type))
		o.must("value", e.expr(d.Value))
	case *def.State:
		e.state(&o, d)
	case *def.Init:
		o.must("kind", "init")
		o.must("effects", e.effectLines(d.Effects))
	case *def.Function:
		o.must("kind", "function")
		o.must("name", d.Name)
		o.put("parameters", e.params(d.Params))
		o.must("result", e.typeName(&d.Result))
	case *def.Action:
		e.action(&o, d)
	case *def.Operator:
		e.operator(&o, d)
	case *def.Task:
		e.task(&o, d)
	case *def.Tree:
		e.tree(&o, d)
	case *def.Goal:
		e.goal(&o, d)
	case *def.Brain:
		e.brain(&o, d)
	case *def.Personality:
		e.personality(&o, d)
	case *def.Sense:
		e.senseOrMemory(&o, "sense", d.Name, d.Kind, d.Clauses)
	case *def.Memory:
		e.senseOrMemory(&o, "memory", d.Name, d.Kind, d.Clauses)
	case *def.Squad:
		e.squad(&o, d)
	case *def.Agent:
		e.agent(&o, d)
	case *def.Test:
		e.test(&o, d)
	default:
		e.fail("a %T has no JSON form", decl)
		return nil
	}
	e.head(&o, decl.Header())
	e.endDecl(&o, decl)
	return o
}

func (e *jsonEncoder) typeDecl(o *jsonFields, d *def.TypeDecl) {
	if d.Enum {
		o.must("kind", "enum")
		o.must("name", d.Name)
		o.must("values", nameList(d.Values))
		return
	}
	o.must("kind", "type")
	o.must("name", d.Name)
	o.put("is", nameList(d.Parents))
	o.put("max", d.Max)
}

func (e *jsonEncoder) objects(o *jsonFields, d *def.Objects) {
	o.must("names", nameList(d.Names))
	o.must("type", d.Type.Name)
}

func (e *jsonEncoder) state(o *jsonFields, d *def.State) {
	o.must("kind", "state")
	o.must("scope", d.Scope)
	symbols := []any{}
	for _, s := range d.Symbols {
		var so jsonFields
		so.must("name", s.Name)
		so.put("parameters", e.params(s.Params))
		so.put("type", e.typeName(s.Type))
		so.put("default", e.expr(s.Default))
		so.put("sensed", s.Sensed)
		so.put("remembered", s.Remembered)
		so.put("derived", e.expr(s.Derived))
		e.head(&so, &s.Head)
		symbols = append(symbols, so)
	}
	o.must("symbols", symbols)
}

func (e *jsonEncoder) task(o *jsonFields, d *def.Task) {
	o.must("kind", "task")
	o.must("name", d.Name)
	o.put("parameters", e.params(d.Params))
	methods := []any{}
	for _, m := range d.Methods {
		var mo jsonFields
		e.clauses(&mo, def.MethodTable.Head, m)
		mo.must("do", e.items(m.Body.Items))
		e.head(&mo, &m.Head)
		e.end(&mo, &m.Head, m.Body.End)
		methods = append(methods, mo)
	}
	o.must("methods", methods)
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

func (e *jsonEncoder) agent(o *jsonFields, d *def.Agent) {
	o.must("kind", "agent")
	o.must("name", d.Name)
	e.clauses(o, def.AgentTable.Body, d)
}

// agentLines returns the lines of an agent that a clause stands for.
func (e *jsonEncoder) agentLines(c *def.Clause, d *def.Agent) []any {
	switch c.Word {
	case "plan":
		return e.planLines(d.Plans)
	case "reaction":
		return statementList(e, def.ReactionTable.Head, d.Reactions)
	case "layer":
		return statementList(e, def.LayerTable.Head, d.Layers)
	case "sense":
		return e.useLines(d.Senses)
	}
	return e.useLines(d.Memories)
}

func (e *jsonEncoder) planLines(list []*def.PlanLine) []any {
	return statementList(e, def.PlanTable.Head, list)
}

func (e *jsonEncoder) test(o *jsonFields, d *def.Test) {
	o.must("kind", "test")
	o.must("name", d.Name)
	objects := []any{}
	for _, t := range d.Objects {
		var to jsonFields
		e.objects(&to, t)
		e.head(&to, &t.Head)
		objects = append(objects, to)
	}
	o.put("objects", objects)
	o.put("given", e.given(d.Given))
	if d.Task != nil {
		o.must("task", e.line(e.call(d.Task), &d.TaskHead))
	}
	o.must("expect", e.line(e.steps(&d.Expect), &d.Expect.Head))
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

// line returns the text of a line, as an object where the line has comments.
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

// endDecl writes the end of a declaration that has a body.
func (e *jsonEncoder) endDecl(o *jsonFields, decl def.Decl) {
	switch d := decl.(type) {
	case *def.State:
		e.end(o, &d.Head, d.End)
	case *def.Init:
		e.end(o, &d.Head, d.End)
	case *def.Operator:
		e.end(o, &d.Head, d.End)
	case *def.Task:
		e.end(o, &d.Head, d.End)
	case *def.Tree:
		e.end(o, &d.Head, d.End)
	case *def.Goal:
		e.end(o, &d.Head, d.End)
	case *def.Brain:
		e.end(o, &d.Head, d.End)
	case *def.Personality:
		e.end(o, &d.Head, d.End)
	case *def.Sense:
		e.end(o, &d.Head, d.End)
	case *def.Memory:
		e.end(o, &d.Head, d.End)
	case *def.Squad:
		e.end(o, &d.Head, d.End)
	case *def.Agent:
		e.end(o, &d.Head, d.End)
	case *def.Test:
		e.end(o, &d.Head, d.End)
	}
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
