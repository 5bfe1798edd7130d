package builder

import (
	"cmp"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Step is a subgoal of a [Goal], with rules for how it ends.
type Step struct {
	goal *Goal
	way  *def.Way // nil: it is the step of an interrupt
	decl *def.GoalStep
}

// Else adds alternatives after a final failure of the step, tried in order until one succeeds: strings as for
// [Goal.Do], such as "shoot(e) when ammo > 0". Several calls form one list.
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

// say gives the step a clause.
func (s *Step) say(at place, word string, value any) {
	s.goal.d.say(at, def.StepTable.Clause(word), s.decl, "step "+cmp.Or(s.decl.Call.Call.Name.Name, "?"), value)
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
