package runner

import (
	"errors"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// errOther is why a part is refused that holds more or less than one thing.
var errOther = errors.New("the data is not of the expected form")

// plan codes the plan that is carried out and how far each step is, with the actions that run.
func (g *coding) plan(spans bool) {
	c, r := g.Coder, g.r
	why := g.derivation()
	for p := range codec.Each(c, &r.progress, codec.NoLimit) {
		codec.Below(c, &p.state, int(StepDone)+1)
		if codec.Int(c, &p.free); g.Reader() != nil && (p.state == StepDone || p.free > 0) {
			g.shift(&p.free)
		}
	}
	steps := len(r.progress)
	for e := range codec.Each(c, &r.edges, codec.NoLimit) {
		codec.Below(c, &e[0], steps)
		codec.Below(c, &e[1], steps)
	}
	broken := int32(0)
	if r.mending {
		broken = r.broken // else that of an earlier plan
	}
	codec.Below(c, &r.first, steps+1)
	codec.Below(c, &r.at, steps+1)
	codec.Below(c, &broken, steps+1)
	if g.Reads() {
		if r.broken = broken; why == "" && steps != r.plan.Len() {
			g.Fail("a plan has %d steps, but progress for %d", r.plan.Len(), steps)
		}
		if r.from < 0 && why == "" {
			why = "its plan line is gone"
		}
	}
	if spans && !g.Failed() {
		g.spans()
	}
	if why = g.efforts(steps, why); g.Reads() {
		g.takePlan(why)
	}
}

// derivation codes the plan itself; why says why one that is read does not fit the present program.
func (g *coding) derivation() (why string) {
	part, in, r := g.BeginPart(), g.Reader(), g.r
	switch {
	case in == nil:
		b, _ := r.plan.AppendBinary(g.Written()) // the error is always nil
		g.Write(b)
	case in.Failed():
	case g.Names != nil:
		why = g.Names.domain.ReadPlan(in, r.kind.script.Domain, g.Migration, &r.plan)
	default:
		rest, err := r.plan.Decode(r.kind.script.Domain, in.Rest())
		if err == nil && len(rest) > 0 {
			err = errOther
		}
		if err != nil {
			in.Fail("%v", err)
		}
		in.Skip(rest)
	}
	g.EndPart(part)
	return why
}

// takePlan continues with the plan that was read, unless there is a reason why it cannot.
func (g *coding) takePlan(why string) {
	if why != "" {
		g.dropPlan(why)
	}
	if g.Names != nil && g.r.active && g.r.kind.script.isGuarded() {
		g.r.own().spans.join(g.r.kind.script, &g.r.course) // methods may have declared what they did not before
	}
}

// efforts codes the running steps, with their actions. With a reason why the plan cannot continue, it reads and drops
// them.
func (g *coding) efforts(steps int, why string) string {
	for i, n := 0, g.Len(len(g.r.efforts), codec.NoLimit); i < n && !g.Failed(); i++ {
		if reason := g.effort(i, steps, why == ""); why == "" {
			why = reason
		}
	}
	return why
}

// effort codes a step that runs, with what its conditions depend on: to look at them again would have the same result
// only if the state were not written to before the agent's next turn is over. Why says why one that is read cannot
// continue in a plan that continues.
func (g *coding) effort(i, steps int, goesOn bool) (why string) {
	c, e, step := g.Coder, (*effort)(nil), 0
	judged, retried := false, false
	if g.Reader() == nil {
		e = &g.r.efforts[i]
		step, judged, retried = e.step, g.r.kind.script.operatorOf(e).watches() && !e.stale, e.retries > 0
	}
	if codec.Below(c, &step, steps); g.Reader() != nil {
		e = g.r.addEffort(step)
	}
	c.Flags(&e.expecting, &e.acted, &e.over, &judged, &retried, &e.estranged)
	codec.Below(c, &e.by, int(ByTime)+1)
	if retried {
		codec.Below(c, &e.retries, def.MaxRetries+1)
	}
	g.ticks(&e.begun, &e.since, &e.free)
	why = g.hands(e)
	var part codec.OpenPart
	if judged {
		part = g.BeginPart()
	}
	if goesOn = goesOn && why == ""; goesOn && g.Reads() {
		why = g.carriesOut(e)
	}
	if judged {
		g.judged(e, goesOn && why == "")
		g.EndPart(part)
	}
	return why
}

// judged codes what the conditions of a step depend on.
func (g *coding) judged(e *effort, goesOn bool) {
	switch {
	case g.Reader() == nil:
		g.cells(e.reads)
	case g.Failed():
	case !goesOn || g.Names != nil:
		g.skip()
	case !e.stale:
		g.Fail("a step without conditions has evaluated conditions")
	default:
		g.cellsAlone(e.reads)
		e.stale = false
	}
}

// hands codes the actions of a step.
func (g *coding) hands(e *effort) (why string) {
	for h := range codec.Each(g.Coder, &e.hands, codec.NoLimit) {
		codec.Below(g.Coder, &h.status, int(action.Failure)+1)
		if h.status == action.Running && !g.Failed() {
			if reason := g.instance(&h.handle); why == "" {
				why = reason
			}
		}
	}
	return why
}

// carriesOut finds what a step's operator is, and reports why its actions cannot be those that were saved.
func (g *coding) carriesOut(e *effort) (why string) {
	step := g.r.plan.Step(e.step)
	e.op = step.Operator
	op := g.r.kind.script.operatorOf(e)
	e.watch(op)
	if e.retries > op.retries && g.Names == nil {
		g.Fail("a step was retried more often than its operator allows")
	}
	fits := len(e.hands) == 0 || len(e.hands) == len(op.do)
	for i := range e.hands {
		fits = fits && (e.hands[i].handle.IsZero() || e.hands[i].handle.Action() == op.do[i].action)
	}
	if fits {
		return ""
	}
	if g.Names == nil {
		g.Fail("the actions of a step do not belong to its operator")
	}
	return "operator " + g.r.kind.script.info.Operators[e.op].Name + " does something else"
}

// dropPlan gives up a plan that is not possible in the present program. Nothing of the host is called: for it, the
// actions have never been restored.
func (g *coding) dropPlan(why string) {
	g.r.dropEfforts(g.Stage.Instances)
	g.r.active, g.r.calm, g.r.stuck = false, 0, false
	g.lose(LostPlan, why, "its plan does not continue: "+why)
}

// Drop forgets all that is running without calling the host: it was restored in vain.
func (r *Runner) Drop(s *Stage) {
	if r.planning != nil {
		r.dropEfforts(s.Instances)
	}
	if !r.idle.IsZero() {
		s.Instances.Drop(r.idle)
	}
	r.idle, r.active = action.Handle{}, false
}

func (c *course) dropEfforts(in *action.Instances) {
	if len(c.efforts) == 0 {
		return
	}
	for i := range c.efforts {
		for _, h := range c.efforts[i].hands {
			if h.status == action.Running && !h.handle.IsZero() {
				in.Drop(h.handle)
			}
		}
	}
	c.efforts = c.efforts[:0]
}
