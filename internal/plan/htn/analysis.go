package htn

import (
	"container/heap"
	"math"
)

// calls visits every task and operator that a block leads to directly, nested blocks included, and whether something
// is left to do after it within the block.
func (d *Domain) calls(b int32, visit func(it *item, last bool)) {
	blk := &d.blocks[b]
	for i := range blk.items {
		it := &blk.items[i]
		last := !blk.partial && i == len(blk.items)-1
		if it.kind == itemBlock {
			d.calls(it.id, func(inner *item, innerLast bool) { visit(inner, last && innerLast) })
		} else {
			visit(it, last)
		}
	}
}

// markRecursion finds the tasks that can lead to themselves (Tarjan's strongly connected components), and among them
// those that can do so with something left to do afterwards.
func (d *Domain) markRecursion() {
	s := &components{d: d, index: make([]int, len(d.tasks)), low: make([]int, len(d.tasks)), of: make([]int, len(d.tasks))}
	for t := range d.tasks {
		if s.index[t] == 0 {
			s.visit(t)
		}
	}
	growing := make([]bool, s.count+1)
	for i := range d.methods {
		m := &d.methods[i]
		d.calls(m.block, func(it *item, last bool) {
			if it.kind == itemTask && s.of[it.id] == s.of[m.task] {
				d.tasks[it.id].recursive, d.tasks[m.task].recursive, d.recursive = true, true, true
				growing[s.of[m.task]] = growing[s.of[m.task]] || !last
			}
		})
	}
	for t := range d.tasks {
		d.tasks[t].growing = d.tasks[t].recursive && growing[s.of[t]]
	}
}

type components struct {
	d          *Domain
	next       int
	count      int
	index, low []int
	of         []int // component of each task, from 1 on
	stack      []int
}

func (s *components) visit(t int) {
	s.next++
	s.index[t], s.low[t] = s.next, s.next
	s.stack = append(s.stack, t)
	for m := s.d.tasks[t].first; m < s.d.tasks[t].end; m++ {
		s.d.calls(s.d.methods[m].block, func(it *item, _ bool) {
			if it.kind != itemTask {
				return
			}
			if u := int(it.id); s.index[u] == 0 {
				s.visit(u)
				s.low[t] = min(s.low[t], s.low[u])
			} else if s.of[u] == 0 {
				s.low[t] = min(s.low[t], s.index[u])
			}
		})
	}
	if s.low[t] == s.index[t] {
		s.close(t)
	}
}

func (s *components) close(t int) {
	s.count++
	for {
		u := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		s.of[u] = s.count
		if u == t {
			return
		}
	}
}

// boundCosts computes what each task costs at least, whatever its arguments and the state. A task for which there is no
// such bound can never finish: every way through it leads back to it. (Knuth, "A generalization of Dijkstra's
// algorithm", 1977: tasks are settled in the order of their costs, each when the subtasks of its cheapest method are.)
func (d *Domain) boundCosts() {
	for t := range d.tasks {
		d.tasks[t].minCost = math.Inf(1)
	}
	s := newSettler(d)
	for s.Len() > 0 {
		s.settle(heap.Pop(s).(offer))
	}
	for i := range d.methods {
		d.methods[i].dead = s.waits[i] > 0
	}
	for t := range d.tasks {
		task := &d.tasks[t]
		task.dead = math.IsInf(task.minCost, 1)
		task.wary = task.dead || task.recursive
	}
	d.boundBlocks()
}

// settler is the frontier of boundCosts: a heap of offers.
type settler struct {
	d      *Domain
	offers []offer
	waits  []int     // method: subtasks not settled yet
	sums   []float64 // method: costs of operators and settled subtasks
	users  [][]int32 // task: the methods that call it, once for each call
}

// offer is a method all subtasks of which are settled.
type offer struct {
	method int32
	cost   float64
}

func newSettler(d *Domain) *settler {
	s := &settler{d: d, waits: make([]int, len(d.methods)), sums: make([]float64, len(d.methods)), users: make([][]int32, len(d.tasks))}
	for i := range d.methods {
		d.calls(d.methods[i].block, func(it *item, _ bool) {
			if it.kind == itemTask {
				s.waits[i]++
				s.users[it.id] = append(s.users[it.id], int32(i))
			} else {
				s.sums[i] += d.operators[it.id].fixed
			}
		})
		if s.waits[i] == 0 {
			heap.Push(s, offer{int32(i), s.sums[i]})
		}
	}
	return s
}

// settle takes an offer for its method's task, unless a cheaper one was taken, and passes it on to the methods that
// call it.
func (s *settler) settle(o offer) {
	t := s.d.methods[o.method].task
	if !math.IsInf(s.d.tasks[t].minCost, 1) {
		return
	}
	s.d.tasks[t].minCost = o.cost
	for _, m := range s.users[t] {
		s.sums[m] += o.cost
		if s.waits[m]--; s.waits[m] == 0 {
			heap.Push(s, offer{m, s.sums[m]})
		}
	}
}

// The heap interface.

func (s *settler) Len() int           { return len(s.offers) }
func (s *settler) Less(i, j int) bool { return s.offers[i].cost < s.offers[j].cost }
func (s *settler) Swap(i, j int)      { s.offers[i], s.offers[j] = s.offers[j], s.offers[i] }
func (s *settler) Push(x any)         { s.offers = append(s.offers, x.(offer)) }
func (s *settler) Pop() any {
	last := s.offers[len(s.offers)-1]
	s.offers = s.offers[:len(s.offers)-1]
	return last
}

// boundBlocks computes what the rest of each block costs at least: Best cuts off what cannot become cheaper than the
// best plan so far.
func (d *Domain) boundBlocks() {
	for b := range d.blocks {
		blk := &d.blocks[b]
		blk.suffix = make([]float64, len(blk.items)+1)
		for i := len(blk.items) - 1; i >= 0; i-- {
			blk.suffix[i] = blk.suffix[i+1] + d.itemCost(&blk.items[i])
		}
	}
}

func (d *Domain) itemCost(it *item) float64 {
	switch it.kind {
	case itemOperator:
		return d.operators[it.id].fixed
	case itemTask:
		return d.tasks[it.id].minCost
	}
	sum := 0.0
	for i := range d.blocks[it.id].items {
		sum += d.itemCost(&d.blocks[it.id].items[i])
	}
	return sum
}
