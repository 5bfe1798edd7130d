package agent

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
)

// SetSignificance sets how much the actions of an agent matter, which determines its level (Options.Levels). Agents
// start with 0, unless there is a rule. It returns false, and changes nothing, if the agent has left, there are no
// levels, or the significance is NaN.
func (c *Crowd) SetSignificance(id ID, significance float64) bool {
	a := c.agents.slot(id)
	if a == nil || len(c.core.schedule.Levels()) == 0 || math.IsNaN(significance) {
		return false
	}
	if c.core.schedule.Significance(a.slot()) == significance {
		return true
	}
	if c.journal.tape != nil {
		c.journal.tape.grading(a, significance)
	}
	c.routines.passUp(a.slot())
	if c.core.schedule.SetSignificance(int32(a.slot()), significance, c.core.tick) {
		c.routines.endRoutine(a.slot())
	}
	return true
}

// Significance returns the significance of an agent; 0 if there are no levels, or it has left.
func (v *View) Significance(id ID) float64 {
	if a := v.agents.slot(id); a != nil {
		return v.core.schedule.Significance(a.slot())
	}
	return 0
}

// LevelOf returns the index of an agent's level in [Options].Levels; 0 if there are none, or it has left.
func (v *View) LevelOf(id ID) int {
	if a := v.agents.slot(id); a != nil {
		return v.core.schedule.Level(a.slot())
	}
	return 0
}

// NextTurn returns the tick in which an agent has its next turn at the latest; 0: it may have one in each tick, or
// sleeps until it is woken.
func (v *View) NextTurn(id ID) int64 {
	if a := v.agents.slot(id); a != nil {
		return v.core.schedule.Due(a.slot())
	}
	return 0
}

// Wake gives an agent a turn in the next tick, whatever its level. It returns false when the agent has left.
func (c *Crowd) Wake(id ID) bool {
	a := c.agents.slot(id)
	if a == nil {
		return false
	}
	if c.journal.tape != nil {
		c.journal.tape.waking(a)
	}
	c.core.schedule.Wake(int32(a.slot()))
	return true
}

// updateSignificance calls the host's rule for new agents, and for those that are due. The results are recorded as
// writes of the host, so that a replay needs no rule.
func (c *Crowd) updateSignificance() {
	rule, s := c.core.options.Significance, c.core.schedule
	if rule == nil || len(s.Levels()) == 0 {
		return
	}
	first, every, count := s.RuleTurn(c.core.tick, c.core.options.TPS, len(c.agents.list))
	c.net.all(count, func(i int) { c.ask(first+i*every, rule) })
	for from := 0; from < len(s.Unruled()); {
		fresh := s.Unruled()[from:]
		c.net.all(len(fresh), func(i int) { c.ask(int(fresh[i]), rule) })
		from += len(fresh)
	}
	s.Ruled()
}

// ask asks the rule about one agent. If the rule panics or returns NaN, the significance stays as it is.
func (c *Crowd) ask(slot int, rule func(*Crowd, ID) float64) {
	a := c.agents.list[slot]
	if a.id == 0 {
		return
	}
	back := false
	defer func() {
		if !back {
			c.journal.blame(a, action.NewFault("Options.Significance", recover()))
		}
	}()
	significance := rule(c, a.id)
	if back = true; math.IsNaN(significance) {
		c.journal.blame(a, action.Fault{Action: "Options.Significance", Message: "it returned NaN; it must return a number"})
		return
	}
	c.SetSignificance(a.id, significance)
}
