package utility_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
	. "github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
)

// TestConfigIsChecked: everything wrong is said at once.
func TestConfigIsChecked(t *testing.T) {
	bad := curve.Linear.Curve()
	bad.Slope = math.NaN()
	_, err := Compile(Config{
		Inputs: []Input{{Name: "near"}, {Name: "dear", Cost: -1}},
		Behaviours: []Behaviour{
			{Name: "a", Considerations: make([]Consideration, MaxConsiderations+1)},
			{Name: "b", Aggregation: 9, Weight: -1, CooldownTicks: -1},
			{Name: "c", Targeted: true, Considerations: []Consideration{
				{Input: 2}, {Input: 0, Curve: bad}, {Min: 1, Max: 1, Curve: curve.Linear.Curve()}, {Weight: -1, Curve: curve.Linear.Curve()}}},
			{Name: "d", Considerations: []Consideration{{Curve: curve.Linear.Curve()}}},
		},
		Selection:  Selection{Rule: 7, Threshold: math.NaN(), Top: -1, TopPercent: 101, Within: 1},
		Inertia:    Inertia{Bonus: -1},
		Repetition: Repetition{Penalty: 2, Recent: MaxRecent + 1},
	})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{`input "dear": cost`, `"a": 33 considerations`, "no aggregation 9", `"b": weight -1`, "cooldown of -1",
		"no input 2", "slope is NaN", "1 to 1 is not a range", "weight -1", `"near" depends on the target`, "no rule 7", "threshold NaN", "top -1", "inertia of -1",
		"penalty 2"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not said:\n%v", want, err)
		}
	}
}

// TestNothingIsAllocated: a warm decider takes no memory, whatever the rule.
func TestNothingIsAllocated(t *testing.T) {
	r := det.NewRand(5, 0, 0)
	for _, sel := range []Selection{{}, {Ranked: true}, {Rule: FirstOver, Threshold: 0.5}, {Rule: WeightedRandom}, {Rule: WeightedRandom, Top: 3, Within: 0.5}} {
		cfg := benchConfig(6, true, func(n int) []curve.Curve { return every(n) })
		cfg.Selection, cfg.Inertia, cfg.Repetition = sel, Inertia{0.2, 10}, Repetition{0.2, 4}
		p := compile(t, cfg)
		d, m := NewDecider(p), NewMemory(p)
		list := turns(&cfg, 4, func(int, int, int) float64 { return r.Float64() })
		now := int64(0)
		decide := func() {
			turn := &list[now%int64(len(list))]
			turn.Memory, turn.Now, turn.Random = m, now, &r
			c := d.Decide(turn)
			m.Adopt(p, c.Option, now)
			now++
		}
		for range 200 {
			decide()
		}
		if n := testing.AllocsPerRun(200, decide); n != 0 {
			t.Errorf("%+v: %v allocations", sel, n)
		}
	}
}

// asked counts the requests.
type asked struct {
	values Columns
	count  map[int]int // by input
}

func (a *asked) Fill(dst []float64, input int, targets []Target) {
	a.count[input] += len(targets)
	a.values.Fill(dst, input, targets)
}

// TestOnlyWhatIsNeededIsAskedFor: self-inputs once, expensive ones last and only if they can still matter.
func TestOnlyWhatIsNeededIsAskedFor(t *testing.T) {
	cfg := Config{
		Inputs: []Input{{Name: "path", Cost: 100}, {Name: "near", Cost: 1}, {Name: "hunger", Self: true}},
		Behaviours: []Behaviour{
			{Name: "fetch", Targeted: true, Considerations: []Consideration{
				{Input: 0, Curve: curve.Linear.Curve()}, {Input: 1, Curve: curve.Linear.Curve()}, {Input: 2, Curve: curve.Linear.Curve()}}},
			{Name: "eat", Considerations: []Consideration{{Input: 2, Curve: curve.Quadratic.Curve()}}},
		},
	}
	p := compile(t, cfg)
	in := &asked{Columns{{0.9, 0.9, 0.9, 0.9}, {0.9, 0, 0, 0.1}, {0.8}}, map[int]int{}}
	turn := &Turn{Inputs: in, Offers: []Offer{{Behaviour: 1}, {Behaviour: 0, Targets: []Target{0, 1, 2, 3}}}}
	got := NewDecider(p).Decide(turn)
	if got.Option != (Option{0, 0}) {
		t.Fatalf("chose %+v", got)
	}
	// The path to target 0 is asked for twice, for its bounds and exactly; nearness of all, and of target 0 again.
	if in.count[0] != 2 || in.count[1] != 5 || in.count[2] != 1 {
		t.Errorf("asked for path, nearness and hunger %v times", in.count)
	}
}

func TestReportTellsAll(t *testing.T) {
	cfg := Config{
		Inputs: []Input{{Name: "energy", Self: true}, {Name: "distance"}},
		Behaviours: []Behaviour{
			{Name: "fetch", Targeted: true, Weight: 2, Considerations: []Consideration{
				{Input: 0, Curve: curve.Kinds()[curve.Quadratic].Example.Curve}, {Input: 1, Min: 20, Curve: curve.Linear.Curve()}}},
			{Name: "rest", CooldownTicks: 9, Aggregation: Product, Considerations: []Consideration{{Input: 0, Curve: curve.Linear.Curve()}}},
		},
		Inertia: Inertia{Bonus: 0.5}, Selection: Selection{Ranked: true},
	}
	p := compile(t, cfg)
	m := NewMemory(p)
	m.Adopt(p, Option{1, NoTarget}, 0)
	m.Adopt(p, Option{0, 3}, 1)
	columns := Columns{{0.5}, {0, 0, 0, 5, 40}}
	turn := &Turn{Inputs: &columns, Memory: m, Now: 2, Offers: []Offer{{Behaviour: 0, Targets: []Target{3, 4}}, {Behaviour: 1, Factor: 1.25}}}
	got := p.Explain(turn).String()
	want := `chosen: fetch(3), score 0.7910 (kept)
> fetch(3)                     0.7910 = compensated product 0.2637 x weight 2 x inertia 1.5, rank 0
      energy                   0.2500 = quadratic(0.5000), value 0.5
      distance                 0.7500 = linear(0.7500), value 5
  fetch(4)                     0.0000 = compensated product 0.0000 x weight 2, rank 0
      energy                   0.2500 = quadratic(0.5000), value 0.5
      distance                 0.0000 = linear(0.0000), value 40
  rest                         0.0000 = product 0.5000 x offer 1.25, rank 0, cooling down
      energy                   0.5000 = linear(0.5000), value 0.5
`
	if got != want {
		t.Errorf("the report is\n%s\nwant\n%s", got, want)
	}
	turn.Offers = nil
	if got := p.Explain(turn).String(); got != "chosen: nothing\n" {
		t.Errorf("the report of no offers is %q", got)
	}
}

func ExampleDecider_Decide() {
	cfg := Config{
		Inputs: []Input{{Name: "hunger", Self: true}, {Name: "distance"}},
		Behaviours: []Behaviour{
			{Name: "eat", Targeted: true, Considerations: []Consideration{
				{Input: 0, Curve: curve.Quadratic.Curve()},
				{Input: 1, Min: 20, Max: 0, Curve: curve.Linear.Curve()}, // the nearer the better
			}},
			{Name: "wander", Weight: 0.05},
		},
		Inertia: Inertia{Bonus: 0.1},
	}
	p, err := Compile(cfg)
	if err != nil {
		panic(err)
	}
	d, m := NewDecider(p), NewMemory(p)
	distance := []float64{12, 5, 18}
	for tick, hunger := range []float64{0.1, 0.4, 0.8} {
		c := d.Decide(&Turn{
			Inputs: &Funcs{func(Target) float64 { return hunger }, func(t Target) float64 { return distance[t] }},
			Offers: []Offer{{Behaviour: 0, Targets: []Target{0, 1, 2}}, {Behaviour: 1}},
			Memory: m, Now: int64(tick),
		})
		m.Adopt(p, c.Option, int64(tick))
		fmt.Printf("%s %.3f\n", cfg.Behaviours[c.Behaviour].Name, c.Score)
	}
	// Output:
	// wander 0.050
	// eat 0.173
	// eat 0.665
}
