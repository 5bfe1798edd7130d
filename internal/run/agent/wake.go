package agent

import "github.com/karakuri-ai/karakuri/world"

// MaxUnheard is how many changes may be written to the state of an agent that does not listen before it has a turn all the same: what is
// written has to be kept until it is heard.
const MaxUnheard = 4096

// wakeDue finds those that have a turn in the tick.
func (c *Crowd) wakeDue() {
	s := c.core.schedule
	s.WakeDue(c.core.tick)
	c.routines.glanced = 0
	f := s.Flags()
	for i := f.Next(0); i >= 0; i = f.Next(i + 1) {
		switch a := c.agents.list[i]; {
		case a.id == 0:
			f.Lower(i)
		case !c.takesPart(a), c.isPutOff(i, a), c.glances(i, a):
		default:
			c.passWithin(i, c.core.tick-1)
			c.endRoutine(i)
			s.Call(i)
		}
	}
	s.Choose()
}

// isPutOff reports whether an agent that was written to does not hear of it yet. Then its flag is down and its next turn known.
func (c *Crowd) isPutOff(i int, a *agent) bool {
	if !c.core.schedule.IsDeaf(i, c.core.tick) || len(a.state.Changes(world.Mark{})) >= MaxUnheard {
		return false
	}
	c.core.schedule.Defer(i, c.core.tick)
	return true
}

// catchUp brings an agent that sleeps, repeats its routine or waits for its turn to the present tick: what is told and saved of it is as if it had been ticked.
func (c *Crowd) catchUp(i int) {
	c.agents.list[i].runner.PassOver(c.core.tick)
	c.passUp(i)
}
