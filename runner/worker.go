package runner

import (
	"github.com/karakuri-ai/karakuri/expr"
	"github.com/karakuri-ai/karakuri/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// Worker is the memory that agents need while they decide and act, shared by all agents that one goroutine serves.
type Worker struct {
	script  *Script
	machine expr.Machine
	options htn.Options
	planner *htn.Planner
	ahead   world.State // what is tried
	records [2][]int    // method traversal records
	words   []world.Word
	touched int // what was read only to have it at hand
	bans    []htn.Ban
	claims  *claims
	plans   htn.PlanStock
	ended   []bool // steps
	before  []bool // the order of a plan, [a*n+b]
	touches [2]footprint
	work    Work
	lent    []*htn.Planner // have been given back
	meter   *meter         // nil: nobody wants to know what plannings take
}

// lend gives a thinker a planner, if it has none: a planning over several ticks keeps where it is in one.
func (w *Worker) lend(t *thinker) {
	n := len(w.lent) - 1
	switch {
	case t.planner != nil:
	case n < 0:
		t.planner = htn.NewPlanner(w.script.Domain, htn.Options{})
	default:
		t.planner, w.lent = w.lent[n], w.lent[:n]
	}
}

// giveBack takes the planner of a thinker that is done: the next one uses it.
func (w *Worker) giveBack(t *thinker) { w.lent, t.planner = append(w.lent, t.planner), nil }

// Work is how much has been planned.
type Work struct {
	Plannings int64 // plannings, repairs, and slices of plannings
	Nodes     int64 // of the search
}

// Work returns how much has been planned with the worker so far.
func (w *Worker) Work() Work { return w.work }

func (w *Worker) counted(nodes int) {
	w.work.Plannings++
	w.work.Nodes += int64(nodes)
}

// NewWorker returns a worker. Of the options, Reads, Record and Bans are not used: agents bring their own. A Tally counts what is planned
// with this worker; a fork has one of its own.
func NewWorker(s *Script, o htn.Options) *Worker {
	o.Reads, o.Record, o.Bans = nil, nil, nil
	return &Worker{script: s, options: o, machine: expr.Machine{Funcs: o.Funcs}, planner: htn.NewPlanner(s.Domain, o), claims: &claims{}}
}

// Fork returns a worker with memory of its own, for agents that decide at the same time as those of w: claims are those of w, which nobody may
// change meanwhile.
func (w *Worker) Fork() *Worker {
	o := w.options
	if o.Tally != nil {
		o.Tally = htn.NewTally(w.script.Domain)
	}
	fork := NewWorker(w.script, o)
	fork.claims = w.claims
	return fork
}

// Options returns the options that the worker plans with.
func (w *Worker) Options() htn.Options { return w.options }

// Derive works out a derived symbol in a state.
func (w *Worker) Derive(st *world.State, id int32, args []world.Word) [2]world.Word {
	live := w.machine.State
	defer func() { w.machine.State = live }() // also when a function of the host panics
	w.machine.State = st
	return w.script.Derive(&w.machine, id, args)
}

// plan plans on a state for a runner, noting in reads what the result depends on.
func (w *Worker) plan(st *world.State, g htn.Goal, reads *htn.Reads, r *Runner) htn.Result {
	w.bans = r.Bans(w.bans[:0])
	o := w.options
	o.Reads, o.Bans = reads, w.bans
	w.planner.Configure(o)
	since := w.now()
	res := w.planner.Plan(st, g)
	w.measured(r, res.Status, htn.Stats{}, res.Stats, false, since)
	return res
}

// repair plans a node of a runner's plan anew. Steps that run count as still to be done: what they do is not in the state yet.
// nodes is how many it may take; 0: as many as any.
func (w *Worker) repair(st *world.State, node int, r *Runner, nodes int) htn.Result {
	w.bans, w.ended = r.Bans(w.bans[:0]), w.ended[:0]
	for i := range r.progress {
		w.ended = append(w.ended, r.progress[i].state == StepDone)
	}
	o := w.options
	o.Bans = w.bans
	if nodes > 0 {
		o.Limits.Nodes = nodes
	}
	w.planner.Configure(o)
	since := w.now()
	res := w.planner.Repair(st, &r.plan, w.ended, node)
	w.measured(r, res.Status, htn.Stats{}, res.Stats, true, since)
	return res
}

// arguments evaluates the arguments of an action call over a frame, in the order that [activity.Instances.Start] wants.
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
