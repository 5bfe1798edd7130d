package answer

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// Ask answers a question about an agent or squad of a crowd, at the moment at which the crowd is: live, of a replay, or
// of a copy. Between ticks only. Nothing that is decided changes by it. Of an agent that has left the answer has no
// name.
func Ask(c *agent.Crowd, id agent.ID, q explain.Question) *explain.Answer {
	return AskUntil(nil, c, id, q)
}

// AskUntil is [Ask] that stops searching when done is closed: the answer then is based on the findings so far.
func AskUntil(done <-chan struct{}, c *agent.Crowd, id agent.ID, q explain.Question) *explain.Answer {
	if q.Kind == explain.Why {
		return Why(c, id)
	}
	k := newAsker(c, id)
	k.done = done
	a := k.answer(q.Kind)
	if a.About = q.About; k.kind == nil {
		a.Findings = []explain.Finding{{Verdict: explain.Gone, Note: "the agent has left the crowd"}}
		return a
	}
	k.guard(a, func() {
		switch q.Kind {
		case explain.WhyNot:
			k.whyNot(a, q.About)
		case explain.WhatWould:
			k.whatWould(a, q.About)
		case explain.WhatIf:
			k.whatIf(a, q)
		case explain.WhoMade:
			k.whoMade(a, q.About)
		case explain.WhatChanged:
			if l, keeps := k.crowd.Provenance().(*Ledger); keeps {
				l.changed(k, a)
			} else {
				k.whatChanged(a, nil)
			}
		}
	})
	return a
}

// guard answers that a function of the game panicked, if one did during the answer.
func (k *asker) guard(a *explain.Answer, do func()) {
	defer func() {
		if v := recover(); v != nil {
			a.Findings = append(a.Findings, explain.Finding{Verdict: explain.HostFaulted, Note: faultText(v)})
		}
	}()
	do()
}

// whyNot answers why something is not done.
func (k *asker) whyNot(a *explain.Answer, about string) {
	list, hint := k.resolve(about)
	if len(list) == 0 {
		if f, ok := disabled(k, about); ok {
			a.About, a.Findings = f.Subject, []explain.Finding{f}
			return
		}
		if f, ok := k.whyCondition(about); ok {
			a.About, a.Findings = "condition "+about, []explain.Finding{f}
			return
		}
		a.Findings = []explain.Finding{k.unknownName(about, hint)}
		if _, wrong := k.parse(about); wrong != "" && strings.ContainsAny(about, "&|<>=!") {
			a.Findings[0].Note += "; as a condition: " + wrong
		}
		return
	}
	var first *subject
	for i := range list {
		found := k.why(&list[i])
		if len(found) == 0 {
			continue
		}
		s := &list[i]
		if found[0].Verdict.IsDone() {
			a.About, a.Findings = k.title(s), found
			return
		}
		if first == nil || k.isNearer(s, first, found, a.Findings) {
			first, a.About, a.Findings = s, k.title(s), found
		} else if s.kind == first.kind {
			a.Findings = append(a.Findings, found...)
		}
	}
	if len(a.Findings) == 0 {
		a.About = k.title(&list[0])
		a.Findings = []explain.Finding{{Verdict: explain.Unknown, Subject: a.About}}
	}
	a.Findings = postponed(k, dedupe(a.Findings))
}

// postponed says of what would be chosen now that the agent has its next turn later, where that is so.
func postponed(k *asker, list []explain.Finding) []explain.Finding {
	wait := k.view.NextTurn(k.id) - k.crowd.Tick()
	if wait <= 1 {
		return list
	}
	for i := range list {
		if f := &list[i]; f.Verdict == explain.WouldBeChosen && f.Until < k.seconds(wait) {
			f.Verdict, f.Until, f.Note = explain.Postponed, k.seconds(wait), "the level of detail of the agent gives it its next turn then"
		}
	}
	return list
}

// isNearer reports whether the findings about a subject say more than those about another of the same name: a subject
// that nothing leads to says least.
func (k *asker) isNearer(s, first *subject, found, before []explain.Finding) bool {
	idle := func(v explain.Verdict) bool { return v == explain.LineInactive || v == explain.Unknown }
	if idle(found[0].Verdict) != idle(before[0].Verdict) {
		return idle(before[0].Verdict)
	}
	return s.kind == first.kind && s.kind == subjectNode && before[0].Verdict == explain.WouldBeChosen && found[0].Verdict != explain.WouldBeChosen
}

// why answers about one subject.
func (k *asker) why(s *subject) []explain.Finding {
	clear(k.asked)
	switch s.kind {
	case subjectOperator, subjectTask, subjectMethod:
		return k.whyPlanned(s)
	case subjectWant:
		return k.whyWant(s)
	case subjectGoal:
		return k.whyGoal(s)
	case subjectNode:
		return k.whyNode(s)
	case subjectTree:
		return k.whyTree(s)
	case subjectReaction:
		return k.whyReaction(s.index)
	case subjectLayer:
		return k.whyLayer(s.index)
	case subjectOrder:
		return k.whyOrder(s)
	case subjectRole:
		return k.whyRole(s)
	case subjectAction:
		return k.whyAction(s)
	case subjectBinding:
		return k.whyBinding(s)
	case subjectPlan:
		return k.whyPlanLine(s)
	case subjectIdle:
		return k.whyIdle()
	case subjectAlert:
		return alertness{k}.why(s)
	}
	return nil
}

// whyCondition reports which parts of a condition do not hold at the moment. ok is false if the text is not a
// condition.
func (k *asker) whyCondition(text string) (f explain.Finding, ok bool) {
	t, _ := k.parse(text)
	if t == nil {
		return f, false
	}
	if f, false_ := k.conditionFalse("condition "+text, t, nil); false_ {
		return f, true
	}
	return explain.Finding{Verdict: explain.DoneAlready, Subject: "condition " + text, Condition: t.String(), Note: "it holds"}, true
}

// parse reads a condition; nil if the text is not a condition.
func (k *asker) parse(text string) (t *expr.Term, wrong string) {
	var ds, other diag.List
	sc := scopeOf(k, k.state)
	if t = checked(expr.ParseNumberedString(diag.NewSource("condition", text), &ds), sc, &ds); t != nil {
		return t, ""
	}
	if t = checked(call(text, &other, sc), sc, &other); t != nil { // "open(old mill)", as answers write it
		return t, ""
	}
	for i := range ds.All {
		if d := &ds.All[i]; d.Severity == diag.Error {
			wrong = strings.TrimSpace(d.Message + "; " + d.Hint)
			break
		}
	}
	return nil, wrong
}

// checked checks what was parsed as a condition; nil if it is none.
func checked(n expr.Node, sc scope, ds *diag.List) (t *expr.Term) {
	if !ds.HasErrors() {
		t = expr.Check(n, sc, expr.BoolType, ds)
	}
	if ds.HasErrors() {
		return nil
	}
	return t
}

func faultText(v any) string {
	if e, ok := v.(error); ok {
		return e.Error()
	}
	if s, ok := v.(string); ok {
		return s
	}
	return "a function of the game panicked"
}
