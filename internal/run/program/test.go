package program

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// TestOptions set up a run of tests.
type TestOptions struct {
	Only   string // the name of the one test that is run; empty: all. The reports of the others have only name and place
	Limits htn.Limits
	Funcs  []expr.Func // the host's functions
}

// TestReport is the outcome of one test block.
type TestReport struct {
	Name   string
	At     diag.Span
	Passed bool
	Want   string // the plan expected, "none" for none
	Got    string // the plan found, "none", or "limit: " with the bound
	// Reason is why there was no plan, if one was expected; several lines.
	Reason string
	Stats  htn.Stats

	// The parts that the test used, for [Program.Coverage], each as often as it was used.
	Methods   []MethodUse
	Operators []htn.OperatorID
	Nodes     []NodeUse
	Wants     []WantUse
}

// MethodUse is a method that was taken.
type MethodUse struct {
	Task   htn.TaskID
	Method int
}

// NodeUse is a node of a tree that was started.
type NodeUse struct{ Tree, Node int32 }

// WantUse is a want that a brain chose.
type WantUse struct{ Brain, Want int32 }

// RunTests runs the model's test blocks that plan, in order. Those in which agents live are left to package trial:
// their reports are empty, except for name and place.
func (p *Program) RunTests(o TestOptions) []TestReport {
	planner := htn.NewPlanner(p.Domain, htn.Options{Limits: o.Limits, Funcs: o.Funcs})
	var out []TestReport
	for _, t := range p.Info.Tests {
		if t.Decl.Runs() || o.Only != "" && o.Only != t.Name {
			out = append(out, TestReport{Name: t.Name, At: t.Decl.At})
		} else {
			out = append(out, p.runTest(planner, t, o))
		}
	}
	return out
}

func (p *Program) runTest(planner *htn.Planner, t *def.TestInfo, o TestOptions) TestReport {
	goal := htn.GoalOf(t.Call)
	r := planner.Plan(t.Initial, goal)
	report := TestReport{Name: t.Name, At: t.Decl.At, Want: wanted(t), Got: got(r, t.Initial), Stats: r.Stats}
	report.Passed = passes(t, r)
	if r.Plan != nil {
		report.note(r.Plan)
	} else if !t.None {
		report.Reason = htn.Explain(p.Domain, t.Initial, goal, htn.Options{Limits: o.Limits, Funcs: o.Funcs}).Reason()
	}
	return report
}

// note keeps which methods and operators a plan used.
func (r *TestReport) note(plan *htn.Plan) {
	for i := range plan.Nodes() {
		n := plan.Node(i)
		r.Methods = append(r.Methods, MethodUse{n.Task, n.Method})
	}
	for i := range plan.Len() {
		r.Operators = append(r.Operators, plan.Step(i).Operator)
	}
}

func passes(t *def.TestInfo, r htn.Result) bool {
	if t.None || r.Plan == nil {
		return t.None && r.Status == htn.None
	}
	if r.Plan.Len() != len(t.Steps) {
		return false
	}
	for i, want := range t.Steps {
		s := r.Plan.Step(i)
		if int32(s.Operator) != want.Operator.ID || want.Args != nil && !equal(s.Args, want.Args) {
			return false
		}
	}
	return true
}

func equal(a, b []world.Word) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func got(r htn.Result, st *world.State) string {
	switch r.Status {
	case htn.None:
		return "none"
	case htn.Limit:
		return "limit: " + r.Limit.String()
	}
	if r.Plan.Len() == 0 {
		return "nothing to do"
	}
	steps := make([]string, r.Plan.Len())
	for i := range steps {
		steps[i] = htn.StepText(r.Plan, i, st)
	}
	return strings.Join(steps, ", ")
}

func wanted(t *def.TestInfo) string {
	if t.None {
		return "none"
	}
	if len(t.Steps) == 0 {
		return "nothing to do"
	}
	steps := make([]string, len(t.Steps))
	for i, s := range t.Steps {
		steps[i] = s.Operator.Name
		if s.Args != nil {
			steps[i] = htn.CallText(t.Initial, s.Operator.Name, s.Operator.Params, s.Args)
		}
	}
	return strings.Join(steps, ", ")
}
