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
}

// receiveShared updates every agent with the shared state. Objects are up to date already.
func (e *exchange) receiveShared() {
	changes := e.core.world.Changes(world.Mark{})
	if len(changes) == 0 && !e.squads.isRelayDue() {
		return
	}
	e.journal.receiving()
	for i := range changes {
		a := changes[i].Addr
		if !e.core.shared(a) {
			continue
		}
		w := e.core.world.Get(a)
		for _, ag := range e.agents.list {
			if ag.id != 0 {
				ag.state.Set(a, w)
			}
		}
	}
	e.core.world.Forget()
	e.squads.relay()
	e.journal.settled()
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
