package goal

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Env has what ticking pursuits and minds needs: one for each goroutine that ticks, with scratch memory for all
// brains. Its context must have been entered for the agent with [action.Ctx.Enter].
type Env struct {
	Ctx       *action.Ctx
	Instances *action.Instances
	Machine   *expr.Machine
	Sink      Sink      // may be nil
	Outcomes  Outcomes  // may be nil
	Offers    Offers    // of minds: the agent's targets; may be nil
	Suspender Suspender // may be nil

	scratch  Event // holds the event that the sink receives
	fault    action.Fault
	nested   int
	words    []world.Word // arguments, and frames that are tried
	pair     [2]world.Word
	probes   int
	deciders []decider // by brain
	inputs   inputs
	turn     utility.Turn
	looked   int64
	offers   []utility.Offer
	targets  []utility.Target
	rand     det.Rand
}

// Suspender notifies activities that are suspended with their goal, because their steps allow it. Without one they are
// only not updated. [action.Instances] implement it. [action.Ctx.TakeFault] returns a panic of the host's code, which
// fails the pursuit.
type Suspender interface {
	Suspend(c *action.Ctx, h action.Handle)
	Resume(c *action.Ctx, h action.Handle)
}

// Looked returns how many objects and values were examined so far, to find targets among them, and how many options
// were weighed. It is a measure of work that is the same in each run.
func (e *Env) Looked() int64 { return e.looked }

// TakeFault returns what first panicked in the host's code, if anything did since the last call.
func (e *Env) TakeFault() (f action.Fault, ok bool) {
	f = e.fault
	e.fault = action.Fault{}
	return f, f.Action != ""
}

// PutFault notes again what [Env.TakeFault] has returned, for callers that run pursuits within others.
func (e *Env) PutFault(f action.Fault) { e.fault = f }

// panicked keeps and reports a panic of a function of the host.
func (e *Env) panicked(v any) {
	e.faulted(action.NewFault("a function of the game", v))
}

// checkFault keeps and reports what panicked in an activity. Of several the first is kept: it led to the others.
func (e *Env) checkFault() (broken bool) {
	f, broken := e.Ctx.TakeFault()
	if broken {
		e.faulted(f)
	}
	return broken
}

func (e *Env) faulted(f action.Fault) {
	if e.fault.Action == "" {
		e.fault = f
	}
	if e.Sink != nil {
		ev := event(Faulted)
		ev.Fault = &f
		e.emit(ev)
	}
}

// event returns an event that is about nothing yet.
func event(k EventKind) Event {
	return Event{Kind: k, Goal: -1, Activity: -1, Sub: -1, Way: -1, Step: -1, Interrupt: -1, Brain: -1, Want: -1, Target: utility.NoTarget}
}

// emit sends an event to the sink, which must exist.
func (e *Env) emit(ev Event) {
	event := &e.scratch // one for all: else each would be on the heap
	*event = ev
	event.Agent, event.Tick = e.Ctx.Agent(), e.Ctx.Tick()
	e.Sink.Event(event)
}

// enter makes the state of the machine the agent's.
func (e *Env) enter() { e.Machine.State = e.Ctx.State() }

// ponder enters for a decision that changes nothing and is not reported, and returns what ends it.
func (e *Env) ponder() (end func()) {
	sink, looked := e.Sink, e.looked
	e.Sink = nil
	e.enter()
	return func() { e.Sink, e.looked = sink, looked }
}

// eval appends the words of an argument to those of the environment.
func (e *Env) eval(a *Arg, frame []world.Word) {
	if a.Which > 0 {
		e.words = append(e.words, world.Word(a.Which-1))
	}
	a.Value.EvalInto(e.Machine, frame, e.pair[:])
	e.words = append(e.words, e.pair[:a.Value.Type().Width()]...)
}

// decider makes the decisions of one brain.
type decider struct {
	of *brain
	*utility.Decider
}

// decider returns what makes the decisions of a brain.
func (e *Env) decider(b *brain) *utility.Decider {
	for i := range e.deciders {
		if e.deciders[i].of == b {
			return e.deciders[i].Decider
		}
	}
	d := utility.NewDecider(b.utility)
	e.deciders = append(e.deciders, decider{b, d})
	return d
}

// inputs give a brain's numbers.
type inputs struct {
	env   *Env
	brain *brain
	frame [1]world.Word
}

// Fill implements [utility.Inputs].
func (in *inputs) Fill(dst []float64, input int, targets []utility.Target) {
	v := in.brain.source(input)
	float := v.Type().Kind == world.KindFloat
	for i, target := range targets {
		in.frame[0] = wordOf(target)
		v.EvalInto(in.env.Machine, in.frame[:], in.env.pair[:])
		if w := in.env.pair[0]; float {
			dst[i] = w.Float()
		} else {
			dst[i] = float64(w)
		}
	}
}

// wordOf returns the word that a target is in a want's frame.
func wordOf(t utility.Target) world.Word {
	if t == utility.NoTarget {
		return 0
	}
	return world.Word(t)
}
