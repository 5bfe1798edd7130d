package schedule

import (
	"bytes"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// filled returns a schedule with slots taken in tick 0, and their states.
func filled(tb testing.TB, slots int, o Options) (*Schedule, []*world.State) {
	tb.Helper()
	schema, err := new(world.Builder).Build()
	if err != nil {
		tb.Fatal(err)
	}
	s := New(o)
	var states []*world.State
	for i := range slots {
		st := world.NewState(schema)
		states = append(states, st)
		s.Add(st)
		s.Begin(int32(i), 0)
	}
	return s, states
}

// turn makes a tick up to its turns.
func (s *Schedule) turn(tick int64) []int32 {
	s.WakeDue(tick)
	for i := s.flags.Next(0); i >= 0; i = s.flags.Next(i + 1) {
		if s.IsDeaf(i, tick) {
			s.Defer(i, tick)
		} else {
			s.Call(i)
		}
	}
	s.Choose()
	return s.Awake()
}

// act has a slot act, after which there is nothing to do for it up to a tick.
func (s *Schedule) act(slot int32, tick, until int64) {
	if s.HasEachTick(slot) {
		s.Took(slot, tick)
		s.Sleep(slot, tick, until)
	} else {
		s.Pause(slot, tick, until)
	}
}

// With n slots that want a turn in each tick, each has one every n / TurnsPerTick ticks, rounded up, and its turn
// covers the ticks that it waited.
func TestNoSlotWaitsLongerForATurn(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, most := rapid.IntRange(1, 30).Draw(rt, "slots"), rapid.IntRange(1, 12).Draw(rt, "turns")
		s, _ := filled(t, n, Options{TurnsPerTick: most})
		last := make([]int64, n)
		for tick := int64(1); tick < 50; tick++ {
			awake := slices.Clone(s.turn(tick))
			if len(awake) != min(n, most) || s.PutOff() != n-len(awake) {
				rt.Fatalf("tick %d: %d turns, %d put off, of %d slots", tick, len(awake), s.PutOff(), n)
			}
			for _, i := range awake {
				if span := int64(s.Span(i, tick)); span != tick-last[i] || span > int64((n+most-1)/most) {
					rt.Fatalf("tick %d: the turn of slot %d stands for %d ticks, the last was in %d", tick, i, span, last[i])
				}
				last[i] = tick
				s.act(i, tick, 0)
			}
			for i := range last {
				if waits := tick - last[i]; waits >= int64((n+most-1)/most) {
					rt.Fatalf("tick %d: slot %d of %d has waited %d ticks for a turn; %d a tick", tick, i, n, waits, most)
				}
			}
		}
	})
}

// TestASlotRestsPastItsTurns: a slot for which there is nothing to do before a tick has its next turn in the first one
// that its level gives it from then on.
func TestASlotRestsPastItsTurns(t *testing.T) {
	s, _ := filled(t, 3, Options{Levels: []Class{{Interval: 4}}})
	var turns []int64
	for tick := int64(1); tick < 40; tick++ {
		for _, i := range slices.Clone(s.turn(tick)) {
			if i == 2 {
				turns = append(turns, tick)
			}
			s.act(i, tick, tick+9)
		}
	}
	if want := []int64{1, 10, 22, 34}; !slices.Equal(turns, want) {
		t.Errorf("slot 2 has turns in ticks %v, want %v", turns, want)
	}
}

// Slots of a level have a turn every so many ticks, spread evenly, and sooner only when they are written to and not
// deaf.
func TestLevelsSpreadTurns(t *testing.T) {
	levels := []Class{{Interval: 1, Least: 3}, {Interval: 4, Least: 2}, {Interval: 4, Least: 1, Deaf: true}, {Interval: 0, Least: 0}}
	const slots = 16
	for level, want := range []int{slots, slots / 4, slots / 4, 0} {
		s, _ := filled(t, slots, Options{Levels: levels})
		for i := range int32(slots) {
			s.act(i, 0, 0)
			s.SetSignificance(i, float64(3-level), 0)
		}
		for tick := int64(1); tick < 40; tick++ {
			awake := slices.Clone(s.turn(tick))
			if tick > 4 && len(awake) != want {
				t.Errorf("level %d, tick %d: %d turns, want %d", level, tick, len(awake), want)
			}
			for _, i := range awake {
				s.act(i, tick, 0)
			}
		}
		s.flags.Raise(1) // written to, in a tick in which its turn is not
		at := int64(40)
		if (at+1)%4 == 0 {
			at++
		}
		if heard := slices.Contains(s.turn(at), 1); heard == levels[level].Deaf && level < 3 {
			t.Errorf("level %d: a slot that is written to has a turn: %t", level, heard)
		}
	}
}

// Those that wait longest for a slice of planning have it first.
func TestNoSlotWaitsLongerForAShare(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, most := rapid.IntRange(1, 20).Draw(rt, "slots"), rapid.IntRange(1, 6).Draw(rt, "shares")
		s, _ := filled(t, n, Options{Shares: most})
		bound := int64((n+most-1)/most) + 1
		for tick := int64(1); tick < 60; tick++ {
			awake := slices.Clone(s.turn(tick))
			s.Share()
			given := 0
			for k, i := range awake {
				if s.HasShare(k) {
					given++
				}
				s.act(i, tick, 0)
			}
			if given != min(n, most) {
				rt.Fatalf("tick %d: %d slices of %d", tick, given, most)
			}
			s.CountWaiting(awake, tick, func(int32) bool { return true })
			for i := range n {
				if waited := s.Waited(i, tick); waited > bound {
					rt.Fatalf("tick %d: slot %d of %d has waited %d ticks; %d slices", tick, i, n, waited, most)
				}
			}
		}
	})
}

// A schedule that is read from bytes continues as the one that was written.
func TestASavedScheduleGoesOn(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		o := Options{Levels: []Class{{Interval: 1, Least: 2}, {Interval: 3, Least: 1, Deaf: true}, {Interval: 0}}, IsRuled: true,
			TurnsPerTick: rapid.IntRange(0, 5).Draw(rt, "turns"), Shares: rapid.IntRange(0, 3).Draw(rt, "shares")}
		const slots = 9
		all := func(yield func(int) bool) {
			for i := range slots {
				if !yield(i) {
					return
				}
			}
		}
		until := func(i int32, tick int64) int64 { return tick + 1 + (int64(i)*7+tick)%5 }
		step := func(s *Schedule, tick int64) []int32 {
			awake := slices.Clone(s.turn(tick))
			s.Share()
			for _, i := range awake {
				s.act(i, tick, until(i, tick))
			}
			s.CountWaiting(awake, tick, func(i int32) bool { return i%2 == 0 })
			return awake
		}
		s, _ := filled(t, slots, o)
		last := make([]int64, slots)
		end := rapid.Int64Range(1, 20).Draw(rt, "ticks")
		for tick := int64(1); tick <= end; tick++ {
			for _, i := range step(s, tick) {
				last[i] = tick
			}
			i := rapid.Int32Range(0, slots-1).Draw(rt, "slot")
			s.SetSignificance(i, float64(rapid.IntRange(0, 2).Draw(rt, "significance")), tick)
		}
		saved := s.Append(nil, end, true, all)
		again, _ := filled(t, slots, o)
		again.Clear()
		for range slots {
			again.Add(world.NewState(mustSchema(t)))
		}
		r := codec.NewReader(saved)
		again.Read(r, Reading{Tick: end, Slots: all, Has: func(int) bool { return true },
			Settle: func(i int) { again.Sleep(int32(i), end, s.SleepsUntil(i)) }})
		if r.End(); r.Err() != nil {
			rt.Fatal(r.Err())
		}
		if !bytes.Equal(again.Append(nil, end, true, all), saved) {
			rt.Fatal("what was read is written as something else")
		}
		for tick := end + 1; tick < end+20; tick++ {
			if a, b := step(s, tick), step(again, tick); !slices.Equal(a, b) {
				rt.Fatalf("tick %d: %v have a turn, and %v where it was read", tick, a, b)
			}
		}
	})
}

func mustSchema(tb testing.TB) *world.Schema {
	tb.Helper()
	schema, err := new(world.Builder).Build()
	if err != nil {
		tb.Fatal(err)
	}
	return schema
}
