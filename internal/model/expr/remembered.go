package expr

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// Recaller is a [Scope] of a model whose agents have memories. Expressions ask it what remembered(x) and "e in
// remembered enemy" mean.
type Recaller interface {
	// Recalls returns the bool of the agent that says of each object of a type, its only parameter, whether it is
	// remembered; nil: the model declares no memory. The symbol has a text in Says: no file declares it.
	Recalls(t world.Type) *world.Symbol
}

// RowOf returns the symbol and the argument if a condition is a true cell that is kept in a row, such as remembered(x);
// otherwise nil.
func RowOf(t *Term) (sym *world.Symbol, x *Term) {
	if t.Kind == TermCell && t.Type.Kind == world.KindBool && t.Symbol.InRows() && t.Symbol.Default[0] == 0 {
		return t.Symbol, t.Args[0]
	}
	return nil, nil
}

// MarkOf is [RowOf] for cells that are kept together: [world.Symbol.Marks].
func MarkOf(t *Term) (sym *world.Symbol, x *Term) {
	if t.Kind == TermCell && t.Symbol.Marks() {
		return t.Symbol, t.Args[0]
	}
	return nil, nil
}

// isRecall reports whether a symbol is one that a [Recaller] gives.
func isRecall(s *world.Symbol) bool { return s.Says != "" && len(s.Params) == 1 }

// Remembered returns the condition that the object bound to a parameter is remembered. The parameter is that of "each e
// in remembered enemy": v as it was read, t its type, slot its word in the frame. It reports all mistakes to ds; the
// result is nil if there was one. Its Symbol holds the memory of objects of the type.
func Remembered(v *Var, t world.Type, slot int, sc Scope, ds *diag.List) *Term {
	c := checker{sc: sc, ds: ds}
	return c.recollection(v, &Term{Kind: TermVar, Type: t, Slot: slot, Src: &Ref{At: v.At, NameAt: v.At, Name: v.Name}})
}

// AllOf returns the condition that all of some conditions hold, of which those that are nil always do: nil if none is
// left. Conditions that the parser has not read together print as if it had.
func AllOf(conditions ...*Term) *Term {
	var parts []*Term
	var src Node
	for _, t := range conditions {
		if t == nil {
			continue
		}
		parts = append(parts, t)
		switch {
		case src == nil:
			src = t.Src
		case t.Src != nil:
			src = &Binary{At: t.Src.Span(), Op: And, X: src, Y: t.Src}
		}
	}
	switch len(parts) {
	case 0:
		return nil
	case 1:
		return parts[0]
	}
	return joined(src, TermAnd, 1, parts)
}

// recollection returns the condition that the object bound to a variable is remembered.
func (c *checker) recollection(v *Var, x *Term) *Term {
	if x.Type.Kind != world.KindObject {
		c.ds.Errorf(diag.BadVariable, v.At, "values of %s are not remembered", c.typeName(x.Type)).Hint = "only objects are; write " + NameText(v.Name) + ": " + v.Type.Name
		return nil
	}
	return c.recalled(&Ref{At: v.At, NameAt: v.At, Name: wordRemembered, Args: []Node{x.Src}, Call: true}, x)
}

// remembered checks remembered(x), the predicate.
func (c *checker) remembered(n *Ref) *Term {
	if !n.Call || len(n.Args) != 1 {
		for _, a := range n.Args {
			c.alone(a, world.Type{})
		}
		c.ds.Errorf(diag.WrongArity, n.At, "%s takes %s, found %d", n.Name, arguments(1), len(n.Args)).Hint = "write " + wordRemembered + "(x), where x is an object"
		return nil
	}
	x := c.expr(n.Args[0], world.Type{})
	switch {
	case x == nil || !c.byPlace(n):
		return nil
	case x.Type.Kind != world.KindObject:
		c.ds.Errorf(diag.TypeMismatch, n.Args[0].Span(), "expected an object, found %s", c.typeName(x.Type)).Hint = "only objects are remembered"
		return nil
	}
	return c.recalled(n, x)
}

// recalled returns the cell that says whether an object is remembered.
func (c *checker) recalled(n Node, x *Term) *Term {
	var sym *world.Symbol
	if r, ok := c.sc.(Recaller); ok {
		sym = r.Recalls(x.Type)
	}
	if sym == nil {
		c.ds.Errorf(diag.NothingRemembered, n.Span(), "the model declares no memory").Hint = "declare one, as in: memory short { span 8s }"
		return nil
	}
	return &Term{Kind: TermCell, Type: BoolType, Src: n, Symbol: sym, Args: []*Term{x}}
}
