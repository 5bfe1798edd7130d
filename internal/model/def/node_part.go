package def

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// title names a node in messages: "a sequence".
func (n *Node) title() string {
	switch word := n.Kind.String(); {
	case n.Kind == NodeCall, n.Kind == NodeHosted:
		return "a call"
	case n.Kind == NodeCase && len(n.Values) == 0:
		return "else"
	default:
		return diag.WithArticle(word)
	}
}

// nodePart is a part of a node: whether it is there, where, and whether the node's kind has it.
type nodePart struct {
	name   string
	has    bool
	at     diag.Span
	fits   bool
	needed bool
}

// parts reports parts that a node of its kind does not have, and those it lacks.
func (g *grower) parts(n, parent *Node) {
	k := n.Kind.Info()
	head := headSpan(&n.Head)
	calls := n.Kind == NodeCall || n.Kind == NodePlan || n.Kind == NodeGoal || n.Kind == NodeChoose || n.Kind == NodeHosted
	conditional := n.Kind == NodeIf || n.Kind == NodeWhen
	ranges := n.Kind == NodeEach && n.Each != nil && n.Each.Type.Name != ""
	if n.Kind == NodeCase && (parent == nil || parent.Kind != NodeSwitch) {
		g.diags.Errorf(diag.FaultyCase, head, "%s is only allowed in a switch", n.title())
	}
	limits := n.Kind == NodeWait || n.Kind == NodeParallel || n.Kind == NodeParallelAll
	for _, p := range []nodePart{
		{"call", n.Call != nil, head, calls, calls},
		{`".."`, n.Auto, head, n.Kind == NodeCall || n.Kind == NodeChoose, false},
		{"overrides", len(n.Overrides) > 0, head, n.Kind == NodeCall, false},
		{"best", n.Best, head, n.Kind == NodePlan, false},
		{"uninterrupted", n.Uninterrupted, head, n.Kind == NodeCall, false},
		{"condition", n.Cond != nil, spanOf(n.Cond), conditional, conditional},
		{"effects", len(n.Effect) > 0, effectSpan(n.Effect), n.Kind == NodeSet, n.Kind == NodeSet},
		{"text", n.Text != "", head, n.Kind == NodeLog || n.Kind == NodeTodo, false},
		{"value", n.Value != nil, spanOf(n.Value), k.Value != NoValue, k.Value != NoValue && !k.Optional},
		{"limit", n.Limit != nil, spanOf(n.Limit), limits, false},
		{"variable", n.Each != nil, head, n.Kind == NodeEach, n.Kind == NodeEach},
		{"values", len(n.Values) > 0, head, n.Kind == NodeCase || n.Kind == NodeEach && !ranges, n.Kind == NodeEach && !ranges},
		{"where", n.Where != nil, spanOf(n.Where), ranges, false},
		{"order", n.Order != nil, spanOf(n.Order), ranges, false},
		{"selection", n.Select != nil, clauseSpan(n.Select), n.Kind == NodeUtilitySelector, false},
		{"inertia", n.Inertia != nil, clauseSpan(n.Inertia), n.Kind == NodeUtilitySelector, false},
		{"weight", n.Weight != nil, spanOf(n.Weight), parent != nil && (parent.Kind == NodeRandomSequence || parent.Kind == NodeRandomSelector), false},
		{"score", n.Score != nil, spanOf(n.Score), parent != nil && parent.Kind == NodeUtilitySelector, parent != nil && parent.Kind == NodeUtilitySelector},
		{"services", len(n.Services) > 0, head, k.Shape != ShapeLeaf, false},
		{"children", len(n.Children) > 0, head, k.Shape != ShapeLeaf, false},
	} {
		if p.at.Src == nil {
			p.at = head
		}
		switch {
		case p.has && !p.fits:
			g.diags.Errorf(diag.NodePart, p.at, "%s has no %s%s", n.title(), p.name, within(p.name, parent)).Hint = partHints[p.name]
		case !p.has && p.needed && !g.partial:
			g.diags.Errorf(diag.PartMissing, head, "%s needs %s%s", n.title(), diag.WithArticle(p.name), within(p.name, parent)).Hint = cmp.Or(formHint(k), partHints[p.name])
		}
	}
}

var partHints = map[string]string{
	"weight": "children of random sequences and random selectors have weights", "score": "each child of a utility selector has one",
}

// clauseSpan returns the place of a clause, which may be missing.
func clauseSpan[T any, D interface {
	*T
	Header() *Head
}](d D) diag.Span {
	if d == nil {
		return diag.Span{}
	}
	return headSpan(d.Header())
}

// formHint shows the form of a kind of node.
func formHint(k NodeKindInfo) string {
	if k.Value == NoValue && k.Kind != NodeIf && k.Kind != NodeWhen && k.Kind != NodeSet && k.Kind != NodeEach && k.Kind != NodePlan && k.Kind != NodeGoal {
		return ""
	}
	return "write " + k.Form
}

// within says what surrounds a node, if its parts depend on that.
func within(part string, parent *Node) string {
	if part != "weight" && part != "score" || parent == nil || !parent.Kind.IsWritten() {
		return ""
	}
	return " in " + parent.title()
}

// aborts lists the composites whose leading conditions may abort.
var aborts = []NodeKind{NodeSequence, NodeReactiveSequence, NodeResumeSequence, NodeSelector, NodeReactiveSelector, NodeParallel, NodeParallelAll, NodeTry}

// checkAbort reports an abort that has nothing to watch.
func (g *grower) checkAbort(n *Node) {
	if n.Abort == AbortNone {
		return
	}
	at := headSpan(&n.Head)
	switch {
	case n.Abort > AbortBoth:
		g.diags.Errorf(diag.FaultyAbort, at, "unknown mode of abort").Hint = "it is self, lower or both"
	case n.Kind == NodeIf || n.Kind == NodeWhen:
	case !slices.Contains(aborts, n.Kind):
		g.diags.Errorf(diag.FaultyAbort, at, "%s has no condition that could abort", n.title()).Hint = fmt.Sprintf("write when CONDITION abort %s { ... } around it", n.Abort)
	default:
		if list := enabled(n); len(list) > 0 && list[0].Kind != NodeIf {
			d := g.diags.Errorf(diag.FaultyAbort, at, "%s with abort must start with the condition to watch", n.title())
			d.Hint = "write if CONDITION as its first child"
		}
	}
}

// enabled returns the children that are not disabled.
func enabled(n *Node) []*Node {
	var list []*Node
	for _, child := range n.Children {
		if child != nil && !child.Disabled {
			list = append(list, child)
		}
	}
	return list
}

// checkChildren reports a wrong number of children.
func (g *grower) checkChildren(n *Node) {
	k := n.Kind.Info()
	if k.Shape == ShapeLeaf || g.partial {
		return
	}
	at, found := headSpan(&n.Head), len(enabled(n))
	var d *diag.Diagnostic
	switch {
	case found == 0 && len(n.Children) > 0:
		g.diags.Errorf(diag.NodeChildren, at, "all children of %s are disabled", n.title()).Hint = "disable the node itself"
	case n.Kind == NodeTry && found < k.Least:
		g.diags.Errorf(diag.NodeChildren, at, "try has nothing that could fail")
	case found < k.Least:
		d = g.diags.Errorf(diag.NodeChildren, at, "%s needs %s, found %d", n.title(), count(k.Least, "child"), found)
	case k.Most > 0 && found > k.Most:
		d = g.diags.Errorf(diag.NodeChildren, at, "%s has at most %s, found %d", n.title(), count(k.Most, "child"), found)
	}
	if d != nil && k.Most == 1 {
		d.Message = fmt.Sprintf("%s has one child, found %d", n.title(), found)
		if found > 1 {
			d.Hint = "put them in a sequence or a selector"
		}
	}
	g.checkPlaces(n)
}

// checkPlaces reports a disabled child whose place others would take.
func (g *grower) checkPlaces(n *Node) {
	for i, child := range n.Children {
		if child == nil || !child.Disabled {
			continue
		}
		last := i == len(n.Children)-1
		placed := (n.Kind == NodeIfThenElse || n.Kind == NodeWhileDoElse) && !last || n.Kind == NodeTry && last
		if placed && len(enabled(n)) > 0 {
			g.diags.Errorf(diag.NodeChildren, headSpan(&child.Head), "this child of %s cannot be disabled: another would take its place", n.title()).Hint = "write succeed or fail instead"
		}
	}
}

// spanOfNode returns the place of a value, or of the node it belongs to.
func spanOfNode(x expr.Node, n *Node) diag.Span {
	if at := spanOf(x); at.Src != nil {
		return at
	}
	return headSpan(&n.Head)
}
