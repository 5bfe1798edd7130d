package agent

import "fmt"

// PaceText tells when an agent has its turns.
func (c *Crowd) PaceText(i int) string {
	if i >= len(c.agents) {
		return ""
	}
	n := c.naps
	return fmt.Sprintf("since %d hungry %t next %d rnext %d: %+v flag %t until %d acts %t log %d", n.rations.since[i], c.agents[i].runner.IsHungry(), n.next, n.rations.next, n.paces[i], n.flags.Raised(i), n.list[i].until, n.acts.Raised(i), len(c.agents[i].state.Changes(c.agents[i].told)))
}
