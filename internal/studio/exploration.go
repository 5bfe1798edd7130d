package studio

import (
	"context"
	"errors"
	"strconv"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// errNothingPlanned is the error of an agent that has not planned.
var errNothingPlanned = errors.New("nothing has been planned here: no plan line applies, or the mind is a tree or brain that has not asked for a plan yet")

// Exploration is a planning in all detail: every attempt, as a tree, with the state at every step of the search.
type Exploration struct {
	Agent   string      `json:"agent"`
	Tick    int64       `json:"tick"`
	Seconds float64     `json:"seconds"`
	Seen    bool        `json:"seen"` // it used the picture that the planner saw, not the state at that moment
	Levels  []string    `json:"levels"`
	Level   int         `json:"level"` // which of the agent's plannings this is
	Goal    string      `json:"goal"`
	Status  string      `json:"status"`
	Limit   string      `json:"limit,omitempty"`
	Nodes   int         `json:"nodes"`
	Back    int         `json:"backtracks"`
	Dropped int         `json:"dropped,omitempty"`
	Roots   []*Task     `json:"roots"`
	Trail   []Trail     `json:"trail"` // by number of the attempt
	Start   []Cell      `json:"start"`
	Plan    *PlanView   `json:"plan,omitempty"` // the plan that the search found
	Old     *PlanView   `json:"old,omitempty"`  // the plan before the tick
	Now     *PlanView   `json:"now,omitempty"`  // the plan after the tick
	Verdict *Comparison `json:"verdict,omitempty"`
	Bans    []string    `json:"bans,omitempty"`
}

// Trail is one step of the search.
type Trail struct {
	Kind    string   `json:"kind"`
	Text    string   `json:"text"`
	Step    int      `json:"step"` // for a step: its number in the plan so far
	To      int      `json:"to"`   // for a backtrack: number of the task that the search returns to; -1: a choice of order
	Changes []Change `json:"changes,omitempty"`
}

// explore analyses a planning of an agent, made by the program as, whose state must have the same layout as the
// agent's. level counts the agent's plannings: its plan line first. When the context is done, planning stops within
// milliseconds.
func explore(ctx context.Context, stage Stage, id agent.ID, as *program.Program, level int, sets func(*world.State) error) (*Exploration, *htn.Explanation, error) {
	crowd, info := stage.Crowd(), as.Info
	list := crowd.View().Plannings(id)
	if level < 0 || level >= len(list) {
		return nil, nil, errNothingPlanned
	}
	p := list[level]
	st := world.NewState(p.State.Schema())
	st.CopyFrom(p.State)
	if sets != nil {
		if err := sets(st); err != nil {
			return nil, nil, err
		}
	}
	e := &Exploration{Agent: nameOf(stage, id), Tick: crowd.Tick(), Seconds: crowd.Seconds(), Level: level, Seen: p.Seen && sets == nil, Bans: bansText(info, st, p.Options.Bans)}
	for i := range list {
		e.Levels = append(e.Levels, goalText(info, list[i].Goal, list[i].State))
	}
	p.Options.Limits.Cancel = ctx.Done()
	told := htn.Explain(as.Domain, st, p.Goal, p.Options)
	o, rec := p.Options, &htn.Recorder{}
	o.Record, o.Reads = rec, nil
	found := htn.NewPlanner(as.Domain, o).Plan(st, p.Goal)
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	e.Goal, e.Status, e.Limit, e.Dropped = told.Goal, told.Status, told.Limit, told.Dropped
	e.Nodes, e.Back = told.Stats.Nodes, told.Stats.Backtracks
	e.Roots = decompose(told, rec, info)
	e.Trail = trailOf(ctx, told, rec, info, st, p.Options.Funcs)
	e.Start = cellsOf(st)
	e.Plan = planView(found.Plan, info, st, -1)
	return e, told, nil
}

// trailOf lists, for each attempt, the changes that it made to the state.
func trailOf(ctx context.Context, told *htn.Explanation, rec *htn.Recorder, info *def.Info, st *world.State, funcs []expr.Func) []Trail {
	r := rehearsal{info: info, effects: make([]*expr.Effects, len(info.Operators)), state: world.NewState(st.Schema()), before: world.NewState(st.Schema())}
	r.state.CopyFrom(st)
	r.machine = expr.Machine{State: r.state, Funcs: funcs, Meter: &patience{ctx, expr.MaxRounds}}
	out := make([]Trail, len(told.Tried))
	for i := range told.Tried {
		t := &told.Tried[i]
		out[i] = Trail{Kind: t.Kind, Text: t.Name, Step: -1, To: rec.Events[i].To}
		if t.Text != "" {
			out[i].Text += ": " + t.Text
		}
		if t.Kind == "step" && i < len(rec.Events) {
			out[i].Step, out[i].Changes = *t.Count, r.apply(&rec.Events[i])
		}
	}
	return out
}

// patience limits the time for applying the effects of a search again.
type patience struct {
	ctx  context.Context
	left int // rounds of quantifiers
}

// Spend implements expr.Meter.
func (p *patience) Spend() bool {
	p.left -= expr.MeterRounds
	return p.left >= 0 && p.ctx.Err() == nil
}

// Stop implements expr.Meter.
func (p *patience) Stop() {}

// rehearsal applies the effects of a search to a state of its own.
type rehearsal struct {
	info          *def.Info
	effects       []*expr.Effects // by operator; nil: not compiled yet
	machine       expr.Machine
	state, before *world.State
	marks         []world.Mark // before each step of the plan so far
}

// apply takes back the steps from that of the event on, and applies its effects.
func (r *rehearsal) apply(e *htn.Event) (changes []Change) {
	defer func() {
		if recover() != nil { // a function of the game panicked, or effects took too long
			changes = nil
		}
	}()
	if e.Count < len(r.marks) {
		r.state.Undo(r.marks[e.Count])
		r.marks = r.marks[:e.Count]
	}
	if r.effects[e.Operator] == nil {
		r.effects[e.Operator] = expr.CompileEffects(r.info.Operators[e.Operator].Effect)
	}
	mark := r.state.Mark()
	r.marks = append(r.marks, mark)
	r.before.CopyFrom(r.state)
	r.effects[e.Operator].Apply(&r.machine, e.Args)
	return changesOf(r.state, r.before, mark)
}

func bansText(info *def.Info, st *world.State, bans []htn.Ban) []string {
	var out []string
	for i := range bans {
		b := &bans[i]
		if b.IsOperator {
			out = append(out, operatorBanText(info, st, b)...)
			continue
		}
		t := info.Tasks[b.Task]
		switch by := " by " + strconv.Quote(t.Methods[b.Method].Name); {
		case b.Free:
		case b.All:
			out = append(out, t.Name+by+", whatever it is about: "+b.Why)
		default:
			out = append(out, htn.CallText(st, t.Name, t.Params, b.Args)+by+": "+b.Why)
		}
	}
	return out
}

func operatorBanText(info *def.Info, st *world.State, b *htn.Ban) []string {
	o := info.Operators[b.Operator]
	switch {
	case b.Free:
		return nil
	case b.All:
		return []string{o.Name + ", whatever it is about: " + b.Why}
	}
	return []string{htn.CallText(st, o.Name, o.Params, b.Args) + ": " + b.Why}
}

func goalText(info *def.Info, g htn.Goal, st *world.State) string {
	if g.IsOperator {
		o := info.Operators[g.Operator]
		return htn.CallText(st, o.Name, o.Params, g.Args)
	}
	t := info.Tasks[g.Task]
	return htn.CallText(st, t.Name, t.Params, g.Args)
}
