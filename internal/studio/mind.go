package studio

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// Mind shows one agent at a moment.
type Mind struct {
	Agent   string       `json:"agent"`
	Kind    string       `json:"kind"`
	Tick    int64        `json:"tick"`
	Seconds float64      `json:"seconds"`
	Lines   []PlanLine   `json:"lines"`             // its plans: the plan line first, then those that trees and goals requested
	Chances []PlanChance `json:"chances,omitempty"` // all its plan lines
	Trees   []TreeView   `json:"trees"`
	Goals   string       `json:"goals,omitempty"` // its pursuits and the scores of its wants, as text
	Wants   []Want       `json:"wants,omitempty"`
	Idle    []string     `json:"idle,omitempty"` // why it has nothing to do: first in short, then what prevents it
	Waits   []string     `json:"waits"`
	Bans    []string     `json:"bans"`
	Fault   string       `json:"fault,omitempty"`
	Cells   []Cell       `json:"cells"`
	Eyes    Eyes         `json:"eyes"`
	Brain   *Brain       `json:"brain,omitempty"`
	Control *Control     `json:"control,omitempty"`
	Memory  []Memory     `json:"memory,omitzero"`  // omitted: it has no memory
	Squad   *Squad       `json:"squad,omitempty"`  // if the agent is a squad
	Member  *Membership  `json:"member,omitempty"` // if the agent is in a squad
}

// PlanLine is a plan that is being carried out.
type PlanLine struct {
	Goal    string     `json:"goal"`
	Why     string     `json:"why,omitempty"` // why there is no plan
	Steps   []PlanStep `json:"steps"`
	Within  []string   `json:"within,omitempty"`  // what requested it, from the outside in; empty for the plan line
	Planned float64    `json:"planned"`           // seconds since the last planning
	Next    *float64   `json:"next,omitempty"`    // seconds until the next planning without a change; null: none is due
	Every   float64    `json:"every,omitempty"`   // seconds between two plannings
	Timers  []Timer    `json:"timers,omitempty"`  // except those of steps
	Failure string     `json:"failure,omitempty"` // the last failed step, and why
	Ago     float64    `json:"ago,omitempty"`     // seconds since then
}

// StepState is the progress of a plan's step.
type StepState string

// The states of a step.
const (
	stepDone    StepState = "done"
	stepRunning StepState = "running"
	stepNext    StepState = "next"
)

// PlanStep is a step with its progress.
type PlanStep struct {
	Text    string    `json:"text"`
	State   StepState `json:"state"`
	Elapsed float64   `json:"elapsed,omitempty"` // seconds since it began
	Doing   []string  `json:"doing,omitempty"`   // actions of the host that run
	Timers  []Timer   `json:"timers,omitempty"`
	Awaits  []Awaited `json:"awaits,omitempty"`
}

// Want is a candidate of a brain with its score.
type Want struct {
	Text    string   `json:"text"`
	Key     string   `json:"key"`            // identifies its scores; for an order, without the order's text
	Name    string   `json:"name,omitempty"` // the names of brain and want, as breakpoints use them
	Path    string   `json:"path,omitempty"` // for lenses: of its statement
	Order   int32    `json:"order"`          // index of the want in its brain; -1: an order
	Score   float64  `json:"score"`
	Why     string   `json:"why,omitempty"`   // why it is not a candidate
	Blame   string   `json:"blame,omitempty"` // the part of its condition that does not hold
	Chosen  bool     `json:"chosen,omitempty"`
	Cooling bool     `json:"cooling,omitempty"`
	Rank    int      `json:"rank,omitempty"`
	Parts   []Part   `json:"parts,omitempty"`
	Bar     []Share  `json:"bar,omitempty"`
	Factors []Factor `json:"factors,omitempty"` // besides its parts
	Shape   *Piece   `json:"shape,omitempty"`

	called string // as declared, or an order's number
}

// Part is a part of a score.
type Part struct {
	Text  string `json:"text"`
	Value string `json:"value"`
	Depth int    `json:"depth"`
}

// mindOf returns what there is to show of an agent.
func mindOf(stage Stage, j *journal, id agent.ID) *Mind {
	crowd := stage.Crowd()
	st := crowd.State(id)
	m := &Mind{Agent: nameOf(stage, id), Kind: crowd.KindOf(id), Tick: crowd.Tick(), Seconds: crowd.Seconds(), Lines: []PlanLine{}, Trees: []TreeView{},
		Waits: append([]string{}, crowd.View().Waits(id)...), Bans: []string{}, Cells: cellsOf(st), Eyes: stage.Eyes(id)}
	view := agentPlans{crowd: crowd, info: j.info, id: id, tps: float64(crowd.TPS())}
	m.Lines = view.lines()
	if list := crowd.View().Plannings(id); len(list) > 0 {
		m.Bans = append(m.Bans, bansText(j.info, st, list[0].Options.Bans)...)
	}
	m.Chances = chancesOf(crowd, j.info, id)
	r := crowd.View().Runner(id)
	if f := r.Fault(); f.Action != "" {
		m.Fault = f.Action + ": " + f.Message
	}
	for _, t := range crowd.View().Trees(id) {
		m.Trees = append(m.Trees, treeView(t, j, crowd, id))
	}
	m.brainOf(crowd, j.info, id, nil)
	for _, p := range crowd.View().Pursuits(id) {
		m.Goals += crowd.View().PursuitText(id, p)
	}
	m.Control, m.Memory = controlOf(crowd, j.info, id), factsOf(stage, id)
	m.Squad, m.Member = squadOf(stage, j, id), membershipOf(stage, id)
	m.Idle = whyIdle(stage, m, id)
	return m
}

func stepState(r *runner.Runner, i int) StepState {
	switch r.StepState(i) {
	case runner.StepDone:
		return stepDone
	case runner.StepActive:
		return stepRunning
	}
	return stepNext
}

// doingOf describes in short what an agent does.
func doingOf(c *agent.Crowd, info *def.Info, id agent.ID) (text string, idle bool) {
	for _, s := range c.View().PlanOf(id) {
		if s.Running {
			return s.Text, false
		}
	}
	if m := c.View().Mind(id); m != nil && m.Len() > 0 { // the last one is active, the others are interrupted
		g, args := m.Pursued(m.Len() - 1).Goal()
		return htn.CallText(c.State(id), info.Goals[g].Name, info.Goals[g].Params, args), false
	}
	for _, p := range c.View().Pursuits(id) {
		g, args := p.Goal()
		return htn.CallText(c.State(id), info.Goals[g].Name, info.Goals[g].Params, args), false
	}
	for _, t := range c.View().Trees(id) {
		return treeDoing(t), false
	}
	return idleText(c, id), true
}

// treeDoing returns the label of the last running leaf of a tree; between two leaves, the tree's name.
func treeDoing(t *bt.Tree) string {
	p := t.Program()
	for n := int32(p.Len()) - 1; n > 0; n-- {
		if t.Status(n) == bt.Running {
			return p.Label(n)
		}
	}
	return p.Info.Decl.Name // without the name of the tree that it overrides
}
