package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
	"github.com/karakuri-ai/karakuri/internal/plan/verify"
)

// answer is the output of karakuri plan --json.
type answer struct {
	Status string `json:"status"`
	Limit  string `json:"limit"`
	Steps  []struct {
		ID       int      `json:"id"`
		Operator string   `json:"operator"`
		Args     []string `json:"args"`
	} `json:"steps"`
	Root           []int `json:"root"`
	Decompositions []struct {
		ID       int      `json:"id"`
		Task     string   `json:"task"`
		Args     []string `json:"args"`
		Method   string   `json:"method"`
		Subtasks []int    `json:"subtasks"`
	} `json:"decompositions"`
	Cost  float64 `json:"cost"`
	By    string  `json:"by"`
	Stats struct {
		Nodes int64 `json:"nodes"`
	} `json:"stats"`
}

// fill puts into a result what the planner says of itself.
func (a *answer) fill(r *result) {
	r.By, r.Cost, r.Nodes, r.Steps, r.Detail = a.By, a.Cost, a.Stats.Nodes, len(a.Steps), a.Limit
	switch a.Status {
	case "found":
		r.Status = solved
	case "none":
		r.Status = none
	case "limit":
		r.Status = limited
	default:
		r.Status, r.Detail = crashed, "unknown status "+a.Status
	}
}

// planText is the plan in the format of the competition.
func (a *answer) planText() string {
	var b strings.Builder
	b.WriteString("==>\n")
	for _, s := range a.Steps {
		fmt.Fprintln(&b, words(s.ID, s.Operator, s.Args))
	}
	fmt.Fprintln(&b, "root"+ids(a.Root))
	for _, d := range a.Decompositions {
		fmt.Fprintln(&b, words(d.ID, d.Task, d.Args)+" -> "+d.Method+ids(d.Subtasks))
	}
	b.WriteString("<==\n")
	return b.String()
}

func words(id int, name string, args []string) string {
	return strings.Join(append([]string{fmt.Sprint(id), name}, args...), " ")
}

func ids(list []int) string {
	var b strings.Builder
	for _, id := range list {
		fmt.Fprintf(&b, " %d", id)
	}
	return b.String()
}

// judge keeps the plan with the results, and verifies it.
func (o *options) judge(p problem, a *answer, r *result) {
	text := a.planText()
	name := strings.ReplaceAll(p.domain, "/", "_") + "_" + p.name + ".plan"
	if err := os.WriteFile(filepath.Join(o.out, "plans", name), []byte(text), 0o644); err != nil {
		r.Status, r.Detail = crashed, err.Error()
		return
	}
	if v, err := verified(p, name, text); err != nil {
		r.Status, r.Detail = invalid, err.Error()
	} else if v.Reason == verify.TooHard {
		r.Status, r.Detail = unverified, v.Found.Message
	} else if !v.Valid() {
		r.Status, r.Detail = invalid, v.Found.Error()
	}
}

// verified judges a plan. An error means that there was nothing to judge.
func verified(p problem, name, text string) (verify.Verdict, error) {
	var source [2]*diag.Source
	for i, file := range []string{p.domainFile, p.problemFile} {
		data, err := os.ReadFile(file)
		if err != nil {
			return verify.Verdict{}, err
		}
		source[i] = diag.NewSource(file, string(data))
	}
	domain, ds := hddl.ParseDomain(source[0])
	problem, more := hddl.ParseProblem(source[1])
	ds.Append(more)
	plan, more := verify.ReadPlan(name, text)
	ds.Append(more)
	if err := ds.Err(); err != nil {
		return verify.Verdict{}, err
	}
	return verify.Plan(domain, problem, plan), nil
}
