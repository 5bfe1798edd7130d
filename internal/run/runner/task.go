package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// Task carries out one plan for a goal within a tree or a goal of the agent, once. It ends when a plan has succeeded,
// or when there is no plan. The zero Task is ready for [Task.Reset]; do not copy it afterwards. Not safe for concurrent
// use.
type Task struct {
	Runner
	activity int32
}

// Reset makes t a new task, and reuses its memory; nothing must be running. Number is the number of its goal, see
// [Script.PlanGoal]; root is the runner of the agent; level is in how many plans the task is nested, at least 1.
func (t *Task) Reset(s *Script, number int32, args []world.Word, agent action.AgentID, root *Runner, level int, o Options) {
	t.activity = number
	t.reset(s, &s.plans[number], agent, o)
	t.args = append(t.args[:0], args...)
	t.root, t.level = root, int32(level)
}

// PlanGoal returns the goal of a plan within a tree or a goal, by number: tasks come first, then operators, then their
// cheapest plans in the same order.
func (s *Script) PlanGoal(number int32, args []world.Word) htn.Goal {
	number %= int32(s.info.CountGoals())
	if tasks := int32(len(s.info.Tasks)); number >= tasks {
		return htn.Goal{Operator: htn.OperatorID(number - tasks), IsOperator: true, Args: args}
	}
	return htn.Goal{Task: htn.TaskID(number), Args: args}
}

// compilePlans makes, for each goal of a plan within a tree or a goal, a kind with one plan line. The arguments come
// from the task.
func (s *Script) compilePlans() {
	for number := range s.info.CountPlans() {
		g := s.PlanGoal(int32(number), nil)
		s.plans = append(s.plans, kind{lines: []line{{goal: g, objects: s.objectsOf(g), every: s.ticks(def.DefaultReplan), once: true, best: number >= s.info.CountGoals()}}})
	}
}

// Number returns the number of the task's goal.
func (t *Task) Number() int32 { return t.activity }

// Level returns in how many plans the task is nested.
func (t *Task) Level() int { return int(t.level) }

// Args returns the arguments of the goal. They belong to the task.
func (t *Task) Args() []world.Word { return t.args }

// Notice records writes to the agent's state. Call it before the state's log is dropped.
func (t *Task) Notice(w *Worker, st *world.State) {
	if len(st.Changes(world.Mark{})) > 0 {
		t.calm = 0
		t.observe(w, st)
	}
}

// Update decides and acts for a tick. Any result but Running ends the task. If the host's code panicked, the result is
// Failure, and the context has the fault.
func (t *Task) Update(s *Stage) action.Status {
	t.decideWithin(s.Worker, s.Ctx.State(), s.Ctx.Tick())
	t.Act(s)
	return t.outcome(s)
}

// Resume is Update after some of the task's actions have been updated; see [Runner.Resume].
func (t *Task) Resume(s *Stage, nth int, status action.Status) action.Status {
	t.Runner.Resume(s, nth, s.Ctx.Tick(), status)
	return t.outcome(s)
}

// Abort aborts the task in the current tick, also before its turn in it.
func (t *Task) Abort(s *Stage, reason action.Reason) {
	t.PassOver(s.Ctx.Tick())
	t.Runner.Abort(s, reason)
}

// outcome returns the status of the task after a tick.
func (t *Task) outcome(s *Stage) action.Status {
	if t.root.rations.hungry {
		s.Ctx.KeepAwake()
	}
	switch {
	case t.active || t.thinker.isBusy():
		return action.Running
	case t.spent[0]:
		return action.Success
	case t.why == Quarantined || t.why == Broken || t.why == TooLong:
		s.Ctx.PutFault(t.Fault())
		return action.Failure
	case t.line < 0 || t.waits > 0:
		return action.Failure
	}
	return action.Running // what failed is banned, and the task looks for another plan
}

// decideWithin is [Runner.Decide] during acting: the state keeps its log, and changes have been noticed already.
func (t *Task) decideWithin(w *Worker, st *world.State, tick int64) {
	if tick < t.calm {
		t.tick = tick
		return
	}
	t.PassOver(tick - 1)
	t.tick, t.calm, t.stuck, t.pause, t.rations.starved, t.verdict = tick, 0, false, false, false, verdict{}
	w.machine.State, w.task = st, t
	if t.planned == notPlanned && len(t.bans) > 0 {
		t.bans.notice(t.kind.script, st, nil) // the bans miss the changes that came while the task did not run
	}
	t.changed = t.changed || w.claims.areOpen(&t.Runner, st, t.active && t.root == nil)
	t.decide(w, st, false)
}

// Append appends the task for [Task.Read].
func (t *Task) Append(b []byte, s *Stage, st *world.State) []byte { return t.Runner.Append(b, s, st) }

// Read makes a task that has just been Reset what [Task.Append] has written. Why says why its plan cannot continue in
// another program; empty if it does.
func (t *Task) Read(in *codec.Reader, how *Saved, st *world.State) (why string) {
	for _, lost := range t.Runner.Read(in, how, -1, st) {
		why = lost.Why
	}
	return why
}

// IsAbout reports whether an event of a plan is about the plan of the task.
func (t *Task) IsAbout(e *Event) bool {
	own := Event{}
	t.kind.name(&own, t.args)
	return e.Level == t.level && e.Task == own.Task && (own.Task >= 0 || e.Operator == own.Operator) && slices.Equal(e.Args, own.Args)
}

// FitsGoal reports whether the arguments of a goal have the types of its parameters.
func FitsGoal(info *def.Info, g htn.Goal) bool {
	n := 0
	for _, p := range goalParams(info, g) {
		for range p.Type.Width() {
			if n == len(g.Args) || !info.Schema.Fits(p.Type, g.Args[n]) {
				return false
			}
			n++
		}
	}
	return n == len(g.Args)
}

func goalParams(info *def.Info, g htn.Goal) []def.Slot {
	if g.IsOperator {
		return info.Operators[g.Operator].Params
	}
	return info.Tasks[g.Task].Params
}
