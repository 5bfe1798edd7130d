// Package answer finds the answers of package explain in a crowd.
package answer

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// Why explains why an agent does what it does. Between ticks only.
func Why(c *agent.Crowd, id agent.ID) *explain.Answer {
	a := &explain.Answer{Kind: explain.Why, Agent: id, Tick: c.Tick(), Seconds: c.Seconds(), Text: c.View().Explain(id)}
	r := c.View().Runner(id)
	if r == nil {
		return a
	}
	a.Name, a.Doing, a.Waits = c.View().NameOf(id), c.View().DoingText(id), c.View().Waits(id)
	info := c.Program().Info
	plan, _ := r.Plan()
	for i, s := range c.View().PlanOf(id) {
		a.Steps = append(a.Steps, explain.Step{Text: s.Text, Done: s.Done, Running: s.Running, Place: info.Operators[plan.Step(i).Operator].Decl.At})
	}
	if f := r.Failure(); f.Tick > 0 {
		a.Failure = &explain.Failure{Tick: f.Tick, Text: c.Program().Script.FailureText(f, c.State(id))}
	}
	if f := r.Fault(); f.Action != "" {
		a.Fault = &f
	}
	for _, p := range c.View().Plannings(id) {
		a.Planned = append(a.Planned, planning(info, &p))
	}
	for i, p := range c.View().Parts(id) {
		part := explain.Part{Name: p.Name, Layer: p.Layer, Running: p.Running, Waiting: p.Waiting, Rests: p.Rests}
		if p.Waiting {
			part.Why = c.View().WaitsOn(id, i)
		}
		a.Parts = append(a.Parts, part)
	}
	for _, d := range c.View().Running(id) {
		a.Running = append(a.Running, explain.Activity{Kind: explain.ActivityKind(d.Kind), Name: d.Name, Parent: d.Parent, Uses: d.Uses, Needs: d.Needs, Holds: d.Holds})
	}
	return a
}

// planning makes a planning once more, with all that is tried on the way.
func planning(info *def.Info, p *agent.Planning) explain.Planning {
	e := htn.Explain(p.Domain, p.State, p.Goal, p.Options)
	out := explain.Planning{Goal: e.Goal, Found: e.Status == htn.Found.String(), Limit: e.Limit, Steps: e.Steps, Dropped: e.Dropped, Nodes: e.Stats.Nodes,
		Backtracks: e.Stats.Backtracks, Saw: p.Seen}
	for i := range e.Tried {
		out.Tried = append(out.Tried, trial(info, &e.Tried[i]))
	}
	return out
}

// kinds are the kinds of trials by the names that the JSON form of an explanation uses.
var kinds = func() map[string]explain.TrialKind {
	m := map[string]explain.TrialKind{}
	for k := explain.Task; k <= explain.Complete; k++ {
		m[k.String()] = k
	}
	return m
}()

func trial(info *def.Info, t *htn.Tried) explain.Trial {
	out := explain.Trial{Kind: kinds[t.Kind], Parent: t.Parent, Depth: t.Depth, Name: t.Name, Method: t.Method, Bound: t.Bound, Taken: t.InPlan, Since: t.Since, Place: place(info, t)}
	if t.Count != nil {
		out.Number = *t.Count
	}
	if t.Text != "" || t.Reason != "" || t.Failed != "" {
		c := &explain.Cause{Text: t.Text, Condition: t.Failed, Part: t.Part, Code: t.Reason}
		for _, s := range t.Seen {
			c.Values = append(c.Values, explain.Value{Symbol: s.Symbol, Value: s.Value, Step: s.Step + 1, By: s.By})
		}
		out.Cause = c
	}
	return out
}

// place is the declaration of the tried thing.
func place(info *def.Info, t *htn.Tried) (at diag.Span) {
	task, method, operator := t.Declared()
	switch kinds[t.Kind] {
	case explain.Task:
		return info.Tasks[task].Decl.At
	case explain.Stepped, explain.Failed:
		return info.Operators[operator].Decl.At
	case explain.Rejected, explain.Candidates, explain.Method, explain.Backtrack:
		if method >= 0 {
			return info.Tasks[task].Methods[method].Decl.At
		}
	}
	return at
}
