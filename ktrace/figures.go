package ktrace

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/sorting"
)

// Figure is something with a position in the world of the host: an agent or a thing. Positions are in metres; a trace
// stores them to the centimetre.
type Figure struct {
	Key    int64  // above 0: the agent of that number; below: a thing, numbered by the host. One is recorded of those with one key
	Thing  string // the kind of a thing, or the name of an agent, which [KindNaming] records too. At most MaxThing bytes
	X, Y   float64
	Facing [2]float64 // a direction of any length; 0, 0: unknown. A trace stores it to 1.4 degrees
	Health float64    // as a fraction; below 0: unknown. A trace stores it to half a percent
	Team   int64
}

// Feature is a fixed part of the world. Lengths are in metres; a trace stores them to the centimetre.
type Feature struct {
	Kind FeatureKind
	A, B [2]float64 // bounds, walls and boxes use both, others only A
	Name string     // of places
}

// FeatureKind is the kind of a feature.
type FeatureKind uint8

// Kinds of features. The numbers are those of the file.
const (
	Bounds   FeatureKind = iota // between two corners
	Wall                        // a line
	Box                         // a solid box between two corners
	Spot                        // a place with a name
	Landmark                    // a named thing that does not move

	lastFeature = Landmark
)

const (
	// FiguresPerSecond is the rate at which figures are recorded, per second of simulated time.
	FiguresPerSecond = 5
	// MaxFigures limits the figures of a trace at one time.
	MaxFigures = 1 << 16
	// MaxThing limits the bytes of Figure.Thing.
	MaxThing = 64
	// MaxFeatures limits the features of a land.
	MaxFeatures = 1 << 14
	// maxFigure is the maximum size of an encoded figure, in bytes.
	maxFigure = 9 + 1 + 9 + 9 + 1 + 1 + 9 + 9 + MaxThing
	// farthest limits coordinates, in centimetres; larger ones are clamped.
	farthest = 1 << 40
)

// storedFigure is a figure as stored in a trace.
type storedFigure struct {
	key    int64
	thing  string
	x, y   int64 // centimetres
	facing uint8 // 0: unknown; else 1 + the angle in 255 parts of a circle
	health uint8 // 0: unknown; else 1 + half percents
	team   int64
}

const parts = 255

// quantised rounds a figure to the precision of a trace.
func (f *Figure) quantised() storedFigure {
	t := storedFigure{key: f.Key, thing: f.Thing[:min(len(f.Thing), MaxThing)], x: centimetres(f.X), y: centimetres(f.Y), team: f.Team}
	if f.Facing != [2]float64{} {
		turn := det.Atan2(f.Facing[1], f.Facing[0]) / (2 * math.Pi)
		t.facing = uint8(1 + (int(math.Round(turn*parts))+parts)%parts)
	}
	if f.Health >= 0 {
		t.health = uint8(1 + math.Round(min(f.Health, 1)*200))
	}
	return t
}

func centimetres(metres float64) int64 {
	if math.IsNaN(metres) {
		return 0
	}
	return int64(math.Round(min(max(metres*100, -farthest), farthest)))
}

// figure converts back to a Figure.
func (t *storedFigure) figure() Figure {
	f := Figure{Key: t.key, Thing: t.thing, X: float64(t.x) / 100, Y: float64(t.y) / 100, Health: -1, Team: t.team}
	if t.facing > 0 {
		angle := float64(t.facing-1) / parts * 2 * math.Pi
		f.Facing = [2]float64{det.Cos(angle), det.Sin(angle)}
	}
	if t.health > 0 {
		f.Health = float64(t.health-1) / 200
	}
	return f
}

// The parts of a figure that changed, as a bit set.
const (
	figureGone = 1 << iota
	figureAt
	figureFacing
	figureHealth
	figureTeam
	figureThing
	figureBits = 1<<iota - 1
)

// figures records changes of figures.
type figures struct {
	before, now []storedFigure
	given       []Figure
	whole       bool // the next record contains all figures, not only changes
	next        int64
	buf         []byte
	rec         Record
}

// RecordFigures records the positions of figures after a tick, if [Options].Figures is set and it is time. A crowd
// calls it.
func (r *Recorder) RecordFigures(tick int64, tps int) {
	f := &r.figures
	if r.options.Figures == nil || r.closed || r.err != nil || tick < f.next && !f.whole {
		return
	}
	f.next = tick + int64(max(1, tps/FiguresPerSecond))
	f.given = r.ask(f.given[:0])
	f.now = f.now[:0]
	for i := range f.given[:min(len(f.given), MaxFigures)] {
		f.now = append(f.now, f.given[i].quantised())
	}
	sorting.InPlace(f.now, func(a, b storedFigure) int { return cmp.Compare(a.key, b.key) })
	f.now = slices.CompactFunc(f.now, func(a, b storedFigure) bool { return a.key == b.key })
	f.record(r)
	f.before, f.now, f.whole = f.now, f.before, false
}

// ask calls Options.Figures. If a call does not return, ask does not call it again.
func (r *Recorder) ask(buf []Figure) []Figure {
	back := false
	defer func() {
		if !back {
			r.options.Figures = nil
			r.late = fmt.Errorf("trace: Options.Figures did not return: %v", recover())
		}
	}()
	buf = r.options.Figures(buf)
	back = true
	return buf
}

// record writes the figures that have changed.
func (f *figures) record(r *Recorder) {
	old, key := f.before, int64(0)
	f.buf, f.rec.Index = f.buf[:0], 0
	if f.whole {
		old, f.rec.Index = nil, 1
	}
	put := func(t *storedFigure, was *storedFigure) {
		if len(f.buf) > MaxPiece-maxFigure {
			f.flush(r)
			key = 0
		}
		f.buf = t.appendChange(f.buf, was, t.key-key)
		key = t.key
	}
	gone := func(t *storedFigure) {
		if len(f.buf) > MaxPiece-maxFigure {
			f.flush(r)
			key = 0
		}
		f.buf = append(appendInt(f.buf, t.key-key), figureGone)
		key = t.key
	}
	for i := range f.now {
		t := &f.now[i]
		for ; len(old) > 0 && old[0].key < t.key; old = old[1:] {
			gone(&old[0])
		}
		switch {
		case len(old) == 0 || old[0].key > t.key:
			put(t, &storedFigure{})
		case old[0] != *t:
			put(t, &old[0])
			old = old[1:]
		default:
			old = old[1:]
		}
	}
	for i := range old {
		gone(&old[i])
	}
	if len(f.buf) > 0 || f.rec.Index > 0 {
		f.flush(r)
	}
}

func (f *figures) flush(r *Recorder) {
	f.rec.Kind, f.rec.Data = KindFigures, f.buf
	r.Write(&f.rec)
	f.buf, f.rec.Index, f.rec.Data = f.buf[:0], 0, nil
}

// appendChange appends the differences from the last recorded figure.
func (t *storedFigure) appendChange(b []byte, was *storedFigure, key int64) []byte {
	bits := byte(0)
	if t.x != was.x || t.y != was.y {
		bits |= figureAt
	}
	if t.facing != was.facing {
		bits |= figureFacing
	}
	if t.health != was.health {
		bits |= figureHealth
	}
	if t.team != was.team {
		bits |= figureTeam
	}
	if t.thing != was.thing {
		bits |= figureThing
	}
	b = append(appendInt(b, key), bits)
	if bits&figureAt != 0 {
		b = appendInt(appendInt(b, t.x-was.x), t.y-was.y)
	}
	if bits&figureFacing != 0 {
		b = append(b, t.facing)
	}
	if bits&figureHealth != 0 {
		b = append(b, t.health)
	}
	if bits&figureTeam != 0 {
		b = appendInt(b, t.team)
	}
	if bits&figureThing != 0 {
		b = appendText(b, t.thing)
	}
	return b
}

// FigureSet is the positions of figures after the records applied so far. The zero FigureSet is empty. Not safe for
// concurrent use.
type FigureSet struct {
	figures map[int64]storedFigure
	keys    []int64 // in order; nil: must be sorted again
}

// Clear removes all figures.
func (s *FigureSet) Clear() {
	clear(s.figures)
	s.keys = s.keys[:0]
}

// Apply applies a record of [KindFigures]. The error is a [*DamageError].
func (s *FigureSet) Apply(r *Record) error {
	if r.Index != 0 {
		s.Clear()
	}
	if s.figures == nil {
		s.figures = map[int64]storedFigure{}
	}
	d, key := decoder{rest: r.Data}, int64(0)
	for len(d.rest) > 0 && d.why == "" {
		key += d.int()
		t, was := s.figures[key]
		bits := d.byte()
		if bits == figureGone {
			delete(s.figures, key)
			s.keys = s.keys[:0]
			continue
		}
		t.key = key
		d.change(&t, bits)
		if !was {
			s.keys = s.keys[:0]
		}
		if s.figures[key] = t; len(s.figures) > MaxFigures {
			d.fail("there are too many figures")
		}
	}
	if d.why != "" {
		s.Clear()
		return &DamageError{Why: d.why}
	}
	return nil
}

func (d *decoder) change(t *storedFigure, bits byte) {
	if bits&figureGone != 0 || bits > figureBits {
		d.fail("a figure has an unknown change")
		return
	}
	if bits&figureAt != 0 {
		t.x, t.y = t.x+d.int(), t.y+d.int()
	}
	if bits&figureFacing != 0 {
		t.facing = d.byte()
	}
	if bits&figureHealth != 0 {
		t.health = d.byte()
	}
	if bits&figureTeam != 0 {
		t.team = d.int()
	}
	if bits&figureThing != 0 {
		if t.thing = d.text(); len(t.thing) > MaxThing {
			d.fail("the name of a thing is too long")
		}
	}
	if t.x < -farthest || t.x > farthest || t.y < -farthest || t.y > farthest || t.health > 201 {
		d.fail("a figure is out of range")
	}
}

// Find returns the figure with a key, if there is one.
func (s *FigureSet) Find(key int64) (f Figure, ok bool) {
	t, ok := s.figures[key]
	return t.figure(), ok
}

// Append appends all figures to buf, ordered by key.
func (s *FigureSet) Append(buf []Figure) []Figure {
	if len(s.keys) == 0 {
		for key := range s.figures {
			s.keys = append(s.keys, key)
		}
		slices.Sort(s.keys)
	}
	for _, key := range s.keys {
		t := s.figures[key]
		buf = append(buf, t.figure())
	}
	return buf
}

// appendFeature appends a feature for the header.
func appendFeature(b []byte, f *Feature) []byte {
	b = append(b, byte(kindFeature), byte(f.Kind))
	for _, v := range [...]float64{f.A[0], f.A[1], f.B[0], f.B[1]} {
		b = appendInt(b, centimetres(v))
	}
	return appendText(b, f.Name)
}

func (d *decoder) feature(h *heading) {
	f := Feature{Kind: FeatureKind(d.byte())}
	var v [4]float64
	for i := range v {
		v[i] = float64(d.int()) / 100
	}
	f.A, f.B, f.Name = [2]float64{v[0], v[1]}, [2]float64{v[2], v[3]}, d.text()
	if f.Kind > lastFeature || len(h.Land) >= MaxFeatures {
		d.fail("the land in the header is invalid")
	}
	h.Land = append(h.Land, f)
}
