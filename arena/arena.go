package arena

import (
	"errors"
	"fmt"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/codec"
)

// Limits of an arena.
const (
	// MaxCharacters is how many characters an arena may have room for.
	MaxCharacters = 1 << 16
	// MaxItems is how many items of each kind an arena may have.
	MaxItems = 1024
	// MaxStepSeconds is how long a step may be; a longer one is cut. Characters move in straight lines within a step.
	MaxStepSeconds = 1.0
)

// Options are what an arena is made of.
type Options struct {
	Map         *Map    // needed
	Seed        uint64  // of everything that is random
	Characters  int     // how many there is room for; 0: DefaultCharacters
	Energy      Supply  // items that restore health
	Power       Supply  // items that make the next hit stronger
	WallDamping float64 // what is left of a sound's distance behind a wall, from 0 to 1; 0: DefaultDamping
	IndexMetres float64 // size of the cells that characters are looked up by; 0: DefaultIndexMetres. About as far as they look is best
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

// Arena is a map with characters and items. What it holds is plain state: [Arena.Snapshot] writes it, [Arena.Hash] sums it up.
// The package comment says which calls may run at the same time.
type Arena struct {
	options Options
	m       *Map
	finder  *Finder

	now      float64 // seconds
	spots    det.Rand
	slots    []character
	free     int // no slot below it is free
	live     int
	widest   float64 // no radius is larger
	index    *index  // of slots
	items    []Item
	supplied *index // of items
	taken    []Taken
	bytes    []byte // scratch of Hash
	coder    codec.Coder
}

// New makes an arena without characters. The error tells which option cannot be.
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

// ErrFull is the error of Spawn when there is no room for another character; ErrSpot is that of a point where the body does not fit.
var (
	ErrFull = errors.New("arena: no room for another character; see Options.Characters")
	ErrSpot = errors.New("arena: the body does not fit there: off the map, or too near to a wall")
)

// Spawn puts a new character on the map, looking along X. The error is or wraps [ErrBody], [ErrFull] or [ErrSpot]. Characters may
// stand on each other: only walls are in their way.
func (a *Arena) Spawn(b Body, at Point) (ID, error) {
	if err := b.check(); err != nil {
		return 0, err
	}
	if !a.m.Fits(at, b.Radius+skin) {
		return 0, ErrSpot
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

// Remove takes a character off the map. It reports whether it was there.
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

// get returns the character of an ID, or nil when it is not there.
func (a *Arena) get(id ID) *character {
	slot := id >> generationBits
	if slot >= ID(len(a.slots)) || a.slots[slot].ID != id || !a.slots[slot].here {
		return nil
	}
	return &a.slots[slot]
}

// able returns the character of an ID if it is there and alive, else nil.
func (a *Arena) able(id ID) *character {
	if c := a.get(id); c != nil && c.Alive() {
		return c
	}
	return nil
}

// Character returns a character as it is now; ok is false when it is not there.
func (a *Arena) Character(id ID) (c Character, ok bool) {
	if p := a.get(id); p != nil {
		return p.Character, true
	}
	return Character{}, false
}

// Count returns how many characters there are, the dead included.
func (a *Arena) Count() int { return a.live }

// IDs appends all characters to buf, in order of their IDs.
func (a *Arena) IDs(buf []ID) []ID {
	for i := range a.slots {
		if a.slots[i].here {
			buf = append(buf, a.slots[i].ID)
		}
	}
	return buf
}

// MoveTowards sends a character straight toward a point, at a speed in metres a second that its body limits. It goes on in each step
// until it is there, sliding along walls in its way. Against a wall that it runs into squarely it stands and goes on trying, without
// velocity: [Arena.PathTo] leads around. It reports whether the character can: it is alive, and goal and speed make sense.
func (a *Arena) MoveTowards(id ID, goal Point, speed float64) bool {
	c := a.able(id)
	if c == nil || !sensible(goal) || !(speed >= 0) {
		return false
	}
	c.Goal, c.Going = goal, min(speed, c.Body.Speed)
	return true
}

// sensible reports whether a point is near enough to the map to reckon with.
func sensible(p Point) bool {
	return between(p.X, -maxNumber, maxNumber) && between(p.Y, -maxNumber, maxNumber)
}

// Stop ends what [Arena.MoveTowards] began.
func (a *Arena) Stop(id ID) {
	if c := a.get(id); c != nil {
		c.Going = 0
	}
}

// Face turns a character toward a point, as far as it can turn in some seconds. Characters that move turn to where they go by
// themselves. It reports whether the character is alive.
func (a *Arena) Face(id ID, p Point, seconds float64) bool {
	c := a.able(id)
	if c == nil || !sensible(p) || !(seconds >= 0) {
		return false
	}
	c.turnTo(p.minus(c.At), seconds)
	return true
}

// PreparePaths does for [Arena.PathTo] what [Finder.Prepare] does.
func (a *Arena) PreparePaths(radius float64) { a.finder.Prepare(radius) }

// PathTo appends to buf the way of a character to a point, as [Finder.Path] does for its radius: send it to each point in turn.
func (a *Arena) PathTo(id ID, goal Point, buf []Point) (path []Point, ok bool) {
	c := a.get(id)
	if c == nil {
		return buf, false
	}
	return a.finder.Path(c.At, goal, c.Body.Radius, buf)
}
