package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
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

// duties are what an agent is ordered to do, the next one first; those that have ended are among them until they are forgotten.
type duties struct {
	list    []duty
	current int64 // the number of the one that runs in the place of the idle action; 0: none
}

type duty struct {
	Duty
	state DutyState
}

// TakesDuties reports whether the agent does what it is ordered in the place of its plan: it has neither a tree nor a brain.
func (r *Runner) TakesDuties() bool { return r.kind.mind == nil && r.root == nil }

// Order gives the agent a duty, copying the arguments. It begins with the next tick at the earliest. It reports whether there was room for it
// ([MaxDuties]), and whether the agent takes duties at all.
func (r *Runner) Order(d Duty) bool {
	if !r.TakesDuties() {
		return false
	}
	if r.duties == nil {
		r.seldom().duties = &duties{}
	}
	list := r.duties.list
	n := len(list)
	if n == MaxDuties {
		return false
	}
	list = slices.Grow(list, 1)[:n+1]
	d.Args = append(list[n].Args[:0], d.Args...) // its memory is used again
	list[n] = duty{d, DutyWaiting}
	r.duties.list = list
	r.advance(n)
	r.calm = 0
	return true
}

// advance moves an urgent duty before those that are not.
func (r *Runner) advance(at int) {
	list := r.duties.list
	for ; at > 0 && list[at].Urgent && !list[at-1].Urgent; at-- {
		list[at], list[at-1] = list[at-1], list[at]
	}
}

// Urge makes a duty urgent.
func (r *Runner) Urge(number int64) {
	if at := r.findDuty(number); at >= 0 {
		r.duties.list[at].Urgent = true
		r.advance(at)
		r.calm = 0
	}
}

// Withdraw takes a duty back. If it runs it is aborted; the stage's context must have been made that of the agent. One that has ended is forgotten.
func (r *Runner) Withdraw(s *Stage, number int64) {
	at := r.findDuty(number)
	if at < 0 {
		return
	}
	r.calm = 0
	r.strike(at)
	if r.duties.current != number {
		return
	}
	r.duties.current = 0
	h := r.idle
	r.idle = action.Handle{}
	s.Instances.Abort(s.Ctx, h, action.NotWanted)
	if r.takeFault(s) {
		r.emit(s, Event{Kind: Faulted, Cause: ActionPanicked, Fault: r.fault})
	}
}

// strike takes a duty off the list. Its memory is kept.
func (r *Runner) strike(at int) {
	list := r.duties.list
	last := list[at]
	copy(list[at:], list[at+1:])
	list[len(list)-1] = last
	r.duties.list = list[:len(list)-1]
}

func (r *Runner) findDuty(number int64) int {
	if r.duties == nil {
		return -1
	}
	return slices.IndexFunc(r.duties.list, func(d duty) bool { return d.Number == number })
}

// DutyState returns how a duty is getting on.
func (r *Runner) DutyState(number int64) DutyState {
	if at := r.findDuty(number); at >= 0 {
		return r.duties.list[at].state
	}
	return DutyUnknown
}

// OnDuty returns the duty that is being carried out; ok is false when there is none. Its arguments belong to the runner.
func (r *Runner) OnDuty() (d Duty, ok bool) {
	if !r.isOnDuty() {
		return d, false
	}
	return r.duties.list[r.findDuty(r.duties.current)].Duty, true
}

func (r *Runner) isOnDuty() bool { return r.duties != nil && r.duties.current != 0 }

// duty returns the duty whose turn it is, or nil.
func (r *Runner) duty() *duty {
	if r.duties == nil {
		return nil
	}
	for i := range r.duties.list {
		if d := &r.duties.list[i]; !d.state.isOver() {
			return d
		}
	}
	return nil
}

// isPressed reports whether a duty does not wait for what the agent is committed to.
func (r *Runner) isPressed() bool {
	d := r.duty()
	return d != nil && d.Urgent
}

// dutyOn lets the duty whose turn it is go on.
func (r *Runner) dutyOn(s *Stage, d *duty) {
	if r.duties.current != d.Number {
		if r.standsBack(r.kind.script.duties[d.Action]) {
			return
		}
		r.stopIdle(s, action.Interrupted)
		r.idle = s.Instances.Start(s.Ctx, d.Action, d.Args)
		r.duties.current = d.Number
	}
	if status := s.Instances.Update(s.Ctx, r.idle); status != action.Running {
		r.endIdle(s, status)
		return
	}
	d.state = DutyRunning
}

// endDuty follows up on the end of the duty that ran.
func (r *Runner) endDuty(s *Stage, status action.Status) {
	d := &r.duties.list[r.findDuty(r.duties.current)]
	if r.duties.current, d.state = 0, DutyFailed; status == action.Success {
		d.state, r.panics = DutyDone, 0
	}
	r.calm = 0
	if r.takeFault(s) {
		r.emit(s, Event{Kind: Faulted, Cause: ActionPanicked, Fault: r.fault})
		if status == action.Failure {
			r.quarantine(s)
		}
	}
}

// interruptDuty notes that the duty that ran was aborted: it begins afresh when its turn comes again. It reports whether one ran.
func (r *Runner) interruptDuty() bool {
	if !r.isOnDuty() {
		return false
	}
	r.duties.list[r.findDuty(r.duties.current)].state = DutyWaiting
	r.duties.current = 0
	return true
}

// fitsDuty reports whether words are the arguments of an activity that a duty can be.
func (s *Script) fitsDuty(action int32, words []world.Word) bool {
	for _, t := range s.info.Tasks {
		if s.info.TaskActivity(t) == action {
			return s.fitsParams(t.Params, words)
		}
	}
	for _, g := range s.info.Goals {
		if s.info.GoalActivity(g) == action {
			return s.fitsParams(g.Params, words)
		}
	}
	return false
}

func (s *Script) fitsParams(params []def.Slot, words []world.Word) bool {
	n := 0
	for _, p := range params {
		for range p.Type.Width() {
			if n == len(words) || !s.info.Schema.Fits(p.Type, words[n]) {
				return false
			}
			n++
		}
	}
	return n == len(words)
}
