package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// span is the time from the start of a method's first step to the end of its last one, for methods with a while or a
// fail_after. It belongs to a node of the plan.
type span struct {
	node  int
	begun int64 // tick
}

// guard is the declaration of a method's span.
type guard struct {
	while     bool  // it has a while
	failAfter int64 // ticks; 0: never
}

// spans are the open spans of a plan.
type spans struct {
	list []span
	wary bool // something has changed on which a while may depend
}

func (l *spans) some() bool { return len(l.list) > 0 }

// guard returns the guard of a node's method.
func (s *Script) guard(p *htn.Plan, node int) guard {
	n := p.Node(node)
	return s.guards[n.Task][n.Method]
}

// whileHolds reports whether the while of a node's method holds in the machine's state.
func (w *Worker) whileHolds(p *htn.Plan, node int) bool {
	n := p.Node(node)
	of := methodWay(&n)
	return !w.script.guard(p, node).while || w.script.isAlive(w.machine.State, &of) && p.While(node, &w.machine)
}

// enter opens the spans of the methods that hold a starting step.
func (l *spans) enter(s *Script, p *htn.Plan, step int, tick int64) {
	for node := p.Holder(step); node >= 0; node = p.Node(node).Parent {
		within := slices.ContainsFunc(l.list, func(s span) bool { return s.node == node })
		if !within && s.guard(p, node) != (guard{}) {
			l.list = append(l.list, span{node, tick})
		}
	}
}

// leave closes the spans of methods whose steps have all ended.
func (l *spans) leave(c *course) {
	l.list = slices.DeleteFunc(l.list, func(s span) bool { return c.isDone(s.node) })
}

// giveUp closes the spans of a node and of the nodes below it.
func (l *spans) giveUp(c *course, node int) {
	l.list = slices.DeleteFunc(l.list, func(s span) bool { return c.isUnder(s.node, node) })
}

// clear closes all spans.
func (l *spans) clear() {
	if len(l.list) > 0 {
		l.list = l.list[:0]
	}
}

// overdue returns the topmost method to give up: its while does not hold, or its time is over. It evaluates the whiles
// only if something has changed. -1: none.
func (l *spans) overdue(w *Worker, p *htn.Plan, tick int64) (node int, cause Cause) {
	node = -1
	for _, s := range l.list {
		why := NoCause
		switch after := w.script.guard(p, s.node).failAfter; {
		case l.wary && !w.whileHolds(p, s.node):
			why = WhileFalse
		case after > 0 && tick-s.begun >= after:
			why = TimedOut
		}
		if why != NoCause && (node < 0 || s.node < node) {
			node, cause = s.node, why
		}
	}
	return node, cause
}

// move keeps the spans open in a plan that takes over, as far as the plan makes the same choices above them.
func (l *spans) move(from, to *htn.Plan) {
	if len(l.list) == 0 {
		return
	}
	n := 0
	for _, s := range l.list {
		for k := range to.Nodes() {
			if htn.SameNode(from, s.node, to, k) {
				l.list[n] = span{k, s.begun}
				n++
				break
			}
		}
	}
	l.list = l.list[:n]
}

// join opens the missing spans of methods that hold running steps, after a plan has taken over: from the start of the
// step.
func (l *spans) join(s *Script, c *course) {
	for i := range c.efforts {
		l.enter(s, &c.plan, c.efforts[i].step, c.efforts[i].begun)
	}
	if len(l.list) > 0 {
		l.wary = true
	}
}

// next returns the tick in which the first span's time is over.
func (l *spans) next(s *Script, p *htn.Plan) int64 {
	next := int64(never)
	for _, x := range l.list {
		if after := s.guard(p, x.node).failAfter; after > 0 {
			next = min(next, x.begun+after)
		}
	}
	return next
}

// notice records changes, so that the whiles are evaluated again if they may depend on them.
func (l *spans) notice(s *Script, changes []world.Change) {
	if len(l.list) > 0 && (len(changes) > 0 || s.opaque) {
		l.wary = true
	}
}

// waits appends the times of open spans.
func (l *spans) waits(dst []Wait, s *Script, p *htn.Plan, tick int64) []Wait {
	for _, x := range l.list {
		if after := s.guard(p, x.node).failAfter; after > 0 {
			n := p.Node(x.node)
			dst = waitUntil(dst, Wait{Kind: WaitMethod, Ban: methodWay(&n), Of: after}, tick, x.begun+after)
		}
	}
	return dst
}

// guardsOf returns the guards of all methods, by task and method; nil if there are none.
func (s *Script) guardsOf() (list [][]guard) {
	some := false
	for _, t := range s.info.Tasks {
		guards := make([]guard, len(t.Methods))
		for i, m := range t.Methods {
			guards[i] = guard{while: m.While != nil, failAfter: s.span(m.FailAfter)}
			some = some || guards[i] != guard{}
		}
		list = append(list, guards)
	}
	if !some {
		return nil
	}
	return list
}

// isGuarded reports whether any method has a while or a fail_after.
func (s *Script) isGuarded() bool { return s.guards != nil }
