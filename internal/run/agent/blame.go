package agent

import (
	"errors"
	"log"
	"time"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// maxBlamed is the maximum number of different faults that are remembered, so that each is reported once. Beyond it, a
// fault may be reported again. Messages may contain numbers.
const maxBlamed = 1 << 12

// blamed is a fault of the host's code that has been reported.
type blamed struct {
	number          int64 // of the agent; 0: none
	action, message string
}

// isNew reports whether a fault has not been reported yet, and records it.
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

// blame reports a fault in the host's code outside of what agents decide and do, once for each agent and cause. It goes
// to the Sink; without one, if the Sink itself failed, or if it concerns no agent, to the log. It is no decision, so
// neither the hash nor a trace includes it.
func (j *journal) blame(a *agent, f action.Fault) { j.blameFor(a, runner.HostPanicked, f) }

// refused reports that a value written by an action was refused.
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
	l.Printf("karakuri: tick %d: %s: %s: %s", j.core.tick, j.agents.nameOf(a), f.Action, f.Message)
}

// unheard writes the fault of the current event to the log, if no sink receives it.
func (t *reporter) unheard(a *agent) {
	if t.silent || t.plans != nil && t.family != fact.Squad || t.squads != nil && t.family == fact.Squad {
		return
	}
	f := action.Fault{Action: t.scratch.Event.Fault.Action, Message: t.scratch.Event.Fault.Message}
	if t.journal.isNew(a, &f) {
		t.journal.complain(a, &f)
	}
}

// sinkFailed handles a sink that panicked or ended its goroutine. A panic does not affect the agent; the end of the
// goroutine does.
func (t *reporter) sinkFailed(v any) {
	f := action.NewFault("Options.Sink", v)
	t.muted = true // it does not receive the fault about itself
	t.journal.blame(t.about(), f)
	if v != nil {
		t.muted = false
		return
	}
	t.core.stage.Ctx.PutFault(f)
	if r, ok := t.journal.tape.(*recording); ok {
		r.out.Fail(ErrSinkExited) // the agent's further events do not follow from the recording
	}
}

// ErrSinkExited says why a trace ends early: a call of a sink ended its goroutine, which a replay cannot do.
var ErrSinkExited = errors.New("a sink ended its goroutine, which a trace cannot reproduce")

// about returns the agent of the current event; nil if it is not known.
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

// heedSenses reports the faults of the host's senses.
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

// now asks the host's clock. If the clock panics, no time has passed.
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
