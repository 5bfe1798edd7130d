package sense

import (
	"bytes"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
)

// plain is a host of many objects in a square, with the simplest of walls: one long line. It finds near objects by a
// grid, or by trying each.
type plain struct {
	side    float64
	objects []Object // by ID, from 1
	cell    float64
	cols    int
	cells   [][]Spot // nil: try each
}

func newPlain(n int, side, cell float64) *plain {
	p := &plain{side: side, objects: make([]Object, n), cell: cell, cols: int(side/cell) + 1}
	p.cells = make([][]Spot, p.cols*p.cols)
	r := det.NewRand(1, 0, 0)
	for i := range p.objects {
		p.objects[i] = Object{At: Point{X: r.Between(0, side), Y: r.Between(0, side)}, Facing: Point{X: r.Between(-1, 1), Y: r.Between(-1, 1)},
			Velocity: Point{X: r.Between(-0.1, 0.1), Y: r.Between(-0.1, 0.1)}, Kind: 1}
	}
	return p
}

// move walks all objects on, and turns them back at the edges.
func (p *plain) move() {
	for i := range p.objects {
		o := &p.objects[i]
		o.At = o.At.Add(o.Velocity)
		if !within(o.At.X, 0, p.side) || !within(o.At.Y, 0, p.side) {
			o.Velocity = o.Velocity.Scale(-1)
			o.At = Point{X: min(max(o.At.X, 0), p.side), Y: min(max(o.At.Y, 0), p.side)}
		}
	}
	for i := range p.cells {
		p.cells[i] = p.cells[i][:0]
	}
	for i := range p.objects {
		at := p.objects[i].At
		c := p.col(at.Y)*p.cols + p.col(at.X)
		p.cells[c] = append(p.cells[c], Spot{Object: ObjectID(i + 1), At: at})
	}
}

func (p *plain) col(x float64) int { return min(max(int(x/p.cell), 0), p.cols-1) }

func (p *plain) Object(id ObjectID) (Object, bool) {
	if id == 0 || int(id) > len(p.objects) {
		return Object{}, false
	}
	return p.objects[id-1], true
}

func (p *plain) Near(at Point, radius float64, buf []Spot) []Spot {
	for row := p.col(at.Y - radius); row <= p.col(at.Y+radius); row++ {
		for col := p.col(at.X - radius); col <= p.col(at.X+radius); col++ {
			for _, s := range p.cells[row*p.cols+col] {
				if distance2(s.At, at) <= square(radius) {
					buf = append(buf, s)
				}
			}
		}
	}
	return buf
}

func (p *plain) Walls(from, to Point) int {
	if (from.X < p.side/2) != (to.X < p.side/2) {
		return 1
	}
	return 0
}

func (p *plain) Visible(from, to Point) bool { return p.Walls(from, to) == 0 }

// tried is a plain host that tries each object.
type tried struct{ *plain }

func (p tried) Near(at Point, radius float64, buf []Spot) []Spot {
	for i := range p.objects {
		if distance2(p.objects[i].At, at) <= square(radius) {
			buf = append(buf, Spot{Object: ObjectID(i + 1), At: p.objects[i].At})
		}
	}
	return buf
}

// watchful is the senses of the observers in the benchmarks.
var watchful = Spec{
	Sensors: []Sensor{
		{Kind: Sight, Range: 20, Cone: 2, TouchRange: 1, LineOfSight: true, ReactionTicks: 2, JitterTicks: 2},
		{Kind: Hearing, Damping: 0.5},
	},
	Memory: Memory{Short: Store{Capacity: 32, SpanTicks: 80, Decay: 0.01}, VelocityFade: 1, Doubts: []float64{0.5}, PredictTicks: 20,
		SpreadPerTick: 0.1, MaxSpread: 5, MissRange: 1},
}

func watchers(tb testing.TB, h Host, n, rays int) *Field {
	f, err := NewField(Options{Host: h, Senses: []*Senses{compile(tb, watchful)}, Seed: 1, Rays: rays})
	if err != nil {
		tb.Fatal(err)
	}
	for i := range n {
		if _, err := f.Add(ObjectID(i+1), 0, 0); err != nil {
			tb.Fatal(err)
		}
	}
	return f
}

// BenchmarkSight lets 1,000 observers look at 1,000 walking objects in a square of 200 m, sight 20 m, and remember
// them: with a grid, with the usual budget for lines of sight and with one that is never used up, and by trying each
// object.
func BenchmarkSight(b *testing.B) {
	for _, c := range []struct {
		name  string
		brute bool
		rays  int
	}{{"grid", false, MaxRays}, {"grid,1000rays", false, 1000}, {"brute", true, MaxRays}} {
		b.Run(c.name, func(b *testing.B) {
			p := newPlain(1000, 200, 10)
			var h Host = p
			if c.brute {
				h = tried{p}
			}
			f := watchers(b, h, 1000, c.rays)
			tick := int64(0)
			turn := func() {
				tick++
				p.move()
				f.Step(tick, nil)
			}
			for range 50 {
				turn()
			}
			asked := 0
			b.ReportAllocs()
			for b.Loop() {
				turn()
				asked += f.Load().Asked
			}
			b.ReportMetric(float64(asked)/float64(b.N), "rays/op")
		})
	}
}

// TestBruteForceSeesTheSame compares the two hosts of the benchmark.
func TestBruteForceSeesTheSame(t *testing.T) {
	p := newPlain(150, 60, 7)
	a, b := watchers(t, p, 150, 500), watchers(t, tried{p}, 150, 500)
	facts := 0
	for tick := int64(1); tick <= 30; tick++ {
		p.move()
		a.Step(tick, nil)
		b.Step(tick, nil)
		facts += a.Mind(Observer(tick)).Len()
	}
	if !bytes.Equal(a.Snapshot(nil), b.Snapshot(nil)) || facts == 0 {
		t.Errorf("a grid finds other things than trying each; %d facts", facts)
	}
}

// BenchmarkMemory gives a mind 16 percepts of things it knows, and ends the tick; compared with a naive memory.
func BenchmarkMemory(b *testing.B) {
	p := Percept{Sensor: Sight, Confidence: 1, Has: AllParts}
	perceive := func(now int64, learn func(p *Percept, now int64)) {
		for id := range ObjectID(16) {
			p.Object, p.Tick, p.At.X = 3*id+1, now, float64(now)
			learn(&p, now)
		}
	}
	b.Run("mind", func(b *testing.B) {
		m := NewMind(compile(b, watchful))
		learn := func(p *Percept, now int64) { m.Perceive(p, now) }
		b.ReportAllocs()
		for now := int64(1); b.Loop(); now++ {
			m.Begin()
			perceive(now, learn)
			m.Age(now)
		}
		if m.Len() != 16 {
			b.Fatalf("%d facts", m.Len())
		}
	})
	b.Run("naive", func(b *testing.B) {
		m := naive{}
		for now := int64(1); b.Loop(); now++ {
			perceive(now, m.perceive)
			m.age(0.01)
		}
		if len(m) != 16 {
			b.Fatalf("%d facts", len(m))
		}
	})
}

// naive is a memory without events, capacity, doubts, promotion, and rules of which percept counts: a map in which all
// that is remembered grows less sure with each tick.
type naive map[ObjectID]*naiveFact

type naiveFact struct {
	last       Percept
	confidence [maxAttrs]float64
}

func (m naive) perceive(p *Percept, _ int64) {
	f := m[p.Object]
	if f == nil {
		f = &naiveFact{}
		m[p.Object] = f
	}
	f.last = *p
	for i := range f.confidence {
		f.confidence[i] = p.Confidence
	}
}

func (m naive) age(rate float64) {
	for id, f := range m {
		for i := range f.confidence {
			f.confidence[i] -= rate
		}
		if f.confidence[Position] < 0.05 {
			delete(m, id)
		}
	}
}

// BenchmarkIdle is a tick in which a mind that remembers 32 things perceives nothing; compared with a naive memory.
func BenchmarkIdle(b *testing.B) {
	b.Run("mind", func(b *testing.B) {
		m := NewMind(compile(b, Spec{Memory: Memory{Short: Store{Capacity: 32, Decay: 1e-9}}}))
		for id := range ObjectID(32) {
			m.Perceive(&Percept{Object: id + 1, Sensor: Damage, Confidence: 1, Has: AllParts}, 0)
		}
		b.ReportAllocs()
		for now := int64(1); b.Loop(); now++ {
			m.Begin()
			m.Age(now)
		}
	})
	b.Run("naive", func(b *testing.B) {
		m := naive{}
		for id := range ObjectID(32) {
			m.perceive(&Percept{Object: id + 1, Confidence: 1}, 0)
		}
		for b.Loop() {
			m.age(1e-12)
		}
	})
}

// fill makes a mind as large as it can be, and empties it again.
func (m *Mind) fill() {
	for id := range ObjectID(m.senses.capacity()) {
		m.Perceive(&Percept{Object: 1<<40 + id, Sensor: Sight, Confidence: 1, Has: AllParts}, 0)
	}
	for _, slot := range m.slots {
		m.seek(slot)
	}
	for len(m.ids) > 0 {
		m.remove(0)
	}
}

func TestNothingIsAllocatedOnceWarm(t *testing.T) {
	c := newCrowd(t, 3, 12, 30)
	tick := int64(0)
	var save []byte
	turn := func() {
		tick++
		c.move()
		c.field.Step(tick, backwards)
		save = c.field.Snapshot(save[:0])
	}
	for range 600 {
		turn()
	}
	// The world of the test puts new objects into a map now and then; the field itself allocates nothing.
	if n := testing.AllocsPerRun(50, func() {
		tick++
		c.field.Sound(Sound{From: 2, Loudness: 9})
		c.field.Step(tick, backwards)
		save = c.field.Snapshot(save[:0])
	}); n > 0 {
		t.Errorf("%v allocations in a step", n)
	}
	p := newPlain(200, 60, 10)
	f := watchers(t, p, 200, 300)
	walk := func() {
		tick++
		p.move()
		f.Step(tick, nil)
	}
	for _, o := range f.observers {
		o.mind.fill()
	}
	for range 1200 { // lists of near objects grow at each record, which becomes rarer: 1 per step at first, 1 in 2 after 1,000
		walk()
	}
	if n := testing.AllocsPerRun(100, walk); n > 0 {
		t.Errorf("%v allocations in a step of walking observers", n)
	}
}
