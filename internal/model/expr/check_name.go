package expr

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/world"
)

// lookup returns what a name means here: the innermost bound variable, or what the scope says.
func (c *checker) lookup(name string) []Entity {
	for i := len(c.vars) - 1; i >= 0; i-- {
		if c.vars[i].Name == name {
			return []Entity{{Kind: entityBound, Type: c.vars[i].Type, Slot: c.vars[i].Index}}
		}
	}
	return c.sc.Lookup(name)
}

// entityBound is a variable of an enclosing quantifier; scopes do not know of these.
const entityBound EntityKind = 100

func (c *checker) ref(n *Ref, hint world.Type) *Term {
	if n.Qualifier != "" {
		return c.qualified(n)
	}
	found := c.lookup(n.Name)
	switch len(found) {
	case 0:
		if b, ok := builtinNamed(n.Name); ok {
			return c.builtin(n, b)
		}
		if k, ok := curve.KindNamed(n.Name); ok && n.Call {
			return c.curve(n, k)
		}
		if n.Name == wordRemembered {
			return c.remembered(n)
		}
		c.unknown(n, hint)
		return nil
	case 1:
		if found[0].Kind == entityBound && found[0].Type.Kind == 0 {
			return nil // its type is faulty, which was reported
		}
		return c.entity(n, &found[0])
	}
	return c.shared(n, found, hint)
}

// shared picks one of several meanings by the type expected.
func (c *checker) shared(n *Ref, found []Entity, hint world.Type) *Term {
	for i := range found {
		if hint.Kind != 0 && c.assignable(found[i].Type, hint) {
			return c.entity(n, &found[i])
		}
	}
	if hint.Kind != 0 {
		return c.entity(n, &found[0]) // of the wrong type, which the caller that gave the hint reports
	}
	forms := make([]string, len(found))
	for i := range found {
		forms[i] = c.typeName(found[i].Type) + "." + n.Name
	}
	c.ds.Errorf(diag.AmbiguousName, n.NameAt, "%q may mean %s", n.Name, strings.Join(forms, " or ")).Replace(forms[0])
	return nil
}

// qualified checks an enum value written with its type, or a field of a vec2, which looks the same.
func (c *checker) qualified(n *Ref) *Term {
	typ, ok := c.sc.Type(n.Qualifier)
	if owner := c.lookup(n.Qualifier); len(owner) == 1 && !n.Call && (!ok || owner[0].Type.Kind == world.KindVec2) {
		if x := c.entity(&Ref{At: n.At, NameAt: n.At, Name: n.Qualifier}, &owner[0]); x != nil {
			return c.component(n, x, n.Name)
		}
		return nil
	}
	if !ok {
		d := c.ds.Errorf(diag.UnknownType, n.At, "unknown type %q", n.Qualifier)
		d.Meant(n.Qualifier, Suggest(n.Qualifier, c.sc.TypeNames()))
		return nil
	}
	if typ.Kind == world.KindEnum && !n.Call {
		if w, ok := c.enumValue(typ, n.Name); ok {
			return constant(n, typ, w)
		}
	}
	d := c.ds.Errorf(diag.UnknownValue, n.At, "%s has no value %q", n.Qualifier, n.Name)
	d.Meant(n.Name, Suggest(n.Name, c.values(typ)))
	if d.Hint == "" {
		d.Hint = c.mismatchHint(world.Type{}, typ)
	}
	return nil
}

func (c *checker) enumValue(typ world.Type, name string) (world.Word, bool) {
	for i, v := range c.values(typ) {
		if v == name {
			return world.Word(i), true
		}
	}
	return 0, false
}

// values returns the names of an enum's values.
func (c *checker) values(typ world.Type) []string {
	if s := c.sc.Schema(); s != nil && typ.Kind == world.KindEnum && typ.ID >= 0 && int(typ.ID) < len(s.Enums) {
		return s.Enums[typ.ID].Values
	}
	return nil
}

func (c *checker) unknown(n *Ref, hint world.Type) {
	what := "symbol"
	if n.Call {
		what = "symbol or function"
	}
	d := c.ds.Errorf(diag.UnknownSymbol, n.NameAt, "unknown %s %q", what, n.Name)
	if d.Meant(n.Name, Suggest(n.Name, c.values(hint))); d.Hint != "" {
		return
	}
	if _, ok := c.sc.Type(n.Name); ok {
		d.Hint = fmt.Sprintf("%s is a type", n.Name)
		return
	}
	var names []string
	for i := len(c.vars) - 1; i >= 0; i-- {
		names = append(names, c.vars[i].Name)
	}
	names = append(names, c.sc.Names()...)
	if !n.Call {
		if d.Meant(n.Name, Suggest(n.Name, names)); d.Hint == "" {
			d.Hint = calledHint(n.Name)
		}
		return
	}
	for _, b := range Builtins() {
		names = append(names, b.Name)
	}
	names = append(names, wordRemembered)
	d.Meant(n.Name, Suggest(n.Name, append(names, curve.Names()...)))
	if d.Hint != DidYouMean(n.Name, names) {
		d.Code, d.Message = diag.UnknownCurve, fmt.Sprintf("unknown curve %q", n.Name)
	}
}

// calledHint says how to call a curve that was written without arguments.
func calledHint(name string) string {
	if k, ok := curve.KindNamed(name); ok {
		return fmt.Sprintf("%s is a curve: write %s", name, curveUsage(k))
	}
	return ""
}

// entity makes a term of a name that means one thing.
func (c *checker) entity(n *Ref, e *Entity) *Term {
	t := &Term{Type: e.Type, Src: n}
	var params []world.Type
	switch {
	case e.Kind == EntityConst:
		t.Kind, t.Words = TermConst, e.Words
	case e.Kind == EntityVar:
		t.Kind, t.Slot = TermVar, e.Slot
		if e.Slot < 0 || e.Slot+e.Type.Width() > MaxFrame {
			c.ds.Errorf(diag.TooComplex, n.NameAt, "more than %d words of parameters and variables", MaxFrame)
			return nil
		}
	case e.Kind == entityBound:
		t.Kind, t.Slot = TermBound, e.Slot
	case e.Kind == EntitySymbol && e.Symbol != nil:
		t.Kind, t.Symbol, t.Type, params = TermCell, e.Symbol, e.Symbol.Type, e.Symbol.Params
		if len(e.Args) > 0 {
			params = nil
		}
	case e.Kind == EntityDerived && e.Derived != nil:
		t.Kind, t.Derived, t.Type, params = TermDerived, e.Derived, e.Derived.Type, e.Derived.Params
		if c.size += e.Derived.size(); !c.within(n) {
			return nil
		}
	case e.Kind == EntityFunc && e.Func != nil:
		if e.Func.Set && c.source != n {
			c.ds.Errorf(diag.MisplacedSet, n.At, "%q returns a set, which is not a value", n.Name).Hint = "range over it: each x: type from " + n.Name
			return nil
		}
		t.Kind, t.Func, t.Type, params = TermFunc, e.Func, e.Func.Result, e.Func.Params
	default:
		c.ds.Errorf(diag.NotConstant, n.NameAt, "%q has no value yet here", n.Name).Hint = "only constants can be used here"
		return nil
	}
	args, ok := c.args(n, params)
	if !ok {
		return nil
	}
	if t.Args = args; len(e.Args) > 0 {
		t.Args = e.Args
	}
	return t
}

// args checks the arguments of a name against its parameters.
func (c *checker) args(n *Ref, params []world.Type) ([]*Term, bool) {
	if len(params) > MaxArgs {
		c.ds.Errorf(diag.TooComplex, n.NameAt, "%s has more than %d parameters", n.Name, MaxArgs)
		return nil, false
	}
	if len(n.Args) != len(params) {
		c.arity(n, params)
		return nil, false
	}
	if !c.byPlace(n) {
		return nil, false
	}
	if len(params) == 0 {
		return nil, true
	}
	args, ok := make([]*Term, len(params)), true
	for i, a := range n.Args {
		args[i] = c.typed(a, params[i])
		ok = ok && args[i] != nil
	}
	return args, ok
}

// byPlace wants the arguments without names: only those of curves have some.
func (c *checker) byPlace(n *Ref) bool {
	for i := range n.ArgNames {
		if name := &n.ArgNames[i]; name.Name != "" {
			c.ds.Errorf(diag.FaultyArgument, name.At, "the arguments of %s are positional", n.Name).Hint = "write them without names"
			return false
		}
	}
	return true
}

func (c *checker) arity(n *Ref, params []world.Type) {
	for _, a := range n.Args {
		c.alone(a, world.Type{})
	}
	names := make([]string, len(params))
	for i, p := range params {
		names[i] = c.typeName(p)
	}
	d := c.ds.Errorf(diag.WrongArity, n.At, "%s takes %s, found %d", n.Name, arguments(len(params)), len(n.Args))
	if d.Hint = "write " + n.Name; len(params) > 0 {
		d.Hint += "(" + strings.Join(names, ", ") + ")"
	}
}

func arguments(n int) string {
	switch n {
	case 0:
		return "no arguments"
	case 1:
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}
