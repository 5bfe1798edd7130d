package gbfs

// estimate computes a node's estimates. It reports whether a plan may be reachable from it.
func (s *search) estimate(n int32) bool {
	node := s.nodes.At(n)
	if s.relaxed.move(s.states.at(node.state)); s.result.Outcome != 0 {
		return false
	}
	s.rest = s.nets.tasks(node.network, s.rest[:0])
	s.work += len(s.rest)
	sum := int64(0)
	for _, t := range s.rest {
		cost := s.relaxed.ofTask(t)
		if cost == unreached {
			node.closed = true
			return false
		}
		sum += int64(cost)
	}
	for i, q := range s.queues {
		if node.estimate[i] = int32(min(sum, maxCost)); q.kind == estimatePlan {
			node.estimate[i] = s.relaxedPlan()
		}
	}
	return s.result.Outcome == 0
}

// relaxedPlan returns the size of a relaxed plan for the tasks in s.rest.
func (s *search) relaxedPlan() int32 {
	s.relaxed.begin()
	sum := int32(0)
	for _, t := range s.rest {
		sum += 1 + s.relaxed.extend(t)
	}
	return sum
}
