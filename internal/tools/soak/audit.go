package main

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// audit follows events and actions, and notes the first breach of what must always hold.
type audit struct {
	field    *field
	uses     map[string][]string // resources, by action
	accounts map[agent.ID]*account
	counts   counts
	bound    int64 // ticks that an agent may go without a decision
	waited   int64
	fault    string
}

// account is what is known of one agent.
type account struct {
	plan    bool
	steps   int
	actions []string // running
	resting bool     // in quarantine
	last    int64    // tick of the last event
}

func newAudit(f *field) *audit {
	a := &audit{field: f, uses: map[string][]string{}, accounts: map[agent.ID]*account{}}
	for _, x := range f.program.Info.Actions {
		a.uses[x.Name] = x.Uses
	}
	interval := f.program.Info.Agents[0].Plans[0].Every * float64(f.crowd.TPS())
	a.bound = int64(interval) * (1 + runner.MaxWait)
	return a
}

func (a *audit) of(id agent.ID) *account {
	if a.accounts[id] == nil {
		a.accounts[id] = &account{last: a.field.crowd.Tick()}
	}
	return a.accounts[id]
}

func (a *audit) breach(format string, args ...any) {
	if a.fault == "" {
		a.fault = fmt.Sprintf("tick %d: ", a.field.crowd.Tick()) + fmt.Sprintf(format, args...)
	}
}

// started is called when an action starts: nothing else of the agent may occupy its resources.
func (a *audit) started(id agent.ID, action string) {
	acc := a.of(id)
	for _, other := range acc.actions {
		for _, x := range a.uses[other] {
			for _, y := range a.uses[action] {
				if x == y {
					a.breach("%s and %s use %s at the same time", action, other, x)
				}
			}
		}
	}
	acc.actions = append(acc.actions, action)
}

func (a *audit) stopped(id agent.ID, action string) {
	acc := a.of(id)
	for i, other := range acc.actions {
		if other == action {
			acc.actions = append(acc.actions[:i], acc.actions[i+1:]...)
			return
		}
	}
	a.breach("%s ended without having started, or twice", action)
}

// event checks that plans and steps begin and end in turn.
func (a *audit) event(e runner.Event) {
	acc := a.of(e.Agent)
	acc.last = e.Tick
	a.counts[e.Kind]++
	switch e.Kind {
	case runner.PlanAdopted:
		if acc.plan {
			a.breach("a plan is adopted while another one runs")
		}
		acc.plan = true
	case runner.PlanEnded, runner.PlanFailed, runner.PlanAborted:
		if !acc.plan || acc.steps > 0 {
			a.breach("%s: there is a plan: %t, with %d running steps", e.Kind, acc.plan, acc.steps)
		}
		acc.plan = false
	case runner.StepStarted:
		acc.steps++
	case runner.StepEnded, runner.StepAborted:
		if acc.steps--; acc.steps < 0 {
			a.breach("%s, but none runs", e.Kind)
		}
	case runner.StepFailed:
		acc.steps = a.running(e.Agent)
	case runner.AgentQuarantined:
		acc.resting = true
	case runner.AgentReleased:
		acc.resting = false
	}
}

// running returns how many steps the runner says are running.
func (a *audit) running(id agent.ID) int {
	r, n := a.field.crowd.View().Runner(id), 0
	if plan, _ := r.Plan(); plan != nil {
		for i := range plan.Len() {
			if r.StepState(i) == runner.StepActive {
				n++
			}
		}
	}
	return n
}

// tick checks all agents at the end of a tick: the runner's list of running actions equals the started ones, and no
// agent is forgotten.
func (a *audit) tick() {
	now, actions := a.field.crowd.Tick(), 0
	for _, id := range a.field.ids {
		acc := a.of(id)
		actions += len(acc.actions)
		plan, _ := a.field.crowd.View().Runner(id).Plan()
		if n := a.running(id); n != acc.steps || (plan != nil) != acc.plan {
			a.breach("%d steps were started, %d run; there is a plan: %t, %t", acc.steps, n, acc.plan, plan != nil)
		}
		if !acc.resting {
			a.waited = max(a.waited, now-acc.last)
		}
	}
	if n := a.field.crowd.Running(); n != actions {
		a.breach("%d actions were started, %d run", actions, n)
	}
}

// left forgets an agent: all it did must have ended.
func (a *audit) left(id agent.ID) {
	if acc := a.of(id); len(acc.actions) > 0 || acc.steps > 0 || acc.plan {
		a.breach("an agent has left, and %v still run", acc.actions)
	}
	delete(a.accounts, id)
}

// counts are how often events happened, by kind.
type counts [runner.PlanOutdated + 1]int64

// String returns those that happened at all.
func (c *counts) String() string {
	var parts []string
	for k, n := range c {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%v %d", runner.EventKind(k), n))
		}
	}
	return strings.Join(parts, ", ")
}
