package arena

import (
	"errors"
	"fmt"

	"github.com/karakuri-ai/karakuri/det"
)

// Limits of an arena.
const (
	// MaxCharacters limits the characters of an arena.
	MaxCharacters = 1 << 16
	// MaxItems limits the items of each kind.
	MaxItems = 1024
	// MaxStepSeconds limits a step; a longer one is cut to it. Characters move in straight lines within a step.
	MaxStepSeconds = 1.0
	// maxSpace limits the personal space, in metres: characters look no farther for others than lookMetres.
	maxSpace = 2.0
)

// Options configure an arena.
type Options struct {
	Map         *Map    // required
	Seed        uint64  // of all random numbers
	Characters  int     // capacity; 0: DefaultCharacters
	Energy      Supply  // items that restore health
	Power       Supply  // items that make the next hit stronger
	WallDamping float64 // the factor by which a wall reduces a sound's range, from 0 to 1; 0: DefaultDamping
	Avoid       bool    // living characters walk around each other and never overlap; false: they walk through each other
	Space       float64 // with Avoid: the distance that they keep from edge to edge where there is room, metres
	IndexMetres float64 // size of the cells of the character index; 0: DefaultIndexMetres. About the sight of characters is best
}

// Defaults of options.
const (
	DefaultCharacters  = 1024
	DefaultDamping     = 0.5
	DefaultIndexMetres = 5.0
)

// Streams of random numbers.
const (
	streamSpots = 1
	streamItems = 2
)

// Arena is a map with characters and items. [Arena.Snapshot] writes its state, [Arena.Hash] returns a hash of it. The
// package comment says which calls may run concurrently.
type Arena struct {
	options Options
	m       *Map
	finder  *Finder

	now      float64 // seconds
	spots    det.Rand
	slots    []character
	free     int // all lower slots are in use
	live     int
	widest   float64 // no radius is larger
	index    *index  // of slots
	items    []Item
	supplied *index // of items
	taken    []Taken
	bytes    []byte // scratch of Hash
	steer    steering
	inquiry  inquiry
}

// New creates an arena without characters. The error names the invalid option.
func New(o Options) (*Arena, error) {
	if o.Characters == 0 {
		o.Characters = DefaultCharacters
	}
	if o.WallDamping == 0 {
		o.WallDamping = DefaultDamping
	}
	if o.IndexMetres == 0 {
		o.IndexMetres = DefaultIndexMetres
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	a := &Arena{options: o, m: o.Map, finder: NewFinder(o.Map), spots: det.NewRand(o.Seed, 0, streamSpots)}
	a.slots = make([]character, o.Characters)
	a.index = newIndex(o.Map.layout.Width, o.Map.layout.Height, o.IndexMetres, o.Characters)
	a.addItems()
	return a, nil
}

func (o *Options) check() error {
	switch {
	case o.Map == nil:
		return errors.New("arena: New: Options.Map is missing; ParseMap and NewMap make one")
	case o.Characters < 0 || o.Characters > MaxCharacters:
		return fmt.Errorf("arena: New: Options.Characters is %d; it must be from 0 to %d", o.Characters, MaxCharacters)
	case !between(o.WallDamping, 0, 1):
		return fmt.Errorf("arena: New: Options.WallDamping is %v; it must be from 0 to 1", o.WallDamping)
	case !between(o.Space, 0, maxSpace):
		return fmt.Errorf("arena: New: Options.Space is %v; it must be from 0 to %v", o.Space, maxSpace)
	case !between(o.IndexMetres, 0.5, MaxSide):
		return fmt.Errorf("arena: New: Options.IndexMetres is %v; it must be from 0.5 to %v", o.IndexMetres, MaxSide)
	}
	if err := o.Energy.check("Energy"); err != nil {
		return err
	}
	return o.Power.check("Power")
}

// Map returns the map.
func (a *Arena) Map() *Map { return a.m }

// Now returns the simulated time, in seconds.
func (a *Arena) Now() float64 { return a.now }

// Spawn returns ErrFull if there is no room for another character, ErrSpot if the body does not fit at the point, and
// ErrTaken if it would overlap another.
var (
	ErrFull = errors.New("arena: no room for another character; see Options.Characters")
	ErrSpot = errors.New("arena: the body does not fit there: off the map, or too near to a wall")
	// ErrTaken is returned only with Options.Avoid.
	ErrTaken = errors.New("arena: another character stands there")
)

// Spawn adds a character, facing along X. The error is or wraps [ErrBody], [ErrFull], [ErrSpot] or, with
// Options.Avoid, [ErrTaken]. Without it characters may overlap: only walls block them.
func (a *Arena) Spawn(b Body, at Point) (ID, error) {
	if err := b.check(); err != nil {
		return 0, err
	}
	if !a.m.Fits(at, b.Radius+skin) {
		return 0, ErrSpot
	}
	if !a.Free(at, b.Radius) {
		return 0, ErrTaken
	}
	if a.live == len(a.slots) {
		return 0, ErrFull
	}
	for a.slots[a.free].here {
		a.free++
	}
	c := &a.slots[a.free]
	generation := c.generation&generationMask + 1
	if generation > generationMask {
		generation = 1
	}
	*c = character{
		Character:  Character{ID: makeID(a.free, generation), Body: b, At: at, Facing: Point{1, 0}, Health: b.Health},
		generation: generation,
	}
	if a.options.Avoid {
		c.Goal = at
	}
	a.enter(a.free)
	return c.ID, nil
}

// enter puts the character of a slot on the map.
func (a *Arena) enter(slot int) {
	c := &a.slots[slot]
	c.here = true
	c.half = halfView(c.Body.ViewAngle)
	a.live++
	a.widest = max(a.widest, c.Body.Radius)
	a.index.put(int32(slot), c.At)
}

// Remove removes a character from the map. It reports whether the character existed.
func (a *Arena) Remove(id ID) bool {
	c := a.get(id)
	if c == nil {
		return false
	}
	slot := int(id >> generationBits)
	c.here = false
	a.live--
	a.free = min(a.free, slot)
	a.index.take(int32(slot))
	return true
}

// get returns the character with an ID, or nil if it does not exist.
func (a *Arena) get(id ID) *character {
	slot := id >> generationBits
	if slot >= ID(len(a.slots)) || a.slots[slot].ID != id || !a.slots[slot].here {
		return nil
	}
	return &a.slots[slot]
}

// able returns the character with an ID if it exists and is alive, else nil.
func (a *Arena) able(id ID) *character {
	if c := a.get(id); c != nil && c.Alive() {
		return c
	}
	return nil
}

// Character returns a copy of a character; ok is false if it does not exist.
func (a *Arena) Character(id ID) (c Character, ok bool) {
	if p := a.get(id); p != nil {
		return p.Character, true
	}
	return Character{}, false
}

// PositionOf returns the position of a character; ok is false if it does not exist.
func (a *Arena) PositionOf(id ID) (at Point, ok bool) {
	if p := a.get(id); p != nil {
		return p.At, true
	}
	return at, false
}

// Pose returns position, velocity and facing of a character; all are zero if it does not exist.
func (a *Arena) Pose(id ID) (at, velocity, facing Point) {
	if p := a.get(id); p != nil {
		return p.At, p.Velocity, p.Facing
	}
	return at, velocity, facing
}

// Free reports whether a body of a radius would overlap no living character at a point. Without [Options].Avoid, all
// points are free.
func (a *Arena) Free(p Point, radius float64) bool {
	return !a.options.Avoid || a.room(p, radius+skin, nil)
}

// Count returns the number of characters, including dead ones.
func (a *Arena) Count() int { return a.live }

// IDs appends the IDs of all characters to buf, in order.
func (a *Arena) IDs(buf []ID) []ID {
	for i := range a.slots {
		if a.slots[i].here {
			buf = append(buf, a.slots[i].ID)
		}
	}
	return buf
}

// MoveTowards makes a character move straight towards a point, at a speed in metres a second that its body limits. The
// character moves in each step until it arrives, sliding along walls. If it hits a wall at a right angle it stops with
// zero velocity, but keeps trying: use [Arena.PathTo] to go around. With [Options].Avoid it walks around others, and
// also arrives where it touches a character that stands at the goal, or that has arrived at the same goal; then Going
// is 0, and Beside is that character. A host that walks a path must look at it: the next point may be out of reach from
// there. MoveTowards reports whether the character can move: it is alive, and goal and speed are valid.
func (a *Arena) MoveTowards(id ID, goal Point, speed float64) bool {
	c := a.able(id)
	if c == nil || !sensible(goal) || !(speed >= 0) {
		return false
	}
	c.Goal, c.Going, c.Beside = goal, min(speed, c.Body.Speed), 0
	return true
}

// sensible reports whether a point is near enough to the map for exact arithmetic.
func sensible(p Point) bool {
	return between(p.X, -maxNumber, maxNumber) && between(p.Y, -maxNumber, maxNumber)
}

// Stop cancels [Arena.MoveTowards].
func (a *Arena) Stop(id ID) {
	c := a.get(id)
	if c == nil {
		return
	}
	if a.options.Avoid && c.Going != 0 { // it has not arrived: others do not arrive by touching it
		c.Goal, c.Blocked, c.yields = c.At, 0, 0
	}
	c.Going = 0
}

// Face turns a character towards a point, as far as it can turn in the given seconds. A moving character turns by
// itself. Face reports whether the character is alive.
func (a *Arena) Face(id ID, p Point, seconds float64) bool {
	c := a.able(id)
	if c == nil || !sensible(p) || !(seconds >= 0) {
		return false
	}
	c.turnTo(p.minus(c.At), seconds)
	return true
}

// PreparePaths calls [Finder.Prepare] for [Arena.PathTo].
func (a *Arena) PreparePaths(radius float64) { a.finder.Prepare(radius) }

// PathTo appends to buf the path of a character to a point, like [Finder.Path] for its radius. Call MoveTowards for
// each point in turn.
func (a *Arena) PathTo(id ID, goal Point, buf []Point) (path []Point, ok bool) {
	c := a.get(id)
	if c == nil {
		return buf, false
	}
	return a.finder.Path(c.At, goal, c.Body.Radius, buf)
}
