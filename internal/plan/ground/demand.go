package ground

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
	"github.com/karakuri-ai/karakuri/internal/plan/paged"
)

// demand collects the calls of tasks that the root task can lead to, with their arguments as far as callers pass them
// down. An argument that something else decides is any object of a type, written ^ that type.
type demand struct {
	scope *scope
	calls paged.Tuples // heads: tasks
	count []int32      // calls of each task
	dom   []lifted.TypeID
	bind  []lifted.Object
	args  []int32
}

// maxCalls limits the distinct calls of one task, to bound the time. Beyond it, the task's arguments can be anything.
const maxCalls = 20000

// run collects the calls. It reports false at a limit.
func (d *demand) run(m *meter) bool {
	p := d.scope.p
	d.calls, d.count = paged.Tuples{}, make([]int32, len(p.Tasks))
	if d.scope.tasks[p.Root] {
		d.add(p.Root, nil)
	}
	for c := int32(0); c < d.calls.Len() && m.tick(); c++ {
		t := d.calls.Head(c)
		for _, i := range p.Tasks[t].Methods {
			if method := &p.Methods[i]; allCalls(method, d.scope.tasks) && d.enter(method, d.calls.Args(c)) {
				for j := range method.Subtasks {
					d.call(&method.Subtasks[j])
				}
			}
		}
	}
	return m.over == nil
}

// enter binds the variables of a method as far as a call determines them. It reports whether the method is then
// possible.
func (d *demand) enter(m *lifted.Method, args []int32) bool {
	d.dom = append(d.dom[:0], m.Vars...)
	d.bind = d.bind[:0]
	for range m.Vars {
		d.bind = append(d.bind, -1)
	}
	for i, t := range m.TaskArgs {
		if args[i] >= 0 && !d.equal(t, args[i]) || args[i] < 0 && !d.narrow(t, ^args[i]) {
			return false
		}
	}
	for i := range m.Pre {
		if l := &m.Pre[i]; l.Kind == lifted.LitEqual && !l.Neg {
			for side, t := range l.Args {
				if o := d.object(t); o >= 0 && !d.equal(l.Args[1-side], o) {
					return false
				}
			}
		}
	}
	return true
}

func (d *demand) object(t lifted.Term) lifted.Object {
	if t.IsVar() {
		return d.bind[t]
	}
	return t.Object()
}

// equal binds a term to an object, if possible.
func (d *demand) equal(t lifted.Term, o lifted.Object) bool {
	if old := d.object(t); old >= 0 {
		return old == o
	}
	d.bind[t] = o
	return d.scope.p.Types[d.dom[t]].Has(o)
}

// narrow restricts a term to a type, if possible.
func (d *demand) narrow(t lifted.Term, of lifted.TypeID) bool {
	if o := d.object(t); o >= 0 {
		return d.scope.p.Types[of].Has(o)
	}
	d.dom[t] = d.scope.p.Meet(d.dom[t], of)
	return d.dom[t] != lifted.Empty
}

func (d *demand) call(c *lifted.Call) {
	d.args = d.args[:0]
	params := d.scope.p.Tasks[c.Task].Params
	for i, t := range c.Args {
		a := d.object(t)
		if a < 0 {
			a = ^d.scope.p.Meet(d.dom[t], params[i])
		}
		if a == ^lifted.Empty || a >= 0 && !d.scope.p.Types[params[i]].Has(a) {
			return
		}
		d.args = append(d.args, a)
	}
	d.add(c.Task, d.args)
}

func (d *demand) add(task int32, args []int32) {
	if d.count[task] >= maxCalls {
		return
	}
	if _, fresh := d.calls.Intern(task, args); !fresh {
		return
	}
	if d.count[task]++; d.count[task] == maxCalls {
		for i, of := range d.scope.p.Tasks[task].Params {
			args[i] = ^of
		}
		d.calls.Intern(task, args)
	}
}

// calling is a set of calls of an action that leave the same parameters open. The other parameters form a relation with
// a predicate of its own.
type calling struct {
	action int32
	shape  []int32 // for each parameter: ^ its type if it is open, or 0 for objects
	pred   int32   // -1: all parameters are open
	terms  []lifted.Term
	calls  []int32
}

// callings groups the calls of actions by shape, and drops groups that others contain.
func (d *demand) callings() []calling {
	var list []calling
	shapes, by := paged.Tuples{}, []int{}
	for c := range d.calls.Len() {
		t := d.calls.Head(c)
		if d.scope.p.Tasks[t].Action < 0 {
			continue
		}
		d.args = d.args[:0]
		for _, a := range d.calls.Args(c) {
			d.args = append(d.args, min(a, 0))
		}
		n, fresh := shapes.Intern(t, d.args)
		if fresh {
			by = append(by, len(list))
			list = append(list, calling{action: d.scope.p.Tasks[t].Action, shape: slices.Clone(d.args), pred: -1})
		}
		list[by[n]].calls = append(list[by[n]].calls, c)
	}
	return slices.DeleteFunc(list, func(c calling) bool {
		return slices.ContainsFunc(list, func(other calling) bool { return d.contains(&other, &c) })
	})
}

// contains reports whether the calls of b are among those of a, another calling with all parameters open.
func (d *demand) contains(a, b *calling) bool {
	if a.action != b.action || slices.Equal(a.shape, b.shape) || slices.Contains(a.shape, 0) {
		return false
	}
	params := d.scope.p.Actions[a.action].Vars
	for i := range a.shape {
		if of := ^a.shape[i]; of != params[i] && (b.shape[i] == 0 || d.scope.p.Meet(of, ^b.shape[i]) != ^b.shape[i]) {
			return false
		}
	}
	return true
}

// relations adds the predicates of callings to a copy of the problem and to a scope.
func (d *demand) relations(list []calling) *lifted.Problem {
	p := *d.scope.p
	p.Preds = slices.Clone(p.Preds)
	for i := range list {
		c := &list[i]
		var types []lifted.TypeID
		for pos, a := range c.shape {
			if a == 0 {
				c.terms = append(c.terms, lifted.Term(pos))
				types = append(types, p.Actions[c.action].Vars[pos])
			}
		}
		if len(types) > 0 {
			c.pred = int32(len(p.Preds))
			p.Preds = append(p.Preds, lifted.Predicate{Types: types, Static: true})
		}
	}
	more := make([]bool, len(p.Preds)-len(d.scope.changing))
	d.scope.changing = append(d.scope.changing, more...)
	d.scope.deleted = append(d.scope.deleted, more...)
	d.scope.asked = append(d.scope.asked, more...)
	return &p
}

// fill adds the calls to a store that knows the relations.
func (d *demand) fill(store *lifted.Store, list []calling) {
	for i := range list {
		if list[i].pred < 0 {
			continue
		}
		for _, c := range list[i].calls {
			args := d.calls.Args(c)
			d.args = d.args[:0]
			for _, t := range list[i].terms {
				d.args = append(d.args, args[t])
			}
			store.Intern(list[i].pred, d.args)
		}
	}
}
