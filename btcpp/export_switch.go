package btcpp

import (
	"strconv"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// The library has Switch2 to Switch6.
const (
	leastCases = 2
	mostCases  = 6
)

// switchNode exports a switch: as one of the library if that can compare the value, otherwise as nested conditions.
func (x *exporter) switchNode(n *def.Node) *Element {
	var cases []*def.Node
	var otherwise *Element
	for _, branch := range n.Children {
		switch {
		case branch.Disabled || len(branch.Children) == 0:
			continue
		case branch.SkipIf != nil || branch.FailIf != nil || branch.SucceedIf != nil || branch.While != nil || len(branch.OnSuccess)+len(branch.OnFailure)+len(branch.OnAbort) > 0:
			x.cannot(branch.At, "conditions of a case have no counterpart").Hint = "put them on the node inside the case"
		case len(branch.Values) == 0:
			otherwise = x.node(branch.Children[0])
			continue
		}
		cases = append(cases, branch)
	}
	if x.isSwitch(n, cases) {
		return x.librarySwitch(n, cases, otherwise)
	}
	return x.caseChain(n, cases, otherwise)
}

// isSwitch reports whether the library has a switch for the cases: over text, with a value for each.
func (x *exporter) isSwitch(n *def.Node, cases []*def.Node) bool {
	r, ok := n.Value.(*expr.Ref)
	if !ok || len(cases) < leastCases || len(cases) > mostCases || !x.isText(r.Name) {
		return false
	}
	for _, branch := range cases {
		if _, literal := x.isLiteral(branch.Values[0]); !literal || len(branch.Values) > 1 {
			return false
		}
	}
	return true
}

// isText reports whether a port or stored symbol is text in BehaviorTree.CPP.
func (x *exporter) isText(name string) bool {
	if x.tree != nil {
		for i := range x.tree.Params {
			if p := &x.tree.Params[i]; p.Name == name {
				return len(p.Types) == 1 && typeNameOf(p.Types[0].Name) == stringType
			}
		}
	}
	s := x.symbols[name]
	return s != nil && s.Type != nil && !x.local(name) && typeNameOf(s.Type.Name) == stringType
}

func (x *exporter) librarySwitch(n *def.Node, cases []*def.Node, otherwise *Element) *Element {
	e := &Element{Category: Control, ID: "Switch" + strconv.Itoa(len(cases)), Attrs: []Attr{x.portOf("variable", n.Value)}}
	for i, branch := range cases {
		e.Attrs = append(e.Attrs, x.portOf("case_"+strconv.Itoa(i+1), branch.Values[0]))
		e.Children = append(e.Children, x.node(branch.Children[0]))
	}
	if otherwise == nil {
		otherwise = &Element{Category: Action, ID: "AlwaysFailure"}
	}
	e.Children = append(e.Children, otherwise)
	return e
}

// caseChain asks for one case after the other in every tick, as a switch does.
func (x *exporter) caseChain(n *def.Node, cases []*def.Node, otherwise *Element) *Element {
	if len(cases) == 0 {
		if otherwise == nil {
			otherwise = &Element{Category: Action, ID: "AlwaysFailure"}
		}
		return otherwise
	}
	branch := cases[0]
	text := ""
	for i, v := range branch.Values {
		if i > 0 {
			text += " || "
		}
		text += "(" + x.part(n.Value) + " == " + x.part(v) + ")"
	}
	e := &Element{Category: Control, ID: "WhileDoElse", Children: []*Element{leafOf(Condition, "ScriptCondition", "code", canonical(text)), x.node(branch.Children[0])}}
	if len(cases) > 1 || otherwise != nil {
		e.Children = append(e.Children, x.caseChain(n, cases[1:], otherwise))
	}
	return e
}
