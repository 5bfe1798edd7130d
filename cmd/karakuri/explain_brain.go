package main

import (
	"io"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// mindView is how the wants of an agent compare in a state.
type mindView struct {
	agent   string
	info    *def.Info
	use     *def.MindUse
	state   *world.State
	report  *goal.Report
	inputs  []goal.Input // of the brain
	pursues []string
}

// explainBrain reports what an agent of a kind would want in a situation.
func (cmd *explainCmd) explainBrain(c *console, s *situation, kind *def.AgentInfo) error {
	info := s.program.Info
	p, err := s.program.At(runTPS)
	if err != nil {
		return err
	}
	var mind goal.Mind
	mind.Reset(p.Goals, int(kind.Mind.Brain.ID), kind.Mind.Personality)
	env := goal.Env{Ctx: action.NewCtx(0, runTPS, nil), Machine: &expr.Machine{State: s.state}}
	env.Ctx.Enter(1, 1, s.state)
	env.Offers = &allTargets{p.Targets, &env, int(kind.Mind.Brain.ID)}
	return cmd.tellMind(c, &mindView{agent: kind.Name, info: info, use: kind.Mind, state: s.state, report: mind.Explain(&env),
		inputs: p.Goals.Config().Brains[kind.Mind.Brain.ID].Inputs})
}

// allTargets offers a brain what its wants could be about in the state that is asked about.
type allTargets struct {
	targets *goal.Targets
	env     *goal.Env
	brain   int
}

// Targets implements [goal.Offers].
func (t *allTargets) Targets(dst []utility.Target, want int) []utility.Target {
	return t.targets.Append(t.env, dst, t.brain, want)
}

// Forget implements [goal.Offers]: nothing is carried out, so nothing fails.
func (t *allTargets) Forget(int, utility.Target) {}

// Rests implements [goal.Offers].
func (t *allTargets) Rests(int64) {}

// mindOf returns how the wants of an agent of a recorded run compare; nil: it has no brain at work.
func mindOf(r *agent.Replay, id agent.ID) *mindView {
	crowd := r.Crowd()
	report := crowd.View().Candidates(id)
	if report == nil {
		return nil
	}
	info := r.Info()
	m := &mindView{agent: r.NameOf(id), info: info, use: crowd.View().MindOf(id), state: crowd.State(id), report: report}
	m.inputs = crowd.Program().Goals.Config().Brains[m.use.Brain.ID].Inputs
	for _, pursuit := range crowd.View().Pursuits(id) {
		g, words := pursuit.Goal()
		m.pursues = append(m.pursues, wordsText(m.state, info.Goals[g].Name, info.Goals[g].Params, words))
	}
	return m
}

// tellMind prints how wants compare, or why one is not chosen.
func (cmd *explainCmd) tellMind(c *console, m *mindView) error {
	if cmd.JSON {
		return printJSON(c.out, m.asJSON())
	}
	_, err := io.WriteString(c.out, m.title()+"\n"+m.report.String())
	return err
}

// title says whose wants they are: brave_one: gatherer as brave.
func (m *mindView) title() string {
	text := m.agent + ": " + m.use.Brain.Name
	if name := m.personality(); name != "" {
		text += " as " + name
	}
	return text
}

func (m *mindView) personality() string {
	if m.use.Personality < 0 {
		return ""
	}
	return m.use.Brain.Personalities[m.use.Personality].Name
}

// mindJSON is the comparison of wants, as --json prints it.
type mindJSON struct {
	Agent       string          `json:"agent"`
	Brain       string          `json:"brain"`
	Personality string          `json:"personality,omitempty"`
	Pursues     []string        `json:"pursues,omitempty"` // of a recorded run
	Chosen      string          `json:"chosen,omitempty"`  // empty: nothing is wanted
	Candidates  []candidateJSON `json:"candidates"`
}

// candidateJSON is a want on a target. Without a score it was omitted, and why says the reason.
type candidateJSON struct {
	Want    string       `json:"want"`
	Why     string       `json:"why"`
	Score   *float64     `json:"score,omitempty"`
	Base    *float64     `json:"base,omitempty"` // of what the score is the product with the factors
	Factors *factorsJSON `json:"factors,omitempty"`
	Cooling bool         `json:"cooling,omitempty"`
	Rank    int          `json:"rank,omitempty"`
	Inputs  []inputJSON  `json:"considers,omitempty"`
	Parts   []partJSON   `json:"parts,omitempty"` // of an expression
}

type factorsJSON struct {
	Weight      float64 `json:"weight"`
	Personality float64 `json:"personality"`
	Inertia     float64 `json:"inertia"`
	Repetition  float64 `json:"repetition"`
}

type inputJSON struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	X     float64 `json:"x"` // within 0..1
	Y     float64 `json:"y"` // of the curve
}

type partJSON struct {
	Text  string `json:"text"`
	Value string `json:"value"`
	Depth int    `json:"depth"`
}

func (m *mindView) asJSON() *mindJSON {
	out := &mindJSON{Agent: m.agent, Brain: m.use.Brain.Name, Personality: m.personality(), Pursues: m.pursues, Candidates: []candidateJSON{}}
	for i := range m.report.Candidates {
		c := &m.report.Candidates[i]
		if c.Why == goal.Chosen {
			out.Chosen = c.Text
		}
		out.Candidates = append(out.Candidates, m.candidate(c))
	}
	return out
}

func (m *mindView) candidate(c *goal.Candidate) candidateJSON {
	out := candidateJSON{Want: c.Text, Why: c.Why.String()}
	o := c.Scored
	if o == nil {
		return out
	}
	base, weight := o.Aggregate, o.Weight
	for _, p := range o.Parts {
		if p.Input >= len(m.inputs) { // an expression, which was scaled
			base, weight = base*goal.MaxScore, weight/goal.MaxScore
			continue
		}
		out.Inputs = append(out.Inputs, inputJSON{m.inputs[p.Input].Name, p.Value, p.X, p.Y})
	}
	out.Score, out.Base, out.Cooling, out.Rank = &o.Score, &base, o.Cooling, o.Rank
	out.Factors = &factorsJSON{weight, o.Offer, o.Inertia, o.Repetition}
	for _, p := range c.Parts {
		out.Parts = append(out.Parts, partJSON{p.Text, p.Value, p.Depth})
	}
	return out
}
