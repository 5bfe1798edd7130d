package runner

import (
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// ban is what an agent remembers of a way that has failed: a method instance, or an operator, below the root of a plan line. While it is in force, plans of
// that line do not take the way. Afterwards it holds how often the way has failed in a row. Its memory is used again.
type ban struct {
	of      htn.Ban // the way; with All every other instance of the method
	line    int     // the plan line
	inForce bool
	lift    Lift  // it is no longer in force, which is yet to be told
	count   int32 // failures since the way last succeeded
	failed  int64 // the tick of the last one
	lifted  int64 // not in force: since this tick
	clock   clock

	cause Cause // of the last failure
	op    htn.OperatorID
	args  []world.Word // of the operator

	reads  htn.Reads // what the outcome of the condition it failed on depends on; of an expectation: the values expected
	stale  bool      // something of that has changed
	turned bool      // the condition holds now
}

// isOut reports whether plans do not take the way.
func (b *ban) isOut() bool { return b.inForce && b.lift == NotLifted }

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
	if r.kind.script.banRule(of).none {
		return
	}
	b := r.remember(s, of)
	r.enforce(s, b, i, cause)
	if b.of.All || len(of.Args)+len(of.Bound) == 0 || r.countBans(s.Ctx.State(), r.from) < MaxBans {
		return
	}
	if b = r.othersOf(of); !b.inForce {
		r.enforce(s, b, i, cause)
	}
}

// enforce puts a ban in force because of a failed step.
func (r *Runner) enforce(s *Stage, b *ban, i int, cause Cause) {
	step := r.plan.Step(i)
	b.count = min(b.count+1, maxCounted)
	b.inForce, b.lift, b.failed = true, NotLifted, r.tick
	ticks := int64(0)
	b.clock, ticks = r.kind.script.start(r.kind.script.banRule(&b.of), r.tick, b.count)
	b.cause, b.op, b.args = cause, step.Operator, append(b.args[:0], step.Args...)
	r.blame(s.Worker, b, i)
	r.tellBan(s, Event{Kind: MethodBanned, Ticks: ticks, Count: b.count - 1}, b)
}

// isKnown reports whether anything is remembered of the method or operator of a way.
func (r *Runner) isKnown(of *htn.Ban) bool {
	for i := range r.bans {
		if b := &r.bans[i].of; b.Task == of.Task && b.Method == of.Method && b.IsOperator == of.IsOperator && b.Operator == of.Operator {
			return true
		}
	}
	return false
}

// banOf returns what is remembered of a way, or nil.
func (r *Runner) banOf(of *htn.Ban) *ban {
	for i := range r.bans {
		if b := &r.bans[i]; b.line == r.from && !b.of.All && r.kind.script.Domain.SameWay(&b.of, of) {
			return b
		}
	}
	return nil
}

// othersOf is others, adding what nothing is known of yet.
func (r *Runner) othersOf(of *htn.Ban) *ban {
	b := r.others(of)
	if b == nil {
		b = r.newBan(of)
		b.of.All, b.of.Args, b.of.Bound = true, b.of.Args[:0], b.of.Bound[:0]
	}
	return b
}

// others returns the ban that stands for all instances of a method or operator that have none of their own, or nil.
func (r *Runner) others(of *htn.Ban) *ban {
	for i := range r.bans {
		if b := &r.bans[i]; b.line == r.from && b.of.All && b.of.IsLike(of) {
			return b
		}
	}
	return nil
}

// remember returns what is remembered of a way. Where that is nothing and there is no room, it is what stands for the others.
func (r *Runner) remember(s *Stage, of *htn.Ban) *ban {
	if b := r.banOf(of); b != nil {
		return b
	}
	if r.countKeys(r.from) < MaxBans {
		return r.newBan(of)
	}
	if b := r.spare(s.Ctx.State()); b != nil {
		r.become(b, of)
		return b
	}
	return r.othersOf(of)
}

// newBan adds what nothing is known of yet.
func (r *Runner) newBan(of *htn.Ban) *ban {
	last := len(r.bans)
	if last == cap(r.bans) {
		r.bans = append(r.bans, ban{})
	}
	r.bans = r.bans[:last+1]
	r.become(&r.bans[last], of)
	return &r.bans[last]
}

// become makes b that of a way.
func (r *Runner) become(b *ban, way *htn.Ban) {
	of := *way
	of.Args, of.Bound = append(b.of.Args[:0], way.Args...), append(b.of.Bound[:0], way.Bound...)
	reads := b.reads
	reads.Cells.Reset()
	*b = ban{of: of, line: r.from, args: b.args[:0], reads: reads}
}

// spare returns what gives way to a new failure of a plan line, when it has no room left: what is about objects that are gone, or else what is not
// in force for the longest time; nil: all are in force.
func (r *Runner) spare(st *world.State) (spare *ban) {
	for i := range r.bans {
		b := &r.bans[i]
		switch {
		case b.line != r.from || b.of.All:
		case !r.isAlive(st, &b.of):
			return b
		case !b.isOut() && b.lift == NotLifted && (spare == nil || b.lifted < spare.lifted):
			spare = b
		}
	}
	return spare
}

// isAlive reports whether the objects that a way is about exist.
func (r *Runner) isAlive(st *world.State, b *htn.Ban) bool {
	if b.All {
		return true
	}
	if b.IsOperator {
		return objectsAlive(st, r.kind.script.operators[b.Operator].objects, b.Args)
	}
	return objectsAlive(st, r.kind.script.objects[b.Task], b.Args) && boundAlive(st, r.kind.script.info.Tasks[b.Task].Methods[b.Method].Each, b.Bound)
}

// countKeys counts the method instances that are remembered for a plan line.
func (r *Runner) countKeys(line int) (n int) {
	for i := range r.bans {
		if b := &r.bans[i]; b.line == line && !b.of.All {
			n++
		}
	}
	return n
}

// countBans counts the method instances that plans of a line do not take, though what they are about exists.
func (r *Runner) countBans(st *world.State, line int) (n int) {
	for i := range r.bans {
		if b := &r.bans[i]; b.line == line && !b.of.All && b.isOut() && r.isAlive(st, &b.of) {
			n++
		}
	}
	return n
}

// tellBans reports the bans that were lifted, and forgets what there is nothing to know of.
func (r *Runner) tellBans(s *Stage) {
	n := 0
	for i := range r.bans {
		b := &r.bans[i]
		if b.lift != NotLifted {
			r.tellBan(s, Event{Kind: BanLifted, Lift: b.lift}, b)
			if b.inForce, b.lifted = false, r.tick; b.lift == BanWorked {
				b.count = 0
			}
			b.lift = NotLifted
		}
		if b.count == 0 {
			continue
		}
		if i != n {
			r.bans[n], r.bans[i] = r.bans[i], r.bans[n]
		}
		n++
	}
	r.bans = r.bans[:n]
}

func (r *Runner) tellBan(s *Stage, e Event, b *ban) {
	e.Task, e.Method, e.Args, e.Bound = b.of.Task, int32(b.of.Method), b.of.Args, b.of.Bound
	if b.of.IsOperator {
		e.Task, e.Operator = -1, b.of.Operator
	}
	e.Line = int32(b.line)
	r.send(s, e)
}

// Bans appends what plans for the line that holds do not take at present to dst, as [htn.Options] want it. It belongs to the runner and is valid until
// the next tick.
func (r *Runner) Bans(dst []htn.Ban) []htn.Ban {
	if len(r.bans) == 0 {
		return dst
	}
	rest := false
	for i := range r.bans {
		if b := &r.bans[i]; b.line == r.line && b.isOut() {
			dst = append(dst, b.of)
			rest = rest || b.of.All
		}
	}
	if !rest {
		return dst
	}
	for i := range r.bans {
		if b := &r.bans[i]; b.line == r.line && !b.of.All && !b.isOut() {
			free := b.of
			free.Free = true
			dst = append(dst, free)
		}
	}
	return dst
}
