package sense

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
)

// world is a host of a few objects and walls, which are lines.
type world struct {
	objects map[ObjectID]*Object
	walls   [][2]Point
	ids     []ObjectID // ascending
	ghosts  []Spot     // near, but not there
}

func newWorld() *world { return &world{objects: map[ObjectID]*Object{}} }

// put adds an object, or moves it.
func (w *world) put(id ObjectID, x, y float64) *Object {
	o, ok := w.objects[id]
	if !ok {
		o = &Object{Facing: Point{X: 1, Y: 0}}
		w.objects[id] = o
		w.ids = append(w.ids, id)
		slices.Sort(w.ids)
	}
	o.At = Point{X: x, Y: y}
	return o
}

func (w *world) take(id ObjectID) {
	delete(w.objects, id)
	w.ids = slices.DeleteFunc(w.ids, func(x ObjectID) bool { return x == id })
}

func (w *world) wall(x1, y1, x2, y2 float64) {
	w.walls = append(w.walls, [2]Point{{X: x1, Y: y1}, {X: x2, Y: y2}})
}

func (w *world) Object(id ObjectID) (Object, bool) {
	o, ok := w.objects[id]
	if !ok {
		return Object{}, false
	}
	return *o, true
}

func (w *world) Near(p Point, radius float64, buf []Spot) []Spot {
	for i := range w.ids { // falling: the order must not matter
		id := w.ids[len(w.ids)-1-i]
		if o := w.objects[id]; distance2(p, o.At) <= square(radius) {
			buf = append(buf, Spot{Object: id, At: o.At})
		}
	}
	return append(buf, w.ghosts...)
}

func (w *world) Visible(from, to Point) bool { return w.Walls(from, to) == 0 }

func (w *world) Walls(from, to Point) int {
	n := 0
	side := func(a, b, p Point) float64 { d, e := b.Sub(a), p.Sub(a); return d.X*e.Y - d.Y*e.X }
	for _, l := range w.walls {
		if side(l[0], l[1], from)*side(l[0], l[1], to) < 0 && side(from, to, l[0])*side(from, to, l[1]) < 0 {
			n++
		}
	}
	return n
}

func compile(tb testing.TB, s Spec) *Senses {
	tb.Helper()
	if s.Memory.Short.Capacity == 0 {
		s.Memory.Short.Capacity = 32
	}
	senses, err := Compile(s)
	if err != nil {
		tb.Fatal(err)
	}
	return senses
}

// scene is a case of a conformance table: one observer, object 1 at the origin, looking along X, and its events.
type scene struct {
	name  string
	spec  Spec
	rays  int
	team  int64
	ticks int64
	// before is called before each step, with its tick; from 1 on.
	before func(s *stage, tick int64)
	want   string // events, separated by "; "; those of Updated only when all is set
	all    bool
	after  func(t *testing.T, s *stage)
}

// stage is a scene being played.
type stage struct {
	*world
	field *Field
	mind  *Mind
	tb    testing.TB
}

func (s *stage) sound(x Sound) {
	if !s.field.Sound(x) {
		s.tb.Error("the sound was refused")
	}
}

func (s *stage) hurt(x action.Damage) {
	if !s.field.Damage(0, x) {
		s.tb.Error("the hurt was refused")
	}
}

// at returns an action that happens once.
func at(when int64, do func(s *stage)) func(s *stage, tick int64) {
	return func(s *stage, tick int64) {
		if tick == when {
			do(s)
		}
	}
}

// times returns an action of several.
func times(each ...func(s *stage, tick int64)) func(s *stage, tick int64) {
	return func(s *stage, tick int64) {
		for _, do := range each {
			do(s, tick)
		}
	}
}

func play(t *testing.T, scenes []scene) {
	for _, c := range scenes {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld()
			w.put(1, 0, 0)
			f, err := NewField(Options{Host: w, Senses: []*Senses{compile(t, c.spec)}, Seed: 7, Rays: c.rays})
			if err != nil {
				t.Fatal(err)
			}
			o, err := f.Add(1, 0, c.team)
			if err != nil {
				t.Fatal(err)
			}
			s := &stage{world: w, field: f, mind: f.Mind(o), tb: t}
			var got []string
			for tick := int64(1); tick <= c.ticks; tick++ {
				if c.before != nil {
					c.before(s, tick)
				}
				f.Step(tick, nil)
				for _, e := range s.mind.Events() {
					if c.all || e.Kind != Updated {
						got = append(got, e.String())
					}
				}
			}
			if text := strings.Join(got, "; "); text != c.want {
				t.Errorf("got  %s\nwant %s", text, c.want)
			}
			if c.after != nil {
				c.after(t, s)
			}
		})
	}
}

// believes checks the believed position of an object, and its confidence.
func (s *stage) believes(t *testing.T, id ObjectID, at Point, spread, confidence float64) {
	t.Helper()
	i, ok := s.mind.Find(id)
	if !ok {
		t.Errorf("nothing is remembered of %d", id)
		return
	}
	e := s.mind.Estimate(i, s.field.Now())
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
	if !near(e.At.X, at.X) || !near(e.At.Y, at.Y) || !near(e.Spread, spread) || !near(e.Confidence, confidence) {
		t.Errorf("%d is taken to be at %v within %v, sure to %v; want %v, %v, %v", id, e.At, e.Spread, e.Confidence, at, spread, confidence)
	}
}
