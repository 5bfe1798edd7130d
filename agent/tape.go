package agent

import (
	"iter"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/runner"
	"github.com/karakuri-ai/karakuri/trace"
	"github.com/karakuri-ai/karakuri/world"
)

// tape is where the inputs of a crowd go to when it is recorded, or come from when it is run again. Both meet it at the same
// points, so that each input is given where it was.
type tape interface {
	begin()                                             // a tick begins
	receive()                                           // between ticks, agents are about to be shown the shared state
	settled()                                           // the engine has written to states of agents and to the world
	flush(where trace.Where, a *agent)                  // before the state of an agent, or with nil the world, is made use of
	sweep()                                             // the same for all agents, where it matters within the tick
	enter(a *agent)                                     // an agent is about to act, or to stop acting for good
	left(a *agent)                                      // it has
	spawned(a *agent)                                   // came
	removing(a *agent)                                  // is about to leave
	objectAdded(o world.Object, typ int32, name string) // came
	objectRemoving(o world.Object)                      // is about to go
	event(a *agent, told *trace.Record, e runner.Event) // an agent has decided something
	end()                                               // a tick has ended
}

// introduce numbers an agent that has come.
func (c *Crowd) introduce(a *agent) {
	c.came++
	a.number = c.came
	a.history.Reset(c.options.History)
	if c.tape != nil {
		c.tape.spawned(a)
	}
}

func (c *Crowd) begin() {
	if c.tape != nil {
		c.tape.begin()
	}
}

func (c *Crowd) end() {
	if c.tape != nil {
		c.tape.end()
	}
}

func (c *Crowd) receiving() {
	if c.tape != nil && !c.ticking {
		c.tape.receive()
	}
}

func (c *Crowd) settled() {
	if c.tape != nil {
		c.tape.settled()
	}
}

func (c *Crowd) flush(where trace.Where, a *agent) {
	if c.tape != nil {
		c.tape.flush(where, a)
	}
}

func (c *Crowd) sweep() {
	if c.tape != nil {
		c.tape.sweep()
	}
}

func (c *Crowd) leave(a *agent) {
	if c.tape != nil {
		c.tape.left(a)
	}
}

// teller is the sink of all agents: it sums up what they decide, keeps the last of it, and passes it on.
type teller struct {
	crowd *Crowd
	sink  runner.Sink // of the host; may be nil
	told  trace.Record
}

// Event implements [runner.Sink].
func (t *teller) Event(e runner.Event) {
	a := t.crowd.slot(e.Agent)
	t.told.Kind = trace.KindEvent
	flatten(&t.told.Event, &e, a.number)
	t.crowd.hash.Add(&t.told.Event)
	a.history.Add(&t.told.Event)
	switch {
	case t.crowd.tape != nil:
		t.crowd.tape.event(a, &t.told, e)
	case t.sink != nil:
		t.sink.Event(e)
	}
}

// TraceHash returns a hash of all that the agents have decided and done so far, in order: two runs of which it is the same decided
// the same. It does not depend on the platform, nor on whether the crowd is recorded.
func (c *Crowd) TraceHash() uint64 { return c.hash.Sum }

// Decisions returns how many events [Crowd.TraceHash] is of.
func (c *Crowd) Decisions() int64 { return c.hash.Events }

// History returns the last events of an agent, the oldest first: as many as [Options].History says. The events are valid until the next
// tick; their names are those of [EventNames].
func (c *Crowd) History(id ID) iter.Seq[*trace.Event] {
	return func(yield func(*trace.Event) bool) {
		a := c.slot(id)
		for i := 0; a != nil && i < a.history.Len(); i++ {
			if !yield(a.history.At(i)) {
				return
			}
		}
	}
}

// Number returns the number of an agent: they are numbered from 1 in the order in which they came, and go by it in traces. It returns 0
// when the agent has left.
func (c *Crowd) Number(id ID) int64 {
	if a := c.slot(id); a != nil {
		return a.number
	}
	return 0
}

// stateHash returns a hash of the world and of the states of all agents.
func (c *Crowd) stateHash() uint64 {
	h := c.world.Hash()
	for _, a := range c.agents {
		if a.id != 0 {
			h = foldState(h, a)
		}
	}
	return h
}

func foldState(h uint64, a *agent) uint64 {
	return det.Mix(h + uint64(a.number)*0x9e3779b97f4a7c15 + a.state.Hash())
}
