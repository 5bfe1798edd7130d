package runner

import (
	"github.com/karakuri-ai/karakuri/activity"
	"github.com/karakuri-ai/karakuri/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// Runner decides and acts for one agent. The zero Runner is ready for [Runner.Reset]. It holds no pointers to what other
// agents write; not safe for concurrent use.
type Runner struct {
	script *Script
	kind   *kind
	agent  activity.AgentID
	phase  int64 // shifts the interval, so that agents do not all plan in the same tick

	line  int    // the plan line that holds; -1: none
	from  int    // the plan line that plan is for
	spent []bool // lines that say once and have been carried out

	plan   htn.Plan // being carried out while active; steps before step are done
	step   int
	active bool
	handle activity.Handle // the running step's action; zero when the next step has not started

	idling bool
	idle   activity.Handle

	reads     htn.Reads // what the last planning depends on
	watching  bool      // reads are those of the present line
	unwatched bool      // the running plan is not the one that reads were noted for
	changed   bool      // something in reads has changed since
	planned   int64     // tick of the last planning
	due       int64     // without a plan: tick of the next planning, unless something changes before
	blocked   int64     // no planning before this tick
	waits     int       // plannings in vain so far

	next    htn.Plan // found and to be adopted
	verdict verdict
	why     Why
	limit   htn.Bound
	failure Failure
	fault   activity.Fault
	picture *world.State // what the last planning saw; nil: not kept
	tick    int64
}

// verdict is what Decide leaves for Act.
type verdict struct {
	drop   activity.Reason // abort the running plan
	result htn.Status      // of planning; 0: has not planned
	keep   Keep
	adopt  bool // next
	broken bool // a function of the host panicked
}

// Failure is what the last failed step was, and why.
type Failure struct {
	Tick     int64 // 0: nothing has failed yet
	Operator htn.OperatorID
	Args     []world.Word
	Cause    Cause
}

// Reset makes the runner that of a new agent. It reuses the runner's memory; nothing must be running. Phase is any number,
// different for agents that should not plan in the same tick. With pictures, the state that the last planning saw is kept.
func (r *Runner) Reset(s *Script, kind int32, agent activity.AgentID, phase int64, pictures bool) {
	r.script, r.kind, r.agent, r.phase = s, &s.kinds[kind], agent, phase
	r.line, r.step, r.active, r.handle = -1, 0, false, activity.Handle{}
	r.spent = append(r.spent[:0], make([]bool, len(r.kind.lines))...)
	r.idling, r.idle = false, activity.Handle{}
	r.watching, r.unwatched, r.changed = false, false, false
	r.planned, r.due, r.blocked, r.waits = -1<<40, 0, 0, 0
	r.verdict, r.why, r.limit, r.tick = verdict{}, NotIdle, htn.NoBound, 0
	r.failure, r.fault = Failure{Args: r.failure.Args[:0]}, activity.Fault{}
	if pictures && r.picture == nil {
		r.picture = world.NewState(s.info.Schema)
	}
}

// Plan returns the plan that is being carried out, or nil, and the index of the step that is running or comes next. The plan
// is valid until the next tick.
func (r *Runner) Plan() (plan *htn.Plan, step int) {
	if !r.active {
		return nil, 0
	}
	return &r.plan, r.step
}

// StepRunning reports whether the action of the present step is running.
func (r *Runner) StepRunning() bool { return r.active && !r.handle.IsZero() }

// Line returns the index of the plan line that holds, or -1.
func (r *Runner) Line() int { return r.line }

// Goal returns what the runner last planned for; ok is false while no plan line holds.
func (r *Runner) Goal() (g htn.Goal, ok bool) {
	if r.line < 0 {
		return g, false
	}
	return r.kind.lines[r.line].goal, true
}

// Why returns why the agent has nothing to carry out; NotIdle while it has, or is about to plan.
func (r *Runner) Why() Why { return r.why }

// Limit returns the bound that the last planning hit, if it hit one.
func (r *Runner) Limit() htn.Bound { return r.limit }

// Failure returns the last step that failed. Its Args belong to the runner.
func (r *Runner) Failure() Failure { return r.failure }

// Fault returns the last panic in the host's code.
func (r *Runner) Fault() activity.Fault { return r.fault }

// Picture returns the state that the last planning saw, or nil when it has not planned or pictures are not kept.
func (r *Runner) Picture() *world.State {
	if r.planned < 0 {
		return nil
	}
	return r.picture
}

// objectsAlive reports whether the objects among some words exist.
func objectsAlive(st *world.State, slots []int, words []world.Word) bool {
	for _, i := range slots {
		if o := words[i]; o != 0 && !st.Alive(o) {
			return false
		}
	}
	return true
}
