package ktrace

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/det"
)

// Figure is something that has a place in the world of the host: an agent, or a thing beside them. Places are metres; a trace holds them to the centimetre.
type Figure struct {
	Key    int64  // above 0: the agent of that number; below: a thing, by a number of its own
	Thing  string // what a thing is, or what the host calls an agent; empty: as traces do. At most MaxThing bytes
	X, Y   float64
	Facing [2]float64 // a direction of any length; 0, 0: not known. A trace holds it to 1.4 degrees
	Health float64    // as a share; below 0: not known. A trace holds it to half a percent
	Team   int64
}

// Feature is a part of what does not move. Lengths are metres; a trace holds them to the centimetre.
type Feature struct {
	Kind FeatureKind
	A, B [2]float64 // B is only that of bounds, walls and boxes
	Name string     // of places
}

// FeatureKind is what a feature is.
type FeatureKind uint8

// Kinds of features. The numbers are those of the file.
const (
	Bounds   FeatureKind = iota // between two corners
	Wall                        // a line
	Box                         // a solid one between two corners
	Spot                        // a place with a name
	Landmark                    // a thing with a name that stays where it is

	lastFeature = Landmark
)

const (
	// FiguresPerSecond is how often figures are told, of simulated time.
	FiguresPerSecond = 5
	// MaxFigures is the most figures of a trace at a time.
	MaxFigures = 1 << 16
	// MaxThing is the most bytes of what a thing is.
	MaxThing = 64
	// MaxFeatures is the most features of a land.
	MaxFeatures = 1 << 14
	// maxFigure is the most bytes that one figure takes.
	maxFigure = 9 + 1 + 9 + 9 + 1 + 1 + 9 + 9 + MaxThing
	// farthest is the most centimetres that a place may be away: what is farther is told to be there.
	farthest = 1 << 40
)

// told is a figure as a trace holds it.
type told struct {
	key    int64
	thing  string
	x, y   int64 // centimetres
	facing uint8 // 0: not known; else 1 + the angle in 255 parts of a circle
	health uint8 // 0: not known; else 1 + half percents
	team   int64
}

const parts = 255

// quantised is a figure to the centimetre.
func (f *Figure) quantised() told {
	t := told{key: f.Key, thing: f.Thing[:min(len(f.Thing), MaxThing)], x: centimetres(f.X), y: centimetres(f.Y), team: f.Team}
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

// figure is the other way round.
func (t *told) figure() Figure {
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

// What is told of a figure, as a bit set.
const (
	figureGone = 1 << iota
	figureAt
	figureFacing
	figureHealth
	figureTeam
	figureThing
	figureBits = 1<<iota - 1
)

// figures tells figures as they change.
type figures struct {
	before, now []told
	given       []Figure
	whole       bool // the next time all are told, whatever was told before
	next        int64
	buf         []byte
	rec         Record
}

// TellFigures tells where figures are after a tick, where the host says so ([Options].Figures), if it is time for that. It is for crowds.
func (r *Recorder) TellFigures(tick int64, tps int) {
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
	slices.SortStableFunc(f.now, func(a, b told) int { return cmp.Compare(a.key, b.key) })
	f.now = slices.CompactFunc(f.now, func(a, b told) bool { return a.key == b.key })
	f.tell(r)
	f.before, f.now, f.whole = f.now, f.before, false
}

// ask asks the host for figures. When that has not come back once it is not asked again.
func (r *Recorder) ask(buf []Figure) []Figure {
	back := false
	defer func() {
		if !back {
			r.options.Figures = nil
			r.late = fmt.Errorf("trace: Options.Figures did not come back: %v", recover())
		}
	}()
	buf = r.options.Figures(buf)
	back = true
	return buf
}

// tell writes what has changed.
func (f *figures) tell(r *Recorder) {
	old, key := f.before, int64(0)
	f.buf, f.rec.Index = f.buf[:0], 0
	if f.whole {
		old, f.rec.Index = nil, 1
	}
	put := func(t *told, was *told) {
		if len(f.buf) > MaxPiece-maxFigure {
			f.flush(r)
			key = 0
		}
		f.buf = t.appendChange(f.buf, was, t.key-key)
		key = t.key
	}
	gone := func(t *told) {
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
			put(t, &told{})
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

// appendChange appends what differs from what was told before.
func (t *told) appendChange(b []byte, was *told, key int64) []byte {
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

// FigureSet is where figures are, as far as records have told. The zero FigureSet is empty. Not safe for concurrent use.
type FigureSet struct {
	figures map[int64]told
	keys    []int64 // in order; nil: to be sorted anew
}

// Clear forgets all.
func (s *FigureSet) Clear() {
	clear(s.figures)
	s.keys = s.keys[:0]
}

// Apply takes over what a record of [KindFigures] says. The error is a [*DamageError].
func (s *FigureSet) Apply(r *Record) error {
	if r.Index != 0 {
		s.Clear()
	}
	if s.figures == nil {
		s.figures = map[int64]told{}
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

func (d *decoder) change(t *told, bits byte) {
	if bits&figureGone != 0 || bits > figureBits {
		d.fail("a figure changes in no known way")
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
			d.fail("a thing has a long name")
		}
	}
	if t.x < -farthest || t.x > farthest || t.y < -farthest || t.y > farthest || t.health > 201 {
		d.fail("a figure is out of range")
	}
}

// Find returns the figure of a key, if it has been told of.
func (s *FigureSet) Find(key int64) (f Figure, ok bool) {
	t, ok := s.figures[key]
	return t.figure(), ok
}

// Append appends all figures to buf, in the order of their keys.
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

// appendFeature appends one for the header.
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
		d.fail("the land in the header is none")
	}
	h.Land = append(h.Land, f)
}
