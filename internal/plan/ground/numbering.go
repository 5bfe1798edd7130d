package ground

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// numbering writes what pruning has left, with new numbers. Of the facts it keeps only those that can change and that
// some condition names.
type numbering struct {
	*pruning
	out     *Problem
	fact    []int32 // new number of each fact of the store; -1: none
	act     []int32 // of each action
	task    []int32 // of each task
	space   []int32 // the rest of a block of memory for small lists
	scratch []int32
}

// spaceSize is the number of int32 values in a block of memory for small lists.
const spaceSize = 1 << 16

func newNumbering(p *pruning) *numbering { return &numbering{pruning: p, out: &Problem{Lifted: p.p}} }

// run writes the problem. It reports false at a limit.
func (n *numbering) run() bool {
	if !n.meter.enter("numbering") || !n.meter.reserve(n.numbersSize()) {
		return false
	}
	n.numberFacts()
	actions, methods, tasks := n.numberTasks()
	if !n.meter.reserve(n.size(actions, methods, tasks)) {
		return false
	}
	n.out.Actions, n.out.Methods, n.out.Tasks = make([]Action, 0, actions), make([]Method, 0, methods), make([]Task, 0, tasks)
	n.writeActions()
	n.writeMethods()
	return n.meter.over == nil
}

// numbersSize returns the maximum bytes of the tables of new numbers and of the facts.
func (n *numbering) numbersSize() int64 {
	const perFact, perTask = 4 + 1 + sizeFact + 3*4, 4 + 1
	return perFact*int64(n.facts) + 4*int64(n.acts.Len()) + perTask*int64(n.tasks.Len())
}

// size returns the maximum bytes of the problem's instances, with their lists.
func (n *numbering) size(actions, methods, tasks int) int64 {
	m := &n.meths
	lists := n.acts.Count() + m.args.Count() + m.pre.Count() + m.neg.Count() + m.subs.Count() + n.tasks.Count() + int64(m.task.Len())
	for _, e := range []*effects{&n.effects, &n.condEffs} {
		lists += e.pre.Count() + e.neg.Count() + e.add.Count() + e.del.Count()
	}
	return 4*lists + sizeAction*int64(actions) + sizeMethod*int64(methods) + sizeTask*int64(tasks) + sizeCond*int64(n.condEffs.pre.Len())
}

// keep returns a copy of a list.
func (n *numbering) keep(list []int32) []int32 {
	if len(list) == 0 {
		return nil
	}
	if len(list) > len(n.space) {
		n.space = make([]int32, max(spaceSize, len(list)))
	}
	kept := n.space[:len(list):len(list)]
	n.space = n.space[len(list):]
	copy(kept, list)
	return kept
}

// changes reports whether a fact may be true at one time and false at another.
func (n *numbering) changes(f int32) bool { return n.seen[2*f] && n.seen[2*f+1] }

// asked returns for each fact whether it can change and a condition names it: that of an action, of a method, or of a
// conditional effect that matters itself.
func (n *numbering) asked() []bool {
	asked := make([]bool, n.facts)
	again := false
	ask := func(lists ...[]int32) {
		for _, list := range lists {
			for _, f := range list {
				if !asked[f] && n.changes(f) {
					asked[f], again = true, true
				}
			}
		}
	}
	for a := range n.nodes[0] {
		if n.meter.goesOnFacts(int(a)) && n.alive[a] {
			ask(n.effects.pre.At(a), n.effects.neg.At(a))
		}
	}
	for m := range n.nodes[2] - n.nodes[1] {
		if n.meter.goesOnFacts(int(m)) && n.alive[n.nodes[1]+m] {
			ask(n.meths.pre.At(m), n.meths.neg.At(m))
		}
	}
	of := func(f int32) bool { return asked[f] }
	e := &n.condEffs
	for again = true; again; {
		again = false
		for c := range n.nodes[1] - n.nodes[0] {
			if n.meter.goesOnFacts(int(c)) && n.alive[n.nodes[0]+c] && (slices.ContainsFunc(e.add.At(c), of) || slices.ContainsFunc(e.del.At(c), of)) {
				ask(e.pre.At(c), e.neg.At(c))
			}
		}
	}
	return asked
}

func (n *numbering) numberFacts() {
	asked := n.asked()
	count := 0
	for f, is := range asked {
		if n.meter.goesOnFacts(f) && is {
			count++
		}
	}
	n.fact, n.out.Facts = make([]int32, n.facts), make([]lifted.Fact, 0, count)
	for f := range n.facts {
		if n.fact[f] = -1; !n.meter.goesOnFacts(int(f)) || !asked[f] {
			continue
		}
		n.fact[f] = int32(len(n.out.Facts))
		if f < n.initial {
			n.out.Init = append(n.out.Init, n.fact[f])
		}
		n.out.Facts = append(n.out.Facts, lifted.Fact{Pred: n.store.Pred(f), Args: n.keep(n.store.Args(f))})
	}
}

// numberTasks numbers the remaining actions and then the remaining compound tasks, and returns how many there are, and
// how many methods. It keeps the root task even if that has no method.
func (n *numbering) numberTasks() (actions, methods, tasks int) {
	n.act = make([]int32, n.acts.Len())
	next := int32(0)
	for a := range n.act {
		if n.meter.goesOnFacts(a) && n.alive[a] {
			n.act[a] = next
			next++
		}
	}
	actions, n.out.Root = int(next), next
	used := make([]bool, n.tasks.Len())
	used[0] = true
	for m := range n.meths.task.Len() {
		if n.meter.goesOnFacts(int(m)) && n.alive[n.nodes[1]+m] {
			used[*n.meths.task.At(m)] = true
			methods++
		}
	}
	n.task = make([]int32, n.tasks.Len())
	for t := range n.task {
		if n.meter.goesOnFacts(t) && used[t] {
			n.task[t] = next
			next++
		}
	}
	return actions, methods, int(next)
}

// list returns the new numbers of those facts of a list that have one.
func (n *numbering) list(facts []int32) []int32 {
	n.scratch = n.scratch[:0]
	for _, f := range facts {
		if n.fact[f] >= 0 {
			n.scratch = append(n.scratch, n.fact[f])
		}
	}
	return n.keep(n.scratch)
}

func (n *numbering) writeActions() {
	for a := range n.nodes[0] {
		if !n.alive[a] || !n.meter.tick() {
			continue
		}
		act := Action{Lifted: n.acts.Head(a), Args: n.keep(n.acts.Args(a)), Cost: *n.cost.At(a)}
		act.Pre, act.Neg = n.list(n.effects.pre.At(a)), n.list(n.effects.neg.At(a))
		act.Add, act.Del = n.list(n.effects.add.At(a)), n.list(n.effects.del.At(a))
		for _, c := range n.conds.At(a) {
			if n.alive[n.nodes[0]+c] {
				n.conditional(&act, c)
			}
		}
		task := *n.actTask.At(a)
		n.out.Actions = append(n.out.Actions, act)
		n.out.Tasks = append(n.out.Tasks, Task{Lifted: task, Args: act.Args[:len(n.p.Tasks[task].Params)]})
	}
}

func (n *numbering) conditional(act *Action, c int32) {
	e := CondEffect{Add: n.list(n.condEffs.add.At(c)), Del: n.list(n.condEffs.del.At(c))}
	if len(e.Add)+len(e.Del) == 0 {
		return
	}
	e.Pre, e.Neg = n.list(n.condEffs.pre.At(c)), n.list(n.condEffs.neg.At(c))
	act.Cond = append(act.Cond, e)
}

func (n *numbering) writeMethods() {
	for t := range n.tasks.Len() {
		if t != 0 && n.task[t] == 0 {
			continue
		}
		task := Task{Lifted: n.tasks.Head(t), Args: n.keep(n.tasks.Args(t))}
		n.scratch = n.scratch[:0]
		var methods []int32
		for m := *n.meths.first.At(t); m < *n.meths.first.At(t + 1) && n.meter.tick(); m++ {
			if n.alive[n.nodes[1]+m] {
				methods = append(methods, int32(len(n.out.Methods)))
				n.out.Methods = append(n.out.Methods, n.method(m))
			}
		}
		task.Methods = n.keep(methods)
		n.out.Tasks = append(n.out.Tasks, task)
	}
}

func (n *numbering) method(m int32) Method {
	out := Method{Lifted: *n.meths.lifted.At(m), Args: n.keep(n.meths.args.At(m)), Task: n.task[*n.meths.task.At(m)]}
	out.Pre, out.Neg = n.list(n.meths.pre.At(m)), n.list(n.meths.neg.At(m))
	n.scratch = n.scratch[:0]
	for _, s := range n.meths.subs.At(m) {
		if s >= 0 {
			n.scratch = append(n.scratch, n.act[s])
		} else {
			n.scratch = append(n.scratch, n.task[^s])
		}
	}
	out.Subtasks = n.keep(n.scratch)
	return out
}
