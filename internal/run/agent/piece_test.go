package agent_test

import (
	"math"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// explain returns how the brain of the agent of a file arbitrates.
func explain(t *testing.T, text string) *goal.Report {
	t.Helper()
	s := newStroller(t, text, agent.Options{})
	id := s.Spawn("x")
	s.Step()
	r := s.View().Candidates(id)
	if r == nil || len(r.Candidates) != 1 {
		t.Fatalf("it arbitrates as %+v", r)
	}
	return r
}

// Pieces add up to the value of their parent, however the score is written.
func TestShape(t *testing.T) {
	sum := func(p *goal.Piece) (v float64) {
		for i := range p.Under {
			v += p.Under[i].Value
		}
		return v
	}
	product := func(p *goal.Piece) float64 {
		v := 1.0
		for i := range p.Under {
			v *= p.Under[i].Value
		}
		return v
	}
	var check func(t *testing.T, p *goal.Piece)
	check = func(t *testing.T, p *goal.Piece) {
		got := p.Value
		switch p.Kind {
		case goal.PieceSum:
			got = sum(p)
		case goal.PieceProduct:
			got = product(p)
		case goal.PieceCurve:
			got = p.Curve.At(p.X)
		case goal.PieceLeast, goal.PieceMost:
			got = p.Under[0].Value
			for i := range p.Under {
				if p.Kind == goal.PieceLeast {
					got = min(got, p.Under[i].Value)
				} else {
					got = max(got, p.Under[i].Value)
				}
			}
		}
		if math.Abs(got-p.Value) > 1e-9 {
			t.Errorf("%s %q is %g, what is under it comes to %g", p.Kind, p.Text, p.Value, got)
		}
		for i := range p.Under {
			check(t, &p.Under[i])
		}
	}
	for _, c := range []struct {
		score string
		value float64
		kind  goal.PieceKind
		under int
	}{
		{"0.9 - a", 0.65, goal.PieceSum, 2},
		{"0.9 - (a - b)", 1.15, goal.PieceSum, 3},
		{"a + b + 0.1", 0.85, goal.PieceSum, 3},
		{"quadratic(1 - a) * b * 2", 0.5625, goal.PieceProduct, 3},
		{"b / 2 * a", 0.0625, goal.PieceProduct, 3},
		{"b - a * b", 0.375, goal.PieceSum, 2},
		{"(a + b) * 2", 1.5, goal.PieceProduct, 2},
		{"min(a, b)", 0.25, goal.PieceLeast, 2},
		{"max(a, b, 0.1)", 0.5, goal.PieceMost, 3},
		{"if a > b then 1 + a else b + 0.25", 0.75, goal.PieceSum, 2},
		{"linear(a)", 0.25, goal.PieceCurve, 1},
		{"twice", 0.5, goal.PieceValue, 1},
		{"-(a - b)", 0.25, goal.PieceSum, 2},
		{"1 + -(a * b)", 0.875, goal.PieceSum, 2},
	} {
		t.Run(c.score, func(t *testing.T) {
			r := explain(t, `state agent { a: float = 0.25; b: float = 0.5; twice := a * 2 }
action act
goal g { act }
brain mind { want g { score `+c.score+` } }
agent x { brain mind }
`)
			p := r.Candidates[0].Shape
			if p == nil {
				t.Fatal("it is not taken apart")
			}
			if math.Abs(p.Value-c.value) > 1e-9 || p.Kind != c.kind || len(p.Under) != c.under {
				t.Errorf("%s %g of %d, want %s %g of %d", p.Kind, p.Value, len(p.Under), c.kind, c.value, c.under)
			}
			check(t, p)
			if got := r.Candidates[0].Value(); math.Abs(got-c.value) > 1e-9 {
				t.Errorf("the candidate is worth %g, want %g", got, c.value)
			}
		})
	}
}

// Considerations with weights are a sum of products.
func TestShapeOfConsiderations(t *testing.T) {
	r := explain(t, `state agent { a: float = 0.25; b: float = 0.5 }
action act
goal g { act }
brain mind { want g { consider a through quadratic weight 2; consider b; combine mean } }
agent x { brain mind }
`)
	p := r.Candidates[0].Shape
	if p == nil || p.Kind != goal.PieceSum || len(p.Under) != 2 {
		t.Fatalf("%+v", p)
	}
	if got := p.Under[0].Value + p.Under[1].Value; math.Abs(got-p.Value) > 1e-9 || math.Abs(got-(2*0.0625+0.5)/3) > 1e-9 {
		t.Errorf("they come to %g, the score is %g", got, p.Value)
	}
}
