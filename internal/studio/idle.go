package studio

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// idleText describes in short what an agent without a plan does, and why: "rest: no plan line applies".
func idleText(crowd *agent.Crowd, id agent.ID) string {
	r := crowd.View().Runner(id)
	what := "idle"
	for _, d := range crowd.View().Running(id) {
		if d.Parent < 0 && d.Part < 0 && d.Kind == agent.DoingAction {
			what = d.Name
		}
	}
	if m := crowd.View().Mind(id); m != nil && r.Why() == runner.NotIdle {
		if next := m.Due() - crowd.Tick(); next > 0 {
			return fmt.Sprintf("%s: wants nothing, looks again in %.1fs", what, float64(next)/float64(crowd.TPS()))
		}
		return what + ": wants nothing yet"
	}
	switch why := r.Why(); why {
	case runner.NotIdle:
		return what + ": has yet to plan"
	default:
		return what + ": " + why.String()
	}
}

// whyIdle explains why an agent has nothing to do: first in short, then what prevents it. nil: it has something to do,
// or is about to plan.
func whyIdle(stage Stage, m *Mind, id agent.ID) []string {
	crowd := stage.Crowd()
	lines := whyNoPlan(crowd, id)
	if mind := crowd.View().Mind(id); lines == nil && mind != nil && mind.Len() == 0 && len(m.Wants) > 0 {
		lines = []string{"no want is worth pursuing"}
		for i := range m.Wants {
			if m.Wants[i].Score > 0 && m.Wants[i].Why == "" {
				return nil // it is between two activities
			}
		}
	}
	if lines == nil || m.Member == nil || len(m.Member.Orders) > 0 {
		return lines
	}
	text := m.Member.Squad + " has nothing for it to do"
	if m.Member.Role == "" {
		text += ": it has no role"
	}
	return append(lines, text)
}

// whyNoPlan explains why an agent carries out no plan. nil: it has a plan, or needs none.
func whyNoPlan(crowd *agent.Crowd, id agent.ID) []string {
	switch crowd.View().Runner(id).Why() {
	case runner.NotIdle:
		return nil
	case runner.NoPlan, runner.HitLimit:
		for _, p := range crowd.View().Plannings(id) {
			if p.Runner != crowd.View().Runner(id) {
				continue
			}
			if e := htn.Explain(p.Domain, p.State, p.Goal, p.Options); e.Title() != "" {
				return append([]string{e.Title()}, e.Reasons()...)
			}
		}
	}
	return []string{crowd.View().WhyIdle(id)}
}
