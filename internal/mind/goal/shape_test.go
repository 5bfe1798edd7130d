package goal_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
)

// shapeOf returns the shape of the score of the only want of a model's brain, for an egg if it has targets.
func shapeOf(t *testing.T, want string) *Candidate {
	t.Helper()
	a := newActor(t, load(t, "state agent { far := near2 * 2; near2: float }\ngoal fetch(t: thing) { take(t) }\ngoal rested { rest }\nbrain one { "+want+" }"), Plain)
	a.add("thing", "egg", true)
	a.set("x = 0.5, y = 0.25, n = 4, near2 = 0.1, near(egg) = 3")
	a.env.Ctx.Enter(1, 0, a.state)
	r := a.mind.Explain(&a.env)
	if len(r.Candidates) != 1 || r.Candidates[0].Shape == nil {
		t.Fatalf("%s", r)
	}
	return &r.Candidates[0]
}

// drawn writes a piece with its parts: "sum 0.75 [x 0.5, y 0.25]". A plain value has its text.
func drawn(p *Piece) string {
	text := p.Text
	if p.Kind != PieceValue {
		text = p.Kind.String()
	}
	text += fmt.Sprintf(" %.6g", p.Value)
	if p.Kind == PieceCurve {
		text += fmt.Sprintf(" of %.6g", p.X)
	}
	if p.Because != "" {
		text += " since " + p.Because
	}
	var under []string
	for i := range p.Under {
		under = append(under, drawn(&p.Under[i]))
	}
	if under == nil {
		return text
	}
	return text + " [" + strings.Join(under, ", ") + "]"
}

// addsUp checks that pieces add up to the value of their parent.
func addsUp(t *testing.T, p *Piece) {
	t.Helper()
	sum, product, least, most := 0.0, 1.0, math.Inf(1), math.Inf(-1)
	for i := range p.Under {
		v := p.Under[i].Value
		sum, product, least, most = sum+v, product*v, min(least, v), max(most, v)
		addsUp(t, &p.Under[i])
	}
	want, known := map[PieceKind]float64{PieceSum: sum, PieceProduct: product, PieceLeast: least, PieceMost: most}[p.Kind]
	if p.Kind == PieceCurve {
		want, known = p.Curve.At(p.X), true
	}
	if known && math.Abs(want-p.Value) > 1e-9 {
		t.Errorf("%s %q is %g, and what is under it comes to %g", p.Kind, p.Text, p.Value, want)
	}
}

// TestScoresAreTakenApart: an expression becomes sums, products and curves with its value.
func TestScoresAreTakenApart(t *testing.T) {
	for _, c := range []struct{ score, want string }{
		{"x", "x 0.5"},
		{"n", "n 4"},
		{"0.5", "0.5 0.5"},
		{"x + y", "sum 0.75 [x 0.5, y 0.25]"},
		{"x + y + n", "sum 4.75 [x 0.5, y 0.25, n 4]"},
		{"x + (y + 1)", "sum 1.75 [x 0.5, y 0.25, 1 1]"},
		{"x - y", "sum 0.25 [x 0.5, product -0.25 [-1 -1, y 0.25]]"},
		{"x - 0.25", "sum 0.25 [x 0.5, -0.25 -0.25]"},
		{"x - (y - 1)", "sum 1.25 [x 0.5, product -0.25 [-1 -1, y 0.25], 1 1]"},
		{"x - y * n + 1", "sum 0.5 [x 0.5, product -1 [-1 -1, y 0.25, n 4], 1 1]"},
		{"-(x - 2)", "sum 1.5 [product -0.5 [-1 -1, x 0.5], 2 2]"},
		{"1 + -x", "sum 0.5 [1 1, product -0.5 [-1 -1, x 0.5]]"},
		{"1 + -min(x, y)", "sum 0.75 [1 1, product -0.25 [-1 -1, least 0.25 [x 0.5, y 0.25]]]"},
		{"x * y * n", "product 0.5 [x 0.5, y 0.25, n 4]"},
		{"x * (y + n)", "product 2.125 [x 0.5, sum 4.25 [y 0.25, n 4]]"},
		{"x / y", "product 2 [x 0.5, 1 / y 4 [y 0.25]]"},
		{"x / (y - y) + 1", "sum 1 [x / (y - y) 0, 1 1]"},
		{"n % 3", "n % 3 1 [n 4]"},
		{"min(x, y, 1)", "least 0.25 [x 0.5, y 0.25, 1 1]"},
		{"max(n, 2)", "most 4 [n 4, 2 2]"},
		{"abs(x)", "abs(x) 0.5 [x 0.5]"},
		{"if a then x else y + 1", "sum 1.25 since not a [y 0.25, 1 1]"},
		{"x + (if n > 3 then y + 1 else 0)", "sum 1.75 [x 0.5, sum 1.25 since n > 3 [y 0.25, 1 1]]"},
		{"if n > 3 then (if a then 9 else x) else 0", "x 0.5 since n > 3; not a"},
		{"far", "far 0.2 [product 0.2 [near2 0.1, 2 2]]"},
		{"quadratic(x)", "curve 0.25 of 0.5 [x 0.5]"},
		{"quadratic(n)", "curve 1 of 1 [n 4]"},
		{"quadratic(1 - x) * y", "product 0.0625 [curve 0.25 of 0.5 [sum 0.5 [1 1, product -0.5 [-1 -1, x 0.5]]], y 0.25]"},
	} {
		got := shapeOf(t, "want rested { score "+c.score+" }")
		if text := drawn(got.Shape); text != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.score, text, c.want)
		}
		if addsUp(t, got.Shape); math.Abs(got.Value()-max(got.Shape.Value, 0)) > 1e-9 {
			t.Errorf("%s: it is worth %g, and its shape is %g", c.score, got.Value(), got.Shape.Value)
		}
	}
	on := shapeOf(t, "want fetch(t) each t in remembered thing { score charm(t) * worth(t) + near(t) }")
	if got, want := drawn(on.Shape), "sum 3 [product 0 [charm(t) 6.5 [sum 6.5 [product 6 [near(t) 3, 2 2], x 0.5]], worth(t) 0], near(t) 3]"; got != want {
		t.Errorf("on a target\ngot  %s\nwant %s", got, want)
	}
}

// TestShapesAreBounded: neither depth nor number of their pieces continues forever.
func TestShapesAreBounded(t *testing.T) {
	deep := "x"
	for range 2 * MaxPieceDepth {
		deep = "min(abs(" + deep + "), 1)"
	}
	depth := 0
	for p := shapeOf(t, "want rested { score "+deep+" }").Shape; len(p.Under) > 0; p = &p.Under[0] {
		depth++
	}
	if depth != MaxPieceDepth {
		t.Errorf("it is %d deep, want %d", depth, MaxPieceDepth)
	}
}

// TestConsiderationsAreTakenApart: for each way of combining them, with weights.
func TestConsiderationsAreTakenApart(t *testing.T) {
	const x, y = "curve 0.25 of 0.5 [x 0.5]", "curve 0.25 of 0.25 [y 0.25]"
	weighted := func(wx, wy float64) string {
		return fmt.Sprintf("product %.6g [%s, weight %.6g], product %.6g [%s, weight %.6g]", 0.25*wx, x, wx, 0.25*wy, y, wy)
	}
	for _, c := range []struct{ combine, want string }{
		{"compensated", "mean 0.0917969 [" + x + ", " + y + "]"},
		{"product", "product 0.0625 [" + x + ", " + y + "]"},
		{"geometric", "mean 0.25 [" + x + ", " + y + "]"},
		{"sum", "sum 0.75 [" + weighted(2, 1) + "]"},
		{"mean", "sum 0.25 [" + weighted(2.0/3, 1.0/3) + "]"},
		{"min", "least 0.25 [" + x + ", " + y + "]"},
		{"max", "most 0.25 [" + x + ", " + y + "]"},
	} {
		weight := ""
		if c.combine == "sum" || c.combine == "mean" {
			weight = " weight 2"
		}
		got := shapeOf(t, "want rested { consider x through quadratic"+weight+"; consider y; combine "+c.combine+" }")
		if text := drawn(got.Shape); text != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.combine, text, c.want)
		}
		if addsUp(t, got.Shape); got.Value() != got.Shape.Value {
			t.Errorf("%s: it is worth %g, and its shape is %g", c.combine, got.Value(), got.Shape.Value)
		}
	}
}
