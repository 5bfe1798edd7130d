package action

import (
	"math/bits"
	"slices"
)

// A running instance knows its agent, for one case: the host's code has ended the goroutine (runtime.Goexit), and with
// it the code that worked for the agent. That code's handles are lost; the instances are not.

// ownerOf returns what an instance notes of its agent: its slot. Among agents that are there at a time no two have the
// same.
func ownerOf(id AgentID) uint32 { return uint32(id) & (1<<ownerBits - 1) }

// owned is a store that knows the agents of its instances.
type owned interface {
	// nextOf returns the first slot at or after one that belongs to an agent, or -1 if there is none.
	nextOf(owner uint32, from int32) int32
	// isEnding reports whether the end or abort hook of an instance has been called already.
	isEnding(slot int32) bool
	release(slot int32)
}

// AbortAll aborts all actions of the host that run for the context's agent. It drops those whose end or abort hook did
// not return. Use it after a call that ended its goroutine; it may be called again if one of the hooks does the same.
func (in *Instances) AbortAll(c *Ctx, r Reason) {
	owner := ownerOf(c.agent)
	for _, s := range in.actions() {
		o, ok := unwatched(s).(owned)
		if !ok {
			continue
		}
		for slot := o.nextOf(owner, 0); slot >= 0; slot = o.nextOf(owner, slot+1) {
			if o.isEnding(slot) {
				o.release(slot)
			} else {
				s.abort(c, slot, r)
			}
		}
	}
}

// unwatched returns a store without its witness.
func unwatched(s store) store {
	if w, ok := s.(*watched); ok {
		return w.store
	}
	return s
}

// Abandon reports to a witness the calls that will never return: a goroutine has ended within them, as the context's
// fault records.
func (in *Instances) Abandon(c *Ctx) {
	s := in.calls
	if s == nil {
		return
	}
	for s.speak(); s.depth > 0; s.pop() {
		call := s.stack[s.depth-1]
		if w, ok := in.stores[call.Action].(*watched); ok && (call.Phase == PhaseAwake || call.Phase == PhaseStart) {
			w.serials.put(c.starting, call.Serial)
		}
		call.number()
		call.Status, call.Fault = Failure, c.fault
		s.witness.Called(c, call)
	}
}

func (ps *pages[P, S]) nextOf(owner uint32, from int32) int32 {
	for slot := from; int(slot>>ps.shift) < len(ps.pages); slot++ {
		p := slot >> ps.shift
		used := ps.none() &^ ps.free[p] >> (slot & (1<<ps.shift - 1))
		if ps.pages[p] == nil || used == 0 {
			slot |= 1<<ps.shift - 1 // on to the next page
			continue
		}
		if slot += int32(bits.TrailingZeros64(used)); ps.at(slot).owner() == owner {
			return slot
		}
	}
	return -1
}

func (ps *pages[P, S]) isEnding(slot int32) bool { return ps.at(slot).has(isEnding) }

func (d *substituted) nextOf(owner uint32, from int32) int32 {
	for slot := from; int(slot) < len(d.owners); slot++ {
		if d.owners[slot].owner == owner && !slices.Contains(d.free, slot) {
			return slot
		}
	}
	return -1
}

func (d *substituted) isEnding(slot int32) bool { return d.owners[slot].ending }
