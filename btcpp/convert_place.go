package btcpp

import "slices"

// place says what the nodes around a node do to it while it runs.
type place struct {
	halted  bool // they may halt it
	written bool // in the same tick others before it may write entries
}

// checkPlaces warns of nodes that differ from BehaviorTree.CPP because of what stands around them.
func (c *converter) checkPlaces() {
	for _, t := range slices.Backward(c.order) { // each tree after those that it is used in
		c.checkPlace(t, t.tree.Root, t.place)
	}
}

func (c *converter) checkPlace(t *treeKeys, e *Element, p place) {
	p.halted = p.halted || e.While != nil
	if p.halted && e.ID == "Precondition" && c.canRun(e.Children[0]) {
		c.differs(e.At, "the condition of Precondition is read again after a halt").Hint = "BehaviorTree.CPP does not read it again if the child was halted"
	}
	if e.asksAgain() && p.written && c.asksChanging(t, e) {
		c.differs(e.At, "%s sees what the tree writes at the next tick", e.ID).Hint = "BehaviorTree.CPP sees it when it ticks the node"
	}
	if e.Category == SubTree {
		inner := c.trees[e.ID]
		inner.place = place{inner.place.halted || p.halted, inner.place.written || p.written}
		return
	}
	parallel := e.ID == "Parallel" || e.ID == "ParallelAll"
	p.halted = p.halted || parallel || e.asksAgain() || e.ID == "Timeout" || e.isHosted()
	if e.isHosted() && len(e.Children) > 1 { // which may tick them in any order
		p.written = p.written || slices.ContainsFunc(e.Children, c.writes)
	}
	for i, child := range e.Children {
		if i > 0 && (parallel || e.asksAgain()) {
			p.written = p.written || c.writes(e.Children[i-1])
		}
		if e.ID == "ReactiveFallback" && child.ID != "ScriptCondition" && c.isGuarded(child) && slices.ContainsFunc(e.Children[i+1:], c.canRun) {
			c.differs(child.At, "the running child of ReactiveFallback ends before this child starts, because its conditions are read first").Hint =
				"BehaviorTree.CPP starts this child first, and halts the running one only if this child does not fail"
		}
		c.checkPlace(t, child, p)
	}
}

// isGuarded reports whether a node begins with conditions, so that a reactive selector reads them without starting it:
// see def.IsGuarded.
func (c *converter) isGuarded(e *Element) bool {
	switch {
	case e.ID == "ScriptCondition", e.ID == "Precondition":
		return true
	case e.ID == "Sequence", e.ID == "ReactiveSequence":
		return len(e.Children) > 0 && c.isGuarded(e.Children[0])
	case e.Category == SubTree:
		return c.isGuarded(c.trees[e.ID].tree.Root)
	}
	return false
}

// asksAgain reports whether a node decides in each tick which child it runs next.
func (e *Element) asksAgain() bool {
	switch e.ID {
	case "ReactiveSequence", "ReactiveFallback", "WhileDoElse", "KeepRunningUntilFailure":
		return true
	}
	return e.Category == Control && e.Model.isSwitch()
}

// asksChanging reports whether what a node asks in each tick reads entries that the tree writes.
func (c *converter) asksChanging(t *treeKeys, e *Element) bool {
	asked := e.Children[:1]
	switch e.ID {
	case "WhileDoElse", "KeepRunningUntilFailure":
	case "ReactiveSequence", "ReactiveFallback":
		asked = e.Children[:len(e.Children)-1]
	default:
		key, isKey := e.Attr("variable").Key()
		return isKey && c.key(t, key, e.At).changes
	}
	return slices.ContainsFunc(asked, func(child *Element) bool { return c.readsChanging(t, child) })
}

// readsChanging reports whether a condition in a node reads what the tree writes.
func (c *converter) readsChanging(t *treeKeys, e *Element) bool {
	if e.Category == SubTree {
		return c.readsChanging(c.trees[e.ID], c.trees[e.ID].tree.Root) || c.anyReads(t, e)
	}
	return c.anyReads(t, e) || e.Model.isSwitch() && c.asksChanging(t, e) ||
		slices.ContainsFunc(e.Children, func(child *Element) bool { return c.readsChanging(t, child) })
}

// anyReads reports whether a condition of a node itself reads what the tree writes.
func (c *converter) anyReads(t *treeKeys, e *Element) bool {
	list := []*Attr{e.FailureIf, e.SuccessIf, e.SkipIf, e.While}
	switch e.ID {
	case "ScriptCondition":
		list = append(list, e.Attr("code"))
	case "Precondition":
		list = append(list, e.Attr("if"))
	}
	for _, a := range list {
		if a != nil && slices.ContainsFunc(c.script(a).Statements, func(x *ScriptExpr) bool { return c.reads(t, x) }) {
			return true
		}
	}
	return false
}

// writes reports whether a node or one below it writes an entry.
func (c *converter) writes(e *Element) bool {
	switch {
	case e.OnFailure != nil || e.OnSuccess != nil || e.Post != nil || e.OnHalted != nil,
		e.ID == "Script", e.ID == "SetBlackboard", e.ID == "ScriptCondition" && len(c.script(e.Attr("code")).Statements) > 1, e.Attr("queue") != nil:
		return true
	case e.Category == SubTree:
		return c.writes(c.trees[e.ID].tree.Root)
	}
	return slices.ContainsFunc(e.Children, c.writes)
}
