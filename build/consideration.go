package build

import (
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/expr"
)

// Consideration is an input of the score of a [Want], mapped to 0..1.
type Consideration struct {
	want *Want
	decl *def.Consider
}

// As gives the consideration a name, for traces and views; without it, it has the text of the value.
func (c *Consideration) As(name string) *Consideration {
	if c == nil {
		return nil
	}
	if at := caller(); c.once(at, name, c.decl.Name != "", "As") {
		c.decl.NameAt, c.decl.Name = c.want.brain.d.title(at, name, "a consideration")
	}
	return c
}

// From gives the value that becomes 0: a constant; without it 0.
func (c *Consideration) From(value any) *Consideration {
	if c == nil {
		return nil
	}
	return c.number(caller(), value, "From", &c.decl.From)
}

// To gives the value that becomes 1: a constant; without it 1.
func (c *Consideration) To(value any) *Consideration {
	if c == nil {
		return nil
	}
	return c.number(caller(), value, "To", &c.decl.To)
}

// Through gives a response curve with its parameters: "logistic(exponent: 2)"; without it, it is linear.
func (c *Consideration) Through(curve string) *Consideration {
	if c == nil {
		return nil
	}
	if at := caller(); c.once(at, curve, c.decl.Through != nil, "Through") {
		c.decl.Through = c.want.brain.d.placedCall(at, curve)
	}
	return c
}

// Weight gives its weight in sums and means: a constant; without it 1.
func (c *Consideration) Weight(weight any) *Consideration {
	if c == nil {
		return nil
	}
	return c.number(caller(), weight, "Weight", &c.decl.Weight)
}

// Consider adds the next consideration of the same want.
func (c *Consideration) Consider(value string) *Consideration {
	if c == nil {
		return nil
	}
	return c.want.consider(caller(), value)
}

// Want adds the next want of the same brain.
func (c *Consideration) Want(goal string) *Want {
	if c == nil {
		return nil
	}
	return c.want.brain.want(caller(), goal)
}

func (c *Consideration) once(at place, text string, given bool, method string) bool {
	return c.want.once(at, text, given, method+" of a consideration")
}

// number keeps a clause that is a number.
func (c *Consideration) number(at place, value any, method string, n *expr.Node) *Consideration {
	if text, ok := c.want.brain.d.number(at, value); ok && c.once(at, text, *n != nil, method) {
		*n = c.want.brain.d.expr(at, text)
	}
	return c
}
