package def

import (
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// CodeType saves a type, or reads one of a schema: that of the program that was saved. Writing needs no schema.
func CodeType(c *codec.Coder, schema *world.Schema, t *world.Type) {
	if r := c.Reader(); r != nil {
		*t = schema.ReadType((*world.Reader)(r))
		return
	}
	c.Write(t.Append(c.Written()))
}
