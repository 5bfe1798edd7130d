package htn

import (
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// Names is what the tasks, methods and operators of a domain were called and what they took when plans were saved: by it a plan can be
// understood when the domain has changed since. Immutable.
type Names struct {
	schema    *world.Schema
	operators []savedCallee
	tasks     []savedCallee
}

type savedCallee struct {
	name    string
	params  []world.Type
	methods []savedMethod // tasks
}

type savedMethod struct {
	name  string
	each  []world.Type
	items []savedItem // by ordinal
}

type savedItem struct {
	task bool // else an operator
	id   int32
}

// AppendNames appends the domain's names for [ReadNames].
func (d *Domain) AppendNames(b []byte) []byte {
	b = codec.AppendUint(b, len(d.Info.Operators))
	for _, o := range d.Info.Operators {
		b = appendSlots(codec.AppendText(b, o.Name), o.Params)
	}
	b = codec.AppendUint(b, len(d.Info.Tasks))
	for i, t := range d.Info.Tasks {
		b = appendSlots(codec.AppendText(b, t.Name), t.Params)
		b = codec.AppendUint(b, len(t.Methods))
		for k, m := range t.Methods {
			b = appendSlots(codec.AppendText(b, m.Name), m.Each)
			items := d.subtasksOf(d.tasks[i].first + int32(k))
			b = codec.AppendUint(b, len(items))
			for _, it := range items {
				b = codec.AppendUint(codec.AppendBool(b, it.task), it.id)
			}
		}
	}
	return b
}

func appendSlots(b []byte, list []def.Slot) []byte {
	b = codec.AppendUint(b, len(list))
	for i := range list {
		b = list[i].Type.Append(b)
	}
	return b
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

// ReadNames reads what [Domain.AppendNames] has written; schema is that of then. After a mistake, which the reader then has, the
// result is of no use.
func ReadNames(r *codec.Reader, schema *world.Schema) *Names {
	n := &Names{schema: schema}
	for range r.Count() {
		n.operators = append(n.operators, savedCallee{name: r.Text(), params: n.readTypes(r)})
	}
	for range r.Count() {
		t := savedCallee{name: r.Text(), params: n.readTypes(r)}
		for range r.Count() {
			m := savedMethod{name: r.Text(), each: n.readTypes(r)}
			for range r.Count() {
				m.items = append(m.items, savedItem{r.Bool(), int32(r.Below(1 << 30))})
			}
			t.methods = append(t.methods, m)
		}
		n.tasks = append(n.tasks, t)
	}
	n.check(r)
	return n
}

func (n *Names) readTypes(r *codec.Reader) (list []world.Type) {
	for range r.Count() {
		list = append(list, n.schema.ReadType((*world.Reader)(r)))
	}
	return list
}

// check looks whether every subtask is something.
func (n *Names) check(r *codec.Reader) {
	for i := range n.tasks {
		for k := range n.tasks[i].methods {
			for _, it := range n.tasks[i].methods[k].items {
				if most := len(n.operators); it.task && int(it.id) >= len(n.tasks) || !it.task && int(it.id) >= most {
					r.Fail("a subtask in it is not declared")
				}
			}
		}
	}
}

// Goal returns what a goal of then is now; why tells why that is not possible.
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

// ReadGoal reads what [AppendGoal] has written.
func (n *Names) ReadGoal(r *codec.Reader) (g Goal) {
	was := n.tasks
	if g.IsOperator = r.Bool(); g.IsOperator {
		was = n.operators
	}
	id := r.Below(len(was))
	if r.Failed() {
		return g
	}
	g.Task, g.Operator = TaskID(id), OperatorID(id)
	g.Args = n.readWords(r, nil, was[id].params)
	return g
}

// AppendGoal appends a goal for [Names.ReadGoal].
func AppendGoal(b []byte, g Goal) []byte {
	if b = codec.AppendBool(b, g.IsOperator); g.IsOperator {
		b = codec.AppendUint(b, int(g.Operator))
	} else {
		b = codec.AppendUint(b, int(g.Task))
	}
	return appendWords(b, g.Args)
}

func (n *Names) readWords(r *codec.Reader, dst []world.Word, types []world.Type) []world.Word {
	for _, t := range types {
		for range t.Width() {
			w := world.Word(r.Int())
			if !r.Failed() && !n.schema.Fits(t, w) {
				r.Fail("a value in it is not of its type")
			}
			dst = append(dst, w)
		}
	}
	return dst
}

// translate appends words of older types as words of newer ones.
func translate(dst, words []world.Word, was []world.Type, is []def.Slot, m *world.Migration) ([]world.Word, bool) {
	if len(was) != len(is) {
		return dst, false
	}
	for i, t := range was {
		var w [2]world.Word
		width := copy(w[:t.Width()], words)
		words = words[width:]
		now, _, ok := m.Words(t, is[i].Type, w)
		if !ok {
			return dst, false
		}
		dst = append(dst, now[:width]...)
	}
	return dst, true
}
