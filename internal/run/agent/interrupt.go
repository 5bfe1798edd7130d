package agent

import "github.com/karakuri-ai/karakuri/internal/run/runner"

// interruptMind interrupts the parts of the mind that need what a reaction needs. It returns false if the agent has
// collapsed during that.
func (x *reflexes) interruptMind(a *agent, i int) bool {
	p := a.parts
	h := &p.kit.Reactions[i].Hold
	done := a.runner.Interrupt(&x.core.stage, h)
	if a.runner.HasBrain() && x.brainIsTaken(a, h) {
		goals, _ := x.families.wills()
		m := x.families.brain(a)
		goals.guard(x.core.stage.Ctx, func() { m.Interrupt(&goals.env) })
		p.brain, done = true, true
	}
	if done {
		p.reactions[i].took = true
		x.report(a, runner.MindInterrupted, i, runner.Event{})
	}
	if f, broken := x.core.stage.Ctx.TakeFault(); broken {
		x.collapse(a, f)
		return false
	}
	return true
}

// setHold computes what reactions take from the mind, and passes changes to the runner.
func (x *reflexes) setHold(a *agent) {
	if x.findHold(a) {
		a.runner.Hold(a.held())
	}
}

// held returns what reactions take from an agent's mind; nil: nothing.
func (a *agent) held() *runner.Hold {
	if h := &a.parts.hold; h.All || len(h.Uses) > 0 {
		return h
	}
	return nil
}

// findHold computes what reactions take from the mind, and reports whether that has changed.
func (x *reflexes) findHold(a *agent) (changed bool) {
	p := a.parts
	was, all, brain, n := p.hold, false, false, 0
	same := true
	for i := range p.reactions {
		r, h := &p.reactions[i], &p.kit.Reactions[i].Hold
		if !r.runs() && r.grace == 0 {
			continue
		}
		all = all || h.All
		for _, u := range h.Uses {
			if same = same && n < len(was.Uses) && was.Uses[n] == u; n < len(p.hold.Uses) {
				p.hold.Uses[n] = u
			} else {
				p.hold.Uses = append(p.hold.Uses, u)
			}
			n++
		}
		brain = brain || r.runs() && p.brain && (h.All || x.needsPursuit(a, h))
	}
	p.hold.All, p.hold.Uses, p.hold.Brain = all, p.hold.Uses[:n], brain
	return !same || n != len(was.Uses) || was.All != all || was.Brain != brain
}

// needsPursuit reports whether a hold takes what the brain's pursuits, running or interrupted, need.
func (x *reflexes) needsPursuit(a *agent, h *runner.Hold) bool {
	m := x.families.brain(a)
	if m == nil || m.Len() == 0 {
		return false
	}
	g, _ := m.Pursued(m.Len() - 1).Goal()
	return h.Takes(x.set.GoalUses[g])
}

// handBack runs at the end of a tick: the mind gets back, from the next tick, what ended reactions have taken.
func (x *reflexes) handBack(a *agent) {
	p := a.parts
	for i := range p.reactions {
		r := &p.reactions[i]
		if r.ended = false; !r.took || !r.handle.IsZero() {
			continue
		}
		r.took = false
		x.report(a, runner.MindResumed, i, runner.Event{})
	}
	x.setHold(a)
	if !p.brain || p.hold.Brain {
		return
	}
	p.brain = false
	goals, _ := x.families.wills()
	if m := x.families.brain(a); m != nil {
		goals.guard(x.core.stage.Ctx, func() { m.HandBack(&goals.env) })
	}
	if f, broken := x.core.stage.Ctx.TakeFault(); broken {
		x.collapse(a, f)
	}
}

// stands reports whether an agent's brain starts nothing new, because a reaction runs next to it.
func (a *agent) stands() bool {
	return a.parts != nil && (a.parts.hold.All || len(a.parts.hold.Uses) > 0)
}
