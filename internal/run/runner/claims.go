package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// claims records which agent has claimed which object. It is rebuilt in every tick from the running steps, so an object
// is free in the tick after its step has ended, when every agent sees what the step changed, and snapshots need not
// hold it.
type claims struct {
	by       map[claimKey]action.AgentID
	list     []claimed                  // the keys of by
	last     map[claimKey]int           // by whom it is claimed from, that is by a key of no object: the last of those in list, plus one
	reserved map[claimKey]int32         // keys of by that no step has claimed, with the priority of the agent they are kept for
	line     []waiter                   // agents that wait for objects that no step has claimed, in the order of the agents
	roused   map[claimKey]rousing       // the agent that plans for a free object while it carries out another plan
	groups   func(action.AgentID) Group // nil: all agents share one group

	startedCooldowns []startedCooldown          // shared cooldowns that have started in this tick
	group            func(action.AgentID) int64 // the squad of an agent; nil: there are no squads
}

// Group identifies the agents that share claims: the members of a squad, or the members of a team without a squad. All
// agents with neither have the zero Group.
type Group struct {
	Squad action.AgentID // 0: the group is the team
	Team  int64
}

// claimKey is an object claimed within a group, or by all groups.
type claimKey struct {
	object world.Object
	group  Group
	all    bool // claimed against all groups
}

// circle returns the key of no object: that of all that are claimed within the same group, or by all groups.
func (k claimKey) circle() claimKey {
	k.object = 0
	return k
}

// claimed is a claim of a tick.
type claimed struct {
	object world.Object
	before int // the one before it in the same circle, plus one; 0: there is none
}

// Claimants sets the function that returns the group of an agent. Call it before agents act.
func (w *Worker) Claimants(of func(action.AgentID) Group) { w.claims.groups = of }

// HasClaims reports whether any operator claims objects. If not, [Runner.Claim] need not be called.
func (s *Script) HasClaims() bool { return s.claims }

// Unclaim frees all objects, and forgets the shared cooldowns that have started. Call it at the start of a tick, before
// [Runner.Claim].
func (w *Worker) Unclaim() {
	clear(w.claims.by)
	clear(w.claims.last)
	clear(w.claims.reserved)
	clear(w.claims.roused)
	w.claims.list, w.claims.line = w.claims.list[:0], w.claims.line[:0]
	w.claims.startedCooldowns = w.claims.startedCooldowns[:0]
}

// Claim claims the objects of the running steps. Call it for every agent at the start of a tick, before any agent
// decides.
func (p *planning) Claim(w *Worker) {
	for i := range p.efforts {
		if e := &p.efforts[i]; !e.over {
			w.claims.take(p.agent, w.script.operatorOf(e), p.plan.Step(e.step).Args)
		}
	}
}

// groupFor returns the group of an agent.
func (c *claims) groupFor(agent action.AgentID) Group {
	if c.groups == nil {
		return Group{}
	}
	return c.groups(agent)
}

// take claims for an agent the objects that a step claims.
func (c *claims) take(agent action.AgentID, op *operator, args []world.Word) {
	group := c.groupFor(agent)
	for _, i := range op.claims {
		if args[i] == 0 {
			continue
		}
		c.claim(claimKey{object: args[i], group: group}, agent)
		if op.claim.World {
			c.claim(claimKey{object: args[i], all: true}, agent)
		}
	}
}

// claim records that a step of an agent has claimed an object, which may have been reserved for the agent.
func (c *claims) claim(key claimKey, agent action.AgentID) {
	if c.set(key, agent); len(c.reserved) > 0 {
		delete(c.reserved, key)
	}
}

// set records that an agent has claimed an object.
func (c *claims) set(key claimKey, agent action.AgentID) {
	if c.by == nil {
		c.by, c.last = map[claimKey]action.AgentID{}, map[claimKey]int{}
	}
	if _, known := c.by[key]; !known {
		circle := key.circle()
		c.list = append(c.list, claimed{key.object, c.last[circle]})
		c.last[circle] = len(c.list)
	}
	c.by[key] = agent
}

// taken returns the first object of a step that another agent has claimed, or 0.
func (c *claims) taken(agent action.AgentID, op *operator, args []world.Word) world.Object {
	if len(op.claims) == 0 || len(c.by) == 0 {
		return 0
	}
	group := c.groupFor(agent)
	for _, i := range op.claims {
		if c.isHeld(agent, claimKey{object: args[i], group: group}) || c.isHeld(agent, claimKey{object: args[i], all: true}) {
			return args[i]
		}
	}
	return 0
}

func (c *claims) isHeld(agent action.AgentID, key claimKey) bool {
	by, claimed := c.by[key]
	return claimed && by != agent
}

// ClaimedFrom reports whether an agent of another squad or team has claimed an object from all agents, with a step that
// ran when the claims were last taken; ours: an agent of its own squad or team has, or itself.
func (w *Worker) ClaimedFrom(agent action.AgentID, o world.Object) (theirs, ours bool) {
	by, claimed := w.claims.by[claimKey{object: o, all: true}]
	if !claimed {
		return false, false
	}
	ours = by == agent || w.claims.groupFor(by) == w.claims.groupFor(agent)
	return !ours, ours
}

// share reports whether two steps claim the same object.
func share(a *operator, of []world.Word, b *operator, and []world.Word) bool {
	for _, i := range a.claims {
		for _, k := range b.claims {
			if of[i] != 0 && of[i] == and[k] {
				return true
			}
		}
	}
	return false
}
