package runner

import "github.com/karakuri-ai/karakuri/action"

// An agent without plan lines may have a mind: a tree, or a brain. It runs instead of the idle action.

// HasMind reports whether the agent is controlled by a tree that has not ended for good, or by a brain.
func (x *standIn) HasMind() bool { return x.kind.mind != nil && !x.ended }

// HasTree reports whether the agent's mind is a tree.
func (x *standIn) HasTree() bool { return x.HasMind() && !x.kind.mind.brain }

// HasBrain reports whether the agent's mind is a brain. A brain does not end by itself.
func (x *standIn) HasBrain() bool { return x.HasMind() && x.kind.mind.brain }

// Mind returns the activity of the agent's mind; zero while it does not run.
func (x *standIn) Mind() action.Handle {
	if !x.HasMind() {
		return action.Handle{}
	}
	return x.idle
}

// Awaken starts the agent's mind if it does not run, and returns it.
func (x *standIn) Awaken(s *Stage) action.Handle {
	if m := x.kind.mind; x.HasMind() && x.idle.IsZero() {
		x.idle = s.Instances.Start(s.Ctx, m.action, m.words)
	}
	return x.Mind()
}

// IsTreeAlone reports whether the runner only runs the tree that is the agent's mind, so that writes to the agent's
// state matter to nothing else in the runner.
func (r *Runner) IsTreeAlone() bool {
	return len(r.kind.lines) == 0 && r.root == nil && !r.active && r.HasTree() && !r.idle.IsZero() && r.why == NotIdle && !r.kind.script.opaque &&
		len(r.timers) == 0 && r.hold == nil && r.orders == nil && !r.IsQuarantined() && r.calm > r.tick
}

// RestartTree reports whether the tree is the agent's mind and has ended without a panic: it then starts again as the
// same activity.
func (r *Runner) RestartTree(tree action.Handle) bool {
	if !r.HasTree() || r.idle != tree || r.kind.mind.once {
		return false
	}
	r.EndedWell()
	return true
}
