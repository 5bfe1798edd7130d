package build

import (
	"cmp"

	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/expr"
)

// Step is a subgoal of a [Goal], with rules for how it ends.
type Step struct {
	goal *Goal
	way  *def.Way // nil: it is the step of an interrupt
	decl *def.GoalStep
}

// When gives the condition under which the step can start; where it does not hold, the step fails.
func (s *Step) When(condition string) *Step {
	if s == nil {
		return nil
	}
	return s.expr(caller(), condition, "When", &s.decl.Call.When)
}

// While gives the condition without which the step fails while it runs.
func (s *Step) While(condition string) *Step {
	if s == nil {
		return nil
	}
	return s.expr(caller(), condition, "While", &s.decl.While)
}

// Until gives the condition under which the step succeeds, before it starts or while it runs.
func (s *Step) Until(condition string) *Step {
	if s == nil {
		return nil
	}
	return s.expr(caller(), condition, "Until", &s.decl.Until)
}

// FailAfter gives the time after which the step fails.
func (s *Step) FailAfter(time any) *Step {
	if s == nil {
		return nil
	}
	return s.time(caller(), time, "FailAfter", &s.decl.FailAfter)
}

// Retry gives how often the step is started again after it has failed: an int, or a constant expression.
func (s *Step) Retry(times any) *Step {
	if s == nil {
		return nil
	}
	at := caller()
	if text, ok := s.goal.d.number(at, times); ok {
		s.expr(at, text, "Retry", &s.decl.Retry)
	}
	return s
}

// Backoff gives the time before each retry.
func (s *Step) Backoff(time any) *Step {
	if s == nil {
		return nil
	}
	return s.time(caller(), time, "Backoff", &s.decl.Backoff)
}

// Else gives what is done instead when the step has failed for good, one after the other until one succeeds: strings as for [Goal.Do],
// such as "shoot(e) when ammo > 0". Several calls are one list.
func (s *Step) Else(calls ...string) *Step {
	if s == nil {
		return nil
	}
	at := caller()
	for _, text := range calls {
		if call := s.goal.d.goalCall(at, text); call != nil {
			s.decl.Else = append(s.decl.Else, call)
		}
	}
	return s
}

// Optional says that the goal goes on without the step where it fails.
func (s *Step) Optional() *Step {
	if s != nil {
		s.decl.Optional = true
	}
	return s
}

// Suspends says that what the step does can be suspended: it stays as it is while the goal is interrupted.
func (s *Step) Suspends() *Step {
	if s != nil {
		s.decl.Suspends = true
	}
	return s
}

// Uninterrupted says that while the step runs nothing interrupts it but urgent orders.
func (s *Step) Uninterrupted() *Step {
	if s != nil {
		s.decl.Uninterrupted = true
	}
	return s
}

// Do adds the next step of the same way: see [Goal.Do].
func (s *Step) Do(step string) *Step {
	if s == nil {
		return nil
	}
	at := caller()
	if s.way != nil {
		return s.goal.step(at, s.way, step)
	}
	s.goal.d.findings.Errorf(diag.BuildOrder, at.span(step), "an interrupt of goal %s has one step", s.goal.decl.Name).Hint =
		"declare a goal with the steps, and let the interrupt do that; or add the interrupt after the steps of the way"
	return &Step{s.goal, nil, &def.GoalStep{}}
}

// Way adds the next way to achieve the same goal.
func (s *Step) Way(name string) *Way {
	if s == nil {
		return nil
	}
	return s.goal.way(caller(), name)
}

// Interrupt adds an interrupt to the same goal: see [Goal.Interrupt].
func (s *Step) Interrupt(condition, step string) *Step {
	if s == nil {
		return nil
	}
	return s.goal.interrupt(caller(), condition, step)
}

// expr keeps a clause that is one expression.
func (s *Step) expr(at place, text, method string, n *expr.Node) *Step {
	what := method + " of step " + cmp.Or(s.decl.Call.Call.Name.Name, "?")
	if s.goal.d.once(at, text, *n != nil, what) {
		*n = s.goal.d.expr(at, text)
	}
	return s
}

// time keeps a clause that is a time.
func (s *Step) time(at place, value any, method string, n *expr.Node) *Step {
	if text, ok := s.goal.d.time(at, value, "time"); ok {
		return s.expr(at, text, method, n)
	}
	return s
}

// goalStep parses what a step does; the step has no call after a mistake.
func (d *Domain) goalStep(at place, text string) *def.GoalStep {
	s := &def.GoalStep{Head: def.Head{At: at.span(text)}}
	if call := d.goalCall(at, text); call != nil {
		s.Call = *call
	}
	return s
}

// goalCall parses what a goal calls: "strike(e)", "plan dine", "shoot(e) when ammo > 0". Nil after a mistake.
func (d *Domain) goalCall(at place, text string) *def.GoalCall {
	p := expr.NewStringParser(at.source(text), &d.findings)
	c := &def.GoalCall{}
	if next := p.Peek(1); p.IsWord("plan") && next.Kind == expr.TokName && p.Text(next) != "when" {
		c.Plan = true
		p.Next()
	}
	n := p.NamedCall("a call such as strike(e)")
	if n != nil {
		if c.Call = callOf(n); n.Rest {
			d.badRest(n.At)
		}
		if p.AcceptWord("when") {
			c.When = p.Expr()
		}
	}
	if !p.Finish() {
		return nil
	}
	return c
}
