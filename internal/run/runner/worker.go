package runner

import (
	"sync"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// Worker holds the memory that agents need while they decide and act. All agents that one goroutine serves share it.
type Worker struct {
	script   *Script
	machine  expr.Machine
	options  htn.Options
	planner  *htn.Planner
	choosing bool        // a plan line is being chosen
	ahead    world.State // state for trials
	records  [2][]int    // method traversal records
	words    []world.Word
	unpacked codec.Reader // of the task that is being unpacked
	task     *Task        // the task that decides, or the last one that did
	touched  int          // sum of what touch has read
	bans     []htn.Ban
	claimed  []world.Object // by others
	waits    []bool         // by operator
	passed   htn.Reads      // what a planning depended on that another followed
	claims   *claims
	plans    *htn.PlanPool // of all forks together
	ended    []bool        // steps
	before   []int32       // by step: the last step found so far that it precedes by way of others
	from     []int32       // by step: index of its first edge; with one more at the end
	touches  [2]footprint
	work     Work
	lent     *lent // of all forks together
	allowed  *expr.Allowance
	meter    *meter // nil: plannings are not measured
}

// lent are planners that can be lent again. Safe for concurrent use.
type lent struct {
	turn sync.Mutex
	list []*htn.Planner
}

// lend gives a thinker a planner if it has none, for a planning over several ticks.
func (w *Worker) lend(t *thinker) {
	if t.planner != nil {
		return
	}
	if t.planner = w.lent.take(); t.planner == nil {
		t.planner = htn.NewPlanner(w.script.Domain, htn.Options{})
	}
}

func (l *lent) take() (p *htn.Planner) {
	l.turn.Lock()
	defer l.turn.Unlock()
	if n := len(l.list) - 1; n >= 0 {
		p, l.list = l.list[n], l.list[:n]
	}
	return p
}

// giveBack takes back the planner of a thinker that is done, for the next one.
func (w *Worker) giveBack(t *thinker) {
	w.lent.turn.Lock()
	w.lent.list = append(w.lent.list, t.planner)
	w.lent.turn.Unlock()
	t.planner = nil
}

// Work counts plannings.
type Work struct {
	Plannings int64 // plannings, repairs, and slices of plannings
	Nodes     int64 // of the search
}

// Work returns the work done with the worker so far.
func (w *Worker) Work() Work { return w.work }

func (w *Worker) counted(nodes int) {
	w.work.Plannings++
	w.work.Nodes += int64(nodes)
}

// NewWorker returns a worker. It ignores the options Reads, Record and Bans, which belong to agents. A Tally counts the
// plannings of this worker; a fork has its own.
func NewWorker(s *Script, o htn.Options) *Worker {
	o.Reads, o.Record, o.Bans, o.Pool = nil, nil, nil, &htn.PlanPool{}
	allowed := &expr.Allowance{Name: "Options.RoundsPerTick"}
	machine := expr.Machine{Funcs: o.Funcs, Allowance: allowed}
	return &Worker{script: s, options: o, machine: machine, planner: htn.NewPlanner(s.Domain, o), claims: &claims{}, plans: o.Pool, lent: &lent{}, allowed: allowed}
}

// Allowed limits evaluations with the worker outside plannings, and on machines that share it. A fork has its own.
func (w *Worker) Allowed() *expr.Allowance { return w.allowed }

// Fork returns a worker for agents that decide concurrently with those of w. They share memory for plans, and the
// claims of w, which must not change meanwhile.
func (w *Worker) Fork() *Worker {
	o := w.options
	if o.Tally != nil {
		o.Tally = htn.NewTally(w.script.Domain)
	}
	fork := NewWorker(w.script, o)
	fork.claims, fork.plans, fork.lent = w.claims, w.plans, w.lent
	fork.options.Pool = w.plans
	w.plans.Share()
	return fork
}

// Free frees the memory of a runner of which nothing runs, and takes back what it shares with others.
func (w *Worker) Free(r *Runner) {
	if r.planning != nil && r.planning != &noPlanning {
		r.plan.Free(w.plans)
		r.next.Free(w.plans)
		r.reads.Free(w.plans)
	}
	*r = Runner{}
}

// Options returns the options that the worker plans with, without its memory.
func (w *Worker) Options() htn.Options {
	o := w.options
	o.Pool = nil
	return o
}

// Derive computes a derived symbol in a state.
func (w *Worker) Derive(st *world.State, id int32, args []world.Word) [2]world.Word {
	live := w.machine.State
	defer func() { w.machine.State = live }() // also when a function of the host panics
	w.machine.State = st
	return w.script.Derive(&w.machine, id, args)
}

// optionsFor returns the planning options for the plan line of a runner.
func (w *Worker) optionsFor(r *Runner, st *world.State, bans []htn.Ban) htn.Options {
	o := w.options
	w.fit(&o, r, st, bans)
	return o
}

// fit sets in o the options for the plan line of a runner.
func (w *Worker) fit(o *htn.Options, r *Runner, st *world.State, bans []htn.Ban) {
	w.claimed = w.claims.known(w.claimed[:0], r, st)
	o.Bans, o.Claimed, o.Search = bans, w.claimed, r.Search()
}

// plan plans on a state for a runner, and notes in reads what the result depends on.
func (w *Worker) plan(st *world.State, g htn.Goal, reads *htn.Reads, r *Runner) htn.Result {
	w.bans = r.Bans(w.bans[:0])
	o := w.options
	w.fit(&o, r, st, w.bans)
	o.Reads = reads
	w.planner.Configure(o)
	since := w.now()
	res := w.planner.Plan(st, g)
	w.measured(r, res.Status, htn.Stats{}, res.Stats, false, since)
	return res
}

// repair plans a node of a runner's plan anew. Running steps count as not done, because their effects are not in the
// state yet. Nodes limits the search; 0: as any planning.
func (w *Worker) repair(st *world.State, node int, r *Runner, nodes int) htn.Result {
	w.bans, w.ended = r.Bans(w.bans[:0]), w.ended[:0]
	for i := range r.progress {
		w.ended = append(w.ended, r.progress[i].state == StepDone)
	}
	o := w.optionsFor(r, st, w.bans)
	if nodes > 0 {
		o.Limits.Nodes = nodes
	}
	w.planner.Configure(o)
	since := w.now()
	res := w.planner.Repair(w.unlit(st, r), &r.plan, w.ended, node)
	w.measured(r, res.Status, htn.Stats{}, res.Stats, true, since)
	return res
}

// arguments evaluates the arguments of an action call over a frame, in the order that [action.Instances.Start] wants.
func (w *Worker) arguments(c *call, fr []world.Word) []world.Word {
	w.words = w.words[:0]
	for i := range c.args {
		a := &c.args[i]
		if a.which >= 0 {
			w.words = append(w.words, world.Word(a.which))
		}
		if a.width == 2 {
			w.words = append(w.words, 0, 0)
			a.value.EvalInto(&w.machine, fr, w.words[len(w.words)-2:])
		} else {
			w.words = append(w.words, a.value.Eval(&w.machine, fr))
		}
	}
	return w.words
}
