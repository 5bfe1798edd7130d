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
	ahead   world.State // after the running step
	scratch world.State // simulations
	records [2][]int    // method traversal records
	words   []world.Word
}

// NewWorker returns a worker. Of the options, Reads and Record are not used: agents bring their own.
func NewWorker(s *Script, o htn.Options) *Worker {
	o.Reads, o.Record = nil, nil
	return &Worker{script: s, options: o, machine: expr.Machine{Funcs: o.Funcs}, planner: htn.NewPlanner(s.Domain, o)}
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

// plan plans on a state, noting in reads what the result depends on.
func (w *Worker) plan(st *world.State, g htn.Goal, reads *htn.Reads) htn.Result {
	o := w.options
	o.Reads = reads
	w.planner.Configure(o)
	return w.planner.Plan(st, g)
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
