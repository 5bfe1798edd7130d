package expr

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/karakuri-ai/karakuri/world"
)

func TestBounds(t *testing.T) {
	f := newFixture(t)
	inf := math.Inf(1)
	for _, c := range []struct {
		text   string
		lo, hi float64
	}{
		{"7", 7, 7},
		{"money", 0, 100},
		{"debt", -1 << 63, 1 << 63},
		{"heat", -inf, inf},
		{"hungry", 0, 1},
		{"money > 200", 0, 0},
		{"-money", -100, 0},
		{"money + cost(it)", 1, 150},
		{"money - cost(it)", -50, 99},
		{"money * slot(2)", -500, 500},
		{"money / cost(it)", 0, 100},
		{"money / slot(2)", -100, 100}, // slot may be 0: 0 then
		{"money % cost(it)", 0, 50},
		{"slot(2)^2", 0, 25},
		{"slot(2)^3", -125, 125},
		{"2^slot(2)", 0, 32},
		{"debt * 2", -1 << 63, 1 << 63}, // ints wrap around
		{"min(debt, -9223372036854775807) + max(debt, 9223372036854775807)", -1 << 63, 1 << 63}, // -1 or 0, which floats cannot distinguish
		{"max(debt, 9223372036854775807) / 1152921504606846976", -1 << 63, 1 << 63},             // 7, where floats say 8
		{"money / 8.0", 0, 12.5},
		{"money * 0.01 - 1", -1, 0},
		{"heat / 0.0", 0, 0},
		{"money / heat", -inf, inf},
		{"1 / (money + 1.0)", 1.0 / 101, 1},
		{"heat^2", 0, inf},
		{"heat^0", 1, 1},
		{"money / max(debt, 1)", 0, 100},
		{"heat % 7", -7, 7},
		{"abs(slot(2))", 0, 5},
		{"abs(debt)", -1 << 63, 1 << 63}, // the least int has no positive
		{"min(money, 7)", 0, 7},
		{"max(money, 7)", 7, 100},
		{"clamp(heat, 1, 3)", 1, 3},
		{"floor(money / 8.0)", 0, 12},
		{"ceil(money / 8.0)", 0, 13},
		{"round(money / 8.0 - 0.5)", -1, 12},
		{"sqrt(money)", 0, 10},
		{"sin(heat)", -1, 1},
		{"dist(pos, v)", 0, inf},
		{"vec2(money, 2).x", 0, 100},
		{"pos.x", -inf, inf},
		{"if tired then 2 else money", 0, 100},
		{"if money > 200 then 500 else money", 0, 100},
		{"count(x: place)", 3, 3},
		{"count(x: place where x != at)", 0, 3},
		{"count(x: item)", 0, world.MaxObjects},
		{"sum(x: place: fare(x, at))", 0, 27},
		{"sum(x: place where x != at: 2)", 0, 6},
		{"sum(x: unit: distance(x)^2)", 0, inf},
		{"min(x: place: fare(x, at))", 0, 9},
		{"max(x: item: cost(x) else 70)", 1, 70},
		{"step3(money)", 1, 201}, // the argument leaves the range of the parameter
		{"linear(heat)", 0, 1},
		{"linear(heat, low: 0.25, high: 0.75)", 0.25, 0.75},
		{"linear(money / 200.0)", 0, 0.5},
		{"quadratic(1 - money / 200.0)", 0.25, 1},
		{"3 * normal(money / 100.0) - 1", 3*math.Exp(-7.5) - 1, 2},
	} {
		lo, hi := Bounds(f.check(t, c.text, world.Type{}))
		near := func(got, want float64) bool { return got == want || math.Abs(got-want) <= 1e-7 }
		if !near(lo, c.lo) || !near(hi, c.hi) {
			t.Errorf("%s: %v..%v, want %v..%v", c.text, lo, hi, c.lo, c.hi)
		}
	}
	if lo, hi := Bounds(f.check(t, "pos", world.Type{})); lo != -inf || hi != inf {
		t.Errorf("a vec2: %v..%v", lo, hi)
	}
}

// A curve decides comparisons by its possible values.
func TestCurvesDecide(t *testing.T) {
	f := newFixture(t)
	for text, want := range map[string]bool{"linear(heat) > 1.5": false, "linear(heat, low: 0.5) >= 0.25": true, "sine(heat) < -0.5": false} {
		if truth, known := f.check(t, text, BoolType).Decided(); !known || truth != want {
			t.Errorf("%s: %v %v, want %v", text, truth, known, want)
		}
	}
	if _, known := f.check(t, "linear(heat) > 0.5", BoolType).Decided(); known {
		t.Error("a curve that can be above and below is decided")
	}
}

// No value leaves the bounds.
func TestBoundsHold(t *testing.T) {
	f := newFixture(t)
	rapid.Check(t, func(rt *rapid.T) {
		g := gencase{t: rt}
		typ := g.pick("int", "float", "float", "bool")
		want := map[string]world.Type{"bool": BoolType, "int": IntType, "float": FloatType}[typ]
		text := g.text(typ, 4)
		term, ds := f.parsed(text, want)
		skipConstants(rt, text, ds)
		lo, hi := Bounds(term)
		m := f.machine(t)
		fr := randomState(rt, f, m)
		w := EvalTerm(term, m, fr)[0]
		got := float64(w)
		if typ == "float" {
			got = w.Float()
		}
		if !(got >= lo && got <= hi) {
			rt.Fatalf("%s is %v, not within %v..%v", text, got, lo, hi)
		}
	})
}

// Powers, quotients and remainders of numbers around 0 and at the ends of their types are where bounds go wrong: all of
// them are tried.
func TestBoundsOfArithmetic(t *testing.T) {
	edges := []float64{-math.MaxFloat64, -1e9, -3, -2.5, -1, -0.5, 0, 0.25, 1, 2, 2.5, 7, math.MaxFloat64}
	float := func(f float64) world.Word { return world.Float(f) }
	whole := func(f float64) world.Word { return truncated(math.Floor(f)) }
	pairs(edges, func(x interval, inX []float64) {
		pairs(edges, func(y interval, inY []float64) {
			ofInts := [2]interval{toInt(math.Floor, x), toInt(math.Floor, y)}
			for op := Add; op <= Pow; op++ {
				v := fit(&Term{Type: FloatType}, arithOfFloats(op, x, y))
				w := fit(&Term{Type: IntType}, arithOfInts(op, ofInts[0], ofInts[1]))
				for _, a := range inX {
					for _, b := range inY {
						if got := arithFloat(op, float(a), float(b)).Float(); !v.holds(got) {
							t.Fatalf("%v %v %v is %v, not within %v of %v and %v", a, op, b, got, v, x, y)
						}
						if got := arithInt(op, whole(a), whole(b)); !w.holds(float64(got)) {
							t.Fatalf("ints %v %v %v is %v, not within %v of %v", whole(a), op, whole(b), got, w, ofInts)
						}
					}
				}
			}
		})
	})
}

// pairs calls visit for each interval between two numbers, with the numbers in it. The greatest and the least number
// mean no bound.
func pairs(edges []float64, visit func(v interval, in []float64)) {
	for i := range edges {
		for j := i; j < len(edges); j++ {
			v := interval{edges[i], edges[j]}
			if i == 0 {
				v.lo = math.Inf(-1)
			}
			if j == len(edges)-1 {
				v.hi = math.Inf(1)
			}
			visit(v, edges[i:j+1])
		}
	}
}
