package expr

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/world"
)

// Every curve is a function, with its parameters by place or by name. Heat is 2.5, money 20, tired false.
func TestCurvesAreFunctions(t *testing.T) {
	f, m, fr := scene(t)
	with := func(k curve.Kind, change func(c *curve.Curve)) curve.Curve {
		c := k.Curve()
		change(&c)
		return c
	}
	for text, want := range map[string]float64{
		"linear(heat / 10)":                        0.25,
		"linear(heat)":                             1, // beyond 1 is 1
		"linear(-heat)":                            0,
		"linear(money)":                            1, // an int is as good
		"quadratic(1 - heat / 10)":                 0.5625,
		"quadratic(heat / 10, 2)":                  0.125, // by place: the slope stands first
		"quadratic(heat / 10, slope: 2)":           0.125,
		"quadratic(heat / 10, yshift: 0.5)":        0.5625,
		"polynomial(heat / 10, 1, 0.5)":            0.5,
		"polynomial(heat / 10, exponent: 0.5)":     0.5,
		"polynomial(heat / 10, 1, exponent: 0.5)":  0.5,
		"step(heat / 10, xshift: price - 5.5)":     1, // any constant expression
		"normal(heat / 10, low: 0.75)":             0.75,
		"piecewise(heat / 10, 0, 0.5, 0.5, 1)":     0.75,
		"piecewise(heat / 10, 0, 1, 1, 0, low: 1)": 1,
		"logistic(heat / 10, exponent: 2, xshift: -0.2)": func() float64 {
			c := with(curve.Logistic, func(c *curve.Curve) { c.Exponent, c.XShift = 2, -0.2 })
			return c.At(0.25)
		}(),
		"quadratic(linear(heat / 10, slope: 2), yshift: 0.5)": 0.75, // one of another
		"if sine(heat / 10) > 0.9 then linear(0.5) else 0":    0.5,
	} {
		term := f.check(t, text, FloatType)
		got := EvalTerm(term, m, fr)[0].Float()
		if math.Abs(got-want) > 1e-15 || CompileValue(term).Eval(m, fr).Float() != got {
			t.Errorf("%s: %v, compiled %v, want %v", text, got, CompileValue(term).Eval(m, fr).Float(), want)
		}
	}
	for _, info := range curve.Kinds() {
		text, c := info.Name+"(heat / 10)", info.Kind.Curve()
		if info.Kind == curve.Piecewise {
			text = "piecewise(heat / 10, 0, 0, 1, 1)"
		}
		if got := EvalTerm(f.check(t, text, FloatType), m, fr)[0].Float(); got != c.At(0.25) {
			t.Errorf("%s: %v, want %v", text, got, c.At(0.25))
		}
		for i := range info.Params {
			p := &info.Params[i]
			c := info.Kind.Curve()
			p.Set(&c, (p.Min+3*p.Max)/4)
			named := fmt.Sprintf("%s, %s: %v)", strings.TrimSuffix(text, ")"), p.Name, p.Get(&c))
			if got := EvalTerm(f.check(t, named, FloatType), m, fr)[0].Float(); got != c.At(0.25) {
				t.Errorf("%s: %v, want %v", named, got, c.At(0.25))
			}
		}
	}
	if w, known := f.check(t, "quadratic(0.5)", FloatType).Const(); !known || w[0].Float() != 0.25 {
		t.Error("a curve of a constant is no constant")
	}
	v := CompileValue(f.check(t, "linear(f)", FloatType))
	if n := len(v.prog.code); n != 2 || v.prog.code[0].op != opCurve {
		t.Errorf("a curve of a parameter takes %d instructions", n-1)
	}
}

// A name that is declared goes before a curve of that name.
func TestDeclaredNamesGoBeforeCurves(t *testing.T) {
	f, m, fr := scene(t)
	f.function("linear", []world.Type{IntType}, IntType, func(a []world.Word) [2]world.Word { return [2]world.Word{a[0] + 1} })
	m.Funcs = f.funcs
	if got := EvalTerm(f.check(t, "linear(7)", IntType), m, fr)[0]; got != 8 {
		t.Errorf("%d, want what the host's function says", got)
	}
	if _, ds := f.parsed("linear(7, slope: 2)", IntType); !ds.HasErrors() {
		t.Error("the host's function takes the parameter of a curve")
	}
}

func TestCurveMistakes(t *testing.T) {
	f := newFixture(t)
	for _, c := range []struct{ text, want string }{
		{"linear()", `1:1: linear has no input [K013] write linear(x), or linear(x, slope: 1)`},
		{"logistic(exponent: 2)", `1:1: logistic has no input [K013] write logistic(x), or logistic(x, slope: 1)`},
		{"linear(at)", `1:8: expected a number, found place [K010]`},
		{"linear(hungry)", `1:8: expected a number, found bool [K010]`},
		{"linear(hungy, slope: 2)", `1:8: unknown symbol "hungy" [K012] did you mean "hungry"?`},
		{"logistic(heat, exponnt: 2)", `1:16: logistic has no parameter "exponnt" [K366] did you mean "exponent"?`},
		{"linear(heat, exponent: 2)", `1:14: linear has no parameter "exponent" [K366] its parameters are slope, xshift, yshift, low, high`},
		{"linear(heat, slope: 2, slope: 3)", `1:24: slope is given twice [K366]`},
		{"linear(heat, 2, slope: 3)", `1:17: slope is given twice [K366]`},
		{"linear(heat, slope: 2, 3)", `1:24: a positional argument follows a named one [K366] put positional arguments first`},
		{"linear(heat, 1, 2, 3, 0, 1, 7, 8)", `1:1: linear takes at most 6 arguments, found 8 [K013] its parameters are slope, xshift, yshift, low, high`},
		{"linear(heat, heat)", `1:14: the parameters of a curve must be constants [K020] put values that change into the input of the curve`},
		{"linear(heat, slope: money, low: 3)", "1:21: the parameters of a curve must be constants [K020] put values that change into the input of the curve\n1:33: low of linear is 3; it must be in 0..1 [K019]"},
		{"linear(heat, slope: at)", `1:21: expected a number, found place [K010]`},
		{"linear(heat, slope: 1000)", `1:21: slope of linear is 1000; it must be in -100..100 [K019]`},
		{"linear(heat, low: 0.8, high: 0.2)", `1:1: linear: low is 0.8, above high, 0.2 [K019]`},
		{"piecewise(heat)", `1:1: piecewise takes points, each an x and a y, found 0 numbers [K013] write piecewise(x, 0, 0, 1, 1)`},
		{"piecewise(heat, 0, 0, 1)", `1:1: piecewise takes points, each an x and a y, found 3 numbers [K013] write piecewise(x, 0, 0, 1, 1)`},
		{"piecewise(heat, 1, 0, 0, 1)", `1:1: piecewise: x of point 2 is 0, must be greater than 1, by 1e-06 at least [K019]`},
		{"quadradic(heat)", `1:1: unknown curve "quadradic" [K500] did you mean "quadratic"?`},
		{"twise(3)", `1:1: unknown symbol or function "twise" [K012] did you mean "twice"?`},
		{"frobnicate(3)", `1:1: unknown symbol or function "frobnicate" [K012]`},
		{"linear + 1", `1:1: unknown symbol "linear" [K012] linear is a curve: write linear(x), or linear(x, slope: 1)`},
		{"twice(a: 3)", `1:7: the arguments of twice are positional [K366] write them without names`},
		{"min(a, b: 3)", `1:5: unknown symbol "a" [K012]`},
		{"max(1, b: 3)", `1:8: the arguments of max are positional [K366] write them without names`},
		{"cost(i: it)", `1:6: the arguments of cost are positional [K366] write them without names`},
		{"linear(heat) && hungry", `1:1: expected bool, found float [K010] a condition is true or false: compare it with something`},
	} {
		if got := f.mistakes(c.text, world.Type{}); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
	var ds diag.List
	if CheckEffects(ParseEffectString(diag.NewSource("test", "linear(3) = 2"), &ds), f, &ds) != nil || ds.All[0].Code != diag.NotAssignable {
		t.Errorf("a curve is assigned to: %v", ds.All)
	}
}

// mistakes returns the mistakes in an expression, a line for each.
func (f *fixture) mistakes(text string, want world.Type) string {
	_, ds := f.parsed(text, want)
	var got []string
	for _, d := range ds.All {
		got = append(got, strings.TrimSpace(strings.TrimPrefix(d.Error(), "test:")+" "+d.Hint))
	}
	return strings.Join(got, "\n")
}

// Considerations name a curve without its input.
func TestCurvesAlone(t *testing.T) {
	f := newFixture(t)
	check := func(text string) (curve.Curve, string) {
		var ds diag.List
		n := ParseString(diag.NewSource("test", text), &ds).(*Ref)
		c, ok := CheckCurve(n, f, &ds)
		if ok == ds.HasErrors() {
			t.Errorf("%s: ok is %v, %v", text, ok, ds.All)
		}
		if ok {
			return c, ""
		}
		return c, ds.All[0].Message + " | " + ds.All[0].Hint
	}
	for text, want := range map[string]curve.Curve{
		"linear":                        curve.Linear.Curve(),
		"logistic()":                    curve.Logistic.Curve(),
		"quadratic(2, xshift: price/5)": {Kind: curve.Quadratic, Slope: 2, XShift: 1, High: 1},
		"piecewise(0, 1, 1, 0.5)":       {Kind: curve.Piecewise, Slope: 1, High: 1, Points: []curve.Point{{X: 0, Y: 1}, {X: 1, Y: 0.5}}},
	} {
		if got, mistake := check(text); fmt.Sprint(got) != fmt.Sprint(want) || mistake != "" {
			t.Errorf("%s: %+v %s, want %+v", text, got, mistake, want)
		}
	}
	for text, want := range map[string]string{
		"lineer":              `unknown curve "lineer" | did you mean "linear"?`,
		"gauss(3)":            `unknown curve "gauss" | karakuri curves lists all of them`,
		"piecewise":           "piecewise takes points, each an x and a y, found 0 numbers | write piecewise(0, 0, 1, 1)",
		"linear(1,2,3,0,1,1)": "linear takes at most 5 arguments, found 6 | its parameters are slope, xshift, yshift, low, high",
	} {
		if _, got := check(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// BenchmarkCurve measures a score as brains have it.
func BenchmarkCurve(b *testing.B) {
	f, m, fr := scene(b)
	v := CompileValue(f.check(b, "quadratic(1 - heat / 10) * logistic(distance(e) / 20, exponent: -2)", FloatType))
	b.ReportAllocs()
	for b.Loop() {
		v.Eval(m, fr)
	}
}
