package studio

import (
	"strconv"

	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// objectNames names the objects of a trace while it is read, including objects that the replay's present state does not
// have.
type objectNames struct {
	schema *world.Schema
	known  map[int64]namedObject // by index
	plain  map[int64]string      // by index: new objects without a name of their own
}

type namedObject struct {
	name string
	typ  int32
}

// objectNamesOf returns the names of the objects in a state.
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

// learn records a new object.
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

// of returns the name of an object. It looks in the state st too, because traces do not record the objects that come
// with agents. If the object is unknown, it says that it is gone.
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
	return "a removed object"
}

// in returns the names of a state, with those of objects that are not in it.
func (n *objectNames) in(st *world.State) world.Names { return naming{st, n} }

// naming names the objects of a state and those that the trace names.
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
