package arena

import (
	"errors"
	"fmt"
	"math"

	"github.com/karakuri-ai/karakuri/det"
)

// ID names a character of an arena. It is never given to another one, short of a million in the same slot. 0 is nobody. It fits in a
// float64.
type ID uint64

// An ID is a slot, and the number of the character within it.
const (
	generationBits = 20
	generationMask = 1<<generationBits - 1
)

func makeID(slot int, generation uint32) ID { return ID(slot)<<generationBits | ID(generation) }

// Body is what a character can do. Once spawned it does not change.
type Body struct {
	Radius    float64 // metres, up to MaxRadius
	Speed     float64 // the most it moves, metres a second
	Turn      float64 // the most it turns, radians a second; 0: it turns at once
	Sight     float64 // how far it sees, metres
	ViewAngle float64 // how wide it sees, radians, half to each side; 0, and 2 pi or more: all around
	Hearing   float64 // how well it hears: 1 as usual, 2 twice as far; 0: not at all
	Reach     float64 // how far it hits, metres from its middle to the other's edge
	Damage    float64 // what a hit takes from the other's health
	Cooldown  float64 // seconds between two hits
	Health    float64 // what it begins with, and the most it has
}

// Limits of bodies.
const (
	// MaxRadius is the largest radius of a body, in metres.
	MaxRadius = 16.0
	// leastRadius is the smallest one: with less, rounding would count.
	leastRadius = 0.01
	// maxNumber bounds all other numbers of a body, and where characters are sent to: far beyond any map, near enough for its square.
	maxNumber = 1e6
)

// ErrBody is the error of a body with numbers that cannot be; errors that wrap it say which.
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

// Character is one character as it is now: a copy.
type Character struct {
	ID       ID
	Body     Body
	At       Point
	Facing   Point   // unit vector
	Velocity Point   // metres a second, of the last step
	Health   float64 // 0: it is dead; it stays on the map, and does nothing, until it is removed
	Power    float64 // what the next hit takes besides Damage
	ReadyAt  float64 // when it can hit again, in seconds of Arena.Now
	Goal     Point   // where it is going to
	Going    float64 // how fast it means to go there, metres a second; 0: it stays
}

// Alive reports whether the character has health left.
func (c *Character) Alive() bool { return c.Health > 0 }

// character is a slot of an arena.
type character struct {
	Character
	generation uint32 // of ID; 0: the slot was never used
	here       bool
	half       float64 // cosine of half the view angle; -2: it sees all around
}

// sees reports whether a point lies in the cone that the character sees in, as if there were no walls.
func (c *character) sees(p Point) bool {
	d := p.minus(c.At)
	far2 := dot(d, d)
	return far2 <= square(c.Body.Sight) && (c.half == allAround || dot(d, c.Facing) >= float64(c.half*det.Sqrt(far2)))
}

// allAround stands for a view without a cone.
const allAround = -2

// halfView returns the cosine of half of a view angle.
func halfView(angle float64) float64 {
	if angle == 0 || angle >= 2*math.Pi {
		return allAround
	}
	return det.Cos(angle / 2)
}

// turnTo turns the facing toward a direction, by what the body can turn in some seconds.
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
