package sense

import (
	"bytes"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/det"
	"pgregory.net/rapid"
)

// crowd is a random world with everything in it: moving observers in teams, things that come and go, walls, sounds and
// hurts.
type crowd struct {
	*world
	r     det.Rand
	n     int
	field *Field
}

// everything is a spec that has all there is.
var everything = Spec{
	Sensors: []Sensor{
		{Kind: Touch, Range: 0.7, ReactionTicks: 1},
		{Kind: Sight, Range: 7, LoseRange: 8, Cone: 2, TouchRange: 1, LineOfSight: true, ReactionTicks: 2, JitterTicks: 3, AlertTicks: 1},
		{Kind: Sight, Range: 3, Cone: 5, Confidence: 0.6},
		{Kind: Hearing, Damping: 0.5, Blur: 0.1, Confidence: 0.7, ReactionTicks: 1, JitterTicks: 2, HeedTicks: 5},
		{Kind: Damage, Confidence: 0.9},
		{Kind: Talk, Range: 15, ReactionTicks: 3, JitterTicks: 2},
	},
	Memory: Memory{
		Short: Store{Capacity: 5, SpanTicks: 30, Decay: 0.02}, Long: Store{Capacity: 2, Decay: 0.001},
		Values: []Value{{"energy", 1}, {"power", 0.5}}, VelocityFade: 2, KindFade: 0.1, Doubts: []float64{0.8, 0.4},
		PromoteTimes: 4, PromoteImportance: 9, PredictTicks: 10, SpreadPerTick: 0.1, MaxSpread: 3, MissRange: 0.3, MissFactor: 0.6,
	},
	Attention:  6,
	ShareTicks: 5,
}

func newCrowd(tb rapid.TB, seed uint64, n, rays int) *crowd {
	c := &crowd{world: newWorld(), r: det.NewRand(seed, 0, 9), n: n}
	c.wall(5, 2, 5, 8)
	c.wall(2, 9, 9, 9)
	for id := ObjectID(1); id <= ObjectID(2*n); id++ { // the upper half are items
		o := c.put(id, c.r.Between(0, 12), c.r.Between(0, 12))
		o.Kind, o.Importance, o.Values = int64(id%3), float64(c.r.Intn(4)), [MaxValues]float64{float64(id)}
		o.Fixed = id > ObjectID(n)
	}
	c.objects[1].Importance = 9
	short := everything
	short.Memory.Short.Capacity, short.Memory.Long.Capacity, short.ShareTicks = 2, 0, 0
	kinds := make([]*Senses, 2)
	for i, s := range []Spec{everything, short} {
		senses, err := Compile(s)
		if err != nil {
			tb.Fatal(err)
		}
		kinds[i] = senses
	}
	f, err := NewField(Options{Host: c, Senses: kinds, Seed: seed, Rays: rays})
	if err != nil {
		tb.Fatal(err)
	}
	c.field = f
	for id := ObjectID(1); id <= ObjectID(n); id++ {
		if _, err := f.Add(id, int(id%4)/3, int64(id%3)); err != nil {
			tb.Fatal(err)
		}
	}
	return c
}

// move lets things happen before a step.
func (c *crowd) move() {
	for id := ObjectID(1); id <= ObjectID(c.n); id++ {
		o, ok := c.objects[id]
		if !ok {
			continue
		}
		if c.r.Chance(0.2) {
			o.Velocity = Point{X: c.r.Between(-0.3, 0.3), Y: c.r.Between(-0.3, 0.3)}
			o.Facing = o.Velocity
		}
		o.At = o.At.Add(o.Velocity)
	}
	for range 2 {
		some, other := ObjectID(c.r.Intn(2*c.n)+1), c.ids[c.r.Intn(len(c.ids))]
		where := Point{X: c.r.Between(0, 12), Y: c.r.Between(0, 12)}
		if c.r.Chance(0.3) {
			c.field.Sound(Sound{From: other, At: c.objects[other].At, Loudness: c.r.Between(0, 20), Kind: int64(other % 3), Said: int64(c.r.Intn(3))})
		}
		if c.r.Chance(0.1) {
			c.field.Damage(Observer(c.r.Intn(c.n)), action.Damage{From: other, At: c.objects[other].At, Amount: 1})
		}
		if c.r.Chance(0.1) && len(c.ids) > 3 {
			c.take(some)
		}
		if c.r.Chance(0.1) {
			c.put(some, where.X, where.Y)
		}
	}
}

// events returns all of the last step.
func (c *crowd) events() (all []Event) {
	for i := range c.n {
		if m := c.field.Mind(Observer(i)); m != nil {
			all = append(all, Event{Tick: int64(i)})
			all = append(all, m.Events()...)
		}
	}
	return all
}

// workers spreads work over goroutines, one number at a time.
func workers(n int) Each {
	return func(count int, do func(i int)) {
		var next atomic.Int64
		var done sync.WaitGroup
		for range n {
			done.Go(func() {
				for i := int(next.Add(1)) - 1; i < count; i = int(next.Add(1)) - 1 {
					do(i)
				}
			})
		}
		done.Wait()
	}
}

// backwards does the last first.
func backwards(n int, do func(i int)) {
	for i := range n {
		do(n - 1 - i)
	}
}

func TestParallelIsSerial(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed, n, rays := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 12).Draw(t, "observers"), rapid.IntRange(1, 40).Draw(t, "rays")
		ways := []Each{nil, workers(2), workers(7), backwards}
		crowds := make([]*crowd, len(ways))
		for i := range ways {
			crowds[i] = newCrowd(t, seed, n, rays)
		}
		for tick := int64(1); tick <= 40; tick++ {
			for i, c := range crowds {
				c.move()
				c.field.Step(tick, ways[i])
				if !slices.Equal(c.events(), crowds[0].events()) || !bytes.Equal(c.field.Snapshot(nil), crowds[0].field.Snapshot(nil)) {
					t.Fatalf("tick %d: way %d differs from the serial one", tick, i)
				}
			}
		}
	})
}

func TestRestoredGoesOnTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed, n, rays := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 12).Draw(t, "observers"), rapid.IntRange(1, 40).Draw(t, "rays")
		a, b := newCrowd(t, seed, n, rays), newCrowd(t, seed, n, rays)
		when := rapid.Int64Range(1, 60).Draw(t, "when")
		for _, id := range rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 3).Draw(t, "gone") {
			a.field.Remove(Observer(id))
			b.field.Remove(Observer(id))
		}
		for tick := int64(1); tick <= when+40; tick++ {
			a.move()
			b.move()
			if tick == when {
				snapshot := b.field.Snapshot(nil)
				fresh := newCrowd(t, seed, n, rays)
				b.field = fresh.field
				b.field.options.Host = b
				if err := b.field.Restore(snapshot); err != nil {
					t.Fatal(err)
				}
				if again := b.field.Snapshot(nil); !bytes.Equal(again, snapshot) {
					t.Fatal("the snapshot of what was restored differs")
				}
			}
			if tick == when+3 || tick == when+5 { // instead of the one that is gone
				for _, c := range []*crowd{a, b} {
					if _, err := c.field.Add(ObjectID(tick%int64(n)+1), 0, 1); err != nil {
						t.Fatal(err)
					}
				}
			}
			a.field.Step(tick, nil)
			b.field.Step(tick, nil)
			if !slices.Equal(a.events(), b.events()) || !bytes.Equal(a.field.Snapshot(nil), b.field.Snapshot(nil)) {
				t.Fatalf("tick %d: what was restored at %d went on differently", tick, when)
			}
		}
	})
}

// TestMemoryKeepsItsLaws checks at each step of a crowd: never more facts than capacity, in order of objects, no
// confidence that rises without a percept, and events that report every fact that comes and goes.
func TestMemoryKeepsItsLaws(t *testing.T) {
	kinds := map[EventKind]int{}
	whys := map[Why]int{}
	rapid.Check(t, func(t *rapid.T) {
		c := newCrowd(t, rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 12).Draw(t, "observers"), rapid.IntRange(1, 60).Draw(t, "rays"))
		known := make([]map[ObjectID][maxAttrs]Reading, c.n)
		for tick := int64(1); tick <= 80; tick++ {
			c.move()
			c.field.Step(tick, nil)
			for i := range c.n {
				m := c.field.Mind(Observer(i))
				for _, e := range m.Events() {
					kinds[e.Kind]++
					whys[e.Why]++
				}
				known[i] = checkMind(t, m, known[i], tick)
			}
		}
	})
	for k := Noticed; k < eventEnd; k++ {
		if kinds[k] == 0 {
			t.Errorf("in none of the crowds was anything %v", k)
		}
	}
	for w := Span; w < whyEnd; w++ {
		if w != Decay && w != Gone && whys[w] == 0 {
			t.Errorf("in none of the crowds was anything forgotten for %v", w)
		}
	}
}

// checkMind checks a mind against its earlier knowledge before a step, and returns its present knowledge.
func checkMind(t *rapid.T, m *Mind, before map[ObjectID][maxAttrs]Reading, now int64) map[ObjectID][maxAttrs]Reading {
	spec := m.Senses().Spec().Memory
	count := map[bool]int{}
	after := map[ObjectID][maxAttrs]Reading{}
	expected := map[ObjectID]bool{}
	for id := range before {
		expected[id] = true
	}
	perceived := map[ObjectID]bool{}
	for _, e := range m.Events() {
		switch e.Kind {
		case Forgotten:
			delete(expected, e.Object)
		case Noticed, Updated:
			expected[e.Object], perceived[e.Object] = true, true
		}
	}
	for i := range m.Len() {
		f := m.Fact(i)
		count[f.Long]++
		if i > 0 && m.Fact(i-1).Object >= f.Object {
			t.Fatalf("facts %d and %d are not in order", i-1, i)
		}
		if !expected[f.Object] {
			t.Fatalf("%d is remembered without an event", f.Object)
		}
		delete(expected, f.Object)
		var readings [maxAttrs]Reading
		for a := range Attr(maxAttrs) {
			r, _ := m.Reading(i, a)
			readings[a] = r
			if was := before[f.Object][a]; r.Level.At(now) > was.Level.At(now)+1e-12 && !perceived[f.Object] {
				t.Fatalf("confidence in attribute %d of %d rose from %v to %v without a percept", a, f.Object, was.Level.At(now), r.Level.At(now))
			}
		}
		after[f.Object] = readings
	}
	if count[false] > spec.Short.Capacity || count[true] > spec.Long.Capacity {
		t.Fatalf("%d short-term and %d long-term facts, more than there is room for", count[false], count[true])
	}
	if len(expected) > 0 {
		t.Fatalf("facts went without an event: %v", expected)
	}
	return after
}
