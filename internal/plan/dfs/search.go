package dfs

import "github.com/karakuri-ai/karakuri/internal/plan/lifted"

const (
	// firstBudget is how many nodes a pass may open before the next one gets its turn; from turn to turn it doubles, so that
	// all turns together cost a fixed factor more than the last.
	firstBudget = 1 << 14
	// variants is how many other orders of methods and facts are tried in each turn.
	variants = 3
	// deepTurn is the first turn in which the decomposition is deepened step by step: first to firstDepth, then twice as
	// deep each time. It is slow, so that the other passes come first.
	deepTurn   = 2
	firstDepth = 8
	// maxShapes is how many tasks of the same shape may be open, one below the other, before their variables must be bound.
	maxShapes = 3
)

// Search searches for a plan, depth-first: in several passes that alternate, from fast incomplete ones to a complete
// one. It reports that there is no plan if a complete pass ends. In a partially ordered problem, the plan may list the
// subtasks of a method in any order that the method allows. The same problem and options give the same result, except
// for time limits. No other goroutine may use the problem meanwhile.
func Search(p *lifted.Problem, o Options) Result {
	s := &searcher{p: p, lim: &limits{o: &o}, without: o.Without, depth: firstDepth}
	if !s.lines() {
		return Result{Outcome: Limit, Limit: s.lim.passed()}
	}
	r := s.search()
	r.Nodes, r.Memory = s.lim.nodes, s.lim.m.bytes()
	return r
}

// searcher is a search: its passes one after the other.
type searcher struct {
	p       *lifted.Problem
	lim     *limits
	without Techniques

	full    *line   // everything, but for tasks within themselves
	ordered []*line // the same in one total order, if that is in use; then that with strict checkpoints
	variant uint32  // the newest
	depth   int32   // of the next pass that deepens the decomposition
}

// line is a pass that is begun anew, with more nodes each time, until it comes to its end.
type line struct {
	prog    *program
	mode    mode
	over    bool
	looped  bool // something was left out that may lose plans
	omitted bool // and it is known that it may
}

// lines makes the passes. It reports whether no limit was in the way.
func (s *searcher) lines() bool {
	everything := mode{visited: s.without&Visited == 0}
	nested := everything
	nested.failures, nested.shapes = s.without&Failures == 0, maxShapes
	linear := s.p
	if s.p.IsTotal() {
		s.full = &line{prog: compile(s.p, s.without, false), mode: nested}
		s.ordered = append(s.ordered, s.full)
	} else {
		s.full = &line{prog: compile(s.p, s.without, false), mode: everything}
		if s.without&Linear != 0 {
			return true
		}
		if linear = s.p.Linear(func() bool { return s.lim.passed() != "" }); linear == nil {
			return false
		}
		s.ordered = append(s.ordered, &line{prog: compile(linear, s.without, false), mode: nested})
	}
	if s.without&Strict == 0 {
		s.ordered = append(s.ordered, &line{prog: compile(linear, s.without, true), mode: nested})
	}
	return true
}

func (s *searcher) search() Result {
	for turn := 0; !s.full.over; turn++ {
		budget := int64(firstBudget) << turn
		for _, l := range s.turn() {
			if r := s.pass(l, budget); r.Outcome != 0 {
				return r
			}
			if s.full.over {
				break
			}
		}
		if turn < deepTurn || !s.full.looped || s.full.over || s.without&Deepening != 0 {
			continue
		}
		if r := s.deepen(budget); r.Outcome != 0 {
			return r
		}
	}
	switch {
	case !s.full.omitted:
		return Result{Outcome: None}
	case s.without&Deepening != 0:
		return Result{Outcome: Incomplete}
	}
	for {
		if r := s.deepen(0); r.Outcome != 0 {
			return r
		}
	}
}

// turn returns the passes of a turn.
func (s *searcher) turn() []*line {
	var list []*line
	if len(s.ordered) > 0 && !s.ordered[0].over { // once that is over, there is nothing to be found in one order
		list = append(list, s.ordered...)
		for range variants {
			if s.variant++; s.without&Variants == 0 {
				list = append(list, s.ordered[int(s.variant)%len(s.ordered)].varied(s.variant))
			}
		}
	}
	if !s.p.IsTotal() {
		list = append(list, s.full)
	}
	return list
}

// varied returns the line with another order of methods and facts.
func (l *line) varied(variant uint32) *line {
	mode := l.mode
	if mode.variant = variant; variant&2 == 0 {
		mode.shapes = 1
	}
	return &line{prog: l.prog, mode: mode}
}

// pass searches once, with so many nodes; 0: as many as there are. The zero Result says that the search may go on.
func (s *searcher) pass(l *line, nodes int64) Result {
	if l.over {
		return Result{}
	}
	m, r := s.run(l.prog, l.mode, nodes)
	l.over, l.looped, l.omitted = m.stopped == "", m.looped, m.omitted
	return r
}

// deepen searches with a deeper decomposition than last time, leaving nothing else out.
func (s *searcher) deepen(nodes int64) Result {
	m, r := s.run(s.full.prog, mode{visited: s.without&Visited == 0, repeats: true, maxDepth: s.depth}, nodes)
	if r.Outcome == 0 && m.stopped == "" && !m.cut {
		return Result{Outcome: None}
	}
	s.depth *= 2
	return r
}

func (s *searcher) run(prog *program, md mode, nodes int64) (*machine, Result) {
	if s.lim.until = 0; nodes > 0 {
		s.lim.until = s.lim.nodes + nodes
	}
	m := newMachine(prog, md, s.lim)
	if m.run() {
		if plan := m.plan(); plan != nil {
			return m, Result{Outcome: Found, Plan: plan}
		}
	}
	if m.stopped != "" && m.stopped != budget {
		return m, Result{Outcome: Limit, Limit: m.stopped}
	}
	return m, Result{}
}
