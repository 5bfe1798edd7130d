package ground

// pruning finds the useful instances: those that are possible if nothing is ever deleted, and that the root task can
// lead to through other useful ones. Removing instances can make others useless, so it works in rounds.
//
// An instance is a node that waits for signals: facts that hold or do not hold, and possible subtasks.
type pruning struct {
	*instances
	meter *meter
	facts int32
	nodes [3]int32 // first nodes of conditional effects, of methods, and the number of nodes; actions begin at 0

	alive   []bool  // of each node
	waiting []int32 // number of missing signals of each node
	needs   []int32 // number of signals of each node
	hears   []int32 // the nodes that wait for signals, signal by signal
	first   []int32 // by signal: index of its first node in hears; one entry more at the end
	seen    []bool  // of each signal
	queue   []int32
	owner   []int32 // action of each conditional effect
	initial int32
}

// Signals, in this order: fact f holds, at 2f; it does not, at 2f+1; actions; tasks.
func (p *pruning) actSignal(a int32) int32  { return 2*p.facts + a }
func (p *pruning) taskSignal(t int32) int32 { return 2*p.facts + p.acts.Len() + t }

// newPruning prepares the lists of waiting nodes. It returns nil at a limit.
func newPruning(in *instances, m *meter) *pruning {
	p := &pruning{instances: in, meter: m, facts: int32(in.store.Len()), initial: int32(len(in.p.Init))}
	m.extra = 0
	if !m.enter("pruning") || !m.reserve(p.size()) {
		return nil
	}
	acts := in.acts.Len()
	p.nodes[0] = acts
	p.nodes[1] = p.nodes[0] + in.condEffs.pre.Len()
	p.nodes[2] = p.nodes[1] + in.meths.task.Len()
	p.alive = make([]bool, p.nodes[2])
	for n := range p.alive {
		if !m.goesOnFacts(n) {
			return nil
		}
		p.alive[n] = n >= int(acts) || !*in.dead.At(int32(n))
	}
	p.needs = make([]int32, p.nodes[2])
	p.waiting = make([]int32, p.nodes[2])
	p.owner = make([]int32, p.nodes[1]-p.nodes[0])
	for a := range acts {
		if !m.goesOnFacts(int(a)) {
			return nil
		}
		for _, c := range in.conds.At(a) {
			p.owner[c] = a
		}
	}
	if !p.connect() {
		return nil
	}
	return p
}

// size returns the maximum bytes of the lists.
func (p *pruning) size() int64 {
	nodes := int64(p.acts.Len()) + int64(p.condEffs.pre.Len()) + int64(p.meths.task.Len())
	signals := int64(2*p.facts) + int64(p.acts.Len()+p.tasks.Len())
	links := p.effects.pre.Count() + p.effects.neg.Count() + p.condEffs.pre.Count() + p.condEffs.neg.Count() + int64(p.condEffs.pre.Len()) +
		p.meths.pre.Count() + p.meths.neg.Count() + p.meths.subs.Count()
	const perNode, perSignal, perLink = 10, 9, 4 // needs, waiting and alive, twice; first, seen and the queue; hears
	return perNode*nodes + perSignal*signals + perLink*links
}

// connect makes the lists of nodes that wait for a signal. It reports false at a limit.
func (p *pruning) connect() bool {
	signals := int(2*p.facts) + int(p.acts.Len()) + int(p.tasks.Len())
	p.seen, p.queue = make([]bool, signals), make([]int32, 0, signals)
	first := make([]int32, signals+2)
	p.eachNeed(func(n, s int32) {
		p.needs[n]++
		first[s+2]++
	})
	if p.meter.over != nil {
		return false
	}
	for s := range signals {
		if !p.meter.goesOnFacts(s) {
			return false
		}
		first[s+2] += first[s+1]
	}
	p.first, p.hears = first[:signals+1], make([]int32, first[signals+1])
	p.eachNeed(func(n, s int32) {
		p.hears[first[s+1]] = n
		first[s+1]++
	})
	return p.meter.over == nil
}

// eachNeed visits the signals that nodes wait for, until a limit is hit.
func (p *pruning) eachNeed(visit func(node, signal int32)) {
	conditions := func(n int32, pre, neg []int32) {
		for i, f := range pre {
			if !p.meter.goesOn(i) {
				return
			}
			visit(n, 2*f)
		}
		for i, f := range neg {
			if !p.meter.goesOn(i) {
				return
			}
			visit(n, 2*f+1)
		}
	}
	for a := range p.nodes[0] {
		if !p.meter.tick() {
			return
		}
		conditions(a, p.effects.pre.At(a), p.effects.neg.At(a))
	}
	for c, a := range p.owner {
		if !p.meter.goesOn(c) {
			return
		}
		n := p.nodes[0] + int32(c)
		conditions(n, p.condEffs.pre.At(int32(c)), p.condEffs.neg.At(int32(c)))
		visit(n, p.actSignal(a))
	}
	for m := range p.meths.task.Len() {
		n := p.nodes[1] + m
		if !p.meter.tick() {
			return
		}
		conditions(n, p.meths.pre.At(m), p.meths.neg.At(m))
		for _, s := range p.meths.subs.At(m) {
			if s >= 0 {
				visit(n, p.actSignal(s))
			} else {
				visit(n, p.taskSignal(^s))
			}
		}
	}
}

// run prunes until nothing more can be removed. It reports false at a limit.
func (p *pruning) run() bool {
	for before := -1; p.meter.enter("pruning"); {
		p.forward()
		left := p.backward()
		if left == before {
			break
		}
		before = left
	}
	return p.meter.over == nil
}

// forward finds the nodes whose signals the living nodes can provide.
func (p *pruning) forward() {
	clear(p.seen)
	copy(p.waiting, p.needs)
	p.queue = p.queue[:0]
	for f := range p.facts {
		if !p.meter.goesOnFacts(int(f)) {
			return
		}
		if f < p.initial {
			p.send(2 * f)
		} else {
			p.send(2*f + 1)
		}
	}
	for n := range p.nodes[2] {
		if !p.meter.goesOnFacts(int(n)) {
			return
		}
		if p.waiting[n] == 0 && p.alive[n] {
			p.carryOut(n)
		}
	}
	for len(p.queue) > 0 && p.meter.tick() {
		s := p.queue[len(p.queue)-1]
		p.queue = p.queue[:len(p.queue)-1]
		for i, n := range p.hears[p.first[s]:p.first[s+1]] {
			if !p.meter.goesOnFacts(i) {
				return
			}
			if p.waiting[n]--; p.waiting[n] == 0 && p.alive[n] {
				p.carryOut(n)
			}
		}
	}
}

func (p *pruning) send(s int32) {
	if !p.seen[s] {
		p.seen[s] = true
		p.queue = append(p.queue, s)
	}
}

// carryOut sends the signals that follow once a node has all its own.
func (p *pruning) carryOut(n int32) {
	e := &p.effects
	switch {
	case n >= p.nodes[1]:
		p.send(p.taskSignal(*p.meths.task.At(n - p.nodes[1])))
		return
	case n >= p.nodes[0]:
		e, n = &p.condEffs, n-p.nodes[0]
	default:
		p.send(p.actSignal(n))
	}
	for _, f := range e.add.At(n) {
		p.send(2 * f)
	}
	for _, f := range e.del.At(n) {
		p.send(2*f + 1)
	}
}

// backward keeps those nodes alive that the root task, task 0, can lead to through possible ones. It returns the number
// of nodes left.
func (p *pruning) backward() int {
	alive := make([]bool, len(p.alive))
	reached := make([]bool, p.tasks.Len())
	reached[0] = true
	left := 0
	keep := func(n int32) {
		if !alive[n] {
			alive[n] = true
			left++
		}
	}
	for todo := []int32{0}; len(todo) > 0 && p.meter.tick(); {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for m := *p.meths.first.At(t); m < *p.meths.first.At(t + 1); m++ {
			n := p.nodes[1] + m
			if !p.alive[n] || p.waiting[n] != 0 {
				continue
			}
			keep(n)
			for _, s := range p.meths.subs.At(m) {
				if s >= 0 {
					keep(s)
				} else if !reached[^s] {
					reached[^s] = true
					todo = append(todo, ^s)
				}
			}
		}
	}
	for c, a := range p.owner {
		if !p.meter.goesOnFacts(c) {
			break
		}
		if n := p.nodes[0] + int32(c); alive[a] && p.waiting[n] == 0 {
			keep(n)
		}
	}
	p.alive = alive
	return left
}
