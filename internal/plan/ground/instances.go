package ground

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
	"github.com/karakuri-ai/karakuri/internal/plan/paged"
)

// instances holds all tasks, methods and actions that the root task can lead to, over the facts of a store.
type instances struct {
	p     *lifted.Problem
	store *lifted.Store

	acts     paged.Tuples // heads: actions
	actTask  paged.Column[int32]
	cost     paged.Column[float64]
	dead     paged.Column[bool] // it has no cost, so it is not applicable
	effects  effects
	conds    paged.Rows // conditional effects of each action
	condEffs effects

	tasks paged.Tuples // heads: compound tasks; arguments below 0 are open
	meths struct {
		first    paged.Column[int32] // first method of each task, and one entry more at the end
		lifted   paged.Column[int32]
		task     paged.Column[int32]
		args     paged.Rows
		pre, neg paged.Rows
		subs     paged.Rows // an action, or ^ a task
	}
}

// effects holds conditions and effects, by the numbers of facts in the store.
type effects struct{ pre, neg, add, del paged.Rows }

func (e *effects) bytes() int64 {
	return e.pre.Bytes() + e.neg.Bytes() + e.add.Bytes() + e.del.Bytes()
}

func newInstances(p *lifted.Problem, store *lifted.Store) *instances {
	return &instances{p: p, store: store}
}

// taken returns the bytes that the instances take, whether their number is close to the maximum, and how many there
// are.
func (in *instances) taken() (bytes int64, full bool, count int) {
	m := &in.meths
	bytes = in.store.Bytes() + in.acts.Bytes() + in.actTask.Bytes() + in.cost.Bytes() + in.dead.Bytes() + in.effects.bytes() + in.conds.Bytes() +
		in.condEffs.bytes() + in.tasks.Bytes() + m.first.Bytes() + m.lifted.Bytes() + m.task.Bytes() + m.args.Bytes() + m.pre.Bytes() + m.neg.Bytes() + m.subs.Bytes()
	full = in.store.Full() || in.tasks.Full() || in.acts.Full() || in.effects.pre.Full() || in.effects.neg.Full() || in.effects.add.Full() ||
		in.effects.del.Full() || m.args.Full() || m.subs.Full() || m.pre.Full() || m.neg.Full()
	return bytes, full, int(in.acts.Len()) + int(in.tasks.Len()) + int(m.task.Len())
}

// builder makes instances, with their conditions and effects.
type builder struct {
	*instances
	scope              *scope
	meter              *meter
	pre, neg, add, del []int32
	held               []int32 // conditional effects of the current action
	scratch            []lifted.Object
}

// condition collects the facts that must and must not hold, without those that always hold. It reports whether the
// literals can hold together.
func (b *builder) condition(literals []lifted.Literal, objects []lifted.Object) bool {
	for i := range literals {
		if !b.meter.goesOn(i) {
			return false
		}
		l := &literals[i]
		if l.Kind != lifted.LitAtom {
			if !b.equalOrType(l, objects) {
				return false
			}
			continue
		}
		f := b.atom(l.Pred, l.Args, objects)
		switch changing := b.scope.changing[l.Pred]; {
		case !l.Neg && f < 0, l.Neg && !changing && f >= 0:
			return false
		case l.Neg && f >= 0:
			b.neg = append(b.neg, f)
		case !l.Neg && changing:
			b.pre = append(b.pre, f)
		}
	}
	return true
}

// atom returns the number of a schema's atom for some objects, or -1 if it is unreachable.
func (b *builder) atom(pred int32, terms []lifted.Term, objects []lifted.Object) int32 {
	b.scratch = b.scratch[:0]
	for _, t := range terms {
		if t.IsVar() {
			b.scratch = append(b.scratch, objects[t])
		} else {
			b.scratch = append(b.scratch, t.Object())
		}
	}
	return b.store.Find(pred, b.scratch)
}

func (b *builder) equalOrType(l *lifted.Literal, objects []lifted.Object) bool {
	object := func(t lifted.Term) lifted.Object {
		if t.IsVar() {
			return objects[t]
		}
		return t.Object()
	}
	if l.Kind == lifted.LitEqual {
		return (object(l.Args[0]) == object(l.Args[1])) != l.Neg
	}
	return b.p.Types[l.Type].Has(object(l.Args[0])) != l.Neg
}

func (b *builder) reset() {
	b.pre, b.neg, b.add, b.del = b.pre[:0], b.neg[:0], b.add[:0], b.del[:0]
}

// effect collects the added and the deleted facts.
func (b *builder) effect(add, del []lifted.Atom, objects []lifted.Object) {
	for i := range add {
		if !b.meter.goesOn(i) {
			return
		}
		if f := b.atom(add[i].Pred, add[i].Args, objects); f >= 0 {
			b.add = append(b.add, f)
		}
	}
	b.add = sorted(b.add)
	for i := range del {
		if !b.meter.goesOn(i) {
			return
		}
		f := b.atom(del[i].Pred, del[i].Args, objects)
		if _, added := slices.BinarySearch(b.add, f); f >= 0 && !added {
			b.del = append(b.del, f)
		}
	}
	b.del = sorted(b.del)
}

// push appends the collected instance.
func (b *builder) push(e *effects) {
	e.pre.Push(sorted(b.pre))
	e.neg.Push(sorted(b.neg))
	e.add.Push(b.add)
	e.del.Push(b.del)
}

// action returns the instance of an action.
func (b *builder) action(task int32, objects []lifted.Object) int32 {
	a := b.p.Tasks[task].Action
	n, fresh := b.acts.Intern(a, objects)
	if !fresh {
		return n
	}
	schema := &b.p.Actions[a]
	cost, known := schema.Cost.Of(objects)
	b.reset()
	possible := b.condition(schema.Pre, objects)
	b.effect(schema.Add, schema.Del, objects)
	b.push(&b.effects)
	b.actTask.Push(task)
	b.cost.Push(cost)
	b.dead.Push(!known || !possible)
	b.held = b.held[:0]
	for i := range schema.Cond {
		if !b.meter.goesOn(i) {
			break
		}
		c := &schema.Cond[i]
		if b.reset(); !b.condition(c.If, objects) {
			continue
		}
		if b.effect(c.Add, c.Del, objects); len(b.add)+len(b.del) > 0 {
			b.held = append(b.held, b.condEffs.pre.Len())
			b.push(&b.condEffs)
		}
	}
	b.conds.Push(b.held)
	return n
}

func sorted(list []int32) []int32 {
	slices.Sort(list)
	return slices.Compact(list)
}
