package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
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

func (r *Runner) guard(node int) guard {
	n := r.plan.Node(node)
	return r.kind.script.guards[n.Task][n.Method]
}

// holds reports whether the while of a node's method holds.
func (r *Runner) holds(w *Worker, node int) bool {
	n := r.plan.Node(node)
	of := methodWay(&n)
	return !r.guard(node).while || w.script.isAlive(w.machine.State, &of) && r.plan.While(node, &w.machine)
}

// enter begins the spans of the methods that hold a step which is to start, and reports whether it may start: not where the while of one of them does not hold.
func (r *Runner) enter(s *Stage, step int) bool {
	broken := -1
	for node := r.plan.Holder(step); node >= 0; node = r.plan.Node(node).Parent {
		if !r.holds(s.Worker, node) {
			broken = node
		}
	}
	if broken >= 0 {
		r.giveUp(s, broken, WhileFalse)
		return false
	}
	for node := r.plan.Holder(step); node >= 0; node = r.plan.Node(node).Parent {
		if r.guard(node) != (guard{}) && !r.isWithin(node) {
			r.seldom().spans = append(r.spans, span{node, r.tick})
		}
	}
	return true
}

func (r *Runner) isWithin(node int) bool {
	return slices.ContainsFunc(r.spans, func(s span) bool { return s.node == node })
}

// leave ends the spans of methods all steps of which are done.
func (r *Runner) leave() {
	r.rare.spans = slices.DeleteFunc(r.spans, func(s span) bool { return r.isDone(s.node) })
}

// overdue returns a method that has to be given up: its while does not hold, if something has changed, or its time is over; the one that is the farthest up goes first. -1: none has.
func (r *Runner) overdue(w *Worker) (node int, cause Cause) {
	node = -1
	for _, s := range r.spans {
		why := NoCause
		switch after := r.guard(s.node).failAfter; {
		case r.wary && !r.holds(w, s.node):
			why = WhileFalse
		case after > 0 && r.tick-s.begun >= after:
			why = TimedOut
		}
		if why != NoCause && (node < 0 || s.node < node) {
			node, cause = s.node, why
		}
	}
	return node, cause
}

// keepSpans gives up the methods whose while does not hold, or whose time is over, after what ends running steps by itself has done so.
func (r *Runner) keepSpans(s *Stage) {
	for i := 0; i < len(r.efforts); i++ {
		e := &r.efforts[i]
		if r.at = e.step; !e.over {
			r.endByCondition(s, e)
		}
	}
	r.judgeSpans(s)
}

// judgeSpans is keepSpans where the running steps have been looked at. It reports whether a method was given up.
func (r *Runner) judgeSpans(s *Stage) (done bool) {
	for r.active && len(r.spans) > 0 {
		node, cause := r.overdue(s.Worker)
		if node < 0 {
			break
		}
		r.giveUp(s, node, cause)
		done = true
	}
	r.rare.wary = false
	return done
}

// giveUp aborts the steps of a method. Its task is planned anew within the plan; where that is the goal, the plan is given up. A method whose time is over is banned.
// Where something in the plan is to be planned anew already, the lowest task that holds both is.
func (r *Runner) giveUp(s *Stage, node int, cause Cause) {
	reason := action.WhileFails
	if cause == TimedOut {
		reason = action.TimeOver
	}
	first := r.abortBelow(s, node, reason)
	r.at = first
	r.rare.spans = slices.DeleteFunc(r.spans, func(s span) bool { return r.isUnder(s.node, node) })
	if n := r.plan.Node(node); cause == TimedOut {
		of := methodWay(&n)
		r.banWay(s, &of, first, TimedOut)
	}
	if r.mending {
		node = holderOf(&r.plan, r.toMend(r.amiss), node)
	}
	if node > 0 {
		r.mending, r.broken, r.seldom().amiss = true, int32(first), node
		r.stopThinking()
		r.blocked = r.tick + r.kind.script.gap
		return
	}
	if cause == TimedOut {
		r.failPlan(s, cause)
		return
	}
	r.drop(s, reason)
	r.stopThinking()
	r.watching = false
	r.blocked = r.tick + r.kind.script.gap
	r.due = r.blocked
}

// abortBelow aborts the running steps of a node, which wait again. It returns the first of them, or the first step that is not done.
func (r *Runner) abortBelow(s *Stage, node int, reason action.Reason) int {
	first := -1
	for i := range r.efforts {
		e := &r.efforts[i]
		if e.over || !r.plan.Below(node, e.step) {
			continue
		}
		if r.abort(s, e, reason); first < 0 || e.step < first {
			first = e.step
		}
		r.progress[e.step].state = StepWaiting
	}
	for i := 0; first < 0 && i < len(r.progress); i++ {
		if r.progress[i].state != StepDone && r.plan.Below(node, i) {
			first = i
		}
	}
	return max(first, 0)
}

// isUnder reports whether a node is another one, or below it.
func (c *course) isUnder(node, other int) bool {
	for node > other {
		node = c.plan.Node(node).Parent
	}
	return node == other
}

// holderOf returns the lowest node of a plan that two nodes are below, or are.
func holderOf(p *htn.Plan, node, other int) int {
	for node != other {
		if node < other {
			node, other = other, node
		}
		node = p.Node(node).Parent
	}
	return node
}

// moveSpans has the spans go on in a plan that takes over, as far as it makes the same choices on the way to them.
func (r *Runner) moveSpans(from, to *htn.Plan) {
	if len(r.spans) == 0 {
		return
	}
	n := 0
	for _, s := range r.spans {
		for k := range to.Nodes() {
			if htn.SameNode(from, s.node, to, k) {
				r.spans[n] = span{k, s.begun}
				n++
				break
			}
		}
	}
	r.rare.spans = r.spans[:n]
}

// joinSpans begins the spans of methods that hold running steps and have none: those of a plan that has taken over, from the start of the step.
func (r *Runner) joinSpans() {
	for i := range r.efforts {
		for node := r.plan.Holder(r.efforts[i].step); node >= 0; node = r.plan.Node(node).Parent {
			if r.guard(node) != (guard{}) && !r.isWithin(node) {
				r.seldom().spans = append(r.spans, span{node, r.efforts[i].begun})
			}
		}
	}
	if len(r.spans) > 0 {
		r.rare.wary = true
	}
}

// dropSpans forgets the spans of another plan.
func (r *Runner) dropSpans() {
	if len(r.spans) > 0 {
		r.rare.spans = r.spans[:0]
	}
}

// nextOverdue returns the tick in which the first time of a method is over.
func (r *Runner) nextOverdue() int64 {
	next := int64(never)
	for _, s := range r.spans {
		if after := r.guard(s.node).failAfter; after > 0 {
			next = min(next, s.begun+after)
		}
	}
	return next
}

// hasSpans reports whether there is something to be saved of spans.
func (r *Runner) hasSpans() bool { return r.active && (len(r.spans) > 0 || r.mending && r.amiss > 0) }

// spans codes the spans, and which node is to be planned anew. In another program only those go on that it knows.
func (g *coding) spans() {
	c, r, amiss := g.Coder, g.r, 0
	if r.mending {
		amiss = r.amiss
	}
	codec.Below(c, &amiss, maxCounted)
	list := r.spans
	for s := range codec.Each(c, &list, codec.NoLimit) {
		codec.Below(c, &s.node, maxCounted)
		g.tick(&s.begun)
	}
	if !g.Reads() {
		return
	}
	nodes, count := r.plan.Nodes(), len(list)
	list = slices.DeleteFunc(list, func(s span) bool {
		return s.node >= nodes || !r.kind.script.isGuarded() || r.guard(s.node) == guard{}
	})
	strange := len(list) < count
	if amiss >= max(nodes, 1) {
		amiss, strange = 0, true
	}
	if strange && g.Names == nil {
		g.Fail("a method in it that goes on is none of its plan")
		return
	}
	r.seldom().spans, r.rare.amiss = list, amiss
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

// noticeSpans has the conditions of methods looked at.
func (r *Runner) noticeSpans(changes []world.Change) {
	if len(r.spans) > 0 && (len(changes) > 0 || r.kind.script.opaque) {
		r.rare.wary = true
	}
}
