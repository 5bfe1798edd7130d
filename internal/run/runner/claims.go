package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// claims tells which agent has an object for itself alone. It is made anew in every tick from the steps that run: so an object
// whose step has ended is free in the next tick, when everybody sees what the step has changed, and nothing has to be saved.
type claims struct {
	by       map[claimKey]action.AgentID
	order    []claimKey                 // the keys of by, in the order in which they came
	reserved map[claimKey]int32         // those of by that nobody has claimed, with the priority of who is to have them
	roused   map[claimKey]rousing       // who plans, of those who do something else and want what is free
	groups   func(action.AgentID) Group // nil: all are of one

	startedCooldowns []startedCooldown          // shared cooldowns that have started in this tick
	group            func(action.AgentID) int64 // who shares what is a squad's; nil: nothing is
}

// Group is who shares claims: the members of a squad, or those of a team who have no squad. The zero Group is of all who have neither.
type Group struct {
	Squad action.AgentID // 0: a team
	Team  int64
}

// claimKey is an object as a group, or everybody, knows it.
type claimKey struct {
	object world.Object
	group  Group
	all    bool // claimed from everybody; of no group
}

// Claimants tells the worker who shares claims. It must be called before agents act.
func (w *Worker) Claimants(of func(action.AgentID) Group) { w.claims.groups = of }

// HasClaims reports whether an operator claims anything: whether [Runner.Claim] has to be called.
func (s *Script) HasClaims() bool { return s.claims }

// Unclaim makes all objects free, and forgets who has begun a cooldown that several agents share. Call it at the beginning of a tick, before [Runner.Claim].
func (w *Worker) Unclaim() {
	clear(w.claims.by)
	clear(w.claims.reserved)
	clear(w.claims.roused)
	w.claims.order = w.claims.order[:0]
	w.claims.startedCooldowns = w.claims.startedCooldowns[:0]
}

// Claim claims what the running steps claim; call it for every agent at the beginning of a tick, before anybody decides.
func (p *planning) Claim(w *Worker) {
	for i := range p.efforts {
		if e := &p.efforts[i]; !e.over {
			w.claims.take(p.agent, w.script.operatorOf(e), p.plan.Step(e.step).Args)
		}
	}
}

// groupFor returns who shares claims with an agent.
func (c *claims) groupFor(agent action.AgentID) Group {
	if c.groups == nil {
		return Group{}
	}
	return c.groups(agent)
}

// take claims for an agent what a step with some arguments claims.
func (c *claims) take(agent action.AgentID, op *operator, args []world.Word) {
	if len(op.claims) == 0 {
		return
	}
	group := c.groupFor(agent)
	for _, i := range op.claims {
		if args[i] == 0 {
			continue
		}
		c.set(claimKey{object: args[i], group: group}, agent)
		if op.claim.World {
			c.set(claimKey{object: args[i], all: true}, agent)
		}
	}
}

// set has an agent have an object.
func (c *claims) set(key claimKey, agent action.AgentID) {
	if c.by == nil {
		c.by = map[claimKey]action.AgentID{}
	}
	if _, known := c.by[key]; !known {
		c.order = append(c.order, key)
	}
	c.by[key] = agent
}

// taken returns the first object that a step claims and another agent has claimed, or 0.
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
