package agent

import "github.com/karakuri-ai/karakuri/world"

// nap is what it takes to see that an agent has nothing to do, side by side for all of them: most ticks of most agents come to that.
type nap struct {
	until int64        // the tick of its next decision; 0: awake
	state *world.State // its log is empty, or the agent is to be woken
}

// rouse fills the list of those that are ticked: all but those that sleep.
func (c *Crowd) rouse() {
	for len(c.naps) < len(c.agents) {
		c.naps = append(c.naps, nap{state: c.agents[len(c.naps)].state})
	}
	c.awake = c.awake[:0]
	for i := range c.naps {
		n := &c.naps[i]
		if n.until > c.tick && len(n.state.Changes(world.Mark{})) == 0 {
			continue
		}
		n.until = 0
		if c.takesPart(c.agents[i]) {
			c.awake = append(c.awake, int32(i))
		}
	}
}

// retire lets an agent that has acted sleep until there is something to do for it.
func (c *Crowd) retire(i int32) {
	c.naps[i].until = c.agents[i].runner.RestsUntil()
}

// catchUp brings an agent that sleeps to the present tick: what is saved of it is as if it had been ticked.
func (c *Crowd) catchUp(i int) {
	if i < len(c.naps) && c.naps[i].until > c.tick {
		c.agents[i].runner.PassOver(c.tick)
	}
}
