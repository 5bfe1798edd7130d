package answer

import (
	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// OfPlanning answers why something is not in the plan for a goal in a situation, without an agent that carries anything
// out. The answer names no agent.
func OfPlanning(p *program.Program, st *world.State, g htn.Goal, o htn.Options, about string) *explain.Answer {
	k := &asker{looker: looker{info: p.Info, kind: &def.AgentInfo{}, state: st, names: st, machine: expr.Machine{State: st, Funcs: o.Funcs}}, asked: map[string]bool{}}
	return k.ofPlanning(agent.Planning{Domain: p.Domain, Goal: g, State: st, Options: o}, about)
}

// Supposing answers why something is not in the plan of a planning of an agent if it were made on another state or by
// another program, whose states are laid out alike.
func Supposing(c *agent.Crowd, id agent.ID, as *program.Program, it agent.Planning, about string) *explain.Answer {
	k := newAsker(c, id)
	k.info, k.state, k.names = as.Info, it.State, characters{it.State, c}
	if kind := as.Info.Agent(c.KindOf(id)); kind != nil {
		k.kind = kind
	}
	k.machine = expr.Machine{State: it.State, Funcs: it.Options.Funcs}
	it.Domain, it.Runner = as.Domain, nil
	a := k.ofPlanning(it, about)
	a.Agent, a.Name, a.Tick, a.Seconds = id, k.view.NameOf(id), c.Tick(), c.Seconds()
	return a
}

func (k *asker) ofPlanning(it agent.Planning, about string) *explain.Answer {
	a := &explain.Answer{Kind: explain.WhyNot, About: about}
	k.guard(a, func() { k.whyInSituation(a, it, about) })
	return a
}

func (k *asker) whyInSituation(a *explain.Answer, it agent.Planning, about string) {
	p := k.take(it, it.State)
	list, hint := k.resolve(about)
	for i := range list {
		s := &list[i]
		if !s.isPlanned() {
			continue
		}
		t, o := k.goalOf(it.Goal)
		found := []explain.Finding{{Verdict: explain.LineInactive, Subject: k.title(s), By: k.goalText(it.Goal), Note: "the present goal does not lead to it"}}
		if s.reaches(t, o) {
			found = k.whyInPlanning(s, p)
		}
		if len(a.Findings) == 0 || found[0].Verdict.IsDone() && !a.Verdict().IsDone() {
			a.About, a.Findings = k.title(s), append(found, a.Findings...)
		} else if !a.Verdict().IsDone() {
			a.Findings = append(a.Findings, found...)
		}
	}
	switch {
	case len(a.Findings) > 0:
		if a.Findings = dedupe(a.Findings); a.Verdict().IsDone() {
			a.Findings = a.Findings[:1]
		}
	case len(list) > 0:
		a.About = k.title(&list[0])
		a.Findings = []explain.Finding{{Verdict: explain.LineInactive, Subject: a.About, Note: "plans cannot contain it"}}
	default:
		if f, ok := k.whyCondition(about); ok {
			a.About, a.Findings = "condition "+about, []explain.Finding{f}
			return
		}
		a.Findings = []explain.Finding{k.unknownName(about, hint)}
	}
}

// InSituation answers a question about an agent of a kind that begins in a situation: it has had one turn.
func InSituation(p *program.Program, kind string, st *world.State, tps int, q explain.Question) (*explain.Answer, error) {
	c, err := agent.Suppose(p, agent.Options{TPS: tps, Initial: st}, nil)
	if err != nil {
		return nil, err
	}
	c.NameAgents(func(agent.ID) string { return kind })
	id := c.Spawn(kind)
	c.Step()
	return Ask(c, id, q), nil
}
