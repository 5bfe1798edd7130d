package index

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

func (b *builder) nodes(list ...expr.Node) {
	for _, n := range list {
		b.node(n, "")
	}
}

// node resolves an expression. hint is the name of the type that its place expects, "" if that is unknown: values of
// several enums may have the same name.
func (b *builder) node(n expr.Node, hint string) {
	switch n := n.(type) {
	case *expr.Ref:
		b.ref(n, hint, Reads)
	case *expr.Field:
		b.node(n.X, "")
	case *expr.Unary:
		b.node(n.X, "")
	case *expr.Binary:
		b.binary(n)
	case *expr.In:
		b.node(n.X, "")
		if r, ok := n.Set.(*expr.Ref); ok && r.Qualifier == "" && !r.Call && b.localNamed(r.Name) == nil && b.global(r.Name, Type) != nil {
			b.add(r.NameAt, b.global(r.Name, Type), Reads)
		} else {
			b.node(n.Set, b.typeOf(n.X))
		}
	case *expr.List:
		b.nodes(n.Elems...)
	case *expr.Set:
		for _, e := range n.Elems {
			b.node(e, hint)
		}
	case *expr.Range:
		b.node(n.Lo, hint)
		b.node(n.Hi, hint)
	case *expr.If:
		b.node(n.Cond, "")
		b.node(n.X, firstName(hint, b.typeOf(n.Else)))
		b.node(n.Else, firstName(hint, b.typeOf(n.X)))
	case *expr.Quant:
		b.scope(func() {
			b.vars(n.Vars)
			b.node(n.Where, "")
			b.node(n.Body, "")
		})
		b.node(n.Else, "")
	}
}

func (b *builder) binary(n *expr.Binary) {
	switch n.Op {
	case expr.Eq, expr.Ne, expr.Lt, expr.Le, expr.Gt, expr.Ge:
		b.node(n.X, b.typeOf(n.Y))
		b.node(n.Y, b.typeOf(n.X))
	default:
		b.node(n.X, "")
		b.node(n.Y, "")
	}
}

func firstName(list ...string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}

// ref resolves a name with its arguments.
func (b *builder) ref(n *expr.Ref, hint string, r Role) {
	if n.Todo != "" {
		return
	}
	var s *Symbol
	if n.Qualifier != "" {
		s = b.qualified(n)
	} else {
		s = b.lookup(n.Name, hint)
		if s != nil || !Predefined(n.Name) {
			b.add(n.NameAt, s, r)
		}
	}
	params := paramsOf(s)
	for i, a := range n.Args {
		b.node(a, paramType(params, func(k int, _ *def.Param) bool { return k == i }))
	}
}

// qualified resolves place.home: a value of an enum.
func (b *builder) qualified(n *expr.Ref) *Symbol {
	typ := b.global(n.Qualifier, Type)
	b.add(nameIn(n.At, n.Qualifier), typ, Reads)
	var value *Symbol
	for _, v := range b.values[n.Name] {
		if v.In == typ && typ != nil {
			value = v
		}
	}
	b.add(n.NameAt, value, Reads)
	return value
}

// lookup returns what a name means in an expression; nil: nothing.
func (b *builder) lookup(name, hint string) *Symbol {
	if s := b.localNamed(name); s != nil {
		return s
	}
	if s := b.global(name, expressions...); s != nil {
		return s
	}
	values := b.values[name]
	for _, v := range values {
		if t := b.types[v]; t != nil && t.name == hint {
			return v
		}
	}
	if len(values) > 0 {
		return values[0]
	}
	return nil
}

// maxTypeDepth bounds how far a type is followed through derived symbols that refer to each other.
const maxTypeDepth = 16

// typeOf returns the name of the type of an expression, as far as that is an enum's or an object type's; else "".
func (b *builder) typeOf(n expr.Node) string { return b.typeAt(n, 0) }

func (b *builder) typeAt(n expr.Node, depth int) string {
	if depth > maxTypeDepth {
		return ""
	}
	switch n := n.(type) {
	case *expr.Ref:
		if n.Qualifier != "" {
			return n.Qualifier
		}
		s := b.localNamed(n.Name)
		if s == nil {
			s = b.global(n.Name, expressions...)
		}
		if s == nil {
			if v := b.values[n.Name]; len(v) == 1 {
				s = v[0]
			}
		}
		return b.typeOfSymbol(s, depth)
	case *expr.If:
		return firstName(b.typeAt(n.X, depth+1), b.typeAt(n.Else, depth+1))
	case *expr.Quant:
		return ""
	}
	return ""
}

func (b *builder) typeOfSymbol(s *Symbol, depth int) string {
	t := b.types[s]
	switch {
	case s == nil || t == nil:
		return ""
	case t.node != nil:
		return b.typeAt(t.node, depth+1)
	}
	return t.name
}

// typeName resolves the name of a type, and the bounds of its range.
func (b *builder) typeName(t *expr.TypeName) {
	if t == nil || t.Name == "" {
		return
	}
	if at := typeAt(t); !predefinedType(t.Name) || b.global(t.Name, Type) != nil {
		b.add(at, b.global(t.Name, Type), Reads)
	}
	b.nodes(t.Lo, t.Hi)
}

// typeAt returns the place of the name in a type: the last one in "set of place".
func typeAt(t *expr.TypeName) diag.Span {
	at := t.At
	if t.Set || t.List {
		if i := strings.LastIndex(at.Text(), "of"); i > 0 && int32(i) < at.End-at.Start {
			at.Start += int32(strings.Index(at.Text(), "of")) + 2
		}
	}
	return nameIn(at, t.Name)
}

func (b *builder) effects(list []expr.Effect) {
	for _, e := range list {
		b.effect(e)
	}
}

func (b *builder) effect(e expr.Effect) {
	switch e := e.(type) {
	case *expr.Assign:
		hint := ""
		if e.Target != nil {
			b.ref(e.Target, "", Writes)
			hint = b.typeOf(e.Target)
		}
		b.node(e.Value, hint)
	case *expr.IfEffect:
		b.node(e.Cond, "")
		b.effects(e.Then)
		b.effects(e.Else)
	case *expr.ForallEffect:
		b.scope(func() {
			b.vars(e.Vars)
			b.node(e.Where, "")
			b.effects(e.Body)
		})
	}
}
