package runner

import "github.com/karakuri-ai/karakuri/internal/plan/htn"

// vain is a series of plannings for one plan line with the same fruitless result. The first one is reported at once.
// The length is reported when the series ends: a plan is found, planning has another result, another plan line holds,
// or the agent is quarantined or leaves.
type vain struct {
	count int32     // plannings so far; 0: there is no series
	bound htn.Bound // the limit that each of them hit; NoBound: there was no plan
	line  int32
}

// event returns the event of a planning in vain.
func (v vain) event() Event {
	if v.bound != htn.NoBound {
		return Event{Kind: PlanLimit, Limit: v.bound, Line: v.line}
	}
	return Event{Kind: PlanNone, Line: v.line}
}

// series are the fruitless plannings of a runner.
type series struct {
	open   vain // still going on
	folded vain // ended, and not yet reported
}

// add records a fruitless planning for a plan line, and reports whether it is the first of its series.
func (s *series) add(bound htn.Bound, line int) bool {
	if s.open.count > 0 && s.open.bound != bound {
		s.close()
	}
	s.open = vain{min(s.open.count+1, maxCounted), bound, int32(line)}
	return s.open.count == 1
}

// close ends a series. It is reported when the agent acts.
func (s *series) close() {
	if s.open.count > 1 {
		s.folded = s.open
	}
	if s.open.count > 0 { // a runner that never plans shares state that must not be written to
		s.open = vain{}
	}
}

// report reports a series that has ended, unless it is a single planning, which was reported already.
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
