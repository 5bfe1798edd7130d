package agent

import "unsafe"

// berthsPerPage is how many are taken at a time in a large crowd: what the allocator rounds up is then next to nothing for each.
const berthsPerPage = 32 << 10 / int(unsafe.Sizeof(agent{}))

// newBerth returns memory for another agent.
func (c *Crowd) newBerth() *agent {
	if len(c.berths) == 0 {
		c.berths = make([]agent, max(1, min(berthsPerPage, len(c.agents)/4)))
	}
	a := &c.berths[0]
	c.berths = c.berths[1:]
	a.extras = &noExtras
	a.state.Use(c.words.take(c.world.Schema().Words, len(c.agents)))
	return a
}
