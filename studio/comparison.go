package studio

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/htn"
	"github.com/karakuri-ai/karakuri/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// PlanView is a plan with how it came about.
type PlanView struct {
	Steps   []string     `json:"steps"`
	Done    int          `json:"done"` // steps that are done; -1: it is not being carried out
	MTR     []int        `json:"mtr"`
	Choices []PlanChoice `json:"choices"` // one for each number of the MTR
	Cost    float64      `json:"cost"`
}

// PlanChoice is a task of a plan with the method that was taken for it.
type PlanChoice struct {
	Task   string `json:"task"`
	Method string `json:"method"`
	Index  int    `json:"index"`
	Of     int    `json:"of"` // how many methods the task has
	Depth  int    `json:"depth"`
	Bound  string `json:"bound,omitempty"`
}

// planView shows a plan; nil for none. Where its subtasks have no order the choices are as they were made, not as the record has them.
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
			c.Bound += slot.Name + " = " + world.FormatWord(st.Schema(), st, slot.Type, n.Bound[at:at+slot.Type.Width()])
		}
		v.Choices = append(v.Choices, c)
	}
	return v
}

// Comparison is what was decided between the plan that ran and the one that was found.
type Comparison struct {
	Kind  string `json:"kind"`           // of the event: adopted, kept, ...
	Word  string `json:"word"`           // the verdict in short: better, equal, committed, merged at step 3, ...
	Step  int    `json:"step,omitempty"` // of the new plan, from 1: where it leaves the old one; 0: it does not
	Text  string `json:"text"`
	Index int    `json:"index"` // the first number at which the records differ; -1: they do not, or there is only one
	Why   string `json:"why"`
}

// judge finds the word for a planning's outcome, from what the event says and where the plans part.
func (c *Comparison) judge(e *Exploration) {
	if e.Old != nil && e.Now != nil {
		for i, step := range e.Now.Steps {
			if i >= len(e.Old.Steps) || e.Old.Steps[i] != step {
				c.Step = i + 1
				break
			}
		}
	}
	switch c.Kind {
	case "merged", "repaired":
		if c.Word = c.Kind; c.Step > 0 {
			c.Word += fmt.Sprintf(" at step %d", c.Step)
		}
	case "kept":
		c.Word = keptWord(c.Text)
	case "none":
		c.Word = "no plan"
	case "limit":
		c.Word = "limit"
	case "adopted":
		c.Word = "new plan"
		if e.Old != nil && e.Old.Done >= 0 && len(e.Old.Steps) > e.Old.Done && e.Plan != nil {
			switch order, _ := htn.CompareMTR(e.Plan.MTR, e.Old.MTR); {
			case order < 0:
				c.Word = "better"
			case order == 0:
				c.Word = "another target"
			default:
				c.Word = "instead" // what ran could not go on
			}
		}
	}
}

// keptWord is why a plan was kept, in short.
func keptWord(text string) string {
	for _, k := range []struct {
		keep runner.Keep
		word string
	}{{runner.SamePlan, "equal"}, {runner.SameMethods, "equal"}, {runner.LowerPlan, "lower"}, {runner.SameTarget, "within the margin"},
		{runner.NothingElse, "nothing else"}, {runner.Committed, "committed"}, {runner.Outdated, "too late"}} {
		if strings.HasSuffix(text, k.keep.String()) {
			return k.word
		}
	}
	return "kept"
}

// compare tells which number of the records decides.
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
	return at, fmt.Sprintf("at number %d, for %s, the new method %d %s the old %d", at, task, now.MTR[at]+1, better, old.MTR[at]+1)
}
