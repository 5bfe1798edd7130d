package runner

import "github.com/karakuri-ai/karakuri/activity"

// HasTree reports whether what the agent does is said by a tree, and that has not ended for good. The tree runs in the place of the idle action.
func (r *Runner) HasTree() bool { return r.kind.tree != nil && !r.ended }

// treeOn lets the tree of the agent go on.
func (r *Runner) treeOn(s *Stage) {
	t := r.kind.tree
	if r.idle.IsZero() {
		r.idle = s.Instances.Start(s.Ctx, t.action, t.words)
	}
	if status := s.Instances.Update(s.Ctx, r.idle); status != activity.Running {
		r.endIdle(s, status)
	}
}

// RestartTree reports whether the tree of the agent, which has ended without a panic, goes on as the same activity and starts again.
func (r *Runner) RestartTree() bool {
	if !r.HasTree() || r.kind.tree.once {
		return false
	}
	r.panics = 0
	return true
}

// endTree follows up on the end of the tree as an activity. A new one starts with the next tick, or never.
func (r *Runner) endTree(s *Stage) {
	r.calm = 0
	if r.takeFault(s) {
		r.emit(s, Event{Kind: Faulted, Cause: ActionPanicked, Fault: r.fault})
		r.quarantine(s)
		return
	}
	r.panics = 0
	r.ended = r.kind.tree.once
}

// whyNoLine returns why an agent for which no plan line holds has nothing to carry out.
func (r *Runner) whyNoLine() Why {
	switch {
	case r.HasTree():
		return NotIdle
	case r.ended:
		return TreeEnded
	}
	return NoLine
}

// resting returns what runs in the place of a plan: the tree or the idle action; nil: nothing does.
func (r *Runner) resting() (action int32, ok bool) {
	switch {
	case r.HasTree():
		return r.kind.tree.action, true
	case r.kind.idle != nil:
		return r.kind.idle.action, true
	}
	return 0, false
}

func (r *Runner) restingText() string {
	if r.HasTree() {
		return "its tree"
	}
	return "its idle action"
}
