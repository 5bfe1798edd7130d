package agent

import "github.com/karakuri-ai/karakuri/world"

// cast is what a crowd keeps of objects that come and go. All agents and the world have joined one roster, so that a birth or a death costs the same
// however many agents there are: only those whose program can look at such objects are told of it.
type cast struct {
	births []world.Object // in this tick: agents do not know of them yet
	deaths []world.Object // in this tick
	dying  map[world.Object]bool
	unsaid []world.Object // what has come and gone since the agents were told: of each type one

	roster *world.Roster // that of the agents, while the world has one apart: objects have come in this tick; else nil
	apart  *world.Roster
	strays []*agent // who have joined the one apart
}

// bear adds an object to the world. Within a tick agents do not see it before the end.
func (c *Crowd) bear(typ int32, name string) (world.Object, error) {
	if c.core.ticking && c.roster == nil {
		if c.apart == nil {
			c.apart = &world.Roster{}
		}
		c.roster = c.core.world.Roster()
		c.apart.CopyFrom(c.roster)
		c.core.world.Join(c.apart)
	}
	o, err := c.core.world.AddObject(typ, name)
	if err == nil {
		c.births = append(c.births, o)
	}
	return o, err
}

// settleBirth makes an object official that has been added between two ticks.
func (c *Crowd) settleBirth() {
	if !c.core.ticking {
		c.settleObjects()
	}
}

// condemn has an object go when objects are settled.
func (c *Crowd) condemn(o world.Object) {
	if c.dying == nil {
		c.dying = map[world.Object]bool{}
	}
	c.deaths, c.dying[o] = append(c.deaths, o), true
}

// accompany gives an agent that comes the objects of the world.
func (c *Crowd) accompany(a *agent) {
	if a.state.Join(c.core.world.Roster()); c.roster != nil {
		c.strays = append(c.strays, a)
	}
}

// settleObjects makes what has come and gone in the world so for all agents.
func (c *Crowd) settleObjects() {
	if len(c.births)+len(c.deaths) == 0 {
		return
	}
	c.reunite()
	for _, o := range c.deaths {
		c.core.world.RemoveObject(o)
		c.forgetObject(o)
		c.forgetBody(o)
		c.closeSlots(o)
		c.forsake(o)
	}
	c.mention(c.births)
	c.mention(c.deaths)
	c.births, c.deaths = c.births[:0], c.deaths[:0]
	if clear(c.dying); c.core.ticking {
		c.announce()
	}
	c.journal.settled()
}

// reunite makes the objects that the world has apart those of all agents.
func (c *Crowd) reunite() {
	if c.roster == nil {
		return
	}
	c.roster.CopyFrom(c.apart)
	c.core.world.Join(c.roster)
	for i, a := range c.strays {
		a.state.Join(c.roster)
		c.strays[i] = nil
	}
	c.apart.Clear()
	c.roster, c.strays = nil, c.strays[:0]
}

// forsake has the cells of all agents know nothing more of an object that is gone.
func (c *Crowd) forsake(o world.Object) {
	if !c.core.world.Schema().HasCells(o) {
		return
	}
	for _, a := range c.agents.list {
		if a.id != 0 {
			a.state.Forsake(o)
		}
	}
}

// mention notes that objects have come or gone, where the program can look at such objects.
func (c *Crowd) mention(objects []world.Object) {
	for _, o := range objects {
		if typ := c.core.world.LastType(o); c.core.model.Info.Regards(typ) && !c.isMentioned(typ) {
			c.unsaid = append(c.unsaid, o)
		}
	}
}

func (c *Crowd) isMentioned(typ int32) bool {
	for _, o := range c.unsaid {
		if c.core.world.LastType(o) == typ {
			return true
		}
	}
	return false
}

// announce tells all agents what has come and gone, and returns how many objects that was about.
func (c *Crowd) announce() (count int) {
	if len(c.unsaid) == 0 {
		return 0
	}
	for _, a := range c.agents.list {
		for i := 0; a.id != 0 && i < len(c.unsaid); i++ {
			a.state.Notice(c.unsaid[i])
		}
	}
	count, c.unsaid = len(c.unsaid), c.unsaid[:0]
	return count
}

// retract takes back what has just been announced, to be announced in the next tick: what is written to agents until then comes before it, in each run.
func (c *Crowd) retract(count int) {
	if count == 0 {
		return
	}
	c.unsaid = c.unsaid[:count]
	for _, a := range c.agents.list {
		if a.id != 0 {
			a.state.Retract(count)
		}
	}
}
