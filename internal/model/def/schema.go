package def

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// schemaOfTypes builds a schema that holds the types alone.
func (c *checker) schemaOfTypes() *world.Schema {
	b := world.NewBuilder()
	b.Literals = c.names.literals
	c.types.addTo(b)
	return c.built(b, nil)
}

// built finishes a schema. It reports the declarations that the schema cannot hold; then the schema is empty, and all
// symbols are unknown without further messages.
func (c *checker) built(b *world.Builder, symbols []*entry) *world.Schema {
	schema, err := b.Build()
	if err == nil {
		return schema
	}
	if faults, ok := err.(*world.SchemaError); ok {
		for _, f := range faults.Faults {
			c.reportFault(f, symbols)
		}
	}
	for _, list := range [][]*entry{c.types.enums, c.types.objects, symbols} {
		for _, e := range list {
			e.bad, e.typ = true, none
		}
	}
	return emptySchema(b.Literals)
}

// emptySchema returns a schema without types and symbols.
func emptySchema(literals *world.Literals) *world.Schema {
	b := world.NewBuilder()
	b.Literals = literals
	empty, _ := b.Build()
	return empty
}

func (c *checker) reportFault(f world.Fault, symbols []*entry) {
	var list []*entry
	switch f.Subject {
	case world.SubjectEnum:
		list = c.types.enums
	case world.SubjectType:
		list = c.types.objects
	case world.SubjectSymbol:
		list = symbols
	}
	var at diag.Span
	if int(f.ID) < len(list) {
		at = list[f.ID].at
	}
	c.diags.Errorf(diag.StateTooLarge, at, "%s %q: %s", f.Subject, f.Name, f.Message)
}
