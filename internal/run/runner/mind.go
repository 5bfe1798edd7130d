package runner

import "github.com/karakuri-ai/karakuri/action"

// An agent without plan lines may have a mind: a tree, or a brain. It runs in the place of the idle action.

// HasMind reports whether what the agent does is said by a tree or a brain, and that has not ended for good.
func (x *standIn) HasMind() bool { return x.kind.mind != nil && !x.ended }

// HasTree reports whether that is a tree.
func (x *standIn) HasTree() bool { return x.HasMind() && !x.kind.mind.brain }

// HasBrain reports whether that is a brain. It does not end by itself.
func (x *standIn) HasBrain() bool { return x.HasMind() && x.kind.mind.brain }

// Mind returns the activity that the mind of the agent is; zero while it does not run.
func (x *standIn) Mind() action.Handle {
	if !x.HasMind() {
		return action.Handle{}
	}
	return x.idle
}

// Awaken starts the mind of the agent, if it has one that does not run, and returns it.
func (x *standIn) Awaken(s *Stage) action.Handle {
	if m := x.kind.mind; x.HasMind() && x.idle.IsZero() {
		x.idle = s.Instances.Start(s.Ctx, m.action, m.words)
	}
	return x.Mind()
}

// IsTreeAlone reports whether the runner carries out a tree that is the mind of the agent, and nothing that is written to the agent's state matters to anything
// else that it knows.
func (r *Runner) IsTreeAlone() bool {
	return len(r.kind.lines) == 0 && r.root == nil && !r.active && r.HasTree() && !r.idle.IsZero() && r.why == NotIdle && !r.kind.script.opaque &&
		len(r.timers) == 0 && r.hold == nil && r.orders == nil && !r.IsQuarantined() && r.calm > r.tick
}

// RestartTree reports whether a tree that has ended without a panic is the mind of the agent, and goes on as the same activity and starts again.
func (r *Runner) RestartTree(tree action.Handle) bool {
	if !r.HasTree() || r.idle != tree || r.kind.mind.once {
		return false
	}
	r.EndedWell()
	return true
}
