package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// ban is a method instance that is not taken, with what lifts it. Its memory is used again.
type ban struct {
	of    htn.Ban
	until int64     // tick
	reads htn.Reads // what the step failed on
	lift  Lift      // it no longer holds, which is yet to be told
	// claimed is the object that another agent had claimed; 0: none.
	claimed world.Object
}

// ban bans the method that held a failed step.
func (r *Runner) ban(s *Stage, i int, cause Cause) {
	holder := r.plan.Step(i).Node
	if holder < 0 {
		return
	}
	n := r.plan.Node(holder)
	b := r.banOf(&n)
	if b == nil {
		b = r.newBan(s, &n)
	}
	b.until, b.lift, b.claimed = r.tick+r.script.banned, NotLifted, 0
	b.reads.Cells.Reset()
	r.blame(s.Worker, b, i, cause)
	r.tellBan(s, Event{Kind: MethodBanned, Ticks: r.script.banned}, b)
}

// banOf returns the ban of a method instance, or nil.
func (r *Runner) banOf(n *htn.Node) *ban {
	for i := range r.bans {
		b := &r.bans[i]
		if b.of.Task == n.Task && b.of.Method == n.Method && slices.Equal(b.of.Args, n.Args) && slices.Equal(b.of.Bound, n.Bound) {
			return b
		}
	}
	return nil
}

// newBan adds a ban, in the place of the oldest when there are too many.
func (r *Runner) newBan(s *Stage, n *htn.Node) *ban {
	if len(r.bans) == MaxBans {
		r.bans[0].lift = BanDropped
		r.tellBans(s)
	}
	last := len(r.bans)
	if last == cap(r.bans) {
		r.bans = append(r.bans, ban{})
	}
	r.bans = r.bans[:last+1]
	b := &r.bans[last]
	b.of.Task, b.of.Method = n.Task, n.Method
	b.of.Args, b.of.Bound = append(b.of.Args[:0], n.Args...), append(b.of.Bound[:0], n.Bound...)
	return b
}

// blame notes what a step failed on, as far as that is anything in the world's state.
func (r *Runner) blame(w *Worker, b *ban, i int, cause Cause) {
	step := r.plan.Step(i)
	op := &r.script.operators[step.Operator]
	switch cause {
	case ConditionFalse:
		op.when.Track(&w.machine, step.Args, &b.reads)
	case WhileFalse:
		op.while.Track(&w.machine, step.Args, &b.reads)
	case Claimed:
		b.claimed = w.claims.taken(r.agent, op.claims, step.Args)
	case Unmet:
		for _, c := range r.unmet(w, i) {
			now := w.machine.State.Get(c.Addr)
			b.reads.Cells.Read(c.Addr, now, now)
		}
	}
}

// liftBans lifts the bans whose time is over, and those whose reason has changed: planning may find something else then.
func (r *Runner) liftBans(w *Worker, st *world.State, changes []world.Change) {
	for i := range r.bans {
		b := &r.bans[i]
		switch {
		case b.lift != NotLifted:
			continue
		case r.tick >= b.until:
			b.lift = BanOver
		case b.reads.Affected(st, changes), b.claimed != 0 && !w.claims.has(r.agent, b.claimed):
			b.lift = BanChanged
		default:
			continue
		}
		r.changed = true
	}
}

// liftAll lifts all bans: what was planned instead has ended well.
func (r *Runner) liftAll(s *Stage) {
	for i := range r.bans {
		r.bans[i].lift = BanProved
	}
	r.tellBans(s)
}

// tellBans reports the bans that were lifted, and forgets them.
func (r *Runner) tellBans(s *Stage) {
	n := 0
	for i := range r.bans {
		if b := &r.bans[i]; b.lift != NotLifted {
			r.tellBan(s, Event{Kind: BanLifted, Lift: b.lift}, b)
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
	r.emit(s, e)
}

// Bans appends the method instances that the agent does not take at present to dst. They belong to the runner and are valid
// until the next tick.
func (r *Runner) Bans(dst []htn.Ban) []htn.Ban {
	for i := range r.bans {
		if b := &r.bans[i]; b.lift == NotLifted {
			dst = append(dst, b.of)
		}
	}
	return dst
}
