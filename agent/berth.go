package agent

import (
	"unsafe"

	"github.com/karakuri-ai/karakuri/world"
)

// berth is memory for an agent and its state, side by side.
type berth struct {
	agent agent
	state world.State
}

// berthsPerPage is how many are taken at a time in a large crowd: what the allocator rounds up is then next to nothing for each.
const berthsPerPage = 32 << 10 / int(unsafe.Sizeof(berth{}))

// newBerth returns memory for another agent.
func (c *Crowd) newBerth() *agent {
	if len(c.berths) == 0 {
		c.berths = make([]berth, max(1, min(berthsPerPage, len(c.agents)/4)))
	}
	b := &c.berths[0]
	c.berths = c.berths[1:]
	b.agent.state = &b.state
	return &b.agent
}
