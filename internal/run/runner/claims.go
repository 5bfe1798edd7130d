package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// claims tells which agent has an object for itself alone. It is made anew in every tick from the steps that run: so an object
// whose step has ended is free in the next tick, when everybody sees what the step has changed, and nothing has to be saved.
type claims struct {
	by    map[world.Object]action.AgentID
	heats []heat                     // cooldowns that have begun in this tick and that others share
	group func(action.AgentID) int64 // who shares what is a squad's; nil: nothing is
}

// HasClaims reports whether an operator claims anything: whether [Runner.Claim] has to be called.
func (s *Script) HasClaims() bool { return s.claims }

// Unclaim makes all objects free, and forgets who has begun a cooldown that several agents share. Call it at the beginning of a tick, before [Runner.Claim].
func (w *Worker) Unclaim() {
	clear(w.claims.by)
	w.claims.heats = w.claims.heats[:0]
}

// Claim claims what the running steps claim; call it for every agent at the beginning of a tick, before anybody decides.
func (r *Runner) Claim(w *Worker) {
	for i := range r.efforts {
		if e := &r.efforts[i]; !e.over {
			w.claims.take(r.agent, r.operator(e).claims, r.plan.Step(e.step).Args)
		}
	}
}

// take claims the objects among some words for an agent.
func (c *claims) take(agent action.AgentID, slots []int, words []world.Word) {
	for _, i := range slots {
		if words[i] == 0 {
			continue
		}
		if c.by == nil {
			c.by = map[world.Object]action.AgentID{}
		}
		c.by[words[i]] = agent
	}
}

// taken returns the first object among some words that another agent has claimed, or 0.
func (c *claims) taken(agent action.AgentID, slots []int, words []world.Word) world.Object {
	for _, i := range slots {
		if c.has(agent, words[i]) {
			return words[i]
		}
	}
	return 0
}

// has reports whether another agent has claimed an object.
func (c *claims) has(agent action.AgentID, o world.Object) bool {
	by, claimed := c.by[o]
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

// hopes reports whether a ban ends as soon as somebody leaves an object free.
func (r *Runner) hopes() bool {
	for i := range r.bans {
		if r.bans[i].claimed != 0 {
			return true
		}
	}
	return false
}
