package hddl

import (
	"github.com/karakuri-ai/karakuri/diag"
)

// formula checks a condition, which may be nil.
func (c *checker) formula(f Formula) {
	switch f := f.(type) {
	case *Atom:
		c.atom(f)
	case *Equal:
		c.args([]Name{f.Left, f.Right})
	case *OfType:
		c.term(f.Arg)
		c.typ(f.Type)
	case *Compare:
		c.number(f.Left)
		c.number(f.Right)
	case *Not:
		c.formula(f.Part)
	case *And:
		c.formulas(f.Parts)
	case *Or:
		c.formulas(f.Parts)
	case *Imply:
		c.formula(f.If)
		c.formula(f.Then)
	case *Forall:
		c.bound(f.Vars, func() { c.formula(f.Body) })
	case *Exists:
		c.bound(f.Vars, func() { c.formula(f.Body) })
	}
}

func (c *checker) formulas(list []Formula) {
	for _, f := range list {
		c.formula(f)
	}
}

// bound checks the variables of a quantifier, and then its body.
func (c *checker) bound(vars []Param, body func()) {
	c.params(vars)
	c.scope.within(vars, body)
}

func (c *checker) atom(a *Atom) {
	sig, ok := c.predicates.byName[a.Name.Text]
	if !ok {
		c.ds.Errorf(diag.HDDLUnknownPredicate, a.Name.At, "unknown predicate %s", quote(a.Name.Text)).Hint = c.otherKind(a.Name, "predicate")
		c.args(a.Args)
		return
	}
	c.arguments(a.Name, sig, a.Args)
}

// effect checks an effect, which may be nil.
func (c *checker) effect(e Effect) {
	switch e := e.(type) {
	case *Add:
		c.atom(e.Atom)
	case *Delete:
		c.atom(e.Atom)
	case *Change:
		c.fluent(e.Fluent)
		c.number(e.Value)
	case *AndEffect:
		for _, part := range e.Parts {
			c.effect(part)
		}
	case *ForallEffect:
		c.bound(e.Vars, func() { c.effect(e.Body) })
	case *When:
		c.formula(e.If)
		c.effect(e.Then)
	}
}

func (c *checker) number(x Number) {
	switch x := x.(type) {
	case *Fluent:
		c.fluent(x)
	case *Arith:
		for _, part := range x.Parts {
			c.number(part)
		}
	}
}

func (c *checker) fluent(f *Fluent) {
	sig, ok := c.functions.byName[f.Name.Text]
	if !ok {
		c.ds.Errorf(diag.HDDLUnknownFunction, f.Name.At, "unknown function %s", quote(f.Name.Text)).Hint = c.otherKind(f.Name, "function")
		c.args(f.Args)
		return
	}
	c.arguments(f.Name, sig, f.Args)
}

// constraint checks a part of :constraints, which is decided when the variables are bound: before any state.
func (c *checker) constraint(f Formula) {
	switch f := f.(type) {
	case *Not:
		c.constraint(f.Part)
	case *And:
		c.constraints(f.Parts)
	case *Or:
		c.constraints(f.Parts)
	case *Imply:
		c.constraints([]Formula{f.If, f.Then})
	case *Atom, *Compare, *Forall, *Exists:
		c.ds.Errorf(diag.HDDLConstraint, f.Span(), "constraints compare arguments: (= ?x ?y), (not (= ?x ?y))").Hint = "other conditions belong in :precondition"
	default:
		c.formula(f)
	}
}

func (c *checker) constraints(list []Formula) {
	for _, f := range list {
		c.constraint(f)
	}
}
