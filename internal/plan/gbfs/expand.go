package gbfs

import "slices"

// enoughNodes is the number of nodes after which the expansion of one may stop, if one of them is nearer to the end.
const enoughNodes = 32

// expand makes the successors of a node. If a method has thousands of bindings, it makes only enough to get one nearer
// to the end; the others wait until the node comes out of a queue again.
func (s *search) expand(n int32, q int) {
	s.batch = s.batch[:0]
	count, skip, nearer := int32(0), s.nodes.At(n).next, false
	s.positions = s.nets.heads(s.nodes.At(n).network, s.positions[:0])
	for _, at := range s.positions {
		task := s.nets.task(s.nodes.At(n).network, at)
		options := 1
		if s.isCompound(task) {
			options = len(s.p.Tasks[task].Methods)
			s.work += options
		}
		for i := range options {
			if count++; count <= skip {
				continue
			}
			if nearer && len(s.batch) >= enoughNodes {
				s.nodes.At(n).next, s.nodes.At(n).closed = count-1, false
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

// wait puts the new nodes into the queues, the last first: among equals, the first of the file then comes out first.
func (s *search) wait() {
	for _, c := range slices.Backward(s.batch) {
		s.queue(c)
	}
}

func (s *search) queue(n int32) {
	for i, q := range s.queues {
		q.push(n, s.nodes.At(n).estimate[i], !s.oldest)
	}
}

// follow makes the successor of a node by a task and, for a compound one, one of its methods. It reports whether the
// successor is nearer to the end.
func (s *search) follow(n, at, task int32, option, q int) bool {
	state, network, method, cost := s.nodes.At(n).state, s.nodes.At(n).network, int32(-1), s.nodes.At(n).cost
	if s.isCompound(task) {
		if method = s.p.Tasks[task].Methods[option]; !s.applies(method, state) {
			return false
		}
	} else if !s.ready(task, state) {
		return false
	}
	next, nextState := s.make(move{at, method}, state, network, &cost)
	before := s.nodes.Len()
	s.reach(nextState, next, n, at, method, cost)
	if s.nodes.Len() == before || s.result.Outcome != 0 || !s.estimate(before) {
		return false
	}
	s.batch = append(s.batch, before)
	return s.nodes.At(before).estimate[q] < s.nodes.At(n).estimate[q]
}
