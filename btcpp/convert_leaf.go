package btcpp

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// decorator translates decorators that have more to say than their child.
func (c *converter) decorator(t *treeKeys, e *Element) *def.Node {
	child := c.node(t, e.Children[0])
	switch e.ID {
	case "Repeat":
		c.loops(e)
		n := newNode(e, def.NodeRepeat, child)
		n.Value = c.numberOf(t, e, "num_cycles", "-1")
		return n
	case "RetryUntilSuccessful":
		c.loops(e)
		n := newNode(e, def.NodeRetry, child)
		n.Value = c.numberOf(t, e, "num_attempts", "-1")
		return n
	case "Delay":
		n := newNode(e, def.NodeDelay, child)
		n.Value = c.seconds(t, e, "delay_msec")
		return n
	case "Timeout":
		n := newNode(e, def.NodeTimeout, child)
		n.Value = c.seconds(t, e, "msec")
		return n
	case "KeepRunningUntilFailure": // once in a tick, which until_failure is not
		hour := newNode(e, def.NodeWait)
		hour.Value = milliseconds("3600000", e.At)
		return newNode(e, def.NodeReactiveSequence, child, newNode(e, def.NodeRepeat, hour))
	case "RunOnce":
		return c.runOnce(e, child)
	case "Precondition":
		return c.precondition(t, e, child)
	}
	return c.loop(t, e, child)
}

func (c *converter) loops(e *Element) {
	c.differs(e.At, "repetitions of %s that take no time follow each other within a tick", e.ID).Hint = "in BehaviorTree.CPP each starts in its own tick"
}

// runOnce translates RunOnce. With then_skip a symbol keeps that the child has ended.
func (c *converter) runOnce(e *Element, child *def.Node) *def.Node {
	if skip, _ := ParseBool(c.literalOf(e, "then_skip")); !skip {
		return newNode(e, def.NodeOnce, child)
	}
	done := c.names.free(e.Title()+"_done", "_symbol")
	c.extra = append(c.extra, done)
	n := newNode(e, def.NodeSequence, child)
	n.SkipIf = &expr.Ref{At: e.At, NameAt: e.At, Name: done}
	set := func() []expr.Effect {
		return []expr.Effect{&expr.Assign{At: e.At, Target: &expr.Ref{At: e.At, NameAt: e.At, Name: done}, Value: &expr.Lit{At: e.At, Kind: expr.LitBool, Bool: true, Text: "true"}}}
	}
	n.OnSuccess, n.OnFailure = set(), set()
	return n
}

// precondition translates Precondition, with the status for a false condition.
func (c *converter) precondition(t *treeKeys, e *Element, child *def.Node) *def.Node {
	cond := c.condition(t, e.Attr("if"))
	switch otherwise := c.literalOf(e, "else"); otherwise {
	case "FAILURE":
		n := newNode(e, def.NodeWhen, child)
		n.Cond = cond
		return n
	case "SUCCESS":
		n := newNode(e, def.NodeSequence, child)
		n.SucceedIf = not(cond)
		return n
	case "SKIPPED":
		n := newNode(e, def.NodeSequence, child)
		n.SkipIf = not(cond)
		return n
	default:
		c.cannot(e.At, "%s as the status of a false condition has no counterpart", otherwise)
	}
	return child
}

// loop translates LoopInt and the like over values written in the file: each value is written to the entry.
func (c *converter) loop(t *treeKeys, e *Element, child *def.Node) *def.Node {
	values := queue(e)
	end := def.NodeForceSuccess // kind of the node after the last value, or without any value
	switch empty := c.literalOf(e, "if_empty"); empty {
	case "SUCCESS":
	case "FAILURE":
		end = def.NodeForceFailure
	default:
		c.cannot(e.At, "%s as the status of an empty loop has no counterpart", empty)
	}
	switch {
	case len(values) > 0:
	case end == def.NodeForceSuccess:
		return newNode(e, def.NodeSucceed)
	default:
		return newNode(e, def.NodeFail)
	}
	a := e.Attr("value")
	if a == nil {
		c.cannot(e.At, "a loop that does not store its values")
		return child
	}
	name, isKey := a.Key()
	if !isKey {
		c.cannot(a.At, "a loop that does not store its values")
		return child
	}
	k := c.key(t, name, a.At)
	n := newNode(e, def.NodeEach)
	n.Each = &expr.Var{At: a.At, Name: c.names.free("each_"+name, "_value")}
	for _, v := range values {
		n.Values = append(n.Values, c.value(k.typ, v.Value, v.At))
	}
	set := newNode(e, def.NodeSet)
	set.Effect = []expr.Effect{&expr.Assign{At: a.At, Target: c.ref(k, a.At), Value: &expr.Ref{At: a.At, NameAt: a.At, Name: n.Each.Name}}}
	n.Children = []*def.Node{newNode(e, def.NodeSequence, set, child)}
	c.loops(e)
	if end == def.NodeForceFailure {
		return newNode(e, end, n)
	}
	return n
}

// leaf translates the actions and conditions of the library.
func (c *converter) leaf(t *treeKeys, e *Element) *def.Node {
	switch e.ID {
	case "Sleep":
		n := newNode(e, def.NodeWait)
		n.Value = c.seconds(t, e, "msec")
		return n
	case "Script":
		n := newNode(e, def.NodeSet)
		n.Effect = c.effects(t, e.Attr("code"))
		return n
	case "SetBlackboard":
		a := e.Attr("value")
		k := c.key(t, setKey(e), e.At)
		n := newNode(e, def.NodeSet)
		n.Effect = []expr.Effect{&expr.Assign{At: a.At, Target: c.ref(k, a.At), Value: c.portExpr(t, k.typ, a)}}
		return n
	}
	return c.scriptCondition(t, e)
}

func (c *converter) scriptCondition(t *treeKeys, e *Element) *def.Node {
	list := c.script(e.Attr("code")).Statements
	last := len(list) - 1
	n := newNode(e, def.NodeIf)
	n.Cond = c.scope(t).truth(list[last])
	if last == 0 {
		return n
	}
	set := newNode(e, def.NodeSet)
	set.Effect = c.assign(t, list[:last])
	return newNode(e, def.NodeSequence, set, n)
}

// treeCall translates a SubTree: the ports of its tree are given by name.
func (c *converter) treeCall(t *treeKeys, e *Element) *def.Node {
	inner := c.trees[e.ID]
	call := &def.Call{At: e.At, Name: def.Name{At: e.At, Name: inner.name}}
	for _, b := range t.calls[e] {
		if !b.inner.isPort(c) {
			continue
		}
		at := e.At
		if a := e.Attr(b.inner.name); a != nil {
			at = a.At
		}
		call.ArgNames = append(call.ArgNames, def.Name{At: at, Name: b.inner.name})
		if b.outer == nil {
			call.Args = append(call.Args, c.value(b.inner.typ, b.value.Value, at))
		} else {
			call.Args = append(call.Args, c.ref(b.outer, at))
		}
	}
	n := newNode(e, def.NodeCall)
	n.Call = call
	return n
}

// actionCall translates a node of the host.
func (c *converter) actionCall(t *treeKeys, e *Element) *def.Node {
	u := c.actions[e.ID]
	call := &def.Call{At: e.At, Name: def.Name{At: e.At, Name: u.name}}
	for i := range e.Model.Ports {
		p := &e.Model.Ports[i]
		a := portValue(e, p)
		if p.Direction != In && a != nil && !e.Model.Inferred {
			if key, isKey := a.Key(); isKey {
				c.differs(a.At, "%s writes entry %s itself", e.ID, key).Hint = "the host writes the symbol when the action is done"
			}
		}
		switch {
		case !u.isParam(i):
		case a == nil && u.ports[i].find().typ == typeObject:
			call.Args = append(call.Args, &expr.Lit{At: e.At, Kind: expr.LitNone, Text: "none"})
		case a == nil:
			c.cannot(e.At, "%s is not given %s here, but elsewhere", e.ID, p.Name).Hint = "an action has all its parameters or none"
		default:
			call.Args = append(call.Args, c.portExpr(t, u.ports[i], a))
		}
	}
	n := newNode(e, def.NodeCall)
	if e.isHosted() {
		n = newNode(e, def.NodeHosted, c.children(t, e)...)
		if slices.ContainsFunc(e.Children, c.canSkip) {
			c.differs(e.At, "%s is never skipped, whatever becomes of its children", e.ID).Hint = "in BehaviorTree.CPP the host can return SKIPPED"
		}
	}
	n.Call = call
	return n
}

// isHosted reports whether a node is a control node or decorator of the host.
func (e *Element) isHosted() bool {
	return (e.Category == Control || e.Category == Decorator) && !e.Model.Builtin
}

// isParam reports whether a port is a parameter of the action: it is read, and given at least once.
func (u *actionUse) isParam(i int) bool {
	return u.model.Ports[i].Direction != Out && u.given[i] > 0
}
