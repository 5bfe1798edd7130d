package agent_test

import (
	"bytes"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// crowded are agents who perceive by every sense and remember few things; a car is of two kinds of things at once.
var crowded = strings.NewReplacer(
	"max 12", "max 40\ntype machine max 40\ntype car : thing, machine",
	"sense damage { }", "sense damage { reaction 0.2s }\nsense talk { range 30; reaction 0.1s }\nmemory long { capacity 2; decay 0.05/s }",
	"memory short { span 20s; capacity 8;", "memory short { span 3s; capacity 4; decay 0.2/s; promote_times 3; forget_below 0.1;",
	"body person; sense sight; memory short", "body person; sense sight; sense hearing; sense damage; sense talk; memory short; memory long",
	"kind(t: thing): int", "kind(m: machine): int\n    remembered velocity(t: thing): vec2\n    remembered age(t: thing): float\n    remembered missed(t: thing): bool\n    remembered importance(t: thing): float",
).Replace(gatherers) + "\nagent driver { brain plain; body car; sense sight; memory long }"

// meddler is a host that does as it likes between ticks, the same in each run of a seed.
type meddler struct {
	*stroller
	seed uint64
}

func newMeddler(t *testing.T, seed uint64, o agent.Options) *meddler {
	o.Seed, o.Rays = seed, 5
	m := &meddler{newStroller(t, crowded, o), seed}
	m.quiet, m.yard.walls = true, []float64{5, 14}
	return m
}

// tick lets the host do something, and then a tick pass.
func (m *meddler) tick() {
	r := det.NewRand(m.seed, uint64(m.Tick()), 1)
	for range r.Intn(4) {
		m.meddle(&r)
	}
	m.Step()
	m.yard.move()
}

func (m *meddler) meddle(r *det.Rand) {
	at := sense.Point{X: r.Between(0, 20), Y: r.Between(0, 10)}
	things := slices.Sorted(maps.Keys(m.yard.things))
	var o world.Object
	if len(things) > 0 {
		o = things[r.Intn(len(things))]
	}
	ids := slices.Collect(m.All)
	id := ID(0)
	if len(ids) > 0 {
		id = ids[r.Intn(len(ids))]
	}
	switch r.Intn(10) {
	case 0, 1:
		if n, err := m.AddObject([]string{"item", "person", "car", "machine"}[r.Intn(4)], ""); err == nil {
			m.yard.things[n] = &sense.Object{At: at, Fixed: r.Chance(0.5), Kind: 3, Importance: float64(r.Intn(3)), Values: [4]float64{r.Float64()}}
			m.yard.things[n].Velocity.X = r.Between(-0.3, 0.3)
		}
	case 2:
		m.RemoveObject(o) // it may be the body of somebody, and be seen still
	case 3:
		delete(m.yard.things, o)
	case 4:
		if kind := []string{"gatherer", "driver"}[r.Intn(2)]; len(ids) < 6 {
			m.SetTeam(m.spawn(kind, at), int64(r.Intn(3)))
		}
	case 5:
		if r.Chance(0.3) {
			m.Remove(id)
		}
	case 6:
		m.Sound(sense.Sound{From: sense.ObjectID(o), At: at, Loudness: r.Between(0, 20), Importance: 1})
	case 7:
		m.Hurt(id, sense.Hurt{From: sense.ObjectID(o), At: at, Amount: 1})
	case 8:
		m.SetTeam(id, int64(r.Intn(3)))
	case 9:
		if mind := m.Memory(id); mind != nil && mind.Len() > 0 {
			mind.Forget(mind.Fact(r.Intn(mind.Len())).Object, m.Tick())
			mind.Perceive(&sense.Percept{Object: sense.ObjectID(o), Sensor: sense.Talk, Tick: m.Tick(), Confidence: 0.9, Has: sense.AllParts, At: at}, m.Tick())
		}
	}
}

// written compares what is written down for an agent with what it remembers, and returns how many facts that are.
func (m *meddler) written(t *testing.T, id ID) (facts int) {
	mind, st, now, tps := m.Memory(id), m.State(id), m.Tick(), float64(m.TPS())
	expect := func(s *world.Symbol, o world.Object, want [2]float64) {
		a, _ := s.Addr(o)
		for i := range s.Type.Width() {
			got := st.Get(a + world.Addr(i)).Float()
			if s.Type.Kind == world.KindBool || s.Type.Kind == world.KindInt {
				got = float64(st.Get(a))
			}
			if got != want[i] {
				t.Fatalf("seed %d, tick %d, agent %d: %s of %d is written as %v, want %v\n%s", m.seed, now, id, s.Name, o, got, want, m.View().Explain(id))
			}
		}
	}
	for _, s := range m.program.Info.Known {
		for o := st.NextMember(s.Params[0].ID, 0); o != 0; o = st.NextMember(s.Params[0].ID, o) {
			_, known := mind.Find(sense.ObjectID(o))
			expect(s, o, [2]float64{float64(world.Bool(known))})
		}
	}
	for _, s := range m.program.Info.Remembered {
		typ := s.Symbol.Params[0].ID
		for o := st.NextMember(typ, 0); o != 0; o = st.NextMember(typ, o) {
			var want [2]float64
			if i, known := mind.Find(sense.ObjectID(o)); known {
				want = recollection(mind, i, s.Symbol.Name, now, tps)
			}
			expect(s.Symbol, o, want)
		}
	}
	return mind.Len()
}

// recollection returns what a symbol is to hold of a fact.
func recollection(m *sense.Mind, i int, symbol string, now int64, tps float64) [2]float64 {
	f, e := m.Fact(i), m.Estimate(i, now)
	read := func(a sense.Attr) sense.Reading { r, _ := m.Reading(i, a); return r }
	switch symbol {
	case "position":
		return [2]float64{e.At.X, e.At.Y}
	case "velocity":
		v := read(sense.Velocity)
		return [2]float64{v.X * tps, v.Y * tps}
	case "confidence":
		return [2]float64{math.Floor(e.Confidence*agent.ConfidenceSteps) / agent.ConfidenceSteps}
	case "age":
		return [2]float64{math.Floor(float64(e.AgeTicks) / tps)}
	case "sensed_now":
		return [2]float64{float64(world.Bool(f.Sensed))}
	case "missed":
		return [2]float64{float64(world.Bool(f.Missed))}
	case "importance":
		return [2]float64{f.Importance}
	case "kind":
		return [2]float64{read(sense.Kind).X}
	}
	return [2]float64{read(sense.Kind + 1).X}
}

// TestWhatIsWrittenIsWhatIsRemembered: after each tick, whatever the host does; and it is so again after going back, and with any number of workers.
func TestWhatIsWrittenIsWhatIsRemembered(t *testing.T) {
	facts := 0
	for seed := range uint64(12) {
		m, twin := newMeddler(t, seed, agent.Options{}), newMeddler(t, seed, agent.Options{Workers: 3})
		for i := range 150 {
			if i%10 == 9 {
				m.back(t)
			}
			m.tick()
			twin.tick()
			if !bytes.Equal(m.Snapshot(nil), twin.Snapshot(nil)) {
				t.Fatalf("seed %d, tick %d: other than with three workers", seed, m.Tick())
			}
			m.All(func(id ID) bool {
				if m.Memory(id) != nil {
					facts += m.written(t, id)
				}
				return true
			})
		}
	}
	if facts < 5000 {
		t.Error("only", facts, "facts were compared")
	}
}

// back makes a few ticks, goes back and makes them again.
func (m *meddler) back(t *testing.T) {
	saved, things := m.Snapshot(nil), map[world.Object]*sense.Object{}
	for o, at := range m.yard.things {
		copied := *at
		things[o] = &copied
	}
	for range 4 {
		m.tick()
	}
	hash := m.TraceHash()
	if err := m.Rollback(saved); err != nil {
		t.Fatal(err)
	}
	m.yard.things = things
	again := map[world.Object]*sense.Object{}
	for o, at := range things {
		copied := *at
		again[o] = &copied
	}
	for range 4 {
		m.tick()
	}
	if m.TraceHash() != hash {
		t.Fatalf("seed %d, tick %d: other decisions after going back", m.seed, m.Tick())
	}
	if err := m.Rollback(saved); err != nil {
		t.Fatal(err)
	}
	m.yard.things = again
}
