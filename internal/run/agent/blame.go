package agent

import (
	"errors"
	"log"
	"time"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// maxBlamed is how many faults are known apart, so that each is told once: beyond, what is new is told again. Messages may hold numbers.
const maxBlamed = 1 << 12

// blamed is a fault of the host's code that has been told of.
type blamed struct {
	number          int64 // of the agent; 0: none
	action, message string
}

// isNew reports whether a fault has not been told of yet, and notes it.
func (j *journal) isNew(a *agent, f *action.Fault) bool {
	b := blamed{action: f.Action, message: f.Message}
	if a != nil {
		b.number = a.number
	}
	if j.blamed[b] {
		return false
	}
	if j.blamed == nil || len(j.blamed) == maxBlamed {
		j.blamed = map[blamed]bool{}
	}
	j.blamed[b] = true
	return true
}

// blame tells of a fault in what is the host's beside what agents decide and do: once for each agent and cause, to the Sink, or where there is none, or it is
// that which has failed, or nobody in particular is concerned, to the log. It is no decision, and neither in the hash nor in a trace.
func (j *journal) blame(a *agent, f action.Fault) { j.blameFor(a, runner.HostPanicked, f) }

// refused tells of a value that an action wrote and that was refused.
func (j *journal) refused(err error) {
	if j.net.acting != nil {
		j.blameFor(j.net.acting, runner.ValueRefused, action.Fault{Action: "Put", Message: err.Error()})
	}
}

func (j *journal) blameFor(a *agent, cause runner.Cause, f action.Fault) {
	if j.reporter.silent || !j.isNew(a, &f) {
		return
	}
	if a == nil || j.reporter.plans == nil || j.reporter.muted {
		j.complain(a, &f)
		return
	}
	t := &j.reporter
	plan, family := t.plan, t.family
	t.plan, t.family = &runner.Event{Kind: runner.Faulted, Cause: cause, Agent: a.id, Tick: j.core.tick, Line: -1, Fault: &f}, fact.Plan
	t.pass()
	t.plan, t.family = plan, family
}

// complain writes a fault to the log.
func (j *journal) complain(a *agent, f *action.Fault) {
	l := j.core.options.ErrorLog
	if l == nil {
		l = log.Default()
	}
	if a == nil {
		l.Printf("karakuri: tick %d: %s: %s", j.core.tick, f.Action, f.Message)
		return
	}
	l.Printf("karakuri: tick %d: %s %d: %s: %s", j.core.tick, j.core.model.Info.Agents[a.kind].Name, a.number, f.Action, f.Message)
}

// unheard writes the fault of the event that is being told to the log, where no sink hears of it.
func (t *reporter) unheard(a *agent) {
	if t.silent || t.plans != nil && t.family != fact.Squad || t.squads != nil && t.family == fact.Squad {
		return
	}
	f := action.Fault{Action: t.scratch.Event.Fault.Action, Message: t.scratch.Event.Fault.Message}
	if t.journal.isNew(a, &f) {
		t.journal.complain(a, &f)
	}
}

// sinkFailed follows up on a sink that did not come back. An agent is not the worse for a panic there, but for an end of the goroutine.
func (t *reporter) sinkFailed(v any) {
	f := action.NewFault("Options.Sink", v)
	t.muted = true // it is not told of itself
	t.journal.blame(t.about(), f)
	if v != nil {
		t.muted = false
		return
	}
	t.core.stage.Ctx.PutFault(f)
	if r, ok := t.journal.tape.(*recording); ok {
		r.out.Fail(ErrSinkExited) // what becomes of the agent does not follow from what is recorded
	}
}

// ErrSinkExited is why a trace ends early: a call of a sink ended its goroutine, which running again cannot do.
var ErrSinkExited = errors.New("a sink ended its goroutine, which a trace cannot tell")

// about returns the agent that the event is about that is being told; nil: it is not known.
func (t *reporter) about() *agent {
	switch {
	case t.family == fact.Tree && t.tree != nil:
		return t.agents.slot(t.tree.Agent)
	case t.family == fact.Goal && t.goal != nil:
		return t.agents.slot(t.goal.Agent)
	case t.family == fact.Squad:
		return t.agents.slot(t.squad.Squad)
	case t.plan != nil:
		return t.agents.slot(t.plan.Agent)
	}
	return nil
}

// heedSenses tells of what went wrong in the host of the senses.
func (p *perception) heedSenses() {
	for _, f := range p.senses.field.TakeFaults() {
		for _, a := range p.agents.list {
			if a.id != 0 && int(a.observer) == int(f.Observer)+1 {
				p.journal.blame(a, f.Fault)
				break
			}
		}
	}
}

// now asks the clock of the host. Where it does not answer, no time has passed.
func (m *meter) now() (at time.Duration) {
	back := false
	defer func() {
		if !back {
			at = m.since
			m.journal.blame(nil, action.NewFault("Options.Clock", recover()))
		}
	}()
	at = m.core.options.Clock()
	back = true
	return at
}
