package main

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// moreFacts are the facts of single kinds of events of plans.
type moreFacts struct {
	Depth  int32    `json:"depth,omitempty"`   // of a plan that a tree or goal requested: how many such plans it is nested in
	Limit  string   `json:"limit,omitempty"`   // that the planning hit
	Status string   `json:"status,omitempty"`  // of an idle action, a reaction or a layer that ended by itself
	Retry  int32    `json:"retry,omitempty"`   // of a step that is tried again: the number of the retry
	Span   *float64 `json:"seconds,omitempty"` // how long it waits, or is quarantined
	From   string   `json:"from,omitempty"`    // the level of alertness before
	To     string   `json:"to,omitempty"`      // the level now
	By     string   `json:"by,omitempty"`      // what raised it: "a sound of thief#1"
	Says   string   `json:"says,omitempty"`
	Held   int32    `json:"held,omitempty"` // how often it held that back since it said it last
	Fault  string   `json:"fault,omitempty"`
}

// addMoreFacts adds to an event of plans what only its kind has.
func (l *jsonLines) addMoreFacts(out *runEvent, e *runner.Event) {
	out.Depth, out.Fault = e.Level, faultText(e.Fault)
	if e.Limit != htn.NoBound {
		out.Limit = e.Limit.String()
	}
	switch e.Kind {
	case runner.PlanFailed:
		out.Index = &e.Step
	case runner.IdleEnded, runner.ReactionEnded, runner.LayerEnded:
		out.Status = e.Status.String()
	case runner.StepRetried:
		out.Retry = e.Count
	case runner.ReactionWaits, runner.AgentQuarantined:
		out.Span = l.span(e.Ticks)
	case runner.Said:
		out.Says, out.Held = l.stage.crowd.View().Said(e), e.Count
	case runner.Alerted, runner.Calmed:
		out.From, out.To = l.alertLevel(e.Method), l.alertLevel(e.Step)
		if len(e.Args) > 0 {
			out.By = runner.AlertCause(e.Node, l.stage.crowd.State(e.Agent).ObjectName(world.Object(e.Args[0]), -1))
		}
	}
}

// alertLevel returns the name of a level of alertness.
func (l *jsonLines) alertLevel(n int32) string {
	info := l.stage.program.Info
	return info.Schema.Enums[info.Alertness.Level.Type.ID].Values[n]
}

// span returns how many seconds so many ticks are; nil: none.
func (l *jsonLines) span(ticks int64) *float64 {
	if ticks == 0 {
		return nil
	}
	seconds := float64(ticks) / float64(l.stage.crowd.TPS())
	return &seconds
}

// faultText returns what panicked, with its message; empty: nothing did.
func faultText(f *action.Fault) string {
	if f == nil {
		return ""
	}
	return f.Action + ": " + f.Message
}

// treeFacts are the facts of single kinds of events of trees.
type treeFacts struct {
	Service string `json:"service,omitempty"` // that ran
	Abort   string `json:"abort,omitempty"`   // that fired: self, lower
	Note    string `json:"note,omitempty"`    // text of a log or todo node
	Fault   string `json:"fault,omitempty"`
}

// addTreeFacts adds to an event of a tree what only its kind has.
func (l *jsonLines) addTreeFacts(out *nodeEvent, e *bt.Event, p *bt.Program) {
	out.Fault = faultText(e.Fault)
	switch e.Kind {
	case bt.AbortFired:
		of, _ := l.stage.crowd.View().DescribeTree(*e)
		out.Abort, out.Reason = e.Mode.String(), of.Cause
	case bt.ServiceRan:
		info, _ := p.Node(e.Node)
		out.Service, out.Status = def.NodeSet.String(), e.Status.String()
		if s := &info.Services[e.Service]; s.Action != nil {
			out.Service = s.Action.Action.Name
		}
		if e.Status == bt.Inactive {
			out.Reason = e.Reason.String()
		}
	case bt.Logged, bt.TodoReached:
		info, _ := p.Node(e.Node)
		out.Note = info.Text
	}
}

// goalFacts are the facts of single kinds of events of goals and brains.
type goalFacts struct {
	About    string   `json:"about,omitempty"`    // what it is about, with its arguments or target
	Way      *int32   `json:"way,omitempty"`      // index of the way that a goal takes
	Origin   string   `json:"origin,omitempty"`   // of what failed since no way is left: what that began with
	Span     *float64 `json:"seconds,omitempty"`  // how long a want rests; when a step is tried again
	Failures int      `json:"failures,omitempty"` // of the want that rests
	Options  *int     `json:"options,omitempty"`  // how many were compared
	Was      string   `json:"was,omitempty"`      // the personality before
	Fault    string   `json:"fault,omitempty"`
}

// addGoalFacts adds to an event of a goal or brain what only its kind has.
func (l *jsonLines) addGoalFacts(out *goalEvent, e *goal.Event) {
	of, _ := l.stage.crowd.View().DescribeGoal(*e)
	out.About, out.Reason, out.Fault = of.Call, of.Cause, faultText(e.Fault)
	if e.Origin != goal.NoCause {
		out.Origin = e.Origin.String()
	}
	switch e.Kind {
	case goal.GoalPlanned:
		out.Way = &e.Way
	case goal.StepRefused:
		if e.Goal < 0 && e.Sub >= 0 { // what was ordered is itself the goal
			out.Goal = l.stage.program.Info.Goals[e.Sub].Name
		}
	case goal.Arbitrated:
		out.Options = &e.Count
	case goal.StepRetried:
		out.Span = l.span(e.Ticks)
	case goal.WantRests:
		out.Span, out.Failures = l.span(e.Ticks), e.Count
	case goal.PersonalityChanged:
		if out.Was = "none"; e.Alt > 0 {
			out.Was = l.stage.program.Info.Brains[e.Brain].Personalities[e.Alt-1].Name
		}
	}
}

// squadFacts are the facts of single kinds of events of squads.
type squadFacts struct {
	About    string `json:"about,omitempty"`    // the order that is given, with its arguments; the token or slot
	Replaces int64  `json:"replaces,omitempty"` // the order that it replaces
	State    string `json:"state,omitempty"`    // of the order
	Role     string `json:"role,omitempty"`     // of the member
	Was      string `json:"was,omitempty"`      // its role before
	By       string `json:"by,omitempty"`       // who has stolen a token or slot
	Until    int64  `json:"until,omitempty"`    // the tick in which the time of a token or slot is over
	Reason   string `json:"reason,omitempty"`   // why it left, or why the order is in that state
	Fault    string `json:"fault,omitempty"`
}

// addSquadFacts adds to an event of a squad what only its kind has.
func (l *jsonLines) addSquadFacts(out *squadEvent, e *agent.SquadEvent) {
	v := l.stage.crowd.View()
	of, _ := v.DescribeSquad(*e)
	facts := v.SquadFacts(*e)
	out.Role, out.Was, out.By, out.Reason, out.Fault = facts.Role, facts.Was, facts.By, of.Cause, faultText(e.Fault)
	switch e.Kind {
	case agent.OrderGiven, agent.OrderChanged:
		out.About, out.Replaces = facts.Order, e.Old
	case agent.OrderMoved:
		out.State = e.State.String()
	case agent.LeaseGranted:
		out.About, out.Until = facts.Lease, e.Until
	case agent.LeaseRefused, agent.LeaseStolen, agent.LeaseExpired, agent.LeaseReleased, agent.LeaseRevoked:
		out.About = facts.Lease
	}
}
