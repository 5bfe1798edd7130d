package btcpp

import "slices"

// branchCondition warns where the first child of IfThenElse or WhileDoElse is asked at other moments than in
// BehaviorTree.CPP.
func (c *converter) branchCondition(e *Element) {
	first := e.Children[0]
	keeps := c.keepsResult(first)
	switch {
	case e.ID == "WhileDoElse" && keeps:
		c.differs(first.At, "%s is evaluated again in every tick", first.ID).Hint = "BehaviorTree.CPP evaluates only a condition again, not an action that has ended or a node with _skipIf and the like"
	case e.ID == "WhileDoElse" && c.canRun(first):
		c.differs(first.At, "the branch continues while %s runs", first.ID).Hint = "in BehaviorTree.CPP the branch waits until the condition has ended"
	case len(e.Children) == 2 && keeps:
		c.differs(first.At, "%s is evaluated again after it has failed", first.ID).Hint = "BehaviorTree.CPP keeps its failure, since there is no third child"
	}
}

// keepsResult reports whether a node that has ended keeps something of that until its parent resets it: an action its
// result, any node that its conditions have been read, a control node how many of its children were skipped.
func (c *converter) keepsResult(e *Element) bool {
	return e.Category == Action && !e.Model.Builtin || e.isHosted() || e.ID == "Sleep" || e.asksBefore() || e.Category == Control && slices.ContainsFunc(e.Children, c.canSkip)
}

// asksBefore reports whether a node has conditions that are read before it starts.
func (e *Element) asksBefore() bool {
	return e.FailureIf != nil || e.SuccessIf != nil || e.SkipIf != nil || e.While != nil
}

// canRun reports whether a node can continue for several ticks.
func (c *converter) canRun(e *Element) bool {
	switch {
	case e.Category == SubTree:
		return c.canRun(c.trees[e.ID].tree.Root)
	case e.Category == Action && !e.Model.Builtin, e.isHosted(), e.ID == "Sleep", e.ID == "Delay", e.ID == "KeepRunningUntilFailure":
		return true
	}
	return slices.ContainsFunc(e.Children, c.canRun)
}

// skippedInside warns of a node that BehaviorTree.CPP counts as running although it was skipped, since its children
// were: until its parent resets it, its conditions are not read again, and a halt runs its script.
func (c *converter) skippedInside(e *Element) {
	keeps := e.asksBefore() || e.OnHalted != nil || e.ID == "Precondition" || e.ID == "Delay" || e.ID == "Timeout"
	if keeps && slices.ContainsFunc(e.Children, c.canSkip) && c.canSkipInside(e) {
		c.differs(e.At, "%s ends when its children are skipped", e.ID).Hint = "in BehaviorTree.CPP it stays running until its parent resets it"
	}
}

// canSkip reports whether a node can be skipped.
func (c *converter) canSkip(e *Element) bool {
	return e.SkipIf != nil || e.While != nil || c.canSkipInside(e)
}

// canSkipInside reports whether a node can be skipped, its own conditions apart.
func (c *converter) canSkipInside(e *Element) bool {
	list := e.Children
	switch {
	case e.Category == SubTree:
		return c.canSkip(c.trees[e.ID].tree.Root)
	case e.ID == "IfThenElse", e.ID == "WhileDoElse", e.Model.isSwitch():
		return slices.ContainsFunc(list, c.canSkip)
	case e.isHosted():
		return false // its own warning says so
	case e.ID == "RunOnce":
		if skip, _ := ParseBool(c.literalOf(e, "then_skip")); skip {
			return true
		}
	case e.ID == "Precondition" && c.literalOf(e, "else") == "SKIPPED":
		return true
	case e.ID == "KeepRunningUntilFailure":
		return false
	case e.ID == "TryCatch":
		list = list[:len(list)-1]
	}
	return len(list) > 0 && !slices.ContainsFunc(list, func(child *Element) bool { return !c.canSkip(child) })
}
