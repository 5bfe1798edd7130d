package main

import (
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// place is a place in the queue for an object, which an agent has because a step of it could not have the object. The
// queue tells the agent when the object is free, wherever it is: that is the result of its claim.
type place struct {
	object world.Object
	free   bool // no step claims the object
}

// runners returns those of an agent: its own, and those of plans within its trees and goals.
func (c *copy) runners(id agent.ID) []*runner.Runner {
	v := c.crowd.View()
	all := []*runner.Runner{v.Runner(id)}
	for _, t := range v.Tasks(id) {
		all = append(all, &t.Runner)
	}
	return all
}

// line finds the places of all agents in queues before a tick.
func (c *copy) line() {
	if len(c.claimed) == 0 {
		return
	}
	c.queues = map[agent.ID][]place{}
	used := map[world.Object]bool{}
	for i := range c.play.Len() {
		if id := c.play.Character(i).Agent; id != 0 {
			c.use(id, used)
		}
	}
	for i := range c.play.Len() {
		if id := c.play.Character(i).Agent; id != 0 {
			for _, o := range c.refused(id) {
				c.queues[id] = append(c.queues[id], place{o, !used[o]})
			}
		}
	}
}

// use notes the objects that running steps of an agent claim from all agents.
func (c *copy) use(id agent.ID, used map[world.Object]bool) {
	for _, r := range c.runners(id) {
		plan, _ := r.Plan()
		if plan == nil {
			continue
		}
		for i := range plan.Len() {
			step := plan.Step(i)
			op := c.info.Operators[step.Operator]
			if !op.Claim.World || r.StepState(i) != runner.StepActive {
				continue
			}
			for _, at := range op.Claims {
				used[step.Args[at]] = true
			}
		}
	}
}

// refused returns the objects that an agent is in the queue for because a step of it could not have them.
func (c *copy) refused(id agent.ID) (list []world.Object) {
	for _, r := range c.runners(id) {
		for _, w := range r.Waits(nil, c.crowd.State(id)) {
			if w.Kind == runner.WaitClaim && w.Refused {
				list = append(list, w.Claimed)
			}
		}
	}
	return list
}
