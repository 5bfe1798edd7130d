package expr

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// Builtin is a function that every expression may call. A declared name of the same spelling goes before it.
type Builtin uint8

// The built-in functions.
const (
	BuiltinMin Builtin = iota + 1
	BuiltinMax
	BuiltinAbs
	BuiltinClamp
	BuiltinFloor
	BuiltinCeil
	BuiltinRound
	BuiltinSqrt
	BuiltinPow
	BuiltinSin
	BuiltinCos
	BuiltinDist
	BuiltinVec2
)

// BuiltinInfo documents a built-in function; the reference is generated from it.
type BuiltinInfo struct {
	ID    Builtin
	Name  string
	Usage string // a call, with names for its arguments
	Help  string // its result, one sentence
	Least int    // number of arguments
	Most  int    // likewise
}

var builtins = []BuiltinInfo{
	{BuiltinMin, "min", "min(a, b, ...)", "The least of the numbers.", 2, MaxArgs},
	{BuiltinMax, "max", "max(a, b, ...)", "The greatest of the numbers.", 2, MaxArgs},
	{BuiltinAbs, "abs", "abs(x)", "The number without its sign.", 1, 1},
	{BuiltinClamp, "clamp", "clamp(x, lo, hi)", "The number between lo and hi that is nearest to x; hi if lo is the greater of the two.", 3, 3},
	{BuiltinFloor, "floor", "floor(x)", "The greatest int that is not above x.", 1, 1},
	{BuiltinCeil, "ceil", "ceil(x)", "The least int that is not below x.", 1, 1},
	{BuiltinRound, "round", "round(x)", "The nearest int; halves go away from zero.", 1, 1},
	{BuiltinSqrt, "sqrt", "sqrt(x)", "The square root, 0 for negative numbers.", 1, 1},
	{BuiltinPow, "pow", "pow(x, y)", "x to the power of y, the same as x^y: an int for two ints.", 2, 2},
	{BuiltinSin, "sin", "sin(x)", "The sine of an angle.", 1, 1},
	{BuiltinCos, "cos", "cos(x)", "The cosine of an angle.", 1, 1},
	{BuiltinDist, "dist", "dist(p, q)", "The distance of two points.", 2, 2},
	{BuiltinVec2, "vec2", "vec2(x, y)", "The vec2 with these components.", 2, 2},
}

// Builtins returns the documentation of the built-in functions, in the order of their IDs. Not to be changed.
func Builtins() []BuiltinInfo { return builtins }

// Name returns the name it is called by.
func (b Builtin) Name() string { return builtins[b-1].Name }

func builtinNamed(name string) (Builtin, bool) {
	for i := range builtins {
		if builtins[i].Name == name {
			return builtins[i].ID, true
		}
	}
	return 0, false
}

// builtin checks a call of a built-in function.
func (c *checker) builtin(n *Ref, b Builtin) *Term {
	info := &builtins[b-1]
	if !n.Call || len(n.Args) < info.Least || len(n.Args) > info.Most {
		for _, a := range n.Args {
			c.expr(a, world.Type{})
		}
		takes := arguments(info.Least)
		if info.Most > info.Least {
			takes = fmt.Sprintf("%d to %d arguments", info.Least, info.Most)
		}
		c.ds.Errorf(diag.WrongArity, n.At, "%s takes %s, found %d", n.Name, takes, len(n.Args)).Hint = "write " + info.Usage
		return nil
	}
	args, ok := c.builtinArgs(n, b)
	if !ok || !c.byPlace(n) {
		return nil
	}
	switch b {
	case BuiltinPow:
		return c.arith(n, Pow, args[0], args[1])
	case BuiltinFloor, BuiltinCeil, BuiltinRound:
		if args[0].Type.Kind == world.KindInt {
			return args[0]
		}
	}
	return folded(&Term{Kind: TermBuiltin, Builtin: b, Type: builtinType(b, args), Src: n, Args: args})
}

func (c *checker) builtinArgs(n *Ref, b Builtin) ([]*Term, bool) {
	want := world.Type{}
	switch b {
	case BuiltinDist:
		want = Vec2Type
	case BuiltinSqrt, BuiltinSin, BuiltinCos, BuiltinVec2:
		want = FloatType
	}
	args, ok := make([]*Term, len(n.Args)), true
	for i, a := range n.Args {
		t := c.typed(a, want)
		if t != nil && want.Kind == 0 && !numeric(t.Type) {
			c.ds.Errorf(diag.TypeMismatch, a.Span(), "expected a number, found %s", c.typeName(t.Type))
			t = nil
		}
		args[i], ok = t, ok && t != nil
	}
	if ok && (b == BuiltinMin || b == BuiltinMax || b == BuiltinClamp) {
		args = sameNumbers(args)
	}
	return args, ok
}

func builtinType(b Builtin, args []*Term) world.Type {
	switch b {
	case BuiltinMin, BuiltinMax, BuiltinAbs, BuiltinClamp:
		return unranged(args[0].Type)
	case BuiltinFloor, BuiltinCeil, BuiltinRound:
		return IntType
	case BuiltinVec2:
		return Vec2Type
	}
	return FloatType
}
