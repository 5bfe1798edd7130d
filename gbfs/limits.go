package gbfs

// workPerLook is how much is done between two looks at the limits, in operators looked at: a few milliseconds.
const workPerLook = 1 << 18

// MaxNetworkBytes is the most memory that networks may take, in bytes, whatever [Options].Memory says: where tasks without an order pile up, each
// network can be the square of its depth, and positions in them are numbers of 32 bits.
const MaxNetworkBytes = 512 << 20

// limited ends the search when a limit was hit.
func (s *search) limited() bool {
	limit := ""
	if size := s.nets.bytes(); size > MaxNetworkBytes || s.o.Memory > 0 && size > s.o.Memory {
		s.result.Outcome, s.result.Limit = Limited, "memory"
		return true
	}
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
