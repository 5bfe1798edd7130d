package yard

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/det"
)

// player is the character that the guards pursue: it walks from one spot to another, and stops now and then. The seed
// chooses.
type player struct {
	body   arena.ID
	alive  bool
	chance det.Rand
	way    []arena.Point // still to be walked
	rest   int           // ticks to stay in place, or to lie
	falls  int
}

var playerBody = arena.Body{Radius: 0.3, Speed: 1.5, Turn: 8, Health: 6}

const (
	longestRest = 3 * ticksPerSecond
	lyingTime   = 4 * ticksPerSecond
)

// text returns what the player does.
func (p *player) text() string {
	switch {
	case !p.alive:
		return "has fallen"
	case p.rest > 0:
		return "stands still"
	}
	return "walks"
}

// enter lets a player come in by one of the starts.
func (y *Yard) enter() (err error) {
	starts := y.arena.Map().Starts()
	p := &y.player
	at := starts[p.chance.Intn(len(starts))]
	if p.body, err = y.arena.Spawn(playerBody, at); err != nil {
		return fmt.Errorf("player at %v: %w", at, err)
	}
	p.alive, p.way, p.rest = true, p.way[:0], 0
	return nil
}

// wander lets the player continue, or another replace it after it has fallen.
func (y *Yard) wander() error {
	p := &y.player
	body, _ := y.arena.Character(p.body)
	switch {
	case p.alive && !body.Alive():
		p.alive, p.rest = false, lyingTime
		p.falls++
	case p.rest > 0:
		p.rest--
	case !p.alive:
		y.arena.Remove(p.body)
		return y.enter()
	case body.Going > 0:
	case len(p.way) > 0:
		y.arena.MoveTowards(p.body, p.way[0], playerBody.Speed)
		p.way = p.way[1:]
	default:
		p.rest = p.chance.Intn(longestRest)
		if to, ok := y.arena.FreeSpot(playerBody.Radius); ok {
			p.way, _ = y.arena.PathTo(p.body, to, nil)
		}
	}
	return nil
}
