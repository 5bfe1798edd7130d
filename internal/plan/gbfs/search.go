package gbfs

import (
	"time"

	"github.com/karakuri-ai/karakuri/internal/plan/ground"
	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
	"github.com/karakuri-ai/karakuri/internal/plan/paged"
)

// Outcome is how a search ended.
type Outcome uint8

// Outcomes.
const (
	Found   Outcome = iota + 1
	None            // there is no plan
	Limited         // a limit ended it
)

// Options bound a search and choose what it uses. The zero Options have no limit and use everything.
type Options struct {
	Clock    func() time.Duration // tells the time; nil: none does
	Deadline time.Duration        // when it must have ended, by the clock; 0: never
	Memory   int64                // bytes it may take, without those of the instantiated problem; 0: any
	Nodes    int64                // nodes it may open; 0: any
	Cancel   <-chan struct{}
	Progress func(nodes int64, open int, least int32) // called every few milliseconds
	// Pause, if it is not nil, is called every few milliseconds with the work done since the last time, in operators looked at,
	// and the bytes taken. It may let another search work meanwhile. If it returns false, this one ends as cancelled.
	Pause func(work, bytes int64) bool

	NoAdd bool // without the queue by the sum of costs
	NoFF  bool // without the queue by relaxed plans
	// Bound, if it is not zero, looks for plans cheaper than this only: by the costs of actions, or if no action has one, by
	// their number.
	Bound float64
}

// Result is what a search ended with.
type Result struct {
	Outcome Outcome
	Limit   string // of Limited: "time", "memory", "nodes" or "cancelled"
	Plan    *lifted.Plan
	Cost    float64 // of the plan, as for Bound
	Nodes   int64   // opened
}

// Search looks for a plan. It is deterministic, but for when the clock stops it.
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

// node is a state and what remains to be done in it.
type node struct {
	state, network int32
	parent         int32    // -1: none
	at, method     int32    // what was done in the parent: the method taken, or -1 when the action was carried out
	next           int32    // how many of the ways to go on were tried
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
	oldest  bool // the node at work was taken as the oldest
	relaxed *relaxed
	prices  []float64 // of the actions

	opened    int64
	work      int   // done since the last look at the limits
	polled    int   // of it, and of that of the estimates, up to the last look at the cancellation
	fixed     int64 // bytes that do not grow
	set       []uint64
	before    []uint64
	positions []int32
	rest      []int32
	batch     []int32
	result    Result
	replaying bool // the plan is known: limits are not looked at any more
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

// prepare makes what the estimates need, which is most of what a large problem takes at first. It reports whether no limit
// was in the way.
func (s *search) prepare() bool {
	goesOn := func(int) bool { return s.poll() }
	if s.fixed = relaxedBytes(s.p, goesOn) + 8*int64(len(s.p.Actions)); !s.look() {
		return false
	}
	s.prices = pricesOf(s.p, goesOn)
	s.relaxed = newRelaxed(s.p, func(work int) bool { s.work += work; return s.look() }, s.poll)
	return s.result.Outcome == 0
}

// pricesOf returns what the actions add to the cost of a plan: one each, but for the goal, if none has a cost.
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

// next takes a node that is not opened yet, or not fully, from the queue whose turn it is; -1 when there is none. It
// returns the queue too.
func (s *search) next() (n int32, queue int) {
	for range s.queues {
		at := s.turn % len(s.queues)
		s.oldest = s.turn >= len(s.queues) // each queue gives its newest, then each its oldest
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

// plan does all over again what led to a node, and notes the decompositions.
func (s *search) plan(n int32) *lifted.Plan {
	var moves []move
	s.replaying = true
	for ; n > 0; n = s.nodes.At(n).parent {
		moves = append(moves, move{s.nodes.At(n).at, s.nodes.At(n).method})
	}
	return newReplay(s).run(moves)
}
