package main

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
)

// outcomes are the outcomes of a program's actions, by the number of the action; the others behave as in the small
// world.
type outcomes [][]action.Status

// readOutcomes reads a file of --script for a program; none when no file is given. Mistakes are printed, all of them.
func readOutcomes(c *console, info *def.Info, file string) (outcomes, error) {
	out := make(outcomes, len(info.Actions))
	if file == "" {
		return out, nil
	}
	s, err := readScript(c, file)
	if err != nil {
		return nil, err
	}
	var ds diag.List
	for _, name := range s.more {
		d := ds.Errorf(diag.ExactSimulation, name.at, "%q is for trees of BehaviorTree.CPP", name.name)
		d.Hint = "a karakuri file has its own values, and --set changes them"
	}
	for i := range s.actions {
		out.add(&s.actions[i], info, &ds)
	}
	return out, faults(c, &ds)
}

// add finds the action that something is said of.
func (o outcomes) add(s *scripted, info *def.Info, ds *diag.List) {
	var names []string
	for _, a := range info.Actions {
		if a.Name == s.name {
			o[a.ID] = statusesOf(s.outcomes, ds)
			return
		}
		names = append(names, a.Name)
	}
	d := ds.Errorf(diag.UnknownDecl, s.at, "no action is called %q", s.name)
	d.Hint = didYouMean(s.name, names)
	for _, op := range info.Operators {
		if op.Name == s.name && len(op.Do) > 0 {
			d.Hint = fmt.Sprintf("%s is an operator: name the action that it does", s.name)
		}
	}
}

// statusesOf returns outcomes as actions answer them.
func statusesOf(list []outcome, ds *diag.List) []action.Status {
	var out []action.Status
	for _, o := range list {
		switch o.status {
		case btexact.Running:
			out = append(out, action.Running)
		case btexact.Success:
			out = append(out, action.Success)
		case btexact.Failure:
			out = append(out, action.Failure)
		default:
			ds.Errorf(diag.ExactSimulation, o.at, "an action of a karakuri file cannot be skipped").Hint = "there are running, success and failure"
		}
	}
	return out
}

// answer returns the next outcome that is listed for an action of the agent, and begins anew at the end of the list.
func (a *actor) answer(action int32, list []action.Status) action.Status {
	if a.answered == nil {
		a.answered = map[int32]int{}
	}
	n := a.answered[action]
	a.answered[action] = n + 1
	return list[n%len(list)]
}
