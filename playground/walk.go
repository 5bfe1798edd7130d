package playground

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/arena"
)

const (
	// maxLegs is the maximum number of turns of a path that are kept; at its end the next path is found.
	maxLegs = 8
	// atLeg is how near a character gets to a turn of its path before it continues to the next, in metres.
	atLeg = 0.05
	// drift is the distance in metres by which a goal may move before another path is found.
	drift = 0.5
	// stuckTicks is after how many ticks without getting on another path is found, and maxStuck how often.
	stuckTicks = 5
	maxStuck   = 3
	// heldSeconds is after how many seconds without headway among others another path is found, and maxStuck how often.
	heldSeconds = 3.0
	// space is the distance that characters keep from each other where there is room, in metres from edge to edge.
	space = 0.1
	// cornerMetres is how near a turn of its path a character looks whether it can cut the corner: others may stand on
	// it, or have pushed the character beyond it.
	cornerMetres = 1.5
)

// walk is a way to a goal: plain data.
type walk struct {
	Set       bool
	Cut       bool // the path continues beyond its legs
	Leg, Legs int32
	Still     int32 // ticks without getting on
	Stuck     int32 // how often that was for too long
	Held      int32 // how often others held it up for too long
	Sent      bool  // the arena moves it to the turn Leg
	Goal, At  arena.Point
	Path      [maxLegs]arena.Point
}

// walk takes a character on toward a goal, around walls, until it is within some metres of it with nothing between, or
// as near as it can get.
func (p *Playground) walk(m *member, w *walk, goal arena.Point, speed, near float64) action.Status {
	at := p.at(m)
	if m.moved {
		m.moved, w.Set, w.Still, w.Stuck = false, false, 0, 0
	}
	if at.Distance(goal) <= near && p.scene.Map.Visible(at, goal) {
		p.arena.Stop(m.body)
		return action.Success
	}
	touches := w.among(p, m, goal)
	w.notice(at)
	if w.Stuck > maxStuck || w.Held > maxStuck || !p.course(m, w, at, goal) {
		p.arena.Stop(m.body)
		return action.Failure
	}
	for touches || at.Distance(w.Path[w.Leg]) <= atLeg || w.cuts(p, m, at) {
		touches = false
		if w.Leg++; w.Leg < w.Legs {
			continue
		}
		if !w.Cut {
			w.Set = false
			return action.Success
		}
		if w.Set = false; !p.course(m, w, at, goal) {
			return action.Failure
		}
		break
	}
	m.way, m.legs = w.Path, 0
	copy(m.way[:], w.Path[w.Leg:w.Legs])
	m.legs = w.Legs - w.Leg
	w.Sent = p.arena.MoveTowards(m.body, w.Path[w.Leg], speed)
	return action.Running
}

// among finds out how the walk fares among others. It reports whether the character has arrived at the turn that it
// walks to because it touches one that stands there. If others have held it up for long, it looks for another path.
func (w *walk) among(p *Playground, m *member, goal arena.Point) (touches bool) {
	c, _ := p.arena.Character(m.body)
	touches = w.Sent && w.Set && w.Goal == goal && c.Going == 0
	switch {
	case c.Blocked == 0:
		w.Held = 0
	case c.Blocked >= float64(heldSeconds*float64(w.Held+1)):
		w.Held++
		w.Set, touches = false, false
	}
	w.Sent = false
	return touches
}

// cuts reports whether a character can leave out the next turn of its path.
func (w *walk) cuts(p *Playground, m *member, at arena.Point) bool {
	return w.Leg+1 < w.Legs && !p.scene.Overlap && at.Distance(w.Path[w.Leg]) < cornerMetres &&
		p.scene.Map.Clear(at, w.Path[w.Leg+1], p.traits(m).Radius)
}

// notice finds out whether the walk gets on.
func (w *walk) notice(at arena.Point) {
	if w.Set && at == w.At {
		w.Still++
	} else {
		w.Still = 0
	}
	if w.At = at; w.Still >= stuckTicks {
		w.Still, w.Set = 0, false
		w.Stuck++
	}
}

// course makes sure that there is a path to the goal: the straight line if that is free. It reports whether there is
// one.
func (p *Playground) course(m *member, w *walk, at, goal arena.Point) bool {
	if w.Set && w.Goal == goal {
		return true
	}
	radius := p.traits(m).Radius
	if p.scene.Map.Clear(at, goal, radius) {
		w.Set, w.Cut, w.Goal, w.Leg, w.Legs, w.Path[0] = true, false, goal, 0, 1, goal
		return true
	}
	if w.Set && w.Goal.Distance(goal) <= drift {
		return true
	}
	path, ok := p.arena.PathTo(m.body, goal, p.path[:0])
	p.path = path[:0]
	if !ok || len(path) == 0 {
		return false
	}
	w.Set, w.Cut, w.Goal, w.Leg = true, len(path) > maxLegs, goal, 0
	w.Legs = int32(copy(w.Path[:], path))
	return true
}
