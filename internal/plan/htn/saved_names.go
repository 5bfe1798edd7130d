package htn

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// Names holds the names and parameters of a domain's tasks, methods and operators at the time of saving, with which
// saved plans can be read in a changed domain. Immutable.
type Names struct {
	schema    *world.Schema
	operators []savedCallee
	tasks     []savedCallee
	shape     *Domain // of names that were read: what saved plans are read with
}

type savedCallee struct {
	name    string
	params  []def.Slot    // their types alone
	methods []savedMethod // tasks
}

type savedMethod struct {
	name  string
	each  []def.Slot
	items []savedItem // by ordinal
}

type savedItem struct {
	task bool // else an operator
	id   int32
}

// NewNames returns empty names, to be read; schema is that at the time of saving.
func NewNames(schema *world.Schema) *Names { return &Names{schema: schema} }

// Names returns the names of the domain.
func (d *Domain) Names() *Names {
	n := NewNames(d.Info.Schema)
	for _, o := range d.Info.Operators {
		n.operators = append(n.operators, savedCallee{name: o.Name, params: o.Params})
	}
	for i, t := range d.Info.Tasks {
		was := savedCallee{name: t.Name, params: t.Params}
		for k, m := range t.Methods {
			was.methods = append(was.methods, savedMethod{m.Name, m.Each, d.subtasksOf(d.tasks[i].first + int32(k))})
		}
		n.tasks = append(n.tasks, was)
	}
	return n
}

// subtasksOf returns the subtasks of a method by ordinal.
func (d *Domain) subtasksOf(method int32) []savedItem {
	var list []savedItem
	d.calls(d.methods[method].block, func(it *item, _ bool) {
		for int(it.ordinal) >= len(list) {
			list = append(list, savedItem{})
		}
		list[it.ordinal] = savedItem{it.kind == itemTask, it.id}
	})
	return list
}

// Code saves the names, or reads them. After a mistake they are of no use.
func (n *Names) Code(c *codec.Coder) {
	for o := range codec.Each(c, &n.operators, codec.NoLimit) {
		n.codeCallee(c, o)
	}
	for t := range codec.Each(c, &n.tasks, codec.NoLimit) {
		n.codeCallee(c, t)
		for m := range codec.Each(c, &t.methods, codec.NoLimit) {
			c.Text(&m.name)
			n.codeTypes(c, &m.each)
			for it := range codec.Each(c, &m.items, codec.NoLimit) {
				c.Bool(&it.task)
				codec.Below(c, &it.id, 1<<30)
			}
		}
	}
	if c.Reads() {
		n.check(c.Reader())
		n.shape = n.shapeOf()
	}
}

func (n *Names) codeCallee(c *codec.Coder, of *savedCallee) {
	c.Text(&of.name)
	n.codeTypes(c, &of.params)
}

func (n *Names) codeTypes(c *codec.Coder, list *[]def.Slot) {
	for s := range codec.Each(c, list, codec.NoLimit) {
		def.CodeType(c, n.schema, &s.Type)
	}
}

// check looks whether every subtask is something.
func (n *Names) check(r *codec.Reader) {
	for i := range n.tasks {
		for k := range n.tasks[i].methods {
			for _, it := range n.tasks[i].methods[k].items {
				if most := len(n.operators); it.task && int(it.id) >= len(n.tasks) || !it.task && int(it.id) >= most {
					r.Fail("a subtask is not declared")
				}
			}
		}
	}
}

// Goal returns the present form of a saved goal; why has the reason if there is none.
func (n *Names) Goal(g Goal, d *Domain, m *world.Migration) (now Goal, why string) {
	var was *savedCallee
	var params []def.Slot
	now.IsOperator = g.IsOperator
	if g.IsOperator {
		was = &n.operators[g.Operator]
		id, ok := d.Operator(was.name)
		if !ok {
			return now, "operator " + was.name + " is gone"
		}
		now.Operator, params = id, d.Info.Operators[id].Params
	} else {
		was = &n.tasks[g.Task]
		id, ok := d.Task(was.name)
		if !ok {
			return now, "task " + was.name + " is gone"
		}
		now.Task, params = id, d.Info.Tasks[id].Params
	}
	var ok bool
	now.Args, ok = translate(nil, g.Args, was.params, params, m)
	if !ok {
		return now, was.name + " takes other arguments"
	}
	return now, ""
}

// CountGoals returns the number of goals: the tasks, and behind them the operators.
func (n *Names) CountGoals() int { return len(n.tasks) + len(n.operators) }

// Tasks returns the number of tasks.
func (n *Names) Tasks() int { return len(n.tasks) }

// TaskName returns the name of a task.
func (n *Names) TaskName(id TaskID) string { return n.tasks[id].name }

// DecodeBans is [DecodeBans] for bans of the domain that had these names.
func (n *Names) DecodeBans(b []byte) (bans []Ban, rest []byte, err error) {
	return DecodeBans(n.shape, b)
}

// Ban returns the present form of a saved ban; false if its subject is gone, or takes other values.
func (n *Names) Ban(was *Ban, d *Domain, m *world.Migration) (now Ban, ok bool) {
	now = Ban{IsOperator: was.IsOperator, All: was.All, Free: was.Free}
	if was.IsOperator {
		now.Operator, now.Args, ok = n.Call(was.Operator, was.Args, d, m, was.All)
		return now, ok
	}
	of := &n.tasks[was.Task]
	if now.Task, ok = d.Task(of.name); !ok {
		return now, false
	}
	info, method := d.Info.Tasks[now.Task], &of.methods[was.Method]
	now.Method = slices.IndexFunc(info.Methods, func(is *def.MethodInfo) bool { return is.Name == method.name })
	if now.Method < 0 || was.All {
		return now, now.Method >= 0
	}
	if now.Args, ok = translate(nil, was.Args, of.params, info.Params, m); !ok {
		return now, false
	}
	now.Bound, ok = translate(nil, was.Bound, method.each, info.Methods[now.Method].Each, m)
	return now, ok
}

// Call returns the present form of an operator with arguments, or bare without; false: it is gone, or takes other
// values.
func (n *Names) Call(was OperatorID, args []world.Word, d *Domain, m *world.Migration, bare bool) (now OperatorID, words []world.Word, ok bool) {
	of := &n.operators[was]
	if now, ok = d.Operator(of.name); !ok || bare {
		return now, nil, ok
	}
	words, ok = translate(nil, args, of.params, d.Info.Operators[now].Params, m)
	return now, words, ok
}

// Operators returns the number of operators.
func (n *Names) Operators() int { return len(n.operators) }

// Params returns the parameters that an operator had.
func (n *Names) Params(id OperatorID) []def.Slot { return n.operators[id].params }

// PlanGoal returns the goal of a number below [Names.CountGoals] with arguments; ok is false if these are not of its
// types.
func (n *Names) PlanGoal(number int32, args []world.Word) (g Goal, ok bool) {
	g = Goal{Task: TaskID(number), Args: args}
	if tasks := int32(len(n.tasks)); number >= tasks {
		g = Goal{Operator: OperatorID(number - tasks), IsOperator: true, Args: args}
	}
	for _, p := range n.callee(&g).params {
		for range p.Type.Width() {
			if len(args) == 0 || !n.schema.Fits(p.Type, args[0]) {
				return g, false
			}
			args = args[1:]
		}
	}
	return g, len(args) == 0
}

// CodeGoal saves a goal of the domain that had these names, or reads it.
func (n *Names) CodeGoal(c *codec.Coder, g *Goal) {
	if c.Bool(&g.IsOperator); g.IsOperator {
		codec.Below(c, &g.Operator, len(n.operators))
	} else {
		codec.Below(c, &g.Task, len(n.tasks))
	}
	switch r := c.Reader(); {
	case r == nil:
		codec.Row(c, g.Args)
	case !r.Failed():
		g.Args = (&reader{Reader: r}).words(nil, n.callee(g).params, n.schema)
	}
}

// callee returns what a goal is.
func (n *Names) callee(g *Goal) *savedCallee {
	if g.IsOperator {
		return &n.operators[g.Operator]
	}
	return &n.tasks[g.Task]
}

// translate appends words of older types as words of newer ones.
func translate(dst, words []world.Word, was, is []def.Slot, m *world.Migration) ([]world.Word, bool) {
	if len(was) != len(is) {
		return dst, false
	}
	for i := range was {
		now, rest, ok := def.Translate(words, was[i].Type, is[i].Type, m)
		if !ok {
			return dst, false
		}
		dst, words = append(dst, now[:is[i].Type.Width()]...), rest
	}
	return dst, true
}
