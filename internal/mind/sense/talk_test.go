package sense

import (
	"slices"
	"strings"
	"testing"
)

// team is a scene of two: the observer of the table, which sees nothing, and a scout far off, which sees object 2 and
// is object 9.
func team(listener, scout Spec, teams [2]int64, moves func(w *world, tick int64), ticks int64) func(t *testing.T) (*Field, []string) {
	return func(t *testing.T) (*Field, []string) {
		w := newWorld()
		w.put(1, 0, 0)
		w.put(9, 100, 0)
		w.put(2, 105, 0).Velocity = Point{X: 0, Y: 1}
		f, err := NewField(Options{Host: w, Senses: []*Senses{compile(t, listener), compile(t, scout)}, Seed: 7})
		if err != nil {
			t.Fatal(err)
		}
		var events []string
		for i, self := range []ObjectID{1, 9} {
			if _, err := f.Add(self, i, teams[i]); err != nil {
				t.Fatal(err)
			}
		}
		for tick := int64(1); tick <= ticks; tick++ {
			if moves != nil {
				moves(w, tick)
			}
			f.Step(tick, nil)
			for _, e := range f.Mind(0).Events() {
				events = append(events, e.String())
			}
		}
		return f, events
	}
}

func TestTalk(t *testing.T) {
	listener := Spec{Sensors: []Sensor{{Kind: Talk, Confidence: 0.5, ReactionTicks: 2}}, Memory: Memory{Short: Store{Capacity: 4, Decay: 0.01}, PredictTicks: 9}}
	quick := Spec{Sensors: []Sensor{{Kind: Talk}}}
	scout := Spec{Sensors: []Sensor{{Kind: Sight, Range: 10, Confidence: 0.8}, {Kind: Talk}}, ShareTicks: 4}
	silent := scout
	silent.ShareTicks = 0
	ranged := func(r float64) Spec { return Spec{Sensors: []Sensor{{Kind: Talk, Range: r}}} }
	hide := func(w *world, tick int64) {
		if tick == 2 {
			w.put(2, 500, 0)
		}
	}
	for _, c := range []struct {
		name            string
		listener, scout Spec
		teams           [2]int64
		moves           func(w *world, tick int64)
		ticks           int64
		want            []string
	}{
		{"in the next tick", quick, scout, [2]int64{1, 1}, hide, 9, []string{"2: noticed 2 by talk"}},
		{"later with a reaction", listener, scout, [2]int64{1, 1}, hide, 9, []string{"4: noticed 2 by talk"}},
		{"each time with the reaction", listener, scout, [2]int64{1, 1}, nil, 9, []string{"4: noticed 2 by talk", "8: updated 2 by talk"}},
		{"again and again while it is in view", quick, scout, [2]int64{1, 1}, nil, 10,
			[]string{"2: noticed 2 by talk", "6: updated 2 by talk", "10: updated 2 by talk"}},
		{"not to another team", quick, scout, [2]int64{1, 2}, nil, 9, nil},
		{"not without a team", quick, scout, [2]int64{0, 0}, nil, 9, nil},
		{"not from who does not talk", quick, silent, [2]int64{1, 1}, nil, 9, nil},
		{"not to who does not listen", Spec{}, scout, [2]int64{1, 1}, nil, 9, nil},
		{"in range", ranged(100), scout, [2]int64{1, 1}, hide, 9, []string{"2: noticed 2 by talk"}},
		{"not out of range", ranged(99), scout, [2]int64{1, 1}, nil, 9, nil},
		{"nobody is told of himself", quick, Spec{Sensors: []Sensor{{Kind: Sight, Range: 3}}, ShareTicks: 1}, [2]int64{1, 1},
			func(w *world, tick int64) { w.put(9, 1, 0) }, 9, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, events := team(c.listener, c.scout, c.teams, c.moves, c.ticks)(t)
			if !slices.Equal(events, c.want) {
				t.Errorf("got  %q\nwant %q", events, c.want)
			}
		})
	}
	t.Run("it is as old as the scout's look, and half as sure", func(t *testing.T) {
		f, _ := team(listener, scout, [2]int64{1, 1}, hide, 5)(t)
		s := &stage{field: f, mind: f.Mind(0)}
		s.believes(t, 2, Point{X: 105, Y: 4}, 0, 0.5*0.8-0.04)
		if i, _ := s.mind.Find(2); s.mind.Fact(i).Last != 1 || s.mind.Fact(i).Sensed {
			t.Errorf("it is remembered as %+v", s.mind.Fact(i))
		}
	})
	t.Run("hearsay is not passed on", func(t *testing.T) {
		chatter := Spec{Sensors: []Sensor{{Kind: Talk}}, ShareTicks: 1}
		f, _ := team(chatter, scout, [2]int64{1, 1}, hide, 2)(t)
		if f.Mind(0).Len() != 1 || len(f.messages) != 0 {
			t.Errorf("%d facts, %d messages", f.Mind(0).Len(), len(f.messages))
		}
	})
}

func TestWhoTells(t *testing.T) {
	own := Spec{Sensors: []Sensor{{Kind: Hearing, Confidence: 0.5}, {Kind: Talk, Confidence: 1}}, ShareTicks: 1}
	noise := func(s *stage, tick int64) {
		s.sound(Sound{From: 2, At: Point{X: 1, Y: 0}, Loudness: 9})
	}
	play(t, []scene{
		{name: "nobody listens to himself", spec: own, team: 1, ticks: 3, all: true, before: at(1, func(s *stage) { noise(s, 1) }), want: "1: noticed 2 by hearing"},
		{name: "what was ignored is not told", spec: own, team: 1, ticks: 2, all: true,
			before: times(at(1, func(s *stage) {
				s.mind.Perceive(&Percept{Object: 2, Sensor: Damage, Tick: 1, Confidence: 1, Has: PartsOf(Position)}, 1)
			}), noise),
			after: func(t *testing.T, s *stage) {
				if len(s.field.messages) != 0 {
					t.Error("it was told")
				}
			}},
		{name: "reactions have limits", ticks: 3, spec: Spec{Sensors: []Sensor{{Kind: Hearing, ReactionTicks: 1}}, Memory: Memory{Short: Store{Capacity: 1000}}},
			before: at(1, func(s *stage) {
				for id := range ObjectID(MaxPending + 6) {
					s.sound(Sound{From: id + 2, Loudness: 9})
				}
			}),
			want: allNoticed(2, 2, MaxPending, Hearing)},
	})
	t.Run("what is too much for a step is told in the next", func(t *testing.T) {
		scout := Spec{Sensors: []Sensor{{Kind: Sight, Range: 10}}, ShareTicks: 100}
		more := func(w *world, tick int64) {
			for id := range ObjectID(5) {
				w.put(20+id, 100, 1)
			}
		}
		_, events := team(Spec{Sensors: []Sensor{{Kind: Talk}}}, scout, [2]int64{1, 1}, more, 9)(t)
		want := []string{"2: noticed 2 by talk", "2: noticed 20 by talk", "2: noticed 21 by talk", "2: noticed 22 by talk", "3: noticed 23 by talk", "3: noticed 24 by talk"}
		if !slices.Equal(events, want) {
			t.Errorf("got  %q\nwant %q", events, want)
		}
	})
}

// allNoticed is the events of so many objects noticed in a tick.
func allNoticed(tick int64, first ObjectID, n int, s SensorKind) string {
	var all []string
	for i := range n {
		all = append(all, Event{Kind: Noticed, Object: first + ObjectID(i), Tick: tick, Sensor: s}.String())
	}
	return strings.Join(all, "; ")
}

// Members of a team who wait to notice a message share one percept, whose place is free again when the last of them has
// noticed it, or is removed.
func TestATeamWaitsForOnePercept(t *testing.T) {
	listener := Spec{Sensors: []Sensor{{Kind: Talk, ReactionTicks: 3}}, Memory: Memory{Short: Store{Capacity: 4}}}
	scout := Spec{Sensors: []Sensor{{Kind: Sight, Range: 10}}, ShareTicks: 1 << 20}
	f, _ := team(listener, scout, [2]int64{1, 1}, nil, 0)(t)
	held := func() int { return waitingPage*len(f.waiting.pages) - len(f.waiting.free) }
	w := f.options.Host.(*world)
	for id := ObjectID(20); id < 25; id++ {
		w.put(id, float64(id), 0)
		if _, err := f.Add(id, 0, 1); err != nil {
			t.Fatal(err)
		}
	}
	for tick := int64(1); tick <= 6; tick++ {
		f.Step(tick, nil)
		if want := map[int64]int{2: 1, 3: 1, 4: 1}[tick]; held() != want {
			t.Errorf("tick %d: they wait for %d percepts, want %d", tick, held(), want)
		}
		if tick == 3 {
			f.Remove(2)
		}
	}
	for _, o := range []Observer{0, 3, 6} {
		if f.Mind(o).Len() != 1 {
			t.Errorf("observer %d knows of %d objects", o, f.Mind(o).Len())
		}
	}
	w.put(3, 104, 0)
	f.Step(7, nil)
	f.Step(8, nil)
	for o := range Observer(7) {
		if f.Remove(o); o == 1 && held() != 1 {
			t.Errorf("they wait for %d percepts", held())
		}
	}
	if held() != 0 {
		t.Errorf("%d percepts are left", held())
	}
}
