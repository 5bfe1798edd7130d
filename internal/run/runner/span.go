package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
)

// enter begins the spans of the methods that hold a step which is to start, and reports whether it may start: not where the while of one of them does not hold.
func (r *Runner) enter(s *Stage, step int) bool {
	broken := -1
	for node := r.plan.Holder(step); node >= 0; node = r.plan.Node(node).Parent {
		if !s.Worker.whileHolds(&r.plan, node) {
			broken = node
		}
	}
	if broken >= 0 {
		r.giveUp(s, broken, WhileFalse)
		return false
	}
	r.seldom().spans.enter(r.kind.script, &r.plan, step, r.tick)
	return true
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
	for r.active && r.spans.some() {
		node, cause := r.spans.overdue(s.Worker, &r.plan, r.tick)
		if node < 0 {
			break
		}
		r.giveUp(s, node, cause)
		done = true
	}
	r.rare.spans.wary = false
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
	r.rare.spans.giveUp(&r.course, node)
	if n := r.plan.Node(node); cause == TimedOut {
		of := methodWay(&n)
		r.banWay(s, &of, first, TimedOut)
	}
	if r.mending {
		node = holderOf(&r.plan, r.toMend(r.amiss), node)
	}
	if node > 0 {
		r.mending, r.broken, r.seldom().amiss = true, int32(first), node
		r.thinker.stop()
		r.blocked = r.tick + r.kind.script.gap
		return
	}
	if cause == TimedOut {
		r.failPlan(s, cause)
		return
	}
	r.drop(s, reason)
	r.thinker.stop()
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

// hasSpans reports whether there is something to be saved of spans.
func (g *coding) hasSpans() bool {
	r := g.r
	return r.active && (r.spans.some() || r.mending && r.amiss > 0)
}

// spans codes the spans, and which node is to be planned anew. In another program only those go on that it knows.
func (g *coding) spans() {
	c, r, amiss := g.Coder, g.r, 0
	if r.mending {
		amiss = r.amiss
	}
	codec.Below(c, &amiss, maxCounted)
	list := r.spans.list
	for s := range codec.Each(c, &list, codec.NoLimit) {
		codec.Below(c, &s.node, maxCounted)
		g.tick(&s.begun)
	}
	if !g.Reads() {
		return
	}
	nodes, count := r.plan.Nodes(), len(list)
	list = slices.DeleteFunc(list, func(s span) bool {
		return s.node >= nodes || !r.kind.script.isGuarded() || r.kind.script.guard(&r.plan, s.node) == guard{}
	})
	strange := len(list) < count
	if amiss >= max(nodes, 1) {
		amiss, strange = 0, true
	}
	if strange && g.Names == nil {
		g.Fail("a method in it that goes on is none of its plan")
		return
	}
	r.seldom().spans.list, r.rare.amiss = list, amiss
}
