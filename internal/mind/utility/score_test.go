package utility_test

import (
	"math"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
	. "github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
)

// goldenScores holds the bits of many scores and choices, folded together.
const goldenScores = 0x817f68381447ba5d

func TestScoresAreTheSameEverywhere(t *testing.T) {
	if got := scoreBits(t); got != goldenScores {
		t.Errorf("%#x, want %#x", got, uint64(goldenScores))
	}
}

// scoreBits folds scores and choices of many decisions together, with every aggregation and all factors.
func scoreBits(t *testing.T) (fold uint64) {
	r := det.NewRand(7, 0, 0)
	for a := Compensated; a <= Max; a++ {
		cfg := benchConfig(4, true, func(n int) []curve.Curve { return every(5*n + int(a)) })
		for i := range cfg.Behaviours {
			b := &cfg.Behaviours[i]
			b.Aggregation, b.Weight = a, r.Between(0.5, 2)
			for k := range b.Considerations {
				b.Considerations[k].Weight, b.Considerations[k].Min, b.Considerations[k].Max = r.Between(0.1, 3), -0.3, 1.7
			}
		}
		cfg.Inertia, cfg.Repetition = Inertia{0.3, 7}, Repetition{0.3, 5}
		for _, rule := range []Rule{Best, WeightedRandom} {
			cfg.Selection = Selection{Rule: rule, Top: 5}
			p := compile(t, cfg)
			d, m := NewDecider(p), NewMemory(p)
			for now, turn := range turns(&cfg, 3, func(int, int, int) float64 { return r.Between(-0.5, 2) }) {
				turn.Memory, turn.Now, turn.Random = m, int64(now), &r
				c := d.Decide(&turn)
				m.Adopt(p, c.Option, turn.Now)
				fold = det.Mix(fold ^ math.Float64bits(c.Score))
				fold = det.Mix(fold ^ uint64(c.Behaviour)<<8 ^ uint64(c.Target))
			}
		}
	}
	return fold
}

func compile(t testing.TB, cfg Config) *Program {
	t.Helper()
	p, err := Compile(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestValueOfEnergy: the less energy there is, and the more valuable it is, the higher the score.
func TestValueOfEnergy(t *testing.T) {
	c := curve.Kinds()[curve.Quadratic].Example.Curve
	cfg := Config{
		Inputs: []Input{{Name: "energy", Self: true}, {Name: "reward"}},
		Behaviours: []Behaviour{{Name: "eat", Targeted: true, Aggregation: Product,
			Considerations: []Consideration{{Input: 0, Curve: c}, {Input: 1, Curve: curve.Linear.Curve()}}}},
	}
	d := NewDecider(compile(t, cfg))
	for _, energy := range []float64{0.9, 0.5, 0.1} {
		got := d.Decide(&Turn{Inputs: &Columns{{energy}, {0.3, 0.8}}, Offers: offerAll(&cfg, 2)})
		if want := (1 - energy) * (1 - energy) * 0.8; got.Target != 1 || math.Abs(got.Score-want) > 1e-15 {
			t.Errorf("at energy %v: %+v, want %v", energy, got, want)
		}
	}
}
