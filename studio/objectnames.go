package studio

import (
	"regexp"
	"strconv"

	"github.com/karakuri-ai/karakuri/trace"
	"github.com/karakuri-ai/karakuri/world"
)

// objectNames are the names of objects while a trace is read, also of those that have gone or come since the moment where its replay is.
type objectNames struct {
	schema *world.Schema
	known  map[int64]namedObject // by index
}

type namedObject struct {
	name string
	typ  int32
}

// plainObject is how an object is told whose name is not known.
var plainObject = regexp.MustCompile(`(\w+)#(\d+)`)

// objectNamesOf returns those that there are in a state.
func objectNamesOf(st *world.State) *objectNames {
	n := &objectNames{st.Schema(), map[int64]namedObject{}}
	for i := range n.schema.Types {
		for _, o := range st.Objects(int32(i)) {
			typ := st.TypeOf(o)
			n.known[int64(o&world.IndexMask)] = namedObject{st.ObjectName(o, typ), typ}
		}
	}
	return n
}

// learn takes note of an object that comes.
func (n *objectNames) learn(r *trace.Record) {
	if r.Kind != trace.KindAddObject {
		return
	}
	index := int64(world.Object(r.Object) & world.IndexMask)
	delete(n.known, index)
	if t := n.schema.ObjectType(r.Type); t != nil && r.Name != "" {
		n.known[index] = namedObject{r.Name, t.ID}
	}
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
