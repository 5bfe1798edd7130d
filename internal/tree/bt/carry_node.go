package bt

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// goesOn reports whether a node can continue, whatever happens to the nodes below it.
func (k *carry) goesOn(o int32, from, to *node) bool {
	if k.bare[o] {
		return false
	}
	if comes := k.was.comes(from); comes != endNot && !canEnd(to, comes) {
		return false
	}
	switch from.kind {
	case def.NodeCall, def.NodePlan, def.NodeGoal:
		return k.handle(from.lane, to.action) != action.Handle{}
	case def.NodeHosted: // the host numbers its children
		if k.was.lane(from.lane) != 0 && k.handle(from.lane, to.host) == (action.Handle{}) || len(from.kids) != len(to.kids) {
			return false
		}
		for i, c := range from.kids {
			if k.nodes[c] != to.kids[i] {
				return false
			}
		}
	case def.NodeEach:
		return k.sketch.nodes[o].members == (to.values == nil) && (to.values == nil || int(k.was.current(from)) < len(to.values))
	}
	return true
}

// canEnd reports whether a node can wait until all aborted actions have ended.
func canEnd(to *node, comes uint32) bool {
	switch comes {
	case endChild, endAsk:
		return true
	case endSelf:
		return to.flags&flagGrace != 0 && to.flags&flagSelf != 0
	case endWhile:
		return to.flags&flagGrace != 0 && to.flags&flagWhile != 0
	}
	return to.flags&flagGrace != 0 && (to.action < 0 || to.grace > 0)
}

// handle returns the activity that a lane holds, if it is of the kind that its place starts now.
func (k *carry) handle(lane, starts int32) (h action.Handle) {
	at := k.was.lane(lane)
	if at == 0 {
		return h
	}
	if f := &k.found[at-1]; f.why == "" && f.handle.Action() == starts {
		return f.handle
	}
	return h
}

// take puts an activity into a lane, so that it is not dropped.
func (k *carry) take(from, to, starts int32) {
	if h := k.handle(from, starts); h != (action.Handle{}) {
		k.is.setLane(to, uint32(h.Slot()+1))
	}
}

// state takes over what a running node remembers.
func (k *carry) state(o, n int32, from, to *node) {
	comes := k.was.comes(from)
	if to.flags&flagGrace != 0 {
		k.is.setLane(to.ending, comes)
	}
	switch from.kind {
	case def.NodeCall, def.NodePlan, def.NodeGoal:
		k.take(from.lane, to.lane, to.action)
		if comes != endNot {
			k.is[to.word] = k.was[from.word]
			k.Instances.Asked(k.handle(from.lane, to.action))
		}
	case def.NodeHosted:
		k.take(from.lane, to.lane, to.host)
		for i := range from.kids {
			k.is.setLane(to.lane+1+int32(i), k.was.lane(from.lane+1+int32(i)))
		}
	case def.NodeParallel, def.NodeParallelAll:
		k.parallel(o, n, from, to)
	case def.NodeRepeat, def.NodeRetry:
		k.is.setLane(to.lane, k.was.lane(from.lane))
		k.is.setLane(to.lane+1, k.was.lane(from.lane+1))
	case def.NodeEach:
		k.each(from, to)
	case def.NodeWait, def.NodeTimeout, def.NodeDelay:
		k.is[to.word] = k.was[from.word]
	case def.NodeRandomSequence, def.NodeRandomSelector, def.NodeUtilitySelector:
		k.order(o, n, from, to)
	case def.NodeReactiveSequence, def.NodeReactiveSelector, def.NodeWhileDoElse:
		k.asked(o, n, from, to)
	default:
		if from.shape == def.ShapeComposite {
			k.current(o, n, from, to)
		}
	}
}

// runs returns the child of a node that continues, which the old one was at; 0: it does not.
func (k *carry) runs(n, old int32) int32 {
	if old <= 0 || int(old) >= len(k.nodes) {
		return 0
	}
	if c := k.child(n, old); c > 0 && k.now.isRunning(c) {
		return c
	}
	return 0
}

// resumes returns the child of a node that continues, or that it continues with when all has ended that was asked to;
// 0: none.
func (k *carry) resumes(n int32, from *node) int32 {
	at := k.was.current(from)
	if c := k.runs(n, at); c > 0 || k.was.comes(from) != endChild {
		return c
	}
	return k.child(n, at)
}

// current takes over at which child a node is that asks them in turn. A sequence whose child is gone continues behind
// those that are done, others choose anew.
func (k *carry) current(o, n int32, from, to *node) {
	at, flag := k.was.current(from), k.was.lane(from.lane)&flagBit
	c := k.resumes(n, from)
	if c == 0 {
		switch from.kind {
		case def.NodeSequence, def.NodeResumeSequence:
			c = k.follow(o, n, at)
		case def.NodeTry:
			if c = k.follow(o, n, at); k.isCatch(o, at) || c == to.end || k.now.p.nodes[c].end == to.end && k.nodes[at] != c {
				c = k.again(n, o, at)
			}
		case def.NodeSwitch:
			c, flag = 0, 0
		default:
			c, flag = n+1, 0
		}
	}
	k.is.setLane(to.lane, uint32(c)|flag)
}

// isCatch reports whether a child is the last one of its node.
func (k *carry) isCatch(o, at int32) bool {
	return at > 0 && k.old.p.nodes[at].end == k.old.p.nodes[o].end
}

// again returns where a try continues whose child is gone, with none behind it but the catch: with the catch that ran,
// or from the beginning.
func (k *carry) again(n, o, at int32) int32 {
	if !k.isCatch(o, at) {
		return n + 1
	}
	last := n + 1
	for k.now.p.nodes[last].end < k.now.p.nodes[n].end {
		last = k.now.p.nodes[last].end
	}
	return last
}

// asked takes over at which child a node is that asks its children again: it does so in any case.
func (k *carry) asked(o, n int32, from, to *node) {
	at, flag := k.was.current(from), k.was.lane(from.lane)&flagBit
	c := k.runs(n, at)
	if c == 0 {
		flag = 0
	}
	k.is.setLane(to.lane, uint32(c)|flag)
	k.is.setBit(to.fresh, true)
	if from.rivals == nil || to.rivals == nil {
		return
	}
	i := int32(0)
	for c := o + 1; c < from.end; c, i = k.old.p.nodes[c].end, i+1 {
		if is := k.child(n, c); is > 0 && int(i) < len(from.rivals) && k.was.bit(from.tried+1+i) {
			if at := k.number(n, is); int(at) < len(to.rivals) {
				k.is.setBit(to.tried, true)
				k.is.setBit(to.tried+1+at, true)
			}
		}
	}
}

// number returns which child of a node a node is.
func (k *carry) number(n, child int32) (i int32) {
	for c := n + 1; c < child; c = k.now.p.nodes[c].end {
		i++
	}
	return i
}

// order takes over the order in which children have their turn: where one is gone, or new, those that are left keep
// theirs, and the new ones come last; of a utility selector, all that have not had their turn are weighed anew when the
// one that runs has failed. A selector whose child does not continue chooses among all of them, in that order where
// they are the same as before, and else in a new one.
func (k *carry) order(o, n int32, from, to *node) {
	at, flag := k.was.current(from), k.was.lane(from.lane)&flagBit
	var order []int32
	all, done, open := len(from.kids) == len(to.kids), 0, from.choice != nil
	for i := range from.kids {
		old := int32(k.was.lane(from.lane + 1 + int32(i)))
		if old == 0 {
			open = true
			break
		}
		if c := k.child(n, old); c > 0 {
			order = append(order, c)
		}
		if old == at {
			done = len(order)
		}
	}
	for i := range from.kids {
		all = all && k.child(n, from.kids[i]) > 0
	}
	c := k.resumes(n, from)
	if (from.choice == nil) != (to.choice == nil) || c == 0 && from.kind != def.NodeRandomSequence && (!all || to.choice != nil) {
		if c == 0 {
			return // all zero: it begins as when it starts
		}
		order = []int32{c}
	}
	switch rest := k.rest(order, to.kids); {
	case to.choice != nil:
		k.scores(from, to)
	case from.kind != def.NodeUtilitySelector || !open && !k.anyNew(rest):
		order = append(order, rest...)
	case c == 0:
		return
	default: // those that have not had their turn compete with the new one when that is over
		order = order[:slices.Index(order, c)+1]
	}
	if c == 0 {
		switch {
		case from.kind != def.NodeRandomSequence:
			c, flag = order[0], 0
		case k.child(n, max(at, 0)) > 0:
			c = k.child(n, at)
		case done < len(order):
			c = order[done]
		default:
			c = to.end
		}
	}
	for i, child := range order {
		k.is.setLane(to.lane+1+int32(i), uint32(child))
	}
	k.is.setLane(to.lane, uint32(c)|flag)
}

// rest returns the children that are not in an order.
func (k *carry) rest(order, kids []int32) (rest []int32) {
	for _, c := range kids {
		in := false
		for _, d := range order {
			in = in || c == d
		}
		if !in {
			rest = append(rest, c)
		}
	}
	return rest
}

// anyNew reports whether one of some nodes is new.
func (k *carry) anyNew(list []int32) bool {
	return slices.ContainsFunc(list, func(c int32) bool { return !slices.Contains(k.nodes, c) })
}

// scores takes over what children were worth when the selector started. One that is new is asked when the next is
// chosen.
func (k *carry) scores(from, to *node) {
	for j := range to.kids {
		k.is[to.word+int32(j)] = unscored
	}
	if from.choice == nil {
		return
	}
	for i, c := range from.kids {
		for j, d := range to.kids {
			if k.nodes[c] == d {
				k.is[to.word+int32(j)] = k.was[from.word+int32(i)]
			}
		}
	}
}

// parallel takes over how the children have ended. Those that are new, and those that do not continue, begin.
func (k *carry) parallel(o, n int32, from, to *node) {
	k.is.setLane(to.lane, k.was.lane(from.lane))
	k.is.setLane(to.lane+1, k.was.lane(from.lane+1))
	i := int32(0)
	for c := o + 1; c < from.end; c, i = k.old.p.nodes[c].end, i+1 {
		if is := k.child(n, c); is > 0 {
			k.is.setLane(to.lane+2+k.number(n, is), k.was.lane(from.lane+2+i))
		}
	}
}

// each takes over at which value a loop is.
func (k *carry) each(from, to *node) {
	k.is.setLane(to.lane, k.was.lane(from.lane))
	if to.values != nil {
		return
	}
	list := k.now.more.lists[to.list][:0]
	for _, w := range k.old.more.lists[from.list] {
		list = append(list, k.translate(from.info.Each.Type, to.info.Each.Type, [2]world.Word{w})[0])
	}
	k.now.more.lists[to.list] = list
}

// service takes a service over: its time, and its action.
func (k *carry) service(o int32, i int, from, to *node) {
	s, at := &from.services[i], k.services[o][i]
	if at < 0 {
		k.endService(o, i, s, "it is gone")
		return
	}
	now := &to.services[at]
	if k.is[now.word] = k.was[s.word]; now.action < 0 {
		return
	}
	if k.take(s.lane, now.lane, now.action); k.is.lane(now.lane) == 0 {
		k.endService(o, i, s, "it has changed")
	}
}

// endService notes that what a service does ends. The node continues.
func (k *carry) endService(o int32, i int, s *service, why string) {
	if s.action < 0 || k.was.lane(s.lane) == 0 {
		return
	}
	if f := &k.found[k.was.lane(s.lane)-1]; f.why != "" {
		why = f.why
	}
	k.cuts = append(k.cuts, Cut{Node: o, Label: "service " + k.sketch.nodes[o].services[i].name, Why: why, Service: true})
}
