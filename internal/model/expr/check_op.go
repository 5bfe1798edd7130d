package expr

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

func (c *checker) unary(n *Unary) *Term {
	switch n.Op {
	case Not:
		x := c.typed(n.X, BoolType)
		if x == nil {
			return nil
		}
		return negation(n, x)
	case Neg:
		x := c.expr(n.X, world.Type{})
		if x == nil {
			return nil
		}
		if !numeric(x.Type) && x.Type.Kind != world.KindVec2 {
			c.badOperand(n, n.Op, x.Type)
			return nil
		}
		return folded(&Term{Kind: TermUnary, Op: Neg, Type: unranged(x.Type), Src: n, Args: []*Term{x}})
	}
	return nil
}

// negation returns !x.
func negation(n Node, x *Term) *Term {
	if x.Kind == TermUnary && x.Op == Not {
		return x.Args[0]
	}
	return folded(&Term{Kind: TermUnary, Op: Not, Type: BoolType, Src: n, Args: []*Term{x}})
}

// unranged returns the type that a result of arithmetic has: an int without bounds.
func unranged(t world.Type) world.Type {
	if t.Kind == world.KindInt {
		return IntType
	}
	return t
}

func (c *checker) binary(n *Binary) *Term {
	switch {
	case n.Op == And || n.Op == Or:
		return c.logic(n)
	case n.Op >= Eq && n.Op <= Ge:
		return c.compare(n)
	case n.Op >= Add && n.Op <= Pow:
		x, y := c.expr(n.X, world.Type{}), c.expr(n.Y, world.Type{})
		if x == nil || y == nil {
			return nil
		}
		return c.arith(n, n.Op, x, y)
	}
	return nil
}

// logic checks a chain of && or of ||, which the parser nests to the left: however long it is, it is one term.
func (c *checker) logic(n *Binary) *Term {
	operands := []Node{n.Y}
	left := n.X
	for {
		b, ok := left.(*Binary)
		if !ok || b.Op != n.Op {
			break
		}
		operands = append(operands, b.Y)
		left = b.X
	}
	operands = append(operands, left)
	slices.Reverse(operands)
	terms, ok := make([]*Term, 0, len(operands)), true
	for _, o := range operands {
		t := c.typed(o, BoolType)
		ok = ok && t != nil
		terms = append(terms, t)
	}
	if !ok {
		return nil
	}
	kind, unit := TermAnd, world.Word(1)
	if n.Op == Or {
		kind, unit = TermOr, 0
	}
	return joined(n, kind, unit, terms)
}

// joined returns the conjunction or disjunction of terms; unit is the value of none of them.
func joined(n Node, kind TermKind, unit world.Word, terms []*Term) *Term {
	args := make([]*Term, 0, len(terms))
	for _, t := range terms {
		switch {
		case t.Kind == TermConst && t.Words[0] == unit:
		case t.Kind == TermConst:
			return constant(n, BoolType, 1-unit)
		case t.Kind == kind:
			args = append(args, t.Args...)
		default:
			args = append(args, t)
		}
	}
	switch len(args) {
	case 0:
		return constant(n, BoolType, unit)
	case 1:
		return args[0]
	}
	return &Term{Kind: kind, Type: BoolType, Src: n, Args: args}
}

func (c *checker) compare(n *Binary) *Term {
	x, y := c.pair(n.X, n.Y, world.Type{})
	if x == nil || y == nil {
		return nil
	}
	x, y, ok := c.comparable(n, x, y)
	if !ok {
		return nil
	}
	if n.Op >= Lt && !numeric(x.Type) && x.Type.Kind != world.KindEnum {
		c.badOperand(n, n.Op, x.Type)
		return nil
	}
	if x.Type.Kind == world.KindBool {
		if x.Kind == TermConst {
			x, y = y, x
		}
		if y.Kind == TermConst && x.Kind != TermConst {
			if y.Words[0].Bool() == (n.Op == Eq) {
				return x
			}
			return negation(n, x)
		}
	}
	return folded(&Term{Kind: TermCompare, Op: n.Op, Type: BoolType, Src: n, Args: []*Term{x, y}})
}

func (c *checker) arith(n Node, op Op, x, y *Term) *Term {
	a, b := x.Type, y.Type
	typ := world.Type{}
	switch {
	case a.Kind == world.KindInt && b.Kind == world.KindInt:
		typ = IntType
	case numeric(a) && numeric(b):
		x, y, typ, _ = c.unify(x, y)
	case a.Kind == world.KindVec2 && b.Kind == world.KindVec2 && (op == Add || op == Sub):
		typ = Vec2Type
	case a.Kind == world.KindVec2 && numeric(b) && (op == Mul || op == Div):
		y, typ = c.coerce(y, FloatType), Vec2Type
	case numeric(a) && b.Kind == world.KindVec2 && op == Mul:
		x, y, typ = y, c.coerce(x, FloatType), Vec2Type // the vec2 stands first from here on
	default:
		if numeric(a) {
			a = b
		}
		c.badOperand(n, op, a)
		return nil
	}
	return folded(&Term{Kind: TermArith, Op: op, Type: typ, Src: n, Args: []*Term{x, y}})
}

func (c *checker) badOperand(n Node, op Op, t world.Type) {
	d := c.ds.Errorf(diag.BadOperand, n.Span(), "%s cannot take %s", op, c.typeName(t))
	switch {
	case op >= Lt && op <= Ge:
		d.Hint = "only numbers and enum values have an order"
	case t.Kind == world.KindVec2:
		d.Hint = "a vec2 can be added to, taken from, and scaled by a number"
	default:
		d.Hint = "it needs numbers"
	}
}

func (c *checker) in(n *In) *Term {
	var t *Term
	switch set := n.Set.(type) {
	case *Set:
		t = c.inSet(n, set)
	case *Range:
		t = c.inRange(n, set)
	case *Ref:
		t = c.inType(n, set)
	case *Bad, nil:
		c.expr(n.X, world.Type{})
	default:
		c.expr(n.X, world.Type{})
		c.badSet(n.Set.Span())
	}
	if t != nil && n.Not {
		return negation(n, t)
	}
	return t
}

func (c *checker) badSet(at diag.Span) {
	c.ds.Errorf(diag.BadSet, at, "expected a set, a range or a type after in").Hint = "write { a, b } or 1..5 or the name of a type"
}

func (c *checker) inSet(n *In, set *Set) *Term {
	if len(set.Elems) == 0 {
		c.ds.Errorf(diag.BadSet, set.At, "an empty set has no members")
		c.expr(n.X, world.Type{})
		return nil
	}
	x := c.expr(n.X, c.hintOf(n.X, set.Elems))
	args, ok := []*Term{x}, x != nil
	for _, e := range set.Elems {
		if x == nil {
			c.alone(e, world.Type{})
			continue
		}
		y := c.expr(e, x.Type)
		if y == nil {
			ok = false
			continue
		}
		_, y, fits := c.comparable(e, x, y)
		args, ok = append(args, y), ok && fits
	}
	if !ok {
		return nil
	}
	return folded(&Term{Kind: TermIn, Type: BoolType, Src: n, Args: sameNumbers(args)})
}

// hintOf returns the type that decides what a needy operand means: that of the first of the others that is clear by
// itself.
func (c *checker) hintOf(x Node, others []Node) world.Type {
	if !c.needy(x) {
		return world.Type{}
	}
	for _, o := range others {
		if !c.needy(o) {
			quiet := checker{sc: c.sc, ds: &diag.List{}, vars: c.vars, depth: c.depth}
			if t := quiet.expr(o, world.Type{}); t != nil {
				return t.Type
			}
		}
	}
	return world.Type{}
}

// sameNumbers makes all numbers floats if one of them is.
func sameNumbers(ts []*Term) []*Term {
	if slices.ContainsFunc(ts, func(t *Term) bool { return t.Type.Kind == world.KindFloat }) {
		for i, t := range ts {
			if t.Type.Kind == world.KindInt {
				ts[i] = toFloat(t)
			}
		}
	}
	return ts
}

func (c *checker) inRange(n *In, r *Range) *Term {
	x := c.expr(n.X, c.hintOf(n.X, []Node{r.Lo, r.Hi}))
	if x == nil {
		c.alone(r.Lo, world.Type{})
		c.alone(r.Hi, world.Type{})
		return nil
	}
	lo, hi := c.expr(r.Lo, x.Type), c.expr(r.Hi, x.Type)
	if lo == nil || hi == nil {
		return nil
	}
	if !numeric(x.Type) && x.Type.Kind != world.KindEnum {
		c.ds.Errorf(diag.BadOperand, n.X.Span(), "%s has no ranges", c.typeName(x.Type)).Hint = "only numbers and enum values have an order"
		return nil
	}
	_, _, okLo := c.comparable(r.Lo, x, lo)
	_, _, okHi := c.comparable(r.Hi, x, hi)
	if !okLo || !okHi {
		return nil
	}
	args := sameNumbers([]*Term{x, lo, hi})
	if args[1].Kind == TermConst && args[2].Kind == TermConst && args[1].Words[0] > args[2].Words[0] {
		c.ds.Errorf(diag.BadRange, r.At, "the range is empty").Hint = "put the lower bound first"
		return nil
	}
	return folded(&Term{Kind: TermBetween, Type: BoolType, Src: n, Args: args})
}

func (c *checker) inType(n *In, set *Ref) *Term {
	x := c.expr(n.X, world.Type{})
	typ, ok := c.sc.Type(set.Name)
	switch {
	case set.Qualifier != "" || set.Call:
		c.badSet(set.At)
		return nil
	case !ok:
		d := c.ds.Errorf(diag.UnknownType, set.NameAt, "unknown type %q", set.Name)
		d.Meant(set.Name, Suggest(set.Name, c.sc.TypeNames()))
		if len(c.lookup(set.Name)) > 0 {
			d.Hint = "write { " + set.Name + " } for a set, or use == to compare"
		}
		return nil
	case x == nil:
		return nil
	case typ.Kind != world.KindObject:
		c.ds.Errorf(diag.BadSet, set.At, "%s is not an object type", set.Name).Hint = "name the values: x in { a, b }"
		return nil
	case x.Type.Kind != world.KindObject || !c.related(x.Type, typ):
		c.ds.Errorf(diag.NotComparable, n.At, "%s is never %s", diag.WithArticle(c.typeName(x.Type)), diag.WithArticle(set.Name))
		return nil
	}
	return &Term{Kind: TermIs, Type: BoolType, Src: n, TypeID: typ.ID, Args: []*Term{x}}
}
