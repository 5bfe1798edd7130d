package main

import "github.com/karakuri-ai/karakuri/internal/plan/verify"

// hddlReport is the outcome of planning for an HDDL problem; its JSON form is a promise to other programs.
type hddlReport struct {
	Status         string              `json:"status"`
	Limit          string              `json:"limit,omitempty"`
	Steps          []planStep          `json:"steps"`
	Order          [][2]int            `json:"order"` // empty: the steps are in the order of execution
	Root           []int               `json:"root"`
	Decompositions []hddlDecomposition `json:"decompositions"`
	Cost           float64             `json:"cost"`
	By             string              `json:"by,omitempty"`
	Stats          hddlStats           `json:"stats"`
}

type hddlDecomposition struct {
	ID       int      `json:"id"`
	Task     string   `json:"task"`
	Args     []string `json:"args"`
	Method   string   `json:"method"`
	Subtasks []int    `json:"subtasks"`
}

type hddlStats struct {
	Nodes   int64 `json:"nodes"`
	Facts   int   `json:"facts"`
	Actions int   `json:"actions"`
	Methods int   `json:"methods"`
	NS      int64 `json:"ns"`
}

// report says the outcome in JSON. Ids are those of the competition's format.
func (f *hddlFound) report() *hddlReport {
	r, s := &f.result, &f.result.Stats
	out := &hddlReport{
		Status: [...]string{"", "found", "none", "limit"}[r.Status], Limit: r.Limit,
		Steps: []planStep{}, Order: [][2]int{}, Root: []int{}, Decompositions: []hddlDecomposition{},
		Cost: r.Cost, By: r.By, Stats: hddlStats{s.Nodes, s.Facts, s.Actions, s.Methods, f.took.Nanoseconds()},
	}
	if f.plan == nil {
		return out
	}
	for _, l := range f.plan.Actions {
		step := planStep{l.ID, l.Name.Text, []any{}}
		for _, a := range l.Args {
			step.Args = append(step.Args, a.Text)
		}
		out.Steps = append(out.Steps, step)
	}
	out.Root = idsOf(f.plan.Root.Subtasks)
	for _, l := range f.plan.Methods {
		d := hddlDecomposition{ID: l.ID, Task: l.Name.Text, Args: []string{}, Method: l.Method.Text, Subtasks: idsOf(l.Subtasks)}
		for _, a := range l.Args {
			d.Args = append(d.Args, a.Text)
		}
		out.Decompositions = append(out.Decompositions, d)
	}
	return out
}

func idsOf(refs []verify.Ref) []int {
	ids := []int{}
	for _, r := range refs {
		ids = append(ids, r.ID)
	}
	return ids
}
