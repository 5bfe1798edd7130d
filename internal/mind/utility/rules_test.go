package utility_test

import (
	"math"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
	. "github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
)

// TestAggregations: each against a value computed by hand.
func TestAggregations(t *testing.T) {
	tests := []struct {
		aggregation Aggregation
		y           []float64
		want        float64
	}{
		{Compensated, []float64{0.5, 0.8, 0.9}, 0.36 + 0.64*2/3*0.36},
		{Compensated, []float64{0.8}, 0.8},
		{Compensated, []float64{0.9, 0.9, 0.9, 0.9}, 0.6561 + 0.3439*0.75*0.6561},
		{Compensated, []float64{0.5, 0, 1}, 0},
		{Product, []float64{0.5, 0.8, 0.9}, 0.36},
		{Product, []float64{0.5, 0}, 0},
		{GeometricMean, []float64{0.5, 0.8, 0.9}, math.Cbrt(0.36)},
		{GeometricMean, []float64{0.4, 0.4}, 0.4},
		{GeometricMean, []float64{0.4, 0}, 0},
		{Sum, []float64{0.5, 0.8, 0.9}, 0.5 + 2*0.8 + 3*0.9}, // weights are 1, 2, 3
		{Sum, []float64{0, 0.5}, 1},
		{WeightedMean, []float64{0.5, 0.8, 0.9}, (0.5 + 2*0.8 + 3*0.9) / 6},
		{WeightedMean, []float64{0, 0.9}, 0.6},
		{Min, []float64{0.5, 0.8, 0.9}, 0.5},
		{Min, []float64{0.5, 0}, 0},
		{Max, []float64{0.5, 0.8, 0.9}, 0.9},
		{Max, []float64{0.5, 0}, 0.5},
		{Compensated, nil, 1}, {Product, nil, 1}, {GeometricMean, nil, 1}, {Sum, nil, 1}, {WeightedMean, nil, 1}, {Min, nil, 1}, {Max, nil, 1},
	}
	for _, test := range tests {
		b := Behaviour{Aggregation: test.aggregation, Weight: 0.5}
		var cfg Config
		var in Columns
		for i, y := range test.y {
			cfg.Inputs = append(cfg.Inputs, Input{Self: true})
			b.Considerations = append(b.Considerations, Consideration{Input: i, Curve: curve.Linear.Curve(), Weight: float64(i + 1)})
			in = append(in, []float64{y})
		}
		cfg.Behaviours = []Behaviour{b}
		got := NewDecider(compile(t, cfg)).Decide(&Turn{Inputs: &in, Offers: []Offer{{}}})
		if want := test.want / 2; math.Abs(got.Score-want) > 1e-15 || got.Found() != (want > 0) {
			t.Errorf("%v of %v: %+v, want %v", test.aggregation, test.y, got, want)
		}
	}
}

// stage is an agent whose behaviours have the scores that the test sets.
type stage struct {
	t      *testing.T
	p      *Program
	d      *Decider
	m      *Memory
	cfg    Config
	random det.Rand
}

// letters are the names of the behaviours.
const letters = "abcdefghij"

func newStage(t *testing.T, behaviours int, change func(cfg *Config)) *stage {
	var cfg Config
	for i := range behaviours {
		cfg.Inputs = append(cfg.Inputs, Input{Self: true})
		cfg.Behaviours = append(cfg.Behaviours, Behaviour{Name: letters[i : i+1], Considerations: []Consideration{{Input: i, Curve: curve.Linear.Curve()}}})
	}
	change(&cfg)
	p := compile(t, cfg)
	return &stage{t: t, p: p, d: NewDecider(p), m: NewMemory(p), cfg: cfg, random: det.NewRand(1, 0, 0)}
}

// choose returns the name of the choice for such scores; empty: none.
func (s *stage) choose(now int64, scores ...float64) string {
	var in Columns
	turn := Turn{Memory: s.m, Now: now, Random: &s.random}
	for i, score := range scores {
		in = append(in, []float64{score})
		turn.Offers = append(turn.Offers, Offer{Behaviour: i})
	}
	turn.Inputs = &in
	report := s.p.Explain(&turn)
	c := s.d.Decide(&turn)
	if report.Choice != c {
		s.t.Errorf("chose %+v, the report says %+v", c, report.Choice)
	}
	if c.Kept != (c.Found() && c.Option == s.m.Current) {
		s.t.Errorf("kept is wrong: %+v", c)
	}
	if !c.Found() {
		return ""
	}
	return s.cfg.Behaviours[c.Behaviour].Name
}

// adopt chooses and takes the choice up.
func (s *stage) adopt(now int64, scores ...float64) string {
	name := s.choose(now, scores...)
	s.m.Adopt(s.p, Option{strings.Index(letters, name), NoTarget}, now)
	return name
}

func (s *stage) expect(what, got, want string) {
	s.t.Helper()
	if got != want {
		s.t.Errorf("%s: chose %q, want %q", what, got, want)
	}
}

func TestBest(t *testing.T) {
	s := newStage(t, 3, func(*Config) {})
	s.expect("the greatest", s.choose(0, 0.2, 0.7, 0.5), "b")
	s.expect("of equal ones the first", s.choose(0, 0.2, 0.7, 0.7), "b")
	s.expect("never 0", s.choose(0, 0, 0, 0), "")
	s.expect("nothing on offer", s.choose(0), "")
	s.adopt(0, 0.2, 0.5, 0.7)
	s.expect("of equal ones the current", s.choose(1, 0.7, 0.7, 0.7), "c")
	s.expect("the least bit more takes over", s.choose(1, 0.7, math.Nextafter(0.7, 1), 0.7), "b")
}

func TestInertia(t *testing.T) {
	s := newStage(t, 2, func(cfg *Config) { cfg.Inertia = Inertia{Bonus: 0.2} })
	s.adopt(0, 0.5, 0.4)
	s.expect("a little more is not enough", s.choose(1000, 0.5, 0.59), "a")
	s.expect("more than the bonus is", s.choose(1000, 0.5, 0.61), "b")
	s.expect("no inertia for 0", s.choose(1, 0, 0.01), "b")
	none := newStage(t, 2, func(*Config) {})
	none.adopt(0, 0.5, 0.4)
	none.expect("without inertia a little more is enough", none.choose(1, 0.5, 0.51), "b")
}

func TestInertiaFades(t *testing.T) {
	s := newStage(t, 2, func(cfg *Config) { cfg.Inertia = Inertia{Bonus: 0.2, FadeTicks: 10} })
	s.adopt(100, 0.5, 0.4)
	for _, test := range []struct {
		now   int64
		rival float64
		want  string
	}{{100, 0.59, "a"}, {105, 0.54, "a"}, {105, 0.56, "b"}, {109, 0.505, "a"}, {110, 0.501, "b"}, {500, 0.501, "b"}} {
		s.expect("fading", s.choose(test.now, 0.5, test.rival), test.want)
	}
}

func TestCooldown(t *testing.T) {
	s := newStage(t, 2, func(cfg *Config) { cfg.Behaviours[0].CooldownTicks = 10 })
	s.expect("at first it is free", s.adopt(0, 0.9, 0.1), "a")
	s.expect("the current option does not cool down", s.adopt(3, 0.9, 0.1), "a")
	s.expect("it is left", s.adopt(5, 0.05, 0.1), "b")
	s.expect("it cools down", s.choose(14, 0.9, 0.1), "b")
	s.expect("it may be chosen again", s.choose(15, 0.9, 0.1), "a")
	s.m.Leave(s.p, 20)
	s.expect("others have no cooldown", s.choose(20, 0.05, 0.1), "b")
	if got := s.m.ReadyAt(0); got != 15 {
		t.Errorf("ready at %d", got)
	}
}

// TestInterruptedIsNotLeft: its cooldown begins when it is left for good, unlike that of what another option has
// replaced.
func TestInterruptedIsNotLeft(t *testing.T) {
	s := newStage(t, 2, func(cfg *Config) { cfg.Behaviours[0].CooldownTicks = 10 })
	s.expect("at first it is free", s.adopt(0, 0.9, 0.1), "a")
	s.m.Interrupt(Option{1, NoTarget}, 5)
	s.expect("it may be taken up again", s.choose(6, 0.9, 0.1), "a")
	s.m.LeaveInterrupted(s.p, Option{0, NoTarget}, 7)
	s.expect("now it cools down", s.choose(16, 0.9, 0.1), "b")
	s.expect("until its time is over", s.choose(17, 0.9, 0.1), "a")
}

func TestRepetition(t *testing.T) {
	s := newStage(t, 2, func(cfg *Config) { cfg.Repetition = Repetition{Penalty: 0.5, Recent: 2} })
	s.adopt(0, 0.8, 0.1)
	s.expect("what is being done is no repetition", s.choose(1, 0.8, 0.5), "a")
	s.m.Leave(s.p, 2)
	s.expect("half of 0.8 is less", s.choose(3, 0.8, 0.5), "b")
	s.expect("half of it is more", s.choose(3, 0.8, 0.39), "a")
	s.adopt(4, 0.8, 0.1)
	s.m.Leave(s.p, 5)
	s.expect("a quarter of it is less", s.choose(6, 0.8, 0.21), "b")
	s.adopt(6, 0.8, 0.21)
	s.m.Leave(s.p, 7)
	s.expect("the first of three is forgotten", s.choose(8, 0.8, 0.7), "a")
}

func TestFirstOverThreshold(t *testing.T) {
	s := newStage(t, 3, func(cfg *Config) { cfg.Selection = Selection{Rule: FirstOver, Threshold: 0.4} })
	s.expect("the first, not the best", s.choose(0, 0.3, 0.5, 0.9), "b")
	s.expect("reaching it is enough", s.choose(0, 0.4, 0.5, 0.9), "a")
	s.expect("none reaches it", s.choose(0, 0.1, 0.2, math.Nextafter(0.4, 0)), "")
	zero := newStage(t, 2, func(cfg *Config) { cfg.Selection = Selection{Rule: FirstOver} })
	zero.expect("never 0, whatever the threshold", zero.choose(0, 0, 0.01), "b")
}

// count counts how often each behaviour is chosen with different seeds.
func (s *stage) count(scores ...float64) map[string]int {
	counts := map[string]int{}
	for seed := range uint64(seeds) {
		s.random = det.NewRand(seed, 0, 0)
		counts[s.choose(0, scores...)]++
		if s.random.Counter != 1 {
			s.t.Fatalf("%d random numbers were drawn", s.random.Counter)
		}
	}
	return counts
}

const seeds = 10000

func TestWeightedRandom(t *testing.T) {
	tests := []struct {
		name   string
		sel    Selection
		scores []float64
		want   map[string]float64
	}{
		{"all", Selection{}, []float64{0.1, 0.2, 0.3, 0.4}, map[string]float64{"a": 0.1, "b": 0.2, "c": 0.3, "d": 0.4}},
		{"never 0", Selection{}, []float64{0, 0.5, 0, 0.5}, map[string]float64{"b": 0.5, "d": 0.5}},
		{"nothing", Selection{}, []float64{0, 0}, map[string]float64{"": 1}},
		{"top 2", Selection{Top: 2}, []float64{0.1, 0.2, 0.3, 0.1}, map[string]float64{"b": 0.4, "c": 0.6}},
		{"top 2, the earlier of equal ones", Selection{Top: 2}, []float64{0.2, 0.6, 0.2, 0.2}, map[string]float64{"a": 0.25, "b": 0.75}},
		{"top 1 is the best", Selection{Top: 1}, []float64{0.1, 0.2, 0.3}, map[string]float64{"c": 1}},
		{"top 9 of 2", Selection{Top: 9}, []float64{0.5, 0.5}, map[string]float64{"a": 0.5, "b": 0.5}},
		{"top 50 %", Selection{TopPercent: 50}, []float64{0.1, 0.2, 0.3, 0.1}, map[string]float64{"b": 0.4, "c": 0.6}},
		{"top 51 % of 4 are 3", Selection{TopPercent: 51}, []float64{0.1, 0.2, 0.2, 0}, map[string]float64{"a": 0.2, "b": 0.4, "c": 0.4}},
		{"top 1 %: one at least", Selection{TopPercent: 1}, []float64{0.1, 0.2, 0.3}, map[string]float64{"c": 1}},
		{"within 30 % of the best", Selection{Within: 0.3}, []float64{0.3, 0.4, 0.27, 0.3}, map[string]float64{"a": 0.3, "b": 0.4, "d": 0.3}},
		{"dual: the higher rank, however little it scores", Selection{Ranked: true}, []float64{0.9, 0.9, 0.1, 0.3}, map[string]float64{"c": 0.25, "d": 0.75}},
		{"dual: the higher rank scores 0", Selection{Ranked: true}, []float64{0.2, 0.8, 0, 0}, map[string]float64{"a": 0.2, "b": 0.8}},
		{"dual, top 1", Selection{Ranked: true, Top: 1}, []float64{0.9, 0.9, 0.1, 0.3}, map[string]float64{"d": 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, len(test.scores), func(cfg *Config) {
				cfg.Selection = test.sel
				cfg.Selection.Rule = WeightedRandom
				for i := range cfg.Behaviours {
					cfg.Behaviours[i].Rank = i / 2
				}
			})
			got := s.count(test.scores...)
			for name, n := range got {
				share := test.want[name]
				if deviation := math.Sqrt(seeds * share * (1 - share)); math.Abs(float64(n)-seeds*share) > 4*deviation {
					t.Errorf("%q was chosen %d times of %d, want a share of %v", name, n, seeds, share)
				}
			}
			if len(got) != len(test.want) {
				t.Errorf("chosen were %v, want %v", got, test.want)
			}
		})
	}
}

func TestCurrentGoesFirstIntoTheDraw(t *testing.T) {
	s := newStage(t, 3, func(cfg *Config) { cfg.Selection = Selection{Rule: WeightedRandom, Top: 1} })
	s.expect("of equal ones the earlier", s.choose(0, 0.3, 0.3, 0.3), "a")
	s.m.Adopt(s.p, Option{2, NoTarget}, 0)
	s.expect("of equal ones the current", s.choose(1, 0.3, 0.3, 0.3), "c")
}

func TestRanks(t *testing.T) {
	s := newStage(t, 3, func(cfg *Config) {
		cfg.Selection.Ranked = true
		cfg.Behaviours[1].Rank = 1
	})
	s.expect("rank goes before score", s.choose(0, 0.9, 0.1, 0.5), "b")
	s.expect("not when it scores 0", s.choose(0, 0.4, 0, 0.5), "c")
	flat := newStage(t, 2, func(cfg *Config) { cfg.Behaviours[1].Rank = 1 })
	flat.expect("ranks that do not count", flat.choose(0, 0.9, 0.1), "a")
	in := Columns{{0.1}, {0.2}, {0.3}}
	c := s.d.Decide(&Turn{Inputs: &in, Offers: []Offer{{Behaviour: 0, Rank: 2}, {Behaviour: 1}, {Behaviour: 2}}})
	if c.Behaviour != 0 {
		t.Errorf("the rank of an offer does not count: %+v", c)
	}
}

func TestOffersHaveFactors(t *testing.T) {
	s := newStage(t, 2, func(*Config) {})
	in := Columns{{0.4}, {0.5}}
	for _, test := range []struct {
		factor, score float64
		want          int
	}{{0, 0.5, 1}, {1.5, 0.6, 0}, {0.5, 0.5, 1}, {-1, 0.5, 1}, {math.NaN(), 0.5, 1}} {
		c := s.d.Decide(&Turn{Inputs: &in, Offers: []Offer{{Behaviour: 0, Factor: test.factor}, {Behaviour: 1}}})
		if c.Behaviour != test.want || math.Abs(c.Score-test.score) > 1e-15 {
			t.Errorf("factor %v: %+v, want %d with %v", test.factor, c, test.want, test.score)
		}
	}
}
