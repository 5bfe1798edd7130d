package lifted

import (
	"github.com/karakuri-ai/karakuri/hddl"
)

// findCosts finds the function that plans minimise, and the initial values of functions.
func (c *compiler) findCosts() {
	c.tables, c.changed = map[string]map[string]float64{}, map[string]bool{}
	if m := c.in.Metric; m != nil && !m.Maximize {
		if f, plain := m.Value.(*hddl.Fluent); plain && len(f.Args) == 0 {
			c.costs = f.Name.Text
		}
	}
	for i := range c.d.Actions {
		c.findChanges(c.d.Actions[i].Effect)
	}
	for _, f := range c.in.Init {
		c.tick(1)
		if f, set := f.(*hddl.SetFact); set {
			name := f.Fluent.Name.Text
			if c.tables[name] == nil {
				c.tables[name] = map[string]float64{}
			}
			args := make([]Object, len(f.Fluent.Args))
			for i, n := range f.Fluent.Args {
				args[i] = c.objects[n.Text]
			}
			c.tables[name][CostKey(args)] = f.Value.Value
		}
	}
}

func (c *compiler) findChanges(e hddl.Effect) {
	switch e := e.(type) {
	case *hddl.Change:
		c.changed[e.Fluent.Name.Text] = true
		if n, fixed := e.Value.(*hddl.Literal); e.Fluent.Name.Text == c.costs && !(fixed && n.Value == 0) {
			c.out.costly = true
		}
	case *hddl.AndEffect:
		for _, part := range e.Parts {
			c.findChanges(part)
		}
	case *hddl.ForallEffect:
		c.findChanges(e.Body)
	case *hddl.When:
		c.findChanges(e.Then)
	}
}

// CostKey is the key of objects in the table of a [CostTerm].
func CostKey(args []Object) string { return factKey(0, args) }

// cost adds the increase of an effect to the cost. Numbers that change during a plan count as 0: the plan is as good,
// but its reported cost may be wrong.
func (c *compiler) cost(s *scope, e *hddl.Change, cost *Cost) {
	switch e.Op {
	case hddl.Increase:
		c.sum(s, e.Value, 1, cost)
	case hddl.Decrease:
		c.sum(s, e.Value, -1, cost)
	}
}

func (c *compiler) sum(s *scope, n hddl.Number, factor float64, cost *Cost) {
	switch n := n.(type) {
	case *hddl.Literal:
		cost.Base += float64(factor * n.Value)
	case *hddl.Fluent:
		if !c.changed[n.Name.Text] {
			cost.Sum = append(cost.Sum, CostTerm{Factor: factor, Args: s.terms(n.Args), Table: c.tables[n.Name.Text]})
		}
	case *hddl.Arith:
		c.sumArith(s, n, factor, cost)
	}
}

func (c *compiler) sumArith(s *scope, n *hddl.Arith, factor float64, cost *Cost) {
	switch n.Op {
	case hddl.Plus, hddl.Minus:
		for i, part := range n.Parts {
			f := factor
			if n.Op == hddl.Minus && (i > 0 || len(n.Parts) == 1) {
				f = -factor
			}
			c.sum(s, part, f, cost)
		}
	case hddl.Times, hddl.Over:
		c.product(s, n, factor, cost)
	}
}

// product adds a product of literals and at most one other factor.
func (c *compiler) product(s *scope, n *hddl.Arith, factor float64, cost *Cost) {
	var rest hddl.Number
	for i, part := range n.Parts {
		literal, known := part.(*hddl.Literal)
		switch {
		case known && n.Op == hddl.Over && i > 0:
			if literal.Value == 0 {
				return
			}
			factor /= literal.Value
		case known:
			factor = float64(factor * literal.Value)
		case rest != nil || n.Op == hddl.Over && i > 0:
			return // not a sum of tables
		default:
			rest = part
		}
	}
	if rest == nil {
		cost.Base += factor
		return
	}
	c.sum(s, rest, factor, cost)
}

// Of returns the cost for the objects of the variables; false if a table has no entry for them. Negative costs count as
// 0.
func (c *Cost) Of(vars []Object) (float64, bool) {
	sum := c.Base
	for i := range c.Sum {
		t := &c.Sum[i]
		args := make([]Object, len(t.Args))
		for j, a := range t.Args {
			if args[j] = a.Object(); a.IsVar() {
				args[j] = vars[a]
			}
		}
		entry, known := t.Table[CostKey(args)]
		if !known {
			return 0, false
		}
		sum += float64(t.Factor * entry)
	}
	return max(sum, 0), true
}
