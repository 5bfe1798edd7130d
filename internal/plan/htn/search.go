package htn

import "github.com/karakuri-ai/karakuri/world"

// advance does the next thing to be done, which may be one of several; false: it cannot be done.
func (p *Planner) advance() bool {
	if p.cells[p.net.cell].branches >= 0 {
		return p.choose()
	}
	p.path = p.path[:0]
	return p.do(p.net, 0)
}

// choose takes the first of the subtasks that may come next, and remembers the others if there are any.
func (p *Planner) choose() bool {
	if _, more := p.open(1); more {
		if p.visited(orderSalt, true) {
			p.recordPrune(p.cells[p.net.cell].node, pruneSeen)
			return false
		}
		ch := p.remember()
		ch.nth, ch.order = 1, true
	}
	first, _ := p.open(0)
	return p.do(first, 0)
}

// do carries a subtask out in the picture, or expands it.
func (p *Planner) do(at place, nth int32) bool {
	c := &p.cells[at.cell]
	it := &p.d.items[c.first+at.pos]
	if it.kind == itemOperator {
		return p.apply(it, at)
	}
	return p.expand(it, at, nth)
}

// apply adds an operator to the plan when its condition holds.
func (p *Planner) apply(it *item, at place) bool {
	p.count()
	c := &p.cells[at.cell]
	op := &p.d.operators[it.id]
	parent := c.node
	args := p.gather(it, c.frame)
	if it.named && !p.present(it, args) {
		p.recordGone(it, parent, p.frame(args, op.params))
		return false
	}
	fr := p.frame(args, op.params)
	if op.when != nil && !op.when.Judge(&p.machine, fr, p.tracker) && (p.o.Waits == nil || !p.isWaitedFor(it.id, fr)) {
		p.recordOperator(it, parent, fr, false)
		return false
	}
	if p.strict && !p.allows(it, parent, fr) {
		return false
	}
	id := len(p.steps)
	p.steps = grow(p.steps)
	s := &p.steps[id]
	s.operator, s.args, s.parent, s.ordinal, s.changed = it.id, args, parent, it.ordinal, int32(len(p.state.Changes(p.start)))
	if op.cost == nil {
		p.cost += op.fixed
	} else {
		p.cost += p.price(op, fr)
	}
	if p.watched {
		p.recordOperator(it, parent, fr, true)
	}
	if p.o.Reads != nil {
		p.notes.effects(p, op.effects, fr)
	} else {
		op.effects.Apply(&p.machine, fr)
	}
	if p.d.partial {
		p.proceed(p.after(at))
	} else {
		p.net = p.after(at)
	}
	return p.o.Search == DepthFirst || p.worthwhile()
}

// present reports whether the objects that a subtask names are there.
func (p *Planner) present(it *item, args int32) bool {
	for i, a := range it.args {
		if !a.named || p.words[int(args)+i] == 0 {
			continue
		}
		if p.o.Reads != nil {
			p.notes.Members(world.Type{Kind: world.KindObject, ID: a.typ})
		}
		if !p.state.Alive(p.words[int(args)+i]) {
			return false
		}
	}
	return true
}

// price is the cost of a step in its present situation, if it is not fixed.
func (p *Planner) price(op *operator, fr []world.Word) float64 {
	return costOf(op.cost.Note(&p.machine, fr, p.tracker), op.float)
}

// worthwhile reports whether the plan so far can still become cheaper than the best plan. Only Best asks.
func (p *Planner) worthwhile() bool {
	if p.stats.Plans == 0 || p.cost+p.least(p.net) < p.best.cost {
		return true
	}
	if p.net.cell >= 0 {
		p.recordPrune(p.cells[p.net.cell].node, pruneCost)
	} else {
		p.recordPrune(-1, pruneCost)
	}
	return false
}

// expand opens a task: its methods will be tried in order.
func (p *Planner) expand(it *item, at place, nth int32) bool {
	t := &p.d.tasks[it.id]
	c := &p.cells[at.cell]
	parent, depth := c.node, int32(1)
	if parent >= 0 {
		depth = p.nodes[parent].depth + 1
	}
	frame := p.gather(it, c.frame)
	if p.o.Record != nil {
		p.recordTask(it, parent, p.frame(frame, t.params))
	}
	if it.named && !p.present(it, frame) {
		p.recordPrune(parent, pruneGone)
		return false
	}
	if t.wary || p.seen.count > 0 || int(depth) > p.limits.Depth {
		if reason := p.hopeless(it.id, parent, frame, depth, nth); reason != pruneNot {
			p.recordPrune(parent, reason)
			return false
		}
	}
	id := int32(len(p.nodes))
	p.nodes = grow(p.nodes)
	n := &p.nodes[id]
	n.parent, n.ordinal, n.task, n.method, n.frame, n.depth = parent, it.ordinal, it.id, -1, frame, depth
	n.key, n.state = 0, p.state.Hash()
	if t.growing {
		p.growing.add(p.growingKey(it.id, frame), id)
	}
	if t.end-t.first == 1 && len(p.d.methods[t.first].each) == 0 {
		return p.only(t.first, id, at)
	}
	ch := p.remember()
	ch.nth, ch.node, ch.frame, ch.next, ch.end = nth, id, frame, t.first, t.end
	return p.try(ch, at)
}

// hopeless reports why a task need not be tried at its place.
func (p *Planner) hopeless(task, parent, frame, depth, nth int32) prune {
	t := &p.d.tasks[task]
	switch {
	case t.dead:
		return pruneDead
	case int(depth) > p.limits.Depth:
		p.cut = BoundDepth
		return pruneDepth
	}
	again := 0
	if t.growing && len(p.path) == 0 {
		if again = p.repeats(task, parent, frame); again > p.again {
			p.refused++
			return pruneEndless
		}
	}
	switch {
	case (t.recursive || p.seen.count > 0) && p.visited(uint64(nth), t.recursive):
		return pruneSeen
	case again == judged, again > 0 && !p.completable(task, p.frame(frame, t.params)):
		return pruneEndless
	}
	return pruneNot
}

// only takes the single method of a task: there is nothing to come back for.
func (p *Planner) only(method, id int32, at place) bool {
	p.count()
	m := &p.d.methods[method]
	n := &p.nodes[id]
	if m.dead || m.when != nil && !m.when.Judge(&p.machine, p.frame(n.frame, m.params), p.tracker) {
		p.recordMethod(method, id)
		return false
	}
	if p.strict && !p.allowsMethod(method, id, nil) {
		return false
	}
	p.take(method, id, nil, at)
	return p.o.Search == DepthFirst || p.worthwhile()
}

// try takes the next method, or the next candidate of the current one, at the latest choice; without any left it
// removes the choice and returns false.
func (p *Planner) try(ch *choice, at place) bool {
	for {
		if ch.cand < ch.candEnd {
			if p.candidate(ch, at) {
				return true
			}
			continue
		}
		if ch.passAgain() {
			continue
		}
		if ch.next == ch.end || p.halt != NoBound {
			return p.exhausted()
		}
		id := ch.next
		ch.method, ch.next = id, id+1
		p.count()
		m := &p.d.methods[id]
		if m.dead || m.when != nil && !m.when.Judge(&p.machine, p.frame(ch.frame, m.params), p.tracker) {
			p.recordMethod(id, ch.node)
			continue
		}
		if len(m.each) == 0 {
			if p.strict && !p.allowsMethod(id, ch.node, nil) {
				continue
			}
			p.take(id, ch.node, nil, at)
			if p.o.Search == DepthFirst || p.worthwhile() {
				return true
			}
			p.restore(ch)
			continue
		}
		p.candidates(m, ch)
		p.recordCandidates(ch)
	}
}

// candidate takes the next candidate of the current method.
func (p *Planner) candidate(ch *choice, at place) bool {
	m := &p.d.methods[ch.method]
	if ch.heap != heapNone {
		p.lead(m, ch)
	}
	width := m.bound()
	values := p.pool[ch.cand : ch.cand+width]
	p.nodes[ch.node].key = p.pool[ch.cand+width]
	ch.cand += width + candidateExtra
	if len(p.o.Claimed) > 0 && len(m.yields) > 0 && p.isPutOff(m, ch, values) {
		return false
	}
	p.count()
	if p.strict && !p.allowsMethod(ch.method, ch.node, values) {
		return false
	}
	p.take(ch.method, ch.node, values, at)
	if p.o.Search == DepthFirst || p.worthwhile() {
		return true
	}
	p.restore(ch)
	return false
}

// take puts a method's subtasks instead of its task.
func (p *Planner) take(method, id int32, values []world.Word, at place) {
	m := &p.d.methods[method]
	n := &p.nodes[id]
	n.method = method
	if m.frame > m.params {
		p.words = append(p.words, values...)
		p.words = extend(p.words, n.frame+m.frame)
		for i := range m.computed {
			p.compute(&m.computed[i], n.frame, m.frame)
		}
	}
	if p.watched {
		p.recordTake(method, id)
	}
	now := p.push(m.block, n.frame, id, p.after(at))
	if p.d.partial {
		p.proceed(now)
	} else {
		p.net = now
	}
}

// compute fills the slots of a computed argument.
func (p *Planner) compute(a *computedArg, frame, words int32) {
	fr := p.frame(frame, words)
	switch to := fr[a.slot : a.slot+a.width]; {
	case p.o.Reads != nil:
		a.value.TrackInto(&p.machine, fr, to, p.tracker)
	case a.width == 1:
		to[0] = a.value.Eval(&p.machine, fr)
	default:
		a.value.EvalInto(&p.machine, fr, to)
	}
}

// extend makes the words reach up to end; new words are 0.
func extend(words []world.Word, end int32) []world.Word {
	for int32(len(words)) < end {
		words = append(words, 0)
	}
	return words
}
