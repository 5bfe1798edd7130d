package expr

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// CheckSource checks what a variable takes its values from: the call of a function of the host that returns a set of what the variable can hold. The result
// is a term of kind [TermFunc]; nil after a mistake, which is reported to ds.
func CheckSource(v *Var, want world.Type, sc Scope, ds *diag.List) *Term {
	c := checker{sc: sc, ds: ds, source: v.From}
	t := c.expr(v.From, world.Type{})
	switch {
	case t == nil:
	case t.Kind != TermFunc || !t.Func.Set:
		ds.Errorf(diag.FaultyBinding, v.From.Span(), "%s is no set", t).Hint = "from takes the call of a function that returns a set: function near(p: vec2): set of " + NameText(v.Type.Name)
	case !c.assignable(t.Type, want):
		ds.Errorf(diag.TypeMismatch, v.From.Span(), "expected a set of %s, found a set of %s", c.typeName(want), c.typeName(t.Type))
	default:
		return t
	}
	return nil
}

// NoSource reports a variable with a source where there can be none.
func NoSource(v *Var, ds *diag.List) {
	ds.Errorf(diag.FaultyBinding, v.From.Span(), "only free variables of methods take their values from a function").Hint = "write " + NameText(v.Name) + ": " + NameText(v.Type.Name)
}
