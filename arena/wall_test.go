package arena

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestWhatALineTouches(t *testing.T) {
	line := Wall{A: Point{2, 2}, B: Point{6, 2}}
	box := Wall{Point{2, 2}, Point{6, 4}, true}
	for _, c := range []struct {
		name string
		wall Wall
		p, q Point
		want bool
	}{
		{"across", line, Point{3, 0}, Point{4, 4}, true},
		{"short of it", line, Point{3, 0}, Point{4, 1.9}, false},
		{"past its end", line, Point{1, 0}, Point{1.9, 4}, false},
		{"at its end", line, Point{2, 0}, Point{2, 4}, true},
		{"ends on it", line, Point{3, 0}, Point{3, 2}, true},
		{"along it", line, Point{3, 2}, Point{9, 2}, true},
		{"in line with it, apart", line, Point{7, 2}, Point{9, 2}, false},
		{"beside it", line, Point{3, 2.1}, Point{9, 2.1}, false},
		{"through a box", box, Point{0, 3}, Point{9, 3}, true},
		{"inside of a box", box, Point{3, 3}, Point{4, 3}, true},
		{"by the corner of a box", box, Point{0, 3.9}, Point{3.9, 0}, false},
		{"at the corner of a box", box, Point{0, 4}, Point{4, 0}, true},
		{"along the side of a box", box, Point{0, 2}, Point{9, 2}, true},
		{"a point on a box", box, Point{6, 4}, Point{6, 4}, true},
		{"a point beside it", box, Point{6.1, 4}, Point{6.1, 4}, false},
	} {
		if got := c.wall.crosses(c.p, c.q); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
		if got := c.wall.crosses(c.q, c.p); got != c.want {
			t.Errorf("%s, the other way: %v", c.name, got)
		}
	}
}

// exactSide is the sign of the area of a triangle, without rounding.
func exactSide(a, b, c Point) int {
	rat := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	sub := func(x, y float64) *big.Rat { return new(big.Rat).Sub(rat(x), rat(y)) }
	l := new(big.Rat).Mul(sub(b.X, a.X), sub(c.Y, a.Y))
	return l.Cmp(new(big.Rat).Mul(sub(b.Y, a.Y), sub(c.X, a.X)))
}

// crossesExactly reports whether two lines properly cross, or one ends on the other.
func crossesExactly(a, b, p, q Point) bool {
	if exactSide(a, b, p)*exactSide(a, b, q) > 0 || exactSide(p, q, a)*exactSide(p, q, b) > 0 {
		return false
	}
	return max(p.X, q.X) >= min(a.X, b.X) && min(p.X, q.X) <= max(a.X, b.X) && max(p.Y, q.Y) >= min(a.Y, b.Y) && min(p.Y, q.Y) <= max(a.Y, b.Y)
}

func TestSightIsSymmetricAndNoWallIsOverlooked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		for range 20 {
			p := Point{decimetres(t, 20, "x"), decimetres(t, 16, "y")}
			q := Point{rapid.Float64Range(0, 20).Draw(t, "x"), rapid.Float64Range(0, 16).Draw(t, "y")}
			got := m.Visible(p, q)
			if got != m.Visible(q, p) {
				t.Fatalf("%v sees %v otherwise than the other way", p, q)
			}
			slow, count := true, 0
			for i := range m.walls {
				w := &m.walls[i]
				lines, n := w.edges()
				exact := w.Solid && p.X >= w.A.X && p.X <= w.B.X && p.Y >= w.A.Y && p.Y <= w.B.Y
				for _, line := range lines[:n] {
					exact = exact || crossesExactly(line[0], line[1], p, q)
				}
				if exact && got {
					t.Fatalf("%v sees %v through %v", p, q, *w)
				}
				if w.crosses(p, q) {
					slow = false
					count++
				}
			}
			if got != slow {
				t.Fatalf("with the grid, visible is %v from %v to %v", got, p, q)
			}
			if n := m.WallsBetween(p, q); n != count || n != m.WallsBetween(q, p) {
				t.Fatalf("%d walls between %v and %v, want %d", n, p, q, count)
			}
		}
	})
}

// slowDistance is the way between two lines, found by halving: independent of the formulas in use.
func slowDistance(a, b, p, q Point) float64 {
	at := func(s float64) float64 {
		x := along(a, b.minus(a), s)
		low, high := 0.0, 1.0
		for range 100 {
			s, t := low+(high-low)/3, high-(high-low)/3
			if x.Distance(along(p, q.minus(p), s)) < x.Distance(along(p, q.minus(p), t)) {
				high = t
			} else {
				low = s
			}
		}
		return x.Distance(along(p, q.minus(p), low))
	}
	low, high := 0.0, 1.0
	for range 100 {
		s, t := low+(high-low)/3, high-(high-low)/3
		if at(s) < at(t) {
			high = t
		} else {
			low = s
		}
	}
	return at(low)
}

func TestDistanceOfLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func() Point { return Point{decimetres(t, 10, "x"), decimetres(t, 10, "y")} }
		w := Wall{A: draw(), B: draw()}
		p, q := draw(), draw()
		if w.A == w.B {
			t.Skip()
		}
		got, want := math.Sqrt(w.distance2ToLine(p, q)), slowDistance(w.A, w.B, p, q)
		if math.Abs(got-want) > 1e-6 {
			t.Fatalf("from %v to %v-%v: %v, want %v", w, p, q, got, want)
		}
	})
}

func TestClearIsWhatEveryWallAllows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		radius := rapid.SampledFrom([]float64{0.1, 0.5, 1.3}).Draw(t, "radius")
		for range 10 {
			p := Point{decimetres(t, 20, "x"), decimetres(t, 16, "y")}
			q := Point{decimetres(t, 20, "x"), decimetres(t, 16, "y")}
			want := true
			for i := range m.walls {
				want = want && m.walls[i].distance2ToLine(p, q) >= radius*radius
			}
			if got := m.Clear(p, q, radius); got != want {
				t.Fatalf("from %v to %v with %v: %v", p, q, radius, got)
			}
		}
	})
}
