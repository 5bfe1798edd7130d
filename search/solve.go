package search

import (
	"errors"
	"time"

	"github.com/karakuri-ai/karakuri/dfs"
	"github.com/karakuri-ai/karakuri/gbfs"
	"github.com/karakuri-ai/karakuri/ground"
	"github.com/karakuri-ai/karakuri/lifted"
)

// How Auto shares what it may use.
const (
	// dfsShare is the part of the time for depth-first search before anything is instantiated.
	dfsShare = 0.3
	// linearShare is the part of what is left then that goes to one linear order of a partially ordered problem.
	linearShare = 0.5
	// dfsNodes is how many nodes depth-first search opens at first when there is no clock.
	dfsNodes = 300_000
	// linearNodes is the same for heuristic search in one linear order.
	linearNodes = 30_000
)

// Solve looks for a plan. The problem may be changed in what it has learned of types, so nobody else may use it at the same
// time. Without a clock, and without limits of memory, the result depends on the arguments alone.
func Solve(p *lifted.Problem, o Options) Result {
	s := &solver{p: p, o: o}
	if o.Clock != nil {
		s.began = o.Clock()
	}
	switch o.Mode {
	case DFS:
		s.depthFirst(p, s.whole())
	case GBFS:
		s.heuristic(p, s.whole())
	default:
		s.auto()
	}
	if o.Mode == Best {
		s.improve()
	}
	s.result.Stats.Elapsed = s.elapsed()
	return s.result
}

type solver struct {
	p      *lifted.Problem
	o      Options
	began  time.Duration
	ground *ground.Problem // of p, once it was instantiated
	result Result
}

func (s *solver) elapsed() time.Duration {
	if s.o.Clock == nil {
		return 0
	}
	return s.o.Clock() - s.began
}

// budget is what one search may use.
type budget struct {
	deadline time.Duration // by the clock; 0: none
	nodes    int           // 0: any
}

func (s *solver) whole() budget { return budget{s.o.Deadline, s.o.Nodes} }

// part returns the budget of a search that may use a part of the time left or, without a clock, so many nodes.
func (s *solver) part(share float64, nodes int) budget {
	b := s.whole()
	if s.o.Clock == nil || s.o.Deadline == 0 {
		if b.nodes == 0 || nodes < b.nodes {
			b.nodes = nodes
		}
		return b
	}
	now := s.o.Clock()
	b.deadline = now + time.Duration(share*float64(s.o.Deadline-now))
	return b
}

// auto runs the searches one after the other, until one has an answer or nothing is left to use.
func (s *solver) auto() {
	total := s.p.IsTotal()
	if !s.o.without(WithoutDFS) && s.depthFirst(s.p, s.part(dfsShare, dfsNodes)) {
		return
	}
	if !total && !s.o.without(WithoutGBFS) && !s.o.without(WithoutLinear) {
		if s.heuristic(s.p.Linear(), s.part(linearShare, linearNodes)) && s.result.Status == Found {
			return
		}
	}
	if !s.o.without(WithoutGBFS) && s.heuristic(s.p, s.whole()) {
		return
	}
	if nothing := s.result.Status == 0; nothing || !s.o.without(WithoutDFS) && s.goesOn() {
		s.depthFirst(s.p, s.whole()) // the rest of the time; or with both switched off, after all
	}
}

// goesOn reports whether there is time left for another search after one that ran into its limit.
func (s *solver) goesOn() bool {
	return s.result.Limit != "cancelled" && (s.o.Clock == nil || s.o.Deadline == 0 || s.o.Clock() < s.o.Deadline)
}

// depthFirst runs the depth-first search. It reports whether there is an answer.
func (s *solver) depthFirst(p *lifted.Problem, b budget) bool {
	o := dfs.Options{Clock: s.o.Clock, Deadline: b.deadline, Memory: s.o.Memory, Nodes: b.nodes, Cancel: s.o.Cancel, Without: s.dfsWithout()}
	if s.o.Progress != nil {
		o.Progress = func(nodes int64, depth int) {
			s.o.Progress(Progress{Phase: "depth-first", Nodes: nodes, Open: depth, Heuristic: -1, Elapsed: s.elapsed()})
		}
	}
	r := dfs.Search(p, o)
	s.result.Stats.Nodes += r.Nodes
	switch r.Outcome {
	case dfs.Found:
		s.found(r.Plan, "dfs")
	case dfs.None:
		s.none("dfs")
	case dfs.Limit:
		s.limit(r.Limit)
	default:
		s.limit("nodes")
	}
	return s.result.Status != Limit
}

func (s *solver) dfsWithout() dfs.Techniques {
	var set dfs.Techniques
	for _, t := range []struct {
		is  Techniques
		dfs dfs.Techniques
	}{
		{WithoutPulled, dfs.Pulled}, {WithoutCheckpoints, dfs.Checkpoints}, {WithoutStrict, dfs.Strict},
		{WithoutVisited, dfs.Visited}, {WithoutFailures, dfs.Failures}, {WithoutLate, dfs.LateBinding},
		{WithoutVariants, dfs.Variants}, {WithoutDeepening, dfs.Deepening}, {WithoutLinear, dfs.Linear},
	} {
		if s.o.without(t.is) {
			set |= t.dfs
		}
	}
	return set
}

// heuristic instantiates a problem and runs the best-first search on it. It reports whether there is an answer: for a
// linear order of the problem, "none" is none.
func (s *solver) heuristic(p *lifted.Problem, b budget) bool {
	g, ok := s.instantiate(p, b)
	if !ok {
		return false
	}
	r := gbfs.Search(g, s.gbfsOptions(b, 0))
	s.result.Stats.Nodes += r.Nodes
	by := "gbfs"
	if p != s.p {
		by = "gbfs, linear"
	}
	switch {
	case r.Outcome == gbfs.Found:
		s.found(r.Plan, by)
	case r.Outcome == gbfs.None && p == s.p:
		s.none(by)
	default:
		s.limit(r.Limit)
	}
	return s.result.Status != Limit
}

func (s *solver) gbfsOptions(b budget, bound float64) gbfs.Options {
	o := gbfs.Options{
		Clock: s.o.Clock, Deadline: b.deadline, Memory: s.o.Memory, Nodes: int64(b.nodes), Cancel: s.o.Cancel,
		NoAdd: s.o.without(WithoutAdd), NoFF: s.o.without(WithoutFF), Bound: bound,
	}
	if s.o.Progress != nil {
		o.Progress = func(nodes int64, open int, least int32) {
			s.o.Progress(Progress{Phase: "best-first", Nodes: nodes, Open: open, Heuristic: least, Elapsed: s.elapsed()})
		}
	}
	return o
}

// instantiate returns the instantiated problem; false when a limit was in the way.
func (s *solver) instantiate(p *lifted.Problem, b budget) (*ground.Problem, bool) {
	if p == s.p && s.ground != nil {
		return s.ground, true
	}
	l := ground.Limits{Clock: s.o.Clock, Deadline: b.deadline, Memory: s.o.Memory, Cancel: s.o.Cancel, NoNeeds: s.o.without(WithoutNeeds)}
	if s.o.Progress != nil {
		l.Progress = func(phase string, count int) {
			s.o.Progress(Progress{Phase: "grounding: " + phase, Nodes: int64(count), Heuristic: -1, Elapsed: s.elapsed()})
		}
	}
	g, err := ground.Ground(p, l)
	var over *ground.LimitError
	if errors.As(err, &over) {
		s.limit(over.Limit)
		return nil, false
	}
	if p == s.p {
		s.ground = g
	}
	s.result.Stats.Facts, s.result.Stats.Actions, s.result.Stats.Methods = len(g.Facts), len(g.Actions), len(g.Methods)
	return g, true
}

// improve looks for ever cheaper plans. A limit that ends it is told beside the plan.
func (s *solver) improve() {
	if s.result.Status != Found {
		return
	}
	g, ok := s.instantiate(s.p, s.whole())
	for ok {
		r := gbfs.Search(g, s.gbfsOptions(s.whole(), s.result.Cost))
		s.result.Stats.Nodes += r.Nodes
		switch {
		case r.Outcome == gbfs.Found && s.p.Cost(r.Plan) < s.result.Cost:
			s.found(r.Plan, "gbfs")
			continue
		case r.Outcome == gbfs.Limited:
			s.limit(r.Limit)
		}
		ok = false
	}
	s.result.Status = Found // limits that were hit on the way remain
}

func (s *solver) found(plan *lifted.Plan, by string) {
	s.result.Status, s.result.Limit, s.result.Plan, s.result.By = Found, "", plan, by
	s.result.Cost = s.p.Cost(plan)
}

func (s *solver) none(by string) {
	s.result.Status, s.result.Limit, s.result.By = None, "", by
}

func (s *solver) limit(name string) {
	s.result.Status, s.result.Limit = Limit, name
}
