package dfs

import (
	"slices"

	"github.com/karakuri-ai/karakuri/lifted"
)

const (
	// firstBudget is how many nodes a pass may open before another pass gets its turn, and budgetGrowth how it grows from
	// turn to turn: all turns together cost a fixed factor more than the last.
	firstBudget  = 1 << 14
	budgetGrowth = 2
	// variants is how many other orders of methods and facts are tried in each turn.
	variants = 3
	// maxShapes is how many tasks of the same shape may be open, one below the other, before their variables must be bound.
	maxShapes = 3
	// firstDepth is how deep the decomposition may go in the first pass that leaves nothing else out, and depthGrowth how
	// that grows from pass to pass.
	firstDepth  = 8
	depthGrowth = 2
)

// Search searches for a plan, depth-first: first as is fastest, then so that no plan is lost. A problem without a plan
// is known as such where the search comes to an end. The same problem and options give the same result, but for limits
// of time. The problem must not be used by another goroutine meanwhile.
func Search(p *lifted.Problem, o Options) Result {
	s := &searcher{p: p, lim: &limits{o: &o}, without: o.Without}
	r := s.search()
	r.Nodes = s.lim.nodes
	if s.lim.m != nil {
		r.Memory = s.lim.m.bytes()
	}
	return r
}

// searcher is a search: its passes one after the other.
type searcher struct {
	p       *lifted.Problem
	lim     *limits
	without Techniques
}

// line is a pass that is begun anew, with more nodes each time, until it comes to its end.
type line struct {
	prog    *program
	mode    mode
	over    bool
	omitted bool
}

// lines returns what is searched in turn: everything, in partial order too; and, where that is in use, everything in
// one total order, and that with strict checkpoints.
func (s *searcher) lines() (full *line, ordered []*line) {
	everything := mode{visited: s.without&Visited == 0}
	nested := everything
	nested.failures, nested.shapes = s.without&Failures == 0, maxShapes
	linear := s.p
	if s.p.IsTotal() {
		full = &line{prog: compile(s.p, s.without, false), mode: nested}
		ordered = append(ordered, full)
	} else {
		full = &line{prog: compile(s.p, s.without, false), mode: everything}
		if s.without&Linear != 0 {
			return full, nil
		}
		linear = s.p.Linear()
		ordered = append(ordered, &line{prog: compile(linear, s.without, false), mode: nested})
	}
	if s.without&Strict == 0 {
		ordered = append(ordered, &line{prog: compile(linear, s.without, true), mode: nested})
	}
	return full, ordered
}

// varied returns the line with another order of methods and facts.
func (l *line) varied(variant uint32) *line {
	mode := l.mode
	if mode.variant = variant; variant&2 == 0 {
		mode.shapes = 1
	}
	return &line{prog: l.prog, mode: mode}
}

func (s *searcher) search() Result {
	full, ordered := s.lines()
	variant := uint32(0)
	for budget := int64(firstBudget); !full.over; budget *= budgetGrowth {
		turn := slices.Clone(ordered)
		for range variants {
			if variant++; len(ordered) > 0 && s.without&Variants == 0 {
				turn = append(turn, ordered[int(variant)%len(ordered)].varied(variant))
			}
		}
		if !s.p.IsTotal() {
			turn = append(turn, full)
		}
		for _, l := range turn {
			if r := s.pass(l, budget); r.Outcome != 0 {
				return r
			}
			if l.over && len(ordered) > 0 && l == ordered[0] {
				ordered = nil // what follows would find no more
				break
			}
		}
	}
	switch {
	case !full.omitted:
		return Result{Outcome: None}
	case s.without&Deepening != 0:
		return Result{Outcome: Incomplete}
	}
	return s.deepen(full.prog)
}

// pass searches once, with so many nodes; 0: as many as there are. The zero Result says that the search may go on.
func (s *searcher) pass(l *line, nodes int64) Result {
	if s.lim.until = 0; nodes > 0 {
		s.lim.until = s.lim.nodes + nodes
	}
	m := newMachine(l.prog, l.mode, s.lim)
	switch {
	case m.run():
		return Result{Outcome: Found, Plan: m.plan()}
	case m.stopped == "":
		l.over, l.omitted = true, m.omitted
	case m.stopped != budget:
		return Result{Outcome: Limit, Limit: m.stopped}
	}
	return Result{}
}

// deepen searches with ever deeper decompositions, leaving nothing else out.
func (s *searcher) deepen(prog *program) Result {
	for depth := int32(firstDepth); ; depth *= depthGrowth {
		m := newMachine(prog, mode{visited: s.without&Visited == 0, repeats: true, maxDepth: depth}, s.lim)
		s.lim.until = 0
		switch {
		case m.run():
			return Result{Outcome: Found, Plan: m.plan()}
		case m.stopped != "":
			return Result{Outcome: Limit, Limit: m.stopped}
		case !m.cut:
			return Result{Outcome: None}
		}
	}
}
