package main

import (
	"strings"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
)

// treeTrail is the visible state of an agent's tree: the events of its nodes since it last started.
type treeTrail struct {
	program *bt.Program
	nodes   []nodeState // by number
}

// nodeStatus returns a status under the name that the trees of BehaviorTree.CPP have for it.
func nodeStatus(s bt.Status) btexact.Status {
	return [...]btexact.Status{bt.Inactive: btexact.Idle, bt.Running: btexact.Running, bt.Success: btexact.Success,
		bt.Failure: btexact.Failure, bt.Skipped: btexact.Skipped}[s]
}

// treeEvent is the crowd's sink for what trees do.
func (s *stage) treeEvent(e bt.Event) {
	a := s.byID[e.Agent]
	trail := s.trail(a, e.Tree)
	if trail == nil {
		return // its tree is gone already
	}
	trail.note(e)
	if trail.program.Matters(&e) {
		s.show.treeEvent(e, trail.program)
	}
}

// trail returns the record of an agent's tree, from its first event on.
func (s *stage) trail(a *actor, tree int32) *treeTrail {
	if t := a.trees[tree]; t != nil {
		return t
	}
	for _, t := range s.crowd.View().Trees(a.id) {
		if p := t.Program(); p.ID() == tree {
			if a.trees == nil {
				a.trees = map[int32]*treeTrail{}
			}
			a.trees[tree] = &treeTrail{p, make([]nodeState, p.Len())}
		}
	}
	return a.trees[tree]
}

// note keeps what an event says of its node.
func (t *treeTrail) note(e bt.Event) {
	if e.Node < 0 {
		return
	}
	if e.Kind == bt.NodeStarted && e.Node == 0 {
		clear(t.nodes)
	}
	node := &t.nodes[e.Node]
	switch e.Kind {
	case bt.NodeStarted:
		*node = nodeState{btexact.Running, btexact.Running, e.Tick}
	case bt.NodeEnded, bt.NodeDecided:
		*node = nodeState{btexact.Idle, nodeStatus(e.Status), e.Tick}
	case bt.NodeAborted:
		*node = nodeState{btexact.Idle, btexact.Idle, e.Tick}
	}
}

// isInTree reports whether a tree of an agent carries out an action, or waits for a time.
func (s *stage) isInTree(a *actor) bool {
	for _, tree := range s.crowd.View().Trees(a.id) {
		if tree.Due()-s.crowd.Tick() <= int64(defaultFor.Seconds()*float64(s.crowd.TPS())) {
			return true
		}
		p := tree.Program()
		for n := range int32(p.Len()) {
			if info, _ := p.Node(n); info.Action != nil && tree.Status(n) == bt.Running {
				return true
			}
		}
	}
	return false
}

// treesText draws the trees that run for an agent; only the top of the parts that do not run. Empty: none runs.
func (s *stage) treesText(a *actor) string {
	var b strings.Builder
	for _, tree := range s.crowd.View().Trees(a.id) {
		p := tree.Program()
		t := s.trail(a, p.ID())
		b.WriteString("tree " + p.Info.Name + "\n")
		depth := make([]int, p.Len())
		for n := range int32(p.Len()) {
			_, parent := p.Node(n)
			depth[n] = 1
			if parent >= 0 {
				if t.nodes[parent].status != btexact.Running {
					continue
				}
				depth[n] = depth[parent] + 1
			}
			b.WriteString(strings.Repeat("  ", depth[n]) + statusMarks[t.nodes[n].shown()] + " " + p.Label(n) + "\n")
		}
	}
	for _, task := range s.crowd.View().Tasks(a.id) {
		g, _ := task.Goal()
		b.WriteString("plan " + goalText(s.program, g, s.crowd.State(a.id)) + "\n")
		for _, step := range s.crowd.View().TaskSteps(a.id, task) {
			b.WriteString("  " + stepMark(step) + " " + step.Text + "\n")
		}
	}
	return b.String()
}

// treeEventText is an event of a tree for people.
func (s *stage) treeEventText(e bt.Event, p *bt.Program) string {
	if e.Node < 0 {
		return s.crowd.View().TreeText(e)
	}
	label := p.Label(e.Node)
	if e.Node == 0 {
		label = "tree " + p.Info.Name
	}
	switch {
	case e.Kind == bt.NodeStarted:
		return statusMarks[btexact.Running] + " " + label
	case e.Kind == bt.NodeEnded:
		return statusMarks[nodeStatus(e.Status)] + " " + label
	case e.Kind == bt.NodeAborted:
		return statusMarks[btexact.Failure] + " " + label + " aborted: " + e.Reason.String()
	case e.Kind == bt.ServiceRan:
		return s.serviceText(e)
	}
	return s.crowd.View().TreeText(e)
}

// serviceText is that a service has run; empty if it ended as the last time, which it does again and again.
func (s *stage) serviceText(e bt.Event) string {
	a, at := s.byID[e.Agent], service{e.Tree, e.Node, e.Service}
	now := serviceEnd{e.Status, e.Reason}
	if last, told := a.services[at]; told && last == now {
		return ""
	}
	if a.services == nil {
		a.services = map[service]serviceEnd{}
	}
	a.services[at] = now
	return s.crowd.View().TreeText(e)
}

// service is a service of a node of a tree.
type service struct{ tree, node, place int32 }

// serviceEnd is the status at the end of a service, and the cause of an abort.
type serviceEnd struct {
	status bt.Status
	reason action.Reason
}

// stepMark shows how far a step is.
func stepMark(s agent.Step) string {
	switch {
	case s.Done:
		return statusMarks[btexact.Success]
	case s.Running:
		return statusMarks[btexact.Running]
	}
	return statusMarks[btexact.Idle]
}
