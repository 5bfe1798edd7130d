package curve_test

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
	. "github.com/karakuri-ai/karakuri/internal/model/curve"
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
				row.curve.Points = append(row.curve.Points, Point{X: number(x), Y: number(y)})
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

// goldenCurves holds the bits of many values of each kind, folded together.
var goldenCurves = map[string]uint64{
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
	for name, bits := range got {
		if goldenCurves[name] != bits {
			t.Errorf("%s: %#x, want %#x", name, bits, goldenCurves[name])
		}
	}
}

func TestValueOfEnergy(t *testing.T) {
	c := Kinds()[Quadratic].Example.Curve
	for _, test := range []struct{ energy, factor float64 }{{0.9, 0.01}, {0.5, 0.25}, {0.1, 0.81}} {
		if got := c.At(test.energy); math.Abs(got-test.factor) > 1e-15 {
			t.Errorf("at energy %v: %v, want %v", test.energy, got, test.factor)
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
	for _, points := range [][]Point{nil, {{X: 0, Y: math.NaN()}}, {{X: 0, Y: 0}, {X: 0, Y: 1}}, {{X: 1, Y: 0}, {X: 0, Y: 1}}, make([]Point, MaxPoints+1)} {
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

// TestRangeBoundsTheValues tests curves with random parameters between random places: no value leaves the range, and if
// the curve is evaluated at many places, the range is hardly wider than the values.
func TestRangeBoundsTheValues(t *testing.T) {
	r := det.NewRand(5, 0, 0)
	for round := range 20_000 {
		k := Kind(round % len(Kinds()))
		c := k.Curve()
		tame := r.Chance(0.5)
		for i := range Kinds()[k].Params {
			p := &Kinds()[k].Params[i]
			least, greatest := p.Min, p.Max
			if tame {
				least, greatest = max(p.Min, p.Default-2), min(p.Max, p.Default+2)
			}
			if r.Chance(0.6) {
				p.Set(&c, r.Between(least, greatest))
			}
			if p.Name == "exponent" && r.Chance(0.3) {
				p.Set(&c, max(p.Min, math.Round(p.Get(&c))))
			}
		}
		if c.Low > c.High {
			c.Low, c.High = c.High, c.Low
		}
		if k == Piecewise {
			x := r.Between(-0.2, 0.4)
			c.Points = []Point{{X: x, Y: r.Float64()}, {X: x + r.Between(1e-6, 0.3), Y: r.Between(-1, 2)}, {X: x + 0.4, Y: r.Float64()}}
		}
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		p, q := r.Between(-0.2, 1.2), r.Between(-0.2, 1.2)
		if p > q {
			p, q = q, p
		}
		low, high := c.Range(p, q)
		least, greatest := math.Inf(1), math.Inf(-1)
		const looks = 400
		for i := range looks + 1 {
			y := c.At(min(q, p+float64(i)/looks*(q-p)))
			least, greatest = min(least, y), max(greatest, y)
		}
		if least < low || greatest > high {
			t.Fatalf("%v %+v from %v to %v: %v..%v is not within %v..%v", k, c, p, q, least, greatest, low, high)
		}
		if tame && k != Piecewise && (low < least-0.1 || high > greatest+0.1) {
			t.Fatalf("%v %+v from %v to %v: %v..%v, values are %v..%v", k, c, p, q, low, high, least, greatest)
		}
	}
}

func TestRangeOfEverything(t *testing.T) {
	for _, test := range []struct {
		kind      Kind
		p, q      float64
		low, high float64
	}{
		{Linear, math.Inf(-1), math.Inf(1), 0, 1},
		{Quadratic, 0.5, 1, 0.25, 1},
		{Normal, 0, 1, math.Exp(-7.5), 1}, // it turns in the middle
		{Step, 0, 0.4, 0, 0},
		{Step, 0.6, 7, 1, 1},
		{Step, 0.4, 0.6, 0, 1},
	} {
		c := test.kind.Curve()
		if low, high := c.Range(test.p, test.q); math.Abs(low-test.low) > 1e-8 || math.Abs(high-test.high) > 1e-8 {
			t.Errorf("%v from %v to %v: %v..%v, want %v..%v", test.kind, test.p, test.q, low, high, test.low, test.high)
		}
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
