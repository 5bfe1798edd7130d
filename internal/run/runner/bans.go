package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// ban is what an agent remembers of a way that has failed: a method instance below the root of a plan line. While it is in force, plans of
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

	// claimed is the object that another agent had claimed: the way waits until it is free, which is no ban; 0: none.
	claimed world.Object
}

// isOut reports whether plans do not take the way.
func (b *ban) isOut() bool { return b.inForce && b.lift == NotLifted || b.claimed != 0 }

// ban bans the method that held a failed step, where that says anything about the way.
func (r *Runner) ban(s *Stage, i int, cause Cause) {
	step := r.plan.Step(i)
	op := &r.kind.script.operators[step.Operator]
	switch {
	case step.Node < 0, cause.isPanic(), cause == LeaseTaken:
		return
	case cause == ConditionFalse && op.cooling != nil && s.Ctx.State().Get(op.cooling.Base) != 0:
		return // planning sees the cooldown itself
	}
	n := r.plan.Node(step.Node)
	if cause == Claimed {
		r.remember(s, &n).claimed = s.Worker.claims.taken(r.agent, op.claims, step.Args)
		return
	}
	b := r.remember(s, &n)
	r.enforce(s, b, i, cause)
	if b.of.All || len(n.Args)+len(n.Bound) == 0 || r.countBans(r.from) < MaxBans {
		return
	}
	if b = r.othersOf(&n); !b.inForce {
		r.enforce(s, b, i, cause)
	}
}

// enforce puts a ban in force because of a failed step.
func (r *Runner) enforce(s *Stage, b *ban, i int, cause Cause) {
	step := r.plan.Step(i)
	b.count = min(b.count+1, maxCounted)
	b.inForce, b.lift, b.failed, b.claimed = true, NotLifted, r.tick, 0
	ticks := r.kind.script.banTime(b.count)
	b.clock = clock{ticks: r.tick + ticks}
	b.cause, b.op, b.args = cause, step.Operator, append(b.args[:0], step.Args...)
	r.blame(s.Worker, b, i)
	r.tellBan(s, Event{Kind: MethodBanned, Ticks: ticks, Count: b.count - 1}, b)
}

// banOf returns what is remembered of a method instance, or nil.
func (r *Runner) banOf(n *htn.Node) *ban {
	for i := range r.bans {
		b := &r.bans[i]
		if b.line == r.from && !b.of.All && b.of.Task == n.Task && b.of.Method == n.Method && slices.Equal(b.of.Args, n.Args) && slices.Equal(b.of.Bound, n.Bound) {
			return b
		}
	}
	return nil
}

// othersOf is others, adding what nothing is known of yet.
func (r *Runner) othersOf(n *htn.Node) *ban {
	b := r.others(n)
	if b == nil {
		b = r.newBan(n)
		b.of.All, b.of.Args, b.of.Bound = true, b.of.Args[:0], b.of.Bound[:0]
	}
	return b
}

// others returns the ban that stands for all instances of a method that have none of their own, or nil.
func (r *Runner) others(n *htn.Node) *ban {
	for i := range r.bans {
		if b := &r.bans[i]; b.line == r.from && b.of.All && b.of.Task == n.Task && b.of.Method == n.Method {
			return b
		}
	}
	return nil
}

// remember returns what is remembered of a method instance. Where that is nothing and there is no room, it is what stands for the others.
func (r *Runner) remember(s *Stage, n *htn.Node) *ban {
	if b := r.banOf(n); b != nil {
		return b
	}
	if r.countKeys(r.from) < MaxBans {
		return r.newBan(n)
	}
	if b := r.spare(s.Ctx.State()); b != nil {
		r.become(b, n)
		return b
	}
	return r.othersOf(n)
}

// newBan adds what nothing is known of yet.
func (r *Runner) newBan(n *htn.Node) *ban {
	last := len(r.bans)
	if last == cap(r.bans) {
		r.bans = append(r.bans, ban{})
	}
	r.bans = r.bans[:last+1]
	r.become(&r.bans[last], n)
	return &r.bans[last]
}

// become makes b that of a method instance.
func (r *Runner) become(b *ban, n *htn.Node) {
	of := htn.Ban{Task: n.Task, Method: n.Method, Args: append(b.of.Args[:0], n.Args...), Bound: append(b.of.Bound[:0], n.Bound...)}
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

// isAlive reports whether the objects that a method instance is about exist.
func (r *Runner) isAlive(st *world.State, b *htn.Ban) bool {
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

// countBans counts the method instances that plans of a line do not take.
func (r *Runner) countBans(line int) (n int) {
	for i := range r.bans {
		if b := &r.bans[i]; b.line == line && !b.of.All && b.isOut() {
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
		if b.count == 0 && b.claimed == 0 {
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
