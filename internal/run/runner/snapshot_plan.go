package runner

import (
	"errors"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// errOther is why a part is refused that holds more or less than one thing.
var errOther = errors.New("it does not hold what it should")

func (g *reading) plan() {
	r := g.r
	part, why := g.Part(), ""
	switch {
	case g.Failed():
	case g.Names != nil:
		in := codec.NewReader(part)
		if why = g.Names.domain.ReadPlan(in, r.kind.script.Domain, g.Migration, &r.plan); in.Err() != nil {
			g.Fail("%v", in.Err())
		}
	default:
		rest, err := r.plan.Decode(r.kind.script.Domain, part)
		if err == nil && len(rest) > 0 {
			err = errOther
		}
		if err != nil {
			g.Fail("%v", err)
		}
	}
	steps := g.progress()
	if why == "" && !g.Failed() && steps != r.plan.Len() {
		g.Fail("a plan in it has %d steps and progress of %d", r.plan.Len(), steps)
	}
	if r.from < 0 && why == "" {
		why = "its plan line is gone"
	}
	g.spans()
	if g.efforts(steps, why); g.Names != nil && r.active && !g.Failed() && r.kind.script.isGuarded() {
		r.joinSpans() // methods may say what they did not
	}
}

func (g *reading) progress() (steps int) {
	r := g.r
	r.progress = r.progress[:0]
	steps = g.Count()
	for range steps {
		r.progress = append(r.progress, progress{StepState(g.Below(int(StepDone) + 1)), g.when()})
		if g.Failed() {
			return steps
		}
	}
	r.edges = r.edges[:0]
	for range g.Count() {
		r.edges = append(r.edges, edge{int32(g.Below(steps)), int32(g.Below(steps))})
		if g.Failed() {
			return steps
		}
	}
	r.first, r.at, r.broken = g.Below(steps+1), g.Below(steps+1), g.Below(steps+1)
	return steps
}

// efforts reads the steps that run, with their actions. With a reason why the plan cannot go on, they and it are dropped.
func (g *reading) efforts(steps int, why string) {
	r := g.r
	for range g.Count() {
		e := r.addEffort(g.Below(steps))
		bits := g.Below(1 << savedEffortBits)
		e.expecting, e.acted, e.over = bits&savedExpecting != 0, bits&savedActed != 0, bits&savedOver != 0
		e.by = By(g.Below(int(ByTime) + 1))
		if bits&savedRetried != 0 {
			e.retries = int32(g.Below(def.MaxRetries + 1))
		}
		e.begun, e.since, e.free = g.when(), g.when(), g.when()
		reason := g.hands(e)
		var reads []byte
		judged := bits&savedJudged != 0
		if judged {
			reads = g.Part()
		}
		if g.Failed() {
			return
		}
		if why == "" {
			why = reason
		}
		if why == "" {
			if why = g.carriesOut(e); why == "" && judged && g.Names == nil {
				g.judged(e, reads)
			}
		}
	}
	if why != "" && !g.Failed() {
		g.dropPlan(why)
	}
}

// judged reads what the conditions of a step depend on.
func (g *reading) judged(e *effort, part []byte) {
	if !e.stale {
		g.Fail("the conditions of a step in it were judged that has none")
		return
	}
	rest, err := e.reads.Decode(g.r.kind.script.info.Schema, part)
	if err == nil && len(rest) > 0 {
		err = errOther
	}
	if err != nil {
		g.Fail("%v", err)
		return
	}
	e.stale = false
}

// hands reads the actions of a step.
func (g *reading) hands(e *effort) (why string) {
	for range g.Count() {
		h := hand{status: action.Status(g.Below(int(action.Failure) + 1))}
		if h.status == action.Running && !g.Failed() {
			var reason string
			if h.handle, reason = g.Revival.Instance((*world.Reader)(g.Reader)); why == "" {
				why = reason
			}
		}
		if e.hands = append(e.hands, h); g.Failed() {
			return why
		}
	}
	return why
}

// carriesOut finds what a step's operator is, and tells why its actions cannot be those that were saved.
func (g *reading) carriesOut(e *effort) (why string) {
	step := g.r.plan.Step(e.step)
	e.op = step.Operator
	op := g.r.operator(e)
	e.watch(op)
	if e.retries > op.retries && g.Names == nil {
		g.Fail("a step in it was retried more often than its operator says")
	}
	fits := len(e.hands) == 0 || len(e.hands) == len(op.do)
	for i := range e.hands {
		fits = fits && (e.hands[i].handle.IsZero() || e.hands[i].handle.Action() == op.do[i].action)
	}
	if fits {
		return ""
	}
	if g.Names == nil {
		g.Fail("the actions of a step in it are not those of its operator")
	}
	return "operator " + g.r.kind.script.info.Operators[e.op].Name + " does something else"
}

// dropPlan gives up a plan that is not possible in the present program. Nothing of the host is called: for it, the actions have never
// been restored.
func (g *reading) dropPlan(why string) {
	g.r.dropEfforts(g.Stage)
	g.r.active, g.r.calm, g.r.stuck = false, 0, false
	g.lose("its plan does not go on: %s", why)
}

// Drop forgets all that is running without calling the host: it was restored in vain.
func (r *Runner) Drop(s *Stage) {
	r.dropEfforts(s)
	if !r.idle.IsZero() {
		s.Instances.Drop(r.idle)
	}
	r.idle, r.active = action.Handle{}, false
}

func (r *Runner) dropEfforts(s *Stage) {
	if r.planning == nil || len(r.efforts) == 0 {
		return
	}
	for i := range r.efforts {
		for _, h := range r.efforts[i].hands {
			if h.status == action.Running && !h.handle.IsZero() {
				s.Instances.Drop(h.handle)
			}
		}
	}
	r.efforts = r.efforts[:0]
}
