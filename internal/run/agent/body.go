package agent

import "github.com/karakuri-ai/karakuri/world"

// embody adds the body of an agent, if its kind declares one. A trace does not record the body, since it follows from
// the agent. It returns false if no more objects fit.
func (all *objects) embody(a *agent) bool {
	body := all.core.model.Info.Agents[a.kind].Body
	if a.dropBody(); body.Kind != world.KindObject {
		return true
	}
	if all.journal.tape != nil {
		all.journal.tape.objectComing()
	}
	o, err := all.bear(body.ID, "")
	if err != nil {
		return false
	}
	all.applyBirth()
	a.own().body = o
	return true
}

// enroll records whose body an object is.
func (all *objects) enroll(a *agent) {
	if a.body == 0 {
		return
	}
	if all.bodies == nil {
		all.bodies = map[world.Object]ID{}
	}
	all.bodies[a.body] = a.id
}

// disembody removes the body of an agent that leaves.
func (all *objects) disembody(a *agent) {
	if a.body == 0 {
		return
	}
	all.noteFormer(a)
	if !all.dying[a.body] {
		all.condemn(a.body)
	}
	all.forgetBody(a.body)
	a.body = 0
}

// forgetBody separates a removed object from the agent whose body it is. An agent without its body perceives nothing.
func (all *objects) forgetBody(o world.Object) {
	id, ok := all.bodies[o]
	if !ok {
		return
	}
	delete(all.bodies, o)
	if a := all.agents.slot(id); a != nil {
		all.noteFormer(a)
		all.perception.remove(a)
		a.body = 0
		if b := all.squads.band(a.squad); b != nil { // the agent may no longer be suited for its role
			b.stale = true
		}
	}
}

// Body is [Crowd.Body].
func (all *objects) Body(id ID) world.Object {
	if a := all.agents.slot(id); a != nil {
		return a.body
	}
	return 0
}

// Body returns the object that represents an agent, if its kind declares "body T". The crowd adds and removes it with
// the agent. 0 if the kind has no body, the host has removed the object, or the agent has left.
func (c *Crowd) Body(id ID) world.Object { return c.objects.Body(id) }

// AgentOf is [Crowd.AgentOf].
func (all *objects) AgentOf(o world.Object) ID { return all.bodies[o] }

// AgentOf returns the agent whose body an object is; 0 if the object is not a body.
func (c *Crowd) AgentOf(o world.Object) ID { return c.objects.AgentOf(o) }
