package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// plainLines shows a run as one line for each decision, and the picture at the end.
type plainLines struct {
	stage *stage
	out   *bufio.Writer
}

// plainCols and plainRows are how large the picture at the end may be: the size of the reader's terminal is unknown.
const (
	plainCols = 100
	plainRows = 150
)

func newPlainLines(c *console, s *stage) *plainLines {
	l := &plainLines{stage: s, out: bufio.NewWriter(c.out)}
	s.show = l
	return l
}

func (l *plainLines) event(e runner.Event) {
	if text := l.stage.eventText(e); text != "" {
		l.line(e.Tick, l.stage.byID[e.Agent], text)
	}
}

func (l *plainLines) treeEvent(e bt.Event, p *bt.Program) {
	if text := l.stage.treeEventText(e, p); text != "" {
		l.line(e.Tick, l.stage.byID[e.Agent], text)
	}
}

func (l *plainLines) goalEvent(e goal.Event) {
	if text := l.stage.goalEventText(e); text != "" {
		l.line(e.Tick, l.stage.byID[e.Agent], text)
	}
}

func (l *plainLines) squadEvent(e agent.SquadEvent) {
	if a := l.stage.byID[e.Squad]; !a.leases(e, l.stage.seconds) {
		l.line(e.Tick, a, l.stage.crowd.View().SquadText(e))
	}
}

func (l *plainLines) actorEvent(a *actor, what string) { l.line(l.stage.crowd.Tick(), a, what) }

// line writes what an agent has done, with more of it in lines below.
func (l *plainLines) line(tick int64, a *actor, text string) {
	head := fmt.Sprintf("%6.1fs %s ", l.stage.seconds(tick), a.name)
	first, rest, _ := strings.Cut(text, "\n")
	fmt.Fprintln(l.out, head+first)
	for _, line := range strings.Split(rest, "\n") {
		if line != "" {
			fmt.Fprintln(l.out, strings.Repeat(" ", len("     0.0s"))+line)
		}
	}
}

func (l *plainLines) tick() { l.stage.broken = l.out.Flush() != nil }

func (l *plainLines) finish() error {
	frame := l.stage.frame()
	fmt.Fprint(l.out, "\n"+frame.Draw(plainCols, plainRows))
	return l.out.Flush()
}

func (l *plainLines) close() {}

// seconds is the moment after a tick, in simulated seconds: what happens in a tick is there at that moment.
func (s *stage) seconds(tick int64) float64 { return secondsAfter(tick, s.crowd) }

// eventText is an event for people; empty for uninteresting ones.
func (s *stage) eventText(e runner.Event) string {
	a := s.byID[e.Agent]
	switch e.Kind {
	case runner.PlanAdopted:
		return "plan: " + s.planText(e)
	case runner.PlanKept:
		if e.Keep == runner.SamePlan || a.keeps(e, s.seconds) {
			return ""
		}
		return "keeps its plan: " + e.Keep.String()
	case runner.PlanNone, runner.PlanLimit:
		return a.reason
	case runner.PlanEnded:
		if e.Steps == 0 {
			return ""
		}
		return "plan done"
	case runner.StepStarted:
		return "▶ " + s.stepText(e)
	case runner.StepEnded:
		return "✓ " + s.stepText(e)
	case runner.StepFailed:
		return "✗ " + s.stepText(e) + ": " + s.causeText(e)
	case runner.StepAborted:
		return "✗ " + s.stepText(e) + " aborted: " + e.Reason.String()
	case runner.PlanAborted:
		return "plan aborted: " + e.Reason.String()
	case runner.IdleStarted:
		return s.idleText(a, e.Why)
	case runner.Faulted, runner.PlanMerged, runner.PlanRepaired, runner.MethodBanned, runner.BanLifted, runner.AgentQuarantined,
		runner.AgentReleased, runner.Said, runner.Alerted, runner.Calmed, runner.ReactionStarted, runner.ReactionWaits, runner.ReactionEnded, runner.ReactionAborted, runner.ReactionDropped,
		runner.MindInterrupted, runner.MindResumed, runner.LayerStarted, runner.LayerEnded, runner.LayerAborted, runner.StepRetried, runner.MethodStopped:
		return s.crowd.View().Text(e)
	}
	return ""
}

// keeps reports whether the agent kept its plan for the same reason shortly before, and notes that it keeps it now.
func (a *actor) keeps(e runner.Event, seconds func(tick int64) float64) bool {
	defer func() { a.kept[e.Keep] = e.Tick }()
	return lately(a.kept, e.Keep, e.Tick, seconds)
}

// lately reports whether something was said shortly before a tick.
func lately[K comparable](said map[K]int64, what K, tick int64, seconds func(tick int64) float64) bool {
	last, before := said[what]
	return before && seconds(tick)-seconds(last) < sameSpan
}

// leases reports whether a member of the squad was granted, or has returned, the same lease shortly before: each step
// of a member that goes on from where it is does so.
func (a *actor) leases(e agent.SquadEvent, seconds func(tick int64) float64) bool {
	if e.Kind != agent.LeaseGranted && e.Kind != agent.LeaseReleased {
		return false
	}
	what := lease{e.Kind, e.Member, e.Lease, e.Key}
	if lately(a.leased, what, e.Tick, seconds) {
		return true
	}
	a.leased[what] = e.Tick
	return false
}

// lease is what a member was granted, or has returned.
type lease struct {
	kind   agent.SquadEventKind
	member agent.ID
	of     int
	key    world.Object
}

// planText is the steps of the plan that has just been adopted.
func (s *stage) planText(e runner.Event) string {
	var steps []string
	for _, step := range s.crowd.View().PlanOfEvent(e) {
		steps = append(steps, step.Text)
	}
	if len(steps) == 0 {
		return "nothing is left to do"
	}
	return strings.Join(steps, ", ")
}

func (s *stage) stepText(e runner.Event) string {
	o := s.program.Info.Operators[e.Operator]
	return htn.CallText(s.crowd.State(e.Agent), o.Name, o.Params, e.Args)
}

// causeText returns why a step failed, with what panicked if something did.
func (s *stage) causeText(e runner.Event) string {
	text := e.Cause.String()
	if e.Cause == runner.ActionPanicked || e.Cause == runner.HostPanicked || e.Cause == runner.Overran {
		text += ": " + s.crowd.View().Runner(e.Agent).Fault().Message
	}
	return text
}

// idleText returns what an agent does without a plan; the reason is added if it has not been printed already.
func (s *stage) idleText(a *actor, why runner.Why) string {
	text := "idle: " + a.idle
	if why != runner.NoPlan && why != runner.HitLimit {
		text += " (" + why.String() + ")"
	}
	return text
}
