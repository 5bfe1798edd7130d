package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// Most writes to the state of an agent whose mind is a tree change nothing that the tree does. If such an agent repeats
// its routine, and nothing but its tree depends on its state, it does not decide after a write. On its turn the crowd
// ticks only the tree, and ticks the agent in full only if the tree's tick changes anything.

// isTreeOnly passes the writes to an agent's state to its tree, and reports whether nothing else depends on them.
func (r *routines) isTreeOnly(i int, a *agent) bool {
	s := r.core.schedule
	if r.list[i].inner <= r.core.tick || s.SleepsUntil(i) <= r.core.tick || s.IsPaced() || r.journal.tape != nil || a.parts != nil || !a.runner.IsTreeAlone() || r.squads.bandOf(a) != nil {
		return false
	}
	trees, plans := r.families.drivers()
	slot := trees.slots.first(i)
	if slot < 0 || trees.slots.next(slot) >= 0 || plans.slots.first(i) >= 0 {
		return false
	}
	if _, minds := r.families.wills(); minds != nil && minds.slots.first(i) >= 0 {
		return false
	}
	trees.slots.at(slot).Notice(a.state.Changes(world.Mark{}))
	a.state.Forget()
	a.hostMark = 0
	s.Flags().Lower(i)
	r.glances.Raise(i)
	r.glanced++
	return true
}

// tickTree ticks the tree of such an agent, and reports whether nothing has happened to the agent.
func (r *routines) tickTree(i int) (same bool) {
	flags := r.core.schedule.Flags()
	a := r.agents.list[i]
	r.core.stage.Ctx.EnterFlagged(r.agents.idOf(int32(i)), r.core.tick, &a.state, flags, i)
	r.net.begun(a, i)
	trees, _ := r.families.drivers()
	status, calm := trees.glance(r.core.stage.Ctx, trees.slots.first(i))
	if same = calm && !flags.Raised(i); !same {
		r.list[i].inner = atTop
		a.runner.Resume(&r.core.stage, 0, r.core.tick, status)
	}
	r.net.leave(a, i)
	return same
}

// glance ticks a tree that runs only actions. Calm says that the same actions continue, at least until the same tick as
// before.
func (t *trees) glance(c *action.Ctx, slot int32) (status action.Status, calm bool) {
	s, calm := t.slots.at(slot).Glance(&t.env)
	if calm {
		return action.Running, true
	}
	return t.follow(c, slot, s, action.Fault{}), false
}
