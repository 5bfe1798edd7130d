package answer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// maxChanges is the maximum number of values, and of verdicts, that an answer lists as changed.
const maxChanges = 12

// judge says what an agent has decided, and by which verdicts.
type judge struct{ *asker }

// turns follows what an agent decides, tick by tick, up to the last time that it decided otherwise.
type turns struct {
	is    []decision // since the last turn
	last  turn
	plans replan
}

// decision is what one of those that decide for an agent has decided: "it pursues", "want hunt".
type decision struct {
	subject, what string
	leaves        []string // of a tree: those that run
	ended         int64    // the tick at whose end nothing was left of it; 0: it goes on, or something else took its place
	why           string   // how it ended; empty: not known
}

// text is the decision, with how it ended if it has.
func (d *decision) text() string {
	text := d.what
	switch {
	case d.ended > 0:
		text += fmt.Sprintf(", which ended in tick %d", d.ended)
	case d.why != "":
		text += ", which ended"
	}
	if d.why != "" {
		text += ": " + d.why
	}
	return text
}

// turn is the change from one decision to the next.
type turn struct {
	tick    int64 // at whose end the agent had decided otherwise than before; 0: none is known
	since   int64 // the tick of the decision before
	was, is []decision
}

// look compares what an agent has decided with what it had before. That something has ended is no decision by itself.
func (t *turns) look(k *asker, w *Witness) {
	t.plans.look(k)
	is, turned := judge{k}.decided(), false
	for _, d := range is {
		at := slices.IndexFunc(t.is, func(o decision) bool { return o.subject == d.subject && o.what == d.what && o.ended == 0 })
		turned = turned || at < 0
	}
	for i := range t.is {
		o := &t.is[i]
		if o.ended == 0 && !slices.ContainsFunc(is, func(d decision) bool { return d.subject == o.subject }) {
			o.ended = k.crowd.Tick()
		}
		if goesOn := slices.ContainsFunc(is, func(d decision) bool { return d.subject == o.subject && d.what == o.what }); !goesOn && (o.ended == 0 || o.ended == k.crowd.Tick()) {
			o.why = w.whyEnded(k.crowd.Tick(), k.id, *o)
		}
	}
	if turned {
		t.last = turn{k.crowd.Tick(), t.last.tick, t.is, is}
		t.is = slices.Clone(is)
	}
}

// decided says what an agent has decided, by the family that decides for it: what its brain pursues, or what it was
// ordered, or which leaves of its trees run; and its reactions.
func (k judge) decided() (list []decision) {
	if m := k.view.Mind(k.id); m != nil && m.Len() > 0 {
		list = append(list, decision{subject: itPursues, what: k.pursuedText(m.Pursued(m.Len() - 1))})
	} else if r := k.view.Runner(k.id); k.kind.Mind == nil && r != nil {
		if d, on := r.CurrentOrder(); on {
			list = append(list, decision{subject: itCarriesOut, what: "order " + number(orderNumber(d))})
		}
	}
	for _, t := range k.view.Trees(k.id) {
		if leaves := k.leaves(t); k.kind.Mind == nil && len(leaves) > 0 {
			list = append(list, decision{subject: "tree " + t.Program().Info.Name, what: strings.Join(leaves, ", "), leaves: leaves})
		}
	}
	for _, p := range k.view.Parts(k.id) {
		if p.Running && !p.Layer {
			list = append(list, decision{subject: "reaction " + p.Name, what: "runs"})
		}
	}
	return list
}

func (k judge) pursuedText(p goal.Pursued) string {
	if p.Want < 0 {
		return k.pursuitText(p)
	}
	return k.wantText(k.kind.Mind.Brain.Wants[p.Want], p.Target)
}

// leaves names the leaves of a tree that run.
func (k judge) leaves(t *bt.Tree) (names []string) {
	for n := range int32(t.Program().Len()) {
		if info, _ := t.Program().Node(n); t.Status(n) == bt.Running && info.Kind.Info().Shape == def.ShapeLeaf {
			names = append(names, nodeLabel(t.Program(), n))
		}
	}
	return names
}

// Changed answers what changed when an agent last decided otherwise than before, up to the end of a tick, or, of an
// agent that would take another plan now, since its last planning. It continues with the run up to that tick. Named
// returns the agent while it is in the crowd. When done is closed, the answer is unknown.
func Changed(done <-chan struct{}, r Run, w *Witness, named func() (agent.ID, bool), tick int64) *explain.Answer {
	w.crowd = r.Crowd()
	var t turns
	h := again(done, r, named, tick, func(k *asker) { t.look(k, w) })
	return h.answered(explain.WhatChanged, "", func(k *asker, a *explain.Answer) {
		if k.isTurning() {
			judge{k}.whatTurned(a, t.last, h.states)
		} else {
			k.whatChanged(a, &t.plans)
		}
	})
}

// whatTurned reports a turn: which of the values that the agent decides by changed, which verdicts that turned, and
// what it decided before.
func (k judge) whatTurned(a *explain.Answer, t turn, states map[int64]*world.State) {
	then, now := states[t.since], states[t.tick]
	switch {
	case t.tick == 0:
		a.Findings = []explain.Finding{{Verdict: explain.Unknown, Note: "it has decided nothing in the ticks that are known"}}
		return
	case len(t.was) == 0 || then == nil || now == nil:
		a.Findings = []explain.Finding{{Verdict: explain.Unknown, Note: fmt.Sprintf("it has decided nothing else since tick %d, and what was before is not known", t.tick)}}
		return
	}
	a.Since, a.Until = t.since, t.tick
	c := changes{asker: k.asker, then: then, now: now, listed: map[world.Addr]int{}}
	before, after := k.in(then).judgements(t.since), k.in(now).judgements(t.tick)
	for i := range after {
		if j, old := &after[i], find(before, after[i].subject); t.isAbout(j.subject) || old.isOther(j) {
			c.add(old, j)
		}
	}
	for i := range before {
		if old, j := &before[i], find(after, before[i].subject); t.isAbout(old.subject) && j.verdict == noCandidate {
			c.add(old, j)
		}
	}
	a.Differences = append(append(c.cells, c.verdicts...), t.differences()...)
}

// noCandidate is the verdict about a want on a target that there is not.
const noCandidate = "no candidate"

// find returns the judgement about a subject.
func find(list []judgement, subject string) *judgement {
	at := slices.IndexFunc(list, func(j judgement) bool { return j.subject == subject })
	if at < 0 {
		return &judgement{subject: subject, verdict: noCandidate, want: true}
	}
	return &list[at]
}

// isAbout reports whether a subject is one of the two decisions.
func (t *turn) isAbout(subject string) bool {
	is := func(d decision) bool { return d.what == subject }
	return slices.ContainsFunc(t.is, is) || slices.ContainsFunc(t.was, is)
}

// differences are what was decided otherwise.
func (t *turn) differences() (out []explain.Difference) {
	what := func(list []decision, subject string) string {
		for _, d := range list {
			switch {
			case d.subject == subject:
				return d.text()
			}
		}
		return "none"
	}
	seen := map[string]bool{}
	for _, d := range append(slices.Clone(t.is), t.was...) {
		if old, now := what(t.was, d.subject), what(t.is, d.subject); !seen[d.subject] && old != now {
			out = append(out, explain.Difference{Symbol: d.subject, Old: old, New: now})
		}
		seen[d.subject] = true
	}
	return out
}

// changes collects what changed between two states of an agent.
type changes struct {
	*asker
	then, now       *world.State
	cells, verdicts []explain.Difference
	listed          map[world.Addr]int // places in cells
}

// add adds a judgement that turned, or that is about what was decided, with the cells that it reads.
func (c *changes) add(old, j *judgement) {
	turned := old.verdict != j.verdict
	if turned && len(c.verdicts) < maxChanges {
		c.verdicts = append(c.verdicts, explain.Difference{Symbol: j.subject, Old: old.verdict, New: j.verdict})
	}
	for _, r := range j.reads {
		at, listed := c.listed[r.Addr]
		if r.Absent || r.Sym.Says != "" || !listed && (same(r.Sym, r.Addr, c.then, c.now) || len(c.cells) >= maxChanges) {
			continue
		}
		if !listed {
			at = len(c.cells)
			c.listed[r.Addr] = at
			c.cells = append(c.cells, explain.Difference{Symbol: c.cellText(r.Sym, r.Addr), Old: c.cell(r.Sym, r.Addr, c.then), New: c.cell(r.Sym, r.Addr, c.now)})
		}
		if old.isOther(j) && c.cells[at].Turned == "" {
			c.cells[at].Turned = j.subject + ": " + j.verdict
		}
	}
}

// in returns the judge of another state of the agent.
func (k judge) in(st *world.State) judge {
	other := *k.asker
	other.state, other.names = st, characters{st, k.crowd}
	other.machine.State = st
	return judge{&other}
}

// judgement is a verdict about one of the things that decide for an agent, and what it reads.
type judgement struct {
	subject, verdict string
	want, scored     bool // it is about a want; its verdict is a number, which changes all the time
	reads            []expr.Reading
}

// isOther reports whether the verdict is another one: of a want, whether it can be chosen.
func (j *judgement) isOther(than *judgement) bool {
	if j.want || than.want {
		return j.scored != than.scored
	}
	return j.verdict != than.verdict
}

// judgements lists what decides for an agent in the asker's state, at a tick: conditions of reactions, plan lines and
// running trees, and the scores of its wants.
func (k judge) judgements(tick int64) (list []judgement) {
	condition := func(subject string, t *expr.Term, frame []world.Word) {
		if t == nil {
			return
		}
		holds, ok := k.holds(t, frame)
		j := judgement{subject: subject, verdict: "does not hold", reads: k.readBy(t, frame)}
		if holds {
			j.verdict = "holds"
		}
		if ok {
			list = append(list, j)
		}
	}
	for i := range k.kind.Reactions {
		condition("reaction "+k.kind.Reactions[i].Do.Name()+", "+orNothing(k.kind.Reactions[i].On), k.kind.Reactions[i].On, nil)
	}
	list = append(list, k.wantJudgements(tick)...)
	for i := range k.kind.Plans {
		condition("plan line "+k.lineName(i)+", "+orNothing(k.kind.Plans[i].When), k.kind.Plans[i].When, nil)
	}
	for _, t := range k.view.Trees(k.id) {
		for n := range int32(t.Program().Len()) {
			info, _ := t.Program().Node(n)
			label := "node " + nodeLabel(t.Program(), n)
			for _, c := range []*expr.Term{info.While, info.SkipIf, info.FailIf, info.SucceedIf} {
				condition(label+", "+orNothing(c), c, k.frame(t))
			}
			if info.Kind != def.NodeIf || info.Decl != nil && info.Decl.Name != "" {
				label += ", " + orNothing(info.Cond)
			}
			condition(label, info.Cond, k.frame(t)) // a node without a name is named by its condition
		}
	}
	return list
}

// wantJudgements lists the scores of wants, or why they have none.
func (k judge) wantJudgements(tick int64) (list []judgement) {
	r := k.view.CandidatesAt(k.id, k.state, tick)
	if r == nil {
		return nil
	}
	for i := range r.Candidates {
		c := &r.Candidates[i]
		if c.Want < 0 {
			continue
		}
		w := k.kind.Mind.Brain.Wants[c.Want]
		j := judgement{subject: k.wantText(w, c.Target), verdict: scoreText(c), want: true, scored: c.Scored != nil}
		for _, t := range append([]*expr.Term{w.When, w.Score}, considered(w)...) {
			j.reads = append(j.reads, k.readBy(t, targetFrame(c.Target))...)
		}
		list = append(list, j)
	}
	return list
}

// orNothing is the text of a condition; nothing if there is none.
func orNothing(t *expr.Term) string {
	if t == nil {
		return ""
	}
	return t.String()
}

func considered(w *def.WantInfo) (list []*expr.Term) {
	for i := range w.Considers {
		list = append(list, w.Considers[i].Value)
	}
	return list
}

// scoreText is the score of a candidate for itself: without what it has for being the present choice.
func scoreText(c *goal.Candidate) string {
	if c.Scored == nil {
		return c.Why.String()
	}
	return "scores " + trim(ownScore(c.Scored))
}

func ownScore(s *utility.Scored) float64 { return s.Aggregate * s.Weight * s.Offer }

// readBy returns what a condition can read; nothing if a function of the host panics.
func (k judge) readBy(t *expr.Term, frame []world.Word) (list []expr.Reading) {
	defer func() {
		if recover() != nil {
			list = nil
		}
	}()
	return expr.ReadBy(t, &k.machine, frame)
}
