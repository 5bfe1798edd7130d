package studio

import (
	"strings"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// maxStops is the maximum number of stops of a route; more could not be distinguished.
const maxStops = 40

// How well an argument shows where a step leads. The best one counts.
const (
	nowhere = iota
	atThing // an object with a place
	atPlace // a place to go to
)

// router finds where the steps of plans and goals lead, from the present places of their arguments.
type router struct {
	info   *def.Info
	values map[*expr.Term]*expr.Value
	where  func(id agent.ID, v action.Value) (at [2]float64, how int)
}

func newRouter(info *def.Info, where func(agent.ID, action.Value) ([2]float64, int)) *router {
	return &router{info, map[*expr.Term]*expr.Value{}, where}
}

// route lists the places of the rest of an agent's plans, then of the rest of its goals. It omits steps without a
// place.
func (r *router) route(crowd *agent.Crowd, id agent.ID) []Stop {
	w := walker{router: r, id: id, m: expr.Machine{State: crowd.State(id)}}
	if w.m.State == nil {
		return nil
	}
	for _, p := range crowd.View().Plannings(id) {
		w.m.Funcs = p.Options.Funcs
		plan, _ := p.Runner.Plan()
		for i := 0; plan != nil && i < plan.Len(); i++ {
			if state := stepState(p.Runner, i); state != stepDone {
				w.step(plan, i, state)
			}
		}
	}
	for _, p := range crowd.View().Pursuits(id) {
		w.pursuit(p)
	}
	return w.stops
}

// walker collects the route of one agent.
type walker struct {
	*router
	id    agent.ID
	m     expr.Machine
	stops []Stop
}

// step adds a step of a plan: where its activity leads, or else the place of an argument.
func (w *walker) step(plan *htn.Plan, i int, state StepState) {
	s := plan.Step(i)
	o := w.info.Operators[s.Operator]
	var values []action.Value
	for _, do := range o.Do {
		values = append(values, w.eval(do.Args, s.Args)...)
	}
	for _, p := range o.Params {
		v := action.Value{Type: p.Type}
		copy(v.Words[:p.Type.Width()], s.Args[p.Index:])
		values = append(values, v)
	}
	w.add(htn.StepText(plan, i, w.m.State), state, values)
}

// pursuit adds the remaining steps of pursued goals, the innermost first. Suspended goals do not count.
func (w *walker) pursuit(p *goal.Pursuit) {
	inner := true
	for i := p.Depth() - 1; i >= 0; i-- {
		v := p.At(i)
		if v.Goal < 0 || v.Way < 0 || v.Suspended {
			continue
		}
		way := w.info.Goals[v.Goal].Ways[v.Way]
		for k := max(0, int(v.Step)); k < len(way.Steps); k++ {
			switch {
			case k > int(v.Step):
				w.call(way.Steps[k].Call, v.Args, stepNext)
			case inner:
				w.call(way.Steps[k].Call, v.Args, stepRunning)
			}
		}
		inner = false
	}
}

// call adds a step of a goal. A step with a plan is omitted once it runs, because its plan is listed.
func (w *walker) call(c *def.StepCall, frame []world.Word, state StepState) {
	args, name := c.Args, ""
	switch {
	case c.Goal != nil:
		name = c.Goal.Name
	case c.Do != nil:
		args, name = c.Do.Args, c.Do.Name()
	case state == stepRunning:
		return
	case c.Task != nil:
		name = c.Task.Name
	default:
		name = c.Operator.Name
	}
	values := w.eval(args, frame)
	var texts []string
	for _, v := range values {
		texts = append(texts, v.Text(w.m.State))
	}
	if len(texts) > 0 {
		name += "(" + strings.Join(texts, ", ") + ")"
	}
	w.add(name, state, values)
}

// eval evaluates arguments now. It returns nil if that fails because an object is gone.
func (w *walker) eval(args []*expr.Term, frame []world.Word) (values []action.Value) {
	defer func() {
		if recover() != nil {
			values = nil
		}
	}()
	for _, t := range args {
		c := w.values[t]
		if c == nil {
			c = expr.CompileValue(t)
			w.values[t] = c
		}
		v := action.Value{Type: t.Type}
		c.EvalInto(&w.m, frame, v.Words[:])
		values = append(values, v)
	}
	return values
}

// add adds a stop at the place of one of the values.
func (w *walker) add(text string, state StepState, values []action.Value) {
	if len(w.stops) == maxStops {
		return
	}
	best := nowhere
	s := Stop{Text: text, State: state}
	for _, v := range values {
		if at, how := w.where(w.id, v); how > best {
			best, s.X, s.Y = how, at[0], at[1]
		}
	}
	if best > nowhere {
		w.stops = append(w.stops, s)
	}
}
