package build

import (
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/expr"
)

// What the condition of a node may cut short when its outcome changes; see [Node.Abort].
const (
	Self  = def.AbortSelf
	Lower = def.AbortLower
	Both  = def.AbortBoth
)

// Node is a node of a tree, to be given to another node or to [Tree.Root]. Its strings are read when a tree takes it. Not safe for
// concurrent use.
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

// say adds something to the node.
func (n *Node) say(f func(*Domain, *def.Node)) *Node {
	if n != nil {
		n.says = append(n.says, f)
	}
	return n
}

// expr adds a clause that is one expression.
func (n *Node) expr(at place, text, method string, to func(*def.Node) *expr.Node) *Node {
	return n.say(func(d *Domain, made *def.Node) {
		if d.once(at, text, *to(made) != nil, method+" of a node") {
			*to(made) = d.expr(at, text)
		}
	})
}

// effects adds effects to a list.
func (n *Node) effects(at place, texts []string, to func(*def.Node) *[]expr.Effect) *Node {
	return n.say(func(d *Domain, made *def.Node) {
		for _, text := range texts {
			*to(made) = append(*to(made), d.effects(at, text)...)
		}
	})
}

// Abort says what the condition of the node may cut short when its outcome changes: [Self], [Lower] or [Both].
func (n *Node) Abort(mode def.AbortMode) *Node {
	return n.say(func(_ *Domain, made *def.Node) { made.Abort = mode })
}

// As gives the node a name, for traces and views.
func (n *Node) As(name string) *Node {
	at := caller()
	return n.say(func(d *Domain, made *def.Node) { _, made.Name = d.title(at, name, "a node") })
}

// Uninterrupted says that an action holds off aborts of branches with higher priority until it is done.
func (n *Node) Uninterrupted() *Node {
	return n.say(func(_ *Domain, made *def.Node) { made.Uninterrupted = true })
}

// Disabled says that the node is passed over as if it were not there.
func (n *Node) Disabled() *Node {
	return n.say(func(_ *Domain, made *def.Node) { made.Disabled = true })
}

// Weight gives the weight of a child of a random node; without one it is 1.
func (n *Node) Weight(value string) *Node {
	return n.expr(caller(), value, "Weight", func(m *def.Node) *expr.Node { return &m.Weight })
}

// Score gives the score of a child of a utility selector.
func (n *Node) Score(value string) *Node {
	return n.expr(caller(), value, "Score", func(m *def.Node) *expr.Node { return &m.Score })
}

// SkipIf gives a condition under which the node is skipped instead of starting.
func (n *Node) SkipIf(condition string) *Node {
	return n.expr(caller(), condition, "SkipIf", func(m *def.Node) *expr.Node { return &m.SkipIf })
}

// FailIf gives a condition under which the node fails instead of starting.
func (n *Node) FailIf(condition string) *Node {
	return n.expr(caller(), condition, "FailIf", func(m *def.Node) *expr.Node { return &m.FailIf })
}

// SucceedIf gives a condition under which the node succeeds instead of starting.
func (n *Node) SucceedIf(condition string) *Node {
	return n.expr(caller(), condition, "SucceedIf", func(m *def.Node) *expr.Node { return &m.SucceedIf })
}

// While gives the condition without which the node is skipped, and aborted while it runs.
func (n *Node) While(condition string) *Node {
	return n.expr(caller(), condition, "While", func(m *def.Node) *expr.Node { return &m.While })
}

// OnSuccess gives what is written when the node has succeeded. Several calls are one list, as for the two below.
func (n *Node) OnSuccess(effects ...string) *Node {
	return n.effects(caller(), effects, func(m *def.Node) *[]expr.Effect { return &m.OnSuccess })
}

// OnFailure gives what is written when the node has failed.
func (n *Node) OnFailure(effects ...string) *Node {
	return n.effects(caller(), effects, func(m *def.Node) *[]expr.Effect { return &m.OnFailure })
}

// OnAbort gives what is written when the node was aborted.
func (n *Node) OnAbort(effects ...string) *Node {
	return n.effects(caller(), effects, func(m *def.Node) *[]expr.Effect { return &m.OnAbort })
}

// Override says that an action or tree takes the place of one that the called tree calls.
func (n *Node) Override(what, with string) *Node {
	at := caller()
	return n.say(func(d *Domain, made *def.Node) { made.Overrides = d.override(made.Overrides, at, what, with) })
}

// Service adds an action that is done again and again while a composite or decorator runs; see [Tree.Service].
func (n *Node) Service(every any, action string) *Node {
	at := caller()
	return n.say(func(d *Domain, made *def.Node) { made.Services = d.service(made.Services, at, every, action, "") })
}

// ServiceSet adds effects that happen again and again while a composite or decorator runs.
func (n *Node) ServiceSet(every any, effects string) *Node {
	at := caller()
	return n.say(func(d *Domain, made *def.Node) { made.Services = d.service(made.Services, at, every, "", effects) })
}

// Where gives which members of its type the variable of [Each] takes.
func (n *Node) Where(condition string) *Node {
	return n.expr(caller(), condition, "Where", func(m *def.Node) *expr.Node { return &m.Where })
}

// Order gives the order in which the variable of [Each] takes the members of its type, the least first.
func (n *Node) Order(value string) *Node {
	return n.expr(caller(), value, "Order", func(m *def.Node) *expr.Node { return &m.Order })
}

// SucceedAt gives how many successes make a [Parallel] succeed.
func (n *Node) SucceedAt(count string) *Node {
	return n.expr(caller(), count, "SucceedAt", func(m *def.Node) *expr.Node { return &m.Value })
}

// FailAt gives how many failures make a [Parallel] or [ParallelAll] fail.
func (n *Node) FailAt(count string) *Node {
	return n.expr(caller(), count, "FailAt", func(m *def.Node) *expr.Node { return &m.Limit })
}

// Select gives the rule by which a [UtilitySelector] chooses one child when it starts; the next best is chosen where that fails.
func (n *Node) Select(s *Selection) *Node {
	at := caller()
	if s == nil {
		return n
	}
	return n.say(func(d *Domain, made *def.Node) {
		if d.once(at, s.rule, made.Select != nil, "Select of a node") {
			made.Select = s.in(d)
		}
	})
}

// Inertia gives the share by which the score of the child that ran last counts for more in a [UtilitySelector]: an int, a float64 or a constant
// expression.
func (n *Node) Inertia(bonus any) *Node {
	at := caller()
	return n.say(func(d *Domain, made *def.Node) {
		text, _ := d.number(at, bonus)
		if d.once(at, text, made.Inertia != nil, "Inertia of a node") {
			made.Inertia = &def.InertiaClause{Head: def.Head{At: at.span(text)}, Bonus: d.expr(at, text)}
		}
	})
}

// Fade gives the time in which the inertia of a [UtilitySelector] fades; without it the inertia stays.
func (n *Node) Fade(time any) *Node {
	at := caller()
	return n.say(func(d *Domain, made *def.Node) {
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
