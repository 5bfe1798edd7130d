package expr

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// Check resolves the names of an expression, types it and folds constants. want is the required type: an int is
// accepted where a float is wanted, and a want without Kind accepts anything. All mistakes are reported to ds; the
// result is nil if there was one, here or when the expression was parsed.
func Check(n Node, sc Scope, want world.Type, ds *diag.List) *Term {
	c := checker{sc: sc, ds: ds}
	return c.typed(n, want)
}

// checker holds the scope on the way down through an expression.
type checker struct {
	sc     Scope
	ds     *diag.List
	vars   []BoundVar // in scope, from outside in
	depth  int
	size   int
	beyond bool // a limit was exceeded and reported
	source Node // what may be the call of a function that returns a set
}

// typed checks an expression and makes it one of the type wanted.
func (c *checker) typed(n Node, want world.Type) *Term {
	t := c.expr(n, want)
	if t == nil {
		return nil
	}
	return c.coerce(t, want)
}

// expr checks an expression. The hint decides between enum values of the same name and gives "none" a type; the result
// need not be of that type.
func (c *checker) expr(n Node, hint world.Type) *Term {
	if n == nil || !c.enter(n) {
		return nil
	}
	defer c.leave()
	switch n := n.(type) {
	case *Lit:
		return c.literal(n, hint)
	case *Ref:
		return c.ref(n, hint)
	case *Field:
		return c.field(n, hint)
	case *Unary:
		return c.unary(n)
	case *Binary:
		return c.binary(n)
	case *In:
		return c.in(n)
	case *If:
		return c.conditional(n, hint)
	case *Quant:
		return c.quant(n)
	case *List:
		return c.list(n, hint)
	case *Set:
		c.ds.Errorf(diag.MisplacedSet, n.At, "a set is only allowed to the right of in").Hint = "write x in { a, b }"
	case *Range:
		c.ds.Errorf(diag.MisplacedSet, n.At, "a range is only allowed to the right of in").Hint = "write x in 1..5"
	}
	return nil
}

// enter counts a node against the limits.
func (c *checker) enter(n Node) bool {
	c.depth++
	c.size++
	if c.within(n) {
		return true
	}
	c.depth--
	return false
}

// within reports whether the limits are kept; the first time they are not it says so.
func (c *checker) within(n Node) bool {
	if c.depth <= MaxTermDepth && c.size <= MaxTermSize {
		return true
	}
	if !c.beyond {
		c.beyond = true
		what := fmt.Sprintf("is nested more than %d deep", MaxTermDepth)
		if c.size > MaxTermSize {
			what = fmt.Sprintf("has more than %d parts, those of derived symbols included", MaxTermSize)
		}
		c.ds.Errorf(diag.TooComplex, n.Span(), "the expression %s", what).Hint = "make it simpler"
	}
	return false
}

func (c *checker) leave() { c.depth-- }

func (c *checker) literal(n *Lit, hint world.Type) *Term {
	switch n.Kind {
	case LitBool:
		return constant(n, BoolType, world.Bool(n.Bool))
	case LitInt:
		return constant(n, IntType, world.Word(n.Int))
	case LitFloat, LitDuration, LitAngle:
		return constant(n, FloatType, world.Float(n.Float))
	case LitText:
		return c.text(n, hint)
	case LitNone:
		if hint.Kind == world.KindObject {
			return constant(n, hint, 0)
		}
		if hint.Kind == 0 {
			c.ds.Errorf(diag.UntypedNone, n.At, "none has no type here").Hint = "compare it with an object, as in: target == none"
		} else {
			c.ds.Errorf(diag.TypeMismatch, n.At, "expected %s, found none", c.typeName(hint)).Hint = "none is the absence of an object"
		}
	}
	return nil
}

func constant(n Node, t world.Type, w ...world.Word) *Term {
	c := &Term{Kind: TermConst, Type: t, Src: n}
	copy(c.Words[:], w)
	return c
}

func (c *checker) field(n *Field, hint world.Type) *Term {
	if q, ok := n.X.(*Ref); ok && q.Qualifier == "" && !q.Call && len(c.lookup(q.Name)) == 0 {
		if _, isType := c.sc.Type(q.Name); isType {
			return c.ref(&Ref{At: n.At, NameAt: n.At, Qualifier: q.Name, Name: n.Name}, hint)
		}
	}
	x := c.expr(n.X, Vec2Type)
	if x == nil {
		return nil
	}
	return c.component(n, x, n.Name)
}

func (c *checker) component(n Node, x *Term, name string) *Term {
	if x.Type.Kind != world.KindVec2 {
		c.ds.Errorf(diag.UnknownField, n.Span(), "%s has no field %q", c.typeName(x.Type), name).Hint = "only a vec2 has fields: x and y"
		return nil
	}
	slot := 0
	switch name {
	case "x":
	case "y":
		slot = 1
	default:
		c.ds.Errorf(diag.UnknownField, n.Span(), "vec2 has no field %q", name).Hint = "its fields are x and y"
		return nil
	}
	return folded(&Term{Kind: TermField, Type: FloatType, Src: n, Slot: slot, Args: []*Term{x}})
}

func (c *checker) conditional(n *If, hint world.Type) *Term {
	cond := c.typed(n.Cond, BoolType)
	x, y := c.pair(n.X, n.Else, hint)
	if x == nil || y == nil {
		return nil
	}
	x, y, typ, ok := c.unify(x, y)
	if !ok {
		c.ds.Errorf(diag.TypeMismatch, n.Else.Span(), "the two branches are %s and %s", c.typeName(x.Type), c.typeName(y.Type)).Hint = "both must have the same type"
		return nil
	}
	if cond == nil {
		return nil
	}
	if w, known := cond.Const(); known {
		if w[0].Bool() {
			return x
		}
		return y
	}
	return &Term{Kind: TermIf, Type: typ, Src: n, Args: []*Term{cond, x, y}}
}

// pair checks two operands that should be of one type. If only one of them depends on the expected type (none, a value
// that several enums share), the other is checked first and decides.
func (c *checker) pair(a, b Node, hint world.Type) (x, y *Term) {
	if hint.Kind == 0 && c.needy(a) && !c.needy(b) {
		y = c.expr(b, hint)
		if y != nil {
			x = c.expr(a, y.Type)
		}
		return x, y
	}
	x = c.expr(a, hint)
	if x == nil {
		return nil, c.alone(b, hint)
	}
	return x, c.expr(b, x.Type)
}

// alone checks an expression for mistakes if the expected type is unknown.
func (c *checker) alone(n Node, hint world.Type) *Term {
	if hint.Kind == 0 && c.needy(n) {
		if r, ok := n.(*Ref); !ok || len(c.lookup(r.Name)) > 1 {
			return nil
		}
	}
	return c.expr(n, hint)
}

// needy reports whether the meaning of an operand depends on the type expected.
func (c *checker) needy(n Node) bool {
	switch n := n.(type) {
	case *Lit:
		return n.Kind == LitNone
	case *List:
		return true // [1, 2] is one of int or of float
	case *Ref:
		return n.Qualifier == "" && !n.Call && len(c.lookup(n.Name)) != 1
	}
	return false
}
