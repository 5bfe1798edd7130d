package utility_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
	. "github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
)

// The decision that is measured: 10 behaviours on 8 targets, 4 considerations each.
const (
	benchBehaviours = 10
	benchTargets    = 8
	benchTurns      = 64 // different situations, taken in turn
)

// classic returns the four considerations of the Infinite Axis Utility System, one of each of its curves, with
// parameters drawn anew.
func classic(r *det.Rand) []curve.Curve {
	linear, polynomial, logistic, logit := curve.Linear.Curve(), curve.Polynomial.Curve(), curve.Logistic.Curve(), curve.Logit.Curve()
	if r.Chance(0.5) {
		linear.Slope, linear.YShift = -1, 1
	}
	polynomial.Exponent = r.Between(0.5, 4)
	logistic.Exponent, logistic.XShift = r.Between(0.5, 2), r.Between(-0.2, 0.2)
	logit.Exponent = r.Between(0.5, 1.5)
	return []curve.Curve{linear, polynomial, logistic, logit}
}

// every returns the next four kinds of curves, as the examples have them.
func every(from int) []curve.Curve {
	var list []curve.Curve
	for i := range 4 {
		list = append(list, curve.Kinds()[(from+i)%len(curve.Kinds())].Example.Curve)
	}
	return list
}

// benchConfig has an input of its own for each consideration.
func benchConfig(behaviours int, targeted bool, curves func(behaviour int) []curve.Curve) Config {
	var cfg Config
	for n := range behaviours {
		b := Behaviour{Targeted: targeted}
		for _, c := range curves(n) {
			b.Considerations = append(b.Considerations, Consideration{Input: len(cfg.Inputs), Curve: c})
			cfg.Inputs = append(cfg.Inputs, Input{Self: !targeted})
		}
		cfg.Behaviours = append(cfg.Behaviours, b)
	}
	return cfg
}

func offerAll(cfg *Config, targets int) []Offer {
	var offers []Offer
	for b := range cfg.Behaviours {
		of := Offer{Behaviour: b}
		for i := range Target(targets) {
			of.Targets = append(of.Targets, i)
		}
		offers = append(offers, of)
	}
	return offers
}

// turns returns situations whose inputs a function gives, by situation, option and consideration.
func turns(cfg *Config, targets int, value func(turn, option, consideration int) float64) []Turn {
	var list []Turn
	for n := range benchTurns {
		columns := make(Columns, len(cfg.Inputs))
		for b := range cfg.Behaviours {
			for i, c := range cfg.Behaviours[b].Considerations {
				for target := range targets {
					columns[c.Input] = append(columns[c.Input], value(n, b*targets+target, i))
				}
			}
		}
		list = append(list, Turn{Inputs: &columns, Offers: offerAll(cfg, targets)})
	}
	return list
}

// compare measures the decider against the naive loop, after asserting that both choose the same.
func compare(b *testing.B, cfg Config, list []Turn) {
	p, err := Compile(cfg)
	if err != nil {
		b.Fatal(err)
	}
	d, slow := NewDecider(p), naive{cfg: &cfg}
	for i := range list {
		got, want := d.Decide(&list[i]), Option{}
		var score float64
		if want, score = slow.decide(&list[i]); got.Option != want || got.Score != score {
			b.Fatalf("situation %d: %v (%v), the naive loop chooses %v (%v)", i, got.Option, got.Score, want, score)
		}
	}
	b.Run("decider", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			d.Decide(&list[i%len(list)])
		}
	})
	b.Run("naive", func(b *testing.B) {
		best := bestOf{cfg: &cfg}
		for i := 0; b.Loop(); i++ {
			best.decide(&list[i%len(list)])
		}
	})
}

// bestOf is the naive loop at its leanest: the best option by compensated product, without weights, memory and ranks.
type bestOf struct{ cfg *Config }

func (n *bestOf) decide(t *Turn) (best Option, score float64) {
	columns := *t.Inputs.(*Columns)
	for i := range t.Offers {
		of := &t.Offers[i]
		b := &n.cfg.Behaviours[of.Behaviour]
		list := b.Considerations
		spread := 1 - 1/float64(len(list))
		for _, target := range targetsOf(b, of) {
			s, at := 1.0, max(target, 0)
			for k := range list {
				s = float64(s * list[k].At(columns[list[k].Input][at]))
			}
			if s += float64(float64((1-s)*spread) * s); s > score {
				best, score = Option{of.Behaviour, target}, s
			}
		}
	}
	return best, score
}

// BenchmarkRandom has uniform random inputs.
func BenchmarkRandom(b *testing.B) {
	r := det.NewRand(1, 0, 0)
	cfg := benchConfig(benchBehaviours, true, func(int) []curve.Curve { return classic(&r) })
	compare(b, cfg, turns(&cfg, benchTargets, func(int, int, int) float64 { return r.Float64() }))
}

// BenchmarkEight has uniform random inputs as well: 10 behaviours on 4 targets, 8 considerations each.
func BenchmarkEight(b *testing.B) {
	r := det.NewRand(1, 0, 0)
	cfg := benchConfig(benchBehaviours, true, func(int) []curve.Curve { return append(classic(&r), classic(&r)...) })
	list := turns(&cfg, 4, func(int, int, int) float64 { return r.Float64() })
	compare(b, cfg, list)
	b.Run("floor", func(b *testing.B) {
		o := newOracle(cfg, list)
		for i := 0; b.Loop(); i++ {
			o.decide(i % len(list))
		}
	})
}

// oracle does the least that an exact decider must do: it knows the best option of each situation beforehand, computes
// its score, and reads inputs of the others until upper bounds rule them out. It reads slices that it knows, and does
// not score the few options that its bounds leave open.
type oracle struct {
	bestOf
	list  []Turn
	known []Option
	axes  [][]oracleAxis // by behaviour, in the order in which they rule out most
	open  int
}

type oracleAxis struct {
	input int
	mean  float64
	upper [64]float64 // by the first 6 bits of the input
}

func newOracle(cfg Config, list []Turn) *oracle {
	o := &oracle{bestOf: bestOf{&cfg}, list: list}
	for _, b := range cfg.Behaviours {
		var axes []oracleAxis
		for _, c := range b.Considerations {
			a := oracleAxis{input: c.Input}
			for i := range a.upper { // the curves of classic rise or fall throughout
				a.upper[i] = max(c.At(float64(i)/64), c.At(float64(i+1)/64))
				a.mean += det.Log(a.upper[i])
			}
			axes = append(axes, a)
		}
		slices.SortFunc(axes, func(a, b oracleAxis) int { return cmp.Compare(a.mean, b.mean) })
		o.axes = append(o.axes, axes)
	}
	for i := range list {
		best, _ := o.bestOf.decide(&list[i])
		o.known = append(o.known, best)
	}
	return o
}

// product computes the product of an option's considerations, of which the score is but a few operations more.
func (o *oracle) product(turn int, of Option) float64 {
	columns, s := *o.list[turn].Inputs.(*Columns), 1.0
	considerations := o.cfg.Behaviours[of.Behaviour].Considerations
	for i := range considerations {
		s = float64(s * considerations[i].At(columns[considerations[i].Input][of.Target]))
	}
	return s
}

func (o *oracle) decide(turn int) {
	columns, least := *o.list[turn].Inputs.(*Columns), o.product(turn, o.known[turn])
	for b := range o.axes {
		for _, target := range o.list[turn].Offers[b].Targets {
			s := 1.0
			for i := 0; i < len(o.axes[b]) && s >= least; i++ {
				a := &o.axes[b][i]
				s *= a.upper[int(columns[a.input][target]*64)&63]
			}
			if s >= least {
				o.open++
			}
		}
	}
}

// BenchmarkEveryKind has uniform random inputs, and curves half of which cost next to nothing anyway.
func BenchmarkEveryKind(b *testing.B) {
	r := det.NewRand(1, 0, 0)
	cfg := benchConfig(benchBehaviours, true, func(n int) []curve.Curve { return every(4 * n) })
	compare(b, cfg, turns(&cfg, benchTargets, func(int, int, int) float64 { return r.Float64() }))
}

// BenchmarkRising is bad for bounds: all behaviours are alike, and each option is better than all before, so that none
// can be ruled out before all of it has been looked at.
func BenchmarkRising(b *testing.B) {
	cfg := benchConfig(benchBehaviours, true, rising)
	const options = benchBehaviours * benchTargets
	compare(b, cfg, turns(&cfg, benchTargets, func(_, option, _ int) float64 { return 0.1 + 0.9*float64(option)/options }))
}

// BenchmarkEqual is worse: all options score the same, so that bounds say nothing at all.
func BenchmarkEqual(b *testing.B) {
	cfg := benchConfig(benchBehaviours, true, rising)
	compare(b, cfg, turns(&cfg, benchTargets, func(turn, _, _ int) float64 { return 0.1 + 0.8*float64(turn)/benchTurns }))
}

// BenchmarkClose is the worst: what scores differ by is far less than the width of the bounds, and no two inputs are
// the same.
func BenchmarkClose(b *testing.B) {
	cfg := benchConfig(benchBehaviours, true, rising)
	compare(b, cfg, turns(&cfg, benchTargets, func(turn, option, _ int) float64 { return 0.1 + 0.8*float64(turn)/benchTurns + 1e-9*float64(option) }))
}

// rising returns four curves of the kinds of classic that rise, the same for all.
func rising(int) []curve.Curve {
	polynomial := curve.Polynomial.Curve()
	polynomial.Exponent = 1.5
	return []curve.Curve{curve.Linear.Curve(), polynomial, curve.Logistic.Curve(), curve.Logit.Curve()}
}

// BenchmarkSmall is the decision of a brain with six goals: two considerations of the agent itself each.
func BenchmarkSmall(b *testing.B) {
	r := det.NewRand(1, 0, 0)
	cfg := benchConfig(6, false, func(int) []curve.Curve { return classic(&r)[1:3] })
	compare(b, cfg, turns(&cfg, 1, func(int, int, int) float64 { return r.Float64() }))
}
