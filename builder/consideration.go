package builder

import "github.com/karakuri-ai/karakuri/internal/model/def"

// Consideration is an input of the score of a [Want], mapped to 0..1.
type Consideration struct {
	want *Want
	decl *def.Consider
}

// As sets the name of the consideration in traces and views. By default, it is the text of the value.
func (c *Consideration) As(name string) *Consideration {
	if c == nil {
		return nil
	}
	d := c.want.brain.d
	if at := caller(); d.once(at, name, c.decl.Name != "", "As of a consideration of want "+c.want.decl.Goal.Name.Name) {
		c.decl.NameAt, c.decl.Name = d.title(at, name, "a consideration")
	}
	return c
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

// say gives the consideration a clause.
func (c *Consideration) say(at place, word string, value any) {
	c.want.brain.d.say(at, def.ConsiderTable.Clause(word), c.decl, "a consideration of want "+c.want.decl.Goal.Name.Name, value)
}
