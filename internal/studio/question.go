package studio

import (
	"context"
	"errors"
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/scenes"
	"github.com/karakuri-ai/karakuri/internal/trial"
	"github.com/karakuri-ai/karakuri/world"
)

// explainPlan analyses a planning of an agent, at a moment or now. With other values for some symbols, the planning is
// hypothetical.
func explainPlan(ctx context.Context, p *page, r *Request) (*Exploration, error) {
	e, _, err := p.exploration(ctx, r)
	return e, err
}

// TestText is the answer to "astest": a test block.
type TestText struct {
	Text string `json:"text"`
}

// asTest writes a moment of an agent as a test: a planning of it, or, if the request says On, what decides for it; with
// a bookmark, the run up to there.
func asTest(ctx context.Context, p *page, r *Request) (t TestText, err error) {
	if r.Mark != nil {
		r.Tick, r.Agent = &r.Mark.Tick, r.Mark.Agent
	}
	if r.Tick == nil {
		if err := p.session.do(ctx, func() error { p.session.present(r); return nil }); err != nil {
			return t, err
		}
	}
	err = p.session.look(ctx, r.Tick, func(st Stage, j *journal) error {
		var b *program.Block
		if r.Mark != nil {
			b, err = runAsTest(ctx, p, st, r)
		} else {
			b, err = momentAsTest(ctx, st, j, r)
		}
		if err == nil {
			t.Text = b.Text
		}
		return err
	})
	return t, err
}

func momentAsTest(ctx context.Context, st Stage, j *journal, r *Request) (*program.Block, error) {
	id, err := find(st, r.Agent)
	if err != nil {
		return nil, err
	}
	m := trial.Moment{Name: fmt.Sprintf("%s at %gs", r.Agent, st.Crowd().Seconds()), Level: -1, Not: r.Name, Change: sets(ctx, j.info, r.Sets), Cancel: ctx.Done()}
	if !r.On {
		m.Level = levelOf(st, id, j.info, r.Text, r.Level)
	}
	return trial.AsTest(st.Crowd(), id, m)
}

// runAsTest writes the run up to a bookmark as a test.
func runAsTest(ctx context.Context, p *page, st Stage, r *Request) (*program.Block, error) {
	from := p.session.source
	switch {
	case from.record != nil || from.watched != nil || from.world != nil:
		return nil, fmt.Errorf("%w: a test runs in the scene of its file or in a small world, and this run does not", program.ErrNoTest)
	case r.Mark.Tick == 0:
		return nil, fmt.Errorf("%w: nothing has happened yet", program.ErrNoTest)
	}
	past := trial.Past{Name: r.Mark.Note, Seed: from.seed, Open: scenes.Open(from.scene), Cancel: ctx.Done()}
	if past.Name == "" {
		past.Name = fmt.Sprintf("at %gs", st.Crowd().Seconds())
	}
	id := agent.ID(0)
	if r.Agent != "" {
		var err error
		if id, err = find(st, r.Agent); err != nil {
			return nil, err
		}
	}
	return trial.RunAsTest(st.Crowd(), id, past)
}

// present makes a question without a moment one about the present tick, where the past can be looked at.
func (s *Session) present(r *Request) {
	if tick := s.stage.Crowd().Tick(); r.Tick == nil && s.looksBack() {
		r.Tick = &tick
	}
}

func (p *page) exploration(ctx context.Context, r *Request) (e *Exploration, told *htn.Explanation, err error) {
	s := p.session
	var event *Planning
	var record *chronicle
	var info *def.Info
	err = s.do(ctx, func() error {
		if record = s.source.chronicle; record != nil {
			return nil
		}
		s.present(r)
		event = s.journal.planned(r.Agent, r.Tick, r.Level, r.Text)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	if record != nil && r.Tick != nil {
		event = record.planned(r.Agent, *r.Tick, r.Level, r.Text)
	}
	look := func(st Stage, j *journal) error {
		id, err := find(st, r.Agent)
		if err != nil {
			return err
		}
		as := j.program
		if len(r.Tuned) > 0 {
			if as, err = supposed(as, r.Tuned); err != nil {
				return err
			}
		}
		info = as.Info
		r.Level = levelOf(st, id, info, r.Text, r.Level)
		e, told, err = explore(ctx, st, id, as, r.Level, sets(ctx, info, r.Sets))
		if err != nil {
			return err
		}
		e.Seen = e.Seen && r.Tuned == nil
		if list := st.Crowd().View().Plannings(id); r.Level < len(list) {
			e.Now = runningPlan(list[r.Level].Runner.Plan, info, list[r.Level].State)
		}
		return nil
	}
	if err = s.look(ctx, r.Tick, look); err != nil || r.Tick == nil {
		return e, told, err
	}
	p.before(e, r)
	supposing := r.Sets != nil || r.Tuned != nil
	if event != nil && !supposing {
		e.Verdict = judge(event, e, info)
	} else if supposing {
		e.Old = nil
		index, why := compare(e.Now, e.Plan)
		e.Verdict = &Comparison{Kind: planWhatIf, Word: "what if", Index: index, Why: why}
	}
	return e, told, nil
}

// before adds the plan before the tick, if it is known.
func (p *page) before(e *Exploration, r *Request) {
	if *r.Tick == 0 {
		return
	}
	tick := *r.Tick - 1
	_ = p.session.past.look(tick, func(st Stage, j *journal) error {
		id, err := find(st, r.Agent)
		if err != nil {
			return err
		}
		list := st.Crowd().View().Plannings(id)
		if level := levelOf(st, id, j.info, r.Text, r.Level); level < len(list) {
			e.Old = runningPlan(list[level].Runner.Plan, j.info, list[level].State)
		}
		return nil
	})
}

func runningPlan(plan func() (*htn.Plan, int), info *def.Info, st *world.State) *PlanView {
	p, step := plan()
	return planView(p, info, st, step)
}

// levelOf returns the level of an agent's planning for a goal; if there is no such goal, the given level.
func levelOf(st Stage, id agent.ID, info *def.Info, goal string, level int) int {
	if goal == "" {
		return level
	}
	for i, p := range st.Crowd().View().Plannings(id) {
		if goalText(info, p.Goal, p.State) == goal {
			return i
		}
	}
	return level
}

// planned returns the listed planning of an agent in a tick, or nil.
func (j *journal) planned(name string, tick *int64, level int, goal string) *Planning {
	list := j.planningsOf(name)
	for i := range list {
		e := &list[i].plan.event
		if tick == nil || e.tick != *tick {
			continue
		}
		if found := list[i].planning(); found.fits(level, goal) {
			return &found
		}
	}
	return nil
}

// sets returns a function that gives symbols of a state other values; nil: none change. All values together may use the
// budget of one evaluation. It stops within microseconds when the context is done, which may leave some values unset.
func sets(ctx context.Context, info *def.Info, list []Setting) func(*world.State) error {
	if len(list) == 0 {
		return nil
	}
	return func(st *world.State) (err error) {
		defer func() {
			switch r := recover(); {
			case r == nil:
			case ctx.Err() != nil:
				err = ctx.Err()
			default:
				err = fmt.Errorf("that value cannot be worked out: %v", r)
			}
		}()
		m := expr.Machine{State: st, Meter: &patience{ctx, expr.MaxRounds}}
		m.StartMeter()
		for _, s := range list {
			if err := ctx.Err(); err != nil {
				return err
			}
			var ds diag.List
			effect := &expr.Assign{Target: expr.ParseCallString(diag.NewSource("name", s.Name), &ds), Value: expr.ParseString(diag.NewSource("value", s.Value), &ds)}
			if !ds.HasErrors() {
				if terms := expr.CheckEffects([]expr.Effect{effect}, info.Scope().With(st), &ds); !ds.HasErrors() {
					expr.CompileEffects(terms).Apply(&m, nil)
				}
			}
			if ds.HasErrors() {
				return firstError(&ds)
			}
		}
		return nil
	}
}

// firstError returns the first error as one line.
func firstError(ds *diag.List) error {
	for i := range ds.All {
		if d := &ds.All[i]; d.Severity == diag.Error {
			text := d.Message
			if d.Hint != "" {
				text += "; " + d.Hint
			}
			return errors.New(text)
		}
	}
	return errors.New("it cannot be understood")
}

// setValues changes symbols of an agent in the running simulation, as the host would.
func setValues(ctx context.Context, p *page, r *Request) error {
	s := p.session
	return s.do(ctx, func() error {
		if s.source.record != nil {
			return errRecorded
		}
		id, err := find(s.stage, r.Agent)
		if err != nil {
			return err
		}
		scratch := world.NewState(s.stage.Crowd().Schema())
		scratch.CopyFrom(s.stage.Crowd().State(id))
		mark := scratch.Mark()
		if change := sets(ctx, s.source.program.Info, r.Sets); change != nil {
			if err := change(scratch); err != nil {
				return err
			}
		}
		for _, ch := range scratch.Changes(mark) {
			sym := scratch.Schema().SymbolAt(ch.Addr)
			if target := s.stage.Crowd().Home(id, scopeOf(sym)); target != nil {
				target.Set(ch.Addr, scratch.Get(ch.Addr))
			}
		}
		s.changed = true
		s.checkpoint()
		s.past.written()
		return nil
	})
}

// scopeOf returns the scope of a symbol. A cell without a symbol is the agent's.
func scopeOf(sym *world.Symbol) world.Scope {
	if sym == nil {
		return world.ScopeAgent
	}
	return sym.Scope
}
