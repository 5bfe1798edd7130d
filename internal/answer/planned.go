package answer

import (
	"slices"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// planned is a planning of the agent, made again with all that is tried.
type planned struct {
	it     agent.Planning
	events []htn.Event
	inPlan []bool
	length []int  // of the plan so far, when an event happened
	steps  []step // of the plan that is found
	found  bool
	limit  htn.Bound
	fault  bool // a function of the game panicked
}

type step struct {
	operator htn.OperatorID
	args     []world.Word
}

// planning takes the planning of a place in the list apart, once.
func (k *asker) planning(i int, list []agent.Planning) *planned {
	for len(k.plans) < len(list) {
		k.plans = append(k.plans, nil)
	}
	if k.plans[i] == nil {
		k.plans[i] = k.take(list[i], list[i].State)
	}
	return k.plans[i]
}

func (s step) equal(other step) bool {
	return s.operator == other.operator && slices.Equal(s.args, other.args)
}

// waits returns the running times of what plans; nil if there is no agent.
func (p *planned) waits() []runner.Wait {
	if p.it.Runner == nil {
		return nil
	}
	return p.it.Runner.Waits(nil, p.it.State)
}

// take plans again, on a state.
func (k *asker) take(it agent.Planning, st *world.State) *planned {
	p := &planned{it: it}
	rec := &htn.Recorder{Deep: true, Names: k.names}
	o := it.Options
	o.Record, o.Reads = rec, nil
	if k.done != nil {
		o.Limits.Cancel = k.done
	}
	func() {
		defer func() { p.fault = recover() != nil }()
		r := htn.NewPlanner(it.Domain, o).Plan(st, it.Goal)
		p.found, p.limit = r.Status == htn.Found, r.Limit
		for i := 0; r.Plan != nil && i < r.Plan.Len(); i++ {
			s := r.Plan.Step(i)
			p.steps = append(p.steps, step{s.Operator, slices.Clone(s.Args)})
		}
	}()
	p.events, p.inPlan = rec.Events, rec.InPlan()
	p.length = make([]int, len(p.events))
	length := 0
	for i := range p.events {
		switch e := &p.events[i]; e.Kind {
		case htn.EventStep:
			length = e.Count + 1
		case htn.EventFailed:
			length = e.Count + 1
		case htn.EventBacktrack:
			if e.To >= 0 {
				length = p.length[e.To]
			}
		}
		p.length[i] = length
	}
	return p
}

// decided is the tick of the decision that the planning shows; 0: it shows the moment.
func (p *planned) decided(now int64) int64 {
	if p.it.Runner == nil || !p.it.Seen {
		return 0
	}
	if t := p.it.Runner.Planned(); t > 0 && t < now {
		return t
	}
	return 0
}

// goalOf returns the goal of the planning.
func (k *looker) goalOf(g htn.Goal) (t *def.TaskInfo, o *def.OperatorInfo) {
	if g.IsOperator {
		return nil, k.info.Operators[g.Operator]
	}
	return k.info.Tasks[g.Task], nil
}

func (k *looker) goalText(g htn.Goal) string {
	t, o := k.goalOf(g)
	if o != nil {
		return k.call(o.Name, o.Params, g.Args)
	}
	return k.call(t.Name, t.Params, g.Args)
}

// whyPlanned answers about something that can be part of plans.
func (k *asker) whyPlanned(s *subject) []explain.Finding {
	list := k.view.Plannings(k.id)
	for i := range list {
		if f, ok := k.carried(s, &list[i]); ok {
			return []explain.Finding{f}
		}
	}
	var out []explain.Finding
	for i := range list {
		t, o := k.goalOf(list[i].Goal)
		if s.reaches(t, o) && k.isActive(&list[i]) {
			out = append(out, k.whyInPlanning(s, k.planning(i, list))...)
		}
	}
	if len(out) > 0 {
		return out
	}
	return k.whyLine(s)
}

// isActive reports whether a planning is of what the agent is about at the moment: its runner carries out a plan, or
// looks for one.
func (k *asker) isActive(p *agent.Planning) bool {
	if p.Runner != k.view.Runner(k.id) {
		return true
	}
	if p.Runner.Line() < 0 {
		return false
	}
	switch p.Runner.Why() {
	case runner.NotIdle, runner.NoPlan, runner.HitLimit:
		return true
	}
	return false
}

// carried reports whether the subject is in the plan that is carried out.
func (k *asker) carried(s *subject, p *agent.Planning) (f explain.Finding, ok bool) {
	plan, _ := p.Runner.Plan()
	if plan == nil {
		return f, false
	}
	var done, waiting []int
	active, stopped := -1, -1
	for i := range plan.Len() {
		if !k.isStepOf(s, plan, i) {
			continue
		}
		switch p.Runner.StepState(i) {
		case runner.StepActive:
			active = i
		case runner.StepDone:
			done = append(done, i)
		default:
			if _, _, ok := runner.StoppedMethod(p.Runner, i); !ok {
				waiting = append(waiting, i)
			} else if stopped < 0 {
				stopped = i
			}
		}
	}
	goal := k.goalText(p.Goal)
	f = explain.Finding{Subject: k.title(s), Within: []string{goal}}
	switch {
	case active >= 0:
		f.Verdict, f.Step, f.By = explain.RunsNow, active+1, ""
		if !k.acts(p, active) {
			f.Note = "its actions have ended, and it waits for its expected effects"
		}
	case len(waiting) > 0:
		f.Verdict, f.Step = explain.InPlan, waiting[0]+1
	case stopped >= 0:
		way, cause, _ := runner.StoppedMethod(p.Runner, stopped)
		f.Verdict, f.Step, f.By = explain.AbortedBy, stopped+1, p.Runner.WayText(&way, k.state)+": "+cause.String()
	case len(done) > 0:
		f.Verdict, f.Step = explain.DoneAlready, done[len(done)-1]+1
	default:
		return k.stepless(f, s, plan)
	}
	if f.Step > 0 {
		st := plan.Step(f.Step - 1)
		o := k.info.Operators[st.Operator]
		f.Note = join(f.Note, "step "+number(int64(f.Step))+" of "+number(int64(plan.Len()))+" is "+k.call(o.Name, o.Params, st.Args))
	}
	return f, true
}

// stepless reports a method that is in the plan and needs no step.
func (k *asker) stepless(f explain.Finding, s *subject, plan *htn.Plan) (explain.Finding, bool) {
	if s.kind == subjectOperator {
		return f, false
	}
	for i := range plan.Nodes() {
		if n := plan.Node(i); k.isNode(s, &n) {
			f.Verdict, f.Note = explain.InPlan, "it needs no step"
			return f, true
		}
	}
	return f, false
}

// acts reports whether actions of a step run.
func (k *asker) acts(p *agent.Planning, i int) bool {
	for _, s := range p.Runner.Steps(nil) {
		if s.Step == i && s.Expecting {
			return false
		}
	}
	return true
}

// isStepOf reports whether a step is the subject, or came about by it.
func (k *looker) isStepOf(s *subject, plan *htn.Plan, i int) bool {
	st := plan.Step(i)
	if s.kind == subjectOperator {
		return int(s.operator.ID) == int(st.Operator) && k.matches(s, s.operator.Params, st.Args, 0)
	}
	for n := st.Node; n >= 0; {
		node := plan.Node(n)
		if k.isNode(s, &node) {
			return true
		}
		n = node.Parent
	}
	return false
}

// isNode reports whether a node of a plan is the subject.
func (k *looker) isNode(s *subject, n *htn.Node) bool {
	if int(n.Task) != int(s.task.ID) {
		return false
	}
	if s.kind == subjectTask {
		return k.matches(s, s.task.Params, n.Args, 0)
	}
	return n.Method == s.method && k.matchesMethod(s, n.Args, n.Bound)
}

// matchesMethod reports whether a method instance is the one that was asked for: by its task's arguments, by the
// bindings of its variables, or by both.
func (k *looker) matchesMethod(s *subject, args, bound []world.Word) bool {
	if s.args == nil {
		return true
	}
	m := s.task.Methods[s.method]
	if len(m.Each) > 0 && len(bound) > 0 && len(s.args) <= len(m.Each) && k.matches(s, m.Each, bound, m.Each[0].Index) {
		return true
	}
	if len(s.args) <= len(s.task.Params) {
		return k.matches(s, s.task.Params, args, 0)
	}
	all := append(slices.Clone(s.task.Params), m.Each...)
	return k.matches(s, all, append(slices.Clone(args), bound...), 0)
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}
