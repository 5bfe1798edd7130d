package gbfs

// applies reports whether a method is applicable in a state. If its condition is a task of its own, that is checked
// later.
func (s *search) applies(m, state int32) bool {
	return s.nets.checks(m) || s.holds(m, state)
}

// holds reports whether the condition of a method holds in a state.
func (s *search) holds(m, state int32) bool {
	method := &s.p.Methods[m]
	s.work += long(len(method.Pre) + len(method.Neg))
	return holds(s.states.at(state), method.Pre, method.Neg)
}

// ready reports whether a task without methods is possible in a state: an action, or the condition of a method.
func (s *search) ready(task, state int32) bool {
	if s.p.IsAction(task) {
		a := &s.p.Actions[task]
		s.work += long(len(a.Pre) + len(a.Neg))
		return holds(s.states.at(state), a.Pre, a.Neg)
	}
	return s.holds(task-int32(len(s.p.Tasks)), state)
}

// reach adds a node for a state and a network, unless it exists. If there is only one thing to do, it does that at
// once, because without a choice no estimate is needed.
func (s *search) reach(state, network, parent, at, method int32, cost float64) {
	if !s.seen.add(state, network, cost) {
		return
	}
	for network != 0 {
		m, single, alive := s.onlyMove(state, network)
		if !alive {
			return
		}
		if !single {
			break
		}
		if s.work += len(s.set) + 16; s.limited() {
			return
		}
		network, state = s.make(m, state, network, &cost)
		if !s.seen.add(state, network, cost) {
			return
		}
	}
	if s.o.Bound > 0 && cost >= s.o.Bound {
		return
	}
	n := s.nodes.Push(node{state: state, network: network, parent: parent, at: at, method: method, cost: cost})
	if network == 0 {
		s.found(n)
	}
}

// onlyMove returns the only possible move in a network, if there is just one. alive is false if there is none, or at a
// limit. It satisfies a method's condition as soon as it holds: later it might not, and nothing else depends on when
// that happens.
func (s *search) onlyMove(state, network int32) (only move, single, alive bool) {
	s.rest = s.nets.heads(network, s.rest[:0])
	count := 0
	for _, at := range s.rest {
		task := s.nets.task(network, at)
		if s.isCompound(task) {
			s.work += len(s.p.Tasks[task].Methods)
			for _, m := range s.p.Tasks[task].Methods {
				if s.work >= workPerLook && !s.replaying && !s.look() {
					return move{}, false, false
				}
				if s.applies(m, state) {
					only = move{at, m}
					count++
				}
			}
		} else if s.ready(task, state) {
			if only = (move{at, -1}); !s.p.IsAction(task) {
				return only, true, true
			}
			count++
		}
	}
	return only, count == 1, count > 0
}

// move is a step with a network: the method for the task at a position, or -1 if the task is carried out.
type move struct{ at, method int32 }

// make carries out the move.
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
	s.work += long(apply(a, s.set, s.before))
	*cost += s.prices[task]
	return next, s.states.intern(s.set)
}
