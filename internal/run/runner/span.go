package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
)

// barring returns the topmost method whose while does not hold, so that the step cannot start; -1: none.
func (c *course) barring(w *Worker, step int) (node int) {
	node = -1
	for at := c.plan.Holder(step); at >= 0; at = c.plan.Node(at).Parent {
		if !w.whileHolds(&c.plan, at) {
			node = at
		}
	}
	return node
}

// keepSpans gives up the methods whose while does not hold or whose time is over, after running steps have ended by
// themselves.
func (r *Runner) keepSpans(t *turn) {
	r.judgeSteps(t)
	r.judgeSpans(t)
}

// judgeSpans is keepSpans without looking at the running steps. It reports whether it gave up a method.
func (r *Runner) judgeSpans(t *turn) (done bool) {
	for r.active && r.spans.some() {
		node, cause := r.spans.overdue(t.Worker, &r.plan, r.tick)
		if node < 0 {
			break
		}
		r.giveUp(t, node, cause)
		done = true
	}
	r.rare.spans.wary = false
	return done
}

// giveUp aborts the steps of a method. Its task is planned anew within the plan; if that is the goal, the plan is given
// up. A method whose time is over is banned. If another node must be planned anew already, the lowest task that
// contains both replaces them.
func (r *Runner) giveUp(t *turn, node int, cause Cause) {
	reason := action.WhileFails
	if cause == TimedOut {
		reason = action.TimeOver
	}
	first := r.abortBelow(t, node, reason)
	r.at = first
	r.rare.spans.giveUp(&r.course, node)
	n := r.plan.Node(node)
	of := methodWay(&n)
	r.emit(t, Event{Kind: MethodStopped, Cause: cause, Node: int32(node), Task: of.Task, Method: int32(of.Method), Args: of.Args, Bound: of.Bound})
	if cause == TimedOut {
		r.banWay(t, &of, first, TimedOut)
	}
	if r.mending {
		node = holderOf(&r.plan, r.toMend(r.amiss), node)
	}
	if node > 0 {
		r.mending, r.broken, r.own().amiss, r.rare.amissBy = true, int32(first), node, cause
		r.thinker.stop()
		r.blocked = r.tick + r.kind.script.gap
		return
	}
	if cause == TimedOut {
		r.failPlan(t, cause)
		return
	}
	r.drop(t, reason)
	r.thinker.stop()
	r.watching = false
	r.blocked = r.tick + r.kind.script.gap
	r.due = r.blocked
}

// StoppedMethod returns the method of a step that a runner has given up and whose task it plans anew within the plan,
// and why; ok is false if there is none. The lists of the result belong to the runner.
func StoppedMethod(r *Runner, step int) (of htn.Ban, cause Cause, ok bool) {
	if !r.active || !r.mending || r.amiss == 0 || !r.plan.Below(r.amiss, step) {
		return htn.Ban{}, NoCause, false
	}
	n := r.plan.Node(r.amiss)
	return methodWay(&n), r.amissBy, true
}

// isUnder reports whether node is other, or below it.
func (c *course) isUnder(node, other int) bool {
	for node > other {
		node = c.plan.Node(node).Parent
	}
	return node == other
}

// holderOf returns the lowest node of a plan that holds both nodes.
func holderOf(p *htn.Plan, node, other int) int {
	for node != other {
		if node < other {
			node, other = other, node
		}
		node = p.Node(node).Parent
	}
	return node
}

// hasSpans reports whether there are spans to save.
func (g *coding) hasSpans() bool {
	r := g.r
	return r.active && (r.spans.some() || r.mending && r.amiss > 0)
}

// spans codes the spans and the node to plan anew. In another program, only spans of methods that it has continue.
func (g *coding) spans() {
	c, r, amiss := g.Coder, g.r, 0
	if r.mending {
		amiss = r.amiss
	}
	why := r.amissBy
	if codec.Below(c, &amiss, maxCounted); amiss > 0 {
		codec.Below(c, &why, int(lastCause)+1)
	}
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
		g.Fail("a running method does not belong to its plan")
		return
	}
	r.own().spans.list, r.rare.amiss, r.rare.amissBy = list, amiss, why
}
