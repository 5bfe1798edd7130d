package runner

import (
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// ban bans the method that held a failed step, or its operator, where that says anything about the way.
func (r *Runner) ban(s *Stage, i int, cause Cause) {
	step := r.plan.Step(i)
	op := &r.kind.script.operators[step.Operator]
	switch {
	case cause.isPanic(), cause == LeaseTaken, cause == Claimed:
		return
	case cause == ConditionFalse && op.cooling != nil && (s.Ctx.State().Get(op.cooling.Base) != 0 || s.Worker.claims.isHot(op, r.agent)):
		return // planning sees the cooldown itself
	}
	if of, ok := r.wayOf(r.kind.script, i); ok {
		r.banWay(s, &of, i, cause)
	}
}

// banWay bans a way because of a step, unless it says that nothing bans it.
func (r *Runner) banWay(s *Stage, of *htn.Ban, i int, cause Cause) {
	script, st := r.kind.script, s.Ctx.State()
	if script.banRule(of).none {
		return
	}
	b := r.bans.remember(script, st, r.from, of)
	r.enforce(s, b, i, cause)
	if b.of.All || len(of.Args)+len(of.Bound) == 0 || r.bans.countOut(script, st, r.from) < MaxBans {
		return
	}
	if b = r.bans.addOthers(r.from, of); !b.inForce {
		r.enforce(s, b, i, cause)
	}
}

// enforce puts a ban in force because of a failed step.
func (r *Runner) enforce(s *Stage, b *ban, i int, cause Cause) {
	ticks := b.begin(r.kind.script, r.tick, r.plan.Step(i), cause)
	if b.blame(s.Worker); b.isUnmet(r.kind.script) {
		b.expect(s.Worker, r.unmet(s.Worker, i))
	}
	r.tellBan(s, Event{Kind: MethodBanned, Ticks: ticks, Count: b.count - 1}, b)
}

// tellBans reports the bans that were lifted, and forgets what there is nothing to know of.
func (r *Runner) tellBans(s *Stage) {
	for i := range r.bans {
		if b := &r.bans[i]; b.lift != NotLifted {
			r.tellBan(s, Event{Kind: BanLifted, Lift: b.lift}, b)
			b.end(r.tick)
		}
	}
	r.bans.sweep()
}

func (r *Runner) tellBan(s *Stage, e Event, b *ban) {
	e.Task, e.Method, e.Args, e.Bound = b.of.Task, int32(b.of.Method), b.of.Args, b.of.Bound
	if b.of.IsOperator {
		e.Task, e.Operator = -1, b.of.Operator
	}
	e.Line = int32(b.line)
	r.send(s, e)
}

// liftBans lifts the bans whose time is over, and those whose condition holds again. Their line is planned for: the result may be another one without them.
func (r *Runner) liftBans(w *Worker) {
	if !r.bans.lift(w, r.tick, r.line) {
		return
	}
	if r.changed = true; r.thinker.isBusy() {
		r.thinker.lifted = true
	}
}

// clearWays forgets the failures of the ways that a step has completed.
func (r *Runner) clearWays(s *Stage, step int) {
	script, done := r.kind.script, false
	if ended := r.plan.Step(step); script.operators[ended.Operator].ban.said {
		of := operatorWay(ended)
		done = r.bans.forgive(script, r.from, &of)
	}
	for node := r.plan.Holder(step); node >= 0; node = r.plan.Node(node).Parent {
		n := r.plan.Node(node)
		if of := methodWay(&n); r.bans.knows(&of) && r.isDone(node) {
			done = r.bans.forgive(script, r.from, &of) || done
		}
	}
	if done {
		r.tellBans(s)
	}
}

// Bans appends what plans for the line that holds do not take at present to dst, as [htn.Options] want it. It belongs to the runner and is valid until
// the next tick.
func (r *Runner) Bans(dst []htn.Ban) []htn.Ban { return r.bans.out(dst, r.line) }

// ToldBans is [Runner.Bans] for explanations: their Why says what failed, and until when they are in force. St is the state of the agent, for the names of
// objects.
func (r *Runner) ToldBans(dst []htn.Ban, st *world.State) []htn.Ban {
	first := len(dst)
	dst = r.Bans(dst)
	for i := range dst[first:] {
		told := &dst[first+i]
		for k := range r.bans {
			if b := &r.bans[k]; b.line == r.line && b.isOut() && b.of.Equal(told) {
				told.Why = b.text(r.kind.script, st)
			}
		}
	}
	return dst
}
