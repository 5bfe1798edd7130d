package studio

import (
	"strings"

	"github.com/karakuri-ai/karakuri/agent"
	"github.com/karakuri-ai/karakuri/bt"
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/htn"
	"github.com/karakuri-ai/karakuri/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// Mind is all that there is to see of one agent at a moment.
type Mind struct {
	Agent   string       `json:"agent"`
	Kind    string       `json:"kind"`
	Tick    int64        `json:"tick"`
	Seconds float64      `json:"seconds"`
	Lines   []PlanLine   `json:"lines"`             // what it plans for: its plan line, then what trees and goals asked for
	Chances []PlanChance `json:"chances,omitempty"` // its plan lines
	Trees   []TreeView   `json:"trees"`
	Goals   string       `json:"goals,omitempty"` // what it pursues and how its wants compare, as text
	Wants   []Want       `json:"wants,omitempty"`
	Idle    string       `json:"idle,omitempty"`
	Waits   []string     `json:"waits"`
	Bans    []string     `json:"bans"`
	Fault   string       `json:"fault,omitempty"`
	Cells   []Cell       `json:"cells"`
	Eyes    Eyes         `json:"eyes"`
}

// PlanLine is a plan that is being carried out.
type PlanLine struct {
	Goal  string     `json:"goal"`
	Why   string     `json:"why,omitempty"` // there is no plan
	Steps []PlanStep `json:"steps"`
}

// PlanStep is a step with how far it is: done, running or next.
type PlanStep struct {
	Text  string `json:"text"`
	State string `json:"state"`
}

// Want is a candidate of a brain with its score.
type Want struct {
	Text   string  `json:"text"`
	Score  float64 `json:"score"`
	Why    string  `json:"why,omitempty"` // it was left out
	Chosen bool    `json:"chosen,omitempty"`
	Parts  []Part  `json:"parts,omitempty"`
}

// Part is what a score is made of.
type Part struct {
	Text  string `json:"text"`
	Value string `json:"value"`
	Depth int    `json:"depth"`
}

// TreeView is a tree that runs, node by node.
type TreeView struct {
	Name  string     `json:"name"`
	Nodes []NodeView `json:"nodes"`
}

// NodeView is a node of a tree.
type NodeView struct {
	Label   string  `json:"label"`
	Kind    string  `json:"kind"`
	Parent  int32   `json:"parent"`
	Running bool    `json:"running,omitempty"`
	Last    *result `json:"last,omitempty"` // how it ended last
}

// mindOf looks at an agent.
func mindOf(stage Stage, j *journal, id agent.ID) *Mind {
	crowd := stage.Crowd()
	st := crowd.State(id)
	m := &Mind{Agent: stage.Name(id), Kind: crowd.KindOf(id), Tick: crowd.Tick(), Seconds: crowd.Seconds(), Lines: []PlanLine{}, Trees: []TreeView{},
		Waits: append([]string{}, crowd.Waits(id)...), Bans: []string{}, Idle: crowd.WhyIdle(id), Cells: cellsOf(st), Eyes: stage.Eyes(id)}
	for i, p := range crowd.Plannings(id) {
		line := PlanLine{Goal: goalText(j.info, p.Goal, st), Steps: stepsOf(p.Runner, j, st)}
		if why := p.Runner.Why(); why != runner.NotIdle {
			line.Why = why.String()
		}
		m.Lines = append(m.Lines, line)
		if i == 0 {
			m.Bans = append(m.Bans, bansText(j.info, st, p.Options.Bans)...)
		}
	}
	m.Chances = chancesOf(crowd, j.info, id)
	r := crowd.Runner(id)
	if f := r.Fault(); f.Action != "" {
		m.Fault = f.Action + ": " + f.Message
	}
	for _, t := range crowd.Trees(id) {
		m.Trees = append(m.Trees, treeView(t, j, id))
	}
	m.brain(crowd, id)
	return m
}

// stepsOf lists the steps of a plan.
func stepsOf(r *runner.Runner, j *journal, st *world.State) []PlanStep {
	out := []PlanStep{}
	plan, _ := r.Plan()
	if plan == nil {
		return out
	}
	for i := range plan.Len() {
		out = append(out, PlanStep{htn.StepText(plan, i, st), stepState(r, i)})
	}
	return out
}

func stepState(r *runner.Runner, i int) string {
	switch r.StepState(i) {
	case runner.StepDone:
		return "done"
	case runner.StepActive:
		return "running"
	}
	return "next"
}

func treeView(t *bt.Tree, j *journal, id agent.ID) TreeView {
	p := t.Program()
	v := TreeView{Name: p.Info.Name, Nodes: make([]NodeView, p.Len())}
	for n := range int32(p.Len()) {
		info, parent := p.Node(n)
		v.Nodes[n] = NodeView{Label: p.Label(n), Kind: info.Kind.String(), Parent: parent, Running: t.Status(n) == bt.Running}
		if last, ok := j.results[nodeKey{id, p.ID(), n}]; ok {
			v.Nodes[n].Last = &last
		}
	}
	return v
}

// brain tells of wants and goals.
func (m *Mind) brain(crowd *agent.Crowd, id agent.ID) {
	r := crowd.Candidates(id)
	if r == nil {
		return
	}
	for i := range r.Candidates {
		c := &r.Candidates[i]
		w := Want{Text: c.Text}
		if c.Scored == nil {
			w.Why = c.Why.String()
		} else {
			w.Score = c.Scored.Score
			w.Chosen = c.Want == r.Want && c.Target == r.Choice.Option.Target
			for _, p := range c.Parts {
				w.Parts = append(w.Parts, Part{p.Text, p.Value, p.Depth})
			}
		}
		m.Wants = append(m.Wants, w)
	}
	text := crowd.Explain(id)
	if _, goals, ok := strings.Cut(text, "\ngoal "); ok {
		m.Goals, _, _ = strings.Cut("goal "+goals, "\nwhat it wants now:")
	}
}

// doingOf says in short what an agent is doing.
func doingOf(c *agent.Crowd, info *def.Info, id agent.ID) (text string, idle bool) {
	for _, s := range c.PlanOf(id) {
		if s.Running {
			return s.Text, false
		}
	}
	for _, p := range c.Pursuits(id) {
		g, args := p.Goal()
		return htn.CallText(c.State(id), info.Goals[g].Name, info.Goals[g].Params, args), false
	}
	for _, t := range c.Trees(id) {
		return treeDoing(t), false
	}
	return "idle", true
}

// treeDoing is the label of the last leaf of a tree that runs.
func treeDoing(t *bt.Tree) string {
	p := t.Program()
	for n := int32(p.Len()) - 1; n > 0; n-- {
		if t.Status(n) == bt.Running {
			return p.Label(n)
		}
	}
	return p.Info.Name
}
