package agent

import (
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// receive brings every agent up to date with the shared state. Objects are up to date already.
func (c *Crowd) receive() {
	changes := c.core.world.Changes(world.Mark{})
	if len(changes) == 0 && !c.isRelayDue() {
		return
	}
	c.journal.receiving()
	for i := range changes {
		a := changes[i].Addr
		if !c.core.shared(a) {
			continue
		}
		w := c.core.world.Get(a)
		for _, ag := range c.agents.list {
			if ag.id != 0 {
				ag.state.Set(a, w)
			}
		}
	}
	c.core.world.Forget()
	c.relay()
	c.journal.settled()
}

// collectAll makes what agents wrote to shared symbols the world's.
func (c *Crowd) collectAll() {
	c.journal.flush(ktrace.Commit, nil)
	for _, i := range c.turns.acted {
		c.journal.flush(ktrace.Commit, c.agents.list[i])
		c.collect(&c.agents.list[i].state, world.Mark{})
		c.post(c.agents.list[i], world.Mark{})
	}
}

// dismiss lets those agents go that left during the tick.
func (c *Crowd) dismiss() {
	if len(c.agents.leavers) == 0 {
		return
	}
	for len(c.agents.leavers) > 0 { // more may leave meanwhile
		n := len(c.agents.leavers)
		c.net.all(n, func(i int) {
			if a := c.agents.slot(c.agents.leavers[i]); a != nil {
				c.net.surely(func() { c.release(a) })
			}
		})
		c.agents.leavers = append(c.agents.leavers[:0], c.agents.leavers[n:]...)
	}
	c.journal.flushAgents(ktrace.Leave)
}

func (j *journal) flushAgents(where ktrace.Where) {
	if j.tape == nil {
		return
	}
	for _, a := range j.agents.list {
		if a.id != 0 {
			j.flush(where, a)
		}
	}
}

// collect takes over what an agent wrote to shared symbols since a mark in its log; the log begins when it decides.
func (c *Crowd) collect(st *world.State, since world.Mark) {
	changes := st.Changes(since)
	for i := range changes {
		if a := changes[i].Addr; c.core.shared(a) {
			c.core.world.Set(a, st.Get(a))
		}
	}
	c.journal.told = c.core.world.Mark()
}
