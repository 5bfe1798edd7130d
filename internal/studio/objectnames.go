package studio

import (
	"regexp"
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

// plainObject is how an object is told whose name is not known.
var plainObject = regexp.MustCompile(`(\w+)#(\d+)`)

// objectNamesOf returns those that there are in a state.
func objectNamesOf(st *world.State) *objectNames {
	n := &objectNames{st.Schema(), map[int64]namedObject{}, map[int64]string{}}
	for i := range n.schema.Types {
		for _, o := range st.Objects(int32(i)) {
			typ := st.TypeOf(o)
			n.known[int64(o&world.IndexMask)] = namedObject{st.ObjectName(o, typ), typ}
		}
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
	if st.TypeOf(o) >= 0 {
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

// in puts names into a text in the place of those of unknown objects.
func (n *objectNames) in(text string) string {
	return plainObject.ReplaceAllStringFunc(text, func(found string) string {
		part := plainObject.FindStringSubmatch(found)
		index, err := strconv.ParseInt(part[2], 10, 64)
		o, ok := n.known[index]
		if t := n.schema.ObjectType(part[1]); ok && err == nil && t != nil && t.Has(o.typ) {
			return o.name
		}
		return found
	})
}
