package studio

import (
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// PlanView is a plan and how it came about.
type PlanView struct {
	Steps   []string     `json:"steps"`
	Done    int          `json:"done"` // finished steps; -1: the plan is not being carried out
	MTR     []int        `json:"mtr"`
	Choices []PlanChoice `json:"choices"` // one for each number of the MTR
	Cost    float64      `json:"cost"`
}

// PlanChoice is a task of a plan with its chosen method.
type PlanChoice struct {
	Task   string `json:"task"`
	Method string `json:"method"`
	Index  int    `json:"index"`
	Of     int    `json:"of"` // number of methods of the task
	Depth  int    `json:"depth"`
	Bound  string `json:"bound,omitempty"`
}

// planView converts a plan; nil for nil. If subtasks are unordered, the choices are in the order in which the planner
// made them, not in that of the MTR.
func planView(p *htn.Plan, info *def.Info, st *world.State, done int) *PlanView {
	if p == nil {
		return nil
	}
	v := &PlanView{Steps: []string{}, Done: done, MTR: p.MTR([]int{}), Choices: []PlanChoice{}, Cost: p.Cost()}
	for i := range p.Len() {
		v.Steps = append(v.Steps, htn.StepText(p, i, st))
	}
	depth := make([]int, p.Nodes())
	for i := range p.Nodes() {
		n := p.Node(i)
		if n.Parent >= 0 {
			depth[i] = depth[n.Parent] + 1
		}
		t := info.Tasks[n.Task]
		m := t.Methods[n.Method]
		c := PlanChoice{Task: htn.CallText(st, t.Name, t.Params, n.Args), Method: m.Name, Index: n.Method, Of: len(t.Methods), Depth: depth[i]}
		for k, slot := range m.Each {
			at := slot.Index - m.Each[0].Index
			if k > 0 {
				c.Bound += ", "
			}
			c.Bound += slot.Name + " = " + world.FormatRounded(st.Schema(), st, slot.Type, n.Bound[at:at+slot.Type.Width()])
		}
		v.Choices = append(v.Choices, c)
	}
	return v
}

// Comparison describes the decision between the running plan and the one that planning found.
type Comparison struct {
	Kind  PlanningKind `json:"kind"`           // of the event
	Word  string       `json:"word"`           // the decision in short: better, equal, committed, cooldown, merged at step 3, ...
	Step  int          `json:"step,omitempty"` // merged: the last step of the new plan that continues; repaired: the first step planned again; from 1
	Text  string       `json:"text"`           // the text of the event without its kind
	Index int          `json:"index"`          // index of the first difference between the MTRs; -1 if there is none, or only one plan
	Why   string       `json:"why"`
	// Cooling lists what comes before the chosen methods but was skipped because of its cooldown.
	Cooling []string `json:"cooling,omitempty"`
}

// judge describes what the runner decided after a planning, from its event.
func judge(event *Planning, e *Exploration, info *def.Info) *Comparison {
	c := &Comparison{Kind: event.Kind, Text: event.Brief}
	found, did := e.Plan, &event.outcome
	if event.Kind == planRepaired && e.Now != nil {
		found = e.Now // planning from the top finds another plan than the repaired one
	}
	c.Index, c.Why = compare(e.Old, found)
	c.Cooling = cooling(e.Roots)
	bars := false // a cooldown is the reason
	switch event.Kind {
	case planMerged:
		c.Step = int(did.step) + 1
		c.Word = fmt.Sprintf("merged at step %d", c.Step)
		if found != nil && c.Step <= len(found.Steps) {
			c.Why = fmt.Sprintf("%s continues as step %d, and the steps after it are new: %s", found.Steps[c.Step-1], c.Step, c.Why)
		}
	case planRepaired:
		c.Word, c.Step = "repaired", max(0, int(did.step)+1)
		if c.Step > 0 {
			c.Word += fmt.Sprintf(" at step %d", c.Step)
		}
		if found != nil && int(did.node) < len(found.Choices) {
			at := found.Choices[did.node]
			c.Why = fmt.Sprintf("%s was planned anew, as %q; the rest of the plan stays", at.Task, at.Method)
		}
	case planKept:
		c.Word, bars = keptWords[did.keep], did.keep == runner.LowerPlan || did.keep == runner.NothingElse
	case planNone:
		c.Word, bars = "no plan", true
	case planLimit:
		c.Word = "limit"
	case planAdopted:
		c.Word, bars = adoptedWord(e)
	}
	if len(c.Cooling) > 0 && bars {
		c.Word = "cooldown"
	}
	return c
}

// keptWords are the short reasons for keeping a plan.
var keptWords = [...]string{runner.NotKept: "kept", runner.SamePlan: "equal", runner.SameMethods: "equal", runner.LowerPlan: "lower", runner.SameTarget: "within the margin",
	runner.NothingElse: "nothing else", runner.Committed: "committed", runner.Outdated: "too late", runner.NotCheaper: "not cheaper"}

// adoptedWord compares an adopted plan with the one before. bars reports whether the new plan may have been adopted
// because something better was cooling down.
func adoptedWord(e *Exploration) (word string, bars bool) {
	if e.Old == nil || e.Plan == nil || e.Old.Done < 0 || len(e.Old.Steps) <= e.Old.Done {
		return "new plan", true
	}
	switch order, _ := htn.CompareMTR(e.Plan.MTR, e.Old.MTR); {
	case order < 0:
		return "better", false
	case order == 0:
		return "another target", false
	}
	return "instead", true // the running plan could not continue
}

// cooling lists the cooldowns that ruled out methods before the chosen ones.
func cooling(tasks []*Task) (out []string) {
	add := func(c *Cause) {
		if c != nil && c.isCooldown() && !slices.Contains(out, c.Part) {
			out = append(out, c.Part)
		}
	}
	var visit func(list []*Task)
	visit = func(list []*Task) {
		for _, t := range list {
			add(t.Cause)
			for _, m := range t.Methods {
				for _, try := range m.Tries {
					add(try.Cause)
					visit(try.Items)
				}
				if m.Verdict == verdictChosen {
					break // the search took back its tries after this
				}
			}
		}
	}
	visit(tasks)
	return out
}

// isCooldown reports whether a condition failed because of a cooldown that runs now, not one that a step of the plan
// would start.
func (c *Cause) isCooldown() bool { return c.Cooling && len(c.Seen) > 0 && c.Seen[0].Step < 0 }

// compare finds the first difference between two MTRs, and explains it.
func compare(old, now *PlanView) (index int, why string) {
	switch {
	case now == nil:
		return -1, "no plan was found"
	case old == nil:
		return -1, "there was no plan before"
	}
	if old.Done >= 0 && slices.Equal(old.Steps[min(old.Done, len(old.Steps)):], now.Steps) {
		return -1, "the new plan is what is left of the old one"
	}
	order, at := htn.CompareMTR(now.MTR, old.MTR)
	switch {
	case order == 0:
		return -1, "the records are the same: both make the same choices of methods"
	case at >= len(now.MTR) || at >= len(old.MTR):
		return at, "one record is the beginning of the other"
	}
	task := now.Choices[min(at, len(now.Choices)-1)].Task
	better := "comes before"
	if order > 0 {
		better = "comes after"
	}
	return at, fmt.Sprintf("for %s, method %d of the new plan %s method %d of the old one", task, now.MTR[at]+1, better, old.MTR[at]+1)
}
