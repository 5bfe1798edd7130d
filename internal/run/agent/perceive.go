package agent

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/world"
)

// note is an object that is written down as remembered in an agent's state.
type note struct {
	object sense.ObjectID
	due    int64 // tick in which what is written of it changes by itself
}

// perceive lets all agents perceive what is there at the beginning of the tick to come. What they remember is then written to their states, just as the
// host would write it between two ticks: a trace holds it like that, and who decides need not know.
func (c *Crowd) perceive() {
	if c.senses == nil {
		return
	}
	now := c.core.tick + 1
	for i, a := range c.agents.list {
		if a.id != 0 && a.observer > 0 {
			m := c.memory(a)
			reread := c.agents.reread.Raised(i)
			if a.turnover = c.attend(a, m, now) || reread; reread {
				c.forgetGone(m, now)
				c.agents.reread.Lower(i)
			}
		}
	}
	c.senses.field.Step(now, c.senses.each)
}

// recallAll writes to the states of all agents what they remember.
func (c *Crowd) recallAll() {
	if c.senses == nil {
		return
	}
	c.heedSenses()
	now := c.core.tick + 1
	for _, a := range c.agents.list {
		switch {
		case a.id == 0:
		case a.observer > 0:
			c.recall(a, now)
		case len(a.noted) > 0: // its body is gone
			c.blank(a)
		}
	}
}

// blank has nothing noted as remembered in an agent's state.
func (c *Crowd) blank(a *agent) {
	for _, n := range a.noted {
		c.senses.table.clear(&a.state, n.object)
	}
	a.noted = a.noted[:0]
}

// recall writes what has changed of what an agent remembers to its state.
func (c *Crowd) recall(a *agent, now int64) {
	m := c.memory(a)
	a.heard = 0
	if c.attend(a, m, now) || a.turnover || m.Len() != len(a.noted) {
		c.compare(a, m, now)
	}
	a.heard = len(m.Events())
	for i := range a.noted {
		if n := &a.noted[i]; n.due <= now {
			n.due = c.senses.table.write(&a.state, m, i, now)
		}
	}
}

// attend notes what has changed according to those events of a mind that it has not heard of, and reports whether facts have come or gone. Between
// two steps there are those of what the host has told the mind itself, and of objects that went.
func (c *Crowd) attend(a *agent, m *sense.Mind, now int64) (turnover bool) {
	turnover = m.Dropped() > 0
	for _, e := range m.Events()[min(a.heard, len(m.Events())):] {
		if e.Kind == sense.Noticed && !a.state.Alive(world.Object(e.Object)) { // it was perceived before it went
			m.Forget(e.Object, now)
			turnover = true
			continue
		}
		c.feel(a, &e)
		i, noted := a.find(e.Object)
		if e.Kind == sense.Forgotten || !noted {
			turnover = true
		}
		if noted {
			a.noted[i].due = now
		}
	}
	if m.Dropped() > 0 {
		for i := range a.noted {
			a.noted[i].due = now
		}
	}
	return turnover
}

// forgetGone has a mind forget all that is no more. It is for minds that were read: what the host told them of it in vain is not noted any more.
func (c *Crowd) forgetGone(m *sense.Mind, now int64) {
	for i := m.Len() - 1; i >= 0; i-- {
		if o := m.Fact(i).Object; !c.core.world.Alive(world.Object(o)) {
			m.Forget(o, now)
		}
	}
}

// find returns where an object is noted.
func (a *agent) find(o sense.ObjectID) (i int, noted bool) {
	return slices.BinarySearchFunc(a.noted, o, func(n note, o sense.ObjectID) int {
		switch {
		case n.object < o:
			return -1
		case n.object > o:
			return 1
		}
		return 0
	})
}

// compare makes what is noted the facts of a mind, in their order. What is forgotten has its defaults again.
func (c *Crowd) compare(a *agent, m *sense.Mind, now int64) {
	s := c.senses
	next, old := s.table.spare[:0], a.noted
	for i := range m.Len() {
		o := m.Fact(i).Object
		for ; len(old) > 0 && old[0].object < o; old = old[1:] {
			s.table.clear(&a.state, old[0].object)
		}
		n := note{o, now}
		if len(old) > 0 && old[0].object == o {
			n, old = old[0], old[1:]
		}
		next = append(next, n)
	}
	for _, n := range old {
		s.table.clear(&a.state, n.object)
	}
	a.noted, s.table.spare = append(a.noted[:0], next...), next
}

// forgetObject has all agents forget an object that is gone.
func (c *Crowd) forgetObject(o world.Object) {
	if c.senses == nil {
		return
	}
	for _, a := range c.agents.list {
		if a.id != 0 && a.observer > 0 {
			c.memory(a).Forget(sense.ObjectID(o), c.core.tick)
		}
	}
}
