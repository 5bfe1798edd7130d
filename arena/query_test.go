package arena

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// inf is a filter's upper end that refuses nothing.
const inf = 1e9

// queryCase is a query on a map of 20 by 20 metres with a wall down the middle, from X 10, Y 0 to Y 14.
type queryCase struct {
	name string
	ask  Query
	want string // the best place, or none
	fate string // of all candidates, by letters: # scored, r refused, s skipped, c cut
}

// line returns so many places a metre apart, in rows of nine.
func line(n int, x, y float64) (list []Point) {
	for i := range n {
		list = append(list, Point{x + float64(i%9), y + float64(i/9)})
	}
	return list
}

var queryCases = []queryCase{
	{name: "without filters and weights the first place is as good as any",
		ask: Query{Places: line(3, 2, 2)}, want: "2,2", fate: "#ss"},
	{name: "a place off the map or in a wall is none",
		ask: Query{Places: []Point{{-1, 2}, {10, 5}, {3, 3}}}, want: "3,3", fate: "#"},
	{name: "the 40th candidate is the only one that the threat does not see",
		ask:  Query{Places: append(line(39, 1, 15), Point{12, 3}), Threats: []Point{{5, 10}}, Filters: []Filter{{Seen, 0, 0}}},
		want: "12,3", fate: strings.Repeat("r", 39) + "#"},
	{name: "a wall between hides, its end does not",
		ask:  Query{Places: []Point{{12, 15}, {12, 8}}, Threats: []Point{{5, 12}}, Filters: []Filter{{Seen, 0, 0}}},
		want: "12,8", fate: "r#"},
	{name: "seen by one and not by the other, from cover",
		ask: Query{Places: []Point{{3, 3}, {12, 3}, {12, 9}}, Threats: []Point{{5, 10}, {15, 9}},
			Filters: []Filter{{Seen, 1, 1}, {Open, 0, 0}}, Cover: func(at, from Point) bool { return at.Y == 9 }},
		want: "12,9", fate: "rr#"},
	{name: "the nearest one whose way is not around the wall",
		ask:  Query{From: Point{8, 3}, Radius: 0.4, Places: []Point{{12, 3}, {3, 3}}, Weights: []Weight{{Way, -0.02}}},
		want: "3,3", fate: "##"},
	{name: "too far to walk",
		ask:  Query{From: Point{8, 3}, Radius: 0.4, Places: []Point{{12, 3}}, Filters: []Filter{{Way, 0, 20}}},
		want: "none", fate: "r"},
	{name: "comrades have taken the best ones",
		ask: Query{From: Point{2, 2}, Places: line(5, 2, 2), Claims: []Point{{2, 2}, {4, 2}},
			Filters: []Filter{{Spacing, 1.5, inf}}, Weights: []Weight{{Far, -0.1}}},
		want: "6,2", fate: "rrrr#"},
	{name: "nobody near, and nothing to keep away from",
		ask:  Query{Places: line(2, 2, 2), Filters: []Filter{{Spacing, 3, inf}, {Range, 5, 9}}},
		want: "2,2", fate: "#s"},
	{name: "within range of the nearest threat",
		ask:  Query{Places: line(9, 1, 17), Threats: []Point{{1, 17}, {9, 17}}, Filters: []Filter{{Range, 3, 8}}, Weights: []Weight{{Range, 0.1}}},
		want: "5,17", fate: "rrrs#srrr"},
	{name: "on rings, the places nearest to the middle that were not looked at for ten seconds",
		ask: Query{Around: Point{5, 5}, Outer: 2, Step: 2, Filters: []Filter{{Looked, 10, inf}, {Away, 0, 3}}, Weights: []Weight{{Away, -0.1}},
			Looked: func(at Point) float64 { return 2.2 * at.X }},
		want: "5,5", fate: "#sssrrss"},
	{name: "the one that was looked at longest ago",
		ask:  Query{Places: line(4, 2, 2), Weights: []Weight{{Looked, 0.01}, {Away, -5}}, Looked: func(at Point) float64 { return math.Abs(at.X - 3) }},
		want: "5,2", fate: "sss#"},
	{name: "nobody knows where it has looked",
		ask:  Query{Places: line(2, 2, 2), Filters: []Filter{{Looked, 1e5, inf}}},
		want: "2,2", fate: "#s"},
	{name: "no place is good enough",
		ask:  Query{From: Point{2, 2}, Places: line(3, 14, 2), Weights: []Weight{{Far, -0.1}}},
		want: "none", fate: "sss"},
	{name: "rays run out: the cut ones might have been better",
		ask: Query{Places: line(5, 1, 17), Threats: []Point{{2, 16}, {3, 16}}, Filters: []Filter{{Seen, 0, 5}},
			Weights: []Weight{{Seen, -0.1}}, Rays: 4},
		want: "1,17", fate: "##ccc"},
	{name: "paths run out",
		ask:  Query{From: Point{8, 3}, Radius: 0.4, Places: line(4, 2, 3), Weights: []Weight{{Way, 0.01}}, Paths: 1},
		want: "2,3", fate: "#ccc"},
	{name: "what cannot be the best is not looked at",
		ask: Query{From: Point{2, 17}, Places: line(9, 2, 17), Threats: []Point{{15, 17}}, Filters: []Filter{{Seen, 1, 5}},
			Weights: []Weight{{Far, -0.1}}},
		want: "2,17", fate: "#ssssssss"},
	{name: "unless all scores are wanted",
		ask: Query{From: Point{2, 17}, Places: line(3, 2, 17), Threats: []Point{{15, 17}}, Filters: []Filter{{Seen, 1, 5}},
			Weights: []Weight{{Far, -0.1}}, All: true},
		want: "2,17", fate: "###"},
	{name: "rings around a point, where the map has room",
		ask:  Query{From: Point{4, 14}, Around: Point{4, 10}, Inner: 4, Outer: 4, Step: 6.5, Weights: []Weight{{Far, -0.1}}},
		want: "4,14", fate: "s#s"},
	{name: "a ring of no radius is its middle",
		ask: Query{Around: Point{4, 10}, Step: 1}, want: "4,10", fate: "#"},
}

// Rings with a tiny step, or of infinite size, end.
func TestRingsEnd(t *testing.T) {
	a := newArena(t, Options{Map: town(t, 40, 30, 1)})
	for _, q := range []Query{
		{Around: Point{20, 15}, Outer: 10, Step: 1e-300},
		{Around: Point{20, 15}, Outer: math.Inf(1), Step: 1},
		{Around: Point{20, 15}, Inner: 1e300, Outer: math.Inf(1), Step: 1e-3},
		{Around: Point{-100, -100}, Outer: 10, Step: 1e-9},
	} {
		q.Radius = 0.4
		if got := a.Ask(&q); len(got.Candidates) > MaxCandidates {
			t.Errorf("%d candidates", len(got.Candidates))
		}
	}
}

func TestAsk(t *testing.T) {
	a := queryArena(t)
	for _, c := range queryCases {
		if c.ask.Radius == 0 {
			c.ask.Radius = 0.4
		}
		got := a.Ask(&c.ask)
		best := "none"
		if got.Best >= 0 {
			at := got.Candidates[got.Best].At
			best = fmt.Sprintf("%.4g,%.4g", at.X, at.Y)
		}
		fates, cut := "", 0
		for _, x := range got.Candidates {
			fates += string("#rsc"[x.Fate])
			if x.Fate == Cut {
				cut++
			}
		}
		if best != c.want || fates != c.fate || got.Cut != cut {
			t.Errorf("%s: the best is %s, %s, cut %d; want %s, %s\n%+v", c.name, best, fates, got.Cut, c.want, c.fate, got)
		}
	}
}

func queryArena(tb testing.TB) *Arena {
	tb.Helper()
	m, err := NewMap(Layout{Width: 20, Height: 20, Walls: []Wall{{A: Point{10, 0}, B: Point{10, 14}}}})
	if err != nil {
		tb.Fatal(err)
	}
	return newArena(tb, Options{Map: m, Seed: 1})
}

// A query considers no more than its limit of candidates, and says how many it left out.
func TestAskLimitsCandidates(t *testing.T) {
	a := queryArena(t)
	got := a.Ask(&Query{Radius: 0.1, Around: Point{5, 8}, Outer: 4, Step: 0.25})
	if len(got.Candidates) != MaxCandidates || got.Left < 100 {
		t.Errorf("%d candidates, %d left out", len(got.Candidates), got.Left)
	}
}

// Skipping changes no answer: with all scores computed, the best place is the same.
func TestAskSkipsOnlyWhatCannotBeTheBest(t *testing.T) {
	a := newArena(t, Options{Map: town(t, 60, 40, 1), Seed: 1})
	skipped, found := 0, 0
	for seed := range 200 {
		q := randomQuery(seed)
		got := a.Ask(&q)
		best, candidates := got.Best, slices.Clone(got.Candidates)
		for _, c := range candidates {
			if c.Fate == Skipped {
				skipped++
			}
		}
		q.All = true
		if all := a.Ask(&q); all.Best != best || best >= 0 && all.Candidates[best].Score != candidates[best].Score {
			t.Fatalf("seed %d: %d, and %d of all", seed, best, all.Best)
		} else if best >= 0 {
			found++
			for i, c := range candidates { // a bound is one
				if s := all.Candidates[i]; c.Fate == Skipped && s.Fate == Scored && s.Score > c.Score {
					t.Fatalf("seed %d: %v exceeds its bound %v", seed, s, c)
				}
			}
		}
	}
	if skipped < 1000 || found < 100 {
		t.Errorf("%d skipped, %d found", skipped, found)
	}
}

// randomQuery is a fight around the middle of a map of 60 by 60 metres.
func randomQuery(seed int) Query {
	x := func(i int) float64 { return 20 + float64((seed*7919+i*104729)%2000)/100 }
	q := Query{From: Point{x(1), x(2)}, Radius: 0.4, Around: Point{x(3), x(4)}, Inner: 2, Outer: 12, Step: 2, Rays: 1 << 20, Paths: 1 << 20,
		Claims: []Point{{x(5), x(6)}}, Filters: []Filter{{Spacing, 2, inf}, {Seen, 0, 1}}, Weights: []Weight{{Way, -0.02}, {Open, -0.3}, {Range, 0.01}}}
	for i := range 4 {
		q.Threats = append(q.Threats, Point{x(10 + i), x(20 + i)})
	}
	q.Cover = func(at, from Point) bool { return at.X > from.X }
	return q
}

func TestAskAllocatesNothing(t *testing.T) {
	a := newArena(t, Options{Map: town(t, 60, 40, 1), Seed: 1})
	q := randomQuery(3)
	a.Ask(&q)
	if n := testing.AllocsPerRun(20, func() { a.Ask(&q) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkAsk asks for a place in a fight: 112 candidates against four threats, scored by sight, cover, spacing and
// path.
func BenchmarkAsk(b *testing.B) {
	a := newArena(b, Options{Map: town(b, 60, 40, 1), Seed: 1})
	for _, all := range []bool{false, true} {
		b.Run(map[bool]string{false: "best", true: "all"}[all], func(b *testing.B) {
			q := randomQuery(3)
			q.All = all
			var got Answer
			b.ReportAllocs()
			for b.Loop() {
				got = a.Ask(&q)
			}
			b.ReportMetric(float64(len(got.Candidates)), "candidates")
			b.ReportMetric(float64(got.Rays), "rays")
			b.ReportMetric(float64(got.Paths), "paths")
		})
	}
}
