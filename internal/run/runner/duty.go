package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// MaxDuties is the most orders that an agent with plan lines has at a time: whoever gets more of them is led by too many.
const MaxDuties = 8

// Duty is what an agent with plan lines is ordered to do: an activity that goes before its plan lines, and in their place.
type Duty struct {
	Number int64 // that it goes by with whoever orders it; not 0
	Action int32 // number of the activity: the plan for a task, or a goal
	Args   []world.Word
	Urgent bool // it goes before those that are not, and does not wait for a commitment
}

// DutyState is how a duty is getting on.
type DutyState uint8

// States of a duty.
const (
	DutyUnknown DutyState = iota // there is none of that number
	DutyWaiting                  // it has not begun, or was interrupted and begins afresh
	DutyRunning
	DutyDone
	DutyFailed
	lastDutyState = DutyFailed
)

// isOver reports whether the duty has ended.
func (s DutyState) isOver() bool { return s >= DutyDone }

// TakesDuties reports whether the agent does what it is ordered in the place of its plan: it has neither a tree nor a brain.
func (r *Runner) TakesDuties() bool { return r.kind.mind == nil && r.root == nil }

// Order gives the agent a duty, copying the arguments. It begins with the next tick at the earliest. It reports whether there was room for it
// ([MaxDuties]), and whether the agent takes duties at all.
func (r *Runner) Order(d Duty) bool {
	if !r.TakesDuties() {
		return false
	}
	if r.duties == nil {
		r.own().duties = &duties{}
	}
	if !r.duties.add(d) {
		return false
	}
	r.calm = 0
	return true
}

// Urge makes a duty urgent.
func (r *Runner) Urge(number int64) {
	if r.duties.urge(number) {
		r.calm = 0
	}
}

// Withdraw takes a duty back. If it runs it is aborted; the stage's context must have been made that of the agent. One that has ended is forgotten.
func (r *Runner) Withdraw(s *Stage, number int64) {
	known, ran := r.duties.withdraw(number)
	if !known {
		return
	}
	if r.calm = 0; !ran {
		return
	}
	h := r.idle
	r.idle = action.Handle{}
	s.Instances.Abort(s.Ctx, h, action.NotWanted)
	if t := r.turn(s); t.takeFault() {
		t.emitFault()
	}
}

// DutyState returns how a duty is getting on.
func (r *Runner) DutyState(number int64) DutyState {
	if d := r.duties.of(number); d != nil {
		return d.state
	}
	return DutyUnknown
}

// OnDuty returns the duty that is being carried out; ok is false when there is none. Its arguments belong to the runner.
func (r *Runner) OnDuty() (d Duty, ok bool) {
	if !r.duties.isOn() {
		return d, false
	}
	return r.duties.of(r.duties.current).Duty, true
}
