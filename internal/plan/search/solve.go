package search

import (
	"errors"
	"slices"
	"time"

	"github.com/karakuri-ai/karakuri/internal/plan/dfs"
	"github.com/karakuri-ai/karakuri/internal/plan/gbfs"
	"github.com/karakuri-ai/karakuri/internal/plan/ground"
	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// Solve searches for a plan. It may change what the problem has learned about types, so nothing else may use the
// problem at the same time. Without a clock the result depends only on the arguments.
func Solve(p *lifted.Problem, o Options) Result {
	s := &solver{p: p, o: o}
	if o.Clock != nil {
		s.began = o.Clock()
	}
	depthFirst, heuristic := s.searches()
	if depthFirst {
		s.depthFirst()
	}
	if heuristic {
		s.heuristic()
	}
	s.race()
	if o.Mode == Best {
		s.improve()
	}
	s.result.Stats.Elapsed = s.elapsed()
	return s.result
}

type solver struct {
	p       *lifted.Problem
	o       Options
	began   time.Duration
	strands []*strand
	first   *strand         // it has a head start
	ground  *ground.Problem // of p, once grounded
	result  Result
}

func (s *solver) elapsed() time.Duration {
	if s.o.Clock == nil {
		return 0
	}
	return s.o.Clock() - s.began
}

// passed returns "time" or "cancelled" if all searches have to end, else "".
func (s *solver) passed() string {
	if s.o.Clock != nil && s.o.Deadline > 0 && s.o.Clock() >= s.o.Deadline {
		return "time"
	}
	select {
	case <-s.o.Cancel:
		return "cancelled"
	default:
		return ""
	}
}

// searches returns the searches of the mode. If both are disabled, it selects depth-first search.
func (s *solver) searches() (depthFirst, heuristic bool) {
	switch s.o.Mode {
	case DFS:
		return true, false
	case GBFS:
		return false, true
	}
	heuristic = !s.o.without(WithoutGBFS)
	return !heuristic || !s.o.without(WithoutDFS), heuristic
}

// Shares of the searches: half is for depth-first search. In partial order, one linear order and all orders share the
// other half.
const (
	depthFirstWeight = 2
	heuristicWeight  = 2
	linearWeight     = 1
)

// depthFirst adds the depth-first search.
func (s *solver) depthFirst() {
	s.strand("dfs", depthFirstWeight, func(t *strand, pause pauser) {
		left := int64(0) // nodes that do not make a full unit of work
		o := dfs.Options{
			Clock: s.o.Clock, Deadline: s.o.Deadline, Memory: s.o.Memory, Nodes: s.o.Nodes, Cancel: s.o.Cancel, Without: s.dfsWithout(),
			Pause: func(nodes, bytes int64) bool {
				left += nodes
				work := left / nodesPerWork
				left %= nodesPerWork
				return pause(work, bytes)
			},
		}
		if s.o.Progress != nil {
			o.Progress = func(nodes int64, depth int) {
				s.o.Progress(Progress{Phase: "depth-first", Nodes: nodes, Open: depth, Heuristic: -1, Elapsed: s.elapsed()})
			}
		}
		r := dfs.Search(s.p, o)
		s.result.Stats.Nodes += r.Nodes
		switch r.Outcome {
		case dfs.Found:
			t.end = ending{status: Found, plan: r.Plan}
		case dfs.None:
			t.end = ending{status: None}
		case dfs.Limit:
			t.end = ending{status: Limit, limit: r.Limit}
		default:
			t.end = ending{status: Limit, limit: "nodes"}
		}
	})
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

// heuristic adds the best-first searches. In partial order, one of them searches a linear order of the problem, and may
// miss plans.
func (s *solver) heuristic() {
	weight := int64(heuristicWeight)
	if !s.p.IsTotal() && !s.o.without(WithoutLinear) {
		weight -= linearWeight
		s.strand("gbfs, linear", linearWeight, func(t *strand, pause pauser) {
			linear := s.p.Linear(func() bool { return s.passed() != "" })
			if linear == nil {
				t.end = ending{status: Limit, limit: s.passed()}
				return
			}
			if s.bestFirst(linear, t, pause); t.end.status == None {
				t.end.status = 0
			}
		})
	}
	s.strand("gbfs", weight, func(t *strand, pause pauser) { s.bestFirst(s.p, t, pause) })
}

// bestFirst grounds a problem and runs best-first search on it.
func (s *solver) bestFirst(p *lifted.Problem, t *strand, pause pauser) {
	g, limit := s.instantiate(p, pause)
	if limit != "" {
		t.end = ending{status: Limit, limit: limit}
		return
	}
	r := gbfs.Search(g, s.gbfsOptions(g, pause, 0))
	s.result.Stats.Nodes += r.Nodes
	switch r.Outcome {
	case gbfs.Found:
		t.end = ending{status: Found, plan: r.Plan}
	case gbfs.None:
		t.end = ending{status: None}
	default:
		t.end = ending{status: Limit, limit: r.Limit}
	}
}

// gbfsOptions returns the options of a best-first search, whose memory includes the grounded problem.
func (s *solver) gbfsOptions(g *ground.Problem, pause pauser, bound float64) gbfs.Options {
	o := gbfs.Options{
		Clock: s.o.Clock, Deadline: s.o.Deadline, Nodes: int64(s.o.Nodes), Cancel: s.o.Cancel,
		NoAdd: s.o.without(WithoutAdd), NoFF: s.o.without(WithoutFF), Bound: bound,
	}
	taken := g.Bytes()
	if s.o.Memory > 0 {
		o.Memory = max(s.o.Memory-taken, 1)
	}
	if pause != nil {
		o.Pause = func(looks, bytes int64) bool { return pause(looks/looksPerWork+1, taken+bytes) }
	}
	if s.o.Progress != nil {
		o.Progress = func(nodes int64, open int, least int32) {
			s.o.Progress(Progress{Phase: "best-first", Nodes: nodes, Open: open, Heuristic: least, Elapsed: s.elapsed()})
		}
	}
	return o
}

// instantiate returns the grounded problem, or the limit that prevented it.
func (s *solver) instantiate(p *lifted.Problem, pause pauser) (g *ground.Problem, limit string) {
	if p == s.p && s.ground != nil {
		return s.ground, ""
	}
	l := ground.Limits{Clock: s.o.Clock, Deadline: s.o.Deadline, Memory: s.o.Memory, Cancel: s.o.Cancel, NoNeeds: s.o.without(WithoutNeeds)}
	if pause != nil {
		l.Pause = func(steps, bytes int64) bool { return pause(steps/stepsPerWork+1, bytes) }
	}
	if s.o.Progress != nil {
		l.Progress = func(phase string, count int) {
			s.o.Progress(Progress{Phase: "grounding: " + phase, Nodes: int64(count), Heuristic: -1, Elapsed: s.elapsed()})
		}
	}
	g, err := ground.Ground(p, l)
	var over *ground.LimitError
	if errors.As(err, &over) {
		return nil, over.Limit
	}
	if p == s.p && s.o.Mode == Best {
		s.ground = g
	}
	s.result.Stats.Facts, s.result.Stats.Actions, s.result.Stats.Methods = len(g.Facts), len(g.Actions), len(g.Methods)
	return g, ""
}

// improve searches for cheaper and cheaper plans. If a limit ends it, the result has both plan and limit.
func (s *solver) improve() {
	if s.result.Status != Found {
		return
	}
	s.result.Limit = ""
	g, limit := s.instantiate(s.p, nil)
	for limit == "" {
		r := gbfs.Search(g, s.gbfsOptions(g, nil, s.result.Cost))
		s.result.Stats.Nodes += r.Nodes
		if r.Outcome == gbfs.Found && s.p.Cost(r.Plan) < s.result.Cost {
			s.found(r.Plan, "gbfs")
			continue
		}
		limit = r.Limit
		break
	}
	s.result.Limit = limit
}

func (s *solver) found(plan *lifted.Plan, by string) {
	s.result.Status, s.result.Limit, s.result.Plan, s.result.By = Found, "", plan, by
	s.result.Cost = s.p.Cost(plan)
}

func (s *solver) none(by string) {
	s.result.Status, s.result.Limit, s.result.By = None, "", by
}

// limits are the names of limits. If several were reached, the last in this list is reported.
var limits = []string{"", "nodes", "memory", "time", "cancelled"}

func (s *solver) limit(name string) {
	s.result.Status = Limit
	if slices.Index(limits, name) > slices.Index(limits, s.result.Limit) {
		s.result.Limit = name
	}
}
