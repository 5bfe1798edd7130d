package goal

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Why is why a want on a target is not chosen, or what else became of it.
type Why uint8

const (
	Compared  Why = iota // it was compared with the others
	Chosen               // it is the choice
	NoThought            // its condition does not hold
	Resting              // its goal has failed
	NotForIt             // the personality does not want it
	CannotBe             // its goal or task cannot start
)

// String returns the reason in a few words.
func (w Why) String() string {
	return fact.Name(w, "compared", "chosen", "its condition does not hold", "it rests after a failure", "not for this personality", "its goal or task cannot start")
}

// Candidate is a want on a target, with what became of it.
type Candidate struct {
	Want   int32          // -1: an order
	Target utility.Target // NoTarget: none
	Why    Why
	Blame  string          // NoThought: the part of its when that does not hold, with the values it saw; empty if that calls the host
	Until  int64           // tick before which it rests
	Scored *utility.Scored // its score with all parts; nil if it was not scored
	Text   string          // the want on its target, as events name it
	On     string          // the name of its target; empty: none
	Parts  []Part          // parts of its score, if that is an expression
	Shape  *Piece          // the same as sums, products and curves; nil if it was not scored, or a function of the host does that

	scaled bool // the score is an expression, which counts in units of MaxScore
}

// Report describes an arbitration.
type Report struct {
	Tick       int64
	Candidates []Candidate // those that were omitted, then those that were scored, in the order in which ties are decided
	Choice     utility.Choice
	Want       int32 // the chosen want; -1: none
	Order      int64 // the chosen order; 0: none
	// Drawn is the number that a choice by chance is drawn by, and Last that of the arbitration before, from 0 to 1;
	// -1: there was none.
	Drawn, Last float64

	p     *Program
	b     *brain
	st    *world.State // while it is made
	order int64        // the order that is compared
}

func (r *Report) leaveOut(want int32, target utility.Target, why Why, until int64) {
	if r != nil {
		r.add(Candidate{Want: want, Target: target, Why: why, Until: until})
	}
}

// leaveOutFor omits a want whose condition does not hold.
func (r *Report) leaveOutFor(when Cond, want int32, target utility.Target, e *Env, frame []world.Word) {
	if r != nil {
		r.add(Candidate{Want: want, Target: target, Why: NoThought, Blame: blame(when, e, frame, r.st)})
	}
}

// blame reports which part of a condition does not hold. A condition that asks the host is not taken apart: it may not
// be asked twice.
func blame(when Cond, e *Env, frame []world.Word, st *world.State) string {
	c, ok := when.(*expr.Cond)
	if !ok || asksHost(c.Term(), map[*expr.Derived]bool{}) {
		return ""
	}
	why := expr.Explain(c.Term(), e.Machine, frame)
	if why.Holds {
		return ""
	}
	return why.Format(st)
}

// asksHost reports whether a term calls a function of the host, also by the way of derived symbols.
func asksHost(t *expr.Term, seen map[*expr.Derived]bool) (asks bool) {
	t.Walk(func(t *expr.Term) bool {
		switch {
		case t.Kind == expr.TermFunc:
			asks = true
		case t.Kind == expr.TermDerived && !seen[t.Derived]:
			seen[t.Derived] = true
			asks = asks || asksHost(t.Derived.Body, seen)
		}
		return !asks
	})
	return asks
}

// add adds a candidate, which gets its text.
func (r *Report) add(c Candidate) {
	if c.Want < 0 {
		c.Text = orderText(r.order)
	} else {
		w := &r.b.Wants[c.Want]
		c.Text, c.On = r.p.wantText(w, c.Target, r.st), r.p.targetText(w, c.Target, r.st)
	}
	r.Candidates = append(r.Candidates, c)
}

func orderText(number int64) string { return fmt.Sprintf("order %d", number) }

// Explain repeats the arbitration as of now, with every want on every target and every part of its score. It changes
// nothing. It passes on a panic of the host's code. It reports the best score even while an order or an uninterrupted
// step prevents the mind from arbitrating.
func (m *Mind) Explain(e *Env) *Report {
	defer e.ponder()()
	m.shuffle(e)
	r := &Report{Tick: e.Ctx.Tick(), Want: -1, p: m.p, b: m.b, st: e.Ctx.State(), Choice: utility.Choice{Option: utility.Option{Behaviour: utility.None, Target: utility.NoTarget}}}
	r.order = m.candidate()
	m.collect(e, r)
	m.prepare(e)
	if r.Drawn, r.Last = -1, -1; m.b.Selection.Rule == utility.WeightedRandom && m.drawn > 0 {
		before := e.rand
		before.Counter--
		r.Last = before.Float64()
	}
	first := len(r.Candidates)
	for n := range MaxRefusals {
		scored := m.b.utility.Explain(&e.turn)
		if m.b.Selection.Rule == utility.WeightedRandom {
			r.Drawn = scored.Drawn
		}
		if n == 0 {
			for i := range scored.Options {
				o := &scored.Options[i]
				c := Candidate{Want: m.b.wants[o.Behaviour], Target: o.Target, Scored: o, Parts: m.parts(e, o)}
				c.Shape, c.scaled = m.shape(e, o)
				r.add(c)
			}
		}
		c := scored.Choice
		if !c.Found() {
			break
		}
		want := m.b.wants[c.Behaviour]
		at := first
		for r.Candidates[at].Scored.Option != c.Option {
			at++
		}
		if want < 0 {
			if r.Order = m.toBeTaken(e); r.Order > 0 {
				r.Candidates[at].Why, r.Candidates[at].Text, r.Choice = Chosen, orderText(r.Order), c
				break
			}
		}
		if want >= 0 && (m.find(want, c.Target) >= 0 || m.can(e, want, c.Target)) {
			r.Candidates[at].Why, r.Choice, r.Want = Chosen, c, want
			break
		}
		r.Candidates[at].Why = CannotBe
		if e.exclude(c.Option); m.b.Selection.Rule == utility.WeightedRandom {
			e.rand.Float64()
		}
	}
	r.st = nil
	return r
}

// String returns a table: a line for each candidate with its score and factors, and one for each of its considerations,
// or of the parts of its score.
func (r *Report) String() string {
	var s strings.Builder
	if r.Want < 0 && r.Order == 0 {
		s.WriteString("chosen: nothing\n")
	}
	for i := range r.Candidates {
		if c := &r.Candidates[i]; c.Why == Chosen {
			fmt.Fprintf(&s, "chosen: %s, score %.4f\n", c.Text, r.Choice.Score)
		}
	}
	for i := range r.Candidates {
		r.write(&s, &r.Candidates[i])
	}
	return s.String()
}

func (r *Report) write(s *strings.Builder, c *Candidate) {
	mark := ' '
	if c.Why == Chosen {
		mark = '>'
	}
	fmt.Fprintf(s, "%c %-28s", mark, c.Text)
	o := c.Scored
	if o == nil {
		fmt.Fprintf(s, " %s", c.Why)
		if c.Blame != "" {
			s.WriteString(": " + c.Blame)
		}
		if c.Until == never {
			s.WriteString(" until it is forgiven")
		} else if c.Until > 0 {
			fmt.Fprintf(s, " until tick %d", c.Until)
		}
		s.WriteByte('\n')
		return
	}
	fmt.Fprintf(s, " %.4f = %.4f", o.Score, c.Value())
	for _, f := range c.Factors() {
		fmt.Fprintf(s, " x %s %.4g", f.Name, f.Value)
	}
	if r.b.Selection.Ranked {
		fmt.Fprintf(s, ", rank %d", o.Rank)
	}
	if o.Cooling {
		s.WriteString(", cooling down")
	}
	if c.Why == CannotBe {
		s.WriteString(", " + c.Why.String())
	}
	s.WriteByte('\n')
	for _, p := range o.Parts {
		if p.Input >= len(r.b.Inputs) {
			continue
		}
		fmt.Fprintf(s, "      %-24s %.4f = curve(%.4f), value %.6g\n", r.b.utility.Config().Inputs[p.Input].Name, p.Y, p.X, p.Value)
	}
	for _, p := range c.Parts {
		fmt.Fprintf(s, "      %s%s = %s\n", strings.Repeat("  ", p.Depth), p.Text, p.Value)
	}
}
