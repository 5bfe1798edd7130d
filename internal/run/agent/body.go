package agent

import "github.com/karakuri-ai/karakuri/world"

// embody gives an agent the object that it is, where its kind has a body. The object follows from the agent: a trace does not tell of it.
// It returns false when there are as many objects as there may be.
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

// enroll makes it known whose body an object is.
func (all *objects) enroll(a *agent) {
	if a.body == 0 {
		return
	}
	if all.bodies == nil {
		all.bodies = map[world.Object]ID{}
	}
	all.bodies[a.body] = a.id
}

// disembody has the body of an agent that leaves go with it.
func (all *objects) disembody(a *agent) {
	if a.body == 0 {
		return
	}
	if !all.dying[a.body] {
		all.condemn(a.body)
	}
	all.forgetBody(a.body)
	a.body = 0
}

// forgetBody parts an object that goes from the agent whose body it is. An agent without its body perceives nothing.
func (all *objects) forgetBody(o world.Object) {
	id, ok := all.bodies[o]
	if !ok {
		return
	}
	delete(all.bodies, o)
	if a := all.agents.slot(id); a != nil {
		all.perception.remove(a)
		a.body = 0
		if b := all.squads.band(a.squad); b != nil { // it may not be suited for its role any more
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

// Body returns the object that stands for an agent, if its kind declares "body T". The crowd adds and removes it with the agent. 0 if the kind has no
// body, the host has removed the object, or the agent has left.
func (c *Crowd) Body(id ID) world.Object { return c.objects.Body(id) }

// AgentOf is [Crowd.AgentOf].
func (all *objects) AgentOf(o world.Object) ID { return all.bodies[o] }

// AgentOf returns the agent whose body an object is; 0 if the object is no body.
func (c *Crowd) AgentOf(o world.Object) ID { return c.objects.AgentOf(o) }
