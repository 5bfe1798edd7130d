package runner

import (
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// ban bans the method that held a failed step, or the step's operator if that declares bans.
func (c *course) ban(t *turn, i int, cause Cause) {
	op := &t.kind.script.operators[c.plan.Step(i).Operator]
	switch {
	case cause.isPanic(), cause == LeaseTaken, cause == Claimed:
		return
	case cause == ConditionFalse && op.cooling != nil && (t.Ctx.State().Get(op.cooling.Base) != 0 || t.Worker.claims.isHot(op, t.agent)):
		return // planning sees the cooldown itself
	}
	if of, ok := c.wayOf(t.kind.script, i); ok {
		c.banWay(t, &of, i, cause)
	}
}

// banWay bans a way after a failed step, unless its rule is "ban none".
func (c *course) banWay(t *turn, of *htn.Ban, i int, cause Cause) {
	script, st := t.kind.script, t.Ctx.State()
	if script.banRule(of).none {
		return
	}
	b := t.bans.remember(script, st, c.from, of)
	c.enforce(t, b, i, cause)
	if b.of.All || len(of.Args)+len(of.Bound) == 0 || t.bans.countOut(script, st, c.from) < MaxBans {
		return
	}
	if b = t.bans.addOthers(c.from, of); !b.inForce {
		c.enforce(t, b, i, cause)
	}
}

// enforce puts a ban in force because of a failed step.
func (c *course) enforce(t *turn, b *ban, i int, cause Cause) {
	script := t.kind.script
	ticks := b.begin(script, t.tick, c.plan.Step(i), cause)
	if b.blame(t.Worker); b.isUnmet(script) {
		b.expect(t.Worker, c.unmet(t.Worker, i))
	}
	b.report(t, Event{Kind: MethodBanned, Ticks: ticks, Count: b.count - 1})
}

// clearWays removes the failures of the ways that a step has completed.
func (c *course) clearWays(t *turn, step int) {
	script, done := t.kind.script, false
	if ended := c.plan.Step(step); script.operators[ended.Operator].ban.said {
		of := operatorWay(ended)
		done = t.bans.forgive(script, c.from, &of)
	}
	for node := c.plan.Holder(step); node >= 0; node = c.plan.Node(node).Parent {
		n := c.plan.Node(node)
		if t.bans.knows(n.Task, n.Method) && c.isDone(node) {
			of := methodWay(&n)
			done = t.bans.forgive(script, c.from, &of) || done
		}
	}
	if done {
		t.bans.report(t)
	}
}

// report reports the bans that were lifted, and removes entries without failures.
func (l *bans) report(t *turn) {
	for i := range *l {
		if b := &(*l)[i]; b.lift != NotLifted {
			b.report(t, Event{Kind: BanLifted, Lift: b.lift})
			b.end(t.tick)
		}
	}
	l.sweep()
}

// report reports an event of the ban.
func (b *ban) report(t *turn, e Event) {
	e.Task, e.Method, e.Args, e.Bound = b.of.Task, int32(b.of.Method), b.of.Args, b.of.Bound
	if b.of.IsOperator {
		e.Task, e.Operator = -1, b.of.Operator
	}
	e.Line = int32(b.line)
	t.send(e)
}

// Bans appends to dst the ways that plans for the current line must not take, as [htn.Options] want them. The entries
// belong to the runner and are valid until the next tick.
func (p *planning) Bans(dst []htn.Ban) []htn.Ban { return p.bans.out(dst, p.line) }

// ExplainedBans is [planning.Bans] for explanations: Why says what failed and until when the way is banned. St is the
// state of the agent, for the names of objects.
func (r *Runner) ExplainedBans(dst []htn.Ban, st *world.State) []htn.Ban {
	first := len(dst)
	dst = r.Bans(dst)
	for i := range dst[first:] {
		ban := &dst[first+i]
		for k := range r.bans {
			if b := &r.bans[k]; b.line == r.line && b.isOut() && b.of.Equal(ban) {
				ban.Why = b.text(r.kind.script, st)
			}
		}
	}
	return dst
}
