package studio

import (
	"context"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// MaxPlannings is the maximum number of listed plannings of an agent.
const MaxPlannings = 500

// PlanningKind is the result of a planning.
type PlanningKind string

// The kinds of plannings.
const (
	planAdopted  PlanningKind = "adopted"
	planKept     PlanningKind = "kept"
	planNone     PlanningKind = "none"
	planLimit    PlanningKind = "limit"
	planMerged   PlanningKind = "merged"
	planRepaired PlanningKind = "repaired"
	planWhatIf   PlanningKind = "what if" // a hypothetical planning, with other values
)

// Planning is an event of a planning that pages can look at in detail.
type Planning struct {
	Tick  int64        `json:"tick"`
	Level int32        `json:"level"` // 0: of the plan line; else of a tree's or goal's request
	Kind  PlanningKind `json:"kind"`
	Text  string       `json:"text"`
	Brief string       `json:"brief"` // the text without the kind
	Steps int32        `json:"steps"`
	Goal  string       `json:"goal"`           // the goal
	Keep  KeepReason   `json:"keep,omitempty"` // why the plan was kept

	outcome outcome
}

// outcome is the runner's reaction to a planning.
type outcome struct {
	steps, step, node int32 // fields of [runner.Event]
	keep              runner.KeepReason
}

// planningKinds are the events that count as plannings.
var planningKinds = map[runner.EventKind]PlanningKind{runner.PlanAdopted: planAdopted, runner.PlanKept: planKept, runner.PlanNone: planNone,
	runner.PlanLimit: planLimit, runner.PlanMerged: planMerged, runner.PlanRepaired: planRepaired}

// KeepReason is why a plan was kept.
type KeepReason string

// The reasons.
const (
	keepSame      KeepReason = "same"
	keepMethods   KeepReason = "methods"
	keepLower     KeepReason = "lower"
	keepMargin    KeepReason = "margin"
	keepNothing   KeepReason = "nothing"
	keepCommitted KeepReason = "committed"
	keepOutdated  KeepReason = "outdated"
	keepCost      KeepReason = "cost"
)

var keepCodes = [...]KeepReason{runner.NotKept: "", runner.SamePlan: keepSame, runner.SameMethods: keepMethods, runner.LowerPlan: keepLower, runner.SameTarget: keepMargin, runner.NothingElse: keepNothing,
	runner.Committed: keepCommitted, runner.Outdated: keepOutdated, runner.NotCheaper: keepCost}

// keepCode returns the code of a reason, which may come from a damaged trace.
func keepCode(k runner.KeepReason) KeepReason {
	if int(k) >= len(keepCodes) {
		return ""
	}
	return keepCodes[k]
}

// isPlanning reports whether an event is one of planningKinds.
func isPlanning(k runner.EventKind) bool {
	switch k {
	case runner.PlanAdopted, runner.PlanMerged, runner.PlanRepaired, runner.PlanKept, runner.PlanNone, runner.PlanLimit:
		return true
	}
	return false
}

// goalOf returns the number of a plan's goal. It avoids work, because plannings are frequent and pages ask for few.
func (j *journal) goalOf(e *runner.Event, t *told[plainPlan]) int32 {
	crowd := j.stage.Crowd()
	st := crowd.State(e.Agent)
	if st == nil {
		return 0
	}
	g := htn.Goal{Task: e.Task, Operator: e.Operator, IsOperator: e.Task < 0, Args: e.Args}
	if e.Level == 0 {
		var ok bool
		if g, ok = crowd.View().Runner(e.Agent).Goal(); !ok {
			return 0
		}
	}
	name := func() int32 { return j.names.number(goalText(j.info, g, st)) }
	if len(g.Args) == 0 {
		n := &j.plain[goalKey(j.info, &g)]
		if *n == 0 {
			*n = name() + 1
		}
		return *n - 1
	}
	who := &j.known.lately[t.who] // most plannings of an agent have the same goal as the one before
	if !who.isFor(j.info, &g) {
		who.goal, who.args, who.named = goalKey(j.info, &g), append(who.args[:0], g.Args...), name()
	}
	return who.named
}

// chain links each planning to the agent's one before, for all plannings since the last call.
func (j *journal) chain() {
	first := j.plans.count - int64(len(j.plans.list)) + 1
	for n := max(first, j.chained+1); n <= j.plans.count; n++ {
		if t := j.plans.at(n); isPlanning(t.event.kind) {
			who := &j.known.lately[t.who]
			t.event.before, who.planned = who.planned, n
		}
	}
	j.chained = j.plans.count
}

// planningsOf returns copies of an agent's plannings, the last one first.
func (j *journal) planningsOf(name string) []note {
	j.chain()
	var out []note
	for i := range j.known.list {
		if j.known.list[i].name == name {
			for t := j.plans.at(j.known.lately[i].planned); t != nil && len(out) < MaxPlannings; t = j.plans.at(t.event.before) {
				out = append(out, j.note(t))
			}
		}
	}
	return out
}

// planning converts a note to the form in which pages list it.
func (n *note) planning() Planning {
	e, told := &n.plan.event, n.pool.planEntry(n.plan)
	return Planning{e.tick, e.level, planningKinds[e.kind], told.Text, told.brief, e.steps, n.goalName, keepCode(e.keeps), outcome{e.steps, e.step, e.node, e.keeps}}
}

// fits reports whether the planning is for a goal. Without a goal, it compares levels: 0 is the plan line, others are
// requests of trees and goals.
func (p *Planning) fits(level int, goal string) bool {
	return goal != "" && p.Goal == goal || goal == "" && (level > 0) == (p.Level > 0)
}

// listPlannings lists an agent's plannings: all that are kept, or in a recording those around a moment.
func listPlannings(ctx context.Context, p *page, r *Request) ([]Planning, error) {
	c, now, tps, err := p.session.told(ctx)
	if err != nil {
		return nil, err
	}
	if c != nil {
		if r.Tick != nil {
			now = *r.Tick
		}
		return c.plannings(r.Agent, now, tps)
	}
	var list []note
	err = p.session.do(ctx, func() error {
		list = p.session.journal.planningsOf(r.Agent)
		return nil
	})
	out := make([]Planning, len(list))
	for i := range list {
		out[len(out)-1-i] = list[i].planning()
	}
	return out, err
}

// planOf returns the plan of an event, or nil.
func planOf(crowd *agent.Crowd, e *runner.Event) *htn.Plan {
	r := crowd.View().Runner(e.Agent)
	if e.Level > 0 {
		for _, t := range crowd.View().Tasks(e.Agent) {
			if t.IsAbout(e) {
				r = &t.Runner
			}
		}
	}
	plan, _ := r.Plan()
	return plan
}
