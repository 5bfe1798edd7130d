package agent

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/world"
)

// AddObject is [Crowd.AddObject].
func (all *objects) AddObject(typ, name string) (world.Object, error) {
	t := all.core.world.Schema().ObjectType(typ)
	if t == nil {
		return 0, fmt.Errorf("karakuri: AddObject: %s: %w", typ, world.ErrUnknownType)
	}
	o, err := all.bear(t.ID, name)
	if err != nil {
		return 0, err
	}
	if all.journal.tape != nil {
		all.journal.tape.objectAdded(o, t.ID, name)
	}
	all.settleBirth()
	return o, nil
}

// AddObject adds an object of a named type for every agent; the name may be empty. During a tick the agents see it from the next
// one on. The errors wrap [world.ErrUnknownType], [world.ErrDuplicateName] and [world.ErrPopulationFull].
func (c *Crowd) AddObject(typ, name string) (world.Object, error) {
	return c.objects.AddObject(typ, name)
}

// RemoveObject is [Crowd.RemoveObject].
func (all *objects) RemoveObject(o world.Object) bool {
	if !all.core.world.Alive(o) {
		return false
	}
	if all.dying[o] {
		return false
	}
	if all.journal.tape != nil {
		all.journal.tape.objectRemoving(o)
	}
	all.condemn(o)
	if !all.core.ticking {
		all.settleObjects()
	}
	return true
}

// RemoveObject removes an object for every agent: what is known of it is forgotten, symbols that hold it become none, and plans
// that are about it fail. During a tick that happens at the tick's end. It returns false when the object does not exist.
func (c *Crowd) RemoveObject(o world.Object) bool { return c.objects.RemoveObject(o) }

// ObjectNamed returns the object of a name; ok is false when there is none.
func (v *View) ObjectNamed(name string) (o world.Object, ok bool) {
	o, _, ok = v.core.world.ObjectNamed(name)
	return o, ok
}

// Objects returns the objects of a named type and its subtypes, in order.
func (v *View) Objects(typ string) []world.Object {
	t := v.core.world.Schema().ObjectType(typ)
	if t == nil {
		return nil
	}
	return v.core.world.Objects(t.ID)
}
