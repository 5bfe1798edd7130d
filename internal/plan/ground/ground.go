package ground

import (
	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// Ground instantiates a problem: what the root task can come to, as far as it may be possible when nothing is ever
// deleted. Every plan of the lifted problem is one of the instantiated problem, and the other way round. If the root
// task has no method in the result, there is no plan.
//
// The error, if there is one, is a [*LimitError]. Results do not depend on limits that were not reached. The problem p
// may learn new types meanwhile, so nobody else may use it at the same time; the result is independent of that.
//
// The instantiation goes from the root down over the facts that actions can reach when nothing is deleted, as in
// Behnke et al., "On Succinct Groundings of HTN Planning Problems" (AAAI 2020), but with actions and methods bound by
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
