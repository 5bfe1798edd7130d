package action

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// Signature is the declaration of an action or of a host function in a model.
type Signature struct {
	Name   string
	Params []Param
	Result world.Type // functions only
	Set    bool       // it returns a set of Result
	At     diag.Span  // the declaration
}

// Param is a parameter. A parameter of an action may have several types.
type Param struct {
	Name  string
	Types []world.Type
}

// text returns the signature in the language: move_to(p: place | enemy).
func (s *Signature) text(schema *world.Schema) string {
	if len(s.Params) == 0 {
		return s.Name
	}
	var b strings.Builder
	b.WriteString(s.Name)
	for i := range s.Params {
		if i == 0 {
			b.WriteByte('(')
		} else {
			b.WriteString(", ")
		}
		b.WriteString(s.Params[i].Name + ": " + s.Params[i].text(schema))
	}
	b.WriteByte(')')
	return b.String()
}

func (p *Param) text(schema *world.Schema) string {
	var names []string
	for _, t := range p.Types {
		names = append(names, world.FormatType(schema, t))
	}
	return strings.Join(names, " | ")
}

// objects reports whether the parameter is an object, of whichever type.
func (p *Param) objects() bool {
	for _, t := range p.Types {
		if t.Kind != world.KindObject {
			return false
		}
	}
	return len(p.Types) > 0
}
