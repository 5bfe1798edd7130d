package impact

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// judge makes plannings again with two programs.
type judge struct {
	was, now *side // now is nil if nothing is compared
	carry    *carrier
}

// side is one of the programs.
type side struct {
	program *program.Program
	planner *htn.Planner
	lines   [][]*expr.Cond // by kind of agent and plan line
	machine expr.Machine
}

func newSide(p *program.Program) *side {
	s := &side{program: p, planner: htn.NewPlanner(p.Domain, htn.Options{})}
	for _, k := range p.Info.Agents {
		lines := make([]*expr.Cond, len(k.Plans))
		for i := range k.Plans {
			lines[i] = expr.CompileCond(k.Plans[i].When)
		}
		s.lines = append(s.lines, lines)
	}
	return s
}

// line returns the first plan line whose condition holds; -1: none.
func (s *side) line(kind *def.AgentInfo, st *world.State, funcs []expr.Func) int {
	s.machine.State, s.machine.Funcs = st, funcs
	for i, c := range s.lines[kind.ID] {
		if c.Eval(&s.machine, nil) {
			return i
		}
	}
	return -1
}

func newJudge(was, now *program.Program) (*judge, error) {
	if now == nil {
		return &judge{was: newSide(was)}, nil
	}
	carry, err := newCarrier(was.Info, now.Info)
	if err != nil {
		return nil, err
	}
	return &judge{newSide(was), newSide(now), carry}, nil
}

// pair is a planning that was made again with both programs. It is valid until the next one.
type pair struct {
	before, after htn.Result
	why           string       // why the changed program plans for nothing; empty: it does
	state         *world.State // as the changed program has it
}

// planning makes a planning again with both programs; ok is false if a function of the game panicked.
func (j *judge) planning(crowd *agent.Crowd, id agent.ID, it *agent.Planning, line bool) (p pair, ok bool) {
	if ok = j.before(&p, it); ok {
		ok = j.after(&p, crowd.KindOf(id), it, line)
	}
	return p, ok
}

// before makes a planning again with the recorded program.
func (j *judge) before(p *pair, it *agent.Planning) (ok bool) {
	defer func() { ok = recover() == nil }()
	j.was.planner.Configure(it.Options)
	p.before = j.was.planner.Plan(it.State, it.Goal)
	return true
}

// after makes a planning of a kind of agent again with the changed program.
func (j *judge) after(p *pair, kind string, it *agent.Planning, line bool) (ok bool) {
	defer func() { ok = recover() == nil }()
	p.state = j.carry.state(it.State)
	next := j.carry.options(&it.Options)
	var goal htn.Goal
	if goal, p.why = j.goal(kind, it, line, p.state, &next); p.why == "" {
		j.now.planner.Configure(next)
		p.after = j.now.planner.Plan(p.state, goal)
	}
	return true
}

// texts returns a pair as people write it.
func (j *judge) texts(p *pair, it *agent.Planning) (goal, before, after string) {
	if after = p.why; after == "" {
		after = stepsText(p.after, p.state)
	}
	return goalText(j.was.program.Info, it.Goal, it.State), stepsText(p.before, it.State), after
}

// goal returns the goal that the changed program would plan for, and sets how it would search; why says that there is
// none.
func (j *judge) goal(kind string, it *agent.Planning, line bool, st *world.State, next *htn.Options) (g htn.Goal, why string) {
	old, k := j.was.program.Info.Agent(kind), j.now.program.Info.Agent(kind)
	switch {
	case k == nil || old == nil:
		return g, "nothing: agent " + kind + " is gone"
	case !line:
		return j.carry.goal(it.Goal)
	}
	before := j.was.line(old, it.State, it.Options.Funcs)
	if before < 0 || !sameCall(htn.GoalOf(old.Plans[before].Call), it.Goal) {
		return j.carry.goal(it.Goal) // a line before it was spent
	}
	after := j.now.line(k, st, next.Funcs)
	if after < 0 {
		return g, "nothing: no plan line applies"
	}
	if next.Search = htn.DepthFirst; k.Plans[after].Best {
		next.Search = htn.Best
	}
	return htn.GoalOf(k.Plans[after].Call), ""
}

func sameCall(a, b htn.Goal) bool {
	return a.IsOperator == b.IsOperator && a.Task == b.Task && a.Operator == b.Operator && slices.Equal(a.Args, b.Args)
}

// isSame reports whether the changed program plans the same steps, or has no plan either.
func (j *judge) isSame(before *outcome, p *pair) bool {
	now := p.after.Plan
	if p.why != "" {
		return false
	}
	if !before.found || now == nil {
		return !before.found && now == nil && before.status == p.after.Status
	}
	if len(before.operators) != now.Len() {
		return false
	}
	args := before.args
	for i, operator := range before.operators {
		t, params := now.Step(i), j.was.program.Info.Operators[operator].Params
		n := 0
		for k := range params {
			n += params[k].Type.Width()
		}
		if int32(t.Operator) != j.carry.operators[operator] || !slices.Equal(j.carry.words(params, args[:n]), t.Args) {
			return false
		}
		args = args[n:]
	}
	return true
}

// stepsText returns the result of a planning as people write it.
func stepsText(r htn.Result, st *world.State) string {
	switch {
	case r.Plan != nil && r.Plan.Len() == 0:
		return "nothing to do"
	case r.Plan != nil:
		steps := make([]string, r.Plan.Len())
		for i := range steps {
			steps[i] = htn.StepText(r.Plan, i, st)
		}
		return strings.Join(steps, ", ")
	case r.Status == htn.Limit:
		return "no plan within the limits"
	}
	return "no plan"
}

func goalText(info *def.Info, g htn.Goal, st *world.State) string {
	if g.IsOperator {
		o := info.Operators[g.Operator]
		return htn.CallText(st, o.Name, o.Params, g.Args)
	}
	t := info.Tasks[g.Task]
	return htn.CallText(st, t.Name, t.Params, g.Args)
}

// turnTicks is the number of ticks that copies of characters get: one to drop what they can no longer do, one to
// decide.
const turnTicks = 2

// copied is a crowd, or a moment of one, that can be copied into a program.
type copied interface {
	TwinAs(*program.Program) (*agent.Crowd, error)
}

// twin copies a crowd into a program and gives all in it a turn.
func twin(crowd copied, p *program.Program) (*agent.Crowd, error) {
	out, err := crowd.TwinAs(p)
	if err != nil {
		return nil, err
	}
	for range turnTicks {
		out.Step()
	}
	return out, nil
}
