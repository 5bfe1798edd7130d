package agent

import (
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// exchange passes writes to shared symbols to all agents.
type exchange struct {
	core    *core
	agents  *population
	turns   *turns
	squads  *squads
	journal *journal
	begun   []int32 // by slot: how many changes of the world an agent began with
	writes  []write // scratch
}

// write is a change of a shared symbol.
type write struct {
	nth int32 // of the changes of the world
	at  world.Addr
	w   world.Word
}

// begin notes that an agent begins with the world as it is: it need not receive what changed before.
func (e *exchange) begin(slot int) {
	n := e.core.world.Logged()
	if n == 0 {
		return
	}
	for len(e.begun) <= slot {
		e.begun = append(e.begun, 0)
	}
	e.begun[slot] = n
}

// receiveShared updates every agent with the shared state. Objects are up to date already.
func (e *exchange) receiveShared() {
	changes := e.core.world.Changes(world.Mark{})
	if len(changes) == 0 && !e.squads.isRelayDue() {
		return
	}
	e.journal.receiving()
	e.writes = e.writes[:0]
	for i := range changes {
		if at := changes[i].Addr; e.core.shared(at) {
			e.writes = append(e.writes, write{int32(i), at, e.core.world.Get(at)})
		}
	}
	if len(e.writes) > 0 {
		e.deliver()
	}
	e.core.world.Forget()
	e.begun = e.begun[:0]
	e.squads.relay()
	e.journal.settled()
}

// deliver writes the changes to the states of agents that began before them.
func (e *exchange) deliver() {
	last := e.writes[len(e.writes)-1].nth
	for slot, a := range e.agents.list {
		from := int32(0)
		if slot < len(e.begun) {
			from = e.begun[slot]
		}
		if a.id == 0 || from > last {
			continue
		}
		for _, x := range e.writes {
			if x.nth >= from {
				a.state.Set(x.at, x.w)
			}
		}
	}
}

// commitShared applies to the world what agents wrote to shared symbols.
func (e *exchange) commitShared() {
	e.journal.flush(ktrace.Commit, nil)
	for _, i := range e.turns.acted {
		a := e.agents.list[i]
		if e.journal.flush(ktrace.Commit, a); len(a.state.Changes(world.Mark{})) == 0 {
			continue
		}
		e.collect(&a.state, world.Mark{})
		e.squads.post(a, world.Mark{})
	}
}

// collect takes what an agent has written to shared symbols since a mark in its log; the log begins when the agent
// decides.
func (e *exchange) collect(st *world.State, since world.Mark) {
	changes := st.Changes(since)
	for i := range changes {
		if a := changes[i].Addr; e.core.shared(a) {
			e.core.world.Set(a, st.Get(a))
		}
	}
	e.journal.hostMark = e.core.world.Mark()
}

// State is [Crowd.State].
func (e *exchange) State(id ID) *world.State {
	if id == 0 {
		return e.core.world
	}
	a := e.agents.slot(id)
	if a == nil {
		return nil
	}
	if !e.core.ticking {
		e.receiveShared()
	}
	return &a.state
}
