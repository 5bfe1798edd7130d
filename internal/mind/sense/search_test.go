package sense

import "testing"

func TestPrediction(t *testing.T) {
	see := Spec{Sensors: []Sensor{{Kind: Sight, Range: 20, LineOfSight: true}},
		Memory: Memory{Short: Store{Capacity: 4}, PredictTicks: 5, SpreadPerTick: 0.5, MaxSpread: 4}}
	hidden := func(fixed bool) func(s *stage, tick int64) {
		return times(at(1, func(s *stage) {
			o := s.put(2, 10, 0)
			o.Velocity, o.Fixed = Point{X: 0, Y: 1}, fixed
		}), at(2, func(s *stage) {
			s.wall(5, -50, 5, 50)
			s.put(2, 99, 99)
		}))
	}
	want := "1: noticed 2 by sight; 2: lost 2"
	is := func(at Point, spread float64) func(t *testing.T, s *stage) {
		return func(t *testing.T, s *stage) { s.believes(t, 2, at, spread, 1) }
	}
	play(t, []scene{
		{name: "seen now", spec: see, ticks: 1, before: hidden(false), want: "1: noticed 2 by sight", after: is(Point{X: 10, Y: 0}, 0)},
		{name: "it would have walked on", spec: see, ticks: 4, before: hidden(false), want: want, after: is(Point{X: 10, Y: 3}, 1.5)},
		{name: "for so long", spec: see, ticks: 6, before: hidden(false), want: want, after: is(Point{X: 10, Y: 5}, 2.5)},
		{name: "and no longer", spec: see, ticks: 8, before: hidden(false), want: want, after: is(Point{X: 10, Y: 5}, 3.5)},
		{name: "the spread has a limit", spec: see, ticks: 100, before: hidden(false), want: want, after: is(Point{X: 10, Y: 5}, 4)},
		{name: "what is fixed stays where it was", spec: see, ticks: 100, before: hidden(true), want: want, after: is(Point{X: 10, Y: 0}, 0)},
		{name: "nothing is predicted without being told to", ticks: 9, before: hidden(false), want: want, after: is(Point{X: 10, Y: 0}, 0),
			spec: Spec{Sensors: see.Sensors}},
		{name: "a sound ends the prediction", ticks: 9, want: want, after: is(Point{X: 30, Y: 0}, 2.5),
			spec:   Spec{Sensors: append([]Sensor{{Kind: Hearing, Damping: 1}}, see.Sensors...), Memory: see.Memory},
			before: times(hidden(false), at(4, func(s *stage) { s.sound(Sound{From: 2, At: Point{X: 30, Y: 0}, Loudness: 50}) }))},
	})
}

// TestMissing walks an observer up to a remembered position.
func TestMissing(t *testing.T) {
	memory := Memory{Short: Store{Capacity: 4}, Long: Store{Capacity: 4}, PredictTicks: 5, MissRange: 0.5, MissFactor: 0.5}
	spec := Spec{Sensors: []Sensor{{Kind: Sight, Range: 6, Cone: 2, LineOfSight: true}}, Memory: memory}
	begin := func(fixed bool, v Point) func(s *stage, tick int64) {
		return at(1, func(s *stage) {
			o := s.put(2, 5, 0)
			o.Fixed, o.Velocity = fixed, v
		})
	}
	leave := at(2, func(s *stage) { s.put(1, -20, 0) })
	taken := at(3, func(s *stage) { s.take(2) })
	back := at(4, func(s *stage) { s.put(1, 1, 0) })
	behind := at(4, func(s *stage) { s.put(1, 9, 0) })
	walled := at(4, func(s *stage) { s.wall(3, -9, 3, 9) })
	aside := func(y float64) func(s *stage, tick int64) {
		return at(3, func(s *stage) { s.put(2, 5, y) })
	}
	near := at(4, func(s *stage) { s.put(1, 5, -5.9).Facing = Point{X: 0, Y: 1} }) // the spot is in range, the thing is not
	gone := "1: noticed 2 by sight; 2: lost 2"
	long := memory
	long.PromoteImportance = 1
	alert := Spec{Sensors: []Sensor{{Kind: Sight, Range: 6, Cone: 2, LineOfSight: true, AlertTicks: 1}}, Memory: memory}
	forgets := spec
	forgets.Memory.MissFactor = 0
	play(t, []scene{
		{name: "an item that was taken is forgotten on arrival", spec: spec, ticks: 6, before: times(begin(true, Point{}), leave, taken, back),
			want: gone + "; 4: missed 2; 4: forgotten 2 for absent"},
		{name: "not before", spec: spec, ticks: 6, before: times(begin(true, Point{}), leave, taken), want: gone},
		{name: "an item that is still there is seen", spec: spec, ticks: 6, before: times(begin(true, Point{}), leave, back),
			want: gone + "; 4: noticed 2 by sight"},
		{name: "looking away finds nothing out", spec: spec, ticks: 6, before: times(begin(true, Point{}), leave, taken, behind), want: gone},
		{name: "nor does looking at a wall", spec: spec, ticks: 6, before: times(begin(true, Point{}), leave, taken, back, walled), want: gone},
		{name: "long-term memory forgets it, too", spec: Spec{Sensors: spec.Sensors, Memory: long}, ticks: 6,
			before: times(at(1, func(s *stage) { s.put(2, 5, 0).Importance = 1; s.objects[2].Fixed = true }), leave, taken, back),
			want:   "1: noticed 2 by sight; 1: promoted 2 by sight; 2: lost 2; 4: missed 2; 4: forgotten 2 for absent"},
		{name: "what moves is doubted where it was last", spec: spec, ticks: 6, before: times(begin(false, Point{}), leave, taken, back),
			want: gone + "; 4: missed 2", after: func(t *testing.T, s *stage) {
				s.believes(t, 2, Point{X: 5, Y: 0}, 0, 0.5)
				if w := s.field.Load().Wanted; w != 0 {
					t.Errorf("it is looked for again: %d lines of sight", w)
				}
			}},
		{name: "or forgotten", spec: forgets, ticks: 6, before: times(begin(false, Point{}), leave, taken, back),
			want: gone + "; 4: missed 2; 4: forgotten 2 for absent"},
		{name: "what walked is looked for where it would be", spec: spec, ticks: 9, want: gone + "; 4: missed 2",
			before: times(begin(false, Point{X: 1, Y: 0}), leave, taken, at(4, func(s *stage) { s.put(1, 8, -3).Facing = Point{X: 0, Y: 1} })),
			after:  func(t *testing.T, s *stage) { s.believes(t, 2, Point{X: 8, Y: 0}, 0, 0.5) }},
		{name: "not where it was", spec: spec, ticks: 4, want: gone,
			before: times(begin(false, Point{X: 1, Y: 0}), leave, taken, at(4, func(s *stage) { s.put(1, 5, -1).Facing = Point{X: -1, Y: 1} })),
			after:  func(t *testing.T, s *stage) { s.believes(t, 2, Point{X: 8, Y: 0}, 0, 1) }},
		{name: "what is near enough to where it was remembered is not missed", spec: spec, ticks: 6, want: gone,
			before: times(begin(true, Point{}), leave, aside(0.5), near)},
		{name: "what is farther away is", spec: spec, ticks: 6, want: gone + "; 4: missed 2; 4: forgotten 2 for absent",
			before: times(begin(true, Point{}), leave, aside(0.6), near)},
		{name: "what was vaguely heard is not missed where it may be", spec: spec, ticks: 6,
			before: times(begin(true, Point{}), at(1, func(s *stage) { s.put(1, 5, -20) }), at(3, func(s *stage) {
				s.mind.Perceive(&Percept{Object: 2, Sensor: Hearing, Tick: 3, Confidence: 1, Has: PartsOf(Position), At: Point{X: 5, Y: 0}, Spread: 3}, 3)
			}), at(3, func(s *stage) { s.put(2, 5, 3) }), near),
			after: func(t *testing.T, s *stage) { s.believes(t, 2, Point{X: 5, Y: 0}, 3, 1) }},
		{name: "nor what is in view elsewhere, but not yet noticed", spec: alert, ticks: 6, want: gone + "; 5: noticed 2 by sight",
			before: times(begin(true, Point{}), leave, at(3, func(s *stage) { s.put(2, 5, 2) }), back)},
		{name: "what is in view elsewhere is not missed", spec: spec, ticks: 6, want: gone + "; 4: noticed 2 by sight",
			before: times(begin(true, Point{}), leave, at(3, func(s *stage) { s.put(2, 5, 2) }), back)},
	})
}
