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
	// lateSeconds is after how many seconds without headway among others a way around those who stand is looked for.
	lateSeconds = 0.5
	// heldSeconds is after how many seconds without headway that is done again, and maxStuck how often.
	heldSeconds = 3.0
	// headway is the least share of its speed with which a character gets on.
	headway = 0.1
	// nearerMetres is how much nearer to its goal a character must get than ever before, so that it counts as getting
	// there although it is held up again and again.
	nearerMetres = 1.0
	// space is the distance that characters keep from each other where there is room, in metres from edge to edge.
	space = 0.1
	// cornerMetres is how near a turn of its path a character looks whether it can cut the corner: others may stand on
	// it, or have pushed the character beyond it.
	cornerMetres = 1.5
	// crowdMetres is how near others must be to be what holds a character up, in metres from edge to edge.
	crowdMetres = 1.0
)

// walk is a way to a goal: plain data.
type walk struct {
	Set       bool
	Cut       bool // the path continues beyond its legs
	Round     bool // the path leads around those who stand
	Sent      bool // the arena moves it to the turn Leg
	Leg, Legs int32
	Still     int32   // ticks without getting on
	Stuck     int32   // how often that was for too long
	Late      int32   // ticks without headway on its path
	Held      int32   // how often others held it up for too long, since it was never nearer to its goal
	Best      float64 // metres of the path that were left at least
	Least     float64 // likewise of all paths to the goal
	Goal, At  arena.Point
	Path      [maxLegs]arena.Point
}

// walk takes a character on toward a goal, around walls, until it is within some metres of it with nothing between, or
// as near as it can get.
func (p *Playground) walk(m *member, w *walk, goal arena.Point, speed, near float64) action.Status {
	at := p.at(m)
	if m.moved {
		m.moved, *w = false, walk{}
	}
	if at.Distance(goal) <= near && p.scene.Map.Visible(at, goal) {
		p.arena.Stop(m.body)
		return action.Success
	}
	touches := w.among(p, m, at, goal, speed)
	w.notice(p, m, at)
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
		before := w.left(at)
		if w.Set = false; !p.course(m, w, at, goal) {
			return action.Failure
		}
		w.move(w.left(at) - before)
		break
	}
	m.way, m.legs = w.Path, 0
	copy(m.way[:], w.Path[w.Leg:w.Legs])
	m.legs = w.Legs - w.Leg
	w.Sent = p.arena.MoveTowards(m.body, w.Path[w.Leg], speed)
	return action.Running
}

// among finds out how the walk fares among others. It reports whether the character has arrived at the turn that it
// walks to, or beside one that stands there. If it makes no headway, it looks for a way around those who stand.
func (w *walk) among(p *Playground, m *member, at, goal arena.Point, speed float64) (touches bool) {
	c, _ := p.arena.Character(m.body)
	touches = w.Sent && w.Set && w.Goal == goal && c.Going == 0
	w.Sent = false
	if !w.Set || p.scene.Overlap {
		return touches
	}
	if touches && c.Beside != 0 && (w.Leg+1 < w.Legs || w.Cut) {
		touches = w.Leg+1 < w.Legs && p.scene.Map.Clear(at, w.Path[w.Leg+1], c.Body.Radius)
	}
	left := w.left(at)
	if left < w.Least-nearerMetres {
		w.Least, w.Held = left, 0
	}
	if left < w.Best-float64(headway*speed*lateSeconds) {
		w.Best, w.Late = left, 0
		return touches
	}
	w.Late++
	switch late := int64(w.Late); {
	case late == p.ticks(lateSeconds):
		if w.bypass(p, m, at) {
			return false
		}
	case late >= p.ticks(heldSeconds):
		w.Held, w.Late = w.Held+1, 0
		w.Set = w.bypass(p, m, at)
		return false
	}
	return touches
}

// left returns how much of the path is left from a point, in metres: beyond the turns that are kept, as far as it is in
// a straight line.
func (w *walk) left(at arena.Point) (metres float64) {
	for _, to := range w.Path[min(w.Leg, w.Legs):w.Legs] {
		metres += at.Distance(to)
		at = to
	}
	return metres + at.Distance(w.Goal)
}

// bypass takes the way around those who stand, if one is near and there is such a way.
func (w *walk) bypass(p *Playground, m *member, at arena.Point) bool {
	if !m.crowded(p, at, true) {
		return false
	}
	path, ok := p.arena.PathAround(m.body, w.Goal, p.path[:0])
	if p.path = path[:0]; !ok || len(path) == 0 {
		return false
	}
	w.take(path, w.Goal, true)
	w.Best = w.left(at)
	return true
}

// take makes a path the one that the walk follows.
func (w *walk) take(path []arena.Point, goal arena.Point, round bool) {
	w.Set, w.Cut, w.Round, w.Goal, w.Leg = true, len(path) > maxLegs, round, goal, 0
	w.Legs = int32(copy(w.Path[:], path))
}

// cuts reports whether a character can leave out the next turn of its path.
func (w *walk) cuts(p *Playground, m *member, at arena.Point) bool {
	return w.Leg+1 < w.Legs && !w.Round && !p.scene.Overlap && at.Distance(w.Path[w.Leg]) < cornerMetres &&
		p.scene.Map.Clear(at, w.Path[w.Leg+1], p.traits(m).Radius)
}

// notice finds out whether the walk gets on, where no others are near that hold it up.
func (w *walk) notice(p *Playground, m *member, at arena.Point) {
	if w.Set && at == w.At {
		w.Still++
	} else {
		w.Still = 0
	}
	if w.At = at; w.Still < stuckTicks {
		return
	}
	if w.Still = 0; p.scene.Overlap || !m.crowded(p, at, false) {
		w.Set = false
		w.Stuck++
	}
}

// crowded reports whether another body is so near that it may hold a character up; standing: one that stands.
func (m *member) crowded(p *Playground, at arena.Point, standing bool) bool {
	radius := p.traits(m).Radius
	p.nearby = p.arena.Near(at, radius+p.widest+crowdMetres, p.nearby[:0])
	for _, id := range p.nearby {
		o, _ := p.arena.Character(id)
		if id != m.body && o.Alive() && !(standing && o.Going != 0) && o.At.Distance(at) <= radius+o.Body.Radius+crowdMetres {
			return true
		}
	}
	return false
}

// course makes sure that there is a path to the goal: the straight line if that is free. It reports whether there is
// one.
func (p *Playground) course(m *member, w *walk, at, goal arena.Point) bool {
	if w.Set && (w.Goal == goal || w.Round && w.Goal.Distance(goal) <= drift) {
		return true
	}
	before, moved, first := 0.0, w.Set, w.Legs == 0
	if moved {
		before = w.left(at)
	}
	switch {
	case p.scene.Map.Clear(at, goal, p.traits(m).Radius):
		w.take([]arena.Point{goal}, goal, false)
	case w.Set && w.Goal.Distance(goal) <= drift:
		return true
	default:
		path, ok := p.arena.PathTo(m.body, goal, p.path[:0])
		if p.path = path[:0]; !ok || len(path) == 0 {
			return false
		}
		w.take(path, goal, false)
	}
	switch left := w.left(at); {
	case moved: // how far the goal went is neither headway nor a setback
		w.move(left - before)
	case first:
		w.Best, w.Least = left, left
	default:
		w.Best = min(w.Best, left)
	}
	return true
}

// move says that the way is so many metres longer than it was known to be.
func (w *walk) move(metres float64) { w.Best, w.Least = w.Best+metres, w.Least+metres }
