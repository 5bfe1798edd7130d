package ground

import (
	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// Ground instantiates a problem: everything that the root task can lead to and that may be possible if nothing is ever
// deleted. The lifted and the instantiated problem have the same plans. If the root task has no method in the result,
// there is no plan.
//
// The error, if any, is a [*LimitError]. Limits that are not reached do not affect the result. Ground may add types to
// the problem p, so no other goroutine may use p meanwhile; the result does not depend on that.
//
// The instantiation works from the root down over the facts that actions can reach if nothing is deleted, as in Behnke
// et al., "On Succinct Groundings of HTN Planning Problems" (AAAI 2020), but binds each action and method in one join.
// one join each.
func Ground(p *lifted.Problem, l Limits) (*Problem, error) {
	scope := newScope(p)
	called := &demand{scope: scope}
	m := &meter{Limits: l, taken: func() (int64, bool, int) { return called.calls.Bytes(), false, int(called.calls.Len()) }}
	if !m.enter("demand") || !called.run(m) {
		return nil, m.over
	}
	callings := called.callings()
	store := lifted.NewStore(called.relations(callings), m.goesOnFacts)
	if m.over != nil {
		return nil, m.over
	}
	called.fill(store, callings)
	in := newInstances(p, store)
	m.taken = in.taken
	facts := newReach(scope, store, callings, m)
	if !m.enter("reachable facts") || !facts.run() {
		return nil, m.over
	}
	if x := newExpansion(facts, &l, in); !m.enter("instances") || !x.run() {
		return nil, m.over
	}
	useful := newPruning(in, m)
	if useful == nil || !useful.run() {
		return nil, m.over
	}
	n := newNumbering(useful)
	if !n.run() {
		return nil, m.over
	}
	return n.out, nil
}
