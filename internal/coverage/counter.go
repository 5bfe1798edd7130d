// Package coverage counts how often the declarations of a program were used in a run: how often methods, operators,
// nodes of trees, wants and goals were chosen, rejected and for which reason. The counts of planning come from the
// tally of a crowd, the others from its events.
package coverage

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// Counter counts what the tally of plannings does not: the outcomes of plans, trees and goals. Not safe for concurrent
// use.
type Counter struct {
	info  *def.Info
	kinds map[string]int
	steps []stepCounts             // by operator
	nodes [][]nodeCounts           // by tree and node; nil: no event of the tree yet
	wants [][]wantCounts           // by brain
	goals []goalCounts             // by goal
	plans []map[lineKey]int64      // by kind of agent
	fired []map[causeOfAbort]int64 // by tree
}

type stepCounts struct {
	begun, ended, aborted int64
	failed                [32]int64 // by cause
}

type nodeCounts struct{ started, success, failure, aborted, fired int64 }

type wantCounts struct{ chosen, refused, failed int64 }

type goalCounts struct {
	activated, completed, failed int64
	ways                         []int64
}

// lineKey identifies a line of an agent: its kind, its number, and whether it failed.
type lineKey struct {
	kind    string
	line    int32
	dropped bool
}

// causeOfAbort is the cause of an abort: a changed cell, if one of the node's own watches fired, or a reason from
// outside.
type causeOfAbort struct {
	node   int32
	cell   world.Addr
	reason action.Reason
	fired  bool
}

// New returns a counter for a program.
func New(info *def.Info) *Counter {
	c := &Counter{info: info, kinds: map[string]int{}, steps: make([]stepCounts, len(info.Operators)), nodes: make([][]nodeCounts, len(info.Trees)),
		wants: make([][]wantCounts, len(info.Brains)), goals: make([]goalCounts, len(info.Goals)), plans: make([]map[lineKey]int64, len(info.Agents)),
		fired: make([]map[causeOfAbort]int64, len(info.Trees))}
	for i, a := range info.Agents {
		c.kinds[a.Name], c.plans[i] = i, map[lineKey]int64{}
	}
	for i, b := range info.Brains {
		c.wants[i] = make([]wantCounts, len(b.Wants))
	}
	for i, g := range info.Goals {
		c.goals[i].ways = make([]int64, len(g.Ways))
	}
	return c
}

// Plan counts an event of plans.
func (c *Counter) Plan(e *runner.Event, crowd *agent.Crowd) {
	switch e.Kind {
	case runner.StepStarted:
		c.steps[e.Operator].begun++
	case runner.StepEnded:
		c.steps[e.Operator].ended++
	case runner.StepAborted:
		c.steps[e.Operator].aborted++
	case runner.StepFailed:
		c.steps[e.Operator].failed[min(int(e.Cause), len(c.steps[0].failed)-1)]++
	case runner.PlanAdopted:
		if e.Level == 0 && e.Line >= 0 {
			c.line(crowd, e.Agent, lineKey{"plan", e.Line, false})
		}
	case runner.ReactionStarted, runner.ReactionDropped:
		c.line(crowd, e.Agent, lineKey{"reaction", e.Step, e.Kind == runner.ReactionDropped})
	case runner.LayerStarted:
		c.line(crowd, e.Agent, lineKey{"layer", e.Step, false})
	}
}

func (c *Counter) line(crowd *agent.Crowd, id agent.ID, l lineKey) {
	if kind, ok := c.kinds[crowd.KindOf(id)]; ok {
		c.plans[kind][l]++
	}
}

// Tree counts an event of trees.
func (c *Counter) Tree(e *bt.Event) {
	nodes := c.nodes[e.Tree]
	if nodes == nil {
		nodes = make([]nodeCounts, c.info.Trees[e.Tree].Nodes)
		c.nodes[e.Tree], c.fired[e.Tree] = nodes, map[causeOfAbort]int64{}
	}
	if uint(e.Node) >= uint(len(nodes)) {
		return
	}
	n := &nodes[e.Node]
	switch e.Kind {
	case bt.NodeStarted:
		n.started++
	case bt.NodeEnded, bt.NodeDecided:
		if e.Status == bt.Failure {
			n.failure++
		} else {
			n.success++
		}
	case bt.NodeAborted:
		n.aborted++
		c.fired[e.Tree][causeOfAbort{node: e.Node, reason: e.Reason}]++
	case bt.AbortFired:
		n.fired++
		if e.Caused {
			c.fired[e.Tree][causeOfAbort{node: e.Node, cell: e.Addr, fired: true}]++
		}
	}
}

// Goal counts an event of goals and brains.
func (c *Counter) Goal(e *goal.Event) {
	switch {
	case e.Brain >= 0 && e.Want >= 0:
		w := &c.wants[e.Brain][e.Want]
		switch e.Kind {
		case goal.WantChosen:
			w.chosen++
		case goal.WantRefused:
			w.refused++
		case goal.WantEnded:
			if e.Status == action.Failure {
				w.failed++
			}
		}
	case e.Goal >= 0:
		g := &c.goals[e.Goal]
		switch e.Kind {
		case goal.GoalActivated:
			g.activated++
		case goal.GoalCompleted:
			g.completed++
		case goal.GoalFailed:
			g.failed++
		case goal.GoalPlanned:
			if e.Way >= 0 && int(e.Way) < len(g.ways) {
				g.ways[e.Way]++
			}
		}
	}
}
