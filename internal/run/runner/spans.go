package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// span is a method that says something of the time from the start of its first step to the end of its last, while that goes on: a node of the plan.
type span struct {
	node  int
	begun int64 // tick
}

// guard is what a method says of that time.
type guard struct {
	while     bool  // something must hold
	failAfter int64 // ticks; 0: never
}

// spans are those of a plan.
type spans struct {
	list []span
	wary bool // something has changed that the while of one of them may depend on
}

func (l *spans) some() bool { return len(l.list) > 0 }

// guard returns what the method of a node says of its time.
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

// enter begins the spans of the methods that hold a step, as far as they have none, in a tick.
func (l *spans) enter(s *Script, p *htn.Plan, step int, tick int64) {
	for node := p.Holder(step); node >= 0; node = p.Node(node).Parent {
		within := slices.ContainsFunc(l.list, func(s span) bool { return s.node == node })
		if !within && s.guard(p, node) != (guard{}) {
			l.list = append(l.list, span{node, tick})
		}
	}
}

// leave ends the spans of methods all steps of which are done.
func (l *spans) leave(c *course) {
	l.list = slices.DeleteFunc(l.list, func(s span) bool { return c.isDone(s.node) })
}

// giveUp ends the spans of a node and of those below it.
func (l *spans) giveUp(c *course, node int) {
	l.list = slices.DeleteFunc(l.list, func(s span) bool { return c.isUnder(s.node, node) })
}

// clear forgets the spans of another plan.
func (l *spans) clear() {
	if len(l.list) > 0 {
		l.list = l.list[:0]
	}
}

// overdue returns a method that has to be given up: its while does not hold, if something has changed, or its time is over; the one that is the farthest up goes first. -1: none has.
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

// move has the spans go on in a plan that takes over, as far as it makes the same choices on the way to them.
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

// join begins the spans of methods that hold running steps and have none: those of a plan that has taken over, from the start of the step.
func (l *spans) join(s *Script, c *course) {
	for i := range c.efforts {
		l.enter(s, &c.plan, c.efforts[i].step, c.efforts[i].begun)
	}
	if len(l.list) > 0 {
		l.wary = true
	}
}

// next returns the tick in which the first time of a method is over.
func (l *spans) next(s *Script, p *htn.Plan) int64 {
	next := int64(never)
	for _, x := range l.list {
		if after := s.guard(p, x.node).failAfter; after > 0 {
			next = min(next, x.begun+after)
		}
	}
	return next
}

// notice has the conditions of methods looked at.
func (l *spans) notice(s *Script, changes []world.Change) {
	if len(l.list) > 0 && (len(changes) > 0 || s.opaque) {
		l.wary = true
	}
}

// waits appends the times of methods that run.
func (l *spans) waits(dst []Wait, s *Script, p *htn.Plan, tick int64) []Wait {
	for _, x := range l.list {
		if after := s.guard(p, x.node).failAfter; after > 0 {
			n := p.Node(x.node)
			dst = waitUntil(dst, Wait{Kind: WaitMethod, Ban: methodWay(&n), Of: after}, tick, x.begun+after)
		}
	}
	return dst
}

// guardsOf returns what the methods of a program say of the time of their steps, by task and method; nil where none does.
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

// isGuarded reports whether methods say something of the time of their steps.
func (s *Script) isGuarded() bool { return s.guards != nil }
