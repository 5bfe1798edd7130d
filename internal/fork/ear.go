package fork

import (
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// Ear listens to a crowd and keeps what its agents did in the present tick. It has the methods of all sinks. The zero
// Ear hears nothing until [Ear.Attend].
type Ear struct {
	crowd *agent.Crowd
	heard []said
	total int64
}

// said is an event as its text, and the name of its agent.
type said struct {
	agent, text string
}

// Attend makes the ear listen to the events of a crowd, to which it belongs as a sink.
func (e *Ear) Attend(c *agent.Crowd) { e.crowd = c }

// Sinks returns options whose sinks are the ear's.
func (e *Ear) Sinks(o agent.Options) agent.Options {
	o.Sink, o.TreeSink, o.GoalSink = runner.SinkFunc(func(ev runner.Event) { e.PlanEvent(&ev) }), bt.SinkFunc(func(ev bt.Event) { e.TreeEvent(&ev) }), goal.SinkFunc(func(ev goal.Event) { e.GoalEvent(&ev) })
	o.SquadSink = agent.SquadSinkFunc(e.SquadEvent)
	return o
}

// PlanEvent hears an event of a plan.
func (e *Ear) PlanEvent(ev *runner.Event) {
	if e.crowd != nil && matters(agent.PlanCode(ev.Kind)) && ev.Count == 0 {
		_, text := e.crowd.View().Describe(*ev)
		e.add(ev.Agent, text)
	}
}

// TreeEvent hears an event of a tree.
func (e *Ear) TreeEvent(ev *bt.Event) {
	if e.crowd != nil && matters(agent.TreeCode(ev.Kind)) {
		_, text := e.crowd.View().DescribeTree(*ev)
		e.add(ev.Agent, text)
	}
}

// GoalEvent hears an event of a goal or brain.
func (e *Ear) GoalEvent(ev *goal.Event) {
	if e.crowd != nil && matters(agent.GoalCode(ev.Kind)) {
		_, text := e.crowd.View().DescribeGoal(*ev)
		e.add(ev.Agent, text)
	}
}

// SquadEvent hears an event of a squad, as one of the member concerned.
func (e *Ear) SquadEvent(ev agent.SquadEvent) {
	if e.crowd == nil {
		return
	}
	who := ev.Member
	if !e.crowd.Has(who) {
		who = ev.Squad
	}
	_, text := e.crowd.View().DescribeSquad(ev)
	e.add(who, text)
}

func (e *Ear) add(id agent.ID, text string) {
	e.total++
	e.heard = append(e.heard, said{e.crowd.View().NameOf(id), text})
}

// matters reports whether events of a kind are something that an agent does. The others repeat many times a second, or
// say that a decision stays as it was, with numbers that differ as soon as any value does.
func matters(k fact.Kind) bool {
	switch k {
	case fact.NodeDecided, fact.ServiceRan, fact.Arbitrated, fact.WantKept, fact.PlanKept, fact.PlanOutdated:
		return false
	}
	return true
}
