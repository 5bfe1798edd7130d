package studio

import (
	"strconv"

	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// objectNames are the names of objects while a trace is read, also of those that have gone or come since the moment where its replay is.
type objectNames struct {
	schema *world.Schema
	known  map[int64]namedObject // by index
	plain  map[int64]string      // likewise: of those that have come since and have no name of their own
}

type namedObject struct {
	name string
	typ  int32
}

// objectNamesOf returns those that there are in a state.
func objectNamesOf(st *world.State) *objectNames {
	n := &objectNames{st.Schema(), map[int64]namedObject{}, map[int64]string{}}
	for i := range n.schema.Types {
		for _, o := range st.Objects(int32(i)) {
			typ := st.TypeOf(o)
			n.known[int64(o&world.IndexMask)] = namedObject{st.ObjectName(o, typ), typ}
		}
	}
	for _, o := range st.Retired(nil) {
		typ := st.KnownType(o)
		n.known[int64(o&world.IndexMask)] = namedObject{st.ObjectName(o, typ), typ}
	}
	return n
}

// learn takes note of an object that comes.
func (n *objectNames) learn(r *ktrace.Record) {
	if r.Kind != ktrace.KindAddObject {
		return
	}
	index := int64(world.Object(r.Object) & world.IndexMask)
	delete(n.known, index)
	n.plain[index] = r.Type + "#" + strconv.FormatInt(index, 10)
	if t := n.schema.ObjectType(r.Type); t != nil && r.Name != "" {
		n.known[index] = namedObject{r.Name, t.ID}
	}
}

// of returns the name of an object, which may be in a state: those that come with agents are not told by themselves. Of one that is not known it tells that it is gone.
func (n *objectNames) of(o world.Object, st *world.State) string {
	if st.KnownType(o) >= 0 {
		return objectName(st, o)
	}
	if known, ok := n.known[int64(o&world.IndexMask)]; ok {
		return known.name
	}
	if plain, ok := n.plain[int64(o&world.IndexMask)]; ok {
		return plain
	}
	return "something that is gone"
}

// in returns the names of a state, with those of objects that are not in it.
func (n *objectNames) in(st *world.State) world.Names { return naming{st, n} }

// naming is a state that names more objects than are in it.
type naming struct {
	*world.State
	names *objectNames
}

// ObjectName implements [world.Names].
func (n naming) ObjectName(o world.Object, typ int32) string {
	if known, ok := n.names.known[int64(o&world.IndexMask)]; ok && o != 0 && n.TypeOf(o) < 0 && n.Schema().Types[typ].Has(known.typ) {
		return known.name
	}
	return n.State.ObjectName(o, typ)
}
