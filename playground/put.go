package playground

import (
	"errors"
	"math"

	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// ErrNoRoom is the error of Put where nobody can stand; ErrGone is that of an agent without a character that lives; ErrNoSpot that of a point with NaN.
var (
	ErrNoRoom = errors.New("playground: there is no room to stand")
	ErrGone   = errors.New("playground: it has no character that lives")
	ErrNoSpot = errors.New("playground: the point has a coordinate that is not a number")
)

// Put takes the character of an agent to a point, or to the nearest spot beside the walls, between two ticks: an input, as what the host writes.
// What it is doing goes on from there, by another path. With an error nothing has changed.
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
	p.chart.survey(p)
	p.writeOf(m)
	return nil
}

// Kill has the character of an agent lose all its health between two ticks: an input, as that of [Playground.Put]. It dies at once, and may come back. It reports whether
// there was one that lived.
func (p *Playground) Kill(id agent.ID) bool {
	m := p.memberOf(id)
	if m == nil {
		return false
	}
	m.health = 0
	p.bury()
	p.chart.survey(p)
	return true
}

// Take takes an item off the map between two ticks, as a character does that picks it up: an input, likewise. It reports whether the object is an item that is there.
func (p *Playground) Take(o world.Object) bool {
	it := p.itemAt(o)
	if it == nil {
		return false
	}
	it.vanish(p)
	p.chart.survey(p)
	return true
}
