package goal

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// run is one call of a pursuit.
type run struct {
	*Pursuit
	env    *Env
	m      *expr.Machine
	tick   int64
	result action.Status
	words  int  // where arguments begin: pursuits may run within pursuits
	broken bool // the host's code panicked
}

func (p *Pursuit) run(e *Env) run {
	e.enter()
	e.nested++
	return run{Pursuit: p, env: e, m: e.Machine, tick: e.Ctx.Tick(), words: len(e.words)}
}

// leave ends a call. A panic of a function of the host fails all.
func (x *run) leave(s *action.Status) {
	if v := recover(); v != nil {
		x.panicked(action.Caught(v))
		for len(x.levels) > 0 || x.fresh {
			x.tryFail()
		}
		if s != nil {
			*s = action.Failure
		}
	}
	x.env.words = x.env.words[:x.words]
	x.env.nested--
}

func (x *run) panicked(v any) {
	x.env.enter()
	x.env.panicked(v)
}

// tryFail fails all that is left, up to the next panic: levels that have ended count as ended before the host is
// called.
func (x *run) tryFail() {
	defer func() {
		if v := recover(); v != nil {
			x.panicked(action.Caught(v))
		}
	}()
	x.failAll(Panicked)
}

// settle follows up on a panic of an activity.
func (x *run) settle() {
	if x.broken {
		x.failAll(Panicked)
	}
}

// chain returns the levels that are active, from the last one up.
func (x *run) chain(dst *[MaxDepth]int8, above int) []int8 {
	n := 0
	for i := len(x.levels) - 1; i > above; i = int(x.levels[i].parent) {
		dst[n] = int8(i)
		n++
	}
	return dst[:n]
}

// judge looks at the clauses of all that is active, outermost first, then at the interrupts.
func (x *run) judge() {
	var buf [MaxDepth]int8
	chain := x.chain(&buf, -1)
	for k := len(chain) - 1; k >= 0; k-- {
		i := int(chain[k])
		if s, why := x.verdict(i); s != action.Running {
			x.conclude(i, s, why)
			return
		}
	}
	for k := len(chain) - 1; k >= 0; k-- {
		if i := int(chain[k]); x.levels[i].goal >= 0 && x.interrupt(i) {
			return
		}
	}
}

// verdict returns what the clauses of a level say.
func (x *run) verdict(i int) (action.Status, Cause) {
	l := &x.levels[i]
	if i > 0 {
		st := x.step(i)
		switch {
		case st.While != nil && !st.While.Eval(x.m, x.above(i)):
			return action.Failure, WhileFalse
		case st.Until != nil && st.Until.Eval(x.m, x.above(i)):
			return action.Success, UntilTrue
		case st.LimitTicks > 0 && x.tick-l.since >= st.LimitTicks:
			return action.Failure, TimedOut
		}
	}
	if l.goal < 0 || !x.p.goals[l.goal].watched {
		return action.Running, NoCause
	}
	return x.verdictOfGoal(&x.p.goals[l.goal], i)
}

func (x *run) verdictOfGoal(g *goal, i int) (action.Status, Cause) {
	switch {
	case g.While != nil && !g.While.Eval(x.m, x.frame(i)):
		return action.Failure, WhileFalse
	case g.Until != nil && g.Until.Eval(x.m, x.frame(i)):
		return action.Success, UntilTrue
	case g.Hooks.Process == nil:
		return action.Running, NoCause
	}
	s := g.Hooks.Process(x.env.Ctx, x.frame(i))
	x.env.enter()
	switch s {
	case action.Running:
		return s, NoCause
	case action.Success:
		return s, ProcessDone
	}
	return action.Failure, ProcessFailed
}

// interrupt puts an interrupting step of a goal in front, if one of its interrupts says so.
func (x *run) interrupt(i int) bool {
	l := &x.levels[i]
	g := &x.p.goals[l.goal]
	for k := range g.Interrupts {
		in, bit := &g.Interrupts[k], uint16(1)<<k
		if !in.When.Eval(x.m, x.frame(i)) {
			l.seen &^= bit
			continue
		}
		if l.seen&bit != 0 || x.holdsOff(i) || interrupts(x.levels, i, int8(k+1)) || len(x.levels) == MaxDepth || !x.canStep(&in.Step, i) {
			continue
		}
		l.seen |= bit
		x.emitStep(Interrupting, i, int8(k+1), NoCause)
		x.suspendAbove(i)
		if !x.broken {
			x.start(i, int8(k+1))
		}
		return true
	}
	return false
}

// interrupts reports whether the step of an interrupt of a goal is among the levels of a pursuit.
func interrupts(levels []level, i int, by int8) bool {
	for k := range levels {
		if l := &levels[k]; int(l.parent) == i && l.by == by {
			return true
		}
	}
	return false
}

// goOn continues the level at the end of the pursuit, and those that follow it, until something takes time.
func (x *run) goOn() action.Status {
	for range MaxMoves {
		if x.settle(); len(x.levels) == 0 {
			return x.result
		}
		last := len(x.levels) - 1
		if x.levels[last].goal < 0 {
			if x.act(last) {
				return action.Running
			}
		} else if x.proceed(last) {
			return action.Running
		}
	}
	if x.settle(); len(x.levels) == 0 {
		return x.result
	}
	return action.Running
}

// act lets an activity continue, and reports whether it runs on. One that has yet to start does so now.
func (x *run) act(i int) (running bool) {
	l := &x.levels[i]
	if l.handle.IsZero() && !x.startActivity(i) {
		return false
	}
	s := x.env.Instances.Update(x.env.Ctx, l.handle)
	x.env.enter()
	if s == action.Running {
		x.broken = x.env.checkFault()
		return !x.broken
	}
	l.handle = action.Handle{}
	if x.env.Sink != nil {
		ev := x.eventOf(StepEnded, i)
		ev.Status = s
		x.emit(ev)
	}
	x.broken = x.env.checkFault()
	switch {
	case x.broken:
		x.levels = x.levels[:i]
	case s == action.Success:
		x.close(i, s, NoCause)
	default:
		x.close(i, s, ActivityFailed)
	}
	return false
}

// startActivity starts an activity unless its conditions forbid that, or its goal is achieved already.
func (x *run) startActivity(i int) bool {
	call, st, frame := x.call(i), x.step(i), x.above(i)
	s, why := action.Running, NoCause
	switch {
	case !holds(call.When, x.m, frame) || !holds(st.While, x.m, frame):
		s, why = action.Failure, ConditionFalse
	case st.Until != nil && st.Until.Eval(x.m, frame):
		s, why = action.Success, UntilTrue
	}
	if s != action.Running {
		x.emitStep(StepRefused, int(x.levels[i].parent), x.levels[i].by, why)
		x.close(i, s, why)
		return false
	}
	for k := range call.Args {
		x.env.eval(&call.Args[k], frame)
	}
	args := x.env.words[x.words:]
	if x.env.Sink != nil {
		ev := x.eventOf(StepStarted, i)
		ev.Args = args
		x.emit(ev)
	}
	x.levels[i].handle = x.env.Instances.Start(x.env.Ctx, call.Do.id, args)
	x.env.words = x.env.words[:x.words]
	x.env.enter()
	return true
}

// proceed takes a goal with nothing active under it on, and reports whether it waits.
func (x *run) proceed(i int) (waits bool) {
	l := &x.levels[i]
	g := &x.p.goals[l.goal]
	switch {
	case l.until > x.tick:
		return true
	case len(g.Ways) == 0:
		if g.Hooks.Process != nil {
			return true
		}
		x.close(i, action.Success, NoCause)
	case l.way < 0 && !x.plan(i):
		x.origin = l.cause
		x.close(i, action.Failure, WaysFailed)
	case int(l.at) == len(g.Ways[l.way].Steps):
		x.close(i, action.Success, NoCause)
	default:
		x.start(i, 0)
	}
	return false
}

// plan takes the first way of a goal that applies and has tries left.
func (x *run) plan(i int) bool {
	l := &x.levels[i]
	g := &x.p.goals[l.goal]
	for k := range g.Ways {
		w := &g.Ways[k]
		if int(l.tried[k]) < max(1, w.Tries) && holds(w.When, x.m, x.frame(i)) {
			l.tried[k]++
			l.way, l.at, l.alt, l.retries = int16(k), 0, 0, 0
			if x.env.Sink != nil {
				x.emit(x.eventOf(GoalPlanned, i))
			}
			return true
		}
	}
	return false
}
