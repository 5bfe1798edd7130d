package htn

import "github.com/karakuri-ai/karakuri/world"

// choice is a point the search can come back to: the methods of a task with the candidates of the current one, or which
// of several unordered subtasks comes next.
type choice struct {
	net  place // before the choice
	tops tops
	mark world.Mark
	cost float64

	nth   int32 // order: the next one to take; methods: which open subtask the task is
	order bool

	node      int32 // methods: the task's derivation node
	frame     int32 // index of its first argument
	next, end int32 // methods left to try
	method    int32 // the one whose candidates are left to try
	cand      int32 // candidates, as a stretch of the pool
	candEnd   int32
	candFirst int32     // index of the first one
	heap      heapState // how they are ordered
	putOff    bool      // some of them rank last and have been left out
	second    bool      // now those are taken
}

// remember adds a choice that leads back to the present state of the search.
func (p *Planner) remember() *choice {
	id := len(p.choices)
	p.choices = grow(p.choices)
	ch := &p.choices[id]
	ch.net, ch.mark, ch.cost, ch.order = p.net, p.state.Mark(), p.cost, false
	ch.cand, ch.candEnd, ch.putOff = 0, 0, false
	ch.tops.words, ch.tops.cells, ch.tops.branches = int32(len(p.words)), int32(len(p.cells)), int32(len(p.branches))
	ch.tops.nodes, ch.tops.steps, ch.tops.pool = int32(len(p.nodes)), int32(len(p.steps)), int32(len(p.pool))
	return ch
}

// exhausted removes the latest choice and remembers that it failed.
func (p *Planner) exhausted() bool {
	ch := p.choices[len(p.choices)-1]
	p.choices = p.choices[:len(p.choices)-1]
	if !ch.order && !p.d.tasks[p.nodes[ch.node].task].recursive {
		p.net = ch.net
		p.visited(uint64(ch.nth), true)
	}
	return false
}

// backtrack goes back to the latest choice and takes its next alternative, if there is one; false: there is no choice
// to go back to.
func (p *Planner) backtrack() bool {
	if len(p.choices) == 0 {
		return false
	}
	ch := &p.choices[len(p.choices)-1]
	p.stats.Backtracks++
	p.restore(ch)
	p.recordBacktrack(ch)
	if ch.order {
		p.back = !p.turn(ch)
		return true
	}
	at, _ := p.open(ch.nth)
	p.back = !p.try(ch, at)
	return true
}

// turn takes the next of the unordered subtasks at a choice of order.
func (p *Planner) turn(ch *choice) bool {
	p.count()
	nth := ch.nth
	ch.nth++
	if _, more := p.open(ch.nth); !more {
		p.exhausted()
	}
	at, _ := p.open(nth)
	return p.do(at, nth)
}

// restore restores state, plan and network to the moment of a choice.
func (p *Planner) restore(ch *choice) {
	p.state.Undo(ch.mark)
	p.cutTo(ch.tops)
	p.cost, p.net = ch.cost, ch.net
}
