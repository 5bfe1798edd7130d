package schedule

import (
	"cmp"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/sorting"
)

// shares give out what may be planned in a tick, in slices that are all of the same size.
type shares struct {
	most  int     // in a tick; 0: there is no bound
	since []int64 // by slot: the tick since when it waits for one; 0: it does not
	given []bool  // by place in the list of slots that are awake
	queue []int32 // places of those that wait
	next  int32   // the slot after the last one that was given one without waiting for it
}

func (h *shares) add() {
	if h.most > 0 {
		h.since = append(h.since, 0)
	}
}

func (h *shares) forget(slot int32) {
	if h.most > 0 {
		h.since[slot] = 0
	}
}

func (h *shares) clear() { h.since, h.next = h.since[:0], 0 }

// IsShared reports whether planning is shared out.
func (s *Schedule) IsShared() bool { return s.shares.most > 0 }

// Share gives slices of planning to awake slots before they decide: first to waiting ones, the longest waiting first,
// then to others in turn, in case they want to plan.
func (s *Schedule) Share() {
	h := &s.shares
	if h.most == 0 {
		return
	}
	h.given, h.queue = h.given[:0], h.queue[:0]
	for k, i := range s.awake {
		if h.given = append(h.given, false); h.since[i] > 0 {
			h.queue = append(h.queue, int32(k))
		}
	}
	if len(h.queue) > h.most {
		sorting.InPlace(h.queue, func(a, b int32) int {
			return cmp.Or(cmp.Compare(h.since[s.awake[a]], h.since[s.awake[b]]), cmp.Compare(a, b))
		})
		h.queue = h.queue[:h.most]
	}
	for _, k := range h.queue {
		h.given[k] = true
	}
	s.shareRest(h.most - len(h.queue))
}

// shareRest gives slices to slots that are awake and do not wait.
func (s *Schedule) shareRest(left int) {
	h := &s.shares
	from, _ := slices.BinarySearch(s.awake, h.next)
	for k := 0; k < len(s.awake) && left > 0; k++ {
		at := (from + k) % len(s.awake)
		if h.given[at] {
			continue
		}
		h.given[at] = true
		h.next = s.awake[at] + 1
		left--
	}
}

// HasShare reports whether the awake slot at an index has a slice of planning, if planning is shared out.
func (s *Schedule) HasShare(place int) bool { return s.shares.given[place] }

// CountWaiting records since when slots wait for a slice, after they have acted; wants reports whether a slot wants to
// plan. A slot that has had a slice and continues to plan goes to the end of the queue.
func (s *Schedule) CountWaiting(acted []int32, tick int64, wants func(slot int32) bool) {
	h := &s.shares
	if h.most == 0 {
		return
	}
	k := 0
	for _, i := range acted {
		for k < len(s.awake) && s.awake[k] < i {
			k++
		}
		given := k < len(s.awake) && s.awake[k] == i && h.given[k]
		switch since := &h.since[i]; {
		case !wants(i) || s.isPast(i, tick):
			*since = 0
		case *since == 0 || given:
			*since = tick
		}
	}
}

// isPast reports whether a slot with a turn in every tick rests for longer than that. Then the reason for its planning
// has passed.
func (s *Schedule) isPast(slot int32, tick int64) bool {
	return s.paces[slot].interval == 1 && s.IsAsleep(int(slot), tick)
}

// Waited returns for how many ticks a slot has waited for a slice of planning; 0 if it does not wait.
func (s *Schedule) Waited(slot int, tick int64) int64 {
	if s.shares.most == 0 || s.shares.since[slot] == 0 {
		return 0
	}
	return tick - s.shares.since[slot] + 1
}
