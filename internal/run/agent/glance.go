package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// Most of what is written to the state of an agent whose mind is a tree changes nothing that the tree does. So an agent that repeats its routine, and to
// which nothing matters but its tree, does not decide when its state has been written to: when its turn comes the tree alone is asked, and only where
// something comes of that the agent is ticked in full.

// glances tells the tree of the agent in a slot what has been written to the agent's state, and reports whether the tree is all that has to know.
func (c *Crowd) glances(i int, a *agent) bool {
	s := c.core.schedule
	if c.routines.list[i].inner <= c.core.tick || s.SleepsUntil(i) <= c.core.tick || s.IsPaced() || c.tape != nil || a.parts != nil || !a.runner.IsTreeAlone() || c.bandOf(a) != nil {
		return false
	}
	trees, plans := c.drivers()
	slot := trees.slots.first(i)
	if slot < 0 || trees.slots.next(slot) >= 0 || plans.slots.first(i) >= 0 {
		return false
	}
	if _, minds := c.wills(); minds != nil && minds.slots.first(i) >= 0 {
		return false
	}
	trees.slots.at(slot).Notice(a.state.Changes(world.Mark{}))
	a.state.Forget()
	a.told = 0
	s.Flags().Lower(i)
	c.routines.glances.Raise(i)
	c.routines.glanced++
	return true
}

// glance ticks the tree of such an agent, and reports whether nothing has happened to the agent.
func (c *Crowd) glance(i int) (same bool) {
	flags := c.core.schedule.Flags()
	a := c.agents.list[i]
	c.core.stage.Ctx.EnterFlagged(c.agents.idOf(int32(i)), c.core.tick, &a.state, flags, i)
	c.begun(a, i)
	trees, _ := c.drivers()
	status, calm := trees.glance(c.core.stage.Ctx, trees.slots.first(i))
	if same = calm && !flags.Raised(i); !same {
		c.routines.list[i].inner = atTop
		a.runner.Resume(&c.core.stage, 0, c.core.tick, status)
	}
	c.leave(a, i)
	return same
}

// glance ticks a tree that runs nothing but actions; calm says that these go on as they did, until the same tick at least.
func (t *trees) glance(c *action.Ctx, slot int32) (status action.Status, calm bool) {
	s, calm := t.slots.at(slot).Glance(&t.env)
	if calm {
		return action.Running, true
	}
	return t.follow(c, slot, s, action.Fault{}), false
}
