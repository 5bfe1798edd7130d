package studio

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// PlanChance is a plan line of an agent and whether its condition holds. The agent plans for the first line that holds.
type PlanChance struct {
	Goal  string `json:"goal"`
	When  string `json:"when,omitempty"`
	Holds bool   `json:"holds"`
	Now   bool   `json:"now,omitempty"` // the agent plans for this line
	Cause *Cause `json:"cause,omitempty"`

	called string // the name of its goal, without arguments
}

// chancesOf lists the plan lines of an agent.
func chancesOf(crowd *agent.Crowd, info *def.Info, id agent.ID) []PlanChance {
	kind, st := info.Agent(crowd.KindOf(id)), crowd.State(id)
	if kind == nil || len(kind.Plans) == 0 {
		return nil
	}
	m := expr.Machine{State: st}
	if list := crowd.View().Plannings(id); len(list) > 0 {
		m.Funcs = list[0].Options.Funcs
	}
	line := crowd.View().Runner(id).Line()
	out := make([]PlanChance, len(kind.Plans))
	for i, p := range kind.Plans {
		out[i] = PlanChance{Goal: goalText(info, htn.GoalOf(p.Call), st), When: termText(p.When), Holds: true, Now: i == line, called: calledOf(p.Call)}
		if p.When != nil {
			out[i].Cause = whyFalse(&m, p.When)
			out[i].Holds = out[i].Cause == nil
		}
	}
	return out
}

// calledOf returns the name of a goal, without arguments.
func calledOf(c def.CallInfo) string {
	if c.Operator != nil {
		return c.Operator.Name
	}
	return c.Task.Name
}

// whyFalse explains why a condition does not hold; nil: it holds. Functions of the host that are unknown here count as
// returning their zero values.
func whyFalse(m *expr.Machine, t *expr.Term) *Cause { return whyFalseOf(m, t, nil) }

// whyFalseOf is whyFalse for a condition with parameters.
func whyFalseOf(m *expr.Machine, t *expr.Term, args []world.Word) *Cause {
	why := expr.Explain(t, m, args)
	if why.Holds {
		return nil
	}
	c := &Cause{Text: why.Format(m.State), Failed: t.String(), Part: why.Part.String()}
	c.Before, c.Behind = t.Around(why.Part)
	if says := why.Part.Refusal(); says != "" {
		c.Part, c.Cooling = says, true
	}
	for i := range why.Reads {
		r := &why.Reads[i]
		c.Seen = append(c.Seen, htn.SeenCell{Symbol: world.FormatCell(m.State, r.Sym, r.Addr),
			Value: world.FormatWord(m.State.Schema(), m.State, r.Sym.Type, r.Value[:r.Sym.Type.Width()]), Step: -1})
	}
	return c
}
