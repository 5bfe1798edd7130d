package def

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// checkObjects gives the declared objects their words: those they get in every state to which they are added
// first, in the order of their declaration.
func (c *checker) checkObjects() {
	eachDecl(c.files, func(_ *File, d *Objects) {
		if len(d.Names) == 0 {
			c.objectType(d.Type)
		}
	})
	types := map[*Objects]world.Type{}
	for _, e := range c.entriesOf(kindObject) {
		d := e.decl.(*Objects)
		t, known := types[d]
		if !known {
			t = c.objectType(d.Type)
			types[d] = t
		}
		e.typ, e.bad = t, t == none
	}
	c.makeRoom()
	st := world.NewState(c.names.schema)
	for _, e := range c.entriesOf(kindObject) {
		if !e.bad && !e.lost {
			c.addObject(st, e)
		}
	}
}

// addObject adds a declared object to a state.
func (c *checker) addObject(st *world.State, e *entry) {
	o, err := st.AddObject(e.typ.ID, e.name)
	if err != nil {
		e.bad = true
		c.diags.Errorf(diag.TooManyObjects, e.at, "object %q cannot be added: %v", e.name, err)
		return
	}
	e.value = object(o, e.typ.ID)
}

// objectType resolves the type of objects; none after a mistake.
func (c *checker) objectType(n Name) world.Type {
	e := c.names.find(n.Name, kindType)
	switch {
	case e == nil || e.decl.(*TypeDecl).Enum:
		c.notAnObjectType(n, "objects are of object types")
		return none
	case e.bad:
		return none
	}
	return e.typ
}

// makeRoom sees to it that all objects of the model fit: families of types that do not say a max get one that is
// great enough, the others are reported.
func (c *checker) makeRoom() {
	need := c.countObjects(c.entriesOf(kindObject))
	said := make([]bool, len(need))
	for i, e := range c.types.entries {
		if p, ok := c.population(e.typ); ok && c.types.max[i] > 0 {
			said[p] = true
		}
	}
	extra := c.countTestObjects(len(need))
	for i, e := range c.types.entries {
		p, ok := c.population(e.typ)
		if !ok {
			continue
		}
		room := c.names.schema.Types[e.typ.ID].Max
		if said[p] && need[p] > room {
			d := c.diags.Errorf(diag.TooManyObjects, e.at, "%d objects are more than the max of %d of %q", need[p], room, e.name)
			d.Hint = fmt.Sprintf("type %s max %d", e.name, need[p])
		}
		if all := need[p] + extra[p]; all > room && (!said[p] || need[p] > room) {
			c.types.max[i] = min(all, world.MaxObjects)
		}
		need[p] = 0 // once for a family
	}
	c.names.schema = c.schemaOfTypes()
}

// population returns the number of an object type's family.
func (c *checker) population(t world.Type) (int, bool) {
	if t.Kind != world.KindObject {
		return 0, false
	}
	return int(c.names.schema.Types[t.ID].Population), true
}

// countObjects returns how many objects of each population there are.
func (c *checker) countObjects(list []*entry) []int {
	count := make([]int, c.names.schema.Populations())
	for _, e := range list {
		if p, ok := c.population(e.typ); ok && !e.lost {
			count[p]++
		}
	}
	return count
}

// countTestObjects returns how many further objects of each population the tests need, at most.
func (c *checker) countTestObjects(populations int) []int {
	most := make([]int, populations)
	for _, t := range c.tests() {
		count := make([]int, populations)
		for _, d := range t.Objects {
			if d == nil {
				continue
			}
			if e := c.names.find(d.Type.Name, kindType); e != nil {
				if p, ok := c.population(e.typ); ok {
					count[p] += len(d.Names)
					most[p] = max(most[p], count[p])
				}
			}
		}
	}
	return most
}
