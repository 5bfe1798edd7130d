package expr

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// ResolveType returns the meaning of a written type. If the type is faulty, it reports that and returns false. Texts
// and lists are no types of values: see [ResolveArgument].
func ResolveType(tn *TypeName, sc Scope, ds *diag.List) (world.Type, bool) {
	t, ok := ResolveArgument(tn, sc, ds)
	if ok && t.IsLiteral() {
		ds.Errorf(diag.MisplacedLiteral, tn.At, "a %s can only be an argument", world.FormatType(sc.Schema(), t)).Hint = LiteralHint
		return world.Type{}, false
	}
	return t, ok
}

// ResolveArgument is [ResolveType] for parameters that can be texts and lists.
func ResolveArgument(tn *TypeName, sc Scope, ds *diag.List) (world.Type, bool) {
	if tn.Set {
		ds.Errorf(diag.MisplacedSet, tn.At, "a set can only be what a function returns").Hint = "write function near(p: vec2): set of " + NameText(tn.Name)
		return world.Type{}, false
	}
	if tn.List {
		return resolveList(tn, ds)
	}
	switch tn.Name {
	case "int":
		return resolveInt(tn, sc, ds)
	case "bool", "float", "vec2":
		if tn.Ranged {
			ds.Errorf(diag.BadRange, tn.At, "only an int can have a range").Hint = "write int lo..hi"
			return world.Type{}, false
		}
		return map[string]world.Type{"bool": BoolType, "float": FloatType, "vec2": Vec2Type}[tn.Name], true
	case "":
		return world.Type{}, false // reported when it was parsed
	}
	t, ok := sc.Type(tn.Name)
	if !ok && tn.Name == wordText { // a type that is declared hides it
		t, ok = world.TextType, true
	}
	switch {
	case !ok:
		names := append([]string{"bool", "float", "int", "vec2", wordText}, sc.TypeNames()...)
		ds.Errorf(diag.UnknownType, tn.At, "unknown type %q", tn.Name).Meant(tn.Name, Suggest(tn.Name, names))
	case tn.Ranged:
		ds.Errorf(diag.BadRange, tn.At, "only an int can have a range").Hint = "write int lo..hi"
		ok = false
	}
	return t, ok
}

func resolveInt(tn *TypeName, sc Scope, ds *diag.List) (world.Type, bool) {
	if !tn.Ranged {
		return IntType, true
	}
	lo, okLo := constantInt(tn.Lo, sc, ds)
	hi, okHi := constantInt(tn.Hi, sc, ds)
	if !okLo || !okHi {
		return world.Type{}, false
	}
	if lo > hi {
		ds.Errorf(diag.BadRange, tn.At, "the range %d..%d is empty", lo, hi).Hint = fmt.Sprintf("write int %d..%d", hi, lo)
		return world.Type{}, false
	}
	return world.Type{Kind: world.KindInt, Lo: lo, Hi: hi}, true
}

func constantInt(n Node, sc Scope, ds *diag.List) (int64, bool) {
	t := Check(n, sc, IntType, ds)
	if t == nil {
		return 0, false
	}
	w, ok := t.Const()
	if !ok {
		ds.Errorf(diag.NotConstant, n.Span(), "the bounds of a range must be constants")
	}
	return int64(w[0]), ok
}

// coerce makes a term one of the type wanted, or reports why it cannot be.
func (c *checker) coerce(t *Term, want world.Type) *Term {
	switch {
	case want.Kind == 0:
		return t
	case want.Kind == world.KindFloat && t.Type.Kind == world.KindInt:
		return toFloat(t)
	case !c.assignable(t.Type, want):
		d := c.ds.Errorf(diag.TypeMismatch, t.Src.Span(), "expected %s, found %s", c.typeName(want), c.typeName(t.Type))
		d.Hint = c.mismatchHint(t.Type, want)
		return nil
	case want.Kind == world.KindInt && t.Kind == TermConst && (t.Words[0] < world.Word(want.Lo) || t.Words[0] > world.Word(want.Hi)):
		c.ds.Errorf(diag.OutOfRange, t.Src.Span(), "%d is outside %d..%d", t.Words[0], want.Lo, want.Hi)
		return nil
	}
	return t
}

func (c *checker) mismatchHint(have, want world.Type) string {
	switch {
	case have.Kind == world.KindText && want.Kind != world.KindText && c.typeName(want) == wordText:
		return "the declared type text hides the built-in one"
	case have.Kind == world.KindText && (want.Kind == world.KindEnum || want.Kind == world.KindObject):
		return "write names without quotes"
	case want.Kind == world.KindText:
		return `write a text in double quotes: "halt"`
	case want.Kind == world.KindBool:
		return "a condition is true or false: compare it with something"
	case want.Kind == world.KindInt && have.Kind == world.KindFloat:
		return "make it an int with floor, round or ceil"
	case want.Kind == world.KindEnum:
		if s := c.sc.Schema(); s != nil && int(want.ID) < len(s.Enums) && want.ID >= 0 {
			return c.typeName(want) + " is one of " + listText(s.Enums[want.ID].Values)
		}
	case want.Kind == world.KindObject && have.Kind == world.KindObject && c.assignable(want, have):
		return fmt.Sprintf("not every %s is %s", c.typeName(have), diag.WithArticle(c.typeName(want)))
	}
	return ""
}

func listText(names []string) string {
	const most = 8
	if len(names) > most {
		return strings.Join(names[:most], ", ") + ", ..."
	}
	return strings.Join(names, ", ")
}

// assignable reports whether a value of type have can be used as want, apart from an int as a float.
func (c *checker) assignable(have, want world.Type) bool {
	switch {
	case have.Kind != want.Kind:
		return false
	case have.Kind == world.KindEnum, have.Kind == world.KindList:
		return have.ID == want.ID
	case have.Kind == world.KindObject:
		return have.ID == want.ID || c.objectType(want).Has(have.ID)
	}
	return true
}

// related reports whether two object types can have a member in common.
func (c *checker) related(a, b world.Type) bool {
	if a.ID == b.ID {
		return true
	}
	x, y := c.objectType(a).Subtypes, c.objectType(b).Subtypes
	for i := range min(len(x), len(y)) {
		if x[i]&y[i] != 0 {
			return true
		}
	}
	return false
}

func (c *checker) objectType(t world.Type) *world.ObjectType {
	if s := c.sc.Schema(); s != nil && t.ID >= 0 && int(t.ID) < len(s.Types) {
		return &s.Types[t.ID]
	}
	return &world.ObjectType{}
}

// unify brings two operands to one type: the more general of the two. It returns false when they have nothing in
// common.
func (c *checker) unify(x, y *Term) (*Term, *Term, world.Type, bool) {
	a, b := x.Type, y.Type
	switch {
	case a.Kind == world.KindInt && b.Kind == world.KindFloat:
		return toFloat(x), y, b, true
	case a.Kind == world.KindFloat && b.Kind == world.KindInt:
		return x, toFloat(y), a, true
	case a.Kind != b.Kind:
		return x, y, a, false
	case a.Kind == world.KindInt:
		return x, y, world.Type{Kind: world.KindInt, Lo: min(a.Lo, b.Lo), Hi: max(a.Hi, b.Hi)}, true
	case a.Kind == world.KindEnum, a.Kind == world.KindList:
		return x, y, a, a.ID == b.ID
	case a.Kind == world.KindObject && c.assignable(a, b):
		return x, y, b, true
	case a.Kind == world.KindObject && c.assignable(b, a):
		return x, y, a, true
	case a.Kind == world.KindObject:
		return x, y, a, false
	}
	return x, y, a, true
}

// comparable brings two operands to where == means something, or reports that it means nothing.
func (c *checker) comparable(n Node, x, y *Term) (*Term, *Term, bool) {
	a, b := x.Type, y.Type
	x, y, _, ok := c.unify(x, y)
	if ok || a.Kind == world.KindObject && b.Kind == world.KindObject && c.related(a, b) {
		return x, y, true
	}
	d := c.ds.Errorf(diag.NotComparable, n.Span(), "cannot compare %s with %s", c.typeName(a), c.typeName(b))
	if a.Kind == world.KindText {
		a, b = b, a
	}
	d.Hint = c.mismatchHint(b, a)
	return x, y, false
}

// toFloat makes an int a float.
func toFloat(t *Term) *Term {
	return folded(&Term{Kind: TermFloat, Type: FloatType, Src: t.Src, Args: []*Term{t}})
}

// typeName returns a type as it is written.
func (c *checker) typeName(t world.Type) string { return typeText(c.sc.Schema(), t) }

// typeText returns a type as it is written; a type that the schema does not hold is called by its kind.
func typeText(s *world.Schema, t world.Type) string {
	switch {
	case t.Kind == 0:
		return "nothing"
	case t.Kind == world.KindEnum && (s == nil || uint(t.ID) >= uint(len(s.Enums))):
		return "enum"
	case t.Kind == world.KindObject && (s == nil || uint(t.ID) >= uint(len(s.Types))):
		return "object"
	}
	return world.FormatType(s, t)
}

// numeric reports whether a type is int or float.
func numeric(t world.Type) bool { return t.Kind == world.KindInt || t.Kind == world.KindFloat }

// isConst reports whether all terms are constants.
func isConst(ts []*Term) bool {
	return !slices.ContainsFunc(ts, func(t *Term) bool { return t.Kind != TermConst })
}

// folded returns the constant that a term without state is, or the term itself.
func folded(t *Term) *Term {
	if !isConst(t.Args) {
		return t
	}
	w := EvalTerm(t, &Machine{}, nil)
	return &Term{Kind: TermConst, Type: t.Type, Src: t.Src, Words: w}
}
