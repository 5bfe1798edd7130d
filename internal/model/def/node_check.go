package def

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// node checks a node and everything below it; nil if there is none, or a limit is exceeded. Parent is nil for a root.
func (g *grower) node(n, parent *Node, sc *Scope) *NodeInfo {
	if n == nil {
		return nil
	}
	g.depth++
	defer func() { g.depth-- }()
	if !g.within(n) {
		return nil
	}
	if !n.Kind.IsWritten() {
		if !g.partial {
			g.diags.Errorf(diag.PartMissing, headSpan(&n.Head), "unknown kind of node")
		}
		return nil
	}
	if n.Kind == NodeCall && n.Call != nil && n.Call.Todo != "" {
		todo := *n // as a string in the JSON form, and of builders
		todo.Kind, todo.Text, todo.Call = NodeTodo, n.Call.Todo, nil
		n = &todo
	}
	info := &NodeInfo{Decl: n, Kind: n.Kind, Name: n.Name, Abort: n.Abort, Text: n.Text}
	if !g.expand {
		g.parts(n, parent)
		g.checkAbort(n)
		g.checkChildren(n)
	}
	g.nodeClauses(info, n, sc)
	if n.Kind == NodeTodo {
		g.todos = append(g.todos, Todo{headSpan(&n.Head), n.Text})
	}
	inner := sc
	switch k := n.Kind.Info(); {
	case n.Kind == NodeCall && n.Call != nil:
		g.call(info, n, sc)
	case n.Kind == NodePlan && n.Call != nil:
		g.plan(info, n, sc)
	case n.Kind == NodeGoal && n.Call != nil:
		g.goal(info, n, sc)
	case n.Kind == NodeHosted && n.Call != nil:
		g.hosted(info, n, sc)
	case n.Kind == NodeEach:
		inner = g.each(info, n, sc)
	case k.Shape == ShapeLeaf || k.Value != NoValue || n.Kind == NodeWhen || n.Kind == NodeParallelAll:
		g.content(info, n, sc)
	}
	if n.Kind == NodeUtilitySelector {
		g.selection(info, n, sc)
	}
	info.Services = g.services(n.Services, sc)
	if info.Name == "" {
		info.Name = info.Kind.String()
	}
	switch n.Kind {
	case NodeSwitch:
		g.cases(info, n, sc)
		return info
	case NodeChoose:
		g.choose(info, n, sc)
		return info
	}
	g.children(info, n, inner)
	return info
}

// children checks the children. Those that are disabled are checked and left out.
func (g *grower) children(info *NodeInfo, n *Node, sc *Scope) {
	for _, child := range n.Children {
		if child == nil || child.Disabled && g.expand {
			continue
		}
		if c := g.node(child, n, sc); c != nil && !child.Disabled {
			info.Children = append(info.Children, c)
		}
	}
}

// nodeClauses checks what any node may have.
func (g *grower) nodeClauses(info *NodeInfo, n *Node, sc *Scope) {
	for i := range NodeTable.Head {
		c := &NodeTable.Head[i]
		if g.clause(c, n, info, sc); c.Takes == TakesEffects {
			g.owned(*c.info(info).(**expr.EffectTerms))
		}
	}
}

// writes checks effects that happen at once: on symbols that the engine owns.
func (g *grower) writes(list []expr.Effect, sc *Scope) *expr.EffectTerms {
	terms := g.effects(list, sc)
	g.owned(terms)
	return terms
}

// owned reports effects on symbols that the engine does not own.
func (g *grower) owned(terms *expr.EffectTerms) {
	terms.Writes(func(e *expr.EffectTerm) {
		if e.Symbol.Sensed {
			g.diags.Errorf(diag.TreeWrites, e.Src.Span(), "a tree cannot write %q, which is %s", e.Symbol.Name, g.writer(e.Symbol))
		}
	})
}

// constantBelow reports whether a number is constant and below a bound.
func constantBelow(t *expr.Term, bound float64) bool {
	value, ok := t.Const()
	return ok && number(value[0], t.Type) < bound
}

// services checks services.
func (g *grower) services(list []*Service, sc *Scope) []ServiceInfo {
	var infos []ServiceInfo
	for _, d := range list {
		if d == nil {
			continue
		}
		s := ServiceInfo{Decl: d}
		if d.Every != nil {
			g.times = append(g.times, d.Every)
			value, _, ok := g.constant(d.Every, sc, expr.FloatType, "the interval of a service")
			if s.Every = value[0].Float(); ok && s.Every <= 0 {
				g.diags.Errorf(diag.FaultyNumber, d.Every.Span(), "an interval must be greater than zero")
			}
		} else if !g.partial {
			g.diags.Errorf(diag.PartMissing, headSpan(&d.Head), "the service has no interval").Hint = "service every 0.25s ..."
		}
		switch {
		case d.Call != nil:
			if len(d.Effect) > 0 {
				g.diags.Errorf(diag.NodePart, effectSpan(d.Effect), "a service has an action or effects, not both")
			}
			s.Action = g.actionCall(d.Call, sc)
		case len(d.Effect) == 0 && !g.partial:
			g.diags.Errorf(diag.PartMissing, headSpan(&d.Head), "the service does nothing")
		}
		s.Effect = g.writes(d.Effect, sc)
		infos = append(infos, s)
	}
	return infos
}

// plan checks a node that plans.
func (g *grower) plan(info *NodeInfo, n *Node, sc *Scope) {
	e, args := g.taskCall(n.Call, sc)
	if e == nil {
		return
	}
	info.Task, info.Operator, info.Args = e.task, e.operator, args
	if info.Name == "" {
		info.Name = e.name
	}
}

// goal checks a node that pursues a goal.
func (g *grower) goal(info *NodeInfo, n *Node, sc *Scope) {
	if info.Goal, info.Args = g.goalCall(n.Call, sc); info.Goal != nil && info.Name == "" {
		info.Name = info.Goal.Name
	}
}

// selection checks by which rule a utility selector chooses.
func (g *grower) selection(info *NodeInfo, n *Node, sc *Scope) {
	if n.Select != nil {
		s := g.selectClause(n.Select, sc)
		if info.Select = &s; s.Ranked {
			g.diags.Errorf(diag.FaultySelect, headSpan(&n.Select.Head), "children of a utility selector have no rank").Hint = "write best, weighted or first"
		}
	}
	if n.Inertia != nil && n.Select == nil {
		g.diags.Errorf(diag.FaultySelect, headSpan(&n.Inertia.Head), "inertia needs a selection").Hint = "write utility selector select best inertia ..."
	}
	g.clauses(UtilityTable.Head, n, info, sc)
}

// content checks the condition, effects and numbers of a node.
func (g *grower) content(info *NodeInfo, n *Node, sc *Scope) {
	info.Cond = g.term(n.Cond, sc, expr.BoolType)
	info.Effect = g.writes(n.Effect, sc)
	switch n.Kind.Info().Value {
	case ValueSeconds:
		info.Value = g.seconds(n.Value, n.Kind == NodeWait && n.Limit != nil, sc)
		if n.Kind == NodeWait {
			info.Limit = g.seconds(n.Limit, false, sc)
			g.longer(info, n)
		}
	case ValueCount:
		if info.Value = g.term(n.Value, sc, expr.IntType); constantBelow(info.Value, 1) {
			g.diags.Errorf(diag.FaultyNumber, n.Value.Span(), "a number of times must be greater than zero")
		}
	case ValueChance:
		info.Value = g.term(n.Value, sc, expr.FloatType)
		if value, ok := info.Value.Const(); ok && !(value[0].Float() >= 0 && value[0].Float() <= 1) {
			g.diags.Errorf(diag.FaultyNumber, n.Value.Span(), "a chance is between 0 and 1")
		}
	}
	if n.Kind == NodeParallel || n.Kind == NodeParallelAll {
		info.Value = g.threshold(n.Value, n, sc)
		info.Limit = g.threshold(n.Limit, n, sc)
	}
}

// seconds checks a time; orZero: it may be zero.
func (g *grower) seconds(n expr.Node, orZero bool, sc *Scope) *expr.Term {
	if ref, ok := n.(*expr.Ref); !ok || sc.slot(ref.Name) == nil && sc.aliased(ref.Name) == nil {
		g.times = append(g.times, n)
	}
	t := g.term(n, sc, expr.FloatType)
	value, ok := t.Const()
	switch seconds := value[0].Float(); {
	case !ok || seconds > 0:
	case seconds == 0 && orZero:
	case orZero:
		g.diags.Errorf(diag.FaultyNumber, n.Span(), "a time cannot be negative")
	default:
		g.diags.Errorf(diag.FaultyNumber, n.Span(), "a time must be greater than zero")
	}
	return t
}

// longer reports a wait whose longest time is the shorter one.
func (g *grower) longer(info *NodeInfo, n *Node) {
	least, ok := info.Value.Const()
	most, okMost := info.Limit.Const()
	if ok && okMost && most[0].Float() < least[0].Float() {
		g.diags.Errorf(diag.FaultyNumber, n.Limit.Span(), "the longest time is less than the shortest")
	}
}

// threshold checks how many children of a parallel decide.
func (g *grower) threshold(n expr.Node, of *Node, sc *Scope) *expr.Term {
	t := g.term(n, sc, expr.IntType)
	value, ok := t.Const()
	if !ok {
		return t
	}
	switch children := world.Word(len(enabled(of))); {
	case value[0] == 0:
		g.diags.Errorf(diag.FaultyNumber, n.Span(), "the number of children cannot be 0").Hint = "count from 1, or from the end: -1 is all"
	case value[0] > children || value[0] < -children:
		g.diags.Errorf(diag.FaultyNumber, n.Span(), "there are only %d children", children)
	}
	return t
}
