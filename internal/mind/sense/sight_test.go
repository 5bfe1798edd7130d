package sense

import (
	"math"
	"testing"
)

func sight(s Sensor) Spec {
	s.Kind = Sight
	return Spec{Sensors: []Sensor{s}}
}

// there puts object 2 at a spot from the beginning.
func there(x, y float64) func(s *stage, tick int64) {
	return at(1, func(s *stage) { s.put(2, x, y) })
}

func TestSight(t *testing.T) {
	cone := sight(Sensor{Range: 10, Cone: math.Pi / 2, TouchRange: 1, LineOfSight: true})
	wall := at(1, func(s *stage) { s.wall(3, -5, 3, 5) })
	play(t, []scene{
		{name: "in range", spec: cone, ticks: 2, before: there(9, 0), want: "1: noticed 2 by sight"},
		{name: "at the end of the range", spec: cone, ticks: 2, before: there(10, 0), want: "1: noticed 2 by sight"},
		{name: "out of range", spec: cone, ticks: 2, before: there(10.01, 0)},
		{name: "at the edge of the cone", spec: cone, ticks: 2, before: there(5, 4.99), want: "1: noticed 2 by sight"},
		{name: "out of the cone", spec: cone, ticks: 2, before: there(5, 5.01)},
		{name: "behind", spec: cone, ticks: 2, before: there(-5, 0)},
		{name: "behind, but all around", spec: sight(Sensor{Range: 10}), ticks: 2, before: there(-5, 0), want: "1: noticed 2 by sight"},
		{name: "behind, after turning round", spec: cone, ticks: 3, want: "3: noticed 2 by sight",
			before: times(there(-5, 0), at(3, func(s *stage) { s.objects[1].Facing = Point{X: -3, Y: 0} }))},
		{name: "behind a wall", spec: cone, ticks: 2, before: times(there(5, 0), wall)},
		{name: "behind a wall, without line of sight", spec: sight(Sensor{Range: 10}), ticks: 2, before: times(there(5, 0), wall), want: "1: noticed 2 by sight"},
		{name: "behind, within touch", spec: cone, ticks: 2, before: there(-1, 0), want: "1: noticed 2 by sight"},
		{name: "behind, just out of touch", spec: cone, ticks: 2, before: there(-1.01, 0)},
		{name: "behind a wall, within touch", spec: cone, ticks: 2, want: "1: noticed 2 by sight",
			before: times(there(0.5, 0), at(1, func(s *stage) { s.wall(0.2, -1, 0.2, 1) }))},
		{name: "it does not see itself", spec: cone, ticks: 2},
		{name: "updated every tick", spec: cone, ticks: 3, before: there(5, 0), all: true,
			want: "1: noticed 2 by sight; 2: updated 2 by sight; 3: updated 2 by sight"},
		{name: "lost behind a wall", spec: cone, ticks: 4, want: "1: noticed 2 by sight; 3: lost 2",
			before: times(there(5, 0), at(3, func(s *stage) { s.wall(3, -5, 3, 5) }))},
		{name: "lost when it is no more", spec: cone, ticks: 5, want: "1: noticed 2 by sight; 3: lost 2; 4: missed 2; 4: forgotten 2 for absent",
			before: times(there(5, 0), at(3, func(s *stage) { s.take(2) }))},
		{name: "lost when it is there no more, but still near", spec: cone, ticks: 5, want: "1: noticed 2 by sight; 3: lost 2; 4: missed 2; 4: forgotten 2 for absent",
			before: times(there(5, 0), at(3, func(s *stage) {
				s.take(2)
				s.ghosts = []Spot{{Object: 2, At: Point{X: 5, Y: 0}}, {Object: 0, At: Point{X: 5, Y: 0}}}
			}))},
		{name: "an observer that is not there loses all, and sees nothing", spec: cone, ticks: 3, want: "1: noticed 2 by sight; 2: lost 2",
			before: times(there(5, 0), at(2, func(s *stage) { s.take(1) }))},
		{name: "the nearest things count", spec: Spec{Sensors: cone.Sensors, Attention: 2}, ticks: 1, want: "1: noticed 2 by sight; 1: noticed 4 by sight",
			before: at(1, func(s *stage) { s.put(2, 4, 0); s.put(3, 5, 0); s.put(4, 3, 0) })},
	})
}

func TestLoseRangeIsLargerThanRange(t *testing.T) {
	spec := sight(Sensor{Range: 10, LoseRange: 12, LineOfSight: true})
	spec.Memory.MissRange = 10 // so that nothing is missed at its former position
	move := func(tick int64, x float64) func(s *stage, tick int64) {
		return at(tick, func(s *stage) { s.put(2, x, 0) })
	}
	play(t, []scene{
		{name: "seen up to it once seen", spec: spec, ticks: 4, before: times(move(1, 9), move(2, 12)), want: "1: noticed 2 by sight"},
		{name: "lost beyond", spec: spec, ticks: 4, before: times(move(1, 9), move(2, 12), move(3, 12.01)), want: "1: noticed 2 by sight; 3: lost 2"},
		{name: "not seen anew in it", spec: spec, ticks: 4, before: times(move(1, 9), move(2, 13), move(3, 11)), want: "1: noticed 2 by sight; 2: lost 2"},
		{name: "never seen in it", spec: spec, ticks: 4, before: move(1, 11)},
		{name: "seen again within the range", spec: spec, ticks: 4, before: times(move(1, 9), move(2, 13), move(3, 10)),
			want: "1: noticed 2 by sight; 2: lost 2; 3: noticed 2 by sight"},
		{name: "a quarter more, if it is not said", spec: sight(Sensor{Range: 8}), ticks: 3, before: times(move(1, 8), move(2, 10), move(3, 10.01)),
			want: "1: noticed 2 by sight; 3: lost 2"},
	})
}

func TestTouch(t *testing.T) {
	spec := Spec{Sensors: []Sensor{{Kind: Touch, Range: 1}}}
	play(t, []scene{
		{name: "felt from behind", spec: spec, ticks: 2, before: there(-1, 0), want: "1: noticed 2 by touch"},
		{name: "out of reach", spec: spec, ticks: 2, before: there(-1.01, 0)},
		{name: "lost when it steps back", spec: spec, ticks: 3, want: "1: noticed 2 by touch; 3: lost 2",
			before: times(there(0.5, 0), at(3, func(s *stage) { s.put(2, 2, 0) }))},
		{name: "the first sensor that needs no line of sight counts", ticks: 1, before: there(1, 0), want: "1: noticed 2 by touch",
			spec: Spec{Sensors: []Sensor{{Kind: Sight, Range: 5, LineOfSight: true}, {Kind: Touch, Range: 1}}}},
		{name: "else the first that does", ticks: 1, before: there(2, 0), want: "1: noticed 2 by sight",
			spec: Spec{Sensors: []Sensor{{Kind: Sight, Range: 5, LineOfSight: true}, {Kind: Touch, Range: 1}}}},
	})
}

func TestReaction(t *testing.T) {
	slow := sight(Sensor{Range: 10, LineOfSight: true, ReactionTicks: 3})
	hide := func(tick int64) func(s *stage, tick int64) {
		return at(tick, func(s *stage) { s.wall(3, -5, 3, 5) })
	}
	show := func(tick int64) func(s *stage, tick int64) {
		return at(tick, func(s *stage) { s.walls = nil })
	}
	alert := sight(Sensor{Range: 10, LineOfSight: true, ReactionTicks: 3, AlertTicks: 1})
	play(t, []scene{
		{name: "noticed after the reaction", spec: slow, ticks: 6, before: there(5, 0), want: "4: noticed 2 by sight"},
		{name: "not yet", spec: slow, ticks: 3, before: there(5, 0)},
		{name: "gone before it is over", spec: slow, ticks: 6, before: times(there(5, 0), hide(3))},
		{name: "begins anew", spec: slow, ticks: 8, before: times(there(5, 0), hide(3), show(4)), want: "7: noticed 2 by sight"},
		{name: "quicker for what is remembered", spec: alert, ticks: 9, before: times(there(5, 0), hide(5), show(7)),
			want: "4: noticed 2 by sight; 5: lost 2; 8: noticed 2 by sight"},
		{name: "what stands there unnoticed is not missed", spec: alert, ticks: 9, before: times(there(5, 0), hide(5), show(7)),
			want: "4: noticed 2 by sight; 5: lost 2; 8: noticed 2 by sight"},
		{name: "a sound is noticed with where it was", ticks: 5, want: "3: noticed 2 by hearing",
			spec:   Spec{Sensors: []Sensor{{Kind: Hearing, ReactionTicks: 2}}},
			before: times(at(1, func(s *stage) { s.sound(Sound{From: 2, At: Point{X: 4, Y: 0}, Loudness: 9}) }), at(2, func(s *stage) { s.put(2, 8, 0) })),
			after:  func(t *testing.T, s *stage) { s.believes(t, 2, Point{X: 4, Y: 0}, 0, 1) }},
	})
}

// TestJitter lets many observers see the same thing at once: their reactions differ, within bounds, and again in the
// same way.
func TestJitter(t *testing.T) {
	noticed := func(seed uint64) (ticks [40]int64) {
		w := newWorld()
		w.put(100, 5, 0).Importance = 1 // more than that of the other observers
		spec := sight(Sensor{Range: 10, ReactionTicks: 2, JitterTicks: 4})
		f, err := NewField(Options{Host: w, Senses: []*Senses{compile(t, spec)}, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		for i := range ticks {
			w.put(ObjectID(i+1), 0, 0)
			if _, err := f.Add(ObjectID(i+1), 0, 0); err != nil {
				t.Fatal(err)
			}
		}
		for tick := int64(10); tick <= 20; tick++ {
			f.Step(tick, nil)
			for i := range ticks {
				if _, known := f.Mind(Observer(i)).Find(100); known && ticks[i] == 0 {
					ticks[i] = tick - 10
				}
			}
		}
		return ticks
	}
	a := noticed(1)
	count := map[int64]int{}
	for _, tick := range a {
		count[tick]++
	}
	for tick := int64(2); tick <= 6; tick++ {
		if count[tick] == 0 {
			t.Errorf("nobody took %d ticks: %v", tick, count)
		}
		delete(count, tick)
	}
	if len(count) > 0 {
		t.Errorf("reactions out of bounds: %v", count)
	}
	if a != noticed(1) {
		t.Error("the same seed gives other reactions")
	}
	if a == noticed(2) {
		t.Error("another seed gives the same reactions")
	}
}
