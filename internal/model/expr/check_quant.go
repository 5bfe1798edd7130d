package expr

import (
	"math"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

func (c *checker) quant(n *Quant) *Term {
	outer := len(c.vars)
	defer func() { c.vars = c.vars[:outer] }()
	vars, ok := c.bind(n.At, n.Vars)
	t := &Term{Kind: TermQuant, Quant: n.Kind, Vars: vars, Src: n}
	t.Where, ok = c.where(n.Vars, vars, n.Where, ok)
	switch n.Kind {
	case Exists:
		t.Type = BoolType
	case Forall:
		t.Type = BoolType
		t.Body = c.typed(n.Body, BoolType)
		ok = ok && t.Body != nil
	case Count:
		t.Type = IntType
	case Min, Max, Sum:
		ok = c.fold(n, t, outer) && ok
	default:
		ok = false
	}
	if !ok {
		return nil
	}
	return simplified(t)
}

// where checks the where-part of what binds variables, and precedes it with the condition that remembered objects are
// remembered. ok reports whether all has gone well so far.
func (c *checker) where(decls []Var, vars []BoundVar, n Node, ok bool) (*Term, bool) {
	var parts []*Term
	for i := range vars {
		if v := &vars[i]; decls[i].Remembered && v.Type.Kind != 0 {
			x := &Term{Kind: TermBound, Type: v.Type, Slot: v.Index, Src: &Ref{At: decls[i].At, NameAt: decls[i].At, Name: v.Name}}
			t := c.recollection(&decls[i], x)
			parts, ok = append(parts, t), ok && t != nil
		}
	}
	if n != nil {
		t := c.typed(n, BoolType)
		parts, ok = append(parts, t), ok && t != nil
	}
	if !ok {
		return nil, false
	}
	return AllOf(parts...), true
}

// bind brings the variables of a quantifier into scope.
func (c *checker) bind(at diag.Span, vars []Var) ([]BoundVar, bool) {
	first, ok := len(c.vars), true
	if len(vars) == 0 {
		c.ds.Errorf(diag.BadVariable, at, "no variable is bound").Hint = "write a name and its type: e: enemy"
		return nil, false
	}
	for i := range vars {
		v := &vars[i]
		typ, known := ResolveType(&v.Type, c.sc, c.ds)
		if known && typ.Kind != world.KindEnum && typ.Kind != world.KindObject {
			c.ds.Errorf(diag.BadVariable, v.Type.At, "cannot iterate over the values of %s", c.typeName(typ)).Hint = "a variable needs an enum or an object type"
			typ, known = world.Type{}, false
		}
		for _, w := range c.vars[first:] {
			if w.Name == v.Name {
				c.ds.Errorf(diag.BadVariable, v.At, "%q is bound twice", v.Name)
				known = false
			}
		}
		var from *Term
		if known && v.From != nil {
			from = c.sourceOf(v, typ)
			known = from != nil
		}
		ok = ok && known
		if len(c.vars) == MaxQuantVars {
			c.ds.Errorf(diag.TooComplex, v.At, "more than %d nested variables", MaxQuantVars)
			return nil, false
		}
		c.vars = append(c.vars, BoundVar{Name: v.Name, Type: typ, Index: len(c.vars), Count: len(c.values(typ)), From: from})
	}
	return append([]BoundVar(nil), c.vars[first:]...), ok
}

// fold checks the body and the else-part of min, max or sum.
func (c *checker) fold(n *Quant, t *Term, outer int) bool {
	body := c.expr(n.Body, world.Type{})
	c.vars = c.vars[:outer] // the else-part stands outside of the variables
	var other *Term
	if n.Else != nil {
		other = c.expr(n.Else, world.Type{})
		if other == nil {
			return false
		}
	}
	if body == nil {
		return false
	}
	for _, part := range []*Term{body, other} {
		if part != nil && !numeric(part.Type) {
			c.ds.Errorf(diag.TypeMismatch, part.Src.Span(), "expected a number, found %s", c.typeName(part.Type))
			return false
		}
	}
	t.Type = body.Type
	if other != nil {
		body, other, t.Type, _ = c.unify(body, other)
	}
	if n.Kind == Sum {
		t.Type = unranged(t.Type)
	}
	t.Body, t.Else = body, other
	return true
}

// simplified returns the constant that a quantifier over a constant is, or the quantifier itself.
func simplified(t *Term) *Term {
	if w, ok := t.Where.Const(); ok {
		if w[0].Bool() {
			t.Where = nil
		} else if t.Else == nil || t.Else.Kind == TermConst {
			return &Term{Kind: TermConst, Type: t.Type, Src: t.Src, Words: ofNone(t)}
		}
	}
	if w, ok := t.Body.Const(); ok && t.Quant == Forall && w[0].Bool() {
		return constant(t.Src, BoolType, 1)
	}
	return t
}

// ofNone returns the value of a quantifier over nothing; its else-part must be nil or constant.
func ofNone(t *Term) [2]world.Word {
	switch {
	case t.Else != nil:
		return t.Else.Words
	case t.Quant == Forall:
		return [2]world.Word{1}
	case t.Quant == Min || t.Quant == Max:
		return [2]world.Word{extreme(t.Type, t.Quant == Min)}
	}
	return [2]world.Word{} // false, 0 or 0.0
}

// extreme returns the greatest or the least value of a type of numbers.
func extreme(t world.Type, greatest bool) world.Word {
	switch {
	case t.Kind == world.KindFloat && greatest:
		return world.Float(math.MaxFloat64)
	case t.Kind == world.KindFloat:
		return world.Float(-math.MaxFloat64)
	case greatest:
		return world.Word(t.Hi)
	}
	return world.Word(t.Lo)
}
