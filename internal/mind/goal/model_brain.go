package goal

import (
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

func (m *modeller) brain(b *def.BrainInfo) Brain {
	out := Brain{Name: b.Name, Selection: selection(&b.Select), Inertia: utility.Inertia{Bonus: b.Bonus, FadeTicks: m.ticks(b.Fade)},
		Repetition: utility.Repetition{Penalty: b.Penalty, Recent: b.Last}, Interval: m.ticks(b.Every), Gap: m.ticks(b.Gap),
		Failures: Failures{Backoff: m.ticks(b.Backoff), MaxBackoff: m.ticks(b.MaxBackoff), Limit: b.GiveUpAfter, GiveUp: m.ticks(b.GiveUpFor)}}
	inputs := inputTable{}
	for _, w := range b.Wants {
		out.Wants = append(out.Wants, m.want(&out, w, inputs))
	}
	if b.Orders != nil {
		out.Orders = expr.CompileValue(b.Orders)
	}
	for _, p := range b.Personalities {
		out.Personalities = append(out.Personalities, personality(p))
	}
	return out
}

// selection returns the rule that a model declares.
func selection(s *def.SelectInfo) utility.Selection {
	return utility.Selection{Rule: utility.Rule(s.Rule), Ranked: s.Ranked, Threshold: s.Over, Top: s.Top, TopPercent: s.TopPercent, Within: s.Within}
}

func (m *modeller) want(b *Brain, w *def.WantInfo, inputs inputTable) Want {
	out := Want{Name: w.Name, Goal: int(w.Goal.ID), Args: args(w.Args), When: cond(w.When), Rank: w.Rank, Cooldown: m.ticks(w.Cooldown),
		Interrupts: w.Interrupts, Forget: cond(w.ForgetWhen), Worth: Worth{Aggregation: utility.Aggregation(w.Combine), Weight: w.Weight}}
	if w.Each != nil {
		out.Targeted, out.Target, out.Alike = true, w.Each.Type, w.When != nil && isAlike(w.When, nil, map[*expr.Derived]bool{})
	}
	if w.Score != nil {
		out.Worth.Score = expr.CompileValue(w.Score)
	}
	for i := range w.Considers {
		c := &w.Considers[i]
		out.Worth.Considerations = append(out.Worth.Considerations, utility.Consideration{
			Input: inputs.of(b, c, c.Self || w.Each == nil), Min: c.From, Max: c.To, Curve: c.Curve, Weight: c.Weight})
	}
	return out
}

// isAlike reports whether a condition says the same for each target, without a call of a function of the host. Within
// is the derived symbol whose body it is, if any: what it reads there are parameters.
func isAlike(t *expr.Term, within *expr.Derived, seen map[*expr.Derived]bool) bool {
	alike := true
	t.Walk(func(t *expr.Term) bool {
		switch t.Kind {
		case expr.TermFunc:
			alike = false
		case expr.TermVar:
			alike = alike && within != nil
		case expr.TermDerived:
			if !seen[t.Derived] {
				seen[t.Derived] = true
				alike = alike && isAlike(t.Derived.Body, t.Derived, seen)
			}
		}
		return alike
	})
	return alike
}

// inputTable finds the inputs of a brain that do not read a target, so that what several wants look at is computed
// once.
type inputTable map[[2]string]int

// of returns the place of the input that a consideration looks at.
func (t inputTable) of(b *Brain, c *def.ConsiderInfo, self bool) int {
	name, text := c.Name, c.Value.String()
	if name == "" {
		name = text
	}
	at, known := t[[2]string{name, text}]
	if known && self {
		return at
	}
	at = len(b.Inputs)
	b.Inputs = append(b.Inputs, Input{Input: utility.Input{Name: name, Self: self, Cost: cost(c.Value)}, Value: expr.CompileValue(c.Value)})
	if self {
		t[[2]string{name, text}] = at
	}
	return at
}

// members is the assumed number of members in the range of a quantifier, to estimate costs.
const members = 8

// cost estimates the cost of evaluating a term, relative to others: the number of its operations. A constant, a
// parameter and a cell are free.
func cost(t *expr.Term) float64 {
	if t == nil {
		return 0
	}
	sum := 0.0
	for _, a := range t.Args {
		sum += cost(a)
	}
	switch t.Kind {
	case expr.TermConst, expr.TermVar, expr.TermBound, expr.TermCell:
		return sum
	case expr.TermDerived:
		if t.Derived.Recursive() {
			return sum + members*members // a graph of them
		}
		return sum + cost(t.Derived.Body) + 1
	case expr.TermQuant:
		each := cost(t.Where) + cost(t.Body) + 1
		for range t.Vars {
			each *= members
		}
		return sum + each + cost(t.Else)
	case expr.TermFunc:
		return sum + members
	}
	return sum + 1
}

func personality(p *def.PersonalityInfo) Personality {
	out := Personality{Name: p.Name}
	for i := range p.Traits {
		t := &p.Traits[i]
		trait := Trait{Want: t.Want, Scale: t.Scale, Never: t.Never || t.Scale == 0}
		if t.Score != nil {
			trait.Replace = &Worth{Score: expr.CompileValue(t.Score)}
		}
		out.Traits = append(out.Traits, trait)
	}
	return out
}
