package goal

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/world"
)

// Text returns an event for people, without tick and agent: "strike failed: its activity failed". St is the state of
// the agent, for the names of objects. For events that come while the sink is called only.
func (p *Program) Text(e Event, st *world.State) string {
	_, text := p.Describe(e, st)
	return text
}

// Describe is [Program.Text] with the subject of the event: a goal, a step, a want or an order. The arguments are known
// only for events of activation and start.
func (p *Program) Describe(e Event, st world.Names) (of fact.Subject, text string) {
	of = p.subject(&e, st)
	text = p.what(&e, of.Call)
	if e.Cause != NoCause {
		of.Cause = e.causeText()
		text += ": " + of.Cause
	}
	if e.Origin != NoCause {
		text += " (" + e.Origin.String() + ")"
	}
	return of, text
}

// causeText returns the cause in words. What is ended from outside has a reason, and an order is withdrawn.
func (e *Event) causeText() string {
	switch {
	case e.Cause != Outside:
	case e.Reason != action.NoReason:
		return e.Reason.String()
	case e.Kind == OrderDone || e.Kind == OrderRefused:
		return "it was withdrawn"
	}
	return e.Cause.String()
}

// subject returns what an event is about.
func (p *Program) subject(e *Event, st world.Names) fact.Subject {
	switch {
	case e.Kind >= GoalActivated && e.Kind <= GoalTerminated:
		of := fact.Named(p.name(e.Goal))
		if e.Kind == GoalActivated {
			of.Call += p.args(e, st)
		}
		return of
	case e.Kind >= StepStarted && e.Kind <= Interrupting:
		of := fact.Named(p.called(e))
		if e.Kind == StepStarted {
			of.Call += p.args(e, st)
		}
		return of
	case e.Kind == Faulted:
		return fact.Named(e.Fault.Action)
	case e.Kind >= OrderQueued && e.Kind <= OrderDone:
		return fact.Named(fmt.Sprintf("order %d", e.Order))
	case e.Kind == PersonalityChanged:
		return fact.Named(p.personality(e.Brain, e.Count-1))
	case e.Kind == Arbitrated || e.Kind == WantNone:
		return fact.Subject{}
	}
	w := &p.cfg.Brains[e.Brain].Wants[e.Want]
	return fact.Subject{Name: w.Name, Call: p.wantText(w, e.Target, st)}
}

// ends are the words for the outcomes of an event's subject.
var ends = [lastEvent + 1]string{GoalActivated: " activated", GoalSuspended: " suspended", GoalResumed: " resumed", GoalCompleted: " completed", GoalFailed: " failed",
	GoalTerminated: " terminated", StepStarted: " started", StepAborted: " aborted", StepSuspended: " suspended", StepResumed: " resumed", StepRefused: " does not start",
	StepReplaced: " instead", StepPassed: " is left out", Interrupting: " goes in front", TargetForgotten: " is forgotten", OrderQueued: " queued", OrderRefused: " refused",
	OrderTaken: " taken"}

// what returns an event as text, with its subject.
func (p *Program) what(e *Event, of string) string {
	switch e.Kind {
	case GoalPlanned:
		return of + " takes " + p.way(e.Goal, e.Way)
	case StepEnded, WantEnded:
		return of + " ended: " + e.Status.String()
	case StepRetried:
		return of + " is tried again in " + p.time(e.Ticks)
	case Faulted:
		return "fault in " + of + ": " + e.Fault.Message
	case Arbitrated:
		return fmt.Sprintf("%d options", e.Count)
	case WantChosen:
		return fmt.Sprintf("%s chosen with %.4g", of, e.Score)
	case WantKept:
		return fmt.Sprintf("%s kept with %.4g", of, e.Score)
	case WantRefused:
		return fmt.Sprintf("%s cannot be activated, with %.4g", of, e.Score)
	case WantNone:
		return "nothing is wanted"
	case WantRests:
		if e.Ticks == 0 {
			return of + " is given up after " + counted(int64(e.Count), "failure")
		}
		return of + " rests for " + p.time(e.Ticks) + " after " + counted(int64(e.Count), "failure")
	case PersonalityChanged:
		return of + " instead of " + p.personality(e.Brain, int(e.Alt)-1)
	case OrderDone:
		return of + " done: " + e.Status.String()
	}
	return of + ends[e.Kind]
}

// time writes how long so many ticks are: "1.5s", or "15 ticks" if the rate is unknown.
func (p *Program) time(ticks int64) string {
	if p.cfg.TPS > 0 {
		return fmt.Sprintf("%gs", float64(ticks)/float64(p.cfg.TPS))
	}
	return counted(ticks, "tick")
}

// counted writes a number of things: "1 tick", "2 ticks".
func counted(n int64, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// personality names a personality of a brain.
func (p *Program) personality(brain int32, i int) string {
	if i < 0 {
		return "no personality"
	}
	return "personality " + p.cfg.Brains[brain].Personalities[i].Name
}

func (p *Program) name(goal int32) string { return p.cfg.Goals[goal].Name }

// way names a way of a goal: way 1, or by the name that it has.
func (p *Program) way(goal, way int32) string {
	if name := p.cfg.Goals[goal].Ways[way].Name; name != "" {
		return fmt.Sprintf("way %q", name)
	}
	return fmt.Sprintf("way %d", way+1)
}

// called names what a step carries out.
func (p *Program) called(e *Event) string {
	switch {
	case e.Sub >= 0:
		return p.name(e.Sub)
	case int(e.Activity) < len(p.cfg.Activities):
		return p.cfg.Activities[e.Activity]
	}
	return fmt.Sprintf("activity %d", e.Activity)
}

// wantText names a want on a target.
func (p *Program) wantText(w *Want, target utility.Target, st world.Names) string {
	if target == utility.NoTarget {
		return w.Name
	}
	return w.Name + "(" + p.targetText(w, target, st) + ")"
}

// targetText names a target of a want; empty: it has none.
func (p *Program) targetText(w *Want, target utility.Target, st world.Names) string {
	switch {
	case target == utility.NoTarget:
		return ""
	case w.Target.Kind == 0:
		return strconv.FormatInt(int64(target), 10)
	}
	return world.FormatWord(p.cfg.Schema, st, w.Target, []world.Word{world.Word(target)})
}

// args writes arguments: those of a goal by their types, those of an activity by their expressions'.
func (p *Program) args(e *Event, st world.Names) string {
	if len(e.Args) == 0 {
		return ""
	}
	var parts []string
	rest := e.Args
	show := func(t world.Type) {
		parts = append(parts, world.FormatRounded(p.cfg.Schema, st, t, rest[:t.Width()]))
		rest = rest[t.Width():]
	}
	if e.Kind == GoalActivated {
		for _, t := range p.cfg.Goals[e.Goal].Params {
			show(t)
		}
	} else {
		for _, a := range p.stepCall(e).Args {
			if a.Which > 0 {
				rest = rest[1:]
			}
			show(a.Value.Type())
		}
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// stepCall returns what a step's event is about.
func (p *Program) stepCall(e *Event) *Call {
	g := &p.cfg.Goals[e.Goal]
	if e.Interrupt >= 0 {
		return &g.Interrupts[e.Interrupt].Step.Call
	}
	return g.Ways[e.Way].Steps[e.Step].call(int16(e.Alt))
}
