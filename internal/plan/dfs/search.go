package dfs

import "github.com/karakuri-ai/karakuri/internal/plan/lifted"

const (
	// firstBudget is the number of nodes of a pass in the first turn. The budget doubles each turn, so all turns
	// together cost only a constant factor more than the last.
	firstBudget = 1 << 14
	// variants is the number of passes per turn that use other orders of methods and facts.
	variants = 3
	// deepTurn is the first turn that also deepens the decomposition: to firstDepth, then twice as deep each time.
	// Deepening is slow, so it starts late.
	deepTurn   = 2
	firstDepth = 8
	// maxShapes is the maximum number of nested tasks of the same shape whose variables are open.
	maxShapes = 3
)

// Search searches depth-first for a plan, in alternating passes: fast incomplete ones and a complete one. It reports
// that there is no plan if a complete pass ends without one. In a partially ordered problem, the plan may list the
// subtasks of a method in any order that the method allows. The same problem and options give the same result, unless a
// time limit ends the search. No other goroutine may use the problem during the search.
func Search(p *lifted.Problem, o Options) Result {
	s := &searcher{p: p, lim: &limits{o: &o}, without: o.Without, depth: firstDepth}
	if !s.lines() {
		return Result{Outcome: Limit, Limit: s.lim.passed()}
	}
	r := s.search()
	r.Nodes, r.Memory = s.lim.nodes, s.lim.m.bytes()
	return r
}

// searcher runs the passes of a search in turns.
type searcher struct {
	p       *lifted.Problem
	lim     *limits
	without Techniques

	full    *line   // tries everything except tasks within themselves
	ordered []*line // the same in one total order, unless Linear is off; then the strict variant
	variant uint32  // the last variant used
	depth   int32   // the depth limit of the next deepening pass
}

// line is a pass that restarts each turn with more nodes, until it ends by itself.
type line struct {
	prog    *program
	mode    mode
	over    bool
	looped  bool // the last run refused a task within itself
	omitted bool // and may have missed plans by that
}

// lines creates the passes. It returns false if a limit stopped it.
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

// turn returns the passes of the next turn.
func (s *searcher) turn() []*line {
	var list []*line
	if len(s.ordered) > 0 && !s.ordered[0].over { // when it is over, no total order has a plan
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

// varied returns a copy of the line that uses another order of methods and facts.
func (l *line) varied(variant uint32) *line {
	mode := l.mode
	if mode.variant = variant; variant&2 == 0 {
		mode.shapes = 1
	}
	return &line{prog: l.prog, mode: mode}
}

// pass runs a line for up to a number of nodes; 0: no limit. A zero Result means that the search continues.
func (s *searcher) pass(l *line, nodes int64) Result {
	if l.over {
		return Result{}
	}
	m, r := s.run(l.prog, l.mode, nodes)
	l.over, l.looped, l.omitted = m.stopped == "", m.looped, m.omitted
	return r
}

// deepen runs a pass with twice the depth of the previous one. It omits nothing except tasks below the depth limit.
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
