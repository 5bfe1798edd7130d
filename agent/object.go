package agent

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/world"
)

// birth is an object that came during a tick.
type birth struct {
	object world.Object
	typ    int32
	name   string
}

// AddObject adds an object of a named type for every agent; the name may be empty. During a tick the agents see it from the next
// one on. The errors wrap [world.ErrUnknownType], [world.ErrDuplicateName] and [world.ErrPopulationFull].
func (c *Crowd) AddObject(typ, name string) (world.Object, error) {
	t := c.world.Schema().ObjectType(typ)
	if t == nil {
		return 0, fmt.Errorf("karakuri: AddObject: %s: %w", typ, world.ErrUnknownType)
	}
	o, err := c.world.AddObject(t.ID, name)
	if err != nil {
		return 0, err
	}
	if c.tape != nil {
		c.tape.objectAdded(o, t.ID, name)
	}
	c.births = append(c.births, birth{o, t.ID, name})
	if !c.ticking {
		c.settleObjects()
	}
	return o, nil
}

// RemoveObject removes an object for every agent: what is known of it is forgotten, symbols that hold it become none, and plans
// that are about it fail. During a tick that happens at the tick's end. It returns false when the object does not exist.
func (c *Crowd) RemoveObject(o world.Object) bool {
	if !c.world.Alive(o) {
		return false
	}
	for _, d := range c.deaths {
		if d == o {
			return false
		}
	}
	if c.tape != nil {
		c.tape.objectRemoving(o)
	}
	c.deaths = append(c.deaths, o)
	if !c.ticking {
		c.settleObjects()
	}
	return true
}

// settleObjects makes the objects of all agents those of the world. Everybody adds and removes in the same order and so gives
// an object the same place.
func (c *Crowd) settleObjects() {
	if len(c.births)+len(c.deaths) == 0 {
		return
	}
	for _, b := range c.births {
		for _, a := range c.agents {
			if a.id != 0 && !a.state.Alive(b.object) {
				c.add(a.state, b)
			}
		}
	}
	for _, o := range c.deaths {
		c.world.RemoveObject(o)
		for _, a := range c.agents {
			if a.id != 0 {
				a.state.RemoveObject(o)
			}
		}
	}
	clear(c.births)
	c.births, c.deaths = c.births[:0], c.deaths[:0]
	c.settled()
}

func (c *Crowd) add(st *world.State, b birth) {
	if o, err := st.AddObject(b.typ, b.name); err != nil || o != b.object {
		panic(fmt.Sprintf("karakuri: an agent's objects are not those of the world: %s is %d for it and %d for the world (%v)", b.name, o, b.object, err))
	}
}

// ObjectNamed returns the object of a name; ok is false when there is none.
func (c *Crowd) ObjectNamed(name string) (o world.Object, ok bool) {
	o, _, ok = c.world.ObjectNamed(name)
	return o, ok
}

// Objects returns the objects of a named type and its subtypes, in order.
func (c *Crowd) Objects(typ string) []world.Object {
	t := c.world.Schema().ObjectType(typ)
	if t == nil {
		return nil
	}
	return c.world.Objects(t.ID)
}
