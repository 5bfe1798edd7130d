package runner

import "github.com/karakuri-ai/karakuri/action"

// An agent without plan lines may have a mind: a tree, or a brain. It runs in the place of the idle action.

// HasMind reports whether what the agent does is said by a tree or a brain, and that has not ended for good.
func (r *Runner) HasMind() bool { return r.hasMind(r.kind) }

// HasTree reports whether that is a tree.
func (r *Runner) HasTree() bool { return r.hasMind(r.kind) && !r.kind.mind.brain }

// HasBrain reports whether that is a brain. It does not end by itself.
func (r *Runner) HasBrain() bool { return r.hasBrain(r.kind) }

// IsTreeAlone reports whether the runner carries out a tree that is the mind of the agent, and nothing that is written to the agent's state matters to anything
// else that it knows.
func (r *Runner) IsTreeAlone() bool {
	return len(r.kind.lines) == 0 && r.root == nil && !r.active && r.HasTree() && !r.idle.IsZero() && r.why == NotIdle && !r.kind.script.opaque &&
		len(r.timers) == 0 && r.hold == nil && r.duties == nil && !r.IsQuarantined() && r.calm > r.tick
}

// Mind returns the activity that the mind of the agent is; zero while it does not run.
func (r *Runner) Mind() action.Handle {
	if !r.HasMind() {
		return action.Handle{}
	}
	return r.idle
}

// Awaken starts the mind of the agent, if it has one that does not run, and returns it.
func (r *Runner) Awaken(s *Stage) action.Handle {
	if m := r.kind.mind; r.HasMind() && r.idle.IsZero() {
		r.idle = s.Instances.Start(s.Ctx, m.action, m.words)
	}
	return r.Mind()
}

// mindOn lets the mind of the agent go on.
func (r *Runner) mindOn(s *Stage) {
	if r.isStill(r.kind, r.hold) {
		return
	}
	r.Awaken(s)
	if status := s.Instances.Update(s.Ctx, r.idle); status != action.Running {
		r.endIdle(s, status)
		return
	}
	r.heedFault(s)
}

// heedFault follows up on a panic within a brain. The brain has stopped what it was doing, and goes on after the quarantine.
func (r *Runner) heedFault(s *Stage) {
	if r.HasBrain() && r.takeFault(s) {
		r.emit(s, Event{Kind: Faulted, Cause: ActionPanicked, Fault: r.fault})
		r.quarantine(s)
	}
}

// RestartTree reports whether a tree that has ended without a panic is the mind of the agent, and goes on as the same activity and starts again.
func (r *Runner) RestartTree(tree action.Handle) bool {
	if !r.HasTree() || r.idle != tree || r.kind.mind.once {
		return false
	}
	r.panics = 0
	return true
}

// endMind follows up on the end of the mind as an activity. A new one starts with the next tick, or never.
func (r *Runner) endMind(s *Stage) {
	r.calm = 0
	if r.takeFault(s) {
		r.emit(s, Event{Kind: Faulted, Cause: ActionPanicked, Fault: r.fault})
		r.quarantine(s)
		return
	}
	r.panics = 0
	r.ended = r.kind.mind.once
}

// whyNoLine returns why an agent for which no plan line holds has nothing to carry out.
func (r *Runner) whyNoLine() Why {
	switch {
	case r.HasMind(), r.duties.next() != nil:
		return NotIdle
	case r.ended:
		return TreeEnded
	}
	return NoLine
}

// EndedWell tells that a goal of the agent's brain has been achieved: the next panic is the first again.
func (r *Runner) EndedWell() { r.panics = 0 }
