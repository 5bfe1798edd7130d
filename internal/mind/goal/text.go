package goal

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/world"
)

// Text returns an event for people, without tick and agent: "strike failed: its activity failed". St is the state of the agent, for the
// names of objects. For events that come while the sink is called only.
func (p *Program) Text(e Event, st *world.State) string {
	text := p.what(&e, st)
	if e.Cause != NoCause {
		text += ": " + e.Cause.String()
	}
	if e.Origin != NoCause {
		text += " (" + e.Origin.String() + ")"
	}
	return text
}

func (p *Program) what(e *Event, st *world.State) string {
	switch e.Kind {
	case GoalActivated:
		return p.name(e.Goal) + p.args(e, st) + " activated"
	case GoalPlanned:
		return p.name(e.Goal) + " takes " + p.way(e.Goal, e.Way)
	case GoalSuspended, GoalResumed, GoalCompleted, GoalFailed, GoalTerminated:
		return p.name(e.Goal) + strings.TrimPrefix(e.Kind.String(), "goal")
	case StepStarted:
		return p.called(e) + p.args(e, st) + " started"
	case StepEnded:
		return p.called(e) + " ended: " + e.Status.String()
	case StepAborted, StepSuspended, StepResumed:
		return p.called(e) + strings.TrimPrefix(e.Kind.String(), "step")
	case StepRefused:
		return p.called(e) + " does not start"
	case StepRetried:
		return p.called(e) + " is tried again in " + p.time(e.Ticks)
	case StepReplaced:
		return p.called(e) + " instead"
	case StepPassed:
		return p.called(e) + " is left out"
	case Interrupting:
		return p.called(e) + " goes in front"
	case Faulted:
		return "fault in " + e.Fault.Action + ": " + e.Fault.Message
	}
	return p.whatOfMind(e, st)
}

func (p *Program) whatOfMind(e *Event, st *world.State) string {
	switch e.Kind {
	case Arbitrated:
		return fmt.Sprintf("%d options", e.Count)
	case WantChosen, WantKept:
		return fmt.Sprintf("%s%s with %.4g", p.want(e, st), strings.TrimPrefix(e.Kind.String(), "want"), e.Score)
	case WantRefused:
		return fmt.Sprintf("%s cannot be activated, with %.4g", p.want(e, st), e.Score)
	case WantNone:
		return "nothing is wanted"
	case WantEnded:
		return p.want(e, st) + " ended: " + e.Status.String()
	case WantRests:
		if e.Ticks == 0 {
			return p.want(e, st) + " is given up after " + counted(int64(e.Count), "failure")
		}
		return p.want(e, st) + " rests for " + p.time(e.Ticks) + " after " + counted(int64(e.Count), "failure")
	case TargetForgotten:
		return p.want(e, st) + " is forgotten"
	case OrderDone:
		return fmt.Sprintf("order %d done: %s", e.Order, e.Status)
	}
	return fmt.Sprintf("order %d%s", e.Order, strings.TrimPrefix(e.Kind.String(), "order"))
}

// time writes how long so many ticks are: "1.5s", or "15 ticks" where a second has nobody knows how many.
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

// want names the want that an event is about.
func (p *Program) want(e *Event, st *world.State) string {
	return p.wantText(&p.cfg.Brains[e.Brain].Wants[e.Want], e.Target, st)
}

// wantText names a want on a target.
func (p *Program) wantText(w *Want, target utility.Target, st *world.State) string {
	if target == utility.NoTarget {
		return w.Name
	}
	if w.Target.Kind == 0 {
		return fmt.Sprintf("%s(%d)", w.Name, target)
	}
	return w.Name + "(" + world.FormatWord(p.cfg.Schema, st, w.Target, []world.Word{world.Word(target)}) + ")"
}

// args writes arguments: those of a goal by their types, those of an activity by their expressions'.
func (p *Program) args(e *Event, st *world.State) string {
	if len(e.Args) == 0 {
		return ""
	}
	var parts []string
	rest := e.Args
	show := func(t world.Type) {
		parts = append(parts, world.FormatWord(p.cfg.Schema, st, t, rest[:t.Width()]))
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
