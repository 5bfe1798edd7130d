package main

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// areHDDL reports whether files are an HDDL domain and a problem, by their names.
func areHDDL(files []string) bool { return len(files) == 2 && isHDDL(files[0]) && isHDDL(files[1]) }

// modelOfHDDL reads a domain and a problem and says them as a model; nil when there are errors.
func modelOfHDDL(domain, problem string) (*def.Model, diag.List) {
	d, p, ds := readHDDL(domain, problem)
	if ds.HasErrors() {
		return nil, ds
	}
	m, more := hddl.Model(d, p)
	ds.Append(more)
	if m == nil {
		return nil, ds
	}
	return bridge.Model.In(m), ds
}

// situationOfHDDL is the situation of an HDDL problem: its initial state, and the task that represents its network. It
// prints mistakes.
func situationOfHDDL(c *console, domain, problem string) (*situation, error) {
	m, ds := modelOfHDDL(domain, problem)
	var p *program.Program
	if m != nil {
		linked, more := program.Link(m, nil)
		p = linked
		ds.Append(more)
	}
	if p == nil {
		printFindings(c.err, &ds)
		return nil, answer(exitNo)
	}
	s := &situation{program: p, state: world.NewState(p.Info.Schema), goal: htn.GoalOf(p.Info.Agents[0].Plans[0].Call)}
	s.state.CopyFrom(p.Info.Initial)
	s.name = goalText(p, s.goal, s.state)
	return s, nil
}

// checkHDDL finds the mistakes of HDDL files: a domain, and problems of it.
func checkHDDL(files []string) diag.List {
	var all diag.List
	if len(files) == 1 {
		text, err := readWhole(files[0])
		if err != nil {
			unreadable(&all, files[0], err)
			return all
		}
		d, ds := hddl.ParseDomain(diag.NewSource(files[0], string(text)))
		if !ds.HasErrors() {
			ds.Append(hddl.Check(d, nil))
		}
		return ds
	}
	for _, problem := range files[1:] {
		_, _, ds := readHDDL(files[0], problem)
		all.Append(ds)
	}
	return all
}
