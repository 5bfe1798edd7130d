package playground

import (
	"errors"
	"math"

	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// ErrNoRoom is the error of Put if no free position is near, ErrGone if the agent has no living character, ErrNoSpot
// for a point with NaN.
var (
	ErrNoRoom = errors.New("playground: there is no room to stand")
	ErrGone   = errors.New("playground: the agent has no living character")
	ErrNoSpot = errors.New("playground: the point has a coordinate that is not a number")
)

// Put moves the character of an agent to a point, or to the nearest free position, between two ticks. The move is an
// input, like a write of the host. The character's action continues from there, on another path. With an error nothing
// has changed.
func (p *Playground) Put(id agent.ID, to arena.Point) error {
	m := p.memberOf(id)
	if m == nil {
		return ErrGone
	}
	if math.IsNaN(to.X) || math.IsNaN(to.Y) {
		return ErrNoSpot
	}
	w, h := p.scene.Map.Size()
	if _, ok := p.arena.Put(m.body, arena.Point{X: min(max(to.X, 0), w), Y: min(max(to.Y, 0), h)}); !ok {
		return ErrNoRoom
	}
	m.moved, m.legs = true, 0
	p.charts.survey(p)
	p.writeOf(m)
	return nil
}

// Kill takes all health of an agent's character between two ticks. Like [Playground.Put], it is an input. The
// character dies at once, and may return. Kill reports whether the character was alive.
func (p *Playground) Kill(id agent.ID) bool {
	m := p.memberOf(id)
	if m == nil {
		return false
	}
	m.health = 0
	p.bury()
	p.charts.survey(p)
	return true
}

// Take removes an item from the map between two ticks, as if a character picked it up. Like Put, it is an input. It
// reports whether the object was an item on the map.
func (p *Playground) Take(o world.Object) bool {
	it := p.itemAt(o)
	if it == nil {
		return false
	}
	it.vanish(p)
	p.charts.survey(p)
	return true
}
