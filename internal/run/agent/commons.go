package agent

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// commons are the shared cooldowns, of the world and of squads.
type commons struct {
	core     *core
	agents   *population
	families *families
	squads   *squads
	journal  *journal

	warm     []int32 // slots of the agents without a squad that may have a running one of their own
	surveyed bool    // warm holds all such agents
}

// cool ends the shared cooldowns that are over in the next tick, after all writes of this tick have been collected.
func (c *commons) cool() {
	for _, k := range c.core.model.Script.Commons() {
		switch {
		case c.core.shared(k.Hot.Base):
			if c.isOver(c.core.world, k) {
				c.journal.flush(ktrace.Leave, nil)
				c.core.world.Set(k.Hot.Base, 0)
				c.core.world.Set(k.Due.Base, 0)
				c.journal.hostMark = c.core.world.Mark()
			}
		case c.core.hasSquads():
			c.coolSquads(k)
		}
	}
	c.coolLoners()
	c.squads.applyPosts()
}

// isOver reports whether a cooldown is over in the next tick.
func (c *commons) isOver(st *world.State, k runner.Common) bool {
	due := int64(st.Get(k.Due.Base))
	return st.Get(k.Hot.Base) != 0 && due > 0 && due <= c.core.tick+1
}

// leave frees an agent that leaves a squad from the squad's cooldowns: its step continues, and uses only its own.
func (c *commons) leave(a, s *agent) {
	if c.squads.bandOf(a) != nil {
		return
	}
	c.warmed(a)
	for _, k := range c.core.model.Script.Commons() {
		if !c.core.isSquads(k.Hot.Base) {
			continue
		}
		if due, ok := c.spends(a, &k); ok {
			c.settle(s.id, k, due)
		}
	}
	if !c.core.ticking {
		c.squads.applyPosts()
	}
}

// settle sets the tick in which a cooldown of a squad ends; 0: it is over.
func (c *commons) settle(id ID, k runner.Common, due int64) {
	c.squads.posts = append(c.squads.posts, post{id, k.Hot.Base, world.Bool(due > 0)}, post{id, k.Due.Base, world.Word(due)})
}

// free gives back the shared cooldowns of steps that did not carry over to the present program.
func (c *commons) free() {
	for _, k := range c.core.model.Script.Commons() {
		switch {
		case !c.core.shared(k.Hot.Base):
			for _, i := range c.squads.leaders {
				if s := c.agents.list[i]; s.id != 0 && c.isOrphan(s, &s.state, &k) {
					c.settle(s.id, k, 0)
				}
			}
		case c.isOrphan(nil, c.core.world, &k):
			c.core.world.Set(k.Hot.Base, 0)
		}
	}
	c.squads.applyPosts()
}

// isOrphan reports whether a cooldown waits for the end of a step that no agent carries out: none of the squad, or,
// with nil, none at all.
func (c *commons) isOrphan(s *agent, st *world.State, k *runner.Common) bool {
	if st.Get(k.Hot.Base) == 0 || st.Get(k.Due.Base) != 0 {
		return false
	}
	return !slices.ContainsFunc(c.agents.list, func(a *agent) bool {
		if a.id == 0 || s != nil && c.squads.groupOf(a) != s {
			return false
		}
		_, spends := c.spends(a, k)
		return spends
	})
}

// spends reports whether a step of an agent uses a cooldown, in its plan or in one within its trees and goals. Due is
// the tick in which the cooldown is over if the step ends now; 0: it is given back.
func (c *commons) spends(a *agent, k *runner.Common) (due int64, ok bool) {
	due, ok = k.IsUsed(&a.runner, &a.state)
	if _, plans := c.families.drivers(); plans != nil {
		for slot := plans.slots.first(a.slot()); slot >= 0; slot = plans.slots.next(slot) {
			if t := plans.slots.at(slot).task; t != nil { // a packed plan only runs actions that cannot spend
				until, does := k.IsUsed(&t.Runner, &a.state)
				due, ok = max(due, until), ok || does
			}
		}
	}
	return due, ok
}

// coolSquads ends a cooldown of each squad in which it is over.
func (c *commons) coolSquads(k runner.Common) {
	for _, i := range c.squads.leaders {
		if s := c.agents.list[i]; s.id != 0 && c.isOver(&s.state, k) {
			c.settle(s.id, k, 0)
		}
	}
}

// coolLoners ends those of agents without a squad.
func (c *commons) coolLoners() {
	if !c.core.hasSquads() || len(c.core.model.Script.Commons()) == 0 {
		return
	}
	if !c.surveyed {
		c.surveyed, c.warm = true, c.warm[:0]
		for i := range c.agents.list {
			c.warm = append(c.warm, int32(i))
		}
	}
	slices.Sort(c.warm)
	n := 0
	for _, slot := range slices.Compact(c.warm) {
		if a := c.agents.list[slot]; a.id != 0 && c.squads.groupOf(a) == nil && c.coolLoner(a) {
			c.warm[n] = slot
			n++
		}
	}
	c.warm = c.warm[:n]
}

// coolLoner ends those of an agent without a squad, and reports whether one of them continues.
func (c *commons) coolLoner(a *agent) (warm bool) {
	for _, k := range c.core.model.Script.Commons() {
		if c.core.shared(k.Hot.Base) || a.state.Get(k.Hot.Base) == 0 {
			continue
		}
		_, spends := c.spends(a, &k)
		if left := a.state.Get(k.Due.Base) == 0 && !spends; !left && !c.isOver(&a.state, k) { // left: by a squad that the agent is no longer in
			warm = true
			continue
		}
		c.journal.flush(ktrace.Leave, a)
		a.state.Set(k.Hot.Base, 0)
		a.state.Set(k.Due.Base, 0)
		a.hostMark = a.state.Logged()
	}
	return warm
}

// warmed records an agent without a squad that has written to a squad's cooldown, or has left a squad.
func (c *commons) warmed(a *agent) {
	if c.surveyed && len(c.core.model.Script.Commons()) > 0 {
		c.warm = append(c.warm, int32(a.slot()))
	}
}

// join frees an agent that joins a squad from the cooldowns that its running steps have started.
func (c *commons) join(a *agent) {
	if len(c.core.model.Script.Commons()) == 0 {
		return
	}
	a.runner.Estrange()
	_, plans := c.families.drivers()
	if plans == nil {
		return
	}
	for slot := plans.slots.first(a.slot()); slot >= 0; slot = plans.slots.next(slot) {
		if t := plans.slots.at(slot).task; t != nil { // a packed plan: as in spends
			t.Estrange()
		}
	}
}
