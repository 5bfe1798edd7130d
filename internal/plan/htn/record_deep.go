package htn

import (
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// failing splits a condition that does not hold in the copied state, if the recorder wants to know it.
func failing(p *Planner, e *Event, t *expr.Term, fr []world.Word) {
	if !p.o.Record.Deep {
		return
	}
	e.Failing = failingParts(p, t, fr)
	writers(p, e, e.Failing)
}

// failingParts returns the parts of a condition that do not hold; none if that takes too long.
func failingParts(p *Planner, t *expr.Term, fr []world.Word) (list []expr.Failing) {
	ok := true
	defer recoverOverrun(&ok)
	return expr.ExplainFailing(t, p.beside(false), fr, p.o.Record.Names)
}

// writers notes which steps of the plan so far had set what failing parts read.
func writers(p *Planner, e *Event, list []expr.Failing) {
	for i := range list {
		for k := range list[i].Values {
			for _, r := range list[i].Values[k].Reads {
				if step := p.setBy(r.Addr); step >= 0 && !r.Absent {
					e.Writers = append(e.Writers, Writer{r.Addr, step})
				}
			}
		}
		writers(p, e, list[i].Why)
	}
}

// deepCandidates examines the combinations of members for a method's free variables, one by one.
func deepCandidates(p *Planner, e *Event, m *method, frame int32) {
	top := len(p.words)
	p.words = extend(p.words, frame+m.frame)
	deepBind(p, e, m, 0, frame)
	p.words = p.words[:top]
}

func deepBind(p *Planner, e *Event, m *method, i int, frame int32) {
	if i < len(m.each) {
		v := &m.each[i]
		for w := range values(p, v, p.frame(frame, m.frame)) {
			if len(e.Candidates) >= MaxDeepCandidates {
				break
			}
			p.words[frame+v.slot] = w
			deepBind(p, e, m, i+1, frame)
		}
		return
	}
	info, fr := p.d.Info.Tasks[m.task].Methods[m.index], p.frame(frame, m.frame)
	c := Candidate{Bound: clone(fr[m.each[0].slot:][:m.bound()]), Failing: failingParts(p, info.Where, fr)}
	if info.Order != nil && len(c.Failing) == 0 {
		c.Key = keyOf(p, info.Order, fr)
	}
	e.Candidates = append(e.Candidates, c)
}

// keyOf returns what a candidate is ordered by; 0 if that takes too long to compute.
func keyOf(p *Planner, order *expr.Term, fr []world.Word) (key world.Word) {
	ok := true
	defer recoverOverrun(&ok)
	return expr.EvalTerm(order, p.beside(false), fr)[0]
}

// InPlan reports for each event whether it is part of the plan that was found.
func (r *Recorder) InPlan() []bool {
	list := make([]bool, len(r.Events))
	for _, id := range r.final {
		list[id] = true
	}
	return list
}

// Code returns the reason why the event failed without a failed condition, as in [Tried]: seen, depth, dead, endless,
// cost, gone, banned, limit, claimed; empty: a condition failed, or nothing did.
func (e *Event) Code() string { return e.Reason.code() }
