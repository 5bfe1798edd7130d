package utility_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/karakuri-ai/karakuri/det"
	. "github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
)

// anyCurve draws a curve of any kind, with parameters that are often near those that people use.
func anyCurve(t *rapid.T) curve.Curve {
	k := curve.Kind(rapid.IntRange(0, len(curve.Kinds())-1).Draw(t, "kind"))
	c := k.Curve()
	wild := rapid.IntRange(0, 3).Draw(t, "wild") == 0
	for i := range curve.Kinds()[k].Params {
		p := &curve.Kinds()[k].Params[i]
		lo, hi := max(p.Min, p.Default-2), min(p.Max, p.Default+2)
		if wild {
			lo, hi = p.Min, p.Max
		}
		if rapid.Bool().Draw(t, "set "+p.Name) {
			p.Set(&c, rapid.Float64Range(lo, hi).Draw(t, p.Name))
		}
	}
	if c.Low > c.High {
		c.Low, c.High = c.High, c.Low
	}
	if rapid.Bool().Draw(t, "whole") {
		for i := range curve.Kinds()[k].Params {
			if p := &curve.Kinds()[k].Params[i]; p.Name == "exponent" {
				p.Set(&c, max(p.Min, math.Round(p.Get(&c))))
			}
		}
	}
	if k == curve.Piecewise {
		c.Points = nil
		x := rapid.Float64Range(-1, 0.5).Draw(t, "first x")
		for range rapid.IntRange(1, 6).Draw(t, "points") {
			c.Points = append(c.Points, curve.Point{X: x, Y: rapid.Float64Range(-0.5, 1.5).Draw(t, "y")})
			x += rapid.Float64Range(0.001, 0.5).Draw(t, "step")
		}
	}
	return c
}

// anyConfig draws a configuration. Few inputs with few values make ties.
func anyConfig(t *rapid.T) Config {
	cfg := Config{Selection: Selection{
		Rule:      Rule(rapid.IntRange(0, 2).Draw(t, "rule")),
		Ranked:    rapid.Bool().Draw(t, "ranked"),
		Threshold: rapid.SampledFrom([]float64{0, 0.2, 0.5, 0.9}).Draw(t, "threshold"),
		Top:       rapid.IntRange(0, 4).Draw(t, "top"), TopPercent: rapid.SampledFrom([]float64{0, 0, 10, 50}).Draw(t, "percent"),
		Within: rapid.SampledFrom([]float64{0, 0, 0.1, 0.6}).Draw(t, "within"),
	}}
	cfg.Inertia = Inertia{rapid.SampledFrom([]float64{0, 0.1, 1}).Draw(t, "inertia"), int64(rapid.IntRange(0, 20).Draw(t, "fade"))}
	cfg.Repetition = Repetition{rapid.SampledFrom([]float64{0, 0.3, 1}).Draw(t, "penalty"), rapid.IntRange(0, 4).Draw(t, "recent")}
	curves := rapid.SliceOfN(rapid.Custom(anyCurve), 1, 6).Draw(t, "curves")
	for range rapid.IntRange(1, 6).Draw(t, "inputs") {
		cfg.Inputs = append(cfg.Inputs, Input{Self: rapid.Bool().Draw(t, "self"), Cost: float64(rapid.IntRange(0, 2).Draw(t, "cost"))})
	}
	for range rapid.IntRange(1, 5).Draw(t, "behaviours") {
		b := Behaviour{Targeted: rapid.Bool().Draw(t, "targeted"), Aggregation: Aggregation(rapid.IntRange(0, 6).Draw(t, "aggregation")),
			Weight: rapid.SampledFrom([]float64{0, 0.5, 3}).Draw(t, "weight"), Rank: rapid.IntRange(0, 2).Draw(t, "rank"),
			CooldownTicks: int64(rapid.IntRange(0, 3).Draw(t, "cooldown"))}
		for range rapid.IntRange(0, 4).Draw(t, "considerations") {
			c := Consideration{Input: rapid.IntRange(0, len(cfg.Inputs)-1).Draw(t, "input"), Curve: rapid.SampledFrom(curves).Draw(t, "curve"),
				Weight: rapid.SampledFrom([]float64{0, 0.1, 2}).Draw(t, "weight of it")}
			if rapid.Bool().Draw(t, "range") {
				c.Min, c.Max = 0.9, 0.2
			}
			if !b.Targeted && !cfg.Inputs[c.Input].Self {
				continue
			}
			b.Considerations = append(b.Considerations, c)
		}
		cfg.Behaviours = append(cfg.Behaviours, b)
	}
	return cfg
}

func anyTurn(t *rapid.T, cfg *Config, m *Memory, now int64, seed uint64) *Turn {
	const targets = 5
	coarse := rapid.Bool().Draw(t, "coarse")
	var values Columns
	for range cfg.Inputs {
		var column []float64
		for range targets {
			v := rapid.Float64Range(-0.1, 1.1).Draw(t, "value")
			if coarse {
				v = math.Round(v*2) / 2
			}
			column = append(column, v)
		}
		values = append(values, column)
	}
	turn := &Turn{Inputs: &values, Memory: m, Now: now}
	for b := range cfg.Behaviours {
		if rapid.IntRange(0, 4).Draw(t, "offered") == 0 {
			continue
		}
		of := Offer{Behaviour: b, Rank: rapid.IntRange(0, 1).Draw(t, "more rank"), Factor: rapid.SampledFrom([]float64{0, 0.3, 2}).Draw(t, "factor")}
		for target := range Target(rapid.IntRange(0, targets).Draw(t, "targets")) {
			of.Targets = append(of.Targets, target)
		}
		turn.Offers = append(turn.Offers, of)
	}
	r := det.NewRand(seed, 0, 0)
	turn.Random = &r
	return turn
}

// TestBoundsChooseAsTheNaiveLoop: bounds, tables and early ends change neither choice nor score, in any order of
// decisions.
func TestBoundsChooseAsTheNaiveLoop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := anyConfig(t)
		p, err := Compile(cfg)
		if err != nil {
			t.Fatal(err)
		}
		m, d, slow := NewMemory(p), NewDecider(p), naive{cfg: &cfg}
		now := int64(0)
		for step := range rapid.IntRange(1, 6).Draw(t, "decisions") {
			now += int64(rapid.IntRange(0, 5).Draw(t, "ticks"))
			turn := anyTurn(t, &cfg, m, now, uint64(step))
			again := *turn
			r := *turn.Random
			again.Random = &r
			report := p.Explain(turn)
			got := d.Decide(turn)
			want, score := slow.decide(&again)
			if got.Option != want || math.Float64bits(got.Score) != math.Float64bits(score) {
				t.Fatalf("decision %d: chose %v (%v), the naive loop %v (%v)\n%v", step, got.Option, got.Score, want, score, report)
			}
			if report.Choice != got {
				t.Fatalf("decision %d: chose %v, the report says %v\n%v", step, got, report.Choice, report)
			}
			if *turn.Random != *again.Random {
				t.Fatal("another number of random numbers was drawn")
			}
			if rapid.Bool().Draw(t, "adopt") {
				m.Adopt(p, got.Option, now)
			}
		}
	})
}

// TestManyOptions: the same for more options than bounds are kept of.
func TestManyOptions(t *testing.T) {
	r := det.NewRand(11, 0, 0)
	for _, sel := range []Selection{{}, {Rule: WeightedRandom, Top: 100}, {Rule: WeightedRandom, Top: 10}, {Rule: WeightedRandom, TopPercent: 5},
		{Rule: WeightedRandom, Within: 0.1}, {Rule: FirstOver, Threshold: 0.95}} {
		cfg := benchConfig(2, true, func(int) []curve.Curve { return classic(&r) })
		cfg.Selection = sel
		p := compile(t, cfg)
		d, slow := NewDecider(p), naive{cfg: &cfg}
		for i, turn := range turns(&cfg, 300, func(int, int, int) float64 { return r.Float64() })[:20] {
			again := turn
			one, other := r, r
			turn.Random, again.Random = &one, &other
			got := d.Decide(&turn)
			if want, score := slow.decide(&again); got.Option != want || got.Score != score {
				t.Errorf("%+v, decision %d: %+v, the naive loop chooses %v (%v)", sel, i, got, want, score)
			}
			r.Uint64()
		}
	}
}
