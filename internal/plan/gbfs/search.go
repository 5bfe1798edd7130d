package gbfs

import (
	"time"

	"github.com/karakuri-ai/karakuri/internal/plan/ground"
	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
	"github.com/karakuri-ai/karakuri/internal/plan/paged"
)

// Outcome says how a search ended.
type Outcome uint8

// Outcomes.
const (
	Found   Outcome = iota + 1
	None            // there is no plan
	Limited         // a limit ended the search
)

// Options bound a search and choose its techniques. The zero Options have no limit and use everything.
type Options struct {
	Clock    func() time.Duration // returns the time since some moment; nil: no clock
	Deadline time.Duration        // the time on the clock at which the search must have ended; 0: none
	Memory   int64                // maximum bytes, without the instantiated problem; 0: no limit
	Nodes    int64                // maximum opened nodes; 0: no limit
	Cancel   <-chan struct{}
	Progress func(nodes int64, open int, least int32) // called every few milliseconds
	// Pause, if not nil, is called every few milliseconds with the work since the last call, in operators visited, and
	// the bytes in use. It may let another search work meanwhile. If it returns false, this search ends as cancelled.
	Pause func(work, bytes int64) bool

	NoAdd bool // without the queue by the sum of costs
	NoFF  bool // without the queue by relaxed plans
	// Bound, if not zero, restricts the search to cheaper plans, by the costs of actions, or by their number if no
	// action has a cost.
	Bound float64
}

// Result is the result of a search.
type Result struct {
	Outcome Outcome
	Limit   string // of Limited: "time", "memory", "nodes" or "cancelled"
	Plan    *lifted.Plan
	Cost    float64 // of the plan, as for Bound
	Nodes   int64   // opened
}

// Search looks for a plan. It is deterministic, except for when the clock stops it.
func Search(p *ground.Problem, o Options) Result {
	if len(p.Tasks[p.Root].Methods) == 0 {
		return Result{Outcome: None}
	}
	s := newSearch(p, o)
	if s.prepare() {
		s.start()
	}
	for s.result.Outcome == 0 {
		s.step()
	}
	s.result.Nodes = s.opened
	return s.result
}

// node is a state with its remaining tasks.
type node struct {
	state, network int32
	parent         int32    // -1: none
	at, method     int32    // the decision in the parent: the chosen method, or -1 for an action
	next           int32    // number of successors tried
	estimate       [2]int32 // one for each queue
	cost           float64
	closed         bool
}

type search struct {
	p    *ground.Problem
	o    Options
	nets networks

	states  *states
	seen    *pairs
	nodes   paged.Column[node]
	queues  []*queue
	turn    int
	oldest  bool // the current node was taken as the oldest
	relaxed *relaxed
	prices  []float64 // of the actions

	opened    int64
	work      int   // work since the last check of the limits
	polled    int   // the part of it, and of the estimates' work, up to the last check for cancellation
	fixed     int64 // bytes of fixed size
	set       []uint64
	before    []uint64
	positions []int32
	rest      []int32
	batch     []int32
	result    Result
	replaying bool // the plan is known: limits no longer apply
}

func newSearch(p *ground.Problem, o Options) *search {
	s := &search{p: p, o: o, states: newStates(len(p.Facts)), seen: newPairs(o.Bound > 0)}
	s.nets = networksOf(p)
	s.set, s.before = make([]uint64, s.states.words), make([]uint64, s.states.words)
	if !o.NoAdd || o.NoFF {
		s.queues = append(s.queues, newQueue(estimateSum))
	}
	if !o.NoFF {
		s.queues = append(s.queues, newQueue(estimatePlan))
	}
	return s
}

// prepare makes what the estimates need, which is most of the initial memory of a large problem. It reports false at a
// limit.
func (s *search) prepare() bool {
	goesOn := func(int) bool { return s.poll() }
	if s.fixed = relaxedBytes(s.p, goesOn) + 8*int64(len(s.p.Actions)); !s.look() {
		return false
	}
	s.prices = pricesOf(s.p, goesOn)
	s.relaxed = newRelaxed(s.p, func(work int) bool { s.work += work; return s.look() }, s.poll)
	return s.result.Outcome == 0
}

// pricesOf returns the cost of each action: if no action has one, 1 for each except the goal.
func pricesOf(p *ground.Problem, goesOn func(int) bool) []float64 {
	prices := make([]float64, len(p.Actions))
	costly := p.Lifted.HasCosts()
	for i := range p.Actions {
		if i%operatorsPerTick == operatorsPerTick-1 && !goesOn(operatorsPerTick) {
			break
		}
		a := &p.Actions[i]
		if prices[i] = a.Cost; !costly && !p.Lifted.Tasks[p.Lifted.Actions[a.Lifted].Task].Hidden {
			prices[i] = 1
		}
	}
	return prices
}

func networksOf(p *ground.Problem) networks {
	if p.Lifted.IsTotal() {
		return newStacks(p)
	}
	return newWebs(p)
}

func (s *search) start() {
	for _, f := range s.p.Init {
		put(s.set, f)
	}
	s.reach(s.states.intern(s.set), s.nets.single(s.p.Root), -1, 0, -1, 0)
	if s.result.Outcome == 0 && s.nodes.Len() > 0 && s.estimate(0) {
		s.queue(0)
	}
}

// step opens the next node.
func (s *search) step() {
	n, q := s.next()
	if n < 0 {
		s.result.Outcome = None
		return
	}
	s.opened++
	if s.limited() {
		return
	}
	s.expand(n, q)
}

// next takes an unopened, or not fully opened, node from the current queue, or returns -1. It also returns the queue.
func (s *search) next() (n int32, queue int) {
	for range s.queues {
		at := s.turn % len(s.queues)
		s.oldest = s.turn >= len(s.queues) // each queue gives its newest node, then each its oldest
		s.turn = (s.turn + 1) % (2 * len(s.queues))
		for n := s.queues[at].pop(s.oldest); n >= 0; n = s.queues[at].pop(s.oldest) {
			if !s.nodes.At(n).closed {
				s.nodes.At(n).closed = true
				return n, at
			}
		}
	}
	return -1, 0
}

// found ends the search with the plan that leads to a node.
func (s *search) found(n int32) {
	s.result = Result{Outcome: Found, Cost: s.nodes.At(n).cost, Plan: s.plan(n)}
}

// plan repeats the moves to a node and records the decompositions.
func (s *search) plan(n int32) *lifted.Plan {
	var moves []move
	s.replaying = true
	for ; n > 0; n = s.nodes.At(n).parent {
		moves = append(moves, move{s.nodes.At(n).at, s.nodes.At(n).method})
	}
	return newReplay(s).run(moves)
}
