package verify

import "github.com/karakuri-ai/karakuri/hddl"

// changes are the effects of an action, all evaluated in the state before.
type changes struct {
	added, deleted []groundAtom
	numbers        []groundChange
}

type groundAtom struct {
	name string
	args []string
}

type groundChange struct {
	groundAtom
	op    hddl.ChangeOp
	value float64
}

// apply creates the next state: deletions apply before additions.
func (w *world) apply(state int, e hddl.Effect, b binding) {
	var c changes
	w.collect(&c, state, e, b)
	for _, a := range c.deleted {
		w.setFact(state+1, a.name, a.args, false)
	}
	for _, a := range c.added {
		w.setFact(state+1, a.name, a.args, true)
	}
	for _, n := range c.numbers {
		old, known := w.value(state+1, n.name, n.args)
		if known || n.op == hddl.Assign {
			w.setNum(state+1, n.name, n.args, changed(n.op, old, n.value))
		}
	}
}

func changed(op hddl.ChangeOp, old, value float64) float64 {
	switch op {
	case hddl.Increase:
		return old + value
	case hddl.Decrease:
		return old - value
	case hddl.ScaleUp:
		return old * value
	case hddl.ScaleDown:
		return old / value
	}
	return value
}

func (w *world) collect(c *changes, state int, e hddl.Effect, b binding) {
	if !w.spend() {
		return
	}
	switch e := e.(type) {
	case *hddl.Add:
		c.added = append(c.added, groundAtom{e.Atom.Name.Text, texts(e.Atom.Args, b)})
	case *hddl.Delete:
		c.deleted = append(c.deleted, groundAtom{e.Atom.Name.Text, texts(e.Atom.Args, b)})
	case *hddl.Change:
		if v, ok := w.number(state, e.Value, b); ok {
			c.numbers = append(c.numbers, groundChange{groundAtom{e.Fluent.Name.Text, texts(e.Fluent.Args, b)}, e.Op, v})
		}
	case *hddl.AndEffect:
		for _, part := range e.Parts {
			w.collect(c, state, part, b)
		}
	case *hddl.ForallEffect:
		w.each(e.Vars, b, func() bool {
			w.collect(c, state, e.Body, b)
			return true
		})
	case *hddl.When:
		if w.eval(state, e.If, b) {
			w.collect(c, state, e.Then, b)
		}
	default:
		panic("verify: unknown kind of effect")
	}
}
