package runner

import "github.com/karakuri-ai/karakuri/internal/plan/htn"

// vain is a series of plannings for one plan line that have come to the same nothing. The first of them is told of at once, and how many they were when the
// series ends: because a plan is found, something else comes of planning, another plan line holds, or the agent is left alone or leaves.
type vain struct {
	count int32     // how many so far; 0: there is no series
	bound htn.Bound // that each of them hit; NoBound: there was no plan
	line  int32
}

// event is that of a planning in vain.
func (v vain) event() Event {
	if v.bound != htn.NoBound {
		return Event{Kind: PlanLimit, Limit: v.bound, Line: v.line}
	}
	return Event{Kind: PlanNone, Line: v.line}
}

// countVain takes note of a planning in vain, and reports whether it is the first of its series.
func (r *Runner) countVain(bound htn.Bound) bool {
	if r.vain.count > 0 && r.vain.bound != bound {
		r.closeVain()
	}
	r.vain = vain{min(r.vain.count+1, maxCounted), bound, int32(r.line)}
	return r.vain.count == 1
}

// closeVain ends a series. It is told of when the agent acts.
func (r *Runner) closeVain() {
	if r.vain.count > 1 {
		r.folded = r.vain
	}
	if r.vain.count > 0 { // who never plans shares what nobody writes to
		r.vain = vain{}
	}
}

// tellVain reports a series that has ended: one planning has been told of already.
func (r *Runner) tellVain(s *Stage) {
	v := r.folded
	if v.count == 0 {
		return
	}
	r.folded = vain{}
	e := v.event()
	e.Count = v.count
	r.send(s, e)
}
