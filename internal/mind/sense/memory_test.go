package sense

import (
	"slices"
	"testing"
)

// step is something that a mind of its own experiences at a tick.
type step struct {
	tick int64
	do   func(m *Mind, now int64)
}

func seen(id ObjectID, importance, confidence float64) func(m *Mind, now int64) {
	return func(m *Mind, now int64) {
		m.Perceive(&Percept{Object: id, Sensor: Sight, Tick: now, Confidence: confidence, Has: AllParts, Importance: importance}, now)
	}
}

func lose(id ObjectID) func(m *Mind, now int64) {
	return func(m *Mind, now int64) { m.Lose(id, now) }
}

// glimpse is seen and at once lost.
func glimpse(id ObjectID, importance, confidence float64) func(m *Mind, now int64) {
	return func(m *Mind, now int64) {
		seen(id, importance, confidence)(m, now)
		m.Lose(id, now)
	}
}

func TestMemory(t *testing.T) {
	short := func(s Store) Memory { return Memory{Short: s} }
	three := short(Store{Capacity: 3})
	repeated := Memory{Short: Store{Capacity: 3, SpanTicks: 4}, Long: Store{Capacity: 2}, PromoteTimes: 3}
	important := Memory{Short: Store{Capacity: 3, SpanTicks: 4}, Long: Store{Capacity: 2}, PromoteImportance: 5}
	for _, c := range []struct {
		name   string
		memory Memory
		steps  []step
		until  int64
		want   []string
	}{
		{"span", short(Store{Capacity: 3, SpanTicks: 5}), []step{{1, glimpse(2, 0, 1)}}, 9,
			[]string{"1: noticed 2 by sight", "1: lost 2", "7: forgotten 2 for span"}},
		{"what is gone is forgotten at once, also while it is seen", three, []step{{1, seen(2, 0, 1)}, {1, seen(3, 0, 1)}, {2, func(m *Mind, now int64) {
			if !m.Forget(2, now) || m.Forget(2, now) || m.Forget(9, now) {
				panic("Forget tells whether it was remembered")
			}
		}}}, 4, []string{"1: noticed 2 by sight", "1: noticed 3 by sight", "2: forgotten 2 for gone"}},
		{"a percept begins the span anew", short(Store{Capacity: 3, SpanTicks: 5}), []step{{1, glimpse(2, 0, 1)}, {4, glimpse(2, 0, 1)}}, 9,
			[]string{"1: noticed 2 by sight", "1: lost 2", "4: noticed 2 by sight", "4: lost 2"}},
		{"what is in view does not age", short(Store{Capacity: 3, SpanTicks: 2, Decay: 0.3}), []step{{1, seen(2, 0, 1)}}, 9,
			[]string{"1: noticed 2 by sight"}},
		{"no span", three, []step{{1, glimpse(2, 0, 1)}}, 2000, []string{"1: noticed 2 by sight", "1: lost 2"}},
		{"decay", short(Store{Capacity: 3, Decay: 0.25}), []step{{1, glimpse(2, 0, 1)}}, 9,
			[]string{"1: noticed 2 by sight", "1: lost 2", "5: forgotten 2 for decay"}},
		{"sooner with less confidence", short(Store{Capacity: 3, Decay: 0.25}), []step{{1, glimpse(2, 0, 0.5)}}, 9,
			[]string{"1: noticed 2 by sight", "1: lost 2", "3: forgotten 2 for decay"}},
		{"sooner with a higher threshold", Memory{Short: Store{Capacity: 3, Decay: 0.25}, ForgetBelow: 0.6}, []step{{1, glimpse(2, 0, 1)}}, 9,
			[]string{"1: noticed 2 by sight", "1: lost 2", "3: forgotten 2 for decay"}},
		{"doubts", Memory{Short: Store{Capacity: 3, Decay: 0.1}, Doubts: []float64{0.75, 0.45}}, []step{{1, glimpse(2, 0, 1)}}, 8,
			[]string{"1: noticed 2 by sight", "1: lost 2", "4: doubted 2 below 0.75", "7: doubted 2 below 0.45"}},
		{"doubts again after it was seen again", Memory{Short: Store{Capacity: 3, Decay: 0.1}, Doubts: []float64{0.75}},
			[]step{{1, glimpse(2, 0, 1)}, {6, glimpse(2, 0, 1)}}, 9,
			[]string{"1: noticed 2 by sight", "1: lost 2", "4: doubted 2 below 0.75", "6: noticed 2 by sight", "6: lost 2", "9: doubted 2 below 0.75"}},
		{"no doubt of what was unsure from the beginning", Memory{Short: Store{Capacity: 3, Decay: 0.01}, Doubts: []float64{0.75}},
			[]step{{1, glimpse(2, 0, 0.5)}}, 9, []string{"1: noticed 2 by sight", "1: lost 2"}},
		{"the least important goes first", three, []step{{1, glimpse(2, 3, 1)}, {1, glimpse(3, 1, 1)}, {1, glimpse(4, 2, 1)}, {2, seen(5, 2, 1)}}, 3,
			[]string{"1: noticed 2 by sight", "1: lost 2", "1: noticed 3 by sight", "1: lost 3", "1: noticed 4 by sight", "1: lost 4",
				"2: forgotten 3 for capacity", "2: noticed 5 by sight"}},
		{"it may be the new one", three, []step{{1, seen(2, 3, 1)}, {1, seen(3, 1, 1)}, {1, seen(4, 2, 1)}, {2, seen(5, 0, 1)}}, 3,
			[]string{"1: noticed 2 by sight", "1: noticed 3 by sight", "1: noticed 4 by sight"}},
		{"among equals what is not in view", three, []step{{1, seen(2, 1, 0.2)}, {1, glimpse(3, 1, 1)}, {1, seen(4, 1, 0.2)}, {2, seen(5, 1, 0.2)}}, 3,
			[]string{"1: noticed 2 by sight", "1: noticed 3 by sight", "1: lost 3", "1: noticed 4 by sight", "2: forgotten 3 for capacity", "2: noticed 5 by sight"}},
		{"then what is least sure", three, []step{{1, glimpse(2, 1, 0.5)}, {1, glimpse(3, 1, 0.4)}, {1, glimpse(4, 1, 0.6)}, {2, seen(5, 1, 0.2)}}, 3,
			[]string{"1: noticed 2 by sight", "1: lost 2", "1: noticed 3 by sight", "1: lost 3", "1: noticed 4 by sight", "1: lost 4",
				"2: forgotten 3 for capacity", "2: noticed 5 by sight"}},
		{"then the newest, so that what is in view does not change places", three, []step{{1, seen(2, 1, 1)}, {1, seen(4, 1, 1)}, {1, seen(5, 1, 1)}, {2, seen(3, 1, 1)}}, 3,
			[]string{"1: noticed 2 by sight", "1: noticed 4 by sight", "1: noticed 5 by sight"}},
		{"promoted by repetition, and kept", repeated, []step{{1, glimpse(2, 0, 1)}, {3, glimpse(2, 0, 1)}, {5, glimpse(2, 0, 1)}}, 500,
			[]string{"1: noticed 2 by sight", "1: lost 2", "3: noticed 2 by sight", "3: lost 2", "5: noticed 2 by sight", "5: promoted 2 by sight", "5: lost 2"}},
		{"not by fewer", repeated, []step{{1, glimpse(2, 0, 1)}, {3, glimpse(2, 0, 1)}}, 10,
			[]string{"1: noticed 2 by sight", "1: lost 2", "3: noticed 2 by sight", "3: lost 2", "8: forgotten 2 for span"}},
		{"nor by being long in view", repeated, []step{{1, seen(2, 0, 1)}, {2, seen(2, 0, 1)}, {3, seen(2, 0, 1)}, {4, lose(2)}}, 10,
			[]string{"1: noticed 2 by sight", "4: lost 2", "8: forgotten 2 for span"}},
		{"promoted by importance", important, []step{{1, glimpse(2, 5, 1)}, {1, glimpse(3, 4.9, 1)}}, 10,
			[]string{"1: noticed 2 by sight", "1: promoted 2 by sight", "1: lost 2", "1: noticed 3 by sight", "1: lost 3", "6: forgotten 3 for span"}},
		{"a full long-term memory gives up the less important", important, []step{{1, glimpse(2, 6, 1)}, {1, glimpse(3, 5, 1)}, {2, glimpse(4, 7, 1)}}, 2,
			[]string{"1: noticed 2 by sight", "1: promoted 2 by sight", "1: lost 2", "1: noticed 3 by sight", "1: promoted 3 by sight", "1: lost 3",
				"2: forgotten 3 for capacity", "2: noticed 4 by sight", "2: promoted 4 by sight", "2: lost 4"}},
		{"but not for what is no more important", important, []step{{1, glimpse(2, 6, 1)}, {1, glimpse(3, 6, 1)}, {2, glimpse(4, 6, 1)}}, 9,
			[]string{"1: noticed 2 by sight", "1: promoted 2 by sight", "1: lost 2", "1: noticed 3 by sight", "1: promoted 3 by sight", "1: lost 3",
				"2: noticed 4 by sight", "2: lost 4", "7: forgotten 4 for span"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := NewMind(compile(t, Spec{Memory: c.memory}))
			var got []string
			for tick := int64(1); tick <= c.until; tick++ {
				m.Begin()
				for _, s := range c.steps {
					if s.tick == tick {
						s.do(m, tick)
					}
				}
				m.Age(tick)
				for _, e := range m.Events() {
					if e.Kind != Updated {
						got = append(got, e.String())
					}
				}
			}
			equalEvents(t, got, c.want)
		})
	}
}

func equalEvents(t *testing.T, got, want []string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Errorf("event %d is missing: %s", i, want[i])
		case i >= len(want):
			t.Errorf("event %d is one too many: %s", i, got[i])
		case got[i] != want[i]:
			t.Errorf("event %d is %q, want %q", i, got[i], want[i])
		}
	}
}

// TestReadings checks the changes of a percept to the memory.
func TestReadings(t *testing.T) {
	spec := Spec{Memory: Memory{Short: Store{Capacity: 4, Decay: 0.1}, Values: []Value{{"energy", 0.5}, {"power", 0}}, VelocityFade: 2}}
	senses := compile(t, spec)
	energy, _ := senses.Attr("energy")
	power, ok := senses.Attr("power")
	if _, none := senses.Attr("gold"); !ok || none {
		t.Fatal("attributes are not found by their names")
	}
	m := NewMind(senses)
	m.Perceive(&Percept{Object: 2, Sensor: Sight, Tick: 10, Confidence: 0.9, Has: AllParts, At: Point{X: 1, Y: 2}, Velocity: Point{X: 3, Y: 4}, Kind: 5,
		Values: [MaxValues]float64{6, 7}}, 10)
	m.Lose(2, 10)
	check := func(when string, a Attr, now int64, x, y float64, tick int64, confidence float64) {
		t.Helper()
		r, ok := m.Reading(0, a)
		if level := m.Confidence(0, a, now); !ok || r.X != x || r.Y != y || r.Tick != tick || level < confidence-1e-9 || level > confidence+1e-9 {
			t.Errorf("%s, attribute %d is %v, %v of tick %d, sure to %v; want %v, %v of tick %d, %v", when, a, r.X, r.Y, r.Tick, level, x, y, tick, confidence)
		}
	}
	check("seen", Position, 10, 1, 2, 10, 0.9)
	check("four ticks later", Position, 14, 1, 2, 10, 0.5)
	check("four ticks later", Velocity, 14, 3, 4, 10, 0.1)
	check("four ticks later", Kind, 14, 5, 0, 10, 0.9)
	check("four ticks later", energy, 14, 6, 0, 10, 0.7)
	check("four ticks later", power, 14, 7, 0, 10, 0.9)

	heard := Percept{Object: 2, Sensor: Hearing, Tick: 14, Confidence: 0.4, Has: PartsOf(Position, Kind), At: Point{X: 8, Y: 8}, Kind: 9}
	m.Perceive(&heard, 14)
	check("what is heard less surely is ignored", Position, 14, 1, 2, 10, 0.5)
	heard.Confidence = 0.6
	m.Perceive(&heard, 14)
	check("what is heard more surely counts", Position, 14, 8, 8, 14, 0.6)
	check("but each attribute by itself", Kind, 14, 5, 0, 10, 0.9)
	m.Perceive(&Percept{Object: 2, Sensor: Talk, Tick: 13, Confidence: 1, Has: PartsOf(Position), At: Point{X: 3, Y: 3}}, 15)
	check("what is older is ignored", Position, 14, 8, 8, 14, 0.6)
	m.Perceive(&Percept{Object: 2, Sensor: Damage, Tick: 15, Confidence: 0.1, Has: PartsOf(Position), At: Point{X: 4, Y: 4}}, 15)
	check("who hurts is there, surely or not", Position, 15, 4, 4, 15, 0.1)
	m.Perceive(&Percept{Object: 2, Sensor: Sight, Tick: 16, Confidence: 0.1, Has: PartsOf(Position, energy), At: Point{X: 5, Y: 5}, Values: [MaxValues]float64{2}}, 16)
	check("what is seen, too", Position, 16, 5, 5, 16, 0.1)
	check("what is seen, too", energy, 16, 2, 0, 16, 0.1)
	check("and no more than that", power, 16, 7, 0, 10, 0.9)
	heard.Tick, heard.Confidence = 17, 1
	m.Perceive(&heard, 17)
	check("what is in view is not changed by a sound", Position, 17, 5, 5, 16, 0)
	if _, ok := m.Reading(0, power+1); ok {
		t.Error("there is a reading of no attribute")
	}
}

// TestLongTermKeepsConfidence checks that a promoted fact continues from the confidence it had.
func TestLongTermKeepsConfidence(t *testing.T) {
	m := NewMind(compile(t, Spec{Memory: Memory{Short: Store{Capacity: 2, Decay: 0.1}, Long: Store{Capacity: 2, Decay: 0.01}, PromoteTimes: 2}}))
	m.Perceive(&Percept{Object: 2, Sensor: Sight, Tick: 0, Confidence: 1, Has: PartsOf(Position, Kind)}, 0)
	m.Lose(2, 0)
	m.Perceive(&Percept{Object: 2, Sensor: Sight, Tick: 4, Confidence: 0.5, Has: PartsOf(Position)}, 4)
	m.Lose(2, 4)
	if !m.Fact(0).Long || m.Fact(0).Times != 2 {
		t.Fatalf("not promoted: %+v", m.Fact(0))
	}
	for _, c := range []struct {
		a    Attr
		now  int64
		want float64
	}{{Position, 4, 0.5}, {Position, 14, 0.4}, {Position, 400, 0}, {Kind, 400, 1}} {
		if got := m.Confidence(0, c.a, c.now); got < c.want-1e-9 || got > c.want+1e-9 {
			t.Errorf("attribute %d is sure to %v at %d, want %v", c.a, got, c.now, c.want)
		}
	}
	if m.Age(4000); m.Len() != 1 {
		t.Error("a long-term fact was forgotten")
	}
}

// TestLongTermMemoryAlone holds as many facts as it has room for, the most important ones.
func TestLongTermMemoryAlone(t *testing.T) {
	senses, err := Compile(Spec{Memory: Memory{Long: Store{Capacity: 2}, PromoteTimes: 1}})
	if err != nil {
		t.Fatal(err)
	}
	m := NewMind(senses)
	for _, c := range []struct {
		object     ObjectID
		importance float64
		known      []ObjectID
	}{{5, 1, []ObjectID{5}}, {4, 2, []ObjectID{4, 5}}, {6, 1, []ObjectID{4, 5}}, {3, 2, []ObjectID{3, 4}}} {
		known := m.Perceive(&Percept{Object: c.object, Sensor: Sight, Confidence: 1, Has: AllParts, Importance: c.importance}, 0)
		if !slices.Equal(m.ids, c.known) || known != slices.Contains(c.known, c.object) {
			t.Errorf("after %d: %v, want %v", c.object, m.ids, c.known)
		}
	}
}

func TestSenselessPerceptsAreIgnored(t *testing.T) {
	m := NewMind(compile(t, Spec{}))
	nan := 0.0
	nan /= nan
	for i, p := range []Percept{
		{Object: 0}, {Sensor: 0}, {Sensor: kindEnd}, {Tick: -1}, {Confidence: 1.1}, {Confidence: nan}, {At: Point{X: nan, Y: 0}}, {Velocity: Point{X: 0, Y: 1e300}},
		{Spread: -1}, {Importance: -1}, {Importance: nan}, {Values: [MaxValues]float64{3: nan}}, {Kind: 1 << 60}, {Has: 1 << 7},
	} {
		if i > 0 {
			p.Object = 2
		}
		if i != 1 && i != 2 {
			p.Sensor = Sight
		}
		if m.Perceive(&p, 1) || m.Len() != 0 || len(m.Events()) != 0 {
			t.Errorf("percept %d was learned from: %+v", i, p)
		}
	}
}

// TestLevels compares when a level falls below a threshold with looking at every tick.
func TestLevels(t *testing.T) {
	for _, rate := range []float64{0.001, 0.01, 0.1, 0.25, 1.0 / 3, 0.7, 1, 5} {
		for _, value := range []float64{0, 0.05, 0.3, 0.7, 1} {
			for _, threshold := range []float64{0.05, 0.1, 0.5, 0.7, 1} {
				l := Level{value, 100, rate}
				want := int64(100)
				for l.At(want) >= threshold {
					want++
				}
				if got := l.Below(threshold); got != want {
					t.Errorf("%+v falls below %v at %d, want %d", l, threshold, got, want)
				}
			}
		}
	}
	for _, c := range []struct {
		level     Level
		threshold float64
		want      int64
	}{{Level{1, 5, 0}, 0.5, Never}, {Level{0.4, 5, 0}, 0.5, 5}, {Level{1, 5, 0.1}, 0, Never}, {Level{1, 0, leastDecay * leastFade}, 0.5, 500000000001}} {
		if got := c.level.Below(c.threshold); got != c.want {
			t.Errorf("%+v falls below %v at %d, want %d", c.level, c.threshold, got, c.want)
		}
	}
}
