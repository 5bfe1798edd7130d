package gbfs

import "math/bits"

// fewChanges is the maximum number of facts in which two states may differ for the costs of one to be derived from the
// other's. Beyond it, that is not worth it.
const fewChanges = 64

// move computes the costs in a state.
func (r *relaxed) move(set []uint64) {
	changes := 0
	for i, w := range set {
		changes += bits.OnesCount64(w ^ r.state[i])
	}
	switch {
	case !r.ready || changes > fewChanges:
		r.fill(set)
	case changes == 0:
	case r.lose(set):
		r.restore(set)
	default:
		r.fill(set)
	}
	copy(r.state, set)
	r.ready = !r.ended
}

// fill computes all costs anew.
func (r *relaxed) fill(set []uint64) {
	r.stretches(len(r.cost), func(from, to int32) {
		for i := from; i < to; i++ {
			r.cost[i], r.seen[i], r.by[i] = unreached, unreached, -1
		}
	})
	r.stretches(len(r.left), func(from, to int32) {
		clear(r.total[from:to])
		for op := from; op < to; op++ {
			r.left[op] = r.takes.first[op+1] - r.takes.first[op]
		}
	})
	r.heap.reset()
	r.stretches(len(r.left), func(from, to int32) {
		for op := from; op < to; op++ {
			if r.left[op] == 0 {
				r.fire(op)
			}
		}
	})
	r.stretches(r.facts, func(from, to int32) {
		for f := from; f < to; f++ {
			switch {
			case has(set, f):
				r.offer(f, 0, -1)
			case r.asked[f]:
				r.offer(int32(r.facts)+f, 0, -1)
			}
		}
	})
	if r.ended {
		return
	}
	r.work += len(r.left) + r.props
	r.spread()
}

// lose drops the costs of what no longer holds, and of everything that depends on it. It gives up and reports false if
// starting anew is cheaper.
func (r *relaxed) lose(set []uint64) bool {
	most := r.work + len(r.uses.all)/12
	r.lost = r.lost[:0]
	r.eachChange(set, func(f int32, holds bool) {
		switch {
		case !holds:
			r.drop(f)
		case r.asked[f]:
			r.drop(int32(r.facts) + f)
		}
	})
	for i := 0; i < len(r.lost); i++ {
		prop := r.lost[i]
		for _, op := range r.uses.of(prop) {
			r.left[op]++
			r.total[op] -= int64(r.seen[prop])
			for _, given := range r.gives.of(op) {
				if r.by[given] == op {
					r.drop(given)
				}
			}
		}
		if r.work += len(r.uses.of(prop)); r.work > most || !r.goesOn(len(r.uses.of(prop))) {
			return false
		}
		r.seen[prop] = unreached
	}
	return true
}

func (r *relaxed) drop(prop int32) {
	if r.cost[prop] != unreached {
		r.cost[prop], r.by[prop] = unreached, -1
		r.lost = append(r.lost, prop)
	}
}

// restore gives propositions that lost their cost the cost of the next best way, and new facts the cost 0, and spreads
// both.
func (r *relaxed) restore(set []uint64) {
	r.heap.reset()
	r.eachChange(set, func(f int32, holds bool) {
		if holds {
			r.offer(f, 0, -1)
		} else if r.asked[f] {
			r.offer(int32(r.facts)+f, 0, -1)
		}
	})
	for _, prop := range r.lost {
		for _, op := range r.givers.of(prop) {
			if r.left[op] == 0 {
				r.propose(prop, op)
			}
		}
		r.work += len(r.givers.of(prop))
		if !r.goesOn(len(r.givers.of(prop))) {
			return
		}
	}
	r.spread()
}

// eachChange calls visit for each fact in which a state differs from the one that the costs are for.
func (r *relaxed) eachChange(set []uint64, visit func(f int32, holds bool)) {
	for i, w := range set {
		for diff := w ^ r.state[i]; diff != 0; diff &= diff - 1 {
			b := bits.TrailingZeros64(diff)
			visit(int32(i*64+b), w>>b&1 != 0)
		}
	}
}

// spread passes costs on to what depends on them, the lowest first.
func (r *relaxed) spread() {
	for r.heap.size > 0 && !r.ended {
		e := r.heap.pop()
		prop, cost := e.value, int32(e.key)
		before := r.seen[prop]
		if cost != r.cost[prop] || cost == before {
			continue
		}
		r.seen[prop] = cost
		for _, op := range r.uses.of(prop) {
			if before == unreached {
				r.left[op]--
				r.total[op] += int64(cost)
			} else {
				r.total[op] += int64(cost - before)
			}
			if r.left[op] == 0 {
				r.fire(op)
			}
		}
		r.work += len(r.uses.of(prop))
		r.goesOn(len(r.uses.of(prop)))
	}
}

// fire proposes everything that an operator gives.
func (r *relaxed) fire(op int32) {
	cost := int32(min(r.total[op]+int64(r.price[op]), maxCost))
	for _, prop := range r.gives.of(op) {
		if cost < r.cost[prop] {
			r.offer(prop, cost, op)
		}
	}
}

// propose proposes one thing that an operator gives.
func (r *relaxed) propose(prop, op int32) {
	if cost := int32(min(r.total[op]+int64(r.price[op]), maxCost)); cost < r.cost[prop] {
		r.offer(prop, cost, op)
	}
}

func (r *relaxed) offer(prop, cost, op int32) {
	r.cost[prop], r.by[prop] = cost, op
	r.heap.push(uint32(cost), prop)
}

// ofTask returns the cost of a task.
func (r *relaxed) ofTask(task int32) int32 { return r.cost[int32(2*r.facts)+task] }

// begin starts a new relaxed plan.
func (r *relaxed) begin() {
	r.epoch++
	if r.epoch == 0 {
		clear(r.mark)
		r.epoch = 1
	}
}

// extend adds the needs of a reachable task to the relaxed plan and returns how many operators that adds.
func (r *relaxed) extend(task int32) int32 {
	sum := int32(0)
	r.todo = append(r.todo[:0], int32(2*r.facts)+task)
	for len(r.todo) > 0 {
		op := r.by[r.todo[len(r.todo)-1]]
		r.todo = r.todo[:len(r.todo)-1]
		if op < 0 || r.mark[op] == r.epoch {
			continue
		}
		if r.mark[op] = r.epoch; !r.goesOn(1 + len(r.takes.of(op))) {
			break
		}
		sum += r.price[op]
		r.todo = append(r.todo, r.takes.of(op)...)
	}
	return sum
}
