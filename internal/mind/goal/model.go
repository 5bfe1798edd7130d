package goal

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// ModelOptions configure how a model runs.
type ModelOptions struct {
	TPS int // ticks in a second, at least 1
}

// Model returns the goals and brains of a checked model, for [Compile]. Indices are those of the model: Config.Goals
// has the IDs of [def.GoalInfo], Config.Brains those of [def.BrainInfo], with its wants and personalities in order, so
// that a [def.MindUse] can be passed to [Mind.Reset]. Activities have the numbers of [def.Info]; goals within goals
// are not activities. Seconds become ticks: 0 remains 0, everything else is at least one.
//
// It omits the targets of wants: see [Targets]. It panics if TPS is less than 1.
func Model(info *def.Info, o ModelOptions) Config {
	if o.TPS < 1 {
		panic("goal: Model: give ModelOptions.TPS, ticks in a second")
	}
	m := modeller{info: info, tps: o.TPS}
	cfg := Config{Schema: info.Schema, Activities: activityNames(info), TPS: o.TPS}
	for _, g := range info.Goals {
		cfg.Goals = append(cfg.Goals, m.goal(g))
	}
	for _, b := range info.Brains {
		cfg.Brains = append(cfg.Brains, m.brain(b))
	}
	return cfg
}

// activityNames returns the names of all that can be started, by number.
func activityNames(info *def.Info) (names []string) {
	for _, a := range info.Actions {
		names = append(names, a.Name)
	}
	for _, t := range info.Trees {
		names = append(names, t.Name)
	}
	for _, t := range info.Tasks {
		names = append(names, "plan "+t.Name)
	}
	for _, o := range info.Operators {
		names = append(names, "plan "+o.Name)
	}
	for _, g := range info.Goals {
		names = append(names, g.Name)
	}
	for _, m := range info.Minds {
		name := m.Brain.Name
		if m.Personality >= 0 {
			name += " as " + m.Brain.Personalities[m.Personality].Name
		}
		names = append(names, name)
	}
	for _, o := range info.Orders {
		names = append(names, "order "+o.Name())
	}
	for _, a := range info.Actions {
		if len(a.Needs) > 0 {
			names = append(names, a.Name)
		}
	}
	return names
}

// modeller makes declarations of this package of those of a model.
type modeller struct {
	info *def.Info
	tps  int
}

// ticks returns how many ticks a time takes: none for none, else at least one.
func (m *modeller) ticks(seconds float64) int64 {
	return def.Ticks(seconds, float64(m.tps))
}

func (m *modeller) goal(g *def.GoalInfo) Goal {
	out := Goal{Name: g.Name, When: cond(g.When), While: cond(g.While), Until: cond(g.Until), Backoff: m.ticks(g.Backoff)}
	for _, p := range g.Params {
		out.Params = append(out.Params, p.Type)
	}
	for _, w := range g.Ways {
		way := Way{Name: w.Name, When: cond(w.When), Tries: w.Tries}
		for _, s := range w.Steps {
			way.Steps = append(way.Steps, m.step(s))
		}
		out.Ways = append(out.Ways, way)
	}
	for _, i := range g.Interrupts {
		out.Interrupts = append(out.Interrupts, Interrupt{When: expr.CompileCond(i.When), Step: m.step(i.Step)})
	}
	return out
}

func (m *modeller) step(s *def.StepInfo) Step {
	out := Step{Call: m.call(s.Call, s.Best), While: cond(s.While), Until: cond(s.Until), LimitTicks: m.ticks(s.FailAfter),
		Retry: Retry{Times: s.Retry, Backoff: m.ticks(s.Backoff)}, Optional: s.Optional, Suspends: s.Suspends, Uninterrupted: s.Uninterrupted}
	for _, c := range s.Else {
		out.Else = append(out.Else, m.call(c, false))
	}
	return out
}

// call translates a call; best: of a task, its cheapest plan.
func (m *modeller) call(c *def.StepCall, best bool) Call {
	out := Call{When: cond(c.When)}
	switch {
	case c.Goal != nil:
		out.Do = Sub(int(c.Goal.ID))
	case c.Task != nil:
		out.Do = Activity(m.info.PlanActivity(m.info.TaskActivity(c.Task), best))
	case c.Operator != nil:
		out.Do = Activity(m.info.PlanActivity(m.info.OperatorActivity(c.Operator), best))
	case c.Do.Tree != nil:
		out.Do, out.Args = Activity(m.info.TreeActivity(c.Do.Tree)), args(c.Do.Args)
		return out
	default:
		out.Do, out.Args = Activity(m.info.Activity(c.Do.Action)), actionArgs(c.Do)
		return out
	}
	out.Args = args(c.Args)
	return out
}

func args(terms []*expr.Term) (list []Arg) {
	for _, t := range terms {
		list = append(list, Arg{Value: expr.CompileValue(t)})
	}
	return list
}

// actionArgs returns the arguments of an action, some of which may be of one of several types.
func actionArgs(c *def.ActionCall) []Arg {
	list := args(c.Args)
	for i := range list {
		if len(c.Action.Params[i].Types) > 1 {
			list[i].Which = 1 + c.Which[i]
		}
	}
	return list
}

// cond compiles a condition, which may be nil.
func cond(t *expr.Term) Cond {
	if t == nil {
		return nil
	}
	return expr.CompileCond(t)
}
