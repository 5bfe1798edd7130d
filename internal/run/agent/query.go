package agent

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// Schema returns the schema of the crowd's states.
func (c *Crowd) Schema() *world.Schema { return c.core.world.Schema() }

// World returns the state that symbols of the world and squads are kept in, for reading: as of the end of the last
// tick, with what the host wrote since. Its agent symbols have the values that new agents start with.
func (c *Crowd) World() *world.State { return c.core.world }

// State returns the world as an agent sees it, for reading: outside of ticks with all writes to shared symbols. Nil if
// the agent has left. Agent 0 represents the world itself.
func (c *Crowd) State(id ID) *world.State { return c.exchange.State(id) }

// Target returns the state that the host writes an agent's symbol to: shared symbols are written to the world and reach
// the agents with the next tick; an agent's own symbols are its state's, at once. Nil when the agent has left.
func (c *Crowd) Target(id ID, shared bool) *world.State {
	a := c.agents.slot(id)
	switch {
	case shared && (a != nil || id == 0):
		return c.core.world
	case a != nil:
		return &a.state
	}
	return nil
}

// Funcs returns the functions of the host by ID, as conditions call them, for evaluating other conditions over the
// states of agents. They belong to the goroutine that ticks the crowd.
func (c *Crowd) Funcs() []expr.Func { return c.core.stage.Worker.Options().Funcs }

// Program returns the compiled program that the crowd runs, at the crowd's rate.
func (c *Crowd) Program() *program.Timed { return c.core.model }

// Step is a step of a plan, for showing.
type Step struct {
	Text    string // "move(crate, home)"
	Done    bool
	Running bool // its actions are running, or it waits for the expected state
}

// PlanOf returns the steps of an agent's current plan, or nil if it has none.
func (v *View) PlanOf(id ID) []Step {
	a := v.agents.slot(id)
	if a == nil {
		return nil
	}
	return stepsOf(&a.runner, &a.state)
}

// Runner returns the runner that carries out an agent's plans, for reading; nil if the agent has left.
func (v *View) Runner(id ID) *runner.Runner {
	a := v.agents.slot(id)
	if a == nil {
		return nil
	}
	if !v.core.ticking { // one that rests does not count the ticks itself
		v.routines.catchUp(a.slot())
	}
	return &a.runner
}

// Text returns an event as text, without tick and agent; call it while the event is delivered.
func (v *View) Text(e runner.Event) string {
	_, text := v.Describe(e)
	return text
}

// Said returns what an event says; empty if it is no [runner.Said].
func (v *View) Said(e *runner.Event) string { return v.core.model.Script.SaidText(e) }

// Describe is [View.Text], and also returns what the event is about.
func (v *View) Describe(e runner.Event) (of fact.Subject, text string) {
	a := v.agents.slot(e.Agent)
	if a == nil {
		return of, e.Kind.String()
	}
	of, text = v.core.model.Script.Describe(e, a.kind, &a.state)
	if e.Fault != nil && e.Kind != runner.AgentQuarantined { // reported already
		text += ": " + e.Fault.Action + ": " + e.Fault.Message
	}
	return of, text
}

// Waits returns the running timers of an agent, for people: time-outs and commitments of its steps, cooldowns, bans,
// and the next attempt after a panic or without a plan. Nil if there are none.
func (v *View) Waits(id ID) []string {
	a := v.agents.slot(id)
	if a == nil {
		return nil
	}
	v.routines.catchUp(a.slot())
	list := waitsOf(&a.runner, &a.state)
	for _, t := range v.Tasks(id) {
		list = append(list, waitsOf(&t.Runner, &a.state)...)
	}
	return list
}

func waitsOf(r *runner.Runner, st *world.State) []string {
	var list []string
	for _, w := range r.Waits(nil, st) {
		list = append(list, r.WaitText(w, st))
	}
	return list
}

// Explanation plans again for an agent with the recorder on and returns how the plan came about. It uses the copy of
// the state that the last planning saw, if Options.Pictures keeps it, else the present state. Nil if no plan line of
// the agent holds.
func (v *View) Explanation(id ID) *htn.Explanation {
	a := v.agents.slot(id)
	if a == nil {
		return nil
	}
	g, ok := a.runner.Goal()
	if !ok {
		return nil
	}
	st := a.runner.Picture()
	if st == nil {
		st = v.exchange.State(id)
	}
	o := v.planOptions(&a.runner, &a.state)
	return htn.Explain(v.core.model.Script.Domain, st, g, o)
}

// WhyIdle returns in short why an agent has no plan; empty if it has one or is about to plan.
func (v *View) WhyIdle(id ID) string {
	a := v.agents.slot(id)
	if a == nil {
		return ""
	}
	switch why := a.runner.Why(); why {
	case runner.NoPlan, runner.HitLimit:
		if e := v.Explanation(id); e != nil && e.Reason() != "" {
			return e.Reason()
		}
		return why.String() + ", but now there is one"
	case runner.Broken, runner.Quarantined, runner.TooLong:
		return why.String() + ": " + a.runner.Fault().Message
	default:
		return why.String()
	}
}

// Explain describes for people what an agent does and why: its plan with the running step marked, or why it has none;
// the last failure; and the decomposition with everything that the planner tried.
func (v *View) Explain(id ID) string {
	a := v.agents.slot(id)
	if a == nil {
		return "the agent has left the crowd\n"
	}
	var b strings.Builder
	v.explain(&b, a)
	return b.String()
}

// explain writes the explanation of an agent. A function of the host that panics meanwhile costs what would have
// followed, and no more.
func (v *View) explain(b *strings.Builder, a *agent) {
	defer func() {
		if why := recover(); why != nil {
			fmt.Fprintf(b, "\nthe rest is missing, because a function of the game panicked: %s\n", action.NewFault("explaining", why).Message)
		}
	}()
	id := a.id
	fmt.Fprintf(b, "%s at %gs: %s\n", v.nameOf(id), v.core.seconds(), v.doing(a))
	for i, s := range v.PlanOf(id) {
		fmt.Fprintf(b, "%s %d %s\n", s.mark(), i+1, s.Text)
	}
	for _, w := range v.Waits(id) {
		fmt.Fprintf(b, "   %s\n", w)
	}
	if f := a.runner.Failure(); f.Tick > 0 {
		fmt.Fprintf(b, "last failure, in tick %d: %s\n", f.Tick, v.core.model.Script.FailureText(f, &a.state))
	}
	if f := a.runner.Fault(); f.Action != "" {
		fmt.Fprintf(b, "last panic: %s: %s\n", f.Action, f.Message)
	}
	if e := v.Explanation(id); e != nil {
		b.WriteString("\n" + v.basis(a) + "\n")
		e.WriteText(b)
	}
	v.explainTrees(b, a)
	v.explainMind(b, a)
	v.explainParts(b, a)
	v.explainSquad(b, a)
}

// DoingText returns in short what an agent does, as in "carries out dine"; empty if it has left.
func (v *View) DoingText(id ID) string {
	if a := v.agents.slot(id); a != nil {
		return v.doing(a)
	}
	return ""
}

func (v *View) doing(a *agent) string {
	if plan, _ := a.runner.Plan(); plan != nil {
		g, _ := a.runner.Goal()
		return "carries out " + v.core.model.Script.GoalText(g, &a.state)
	}
	if d, ok := a.runner.CurrentOrder(); ok {
		return "carries out " + v.orderOf(a, d)
	}
	if why := a.runner.Why(); why != runner.NotIdle {
		return "idle, " + why.String()
	}
	if a.runner.HasTree() && len(v.Trees(a.id)) > 0 {
		return "carries out its tree"
	}
	if a.runner.HasBrain() {
		return v.pursuing(a)
	}
	if a.runner.HasTree() {
		return "about to start its tree"
	}
	return "about to plan"
}

// basis says what the explanation is of.
func (v *View) basis(a *agent) string {
	if a.runner.Picture() != nil {
		return "what the last planning saw:"
	}
	return "planning now:"
}

func (s *Step) mark() string {
	switch {
	case s.Done:
		return "  ok"
	case s.Running:
		return "  =>"
	}
	return "    "
}
