package agent_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
	"github.com/karakuri-ai/karakuri/world"
)

// seldom are levels of ten ticks a second whose agents have a turn in each tick.
var seldom = []schedule.Level{{Name: "near", Significance: 2}, {Name: "far", Significance: 1, Look: 0.5}, {Name: "away", Look: 2}}

// roomy makes room for many, and has agents hear.
var roomy = strings.NewReplacer("max 12", "max 64", "capacity 8", "capacity 64", "sense sight; memory", "sense sight; sense hearing; memory")

// glancing are gatherers whose memory fades, and whose eyes look only so often.
func glancing(every string) string {
	return strings.Replace(roomy.Replace(fading), "sense sight {", "sense sight { every "+every+";", 1)
}

// TestLevelsSayHowOftenAgentsLook: an apple appears before 40 gatherers of each level.
func TestLevelsSayHowOftenAgentsLook(t *testing.T) {
	for level, every := range []int{1, 5, 20} {
		s := newStroller(t, roomy.Replace(gatherers), agent.Options{Levels: seldom, Rays: 1 << 16})
		s.fate["go_to"] = "F" // all stay
		var ids []agent.ID
		for range 40 {
			id := s.spawn("gatherer", sense.Point{})
			s.SetSignificance(id, float64(2-level))
			ids = append(ids, id)
		}
		s.run(40)
		apple := s.layWorth("apple", sense.Point{X: 6}, 2)
		knew := 0
		for tick := range every {
			s.run(1)
			n := 0
			for _, id := range ids {
				if _, known := s.Memory(id).Find(sense.ObjectID(apple)); known {
					if n++; recalled(s.Crowd, id, "worth", apple)[0].Float() != 2 {
						t.Errorf("level %d: the state of %v does not show the apple that it saw", level, id)
					}
				}
			}
			if n-knew != 40/every {
				t.Errorf("level %d: %d notice the apple in tick %d, want %d in each of %d ticks", level, n-knew, tick, 40/every, every)
			}
			knew = n
		}
	}
}

// TestAFinerLevelLooks: as soon as an agent comes near.
func TestAFinerLevelLooks(t *testing.T) {
	s := newStroller(t, roomy.Replace(gatherers), agent.Options{Levels: seldom})
	id := s.spawn("gatherer", sense.Point{})
	s.SetSignificance(id, 0)
	s.run(25)
	apple := s.layWorth("apple", sense.Point{X: 6}, 2)
	s.run(1)
	if _, known := s.Memory(id).Find(sense.ObjectID(apple)); known {
		t.Fatal("it has looked; the test needs another moment")
	}
	s.SetSignificance(id, 2)
	s.run(1)
	if _, known := s.Memory(id).Find(sense.ObjectID(apple)); !known {
		t.Error("it does not look")
	}
}

// TestWhatFadesIsLeftBetweenLooks: confidence in an apple behind a wall falls all the time, and is written when the
// agent looks, be it seldom for its level or for its sensors.
func TestWhatFadesIsLeftBetweenLooks(t *testing.T) {
	t.Run("levels", func(t *testing.T) {
		whatFades(t, func(i int) (*stroller, agent.ID) {
			s := newStroller(t, roomy.Replace(fading), agent.Options{Levels: seldom})
			id := s.spawn("gatherer", sense.Point{})
			s.SetSignificance(id, float64(2-i))
			return s, id
		})
	})
	t.Run("sensors", func(t *testing.T) {
		whatFades(t, func(i int) (*stroller, agent.ID) {
			s := newStroller(t, glancing([...]string{"0.1s", "0.5s", "2s"}[i]), agent.Options{})
			return s, s.spawn("gatherer", sense.Point{})
		})
	})
}

// whatFades counts how often is written what an agent remembers that looks each tick, every 5, or every 20.
func whatFades(t *testing.T, open func(i int) (*stroller, agent.ID)) {
	written := map[int]int64{}
	for level := range 3 {
		s, id := open(level)
		s.fate["go_to"] = "F" // it stays
		for range 3 {
			s.layWorth("", sense.Point{X: 6}, 2)
		}
		s.run(25)
		if s.Memory(id).Len() == 0 {
			t.Fatal("it has seen nothing")
		}
		s.yard.walls = []float64{3}
		s.run(1)
		before, shown := s.Recalled(), 0
		for range 60 {
			was := s.Recalled()
			if s.run(1); s.Recalled() != was {
				shown++
			}
		}
		if written[level] = s.Recalled() - before; level == 2 && shown > 60/20+1 {
			t.Errorf("who looks every 20 ticks has its memory written in %d of 60", shown)
		}
	}
	if !(written[0] > written[1] && written[1] > written[2] && written[2] > 0) {
		t.Errorf("facts written by level: %v", written)
	}
}

// TestSoundsAreHeardAtAnyLevel: in the very tick, and written.
func TestSoundsAreHeardAtAnyLevel(t *testing.T) {
	s := newStroller(t, roomy.Replace(fading), agent.Options{Levels: seldom})
	id := s.spawn("gatherer", sense.Point{})
	s.SetSignificance(id, 0)
	pear := s.layWorth("pear", sense.Point{X: -60}, 2)
	s.run(23)
	for range 7 { // one of these ticks is no look
		was := s.Recalled()
		s.Sound(sense.Sound{From: sense.ObjectID(pear), At: sense.Point{X: -4}, Loudness: 50})
		if s.run(1); s.Recalled() == was || recalled(s.Crowd, id, "position", pear)[0].Float() > -3 {
			t.Errorf("tick %d: it does not hear the pear, which it remembers at %v", s.Tick(), recalled(s.Crowd, id, "position", pear))
		}
	}
}

// TestWhatTheHostTellsIsWrittenAtTheNextLook: between two looks, of a thing that is known. What is forgotten, and what
// takes its place, so that there are as many facts as before, is written in the next tick: nobody goes after a thing
// that it has just forgotten.
func TestWhatTheHostTellsIsWrittenAtTheNextLook(t *testing.T) {
	s := newStroller(t, roomy.Replace(fading), agent.Options{Levels: seldom})
	s.fate["go_to"] = "F" // it stays
	id := s.spawn("gatherer", sense.Point{})
	s.SetSignificance(id, 0)
	apple, plum := s.layWorth("apple", sense.Point{X: 6}, 2), s.layWorth("plum", sense.Point{X: 5}, 2)
	pear := s.layWorth("pear", sense.Point{X: 60}, 2)
	for s.Memory(id).Len() < 2 {
		s.run(1)
	}
	s.yard.walls = []float64{3} // it has just seen them
	tell := func(o world.Object, x float64) {
		s.Memory(id).Perceive(&sense.Percept{Object: sense.ObjectID(o), Sensor: sense.Damage, Tick: s.Tick(), Confidence: 1, Has: sense.PartsOf(sense.Position), At: sense.Point{X: x}}, s.Tick())
	}
	s.run(25) // it has lost sight of them
	s.run(3)
	tell(apple, 40)
	s.run(1)
	s.Memory(id).Forget(sense.ObjectID(plum), s.Tick())
	tell(pear, 30)
	s.run(1)
	for o, want := range map[world.Object]float64{plum: 0, pear: 30} {
		if got := recalled(s.Crowd, id, "position", o)[0].Float(); got != want {
			t.Errorf("a tick later its state shows %d at %g, not %g", o, got, want)
		}
	}
	tell(pear, 31)
	s.run(20)
	for o, want := range map[world.Object]float64{apple: 40, plum: 0, pear: 31} {
		if got := recalled(s.Crowd, id, "position", o)[0].Float(); got != want {
			t.Errorf("its state shows %d at %g, not %g", o, got, want)
		}
	}
}

// TestSeldomLooksGoOnAfterRollback: at any moment between two looks, whatever the host tells, and with any number of
// workers, the states are the same after going back.
func TestSeldomLooksGoOnAfterRollback(t *testing.T) {
	for seed := range uint64(12) {
		text := roomy.Replace(fading)
		if seed%2 == 1 { // the sensors look seldom too
			text = glancing("0.4s")
		}
		var first []string
		for _, workers := range []int{1, 3} {
			s, r := newStroller(t, text, agent.Options{Levels: seldom, Workers: workers}), det.NewRand(seed, 0, 0)
			var ids []agent.ID
			for i := range 40 {
				ids = append(ids, s.spawn("gatherer", sense.Point{X: float64(i % 7), Y: float64(i / 7)}))
				s.SetSignificance(ids[i], float64(i%3))
			}
			var things []world.Object
			for range 6 {
				things = append(things, s.layWorth("", sense.Point{X: r.Between(2, 12), Y: r.Between(0, 6)}, 2))
			}
			s.run(int(10 + r.Uint64n(40)))
			if r.Uint64n(2) == 0 {
				s.yard.walls = []float64{4}
			}
			m := s.Memory(ids[r.Uint64n(40)])
			m.Perceive(&sense.Percept{Object: sense.ObjectID(things[0]), Sensor: sense.Talk, Tick: s.Tick(), Confidence: 1, Has: sense.AllParts, At: sense.Point{X: 50}}, s.Tick())
			s.Memory(ids[r.Uint64n(40)]).Forget(sense.ObjectID(things[1]), s.Tick())
			saved := s.Snapshot(nil)
			where := map[world.Object]sense.Object{}
			for o, thing := range s.yard.things {
				where[o] = *thing
			}
			run := func() (hashes []string) {
				for range 45 {
					if s.Tick()%3 == 0 {
						s.Sound(sense.Sound{From: sense.ObjectID(things[2]), At: sense.Point{X: -3, Y: float64(s.Tick() % 5)}, Loudness: 50})
					}
					s.run(1)
					for _, id := range ids {
						hashes = append(hashes, fmt.Sprintf("tick %d, %v: %x", s.Tick(), id, s.State(id).Hash()))
					}
				}
				return hashes
			}
			live := run()
			if err := s.Rollback(saved); err != nil {
				t.Fatal(err)
			}
			for o, thing := range where {
				*s.yard.put(o, thing.At) = thing
			}
			differ(t, fmt.Sprintf("seed %d, after the rollback", seed), live, run())
			if first == nil {
				first = live
			}
			differ(t, fmt.Sprintf("seed %d, with %d workers", seed, workers), first, live)
		}
	}
}

// differ reports the first line in which two lists differ.
func differ(t *testing.T, what string, want, got []string) {
	t.Helper()
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] {
			t.Errorf("%s: %s, before %s", what, got[i], want[i])
			return
		}
	}
	if !slices.Equal(want, got) {
		t.Errorf("%s: %d lines, before %d", what, len(got), len(want))
	}
}

// TestBetweenLooksOnlyWhatIsHeardIsWritten: a sound does not have the rest of the memory written, which fades all the
// time; the next look does.
func TestBetweenLooksOnlyWhatIsHeardIsWritten(t *testing.T) {
	s := newStroller(t, glancing("2s"), agent.Options{})
	s.fate["go_to"] = "F" // it stays
	s.spawn("gatherer", sense.Point{})
	pear := s.layWorth("pear", sense.Point{X: -60}, 2)
	for range 3 {
		s.layWorth("", sense.Point{X: 6}, 2)
	}
	s.run(25)
	s.yard.walls = []float64{3}
	s.run(20)
	var written [5]int
	for range 40 {
		was := s.Recalled()
		s.Sound(sense.Sound{From: sense.ObjectID(pear), At: sense.Point{X: -4}, Loudness: 50})
		s.run(1)
		written[s.Recalled()-was]++
	}
	if written != [5]int{1: 38, 4: 2} {
		t.Errorf("ticks by the number of facts that are written: %v; want two looks, and the pear alone between them", written)
	}
}
