package htn

import "math"

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

// markRecursion finds the tasks that can lead to themselves (Tarjan's strongly connected components), and among them those
// that can do so with something left to do afterwards.
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

// markDead finds the methods that can never finish because every way through them leads back to them.
func (d *Domain) markDead() {
	live := make([]bool, len(d.tasks))
	for changed := true; changed; {
		changed = false
		for i := range d.methods {
			if m := &d.methods[i]; !live[m.task] && d.finishes(m.block, live) {
				live[m.task], changed = true, true
			}
		}
	}
	for i := range d.methods {
		d.methods[i].dead = !d.finishes(d.methods[i].block, live)
	}
	for t := range d.tasks {
		d.tasks[t].dead = !live[t]
		d.tasks[t].wary = d.tasks[t].dead || d.tasks[t].recursive
	}
}

func (d *Domain) finishes(b int32, live []bool) bool {
	ok := true
	d.calls(b, func(it *item, _ bool) {
		ok = ok && (it.kind == itemOperator || live[it.id])
	})
	return ok
}

// boundCosts works out what a task costs at least, whatever its arguments and the state, and the same for the rest of each
// block: Best cuts off what cannot become cheaper than the best plan so far.
func (d *Domain) boundCosts() {
	for t := range d.tasks {
		d.tasks[t].minCost = math.Inf(1)
	}
	for changed := true; changed; {
		changed = false
		for i := range d.methods {
			m := &d.methods[i]
			if cost := d.leastCost(m.block); cost < d.tasks[m.task].minCost {
				d.tasks[m.task].minCost, changed = cost, true
			}
		}
	}
	for b := range d.blocks {
		blk := &d.blocks[b]
		blk.suffix = make([]float64, len(blk.items)+1)
		for i := len(blk.items) - 1; i >= 0; i-- {
			blk.suffix[i] = blk.suffix[i+1] + d.itemCost(&blk.items[i])
		}
	}
}

func (d *Domain) leastCost(b int32) float64 {
	sum := 0.0
	for i := range d.blocks[b].items {
		sum += d.itemCost(&d.blocks[b].items[i])
	}
	return sum
}

func (d *Domain) itemCost(it *item) float64 {
	switch it.kind {
	case itemOperator:
		return d.operators[it.id].fixed
	case itemTask:
		return d.tasks[it.id].minCost
	default:
		return d.leastCost(it.id)
	}
}
