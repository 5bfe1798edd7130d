package studio

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
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
	Idle    []string     `json:"idle,omitempty"` // why it has nothing to carry out: in short, then what stands in the way
	Waits   []string     `json:"waits"`
	Bans    []string     `json:"bans"`
	Fault   string       `json:"fault,omitempty"`
	Cells   []Cell       `json:"cells"`
	Eyes    Eyes         `json:"eyes"`
	Brain   *Brain       `json:"brain,omitempty"`
	Control *Control     `json:"control,omitempty"`
	Memory  []Memory     `json:"memory,omitzero"`  // left out: it has none
	Squad   *Squad       `json:"squad,omitempty"`  // it is one
	Member  *Membership  `json:"member,omitempty"` // it is in one
}

// PlanLine is a plan that is being carried out.
type PlanLine struct {
	Goal    string     `json:"goal"`
	Why     string     `json:"why,omitempty"` // there is no plan
	Steps   []PlanStep `json:"steps"`
	Within  []string   `json:"within,omitempty"`  // what has asked for it, from the outside in; of the plan line nothing
	Planned float64    `json:"planned"`           // seconds since the last planning
	Next    *float64   `json:"next,omitempty"`    // seconds until it is planned again though nothing changes; null: then it is not
	Every   float64    `json:"every,omitempty"`   // seconds between two plannings
	Timers  []Timer    `json:"timers,omitempty"`  // that are not those of a step
	Failure string     `json:"failure,omitempty"` // the last step that has failed, and why
	Ago     float64    `json:"ago,omitempty"`     // seconds since then
}

// StepState is how far a step of a plan is.
type StepState string

// The states of a step.
const (
	stepDone    StepState = "done"
	stepRunning StepState = "running"
	stepNext    StepState = "next"
)

// PlanStep is a step with how far it is.
type PlanStep struct {
	Text    string    `json:"text"`
	State   StepState `json:"state"`
	Elapsed float64   `json:"elapsed,omitempty"` // running: seconds
	Doing   []string  `json:"doing,omitempty"`   // running: actions of the host
	Timers  []Timer   `json:"timers,omitempty"`
	Awaits  []Awaited `json:"awaits,omitempty"`
}

// Want is a candidate of a brain with its score.
type Want struct {
	Text    string   `json:"text"`
	Key     string   `json:"key"`            // what its scores go by: an order is without what it says
	Name    string   `json:"name,omitempty"` // of the want with its brain, as breakpoints name it
	Order   int32    `json:"order"`          // place of the want in its brain; -1: what it was ordered
	Score   float64  `json:"score"`
	Why     string   `json:"why,omitempty"`   // it was left out
	Blame   string   `json:"blame,omitempty"` // what of its condition does not hold
	Chosen  bool     `json:"chosen,omitempty"`
	Cooling bool     `json:"cooling,omitempty"`
	Rank    int      `json:"rank,omitempty"`
	Parts   []Part   `json:"parts,omitempty"`
	Bar     []Share  `json:"bar,omitempty"`
	Factors []Factor `json:"factors,omitempty"` // beside what it is made of
	Shape   *Piece   `json:"shape,omitempty"`

	called string // as it is declared, or as the order is numbered
}

// Part is what a score is made of.
type Part struct {
	Text  string `json:"text"`
	Value string `json:"value"`
	Depth int    `json:"depth"`
}

// mindOf looks at an agent.
func mindOf(stage Stage, j *journal, id agent.ID) *Mind {
	crowd := stage.Crowd()
	st := crowd.State(id)
	m := &Mind{Agent: stage.Name(id), Kind: crowd.KindOf(id), Tick: crowd.Tick(), Seconds: crowd.Seconds(), Lines: []PlanLine{}, Trees: []TreeView{},
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
	m.brainOf(crowd, j.info, id)
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

// doingOf says in short what an agent is doing.
func doingOf(c *agent.Crowd, info *def.Info, id agent.ID) (text string, idle bool) {
	for _, s := range c.View().PlanOf(id) {
		if s.Running {
			return s.Text, false
		}
	}
	if m := c.View().Mind(id); m != nil && m.Len() > 0 { // the last is active, those before are interrupted
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

// treeDoing is the label of the last leaf of a tree that runs; its name between two of them.
func treeDoing(t *bt.Tree) string {
	p := t.Program()
	for n := int32(p.Len()) - 1; n > 0; n-- {
		if t.Status(n) == bt.Running {
			return p.Label(n)
		}
	}
	return p.Info.Decl.Name // without what it overrides
}
