package ground

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// numbering writes down what pruning left over, with new numbers, and with only those facts that matter: that can
// change, and that some condition asks for.
type numbering struct {
	*pruning
	out     *Problem
	fact    []int32 // of each fact of the store, its number; -1: none
	act     []int32 // of each action
	task    []int32 // of each task
	space   []int32 // what is left of the memory for small lists
	scratch []int32
}

// spaceSize is how many numbers one block of memory for small lists holds.
const spaceSize = 1 << 16

func newNumbering(p *pruning) *numbering { return &numbering{pruning: p, out: &Problem{Lifted: p.p}} }

// run writes the problem. It reports whether it came to the end.
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

// numbersSize returns how many bytes the tables of new numbers and the facts take at most.
func (n *numbering) numbersSize() int64 {
	const perFact, perTask = 4 + 1 + sizeFact + 3*4, 4 + 1
	return perFact*int64(n.facts) + 4*int64(n.acts.len()) + perTask*int64(n.tasks.len())
}

// size returns how many bytes the problem's instances take at most, with their lists.
func (n *numbering) size(actions, methods, tasks int) int64 {
	m := &n.meths
	lists := n.acts.args.count + m.args.count + m.pre.count + m.neg.count + m.subs.count + n.tasks.args.count + int64(len(m.task))
	for _, e := range []*effects{&n.effects, &n.condEffs} {
		lists += e.pre.count + e.neg.count + e.add.count + e.del.count
	}
	return 4*lists + sizeAction*int64(actions) + sizeMethod*int64(methods) + sizeTask*int64(tasks) + sizeCond*int64(n.condEffs.pre.len())
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

// changes reports whether a fact may hold at one time and not hold at another.
func (n *numbering) changes(f int32) bool { return n.seen[2*f] && n.seen[2*f+1] }

// asked returns of each fact whether it can change and a condition asks for it: that of an action, of a method, or of a
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
		if n.alive[a] {
			ask(n.effects.pre.at(a), n.effects.neg.at(a))
		}
	}
	for m := range n.nodes[2] - n.nodes[1] {
		if n.alive[n.nodes[1]+m] {
			ask(n.meths.pre.at(m), n.meths.neg.at(m))
		}
	}
	of := func(f int32) bool { return asked[f] }
	e := &n.condEffs
	for again = true; again; {
		again = false
		for c := range n.nodes[1] - n.nodes[0] {
			if n.alive[n.nodes[0]+c] && (slices.ContainsFunc(e.add.at(c), of) || slices.ContainsFunc(e.del.at(c), of)) {
				ask(e.pre.at(c), e.neg.at(c))
			}
		}
	}
	return asked
}

func (n *numbering) numberFacts() {
	asked := n.asked()
	n.fact = make([]int32, n.facts)
	for f := range n.facts {
		if n.fact[f] = -1; !asked[f] {
			continue
		}
		n.fact[f] = int32(len(n.out.Facts))
		if f < n.initial {
			n.out.Init = append(n.out.Init, n.fact[f])
		}
		n.out.Facts = append(n.out.Facts, lifted.Fact{Pred: n.store.Pred(f), Args: n.keep(n.store.Args(f))})
	}
}

// numberTasks numbers what is left of the actions and then of the compound tasks, and returns how many there are, with the
// methods. The root task stays, whether or not it has a method.
func (n *numbering) numberTasks() (actions, methods, tasks int) {
	n.act = make([]int32, n.acts.len())
	next := int32(0)
	for a := range n.act {
		if n.alive[a] {
			n.act[a] = next
			next++
		}
	}
	actions, n.out.Root = int(next), next
	used := make([]bool, n.tasks.len())
	used[0] = true
	for m, t := range n.meths.task {
		if n.alive[n.nodes[1]+int32(m)] {
			used[t] = true
			methods++
		}
	}
	n.task = make([]int32, n.tasks.len())
	for t := range n.task {
		if used[t] {
			n.task[t] = next
			next++
		}
	}
	return actions, methods, int(next)
}

// list returns the numbers of those facts of a list that have one.
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
		act := Action{Lifted: n.acts.heads[a], Args: n.keep(n.acts.args.at(a)), Cost: n.cost[a]}
		act.Pre, act.Neg = n.list(n.effects.pre.at(a)), n.list(n.effects.neg.at(a))
		act.Add, act.Del = n.list(n.effects.add.at(a)), n.list(n.effects.del.at(a))
		for _, c := range n.conds.at(a) {
			if n.alive[n.nodes[0]+c] {
				n.conditional(&act, c)
			}
		}
		task := n.actTask[a]
		n.out.Actions = append(n.out.Actions, act)
		n.out.Tasks = append(n.out.Tasks, Task{Lifted: task, Args: act.Args[:len(n.p.Tasks[task].Params)]})
	}
}

func (n *numbering) conditional(act *Action, c int32) {
	e := CondEffect{Add: n.list(n.condEffs.add.at(c)), Del: n.list(n.condEffs.del.at(c))}
	if len(e.Add)+len(e.Del) == 0 {
		return
	}
	e.Pre, e.Neg = n.list(n.condEffs.pre.at(c)), n.list(n.condEffs.neg.at(c))
	act.Cond = append(act.Cond, e)
}

func (n *numbering) writeMethods() {
	for t := range int32(n.tasks.len()) {
		if t != 0 && n.task[t] == 0 {
			continue
		}
		task := Task{Lifted: n.tasks.heads[t], Args: n.keep(n.tasks.args.at(t))}
		n.scratch = n.scratch[:0]
		var methods []int32
		for m := n.meths.first[t]; m < n.meths.first[t+1] && n.meter.tick(); m++ {
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
	out := Method{Lifted: n.meths.lifted[m], Args: n.keep(n.meths.args.at(m)), Task: n.task[n.meths.task[m]]}
	out.Pre, out.Neg = n.list(n.meths.pre.at(m)), n.list(n.meths.neg.at(m))
	n.scratch = n.scratch[:0]
	for _, s := range n.meths.subs.at(m) {
		if s >= 0 {
			n.scratch = append(n.scratch, n.act[s])
		} else {
			n.scratch = append(n.scratch, n.task[^s])
		}
	}
	out.Subtasks = n.keep(n.scratch)
	return out
}
