package studio

import (
	"context"
	"errors"
	"fmt"

	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/expr"
	"github.com/karakuri-ai/karakuri/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// explainPlan takes the planning of an agent apart, of a moment or of now; with other values for some symbols it is a planning that only might be.
func explainPlan(ctx context.Context, p *page, r *Request) (any, error) {
	e, _, err := p.exploration(ctx, r)
	return e, err
}

// whyNot answers why something is not in the plan.
func whyNot(ctx context.Context, p *page, r *Request) (any, error) {
	_, told, err := p.exploration(ctx, r)
	if err != nil {
		return nil, err
	}
	return told.WhyNot(r.Name)
}

func (p *page) exploration(ctx context.Context, r *Request) (e *Exploration, told *htn.Explanation, err error) {
	s := p.session
	var info *def.Info
	var event *Planning
	err = s.do(ctx, func() error {
		info = s.source.program.Info
		if tick := s.stage.Crowd().Tick(); r.Tick == nil && s.source.record == nil {
			r.Tick = &tick
		}
		event = s.journal.planned(r.Agent, r.Tick, r.Level)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	look := func(st Stage, _ *journal) error {
		id, err := find(st, r.Agent)
		if err != nil {
			return err
		}
		e, told, err = explore(st, id, info, r.Level, sets(info, r.Sets))
		if err != nil {
			return err
		}
		if list := st.Crowd().Plannings(id); r.Level < len(list) {
			e.Now = runningPlan(list[r.Level].Runner.Plan, info, list[r.Level].State)
		}
		return nil
	}
	if err = s.look(ctx, r.Tick, look); err != nil || r.Tick == nil {
		return e, told, err
	}
	p.before(e, info, r)
	if event != nil && r.Sets == nil {
		index, why := compare(e.Old, e.Plan)
		e.Verdict = &Comparison{event.Kind, event.Text, index, why}
	} else if r.Sets != nil {
		e.Old = nil
		index, why := compare(e.Now, e.Plan)
		e.Verdict = &Comparison{"what if", "", index, why}
	}
	return e, told, nil
}

// before adds what was being carried out before the tick. Where nothing is kept of that there is nothing to tell.
func (p *page) before(e *Exploration, info *def.Info, r *Request) {
	if *r.Tick == 0 {
		return
	}
	tick := *r.Tick - 1
	_ = p.session.past.look(tick, func(st Stage, _ *journal) error {
		id, err := find(st, r.Agent)
		if err != nil {
			return err
		}
		if list := st.Crowd().Plannings(id); r.Level < len(list) {
			e.Old = runningPlan(list[r.Level].Runner.Plan, info, list[r.Level].State)
		}
		return nil
	})
}

func runningPlan(plan func() (*htn.Plan, int), info *def.Info, st *world.State) *PlanView {
	p, step := plan()
	return planView(p, info, st, step)
}

// planned returns the planning of an agent that is listed for a tick; nil: there is none.
func (j *journal) planned(name string, tick *int64, level int) *Planning {
	list := j.plannings[name]
	for i := len(list) - 1; i >= 0; i-- {
		if tick != nil && list[i].Tick == *tick && (level > 0) == (list[i].Level > 0) {
			found := list[i]
			return &found
		}
	}
	return nil
}

// sets returns what changes a state by effects as they are written: "money = 0". nil: nothing does.
func sets(info *def.Info, texts []string) func(*world.State) error {
	if len(texts) == 0 {
		return nil
	}
	return func(st *world.State) (err error) {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("that value cannot be worked out: %v", r)
			}
		}()
		for _, text := range texts {
			var ds diag.List
			effects := expr.ParseEffectString(diag.NewSource("value", text), &ds)
			if !ds.HasErrors() {
				if terms := expr.CheckEffects(effects, info.Scope().With(st), &ds); !ds.HasErrors() {
					expr.CompileEffects(terms).Apply(&expr.Machine{State: st}, nil)
				}
			}
			if ds.HasErrors() {
				return firstError(&ds)
			}
		}
		return nil
	}
}

// firstError is the first mistake as one line.
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
func setValues(ctx context.Context, p *page, r *Request) (any, error) {
	s := p.session
	return nil, s.do(ctx, func() error {
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
		if change := sets(s.source.program.Info, r.Sets); change != nil {
			if err := change(scratch); err != nil {
				return err
			}
		}
		for _, ch := range scratch.Changes(mark) {
			sym := scratch.Schema().SymbolAt(ch.Addr)
			target := s.stage.Crowd().Target(id, sym != nil && sym.Scope != world.ScopeAgent)
			target.Set(ch.Addr, scratch.Get(ch.Addr))
		}
		s.changed = true
		s.checkpoint()
		return nil
	})
}
