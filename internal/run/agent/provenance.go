package agent

import (
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// Provenance keeps what has set the values of a crowd. It must not change the crowd.
type Provenance interface {
	PlanEvent(e *runner.Event)
	NodeEvent(e *bt.Event)
	GoalEvent(e *goal.Event)
	SquadEvent(e *SquadEvent)
	Opened(c *Crowd) // the crowd is about to be used
	Ticked(c *Crowd) // a tick has ended
}

// Provenance returns what keeps the origins of values, or nil.
func (c *Crowd) Provenance() Provenance { return c.core.options.Provenance }

// witness makes the sinks tell the keeper of origins what they hear.
func (o *Options) witness(c *Crowd) {
	if o.Provenance == nil {
		return
	}
	o.Provenance.Opened(c)
	to, plans, trees, goals, squads := o.Provenance, o.Sink, o.TreeSink, o.GoalSink, o.SquadSink
	o.Sink = runner.SinkFunc(func(e runner.Event) {
		if to.PlanEvent(&e); plans != nil {
			plans.Event(&e)
		}
	})
	o.TreeSink = bt.SinkFunc(func(e bt.Event) {
		if to.NodeEvent(&e); trees != nil {
			trees.Event(&e)
		}
	})
	o.GoalSink = goal.SinkFunc(func(e goal.Event) {
		if to.GoalEvent(&e); goals != nil {
			goals.Event(&e)
		}
	})
	o.SquadSink = SquadSinkFunc(func(e SquadEvent) {
		if to.SquadEvent(&e); squads != nil {
			squads.SquadEvent(e)
		}
	})
}
