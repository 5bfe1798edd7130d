package expr

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// CheckSource checks what a variable takes its values from: the call of a function of the host that returns a set of
// what the variable can hold. The result is a term of kind [TermFunc]; nil after a mistake, which is reported to ds.
func CheckSource(v *Var, want world.Type, sc Scope, ds *diag.List) *Term {
	return (&checker{sc: sc, ds: ds}).sourceOf(v, want)
}

// sourceOf is [CheckSource] within an expression.
func (c *checker) sourceOf(v *Var, want world.Type) *Term {
	outer, ds := c.source, c.ds
	c.source = v.From
	t := c.expr(v.From, world.Type{})
	c.source = outer
	switch {
	case t == nil:
	case t.Kind != TermFunc || !t.Func.Set:
		ds.Errorf(diag.FaultyBinding, v.From.Span(), "%s is not a set", t).Hint = "from takes the call of a function that returns a set: function near(p: vec2): set of " + NameText(v.Type.Name)
	case !c.assignable(t.Type, want):
		ds.Errorf(diag.TypeMismatch, v.From.Span(), "expected a set of %s, found a set of %s", c.typeName(want), c.typeName(t.Type))
	default:
		return t
	}
	return nil
}

// Source is the compiled call of a function of the host whose values something is about. Immutable; safe for concurrent
// use.
type Source struct {
	term  *Term
	args  []*Value
	words int // of the arguments
}

// CompileSource compiles what [CheckSource] has returned; nil: nil.
func CompileSource(t *Term) *Source {
	if t == nil {
		return nil
	}
	s := &Source{term: t}
	for _, a := range t.Args {
		s.args = append(s.args, CompileValue(a))
		s.words += a.Type.Width()
	}
	return s
}

// Append appends the values of the set, in the order of the function. Each counts as a round of one evaluation. A panic
// of the host's code is passed on. It does not allocate where dst has room for the values and the arguments.
func (s *Source) Append(m *Machine, fr, dst []world.Word) []world.Word {
	top := len(dst)
	dst = append(slices.Grow(dst, s.words+1), m.none[:s.words+1]...)
	at := top
	for _, a := range s.args {
		width := a.Type().Width()
		a.EvalInto(m, fr, dst[at:at+width])
		at += width
	}
	first := len(dst)
	m.grant()
	for i := 0; ; i++ {
		m.round(s.term)
		w, ok := m.Element(s.term.Func, dst[top:first], i)
		if !ok {
			n := copy(dst[top:], dst[first:])
			return dst[:top+n]
		}
		dst = append(dst, w)
	}
}
