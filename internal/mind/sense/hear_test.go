package sense

import (
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/det"
)

func TestHearing(t *testing.T) {
	ear := Spec{Sensors: []Sensor{{Kind: Hearing, Damping: 0.5, Confidence: 0.6}}}
	noise := func(x float64, loudness float64) func(s *stage, tick int64) {
		return at(1, func(s *stage) { s.sound(Sound{From: 2, At: Point{X: x, Y: 0}, Loudness: loudness}) })
	}
	walls := func(n int) func(s *stage, tick int64) {
		return at(1, func(s *stage) {
			for i := range n {
				s.wall(-float64(i+1), -5, -float64(i+1), 5)
			}
		})
	}
	play(t, []scene{
		{name: "loud enough", spec: ear, ticks: 2, before: noise(-10, 10), want: "1: noticed 2 by hearing"},
		{name: "too far", spec: ear, ticks: 2, before: noise(-10.01, 10)},
		{name: "silent", spec: ear, ticks: 2, before: noise(0, 0)},
		{name: "through a wall half as far", spec: ear, ticks: 2, before: times(noise(-10, 20), walls(1)), want: "1: noticed 2 by hearing"},
		{name: "not through a wall any farther", spec: ear, ticks: 2, before: times(noise(-10, 19.9), walls(1))},
		{name: "through two walls a quarter", spec: ear, ticks: 2, before: times(noise(-10, 40), walls(2)), want: "1: noticed 2 by hearing"},
		{name: "not through a third", spec: ear, ticks: 2, before: times(noise(-10, 40), walls(3))},
		{name: "walls that stop all", spec: Spec{Sensors: []Sensor{{Kind: Hearing}}}, ticks: 2, before: times(noise(-10, 1000), walls(1))},
		{name: "falloff", spec: Spec{Sensors: []Sensor{{Kind: Hearing, Falloff: 2}}}, ticks: 2, before: noise(-5, 10), want: "1: noticed 2 by hearing"},
		{name: "falls off sooner", spec: Spec{Sensors: []Sensor{{Kind: Hearing, Falloff: 2}}}, ticks: 2, before: noise(-5.01, 10)},
		{name: "threshold", spec: Spec{Sensors: []Sensor{{Kind: Hearing, Threshold: 3}}}, ticks: 2, before: noise(-7, 10), want: "1: noticed 2 by hearing"},
		{name: "below the threshold", spec: Spec{Sensors: []Sensor{{Kind: Hearing, Threshold: 3}}}, ticks: 2, before: noise(-7.01, 10)},
		{name: "heard once", spec: ear, ticks: 3, before: noise(-1, 10), want: "1: noticed 2 by hearing"},
		{name: "not its own steps", spec: ear, ticks: 2, before: at(1, func(s *stage) { s.sound(Sound{From: 1, Loudness: 10}) })},
		{name: "no ears", spec: sight(Sensor{Range: 5}), ticks: 2, before: noise(-10, 10)},
		{name: "the position is stored though unseen", ticks: 3, want: "1: noticed 2 by hearing",
			spec:   Spec{Sensors: append([]Sensor{{Kind: Sight, Range: 20, Cone: 1, LineOfSight: true}}, ear.Sensors...)},
			before: times(noise(-4, 10), at(1, func(s *stage) { s.put(2, -4, 0) }), at(2, func(s *stage) { s.put(2, -9, 0) })),
			after: func(t *testing.T, s *stage) {
				s.believes(t, 2, Point{X: -4, Y: 0}, 0, 0.6)
				if i, _ := s.mind.Find(2); s.mind.Fact(i).Sensed {
					t.Error("it counts as seen")
				}
			}},
	})
}

func TestWhatIsHeardTellsKindAndRoughlyWhere(t *testing.T) {
	spec := Spec{Sensors: []Sensor{{Kind: Hearing, Blur: 0.2}}}
	play(t, []scene{{name: "blur", spec: spec, ticks: 1, want: "1: noticed 2 by hearing; 1: noticed 3 by hearing",
		before: at(1, func(s *stage) {
			s.sound(Sound{From: 2, At: Point{X: 10, Y: 0}, Loudness: 20, Kind: 9})
			s.sound(Sound{From: 3, At: Point{X: 10, Y: 0}, Loudness: 20})
		}),
		after: func(t *testing.T, s *stage) {
			for i := range 2 {
				e := s.mind.Estimate(i, 1)
				far2 := distance2(e.At, Point{X: 10, Y: 0})
				if e.Spread != 2 || far2 > 4 || far2 == 0 {
					t.Errorf("heard at %v, within %v", e.At, e.Spread)
				}
			}
			if r, ok := s.mind.Reading(0, Kind); !ok || r.X != 9 {
				t.Errorf("the kind is %v, %v; want 9", r.X, ok)
			}
			if _, ok := s.mind.Reading(1, Kind); ok {
				t.Error("a sound that tells no kind told one")
			}
			if _, ok := s.mind.Reading(0, Velocity); ok {
				t.Error("a sound told a velocity")
			}
		}}})
}

func TestDamage(t *testing.T) {
	spec := Spec{Sensors: []Sensor{{Kind: Sight, Range: 10, Cone: 1, LineOfSight: true}, {Kind: Damage, Confidence: 0.8, Threshold: 5}}}
	shot := func(amount float64) func(s *stage, tick int64) {
		return times(there(-6, 0), at(2, func(s *stage) { s.hurt(action.Damage{From: 2, At: Point{X: -6, Y: 0}, Amount: amount}) }))
	}
	play(t, []scene{
		{name: "from behind is noticed", spec: spec, ticks: 4, before: shot(5), want: "2: noticed 2 by damage",
			after: func(t *testing.T, s *stage) { s.believes(t, 2, Point{X: -6, Y: 0}, 0, 0.8) }},
		{name: "not without damage", spec: spec, ticks: 4, before: there(-6, 0)},
		{name: "a scratch is not", spec: spec, ticks: 4, before: shot(4.9)},
		{name: "nor without the sensor", spec: sight(Sensor{Range: 10, Cone: 1}), ticks: 4, before: shot(5)},
		{name: "after the reaction", ticks: 6, before: shot(5), want: "4: noticed 2 by damage",
			spec: Spec{Sensors: []Sensor{{Kind: Damage, ReactionTicks: 2}}}},
		{name: "what is in view is not changed by it", spec: spec, ticks: 3, want: "1: noticed 2 by sight",
			before: times(there(6, 0), at(2, func(s *stage) { s.hurt(action.Damage{From: 2, At: Point{X: 1, Y: 1}, Amount: 9}) })),
			after:  func(t *testing.T, s *stage) { s.believes(t, 2, Point{X: 6, Y: 0}, 0, 1) }},
	})
}

func TestEarshotHasAllThatMayBeHeard(t *testing.T) {
	r := det.NewRand(1, 2, 3)
	spot := func() Point { return Point{X: float64(int(r.Between(-60, 60))), Y: float64(int(r.Between(-60, 60)))} }
	considered, faint := 0, 0
	for range 300 {
		falloff := r.Between(0.1, 3)
		senses, err := Compile(Spec{Sensors: []Sensor{{Kind: Hearing, Falloff: falloff}}, Memory: Memory{Short: Store{Capacity: 1}}})
		if err != nil {
			t.Fatal(err)
		}
		f := &Field{keenest: keenest([]*Senses{senses})}
		for i := range 40 {
			s := Sound{From: 1, At: spot(), Loudness: float64(int(r.Between(0, 30)))}
			if i%3 == 0 && i > 0 { // exactly as loud as it must be to be heard at some point
				s.Loudness = float64(det.Hypot(s.At.X, s.At.Y) * falloff)
			} else {
				faint++
			}
			f.sounds = append(f.sounds, s)
		}
		f.hark()
		for _, at := range []Point{{}, spot(), spot()} {
			places := f.earshot.about(at, nil)
			if !slices.IsSorted(places) {
				t.Fatalf("%v is out of order", places)
			}
			for _, i := range places {
				if i%3 != 0 || i == 0 {
					considered++
				}
			}
			for i, s := range f.sounds {
				if far := det.Hypot(s.At.X-at.X, s.At.Y-at.Y); s.Loudness >= float64(far*falloff) && !slices.Contains(places, int32(i)) {
					t.Fatalf("the sound %+v, which is heard at %v with a falloff of %v, is not among those considered", s, at, falloff)
				}
			}
		}
	}
	if considered > 3*faint/5 {
		t.Errorf("%d of %d faint sounds were considered", considered, 3*faint)
	}
}
