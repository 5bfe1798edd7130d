package def

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Cases returns the switch that a NodeChoose abbreviates, without its clauses: a case for each value of its enum, with
// the call written out.
func (n *Node) Cases(values []string) *Node {
	all := &Node{Head: Head{At: n.At, NameAt: n.NameAt}, Kind: NodeSwitch, Value: n.Value}
	for _, name := range values {
		call := *n.Call
		call.Name.Name = name
		all.Children = append(all.Children, &Node{
			Head: all.Head, Kind: NodeCase, Values: []expr.Node{&expr.Ref{At: n.Call.At, NameAt: n.Call.Name.At, Name: name}},
			Children: []*Node{{Head: all.Head, Kind: NodeCall, Call: &call, Auto: n.Auto}},
		})
	}
	return all
}

// choose checks a node that calls the declaration named by an enum value. It reports a mistake that all calls have in
// an argument once.
func (g *grower) choose(info *NodeInfo, n *Node, sc *Scope) {
	info.Kind = NodeSwitch
	if n.Call == nil {
		return
	}
	if n.Name == "" {
		info.Name = n.Call.Name.Name
	}
	enum := g.enum(n.Call)
	if enum < 0 {
		g.loose(n.Value, sc)
		g.looseArgs(n.Call, sc)
		return
	}
	t := world.Type{Kind: world.KindEnum, ID: enum}
	info.Value = g.term(n.Value, sc, t)
	before := len(g.diags.All)
	all := n.Cases(g.names.schema.Enums[enum].Values)
	for i, branch := range all.Children {
		if name := branch.Children[0].Call.Name; g.names.find(name.Name, kindAction, kindTree) == nil {
			g.diags.Errorf(diag.FaultyChoice, spanOr(name.At, headSpan(&n.Head)), "%q is a value of enum %q, and no action or tree", name.Name, n.Call.Name.Name).Hint =
				"declare a tree for each value: tree " + expr.NameText(name.Name) + " { fail }"
			continue
		}
		if c := g.node(branch, all, sc); c != nil {
			c.Values = []*expr.Term{{Kind: expr.TermConst, Type: t, Words: [2]world.Word{world.Word(i)}, Src: branch.Values[0]}}
			info.Children = append(info.Children, c)
		}
	}
	g.once(before)
}

// enum returns the ID of the enum that a call names; -1 if it names none, which is reported.
func (g *grower) enum(call *Call) int32 {
	name := call.Name.Name
	id := slices.IndexFunc(g.names.schema.Enums, func(e world.Enum) bool { return e.Name == name })
	if id < 0 && !(name == "" && g.partial) {
		d := g.diags.Errorf(diag.FaultyChoice, spanOr(call.Name.At, call.At), "an enum is needed here, but %q is not one", name)
		if d.Hint = "its values are names of actions and trees"; g.names.find(name, kindAction, kindTree) != nil {
			d.Hint = "write " + expr.NameText(name) + " alone to call it"
		}
	}
	return int32(id)
}

// once removes findings that were reported more than once for the same place.
func (g *grower) once(before int) {
	kept := g.diags.All[:before]
	for _, d := range g.diags.All[before:] {
		if !slices.ContainsFunc(kept[before:], func(k diag.Diagnostic) bool { return k.Span == d.Span && k.Code == d.Code && k.Message == d.Message }) {
			kept = append(kept, d)
		}
	}
	g.diags.All = kept
}

// spanOr returns a place, or another if it is the zero Span.
func spanOr(at, or diag.Span) diag.Span {
	if at.Src != nil {
		return at
	}
	return or
}
