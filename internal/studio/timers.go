package studio

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// Timer is a period of time that runs. Times are seconds.
type Timer struct {
	Kind TimerKind `json:"kind"`
	Text string    `json:"text"` // a cooldown's name, or the banned way
	Left float64   `json:"left"`
	Of   float64   `json:"of,omitempty"` // its total length; 0: unknown
}

// TimerKind says what a timer is for.
type TimerKind string

// The kinds of timers.
const (
	timerSucceeds   TimerKind = "succeeds"
	timerFails      TimerKind = "fails"
	timerExpects    TimerKind = "expects"
	timerCommits    TimerKind = "commits"
	timerCooldown   TimerKind = "cooldown"
	timerBan        TimerKind = "ban"
	timerQuarantine TimerKind = "quarantine"
	timerPlans      TimerKind = "plans"
)

// timerKinds maps the kinds of waits to those of timers.
var timerKinds = map[runner.WaitKind]TimerKind{runner.WaitSucceed: timerSucceeds, runner.WaitFail: timerFails, runner.WaitExpect: timerExpects, runner.WaitCommit: timerCommits,
	runner.WaitCooldown: timerCooldown, runner.WaitBan: timerBan, runner.WaitQuarantine: timerQuarantine, runner.WaitPlan: timerPlans, runner.WaitMethod: timerFails,
	runner.WaitStart: timerCooldown}

// Awaited is a condition that will end a running step.
type Awaited struct {
	Kind  string `json:"kind"` // until, while, expects
	Text  string `json:"text"`
	Holds bool   `json:"holds"`
	Cause *Cause `json:"cause,omitempty"` // why it does not hold
}

// agentPlans describes an agent's running plans.
type agentPlans struct {
	crowd *agent.Crowd
	info  *def.Info
	id    agent.ID
	tps   float64
	m     expr.Machine
}

// lines lists an agent's plans: that of its plan line, then those that trees, goals and plans requested, with their
// callers.
func (v *agentPlans) lines() []PlanLine {
	out, st := []PlanLine{}, v.crowd.State(v.id)
	within := map[*runner.Runner][]string{}
	for list, i := v.crowd.View().Running(v.id), 0; i < len(list); i++ {
		if list[i].Task == nil {
			continue
		}
		path := []string{}
		for at := list[i].Parent; at >= 0; at = list[at].Parent {
			path = append([]string{list[at].Kind.String() + " " + list[at].Name}, path...)
		}
		within[&list[i].Task.Runner] = path
	}
	for _, p := range v.crowd.View().Plannings(v.id) {
		v.m.State, v.m.Funcs = st, p.Options.Funcs
		line := PlanLine{Goal: goalText(v.info, p.Goal, st), Steps: v.steps(p.Runner, st), Within: within[p.Runner]}
		if why := p.Runner.Why(); why != runner.NotIdle {
			line.Why = why.String()
		}
		if at := p.Runner.Planned(); at >= 0 {
			line.Planned = v.seconds(v.crowd.Tick() - at)
		}
		if at := p.Runner.NextPlanning(); at > 0 {
			line.Next = ptrTo(max(0, v.seconds(at-v.crowd.Tick())))
		}
		if f := p.Runner.Failure(); f.Tick > 0 {
			o := v.info.Operators[f.Operator]
			line.Failure, line.Ago = htn.CallText(st, o.Name, o.Params, f.Args)+": "+f.Cause.String(), v.seconds(v.crowd.Tick()-f.Tick)
		}
		line.Every = v.seconds(p.Runner.Interval())
		for _, w := range p.Runner.Waits(nil, st) {
			t := v.timer(p.Runner, w, st)
			switch w.Kind {
			case runner.WaitSucceed, runner.WaitFail, runner.WaitExpect, runner.WaitCommit, runner.WaitStart:
				line.Steps[w.Step].Timers = append(line.Steps[w.Step].Timers, t)
			default:
				line.Timers = append(line.Timers, t)
			}
		}
		out = append(out, line)
	}
	return out
}

func (v *agentPlans) seconds(ticks int64) float64 { return float64(ticks) / v.tps }

func (v *agentPlans) timer(r *runner.Runner, w runner.Wait, st *world.State) Timer {
	text := r.WaitText(w, st)
	switch w.Kind {
	case runner.WaitCooldown:
		text = v.cooling(w.Cooldown)
	case runner.WaitBan, runner.WaitMethod:
		text = r.WayText(&w.Ban, st)
	}
	return Timer{Kind: timerKinds[w.Kind], Text: text, Left: v.seconds(w.Ticks), Of: v.seconds(w.Of)}
}

// cooling returns what a cooldown applies to: an operator, or a cooldown that several share.
func (v *agentPlans) cooling(s *world.Symbol) string {
	for _, o := range v.info.Operators {
		switch {
		case o.Cooling != s:
		case o.Decl.Cooldown.Shared.Name != "":
			return o.Decl.Cooldown.Shared.Name
		default:
			return o.Name
		}
	}
	return s.Name
}

// steps lists the steps of a plan.
func (v *agentPlans) steps(r *runner.Runner, st *world.State) []PlanStep {
	out := []PlanStep{}
	plan, _ := r.Plan()
	if plan == nil {
		return out
	}
	for i := range plan.Len() {
		out = append(out, PlanStep{Text: htn.StepText(plan, i, st), State: stepState(r, i)})
	}
	for _, p := range r.Steps(nil) {
		s := &out[p.Step]
		s.Elapsed = v.seconds(v.crowd.Tick() - p.Begun)
		s.Awaits = v.awaited(&p)
		for _, h := range p.Running {
			if int(h.Action()) < len(v.info.Actions) {
				s.Doing = append(s.Doing, v.info.Actions[h.Action()].Name)
			}
		}
	}
	return out
}

// awaited lists the conditions that end a step when they become true or false.
func (v *agentPlans) awaited(p *runner.Progress) (list []Awaited) {
	o := v.info.Operators[p.Operator]
	for _, c := range []struct {
		kind string
		term *expr.Term
	}{{"until", o.Until}, {"while", o.While}} {
		if c.term == nil {
			continue
		}
		a := Awaited{Kind: c.kind, Text: c.term.String(), Cause: whyFalseOf(&v.m, c.term, p.Args)}
		a.Holds = a.Cause == nil
		list = append(list, a)
	}
	if p.Expecting {
		list = append(list, Awaited{Kind: "expects", Text: "what " + o.Name + " is to change"})
	}
	return list
}

func ptrTo[T any](v T) *T { return &v }
