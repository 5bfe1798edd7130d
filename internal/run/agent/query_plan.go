package agent

import (
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// Planning is an agent's last planning for one of its goals, in a form that can be repeated.
type Planning struct {
	Domain  *htn.Domain
	Goal    htn.Goal
	State   *world.State // what the planning saw; if that was not kept, the agent's present state; for reading
	Seen    bool         // State is the state that the planning used
	Options htn.Options  // limits, functions of the host and bans, as the agent plans
	Runner  *runner.Runner
}

// Plannings returns the last plannings of an agent: first that of its plan line, then those of its trees, goals and
// plans in the order in which they started. They are for reading, and valid until the next tick.
func (v *View) Plannings(id ID) []Planning {
	a := v.agents.slot(id)
	if a == nil {
		return nil
	}
	list := v.planning(nil, v.Runner(id), id)
	for _, t := range v.Tasks(id) {
		list = v.planning(list, &t.Runner, id)
	}
	return list
}

// PlanningOf returns the planning that an agent would make now for one of its plan lines. It is valid until the next
// tick. Without such an agent it is zero.
func (v *View) PlanningOf(id ID, line int) Planning {
	if v.agents.slot(id) == nil {
		return Planning{}
	}
	r, st := v.Runner(id), v.exchange.State(id)
	p := Planning{Domain: v.core.model.Script.Domain, State: st, Options: v.planOptions(r, st)}
	p.Goal, p.Options.Search = runner.LineGoal(r, line)
	return p
}

func (v *View) planning(list []Planning, r *runner.Runner, id ID) []Planning {
	g, ok := r.Goal()
	if !ok {
		return list
	}
	p := Planning{Domain: v.core.model.Script.Domain, Goal: g, State: r.Picture(), Options: v.planOptions(r, v.exchange.State(id)), Runner: r}
	if p.Seen = p.State != nil; !p.Seen {
		p.State = v.exchange.State(id)
	}
	return append(list, p)
}

// planOptions returns the options with which a runner plans again for inspection; no tally counts that. St is the state
// of its agent.
func (v *View) planOptions(r *runner.Runner, st *world.State) htn.Options {
	o := v.core.stage.Worker.Options()
	o.Tally, o.Bans, o.Claimed, o.Search = nil, r.ExplainedBans(nil, st), r.Wanted(nil), r.Search()
	return o
}
