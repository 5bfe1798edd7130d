package gbfs

import (
	"slices"
	"time"

	"github.com/karakuri-ai/karakuri/ground"
	"github.com/karakuri-ai/karakuri/lifted"
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
	Memory   int64                // bytes it may take; 0: any
	Nodes    int64                // nodes it may open; 0: any
	Cancel   <-chan struct{}
	Progress func(nodes int64, open int, least int32) // called every few milliseconds

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
	s := newSearch(p, o)
	if len(p.Tasks[p.Root].Methods) == 0 {
		return Result{Outcome: None}
	}
	s.start()
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
	nodes   []node
	queues  []*queue
	turn    int
	relaxed *relaxed
	prices  []float64 // of the actions

	opened    int64
	work      int // done since the last look at the limits
	set       []uint64
	before    []uint64
	positions []int32
	rest      []int32
	batch     []int32
	path      []move
	result    Result
}

func newSearch(p *ground.Problem, o Options) *search {
	s := &search{p: p, o: o, states: newStates(len(p.Facts)), seen: newPairs(o.Bound > 0), relaxed: newRelaxed(p)}
	s.nets = networksOf(p)
	s.set, s.before = make([]uint64, s.states.words), make([]uint64, s.states.words)
	s.prices = pricesOf(p)
	if !o.NoAdd || o.NoFF {
		s.queues = append(s.queues, newQueue(estimateSum))
	}
	if !o.NoFF {
		s.queues = append(s.queues, newQueue(estimatePlan))
	}
	return s
}

// pricesOf returns what the actions add to the cost of a plan: one each, but for the goal, if none has a cost.
func pricesOf(p *ground.Problem) []float64 {
	prices := make([]float64, len(p.Actions))
	costly := p.Lifted.HasCosts()
	for i := range p.Actions {
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

// rootNetwork returns the network of the root task alone.
func rootNetwork(p *ground.Problem, nets networks) int32 {
	if s, total := nets.(*stacks); total {
		return s.push(p.Root, 0)
	}
	w := nets.(*webs)
	w.scratch = append(w.scratch[:0], p.Root, 0)
	return w.intern()
}

func (s *search) start() {
	for _, f := range s.p.Init {
		put(s.set, f)
	}
	s.reach(s.states.intern(s.set), rootNetwork(s.p, s.nets), -1, 0, -1, 0)
	if s.result.Outcome == 0 && len(s.nodes) > 0 && s.estimate(0) {
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
		at := s.turn
		s.turn = (s.turn + 1) % len(s.queues)
		for n := s.queues[at].pop(); n >= 0; n = s.queues[at].pop() {
			if !s.nodes[n].closed {
				s.nodes[n].closed = true
				return n, at
			}
		}
	}
	return -1, 0
}

// enoughNodes is how many nodes are made of one before the search is content with one that is nearer to the end.
const enoughNodes = 32

// expand makes the nodes that follow from one. Where there are thousands of ways to bind a method, only as many as bring
// one that is nearer to the end: the others wait until the node comes out of a queue again.
func (s *search) expand(n int32, q int) {
	s.batch = s.batch[:0]
	count, skip, nearer := int32(0), s.nodes[n].next, false
	s.positions = s.nets.heads(s.nodes[n].network, s.positions[:0])
	for _, at := range s.positions {
		task := s.nets.task(s.nodes[n].network, at)
		options := 1
		if s.isCompound(task) {
			options = len(s.p.Tasks[task].Methods)
		}
		for i := range options {
			if count++; count <= skip {
				continue
			}
			if nearer && len(s.batch) >= enoughNodes {
				s.nodes[n].next, s.nodes[n].closed = count-1, false
				s.queue(n)
				s.wait()
				return
			}
			nearer = s.follow(n, at, task, i, q) || nearer
			if s.result.Outcome != 0 || s.limited() {
				return
			}
		}
	}
	s.wait()
}

func (s *search) isCompound(task int32) bool {
	return !s.p.IsAction(task) && int(task) < len(s.p.Tasks)
}

// wait puts what was made into the queues. What is put in last comes out first: of what is equal, the first of the file.
func (s *search) wait() {
	for _, c := range slices.Backward(s.batch) {
		s.queue(c)
	}
}

func (s *search) queue(n int32) {
	for i, q := range s.queues {
		q.push(n, s.nodes[n].estimate[i])
	}
}

// follow makes the node that comes of one by a task and, of a compound one, one of its methods. It reports whether that is
// nearer to the end.
func (s *search) follow(n, at, task int32, option, q int) bool {
	state, network, method, cost := s.nodes[n].state, s.nodes[n].network, int32(-1), s.nodes[n].cost
	switch {
	case s.isCompound(task):
		if method = s.p.Tasks[task].Methods[option]; !s.applies(method, state) {
			return false
		}
	case s.p.IsAction(task):
		if a := &s.p.Actions[task]; !holds(s.states.at(state), a.Pre, a.Neg) {
			return false
		}
	default:
		m := &s.p.Methods[int(task)-len(s.p.Tasks)]
		if !holds(s.states.at(state), m.Pre, m.Neg) {
			return false
		}
	}
	next, nextState := s.make(move{at, method}, state, network, &cost)
	before := len(s.nodes)
	s.reach(nextState, next, n, at, method, cost)
	if len(s.nodes) == before || s.result.Outcome != 0 || !s.estimate(int32(before)) {
		return false
	}
	s.batch = append(s.batch, int32(before))
	return s.nodes[before].estimate[q] < s.nodes[n].estimate[q]
}

// applies reports whether a method may be taken in a state. In partial order its condition is a task of its own.
func (s *search) applies(m, state int32) bool {
	if _, total := s.nets.(*stacks); !total {
		return true
	}
	method := &s.p.Methods[m]
	return holds(s.states.at(state), method.Pre, method.Neg)
}

// reach adds a node for a state and a network, unless it was met before; it goes on at once while there is only one thing
// to do, so that no estimate is made where there is no choice.
func (s *search) reach(state, network, parent, at, method int32, cost float64) {
	if !s.seen.add(state, network, cost) {
		return
	}
	for network != 0 {
		next, nextState, more, alive := s.forced(state, network, &cost)
		if !alive {
			return
		}
		if !more {
			break
		}
		if s.work += len(s.set) + 16; s.limited() {
			return
		}
		state, network = nextState, next
		if !s.seen.add(state, network, cost) {
			return
		}
	}
	if s.o.Bound > 0 && cost >= s.o.Bound {
		return
	}
	s.nodes = append(s.nodes, node{state: state, network: network, parent: parent, at: at, method: method, cost: cost})
	if network == 0 {
		s.found(int32(len(s.nodes) - 1))
	}
}

// forced does the one thing that can be done with a network, if there is just one: more is false when there are several.
// It is not alive when there is none.
func (s *search) forced(state, network int32, cost *float64) (next, nextState int32, more, alive bool) {
	m, more, alive := s.onlyMove(state, network)
	if !more || !alive {
		return network, state, more, alive
	}
	next, nextState = s.make(m, state, network, cost)
	return next, nextState, true, true
}

// onlyMove returns the only thing that can be done with a network. A condition of a method that holds is met at once:
// later it might not hold, and nothing else depends on when it is met.
func (s *search) onlyMove(state, network int32) (only move, single, alive bool) {
	s.rest = s.nets.heads(network, s.rest[:0])
	count := 0
	set := s.states.at(state)
	for _, at := range s.rest {
		task := s.nets.task(network, at)
		switch {
		case int(task) >= len(s.p.Tasks):
			m := &s.p.Methods[int(task)-len(s.p.Tasks)]
			if holds(set, m.Pre, m.Neg) {
				return move{at, -1}, true, true
			}
		case s.p.IsAction(task):
			if a := &s.p.Actions[task]; holds(set, a.Pre, a.Neg) {
				only = move{at, -1}
				count++
			}
		default:
			for _, m := range s.p.Tasks[task].Methods {
				if s.applies(m, state) {
					only = move{at, m}
					count++
				}
			}
		}
	}
	return only, count == 1, count > 0
}

// move is one thing done with a network: a method taken for the task at a position, or (-1) the task carried out.
type move struct{ at, method int32 }

// make does it.
func (s *search) make(m move, state, network int32, cost *float64) (next, nextState int32) {
	if m.method >= 0 {
		return s.nets.replace(network, m.at, m.method), state
	}
	task := s.nets.task(network, m.at)
	next = s.nets.remove(network, m.at)
	if !s.p.IsAction(task) {
		return next, state
	}
	a := &s.p.Actions[task]
	copy(s.set, s.states.at(state))
	apply(a, s.set, s.before)
	*cost += s.prices[task]
	return next, s.states.intern(s.set)
}

// workPerLook is how much is done between two looks at the limits, in operators looked at: a few milliseconds.
const workPerLook = 1 << 18

// limited ends the search when a limit was hit.
func (s *search) limited() bool {
	limit := ""
	if s.work++; s.work+s.relaxed.work < workPerLook {
		if s.o.Nodes > 0 && s.opened >= s.o.Nodes {
			s.result.Outcome, s.result.Limit = Limited, "nodes"
		}
		return s.result.Outcome != 0
	}
	s.work, s.relaxed.work = 0, 0
	switch {
	case s.o.Nodes > 0 && s.opened >= s.o.Nodes:
		limit = "nodes"
	case s.o.Memory > 0 && s.bytes() > s.o.Memory:
		limit = "memory"
	case s.o.Clock != nil && s.o.Deadline > 0 && s.o.Clock() >= s.o.Deadline:
		limit = "time"
	}
	select {
	case <-s.o.Cancel:
		limit = "cancelled"
	default:
	}
	if limit != "" {
		s.result.Outcome, s.result.Limit = Limited, limit
	} else if s.o.Progress != nil {
		s.progress()
	}
	return limit != ""
}

func (s *search) progress() {
	open, least := 0, int32(-1)
	for _, q := range s.queues {
		open = max(open, q.size)
		least = q.best
	}
	s.o.Progress(s.opened, open, least)
}

// bytes is about how much memory the search takes.
func (s *search) bytes() int64 {
	sum := s.states.bytes() + s.nets.bytes() + s.seen.bytes() + s.relaxed.bytes() + int64(cap(s.nodes))*56
	for _, q := range s.queues {
		sum += q.bytes()
	}
	return sum
}
