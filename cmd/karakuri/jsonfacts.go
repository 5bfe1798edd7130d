package main

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// planFacts is what ranks a plan of an agent's plan line. Plans of an earlier line rank first, then those with lower
// methods, compared one by one; with "best" the cheaper plan.
type planFacts struct {
	Line    *int32   `json:"line,omitempty"`    // index of the plan line
	Cost    *float64 `json:"cost,omitempty"`    // of all steps
	Methods []int    `json:"methods,omitempty"` // index of the method chosen for each task, tasks in the order of their declaration in the plan
}

// heldPlan is the plan of an agent's plan line.
type heldPlan struct {
	planFacts
	about   string
	dropped int64 // tick in which it was aborted
	reason  action.Reason
}

// overPlan is a plan that another one replaces.
type overPlan struct {
	About  string `json:"about"`
	Reason string `json:"reason"`
	planFacts
}

// banFacts is a ban of a method or an operator.
type banFacts struct {
	Task     string   `json:"task,omitempty"` // with the method
	Method   string   `json:"method,omitempty"`
	Operator string   `json:"operator,omitempty"`
	Seconds  *float64 `json:"seconds,omitempty"`  // how long; none: without a limit of time
	Until    int64    `json:"tick,omitempty"`     // the tick in which that time is over
	When     string   `json:"until,omitempty"`    // the condition that lifts it
	Failures int32    `json:"failures,omitempty"` // in a row, this one included
}

// wantFacts is a want as it was compared last.
type wantFacts struct {
	name  string
	score float64
	tick  int64
}

// overWant is a want that another one replaces.
type overWant struct {
	Want   string  `json:"want"`
	Score  float64 `json:"score"`  // when it was chosen or kept last
	Tick   int64   `json:"tick"`   // the tick of that
	Margin float64 `json:"margin"` // by which the score of the chosen want is higher
}

// addFacts adds to an event what is known of the plan or ban that it is about.
func (l *jsonLines) addFacts(out *runEvent, e *runner.Event) {
	switch e.Kind {
	case runner.PlanAdopted, runner.PlanMerged, runner.PlanRepaired:
		if e.Kind != runner.PlanAdopted && e.Step >= 0 {
			out.At = &e.Step
		}
		if e.Level > 0 {
			return
		}
		if was := l.plans[e.Agent]; was != nil && e.Kind == runner.PlanAdopted && was.dropped == e.Tick {
			out.Over = &overPlan{was.about, was.reason.String(), was.planFacts}
		}
		now := &heldPlan{about: out.About}
		if plan, _ := l.stage.crowd.View().Runner(e.Agent).Plan(); plan != nil && e.Line >= 0 {
			line, cost := e.Line, plan.Cost()
			now.Line, now.Cost, now.Methods = &line, &cost, plan.MTR(nil)
		}
		l.plans[e.Agent], out.planFacts = now, now.planFacts
	case runner.PlanAborted:
		if was := l.plans[e.Agent]; was != nil && e.Level == 0 {
			was.dropped, was.reason = e.Tick, e.Reason
		}
	case runner.MethodBanned:
		out.Ban = l.banOf(e)
	}
}

// banOf returns what an event bans, and until when.
func (l *jsonLines) banOf(e *runner.Event) *banFacts {
	info := l.stage.program.Info
	b := &banFacts{Failures: e.Count + 1}
	var until expr.Node
	if e.Task < 0 {
		o := info.Operators[e.Operator]
		if b.Operator = o.Name; o.Decl != nil && o.Decl.Ban != nil { // bans need no clause
			until = o.Decl.Ban.Until
		}
	} else {
		t := info.Tasks[e.Task]
		m := t.Methods[e.Method]
		if b.Task, b.Method = t.Name, m.Name; m.Decl != nil && m.Decl.Ban != nil {
			until = m.Decl.Ban.Until
		}
	}
	if e.Ticks > 0 {
		b.Seconds, b.Until = l.span(e.Ticks), e.Tick+e.Ticks
	}
	if until != nil {
		b.When = expr.Print(until)
	}
	return b
}

// overWant records the want that an event of a brain chooses or keeps, and returns the one that a chosen want replaces.
func (l *jsonLines) overWant(e *goal.Event, name string) (over *overWant) {
	switch e.Kind {
	case goal.WantChosen:
		if was := l.wants[e.Agent]; was != nil {
			over = &overWant{was.name, was.score, was.tick, e.Score - was.score}
		}
		l.wants[e.Agent] = &wantFacts{name, e.Score, e.Tick}
	case goal.WantKept:
		l.wants[e.Agent] = &wantFacts{name, e.Score, e.Tick}
	case goal.WantEnded:
		delete(l.wants, e.Agent)
	}
	return over
}
