package expr

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// Words of types that only arguments have.
const (
	wordText = "text"
	wordList = "list"
)

// LiteralHint says where texts and lists are possible.
const LiteralHint = "give it to an action, operator, task, goal or tree: action say(line: text)"

// Interner is a [Scope] of which texts and lists can be named. Others have none.
type Interner interface {
	// Intern returns the word of a literal. While a model is checked, it adds the literal to the schema's. Later it
	// returns false for one that the model does not have.
	Intern(t world.Type, v world.Literal) (world.Word, bool)
}

// resolveList returns the type of lists.
func resolveList(tn *TypeName, ds *diag.List) (world.Type, bool) {
	types := map[string]world.Type{"int": world.IntsType, "float": world.FloatsType, wordText: world.TextsType}
	t, ok := types[tn.Name]
	switch {
	case tn.Name == "": // reported when it was parsed
	case !ok:
		ds.Errorf(diag.FaultyList, tn.At, "a list cannot hold %s", tn.Name).Hint = "write list of int, list of float or list of text"
	case tn.Ranged:
		ds.Errorf(diag.FaultyList, tn.At, "the elements of a list have no range").Hint = "write list of int"
		ok = false
	}
	return t, ok
}

// text checks a text.
func (c *checker) text(n *Lit, hint world.Type) *Term {
	if hint.Kind != 0 && hint.Kind != world.KindText {
		c.ds.Errorf(diag.TypeMismatch, n.At, "expected %s, found text", c.typeName(hint)).Hint = c.mismatchHint(world.TextType, hint)
		return nil
	}
	if !c.isShort(n) {
		return nil
	}
	return c.interned(n, world.TextType, world.Literal{Text: n.Text})
}

// isShort checks the length of a text.
func (c *checker) isShort(n *Lit) bool {
	if len(n.Text) > MaxTextBytes {
		c.ds.Errorf(diag.TooComplex, n.At, "a text of %d bytes is longer than %d", len(n.Text), MaxTextBytes)
		return false
	}
	return true
}

// interned makes a constant of a literal.
func (c *checker) interned(n Node, t world.Type, v world.Literal) *Term {
	in, ok := c.sc.(Interner)
	if ok {
		var w world.Word
		if w, ok = in.Intern(t, v); ok {
			return constant(n, t, w)
		}
	}
	d := c.ds.Errorf(diag.MisplacedLiteral, n.Span(), "the program does not contain %s", cutText(v.Written(t)))
	d.Hint = "texts and lists are those of its files; names have no quotes"
	if c.sc.Schema().Literals.Len(t) >= world.MaxLiterals {
		d.Message, d.Hint = fmt.Sprintf("more than %d arguments of type %s", world.MaxLiterals, c.typeName(t)), ""
	}
	return nil
}

// list checks a list, which is of the type that is expected, or else of the one that its elements have.
func (c *checker) list(n *List, hint world.Type) *Term {
	if len(n.Elems) > MaxListElems {
		c.ds.Errorf(diag.FaultyList, n.At, "%d elements of a list are more than %d", len(n.Elems), MaxListElems)
		return nil
	}
	t := hint
	if hint.Kind != world.KindList {
		if t = elementsType(n.Elems); t.Kind == 0 && len(n.Elems) > 0 {
			t = world.IntsType // none of them is a literal, which is reported
		}
		if t.Kind == 0 {
			c.ds.Errorf(diag.FaultyList, n.At, "it is not clear what the list contains").Hint = "give it to a parameter of type list of int, float or text"
			return nil
		}
	}
	var v world.Literal
	ok := true
	for _, e := range n.Elems {
		ok = c.element(e, t, &v) && ok
	}
	if !ok {
		return nil
	}
	return c.interned(n, t, v)
}

// elementsType returns the type of a list by its elements: what the first is, but of floats if any of its numbers is
// one.
func elementsType(elems []Node) world.Type {
	var t world.Type
	for _, e := range elems {
		lit, _ := literalOf(e)
		switch {
		case lit == nil:
		case lit.Kind == LitText && t.Kind == 0:
			t = world.TextsType
		case lit.Kind == LitInt && t.Kind == 0:
			t = world.IntsType
		case isFraction(lit.Kind) && t != world.TextsType:
			t = world.FloatsType
		}
	}
	return t
}

// isFraction reports whether literals of a kind are floats.
func isFraction(k LitKind) bool { return k == LitFloat || k == LitDuration || k == LitAngle }

// literalOf returns an element's literal, and whether it is negated; nil if the element is not a literal.
func literalOf(n Node) (lit *Lit, negative bool) {
	if u, ok := n.(*Unary); ok && u.Op == Neg {
		lit, _ = u.X.(*Lit)
		if lit != nil && lit.Kind != LitInt && !isFraction(lit.Kind) {
			return nil, false
		}
		return lit, true
	}
	lit, _ = n.(*Lit)
	return lit, false
}

// element adds an element to a list of a type.
func (c *checker) element(n Node, t world.Type, v *world.Literal) bool {
	lit, negative := literalOf(n)
	if lit == nil || lit.Kind == LitBool || lit.Kind == LitNone {
		if _, bad := n.(*Bad); !bad && n != nil {
			c.ds.Errorf(diag.FaultyList, n.Span(), "a list contains literals only, found %s", cutText(Print(n))).Hint = "write numbers, or texts in double quotes"
		}
		return false
	}
	switch {
	case t == world.TextsType && lit.Kind == LitText:
		if !c.isShort(lit) {
			return false
		}
		v.Texts = append(v.Texts, lit.Text)
	case t == world.IntsType && lit.Kind == LitInt:
		v.Ints = append(v.Ints, signed(lit.Int, negative))
	case t == world.FloatsType && lit.Kind == LitInt:
		v.Floats = append(v.Floats, signed(float64(lit.Int), negative))
	case t == world.FloatsType && isFraction(lit.Kind):
		v.Floats = append(v.Floats, world.Float(signed(lit.Float, negative)).Float())
	default:
		have := map[LitKind]string{LitInt: "int", LitText: wordText}[lit.Kind]
		if have == "" {
			have = "float"
		}
		c.ds.Errorf(diag.TypeMismatch, n.Span(), "expected %s, found %s", c.typeName(t.Element()), have)
		return false
	}
	return true
}

func signed[N int64 | float64](n N, negative bool) N {
	if negative {
		return -n
	}
	return n
}
