package goal

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec/pool"
)

// begin activates the goal that the pursuit was started with, if its conditions hold.
func (x *run) begin() {
	x.fresh = false
	g := &x.p.goals[x.root]
	frame := x.frames[:g.words]
	if !holds(g.When, x.m, frame) || !holds(g.While, x.m, frame) {
		x.result, x.cause = action.Failure, ConditionFalse
		if x.env.Sink != nil {
			ev := event(StepRefused)
			ev.Sub, ev.Cause = x.root, ConditionFalse
			x.emit(ev)
		}
		return
	}
	x.push(x.root, -1, 0)
	x.activate(0)
}

// start begins a step of a goal: the current one, or with by that of an interrupt. An activity starts when it first
// continues.
func (x *run) start(i int, by int8) {
	l := &x.levels[i]
	g := &x.p.goals[l.goal]
	var st *Step
	var call *Call
	if by > 0 {
		st = &g.Interrupts[by-1].Step
		call = &st.Call
	} else {
		st = &g.Ways[l.way].Steps[l.at]
		call = st.call(l.alt)
	}
	switch {
	case len(x.levels) == MaxDepth:
		x.refuse(i, by, TooDeep)
	case call.Do.kind == refActivity:
		x.push(-1, i, by)
	case !x.canActivate(st, call, i):
		x.refuse(i, by, ConditionFalse)
	default:
		x.push(call.Do.id, i, by)
		x.activate(len(x.levels) - 1)
	}
}

// refuse fails a step of a goal that cannot start.
func (x *run) refuse(i int, by int8, why Cause) {
	x.emitStep(StepRefused, i, by, why)
	x.childEnded(i, by, action.Failure, why)
}

// canActivate prepares the frame of the goal that a step calls, and reports whether it can be activated.
func (x *run) canActivate(st *Step, call *Call, i int) bool {
	g := &x.p.goals[call.Do.id]
	x.frames = x.room(len(x.levels))
	frame := x.frame(i)
	if !holds(call.When, x.m, frame) || !holds(st.While, x.m, frame) {
		return false
	}
	for k := range call.Args {
		x.env.eval(&call.Args[k], frame)
	}
	own := x.frames[len(x.levels)*x.p.frame:][:g.words]
	clear(own)
	copy(own, x.env.words[x.words:])
	x.env.words = x.env.words[:x.words]
	return holds(g.When, x.m, own) && holds(g.While, x.m, own)
}

// push adds a level; the frame of a goal is there already.
func (x *run) push(goal int32, parent int, by int8) {
	x.levels = append(pool.Room(x.levels, 1), level{goal: goal, parent: int8(parent), by: by, way: -1, since: x.tick})
}

// activate reports that a goal has become active.
func (x *run) activate(i int) {
	g := &x.p.goals[x.levels[i].goal]
	if x.env.Sink != nil {
		ev := x.eventOf(GoalActivated, i)
		ev.Args = x.frame(i)[:g.params]
		x.emit(ev)
	}
	if g.Hooks.Activate != nil {
		g.Hooks.Activate(x.env.Ctx, x.frame(i))
		x.env.enter()
	}
	if s, why := x.verdict(i); s != action.Running {
		x.conclude(i, s, why)
	}
}

// childEnded follows up on the end of a step of a goal.
func (x *run) childEnded(i int, by int8, s action.Status, why Cause) {
	if by > 0 {
		x.resumeAbove(i)
		return
	}
	l := &x.levels[i]
	st := &x.p.goals[l.goal].Ways[l.way].Steps[l.at]
	switch {
	case s == action.Success:
		l.at, l.alt, l.retries = l.at+1, 0, 0
	case l.alt == 0 && int(l.retries) < st.Retry.Times:
		l.retries++
		wait := max(1, st.Retry.Backoff)
		l.until = after(x.tick, wait)
		x.emitWait(i, wait, why)
	case int(l.alt) < len(st.Else):
		l.alt++
		x.emitStep(StepReplaced, i, 0, why)
	case st.Optional:
		x.emitStep(StepPassed, i, 0, why)
		l.at, l.alt, l.retries = l.at+1, 0, 0
	default:
		if l.way, l.at, l.alt, l.retries, l.cause = -1, 0, 0, 0, why; why == WaysFailed {
			l.cause = x.origin
		}
		l.until = after(x.tick, x.p.goals[l.goal].Backoff)
	}
}
