package agent

import (
	"errors"
	"fmt"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// ErrRecorded is the error of recording a crowd that is recorded already, or a replay.
var ErrRecorded = errors.New("the crowd is recorded already, or run again from a trace")

// asked are the functions of the host as expressions call them. All users share these lists, so that a recorder can
// wrap the functions.
type asked struct {
	funcs []expr.Func
	asks  []action.Ask
	host  []action.Func // as bound
	quick []action.Ask  // likewise
}

// Record is [Crowd.Record].
func (j *journal) Record(rec *ktrace.Recorder) error {
	if j.core.ticking || j.net.acting != nil {
		panic("karakuri: Crowd.Record called from within a tick; call it after Step")
	}
	if j.tape != nil {
		return fmt.Errorf("karakuri: Record: %w", ErrRecorded)
	}
	return j.newRecording(rec).start()
}

// Record writes the run to a trace from now on, at any time of the run. The trace begins with a snapshot unless the
// crowd is recorded from its beginning, by [Options].Recorder. To end the trace, close the recorder or call
// [Crowd.StopRecording].
//
// Record takes as long as a snapshot, and may call the host's functions again. The error is that of the recorder, an
// [*UntraceableError], or [ErrRecorded]; in these cases nothing has changed. Record panics within a tick.
func (c *Crowd) Record(rec *ktrace.Recorder) error { return c.journal.Record(rec) }

// StopRecording is [Crowd.StopRecording].
func (j *journal) StopRecording() error {
	if j.core.ticking || j.net.acting != nil {
		panic("karakuri: Crowd.StopRecording called from within a tick; call it after Step")
	}
	r, ok := j.tape.(*recording)
	if !ok {
		return nil
	}
	err := r.out.Close()
	j.tape, j.sparing, j.core.options.Recorder = nil, false, nil
	r.in.Unwatch()
	j.asked.pass()
	return err
}

// StopRecording ends the trace and continues without one. It returns the first error of the stream, and does not close
// the stream. Without a trace it does nothing. It panics within a tick.
func (c *Crowd) StopRecording() error { return c.journal.StopRecording() }

// IsRecorded is [Crowd.IsRecorded].
func (j *journal) IsRecorded() bool {
	_, ok := j.tape.(*recording)
	return ok
}

// IsRecorded reports whether the run is written to a trace.
func (c *Crowd) IsRecorded() bool { return c.journal.IsRecorded() }

// pass makes expressions call the functions as they are bound.
func (a *asked) pass() {
	for i, f := range a.host {
		a.funcs[i] = expr.Func(f)
	}
	copy(a.asks, a.quick)
}

// witness makes a recorder receive the results of the functions.
func (a *asked) witness(r *recording) {
	for i, f := range r.witnesses(a.host) {
		a.funcs[i] = expr.Func(f)
	}
	clear(a.asks) // the recorder wraps predicates like all other functions
}

// isFresh reports whether a trace's header describes all that has happened.
func (j *journal) isFresh() bool { return j.core.tick == 0 && j.agents.came == 0 }

// takeOver starts recording a crowd in the middle of its run.
func (r *recording) takeOver() error {
	r.arrivals = append(r.arrivals, make([]arrival, r.agents.came)...)
	for _, a := range r.agents.list {
		if a.id != 0 {
			a.hostMark = a.state.Logged()
			r.came(a)
			r.isNamed(a.id)
		}
	}
	r.unnamed, r.namings = r.unnamed[:0], r.core.namings
	r.rec.Tick = r.core.tick
	if len(r.core.model.Info.Functions) > 0 {
		if err := r.askAgain(r.snapshots.appendTraced(nil, r.arrivals)); err != nil {
			return err
		}
	}
	r.snapshot()
	r.out.RecordFigures(r.core.tick, r.core.options.TPS)
	return nil
}

// askAgain makes the host's functions return once more what the crowd will ask from here on, because earlier results
// were not recorded. It makes a copy of the crowd, and gives every agent in it a turn.
func (r *recording) askAgain(plain []byte) error {
	twin, err := r.core.copyOf(plain, Options{}, r.witnesses(r.journal.asked.host))
	if err != nil {
		return fmt.Errorf("karakuri: Record: %w", err)
	}
	twin.Step()
	return nil
}

// goesOn is a host whose actions never end.
type goesOn struct{}

// Answer implements [action.Substitute].
func (goesOn) Answer(*action.Ctx, *action.Call) {}
