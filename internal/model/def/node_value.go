package def

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// each checks a loop and returns the scope of its body.
func (g *grower) each(info *NodeInfo, n *Node, sc *Scope) *Scope {
	if n.Each == nil {
		return sc
	}
	v := n.Each
	t := none
	if v.Type.Name != "" {
		t = g.memberType(&v.Type, sc)
	} else if len(n.Values) > 0 {
		t, info.Values = g.eachValues(n.Values, sc)
	}
	if !g.expand {
		g.newVariable(v, sc)
	}
	if v.From != nil && t != none {
		info.From = sourceIn(v, t, sc, g.diags)
	}
	info.Each = g.slot(v.Name, t)
	inner := sc.bind(info.Each)
	info.Where = expr.AllOf(g.recalled(v, info.Each, inner), g.term(n.Where, inner, expr.BoolType))
	info.Order = g.number(n.Order, inner, "an order")
	return inner
}

// newVariable reports a variable whose name is invalid or taken.
func (g *grower) newVariable(v *expr.Var, sc *Scope) {
	switch {
	case v.Name == "" && g.partial:
	case !isName(v.Name):
		g.diags.Errorf(diag.NotAName, v.At, "%q is not a name", v.Name)
	case sc.slot(v.Name) != nil || sc.aliased(v.Name) != nil:
		g.diags.Errorf(diag.DeclaredTwice, v.At, "%q is already a port or variable", v.Name)
	default:
		g.warnHidden(v.Name, v.At)
	}
}

// memberType resolves a type whose members a variable takes; none after a mistake.
func (g *grower) memberType(tn *expr.TypeName, sc *Scope) world.Type {
	t := g.typeOf(tn, sc)
	if t != none && t.Kind != world.KindEnum && t.Kind != world.KindObject {
		g.diags.Errorf(diag.FaultyBinding, tn.At, "a variable cannot range over %s", world.FormatType(g.names.schema, t)).Hint = "it ranges over the values of an enum or the objects of a type, or over values: each p in 1, 2, 3"
		return none
	}
	return t
}

// eachValues checks the values of a loop, which are of one type: the first that one of them has and that suits them
// all.
func (g *grower) eachValues(list []expr.Node, sc *Scope) (world.Type, []*expr.Term) {
	want := none
	for _, n := range list {
		t := g.ownType(n, sc)
		if want == none {
			want = t
		}
		if t != none && g.suits(list, t, sc) {
			want = t
			break
		}
	}
	terms := make([]*expr.Term, len(list))
	known := want != none
	for i, n := range list {
		if want == none {
			g.loose(n, sc)
			continue
		}
		terms[i] = g.term(n, sc, want)
		known = known && terms[i] != nil
	}
	if !known {
		return none, terms
	}
	return want, terms
}

// ownType returns the type that a value has by itself, without a range; none if it has none.
func (g *grower) ownType(n expr.Node, sc *Scope) world.Type {
	if n == nil || sc.mentionsFaulty(n) {
		return none
	}
	var scratch diag.List
	t := expr.Check(n, sc, none, &scratch)
	switch {
	case t == nil:
		return none
	case t.Type.Kind == world.KindInt:
		return expr.IntType
	}
	return t.Type
}

// suits reports whether all values can be of a type.
func (g *grower) suits(list []expr.Node, t world.Type, sc *Scope) bool {
	for _, n := range list {
		var scratch diag.List
		if n == nil || expr.Check(n, sc, t, &scratch) == nil || scratch.HasErrors() {
			return false
		}
	}
	return true
}

// cases checks a switch: its expression and the values of its cases.
func (g *grower) cases(info *NodeInfo, n *Node, sc *Scope) {
	info.Value = g.loose(n.Value, sc)
	t := none
	if info.Value != nil {
		t = g.subjectType(info.Value, n)
	}
	seen := map[world.Word]expr.Node{}
	for i, child := range n.Children {
		if child == nil || child.Disabled && g.expand {
			continue
		}
		c := g.node(child, n, sc)
		if c == nil {
			continue
		}
		if child.Kind != NodeCase {
			g.diags.Errorf(diag.FaultyCase, headSpan(&child.Head), "a switch contains only cases, found %s", child.title()).Hint = "write case VALUE { ... } around it"
			continue
		}
		if len(child.Values) == 0 && i < len(n.Children)-1 && !g.expand {
			g.diags.Errorf(diag.FaultyCase, headSpan(&child.Head), "else must be the last branch of a switch, and the only else")
		}
		c.Values = g.caseValues(child, t, seen, sc)
		if !child.Disabled {
			info.Children = append(info.Children, c)
		}
	}
}

// subjectType returns the type that the values of cases have; none after a mistake.
func (g *grower) subjectType(t *expr.Term, n *Node) world.Type {
	switch t.Type.Kind {
	case world.KindVec2:
		g.diags.Errorf(diag.FaultyCase, n.Value.Span(), "a switch cannot compare vec2 values")
		return none
	case world.KindInt:
		return expr.IntType
	}
	return t.Type
}

// caseValues checks the values of a case.
func (g *grower) caseValues(n *Node, t world.Type, seen map[world.Word]expr.Node, sc *Scope) []*expr.Term {
	var terms []*expr.Term
	for _, v := range n.Values {
		term := g.argument(v, sc, t)
		terms = append(terms, term)
		value, ok := term.Const()
		if !ok {
			continue
		}
		if first := seen[value[0]]; first != nil && !n.Disabled {
			d := g.diags.Errorf(diag.FaultyCase, spanOfNode(v, n), "there is already a case for %s", expr.Print(v))
			d.Related = []diag.Related{{Span: spanOf(first), Message: "first here"}}
			continue
		}
		if !n.Disabled {
			seen[value[0]] = v
		}
	}
	return terms
}
