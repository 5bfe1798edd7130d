package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Hold is the part of an agent's mind that a reaction holds. While it lasts, nothing starts that needs the same part.
type Hold struct {
	All   bool  // everything
	Uses  []int // resources, by their numbers: see [Script.Uses]
	Brain bool  // the brain does not run
}

// Takes reports whether something that needs the resources must wait. A nil Hold takes nothing.
func (h *Hold) Takes(uses []int) bool { return h != nil && (h.All || Meets(h.Uses, uses)) }

// Meets reports whether two lists of resources have one in common.
func Meets(a, b []int) bool {
	for _, u := range a {
		if slices.Contains(b, u) {
			return true
		}
	}
	return false
}

// Uses returns the numbers of the resources that a call occupies.
func (s *Script) Uses(c *def.ActionCall) []int {
	if c == nil {
		return nil
	}
	return s.numbers(c.Uses())
}

func (s *Script) numbers(names []string) (list []int) {
	for _, name := range names {
		list = append(list, s.resources[name])
	}
	return list
}

// addResources numbers the resources that operators do not use, and finds out which resources orders need.
func (s *Script) addResources() {
	for _, a := range s.info.Actions {
		for _, name := range a.Uses {
			resource(s.resources, name)
		}
	}
	s.orderable = map[int32][]int{}
	for _, o := range s.info.Orders {
		if o.Goal != nil {
			s.orderable[s.info.GoalActivity(o.Goal)] = s.Uses(&def.ActionCall{Goal: o.Goal})
		} else if o.Task != nil {
			s.orderable[s.info.TaskActivity(o.Task)] = s.numbers(o.Task.Uses())
		}
	}
}

// Hold makes the runner start nothing that h takes, until the next call; nil: it may start everything. Call it again
// after each change of *h.
func (r *Runner) Hold(h *Hold) {
	r.Regain(h)
	r.calm, r.stuck = 0, false
}

// Regain is [Runner.Hold] for a restored runner, which had the hold before.
func (r *Runner) Regain(h *Hold) {
	if h != r.hold {
		r.own().hold = h
	}
}

// acts reports whether an action of the step runs, or is about to start again.
func (e *effort) acts() bool {
	if e.isToRetry() {
		return true
	}
	for i := range e.hands {
		if !e.over && e.hands[i].status == action.Running {
			return true
		}
	}
	return false
}

// isTaken reports whether h takes what a running step needs.
func (e *effort) isTaken(s *Script, h *Hold) bool { return e.acts() && h.Takes(s.operatorOf(e).uses) }

// Stands reports whether something runs that h takes, and whether that is a committed step.
func (r *Runner) Stands(h *Hold) (runs, committed bool) {
	for i := range r.efforts {
		e := &r.efforts[i]
		if !e.isTaken(r.kind.script, h) {
			continue
		}
		commit := r.kind.script.operatorOf(e).commit
		runs, committed = true, committed || commit > 0 && e.begun+commit > r.tick
	}
	return runs || r.isTaken(r.orders, h), committed
}

// Handles appends the activities that the runner has started and that run. If h is not nil, it appends only those that
// h takes, and no brain.
func (r *Runner) Handles(dst []action.Handle, h *Hold) []action.Handle {
	for i := range r.efforts {
		e := &r.efforts[i]
		if e.over || h != nil && !e.isTaken(r.kind.script, h) {
			continue
		}
		for _, hand := range e.hands {
			if hand.status == action.Running {
				dst = append(dst, hand.handle)
			}
		}
	}
	if !r.idle.IsZero() && (h == nil || r.isTaken(r.orders, h)) {
		dst = append(dst, r.idle)
	}
	return dst
}

// Interrupt aborts the activities that use the parts of the mind in h. Steps, the idle action, an order and a tree
// start again when they may. Call it between Decide and Act.
func (r *Runner) Interrupt(s *Stage, h *Hold) (done bool) {
	s.Worker.machine.State = s.Ctx.State()
	t := r.turn(s)
	follows := r.verdict.follow == PlanMerged || r.verdict.follow == PlanRepaired
	for i := range r.efforts {
		if e := &r.efforts[i]; e.isTaken(r.kind.script, h) {
			r.interrupt(&t, e, follows)
			done = true
		}
	}
	if done {
		r.sweep()
	}
	if !r.isTaken(r.orders, h) {
		return done
	}
	idling := r.idling
	r.stopIdle(&t, action.Interrupted)
	r.idling = idling
	return true
}

// Collapse aborts everything that the runner has started, because the host's code panicked in something outside the
// runner, and puts the agent into quarantine. Halt the brain first.
func (r *Runner) Collapse(s *Stage, f action.Fault) {
	r.Stumble(s, f)
	t := r.turn(s)
	if r.active {
		r.drop(&t, action.Quarantined)
	}
	r.isolate(&t)
}

// Stumble reports a panic outside the runner that has no consequences: one in a hook after an end.
func (r *Runner) Stumble(s *Stage, f action.Fault) {
	r.own().keepFault(f)
	t := r.turn(s)
	t.emitFault()
}

// Report reports an event of something that the agent does outside the runner.
func (r *Runner) Report(s *Stage, e Event) {
	t := r.turn(s)
	t.emit(e)
}

// IsOpaque reports whether conditions call host functions whose results may change without notice.
func (s *Script) IsOpaque() bool { return s.opaque }
