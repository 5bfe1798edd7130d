package utility

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/internal/sorting"
)

// Report explains a decision: every option with its score and the parts of the score.
type Report struct {
	Choice  Choice
	Options []Scored // in the order that decides ties: by rank if ranks count, then as offered
	Drawn   float64  // for WeightedRandom: the number that the choice was drawn by, from 0 to 1

	prog *Program
}

// Scored is an option with its score: Aggregate * Weight * Offer * Inertia * Repetition, multiplied from the left; 0
// while it is cooling down.
type Scored struct {
	Option
	Rank       int
	Parts      []Part // in the order of declaration
	Aggregate  float64
	Weight     float64 // of the behaviour
	Offer      float64 // factor of the offer
	Inertia    float64 // factor of the current option
	Repetition float64 // factor for recent repetitions
	Cooling    bool    // its cooldown is not over
	Score      float64
	InDraw     bool // for WeightedRandom: it takes part in the draw; for other rules: it is the choice
}

// Part is the result of one consideration.
type Part struct {
	Input int
	Value float64 // of the input
	X     float64 // the input mapped to 0..1
	Y     float64 // the curve at X
}

// Explain makes the same decision as [Decider.Decide], but scores all options and returns all parts. It draws no random
// number: the report uses the turn's next one.
func (p *Program) Explain(t *Turn) *Report {
	r := &Report{Choice: Choice{Option: noOption}, prog: p}
	for i := range t.Offers {
		of := &t.Offers[i]
		b := &p.behaviours[of.Behaviour]
		for _, target := range of.targets(b) {
			r.Options = append(r.Options, p.explain(t, of, b, target))
		}
	}
	drawn := 0.0
	if p.cfg.Selection.Rule == WeightedRandom {
		next := *t.Random
		drawn = next.Float64()
		r.Drawn = drawn
	}
	if p.cfg.Selection.Ranked {
		sorting.By(r.Options, func(a, b Scored) int { return cmp.Compare(b.Rank, a.Rank) })
	}
	for from := 0; from < len(r.Options) && !r.Choice.Found(); {
		to := len(r.Options)
		if p.cfg.Selection.Ranked {
			to = from + 1
			for to < len(r.Options) && r.Options[to].Rank == r.Options[from].Rank {
				to++
			}
		}
		r.choose(t, r.Options[from:to], drawn)
		from = to
	}
	return r
}

func (p *Program) explain(t *Turn, of *Offer, b *behaviour, target Target) Scored {
	o := Option{of.Behaviour, target}
	f := t.factors(p, of, o)
	s := Scored{Option: o, Rank: b.rank + of.Rank, Weight: f.weight, Offer: f.offer, Inertia: f.inertia, Repetition: f.repetition,
		Cooling: f.cooling}
	fold := unitOf[b.fold]
	for i := range b.considerations {
		c := &b.considerations[i]
		asked := target
		if p.cfg.Inputs[c.Input].Self {
			asked = NoTarget
		}
		var value [1]float64
		t.Inputs.Fill(value[:], c.Input, []Target{asked})
		v := value[0]
		least, scale := c.span()
		part := Part{c.Input, v, curve.Unit(float64((v - least) * scale)), c.At(v)}
		s.Parts = append(s.Parts, part)
		fold = b.fold.take(fold, part.Y, orOne(c.Weight))
	}
	s.Aggregate = b.finish(fold)
	s.Score = float64(s.Aggregate * f.product())
	return s
}

// choose chooses among options of one rank.
func (r *Report) choose(t *Turn, options []Scored, drawn float64) {
	sel := &r.prog.cfg.Selection
	var list []candidate
	for i := range options {
		if o := &options[i]; o.Score > 0 {
			list = append(list, candidate{o.Option, o.Score, int32(i)})
		}
	}
	var chosen candidate
	switch sel.Rule {
	case Best:
		chosen = best(list, t.current())
		list = []candidate{chosen}
	case WeightedRandom:
		list = sel.admitted(list, len(options), t.current())
		chosen = draw(list, drawn)
	default:
		chosen = candidate{Option: noOption}
		if i := slices.IndexFunc(list, func(c candidate) bool { return c.score >= sel.Threshold }); i >= 0 {
			chosen = list[i]
		}
		list = []candidate{chosen}
	}
	for i := range options {
		options[i].InDraw = slices.ContainsFunc(list, func(c candidate) bool { return c.Option == options[i].Option })
	}
	r.Choice = Choice{chosen.Option, chosen.score, chosen.Behaviour != None && chosen.Option == t.current()}
}

// String returns a table: a line for each option with its score and factors, and one for each of its considerations.
func (r *Report) String() string {
	var s strings.Builder
	if r.Choice.Found() {
		fmt.Fprintf(&s, "chosen: %s, score %.4f", r.name(r.Choice.Option), r.Choice.Score)
		if r.Choice.Kept {
			s.WriteString(" (kept)")
		}
	} else {
		s.WriteString("chosen: nothing")
	}
	s.WriteByte('\n')
	for i := range r.Options {
		r.Options[i].write(&s, r)
	}
	return s.String()
}

func (o *Scored) write(s *strings.Builder, r *Report) {
	mark := ' '
	if o.Option == r.Choice.Option {
		mark = '>'
	}
	b := &r.prog.cfg.Behaviours[o.Behaviour]
	fmt.Fprintf(s, "%c %-28s %.4f = %s %.4f", mark, r.name(o.Option), o.Score, b.Aggregation, o.Aggregate)
	for _, f := range []struct {
		name  string
		value float64
	}{{"weight", o.Weight}, {"offer", o.Offer}, {"inertia", o.Inertia}, {"repetition", o.Repetition}} {
		if f.value != 1 {
			fmt.Fprintf(s, " x %s %.4g", f.name, f.value)
		}
	}
	if r.prog.cfg.Selection.Ranked {
		fmt.Fprintf(s, ", rank %d", o.Rank)
	}
	if o.Cooling {
		s.WriteString(", cooling down")
	}
	s.WriteByte('\n')
	for i, p := range o.Parts {
		fmt.Fprintf(s, "      %-24s %.4f = %s(%.4f), value %.6g\n", r.prog.cfg.Inputs[p.Input].Name, p.Y, b.Considerations[i].Curve.Kind, p.X, p.Value)
	}
}

func (r *Report) name(o Option) string {
	b := &r.prog.cfg.Behaviours[o.Behaviour]
	if !b.Targeted {
		return b.Name
	}
	return fmt.Sprintf("%s(%d)", b.Name, o.Target)
}
