package sense

import (
	"testing"

	"github.com/karakuri-ai/karakuri/det"
	"pgregory.net/rapid"
)

// counted is a world that counts lines of sight.
type counted struct {
	*world
	asked map[Point]int // by where they end
}

func (c *counted) Visible(from, to Point) bool {
	c.asked[to]++
	return c.world.Visible(from, to)
}

// TestUrgency has one line of sight in each step, and checks which observer gets it.
func TestUrgency(t *testing.T) {
	one := sight(Sensor{Range: 16, LoseRange: 16, LineOfSight: true})
	play(t, []scene{
		{name: "of equal things the lower object", spec: one, rays: 1, ticks: 1, want: "1: noticed 2 by sight",
			before: at(1, func(s *stage) { s.put(2, 0, 16); s.put(3, 0, 16); s.put(4, 0, 16) })},
		{name: "the nearest first", spec: one, rays: 1, ticks: 1, want: "1: noticed 4 by sight",
			before: at(1, func(s *stage) { s.put(2, 0, 14); s.put(3, 0, 12); s.put(4, 0, 10) })},
		{name: "what was seen before more often", spec: one, rays: 1, ticks: 6, all: true,
			want:   "1: noticed 2 by sight; 2: updated 2 by sight; 3: updated 2 by sight; 4: updated 2 by sight; 5: updated 2 by sight; 6: updated 2 by sight",
			before: times(at(1, func(s *stage) { s.put(2, 0, 16) }), at(2, func(s *stage) { s.put(3, 0, 16) }))},
		{name: "but not for ever", spec: one, rays: 1, ticks: 7, want: "1: noticed 2 by sight; 7: noticed 3 by sight",
			before: times(at(1, func(s *stage) { s.put(2, 0, 16) }), at(2, func(s *stage) { s.put(3, 0, 16) }))},
		{name: "no line of sight, no budget", spec: sight(Sensor{Range: 16}), rays: 1, ticks: 1, want: "1: noticed 2 by sight; 1: noticed 3 by sight",
			before: at(1, func(s *stage) { s.put(2, 0, 16); s.put(3, 0, 16) })},
	})
}

func TestBudgetIsKeptAndUsed(t *testing.T) {
	w := &counted{newWorld(), map[Point]int{}}
	f, err := NewField(Options{Host: w, Senses: []*Senses{compile(t, sight(Sensor{Range: 50, LineOfSight: true}))}, Rays: 13})
	if err != nil {
		t.Fatal(err)
	}
	for id := ObjectID(1); id <= 10; id++ {
		w.put(id, float64(id), 0)
		if _, err := f.Add(id, 0, 0); err != nil {
			t.Fatal(err)
		}
	}
	for tick := int64(1); tick <= 20; tick++ {
		clear(w.asked)
		f.Step(tick, nil)
		asked := 0
		for _, n := range w.asked {
			asked += n
		}
		if l := f.Load(); asked != 13 || l.Wanted != 90 || l.Asked != 13 {
			t.Errorf("tick %d: %d lines of sight were asked for; the load is %+v", tick, asked, l)
		}
	}
}

// TestNobodyStarves draws crowds that move about, and budgets that are too small, and checks the promised bound at each
// step.
func TestNobodyStarves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld()
		n := rapid.IntRange(2, 14).Draw(t, "objects")
		rays := rapid.IntRange(1, 6).Draw(t, "rays")
		senses, err := Compile(Spec{Sensors: []Sensor{{Kind: Sight, Range: 6, Cone: 4, LineOfSight: true}}, Memory: Memory{Short: Store{Capacity: 4, SpanTicks: 9}, PredictTicks: 3}})
		if err != nil {
			t.Fatal(err)
		}
		f, err := NewField(Options{Host: w, Senses: []*Senses{senses}, Rays: rays})
		if err != nil {
			t.Fatal(err)
		}
		r := det.NewRand(rapid.Uint64().Draw(t, "seed"), 0, 0)
		for id := range ObjectID(n) {
			w.put(id+1, r.Between(0, 8), r.Between(0, 8))
			if _, err := f.Add(id+1, 0, 0); err != nil {
				t.Fatal(err)
			}
		}
		w.wall(4, 2, 4, 6)
		most := 0
		for tick := int64(1); tick <= 120; tick++ {
			if id := ObjectID(r.Intn(n) + 1); r.Chance(0.3) {
				o := w.put(id, r.Between(0, 8), r.Between(0, 8))
				o.Facing = Point{X: r.Between(-1, 1), Y: r.Between(-1, 1)}
			}
			f.Step(tick, nil)
			l := f.Load()
			most = max(most, l.Wanted)
			if bound := f.MaxWaitSteps(most); l.LongestSteps > bound {
				t.Fatalf("tick %d: a look has been waited for for %d steps, the bound is %d, with %d looks wanted", tick, l.LongestSteps, bound, most)
			}
		}
	})
}

// TestThreshold compares sharing out with sorting.
func TestThreshold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		urgent := rapid.SliceOfN(rapid.Int64Range(0, 30), 0, 60).Draw(t, "urgent")
		budget := rapid.IntRange(1, 70).Draw(t, "budget")
		limit, even := threshold(urgent, budget)
		candidates := make([]candidate, len(urgent))
		for i, u := range urgent {
			candidates[i] = candidate{urgency: u, ray: true}
		}
		if grant(candidates, limit, even) > 0 && budget < len(urgent) {
			t.Fatal("some of the budget is left over")
		}
		granted := 0
		for i, c := range candidates {
			if c.granted {
				granted++
				continue
			}
			for j, d := range candidates {
				if d.granted && (d.urgency < c.urgency || d.urgency == c.urgency && j > i) {
					t.Fatalf("%d with urgency %d was preferred to %d with %d", j, d.urgency, i, c.urgency)
				}
			}
		}
		if granted != min(budget, len(urgent)) {
			t.Fatalf("%d of %d were granted, with a budget of %d", granted, len(urgent), budget)
		}
	})
}
