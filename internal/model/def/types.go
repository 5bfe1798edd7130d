package def

import (
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// checkTypes checks enums and object types and gives each its world.Type. From then on the schema knows them.
func (c *checker) checkTypes() {
	types := c.entriesOf(kindType)
	parents := make([][]int, len(types))
	index := indexOf(types)
	for i, e := range types {
		if d := e.decl.(*TypeDecl); !d.Enum {
			parents[i] = c.checkParents(e, d, index)
		} else if len(d.Parents) > 0 {
			c.diags.Errorf(diag.FaultyParent, d.Parents[0].At, "%q is an enum: it has no parents", e.name)
		}
	}
	order, circles := arrange(len(types), func(i int) []int { return parents[i] })
	for _, loop := range circles {
		c.reportCircle(diag.TypeCycle, types, loop, "%q is its own ancestor: %s")
		for _, i := range loop {
			parents[i] = nil
		}
	}
	c.types = &typeTable{entries: types, order: order, parents: parents, max: make([]int, len(types))}
	c.checkMax()
	c.names.schema = c.schemaOfTypes()
	for _, e := range types {
		if e.decl.(*TypeDecl).Enum {
			c.checkEnum(e)
		}
	}
	c.names.seal()
}

// checkParents resolves the parents of an object type.
func (c *checker) checkParents(e *entry, d *TypeDecl, index map[*entry]int) []int {
	var found []int
	for _, p := range d.Parents {
		parent := c.names.find(p.Name, kindType)
		if parent == nil || parent.decl.(*TypeDecl).Enum {
			c.notAnObjectType(p, "only object types can be parents")
			e.bad = true
			continue
		}
		found = append(found, index[parent])
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// notAnObjectType reports a name that should be one of an object type.
func (c *checker) notAnObjectType(n Name, rule string) {
	e := c.names.entries[n.Name]
	switch {
	case n.Name == "" && c.partial: // the parser has said so
	case e == nil:
		c.diags.Errorf(diag.UnknownType, n.At, "unknown type %q", n.Name).Meant(n.Name, c.suggest(n.Name, kindType))
	case e.kind != kindType:
		c.diags.Errorf(diag.WrongKind, n.At, "%q is %s, not a type", n.Name, e.kind)
	default:
		c.diags.Errorf(diag.FaultyParent, n.At, "%q is an enum: %s", n.Name, rule)
	}
}

// reportCircle reports declarations that need each other, at the first, and marks all of them faulty.
func (c *checker) reportCircle(code diag.Code, list []*entry, loop []int, format string) *diag.Diagnostic {
	path := make([]string, 0, len(loop))
	var related []diag.Related
	for _, i := range loop {
		list[i].bad = true
		path = append(path, list[i].name)
		if i != loop[0] && len(related) < maxCircleText {
			related = append(related, diag.Related{Span: list[i].at, Message: fmt.Sprintf("%q is declared here", list[i].name)})
		}
	}
	first := list[loop[0]]
	d := c.diags.Errorf(code, first.at, format, first.name, circleText(path))
	d.Related = related
	return d
}

// checkMax takes over what the types declare as their max.
func (c *checker) checkMax() {
	for i, e := range c.types.entries {
		d := e.decl.(*TypeDecl)
		switch {
		case d.Max < 0 || d.Max > world.MaxObjects:
			c.diags.Errorf(diag.FaultyMax, e.at, "max %d of %q is not within 1 and %d", d.Max, e.name, world.MaxObjects)
		case d.Max > 0 && d.Enum:
			c.diags.Errorf(diag.FaultyMax, e.at, "%q is an enum: it has no max", e.name)
		default:
			c.types.max[i] = d.Max
		}
	}
}

// checkEnum enters the values of an enum and reports those that are taken.
func (c *checker) checkEnum(e *entry) {
	d := e.decl.(*TypeDecl)
	if len(d.Values) == 0 {
		c.diags.Errorf(diag.EmptyEnum, e.at, "enum %q has no values", e.name).Hint = "type " + e.name + " = { first, second }"
	}
	seen := map[string]diag.Span{}
	for _, v := range d.Values {
		at, again := seen[v.Name]
		other := c.names.entries[v.Name]
		switch {
		case v.Name == "" && c.partial:
		case !isName(v.Name):
			c.diags.Errorf(diag.NotAName, v.At, "%q is not a name", v.Name)
		case again:
			c.diags.Errorf(diag.DeclaredTwice, v.At, "%q is already a value of %q", v.Name, e.name).Related = []diag.Related{{Span: at, Message: "first given here"}}
		case other != nil && other.kind.inExpressions():
			c.diags.Errorf(diag.DeclaredTwice, v.At, "value %q has the name of %s", v.Name, other.kind).Related = []diag.Related{{Span: other.at, Message: "declared here"}}
		case e.typ.Kind != 0:
			value := expr.Entity{Kind: expr.EntityConst, Type: e.typ, Words: [2]world.Word{world.Word(len(seen))}}
			c.names.values[v.Name] = append(c.names.values[v.Name], value)
		}
		if !again {
			seen[v.Name] = v.At
		}
	}
}

// typeTable is the checked types, ready to be added to a schema: once for the types alone, while constants are
// computed, and once more with the symbols.
type typeTable struct {
	entries []*entry
	order   []int   // parents first
	parents [][]int // by index into entries
	max     []int   // by index into entries; 0: not said
	enums   []*entry
	objects []*entry // object types by ID
}

// addTo adds the types to a schema. Their IDs are the same each time.
func (t *typeTable) addTo(b *world.Builder) {
	t.enums, t.objects = nil, nil
	for _, i := range t.order {
		e := t.entries[i]
		d := e.decl.(*TypeDecl)
		values := distinct(d.Values)
		switch {
		case e.lost:
		case !d.Enum:
			var parents []int32
			for _, p := range t.parents[i] {
				parents = append(parents, t.entries[p].typ.ID)
			}
			e.typ = world.Type{Kind: world.KindObject, ID: b.ObjectType(d.Name, parents, t.max[i])}
			t.objects = append(t.objects, e)
		case len(values) == 0:
			e.bad = true
		default:
			e.typ = world.Type{Kind: world.KindEnum, ID: b.Enum(d.Name, values)}
			t.enums = append(t.enums, e)
		}
	}
}

func distinct(list []Name) []string {
	var values []string
	seen := make(map[string]bool, len(list))
	for _, n := range list {
		if !seen[n.Name] {
			seen[n.Name] = true
			values = append(values, n.Name)
		}
	}
	return values
}
