package agent

import (
	"github.com/karakuri-ai/karakuri/ktrace"
)

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
