package builder

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// AbortMode says which nodes the condition of a node may abort.
type AbortMode uint8

// String returns the mode as the language writes it: "lower".
func (m AbortMode) String() string { return def.AbortMode(m).String() }

// The nodes that a condition may abort when its outcome changes; see [Node.Abort].
const (
	Self  = AbortMode(def.AbortSelf)
	Lower = AbortMode(def.AbortLower)
	Both  = AbortMode(def.AbortBoth)
)

// Node is a node of a tree, to be given to another node or to [Tree.Root]. Its strings are read when a tree takes it.
// Not safe for concurrent use.
type Node struct {
	at       place
	kind     def.NodeKind
	says     []func(*Domain, *def.Node)
	children []*Node
}

// node returns a node that says what its functions do.
func node(at place, kind def.NodeKind, children []*Node, says ...func(*Domain, *def.Node)) *Node {
	return &Node{at, kind, says, children}
}

// in makes the node of a domain, depth levels below the root. One that is within itself is refused.
func (n *Node) in(d *Domain, depth int) *def.Node {
	if n == nil {
		return nil
	}
	if depth > def.MaxTreeDepth {
		d.findings.Errorf(diag.TreeTooLarge, n.at.span(n.kind.String()), "nodes nest deeper than %d", def.MaxTreeDepth)
		return nil
	}
	made := &def.Node{Kind: n.kind}
	made.At = n.at.span(n.kind.String())
	for _, child := range n.children {
		if c := child.in(d, depth+1); c != nil {
			made.Children = append(made.Children, c)
		}
	}
	for _, say := range n.says {
		say(d, made)
	}
	return made
}

// later adds something to the node.
func (n *Node) later(f func(*Domain, *def.Node)) *Node {
	if n != nil {
		n.says = append(n.says, f)
	}
	return n
}

// expr adds a clause that is one expression.
func (n *Node) expr(at place, text, method string, to func(*def.Node) *expr.Node) *Node {
	return n.later(func(d *Domain, made *def.Node) {
		if d.once(at, text, *to(made) != nil, method+" of a node") {
			*to(made) = d.expr(at, text)
		}
	})
}

// say gives the node a clause.
func (n *Node) say(at place, word string, value any) {
	n.later(func(d *Domain, made *def.Node) { d.say(at, def.NodeTable.Clause(word), made, "a node", value) })
}

// Abort sets which nodes the condition of the node may abort when its outcome changes: [Self], [Lower] or [Both].
func (n *Node) Abort(mode AbortMode) *Node {
	return n.later(func(_ *Domain, made *def.Node) { made.Abort = def.AbortMode(mode) })
}

// Override makes the called tree call one action or tree instead of another.
func (n *Node) Override(what, with string) *Node {
	at := caller()
	return n.later(func(d *Domain, made *def.Node) { made.Overrides = d.override(made.Overrides, at, what, with) })
}

// Service adds an action that a composite or decorator repeats at an interval while it runs; see [Tree.Service].
func (n *Node) Service(every any, action string) *Node {
	at := caller()
	return n.later(func(d *Domain, made *def.Node) { made.Services = d.service(made.Services, at, every, action, "") })
}

// ServiceSet adds effects that a composite or decorator applies at an interval while it runs.
func (n *Node) ServiceSet(every any, effects string) *Node {
	at := caller()
	return n.later(func(d *Domain, made *def.Node) { made.Services = d.service(made.Services, at, every, "", effects) })
}

// Where sets the condition that selects the objects for the variable of [Each]. Default: all objects of its type.
func (n *Node) Where(condition string) *Node {
	return n.expr(caller(), condition, "Where", func(m *def.Node) *expr.Node { return &m.Where })
}

// Order sets the order in which the variable of [Each] takes the members of its type, the lowest first.
func (n *Node) Order(value string) *Node {
	return n.expr(caller(), value, "Order", func(m *def.Node) *expr.Node { return &m.Order })
}

// SucceedAt sets how many successes make a [Parallel] succeed.
func (n *Node) SucceedAt(count string) *Node {
	return n.expr(caller(), count, "SucceedAt", func(m *def.Node) *expr.Node { return &m.Value })
}

// FailAt sets how many failures make a [Parallel] or [ParallelAll] fail.
func (n *Node) FailAt(count string) *Node {
	return n.expr(caller(), count, "FailAt", func(m *def.Node) *expr.Node { return &m.Limit })
}

// Select sets the rule by which a [UtilitySelector] chooses one child when it starts. If that child fails, it chooses
// the next best.
func (n *Node) Select(s *Selection) *Node {
	at := caller()
	if s == nil {
		return n
	}
	return n.later(func(d *Domain, made *def.Node) {
		if d.once(at, s.rule, made.Select != nil, "Select of a node") {
			made.Select = s.in(d)
		}
	})
}

// Inertia sets the fraction by which a [UtilitySelector] raises the score of the child that ran last: an int, a float64
// or a constant expression.
func (n *Node) Inertia(bonus any) *Node {
	at := caller()
	return n.later(func(d *Domain, made *def.Node) {
		text, _ := d.number(at, bonus)
		if d.once(at, text, made.Inertia != nil, "Inertia of a node") {
			made.Inertia = &def.InertiaClause{Head: def.Head{At: at.span(text)}, Bonus: d.expr(at, text)}
		}
	})
}

// Fade sets the time over which the inertia of a [UtilitySelector] fades. By default, it does not fade.
func (n *Node) Fade(time any) *Node {
	at := caller()
	return n.later(func(d *Domain, made *def.Node) {
		if made.Inertia == nil {
			d.noClause(at, "Fade", "Fade", "Inertia")
		} else if text, ok := d.time(at, time, "time"); ok && d.once(at, text, made.Inertia.Fade != nil, "Fade of a node") {
			made.Inertia.Fade = d.expr(at, text)
		}
	})
}

// seconds adds a time: a constant expression such as "2s", or a time.Duration.
func seconds(at place, value any, to func(*def.Node) *expr.Node) func(*Domain, *def.Node) {
	return func(d *Domain, made *def.Node) {
		if text, ok := d.time(at, value, "time"); ok {
			*to(made) = d.expr(at, text)
		}
	}
}

// number adds a number: an expression, or an int or a float64.
func number(at place, value any) func(*Domain, *def.Node) {
	return func(d *Domain, made *def.Node) {
		if text, ok := d.number(at, value); ok {
			made.Value = d.expr(at, text)
		}
	}
}
