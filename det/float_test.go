package det

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Results nearest to the truth, made by testdata/values.py.
//
//go:embed testdata/values.txt
var values string

// functions are those of values.txt, with the greatest error allowed, in units in the last place.
var functions = map[string]struct {
	f     func(x, y float64) float64
	units uint64
}{
	"sin":   {func(x, _ float64) float64 { return Sin(x) }, 1},
	"cos":   {func(x, _ float64) float64 { return Cos(x) }, 1},
	"exp":   {func(x, _ float64) float64 { return Exp(x) }, 1},
	"expm1": {func(x, _ float64) float64 { return Expm1(x) }, 3},
	"log":   {func(x, _ float64) float64 { return Log(x) }, 1},
	"tanh":  {func(x, _ float64) float64 { return Tanh(x) }, 2},
	"pow":   {Pow, 1},
	"atan2": {Atan2, 2},
	"hypot": {Hypot, 1},
}

// distance returns how many floats lie from a to b.
func distance(a, b float64) uint64 {
	if a == b || a != a && b != b {
		return 0
	}
	if a != a || b != b {
		return math.MaxUint64
	}
	x, y := order(a), order(b)
	return uint64(max(x, y) - min(x, y))
}

func order(f float64) int64 {
	if b := int64(math.Float64bits(f)); b >= 0 {
		return b
	}
	return -int64(math.Float64bits(-f))
}

func TestWithinUnitsOfTheTruth(t *testing.T) {
	worst := map[string]uint64{}
	seen := 0
	for line := range strings.Lines(values) {
		var name string
		var x, y, want uint64
		if _, err := fmt.Sscanf(line, "%s %x %x %x", &name, &x, &y, &want); err != nil {
			t.Fatal(err)
		}
		seen++
		f := functions[name]
		a, b := math.Float64frombits(x), math.Float64frombits(y)
		got := f.f(a, b)
		d := distance(got, math.Float64frombits(want))
		worst[name] = max(worst[name], d)
		if d > f.units {
			t.Errorf("%s(%v, %v) = %v, want %v: %d units apart", name, a, b, got, math.Float64frombits(want), d)
		}
	}
	if seen < 2000 {
		t.Errorf("only %d values", seen)
	}
	t.Log("worst, in units:", worst)
}

// golden holds, for each function, all results of values.txt folded together, and the first of them to start a search
// with.
var golden = map[string]struct{ all, first uint64 }{
	"sin":   {0xe688dddb28ae69ee, 0xbfcb7f31425f7900},
	"cos":   {0x72c5658a766cb035, 0xbfef40bf95cadf9e},
	"exp":   {0xe0615ba9b2002ae6, 0x4000faf7c9cbf98a},
	"expm1": {0x9e8603d4f533cb75, 0xbfe09ea623b40966},
	"log":   {0x5568f854a320f476, 0xc0598aa94fac58e9},
	"tanh":  {0xbf09c4ed23967aad, 0x3fcc963f70247b91},
	"pow":   {0xd122eef5806aea20, 0x481f9b4364a61c15},
	"atan2": {0x2f08a62730033eb7, 0xc007cb32cc883aab},
	"hypot": {0x60e123f097ada227, 0x4025099e0432c45c},
}

func TestBitsAreTheSameEverywhere(t *testing.T) {
	type result struct{ all, first uint64 }
	got := map[string]result{}
	for line := range strings.Lines(values) {
		var name string
		var x, y, want uint64
		if _, err := fmt.Sscanf(line, "%s %x %x %x", &name, &x, &y, &want); err != nil {
			t.Fatal(err)
		}
		bits := math.Float64bits(functions[name].f(math.Float64frombits(x), math.Float64frombits(y)))
		r := got[name]
		if r.all == 0 {
			r.first = bits
		}
		r.all = Mix(r.all ^ bits)
		got[name] = r
	}
	for name := range functions {
		if r := got[name]; r.all != golden[name].all || r.first != golden[name].first {
			t.Errorf("%s gives other bits: {%#x, %#x}, want %#x", name, r.all, r.first, golden[name])
		}
	}
}

// Where package math is good to a unit or so, the two may differ by a few at most.
func TestAgreesWithMath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-1e6, 1e6).Draw(t, "x")
		y := rapid.Float64Range(-1e6, 1e6).Draw(t, "y")
		normal := max(math.Abs(x), 0x1p-1022) // math.Log is wrong for smaller numbers on amd64
		pairs := []struct {
			name      string
			got, want float64
		}{
			{"sin", Sin(x), math.Sin(x)},
			{"cos", Cos(x), math.Cos(x)},
			{"exp", Exp(x / 2000), math.Exp(x / 2000)},
			{"expm1", Expm1(x / 1e6), math.Expm1(x / 1e6)},
			{"log", Log(normal), math.Log(normal)},
			{"tanh", Tanh(x / 1e5), math.Tanh(x / 1e5)},
			{"atan2", Atan2(y, x), math.Atan2(y, x)},
			{"hypot", Hypot(x, y), math.Hypot(x, y)},
			{"sqrt", Sqrt(math.Abs(x)), math.Sqrt(math.Abs(x))},
		}
		for _, p := range pairs {
			near := math.Abs(p.got-p.want) < 1e-15 // where math.Sin and math.Cos cancel
			if !near && distance(p.got, p.want) > 4 {
				t.Errorf("%s: %v, math has %v", p.name, p.got, p.want)
			}
		}
	})
}

func TestLogOfTheSmallestNumbers(t *testing.T) {
	for e := -1074; e < -1022; e++ {
		if got, want := Log(math.Ldexp(1, e)), float64(e)*math.Ln2; distance(got, want) > 4 {
			t.Errorf("log(2^%d) = %v, want %v", e, got, want)
		}
	}
}

func TestSpecialCasesAreThoseOfMath(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	special := []float64{
		0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 2, -2, 3, -3, 1.5, -2.5, inf, -inf, nan, 1e300, -1e300, 1e-300,
		5e-324, -5e-324, math.MaxFloat64, -math.MaxFloat64, 0x1p53, 0x1p53 + 2, -0x1p53 - 2, 1e19, -1e19, 700, 709.79, -745.2,
	}
	same := func(t *testing.T, name string, got, want float64) {
		t.Helper()
		near := math.Abs(got-want) < 1e-13*math.Abs(want) // math.Pow is off by some units for large powers
		if !near && distance(got, want) > 0 || math.Signbit(got) != math.Signbit(want) && got == got {
			t.Errorf("%s = %v, math has %v", name, got, want)
		}
	}
	for _, x := range special {
		same(t, fmt.Sprintf("exp(%v)", x), Exp(x), math.Exp(x))
		if math.Abs(x) != 5e-324 { // math.Log is wrong for it on some platforms, math.Atan2 has the wrong sign
			same(t, fmt.Sprintf("log(%v)", x), Log(x), math.Log(x))
		}
		same(t, fmt.Sprintf("expm1(%v)", x), Expm1(x), math.Expm1(x))
		same(t, fmt.Sprintf("tanh(%v)", x), Tanh(x), math.Tanh(x))
		same(t, fmt.Sprintf("sqrt(%v)", x), Sqrt(x), math.Sqrt(x))
		if math.Abs(x) < 1e10 || math.IsInf(x, 0) || x != x {
			same(t, fmt.Sprintf("sin(%v)", x), Sin(x), math.Sin(x))
			same(t, fmt.Sprintf("cos(%v)", x), Cos(x), math.Cos(x))
		}
		for _, y := range special {
			same(t, fmt.Sprintf("pow(%v, %v)", x, y), Pow(x, y), math.Pow(x, y))
			if math.Abs(x) != 5e-324 {
				same(t, fmt.Sprintf("atan2(%v, %v)", x, y), Atan2(x, y), math.Atan2(x, y))
			}
			same(t, fmt.Sprintf("hypot(%v, %v)", x, y), Hypot(x, y), math.Hypot(x, y))
		}
	}
}

func TestPowOfWholeNumbersIsExact(t *testing.T) {
	for base := 2.0; base <= 12; base++ {
		want := 1.0
		for y := 0.0; want < 0x1p53; y++ {
			if got := Pow(base, y); got != want {
				t.Errorf("%v^%v = %v, want %v", base, y, got, want)
			}
			if got := Pow(-base, y); math.Abs(got) != want || (got < 0) != (int(y)%2 == 1) {
				t.Errorf("(-%v)^%v = %v", base, y, got)
			}
			want *= base
		}
	}
}

func TestExpReachesTheSmallestNumbers(t *testing.T) {
	for x := -708.0; x > -745; x -= 0.37 {
		got, want := Exp(x), math.Exp(x)
		if math.Abs(got-want) > 2*5e-324 && distance(got, want) > 1 {
			t.Errorf("exp(%v) = %v, want %v", x, got, want)
		}
	}
	for y := -1022.0; y >= -1074; y-- {
		if got, want := Pow(2, y), math.Ldexp(1, int(y)); got != want {
			t.Errorf("2^%v = %v, want %v", y, got, want)
		}
	}
	if got := Pow(2, -1075); got != 0 {
		t.Errorf("2^-1075 = %v", got)
	}
}

func BenchmarkFloat(b *testing.B) {
	for _, name := range []string{"sin", "cos", "exp", "expm1", "log", "tanh", "pow", "atan2", "hypot"} {
		b.Run(name, func(b *testing.B) {
			f := functions[name].f
			b.ReportAllocs()
			sum, x := 0.0, 0.5
			for b.Loop() {
				sum += f(x, 1.25)
				x += 0.001
			}
			_ = sum
		})
	}
}
