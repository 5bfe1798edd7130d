package agent

import "github.com/karakuri-ai/karakuri/world"

// embody gives an agent the object that it is, where its kind has a body. The object follows from the agent: a trace does not tell of it.
// It returns false when there are as many objects as there may be.
func (c *Crowd) embody(a *agent) bool {
	body := c.core.model.Info.Agents[a.kind].Body
	if a.dropBody(); body.Kind != world.KindObject {
		return true
	}
	if c.journal.tape != nil {
		c.journal.tape.objectComing()
	}
	o, err := c.bear(body.ID, "")
	if err != nil {
		return false
	}
	c.settleBirth()
	a.own().body = o
	return true
}

// enroll makes it known whose body an object is.
func (c *Crowd) enroll(a *agent) {
	if a.body == 0 {
		return
	}
	if c.bodies == nil {
		c.bodies = map[world.Object]ID{}
	}
	c.bodies[a.body] = a.id
}

// disembody has the body of an agent that leaves go with it.
func (c *Crowd) disembody(a *agent) {
	if a.body == 0 {
		return
	}
	if !c.dying[a.body] {
		c.condemn(a.body)
	}
	c.forgetBody(a.body)
	a.body = 0
}

// forgetBody parts an object that goes from the agent whose body it is. An agent without its body perceives nothing.
func (c *Crowd) forgetBody(o world.Object) {
	id, ok := c.bodies[o]
	if !ok {
		return
	}
	delete(c.bodies, o)
	if a := c.agents.slot(id); a != nil {
		c.unsense(a)
		a.body = 0
		if b := c.band(a.squad); b != nil { // it may not be suited for its role any more
			b.stale = true
		}
	}
}

// Body returns the object that an agent is: its kind says "body T". It comes with the agent and goes with it. 0 when the kind has no body,
// when the host has removed the object, or when the agent has left.
func (c *Crowd) Body(id ID) world.Object {
	if a := c.agents.slot(id); a != nil {
		return a.body
	}
	return 0
}

// AgentOf returns the agent whose body an object is; 0: it is nobody's.
func (c *Crowd) AgentOf(o world.Object) ID { return c.bodies[o] }
