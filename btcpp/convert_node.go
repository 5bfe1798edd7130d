package btcpp

import (
	"slices"
	"strconv"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// sameKinds are the nodes that have a counterpart without more to say.
var sameKinds = map[string]def.NodeKind{
	"Sequence": def.NodeSequence, "Fallback": def.NodeSelector, "SequenceWithMemory": def.NodeResumeSequence,
	"AsyncSequence": def.NodeSequence, "AsyncFallback": def.NodeSelector,
	"ReactiveSequence": def.NodeReactiveSequence, "ReactiveFallback": def.NodeReactiveSelector,
	"IfThenElse": def.NodeIfThenElse, "WhileDoElse": def.NodeWhileDoElse, "TryCatch": def.NodeTry,
	"Inverter": def.NodeInvert, "ForceSuccess": def.NodeForceSuccess, "ForceFailure": def.NodeForceFailure,
	"AlwaysSuccess": def.NodeSucceed, "AlwaysFailure": def.NodeFail,
}

func newNode(e *Element, kind def.NodeKind, children ...*def.Node) *def.Node {
	return &def.Node{Head: def.Head{At: e.At, NameAt: e.At}, Kind: kind, Children: children}
}

// node translates a node with all below it.
func (c *converter) node(t *treeKeys, e *Element) *def.Node {
	n := c.plainNode(t, e)
	c.skippedInside(e)
	s := &e.Scripts
	before := s.FailureIf != nil || s.SuccessIf != nil || s.SkipIf != nil || s.While != nil
	after := s.OnFailure != nil || s.OnSuccess != nil || s.Post != nil
	if taken := n.SkipIf != nil || n.SucceedIf != nil; taken && (before || after || s.OnHalted != nil) {
		n = newNode(e, def.NodeSequence, n) // the node itself became one with conditions
	}
	if before || s.OnHalted != nil {
		c.conditions(t, s, n)
	}
	if decides := s.FailureIf != nil || s.SuccessIf != nil; decides && after {
		n = newNode(e, def.NodeSequence, n) // here a clause that decides has no effects
	}
	n.Name = e.Name
	if after {
		n.OnFailure = c.effects(t, s.OnFailure, s.Post)
		n.OnSuccess = c.effects(t, s.OnSuccess, s.Post)
	}
	return n
}

// conditions translates the preconditions of a node and its postconditions after a halt. Here skip_if comes first.
func (c *converter) conditions(t *treeKeys, s *Scripts, n *def.Node) {
	n.FailIf, n.SucceedIf = c.condition(t, s.FailureIf), c.condition(t, s.SuccessIf)
	n.SkipIf = unless(unless(c.condition(t, s.SkipIf), n.FailIf), n.SucceedIf)
	n.While = c.condition(t, s.While)
	if s.While != nil && c.reads(t, c.script(s.While).Statements[0]) {
		c.differs(s.While.At, "a condition of a running node sees what the tree writes at the next tick").Hint = "BehaviorTree.CPP sees it when it ticks the node"
	}
	n.OnAbort = c.effects(t, s.OnHalted)
}

// reads reports whether a condition reads what the tree, or one around it, writes.
func (c *converter) reads(t *treeKeys, x *ScriptExpr) bool {
	if x.Op == ScriptName && c.key(t, x.Text, x.At).changes {
		return true
	}
	return slices.ContainsFunc(x.Args, func(y *ScriptExpr) bool { return c.reads(t, y) })
}

// unless makes a condition false if an earlier one decides.
func unless(cond, earlier expr.Node) expr.Node {
	if cond == nil || earlier == nil {
		return cond
	}
	return &expr.Binary{At: cond.Span(), Op: expr.And, X: cond, Y: not(earlier)}
}

func not(n expr.Node) expr.Node { return &expr.Unary{At: n.Span(), Op: expr.Not, X: n} }

func (c *converter) plainNode(t *treeKeys, e *Element) *def.Node {
	switch {
	case e.Category == SubTree:
		return c.treeCall(t, e)
	case !e.Model.Builtin:
		return c.actionCall(t, e)
	}
	if kind, same := sameKinds[e.ID]; same {
		return c.sameNode(t, e, kind)
	}
	switch e.Category {
	case Control:
		return c.countedNode(t, e)
	case Decorator:
		return c.decorator(t, e)
	}
	return c.leaf(t, e)
}

func (c *converter) children(t *treeKeys, e *Element) []*def.Node {
	list := make([]*def.Node, len(e.Children))
	for i, child := range e.Children {
		list[i] = c.node(t, child)
	}
	return list
}

func (c *converter) sameNode(t *treeKeys, e *Element, kind def.NodeKind) *def.Node {
	switch e.ID {
	case "AsyncSequence", "AsyncFallback", "SequenceWithMemory":
		c.differs(e.At, "the children of %s follow each other within a tick", e.ID).Hint = "in BehaviorTree.CPP each starts in its own tick"
	case "IfThenElse", "WhileDoElse":
		c.branchCondition(e)
	case "TryCatch":
		if on, _ := ParseBool(c.literalOf(e, "catch_on_halt")); on {
			c.cannot(e.At, "catch_on_halt has no counterpart: nothing can run for several ticks after an abort")
		}
	}
	return newNode(e, kind, c.children(t, e)...)
}

// literalOf returns the literal value of a port, or its default; a key cannot be translated.
func (c *converter) literalOf(e *Element, name string) string {
	a := portValue(e, e.Model.Port(name))
	if a == nil {
		return ""
	}
	if _, isKey := a.Key(); isKey {
		c.cannot(a.At, "%s of %s must be a literal to be translated", name, e.ID)
		return e.Model.Port(name).Default
	}
	return a.Value
}

// countedNode translates Parallel, ParallelAll and the switches.
func (c *converter) countedNode(t *treeKeys, e *Element) *def.Node {
	if e.Model.isSwitch() {
		return c.switchNode(t, e)
	}
	n := newNode(e, def.NodeParallelAll, c.children(t, e)...)
	for _, child := range e.Children {
		if c.canSkip(child) {
			c.differs(child.At, "a skipped child of %s counts as absent", e.ID)
			break
		}
	}
	failures := "max_failures"
	if e.ID == "Parallel" {
		n.Kind, failures = def.NodeParallel, "failure_count"
		n.Value = c.numberOf(t, e, "success_count", "-1")
	}
	n.Limit = c.numberOf(t, e, failures, "1")
	return n
}

// numberOf translates a number that a node has; nil for the one that need not be said.
func (c *converter) numberOf(t *treeKeys, e *Element, name, usual string) expr.Node {
	a := e.Attr(name)
	if a == nil || a.Value == usual {
		return nil
	}
	if key, isKey := a.Key(); isKey {
		return c.ref(c.key(t, key, a.At), a.At)
	}
	return number(typeInt, a.Value, a.At)
}

func (c *converter) switchNode(t *treeKeys, e *Element) *def.Node {
	n := newNode(e, def.NodeSwitch)
	typ := c.subjects[e]
	n.Value = c.portExpr(t, typ, e.Attr("variable"))
	for i, child := range c.children(t, e) {
		branch := newNode(e.Children[i], def.NodeCase, child)
		if i < len(e.Children)-1 {
			a := e.Attr("case_" + strconv.Itoa(i+1))
			branch.Values = []expr.Node{c.portExpr(t, typ, a)}
		}
		n.Children = append(n.Children, branch)
	}
	return n
}

// portExpr translates the value of a port.
func (c *converter) portExpr(t *treeKeys, typ *typeVar, a *Attr) expr.Node {
	if key, isKey := a.Key(); isKey {
		return c.ref(c.key(t, key, a.At), a.At)
	}
	return c.value(typ, a.Value, a.At)
}

// seconds translates a time in milliseconds.
func (c *converter) seconds(t *treeKeys, e *Element, name string) expr.Node {
	a := e.Attr(name)
	if key, isKey := a.Key(); isKey {
		thousand := &expr.Lit{At: a.At, Kind: expr.LitFloat, Float: 1000, Text: "1000.0"}
		return &expr.Binary{At: a.At, Op: expr.Div, X: c.ref(c.key(t, key, a.At), a.At), Y: thousand}
	}
	return milliseconds(a.Value, a.At)
}

func milliseconds(text string, at diag.Span) expr.Node {
	ms, _ := strconv.ParseInt(text, 10, 64)
	lit := &expr.Lit{At: at, Kind: expr.LitDuration, Float: float64(ms) / 1000, Text: text + "ms"}
	if ms%1000 == 0 {
		lit.Text = strconv.FormatInt(ms/1000, 10) + "s"
	}
	return lit
}
