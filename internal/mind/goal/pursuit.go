package goal

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// Pursuit is one agent's execution of a goal with all its subgoals. The zero Pursuit is ready for [Pursuit.Reset]. Not
// safe for concurrent use; pursuits of one program are independent of each other.
type Pursuit struct {
	p       *Program
	levels  []level      // parents before the levels under them; the last is the one that runs
	frames  []world.Word // of the levels, p.frame each; the first is there before it has a level
	serial  int64
	root    int32
	fresh   bool // it has been started, and not gone on yet
	stopped bool // it is suspended
	bared   bool // it was just read, and what stood in front of its last level is gone
	cause   Cause
	origin  Cause // if the cause is that no way is left: why the last one failed
}

// level is a goal that is active, or an activity.
type level struct {
	handle  action.Handle  // of an activity; zero while it is to start
	since   int64          // tick in which it began, with the time in which it was suspended added
	until   int64          // a goal: it does nothing before this tick
	halted  int64          // tick in which it was suspended; 0: it is not
	goal    int32          // -1: an activity
	parent  int8           // -1: none
	by      int8           // 1 + the parent's interrupt that it is of; 0: it is of a way
	cause   Cause          // why the last way failed
	way     int16          // that is taken; -1: the goal has yet to plan
	at, alt int16          // the step, and which alternative of it
	retries int16          // of the step
	seen    uint16         // interrupts whose condition held when it was last looked at
	tried   [MaxWays]uint8 // by way: how often it was taken
}

// Reset makes the pursuit an idle one of a program; nothing may be running. It reuses memory. Serial distinguishes its
// events from those of others.
func (p *Pursuit) Reset(program *Program, serial int64) {
	*p = Pursuit{p: program, serial: serial, levels: p.levels[:0], frames: p.frames[:0]}
}

// Start begins a goal, by its place in Config.Goals, with the words of its parameters. The goal is activated by the
// next Tick, where its when must hold. The pursuit must not be running.
func (p *Pursuit) Start(goal int, args []world.Word) {
	p.root, p.fresh, p.stopped, p.cause = int32(goal), true, false, NoCause
	p.frames = p.room(0)
	clear(p.frames)
	copy(p.frames[:p.p.goals[goal].params], args)
}

// room returns the memory of frames up to that of a level.
func (p *Pursuit) room(level int) []world.Word {
	n := (level + 1) * p.p.frame
	for len(p.frames) < n {
		p.frames = append(p.frames, 0)
	}
	return p.frames
}

// Running reports whether the pursuit is running.
func (p *Pursuit) Running() bool { return p.fresh || len(p.levels) > 0 }

// Suspended reports whether it is suspended.
func (p *Pursuit) Suspended() bool { return p.stopped }

// Cause returns why it ended; for [WaysFailed], origin is the first cause of the last way's failure.
func (p *Pursuit) Cause() (why, origin Cause) {
	if p.cause != WaysFailed {
		return p.cause, NoCause
	}
	return p.cause, p.origin
}

// Serial returns the number that the pursuit was Reset with.
func (p *Pursuit) Serial() int64 { return p.serial }

// Goal returns the goal that is pursued, or was; its arguments are a view that is good until the next call.
func (p *Pursuit) Goal() (goal int, args []world.Word) {
	return int(p.root), p.frames[:p.p.goals[p.root].params]
}

// Depth returns how many goals and activities are active or suspended in it; see [Pursuit.At].
func (p *Pursuit) Depth() int { return len(p.levels) }

// View is a copy of a goal or activity of a pursuit between two ticks.
type View struct {
	Goal      int32 // -1: an activity
	Activity  int32 // its ID; -1: a goal
	Parent    int   // index of its parent goal; -1: none
	Interrupt int32 // of the parent that it is of; -1: it is of the parent's way
	Way, Step int32 // present place in a goal; -1: it has yet to plan
	Suspended bool
	Until     int64        // of a goal: tick before which it waits to try again
	Args      []world.Word // of a goal: a view that is good until the next call
}

// At returns one of them by its index: subgoals follow their goal, and interruptions follow the interrupted level.
func (p *Pursuit) At(i int) View {
	l := &p.levels[i]
	v := View{Goal: l.goal, Activity: -1, Parent: int(l.parent), Interrupt: int32(l.by) - 1, Way: int32(l.way), Step: -1, Suspended: l.halted != 0, Until: l.until}
	if l.goal < 0 {
		v.Activity = p.call(i).Do.id
		return v
	}
	if v.Args = p.frame(i)[:p.p.goals[l.goal].params]; l.way >= 0 {
		v.Step = int32(l.at)
	}
	return v
}

// Started reports whether one of them is an activity that runs, or that keeps its state while it is suspended.
func (p *Pursuit) Started(i int) bool { return p.levels[i].goal < 0 && !p.levels[i].handle.IsZero() }

// Uninterrupted reports whether a step runs that is not to be interrupted.
func (p *Pursuit) Uninterrupted() bool { return p.holdsOff(0) }

// holdsOff reports whether a step under a level is not to be interrupted.
func (p *Pursuit) holdsOff(level int) bool {
	for i := len(p.levels) - 1; i > level; i = int(p.levels[i].parent) {
		if p.step(i).Uninterrupted {
			return true
		}
	}
	return false
}

// frame returns the frame of a level's goal.
func (p *Pursuit) frame(i int) []world.Word {
	return p.frames[i*p.p.frame:][:p.p.goals[p.levels[i].goal].words]
}

// above returns the frame that the clauses of a level's step are over.
func (p *Pursuit) above(i int) []world.Word { return p.frame(int(p.levels[i].parent)) }

// step returns the step that a level carries out; it must not be the first.
func (p *Pursuit) step(i int) *Step {
	l := &p.levels[i]
	parent := &p.levels[l.parent]
	g := &p.p.goals[parent.goal]
	if l.by > 0 {
		return &g.Interrupts[l.by-1].Step
	}
	return &g.Ways[parent.way].Steps[parent.at]
}

// call returns what a level was called by; it must not be the first.
func (p *Pursuit) call(i int) *Call {
	if p.levels[i].by > 0 {
		return &p.step(i).Call
	}
	return p.step(i).call(p.levels[p.levels[i].parent].alt)
}

// Tick advances the pursuit by a tick and returns Running, Success or Failure. After a panic of the host's code the
// pursuit has failed, and [Env.TakeFault] returns the panic. The pursuit must be running and not suspended.
func (p *Pursuit) Tick(e *Env) (s action.Status) {
	x := p.run(e)
	defer x.leave(&s)
	if e.nested > MaxNested {
		x.failAll(TooDeep)
		return action.Failure
	}
	if p.fresh {
		x.begin()
	} else {
		x.judge()
	}
	return x.goOn()
}

// Suspend interrupts the pursuit: what of it can be suspended is, all else is aborted. It must be running, and not be
// suspended.
func (p *Pursuit) Suspend(e *Env) {
	x := p.run(e)
	defer x.leave(nil)
	p.stopped = true
	x.suspendAbove(-1)
	x.settle()
}

// Resume lets a suspended pursuit continue with its next Tick. It drops the parts whose while no longer holds, and
// reports whether anything is left.
func (p *Pursuit) Resume(e *Env) (running bool) {
	x := p.run(e)
	defer x.leave(nil)
	p.stopped = false
	x.resumeAbove(-1)
	x.settle()
	return p.Running()
}

// Abort aborts the pursuit and everything that it runs.
func (p *Pursuit) Abort(e *Env, reason action.Reason) { p.end(e, Outside, reason) }

// end ends the pursuit for a cause.
func (p *Pursuit) end(e *Env, why Cause, reason action.Reason) {
	x := p.run(e)
	defer x.leave(nil)
	p.cause = why
	x.abortAbove(-1, why, reason)
	p.fresh, p.stopped = false, false
}

// after returns a later tick, at most the last there is.
func after(tick, ticks int64) int64 {
	if ticks > math.MaxInt64-max(tick, 0) {
		return math.MaxInt64
	}
	return tick + ticks
}
