package arena

import (
	"errors"
	"fmt"
	"math"

	"github.com/karakuri-ai/karakuri/det"
)

// ID identifies a character of an arena. IDs are reused only after a million characters in the same slot. 0 is no
// character. An ID fits in a float64.
type ID uint64

// An ID consists of a slot and the generation of the character in it.
const (
	generationBits = 20
	generationMask = 1<<generationBits - 1
)

// Slot returns the slot of a character, a small index that is reused after the character is removed. Use it to index
// slices; it is less than [Options].Characters.
func (id ID) Slot() int { return int(id >> generationBits) }

func makeID(slot int, generation uint32) ID { return ID(slot)<<generationBits | ID(generation) }

// Body describes what a character can do. It does not change after Spawn.
type Body struct {
	Radius    float64 // metres, up to MaxRadius
	Speed     float64 // maximum speed, metres a second
	Turn      float64 // maximum turn, radians a second; 0: it turns at once
	Sight     float64 // range of sight, metres
	ViewAngle float64 // whole angle of view, radians, half to each side; 0, and 2 pi or more: all around
	Hearing   float64 // factor on the range of sounds: 1 normal, 2 twice as far; 0: deaf
	Reach     float64 // range of a hit, metres from its centre to the other's edge
	Damage    float64 // health that a hit takes
	Cooldown  float64 // seconds between two hits
	Health    float64 // initial and maximum health
}

// Limits of bodies.
const (
	// MaxRadius is the largest radius of a body, in metres.
	MaxRadius = 16.0
	// leastRadius is the smallest radius: below it, rounding errors would matter.
	leastRadius = 0.01
	// maxNumber bounds all other numbers of a body, and goals of movement: far beyond any map, but small enough to
	// square.
	maxNumber = 1e6
)

// ErrBody is the error for a body with invalid numbers; errors that wrap it name the number.
var ErrBody = errors.New("arena: faulty body")

// check returns an error that wraps ErrBody, or nil.
func (b *Body) check() error {
	if !between(b.Radius, leastRadius, MaxRadius) {
		return fmt.Errorf("%w: Radius is %v; it must be from %v to %v metres", ErrBody, b.Radius, leastRadius, MaxRadius)
	}
	if !(b.Health > 0) {
		return fmt.Errorf("%w: Health is %v; it must be more than 0", ErrBody, b.Health)
	}
	for _, n := range [...]struct {
		name  string
		value float64
	}{
		{"Speed", b.Speed}, {"Turn", b.Turn}, {"Sight", b.Sight}, {"ViewAngle", b.ViewAngle}, {"Hearing", b.Hearing},
		{"Reach", b.Reach}, {"Damage", b.Damage}, {"Cooldown", b.Cooldown}, {"Health", b.Health},
	} {
		if !between(n.value, 0, maxNumber) {
			return fmt.Errorf("%w: %s is %v; it must be from 0 to %v", ErrBody, n.name, n.value, maxNumber)
		}
	}
	return nil
}

// Character is a copy of a character's state.
type Character struct {
	ID       ID
	Body     Body
	At       Point
	Facing   Point   // unit vector
	Velocity Point   // metres a second, of the last step
	Health   float64 // 0: dead; a dead character stays on the map, inactive, until it is removed
	Power    float64 // added to the Damage of the next hit
	ReadyAt  float64 // the time of Arena.Now, in seconds, from which it can hit again
	Goal     Point   // target of its movement
	Going    float64 // its intended speed, metres a second; 0: it stands
	Blocked  float64 // seconds for which it has hardly made headway, with Options.Avoid
	Beside   ID      // who stands where it wanted to go, so that it arrived beside that one; 0: it arrived at its goal, or walks
}

// Alive reports whether the character has health left.
func (c *Character) Alive() bool { return c.Health > 0 }

// character is a slot of an arena.
type character struct {
	Character
	generation uint32 // part of ID; 0: the slot was never used
	here       bool
	yields     ID      // the character that it makes way for; 0: none
	rank       ID      // of the character for whose sake it does
	haste      float64 // seconds for which others make way for it; below 0: for which it could not make way itself
	half       float64 // cosine of half the view angle; -2: it sees all around
}

// sees reports whether a point is in the character's cone of view, ignoring walls.
func (c *character) sees(p Point) bool {
	d := p.minus(c.At)
	far2 := dot(d, d)
	return far2 <= square(c.Body.Sight) && (c.half == allAround || dot(d, c.Facing) >= float64(c.half*det.Sqrt(far2)))
}

// allAround is the value of half for a view without a cone.
const allAround = -2

// halfView returns the cosine of half of a view angle.
func halfView(angle float64) float64 {
	if angle == 0 || angle >= 2*math.Pi {
		return allAround
	}
	return det.Cos(angle / 2)
}

// turnTo turns the facing towards a direction, as far as the body can turn in the given seconds.
func (c *character) turnTo(d Point, seconds float64) {
	d = unit(d)
	if d == (Point{}) {
		return
	}
	most := float64(c.Body.Turn * seconds)
	if c.Body.Turn == 0 || most >= math.Pi {
		c.Facing = d
		return
	}
	sin, cos := det.Sin(most), det.Cos(most)
	if dot(c.Facing, d) >= cos {
		c.Facing = d
		return
	}
	if cross(c.Facing, d) < 0 {
		sin = -sin
	}
	f := c.Facing
	c.Facing = unit(Point{float64(f.X*cos) - float64(f.Y*sin), float64(f.X*sin) + float64(f.Y*cos)})
}
