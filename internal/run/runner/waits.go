package runner

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// WaitKind says what happens when a time is over.
type WaitKind uint8

// Kinds of waits.
const (
	WaitSucceed    WaitKind = iota + 1 // the step ends well: succeed_after
	WaitFail                           // it fails: fail_after
	WaitExpect                         // it fails if the world is not as its effects say by then
	WaitCommit                         // other plans may take over
	WaitCooldown                       // the operators that share the cooldown may start again
	WaitBan                            // a method or operator may be taken again
	WaitQuarantine                     // the agent acts again after a panic
	WaitPlan                           // the agent without a plan plans again
	WaitMethod                         // a method fails: fail_after
	WaitClaim                          // another agent frees an object; Ticks is 0
	WaitStart                          // a step starts whose cooldown it waits for; Ticks is 0 if that is not known yet, since a step of another agent uses it
)

// Wait is a time that an agent waits for.
type Wait struct {
	Kind     WaitKind
	Step     int           // of the plan: WaitSucceed to WaitCommit, WaitStart
	Cooldown *world.Symbol // WaitCooldown, WaitStart
	Ban      htn.Ban       // WaitBan, WaitMethod; its lists belong to the runner
	Still    bool          // WaitBan: the clock pauses
	Until    bool          // WaitBan: it ends by a condition, not by time; Ticks is 0
	Claimed  world.Object  // WaitClaim: the object
	Refused  bool          // WaitClaim: another squad or team has it, as a step has shown: the agent is in the queue for it
	Ticks    int64         // until the time is over, at least 1
	Of       int64         // its whole length in ticks; 0: not known
}

// IsSpent reports whether a plan line that runs once has been carried out.
func IsSpent(r *Runner, line int) bool { return line < len(r.spent) && r.spent[line] }

// Waits appends to dst the times that run: of running steps in the order in which they started, of steps that wait for
// their cooldowns, of cooldowns and bans, and when an agent without a plan plans again. St is the state of the agent.
func (r *Runner) Waits(dst []Wait, st *world.State) []Wait {
	for i := range r.efforts {
		dst = r.efforts[i].waits(dst, r.kind.script, r.tick)
	}
	if r.active {
		dst = r.spans.waits(dst, r.kind.script, &r.plan, r.tick)
	}
	dst = waitsForCooldowns(dst, r, st)
	for _, t := range r.timers {
		dst = waitUntil(dst, Wait{Kind: WaitCooldown, Cooldown: r.kind.script.info.Schema.SymbolAt(t.addr), Of: r.kind.script.cooldownOf(t.addr)}, r.tick, t.due)
	}
	for i := range r.bans {
		dst = r.bans[i].wait(dst, r.kind.script, r.tick)
	}
	for i := range r.wants {
		dst = append(dst, Wait{Kind: WaitClaim, Claimed: r.wants[i].object, Refused: r.wants[i].world})
	}
	switch {
	case r.IsQuarantined():
		return waitUntil(dst, Wait{Kind: WaitQuarantine}, r.tick, r.quarantine.released)
	case !r.active && r.line >= 0 && (r.why == NoPlan || r.why == HitLimit || r.why == Broken || r.why == TooLong):
		return waitUntil(dst, Wait{Kind: WaitPlan}, r.tick, max(r.due, r.blocked))
	}
	return dst
}

// waitsForCooldowns appends the steps of a plan that could start now if their cooldowns were over, if the plan may wait
// for them.
func waitsForCooldowns(dst []Wait, r *Runner, st *world.State) []Wait {
	if !r.active || !r.patient {
		return dst
	}
	cool := coolingsOf(r, st, r.tick)
	for i := r.first; i < len(r.progress); i++ {
		op := &r.kind.script.operators[r.plan.Step(i).Operator]
		if _, done := r.freeFrom(i); r.progress[i].state != StepWaiting || !done || op.wait == 0 {
			continue
		}
		switch left := cool.left(op); {
		case left == never:
			dst = append(dst, Wait{Kind: WaitStart, Step: i, Cooldown: op.cooling, Of: op.cooldown})
		case left > 0:
			dst = append(dst, Wait{Kind: WaitStart, Step: i, Cooldown: op.cooling, Of: op.cooldown, Ticks: left})
		}
	}
	return dst
}

// waits appends the times that run for a step.
func (e *effort) waits(dst []Wait, s *Script, tick int64) []Wait {
	op := s.operatorOf(e)
	if e.over {
		return dst
	}
	if e.expecting {
		return waitUntil(dst, Wait{Kind: WaitExpect, Step: e.step, Of: s.grace}, tick, e.since+s.grace)
	}
	if op.succeedAfter > 0 {
		dst = waitUntil(dst, Wait{Kind: WaitSucceed, Step: e.step, Of: op.succeedAfter}, tick, e.begun+op.succeedAfter)
	}
	if op.failAfter > 0 {
		dst = waitUntil(dst, Wait{Kind: WaitFail, Step: e.step, Of: op.failAfter}, tick, e.begun+op.failAfter)
	}
	if op.commit > 0 {
		dst = waitUntil(dst, Wait{Kind: WaitCommit, Step: e.step, Of: op.commit}, tick, e.begun+op.commit)
	}
	return dst
}

// waitUntil appends a wait from a tick until another, unless that has passed.
func waitUntil(dst []Wait, w Wait, tick, until int64) []Wait {
	if w.Ticks = until - tick; w.Ticks < 1 {
		return dst
	}
	return append(dst, w)
}

// WaitText returns a wait as text: "approach(e1) fails in 3.2s". St is the state of the agent, for the names of
// objects.
func (r *Runner) WaitText(w Wait, st *world.State) string {
	in := fmt.Sprintf(" in %gs", r.kind.script.seconds(w.Ticks))
	switch w.Kind {
	case WaitSucceed:
		return r.stepText(r.kind.script, w.Step, st) + " is given up and counts as done" + in
	case WaitFail:
		return r.stepText(r.kind.script, w.Step, st) + " fails" + in
	case WaitExpect:
		return r.stepText(r.kind.script, w.Step, st) + " fails unless its expected effects occur" + in
	case WaitCommit:
		return r.stepText(r.kind.script, w.Step, st) + " lets other plans take over" + in
	case WaitCooldown:
		return w.Cooldown.Name + " ends" + in
	case WaitStart:
		if w.Ticks == 0 {
			in = " after the step of another agent"
		}
		return r.stepText(r.kind.script, w.Step, st) + " waits for its cooldown, which ends" + in
	case WaitMethod:
		return r.WayText(&w.Ban, st) + " fails" + in
	case WaitClaim:
		return "plans when " + claimedName(w.Claimed, st) + " is free"
	case WaitBan:
		return r.kind.script.banWaitText(w, in, st)
	case WaitQuarantine:
		return "does something again" + in
	}
	return "plans again" + in + " at the latest"
}

// stepText returns a step of the plan as text.
func (c *course) stepText(s *Script, i int, st *world.State) string {
	step := c.plan.Step(i)
	return s.operatorText(step.Operator, step.Args, st)
}

// cooldownOf returns the length of a symbol's cooldown, if all operators that share it have the same; else 0.
func (s *Script) cooldownOf(addr world.Addr) (ticks int64) {
	for i := range s.operators {
		switch op := &s.operators[i]; {
		case op.cooling == nil || op.cooling.Base != addr:
		case ticks != 0 && ticks != op.cooldown:
			return 0
		default:
			ticks = op.cooldown
		}
	}
	return ticks
}
