package curve_test

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	. "github.com/karakuri-ai/karakuri/curve"
	"github.com/karakuri-ai/karakuri/det"
)

// Values by other means, made by testdata/curves.py.
//
//go:embed testdata/curves.txt
var curveTable string

// tabledCurve is a line of the table.
type tabledCurve struct {
	curve  Curve
	values []float64
}

func readTable(t *testing.T) []tabledCurve {
	t.Helper()
	number := func(s string) float64 {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	var list []tabledCurve
	for line := range strings.Lines(curveTable) {
		words := strings.Fields(line)
		kind, ok := KindNamed(words[0])
		if !ok || len(words) != 19 {
			t.Fatalf("bad line %q", line)
		}
		row := tabledCurve{curve: Curve{Kind: kind, Slope: number(words[1]), Exponent: number(words[2]), XShift: number(words[3]),
			YShift: number(words[4]), Low: number(words[5]), High: number(words[6])}}
		if words[7] != "-" {
			for _, point := range strings.Split(words[7], ",") {
				x, y, _ := strings.Cut(point, ":")
				row.curve.Points = append(row.curve.Points, Point{number(x), number(y)})
			}
		}
		for _, word := range words[8:] {
			row.values = append(row.values, number(word))
		}
		list = append(list, row)
	}
	return list
}

func TestCurvesHaveTheirValues(t *testing.T) {
	seen := map[Kind]int{}
	for _, row := range readTable(t) {
		if err := row.curve.Check(); err != nil {
			t.Error(err)
		}
		for i, want := range row.values {
			if got := row.curve.At(float64(i) / 10); !(math.Abs(got-want) <= 1e-12) {
				t.Errorf("%v %+v at %v: %v, want %v", row.curve.Kind, row.curve, float64(i)/10, got, want)
			}
			seen[row.curve.Kind]++
		}
	}
	for i := range Kinds() {
		if seen[Kind(i)] < 44 {
			t.Errorf("only %d values of %v", seen[Kind(i)], Kind(i))
		}
	}
}

// goldenCurves holds the bits of many values of each kind, and of many scores, folded together.
var goldenCurves = map[string]uint64{
	"scores":      0x817f68381447ba5d,
	"linear":      0x5382bf6db66b691,
	"cubic":       0xfb2a342d950abc0c,
	"polynomial":  0x72f4221d13bc030d,
	"logit":       0x53ed5c5ae085fa80,
	"exponential": 0x33210b03308e2b32,
	"sine":        0xfceec5889cab41ff,
	"piecewise":   0xf0352ae49d6e5b56,
	"quadratic":   0xcffd71739d32c09f,
	"logistic":    0x52d7d211364d0f83,
	"normal":      0xb598b909634eafaa,
	"step":        0x87fff4d74ca90bc7,
	"smoothstep":  0x457fbfef5dc8f794,
}

func TestBitsAreTheSameEverywhere(t *testing.T) {
	got := map[string]uint64{}
	for _, row := range readTable(t) {
		name := row.curve.Kind.String()
		for i := range 257 {
			got[name] = det.Mix(got[name] ^ math.Float64bits(row.curve.At(float64(i)/256)))
		}
	}
	got["scores"] = scoreBits(t)
	for name, bits := range got {
		if goldenCurves[name] != bits {
			t.Errorf("%s: %#x, want %#x", name, bits, goldenCurves[name])
		}
	}
}

// scoreBits folds scores and choices of many decisions together, with every aggregation and all factors.
func scoreBits(t *testing.T) (fold uint64) {
	r := det.NewRand(7, 0, 0)
	for a := Compensated; a <= Max; a++ {
		cfg := benchConfig(4, true, func(n int) []Curve { return every(5*n + int(a)) })
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

func TestValueOfEnergy(t *testing.T) {
	c := Kinds()[Quadratic].Example.Curve
	for _, test := range []struct{ energy, factor float64 }{{0.9, 0.01}, {0.5, 0.25}, {0.1, 0.81}} {
		if got := c.At(test.energy); math.Abs(got-test.factor) > 1e-15 {
			t.Errorf("at energy %v: %v, want %v", test.energy, got, test.factor)
		}
	}
	cfg := Config{
		Inputs: []Input{{Name: "energy", Self: true}, {Name: "reward"}},
		Behaviours: []Behaviour{{Name: "eat", Targeted: true, Aggregation: Product,
			Considerations: []Consideration{{Input: 0, Curve: c}, {Input: 1, Curve: Linear.Curve()}}}},
	}
	d := NewDecider(compile(t, cfg))
	for _, energy := range []float64{0.9, 0.5, 0.1} {
		got := d.Decide(&Turn{Inputs: &Columns{{energy}, {0.3, 0.8}}, Offers: offerAll(&cfg, 2)})
		if want := (1 - energy) * (1 - energy) * 0.8; got.Target != 1 || math.Abs(got.Score-want) > 1e-15 {
			t.Errorf("at energy %v: %+v, want %v", energy, got, want)
		}
	}
}

func TestCurvesStandAnyInput(t *testing.T) {
	for _, info := range Kinds() {
		for _, c := range []Curve{info.Kind.Curve(), info.Example.Curve} {
			for _, pair := range [][2]float64{{math.NaN(), 0}, {math.Inf(-1), 0}, {-3, 0}, {math.Inf(1), 1}, {1e300, 1}} {
				if got, want := c.At(pair[0]), c.At(pair[1]); got != want {
					t.Errorf("%s at %v: %v, want %v", info.Name, pair[0], got, want)
				}
			}
			for i := range 101 {
				if y := c.At(float64(i) / 100); !(y >= 0 && y <= 1) {
					t.Errorf("%s at %v: %v", info.Name, float64(i)/100, y)
				}
			}
		}
	}
}

func TestLogitIsTheInverseOfLogistic(t *testing.T) {
	there, back := Logistic.Curve(), Logit.Curve()
	for i := 1; i < 20; i++ {
		x := float64(i) / 20
		if got := back.At(there.At(x)); math.Abs(got-x) > 1e-12 {
			t.Errorf("at %v: %v", x, got)
		}
	}
}

func TestCurvesAreChecked(t *testing.T) {
	if len(Kinds()) != int(Piecewise)+1 {
		t.Fatalf("%d kinds are documented", len(Kinds()))
	}
	for i, info := range Kinds() {
		c := info.Kind.Curve()
		if int(info.Kind) != i || c.Check() != nil || info.Example.Curve.Check() != nil {
			t.Errorf("%s: %v, %v", info.Name, c.Check(), info.Example.Curve.Check())
		}
		for k := range info.Params {
			p := &info.Params[k]
			for _, bad := range []float64{p.Min - 0.1, p.Max + 0.1, math.NaN(), math.Inf(1)} {
				c := info.Kind.Curve()
				p.Set(&c, bad)
				if err := c.Check(); err == nil || !strings.Contains(err.Error(), p.Name) {
					t.Errorf("%s with %s %v: %v", info.Name, p.Name, bad, err)
				}
			}
		}
	}
	for _, points := range [][]Point{nil, {{0, math.NaN()}}, {{0, 0}, {0, 1}}, {{1, 0}, {0, 1}}, make([]Point, MaxPoints+1)} {
		c := Piecewise.Curve()
		if c.Points = points; c.Check() == nil {
			t.Errorf("points %v are fine", points)
		}
	}
	wrong := Linear.Curve()
	wrong.Low, wrong.High = 0.8, 0.2
	if wrong.Check() == nil || (&Curve{Kind: 99}).Check() == nil {
		t.Error("an impossible curve is fine")
	}
}

func ExampleCurve() {
	c := Logistic.Curve()
	c.Exponent = 2
	for _, x := range []float64{0, 0.4, 0.5, 0.6, 1} {
		fmt.Printf("%.1f: %.3f\n", x, c.At(x))
	}
	// Output:
	// 0.0: 0.000
	// 0.4: 0.119
	// 0.5: 0.500
	// 0.6: 0.881
	// 1.0: 1.000
}
