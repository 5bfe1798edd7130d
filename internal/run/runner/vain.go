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

// series are the plannings in vain of a runner.
type series struct {
	open   vain // those that go on
	folded vain // those that have ended, until that is told
}

// add takes note of a planning in vain for a plan line, and reports whether it is the first of its series.
func (s *series) add(bound htn.Bound, line int) bool {
	if s.open.count > 0 && s.open.bound != bound {
		s.close()
	}
	s.open = vain{min(s.open.count+1, maxCounted), bound, int32(line)}
	return s.open.count == 1
}

// close ends a series. It is told of when the agent acts.
func (s *series) close() {
	if s.open.count > 1 {
		s.folded = s.open
	}
	if s.open.count > 0 { // who never plans shares what nobody writes to
		s.open = vain{}
	}
}

// report reports a series that has ended: one planning has been told of already.
func (s *series) report(t *turn) {
	v := s.folded
	if v.count == 0 {
		return
	}
	s.folded = vain{}
	e := v.event()
	e.Count = v.count
	t.send(e)
}
