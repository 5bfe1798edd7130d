package playground

import (
	"fmt"
	"strconv"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// mark is a landmark: an object that all agents know, and that does not move.
type mark struct {
	object world.Object
	at     arena.Point
	cover  bool
}

// What cover means, in metres.
const (
	// CoverReach is the maximum distance from a character to a landmark that gives it cover.
	CoverReach = 1.6
	// CoverWidth is the maximum distance from the landmark's centre to a shot that it stops.
	CoverWidth = 0.8
	// behindMetres is the distance from the landmark's centre of a character behind it, and behindSlack the tolerance.
	behindMetres = 1.0
	behindSlack  = 0.3
)

// landscape makes the landmarks objects.
func (p *Playground) landscape() error {
	for i := range p.scene.Objects {
		l := &p.scene.Objects[i]
		for _, at := range l.At {
			m := mark{at: at, cover: l.Cover}
			var err error
			if m.object, err = p.crowd.AddObject(l.Type, p.markName(l)); err != nil {
				return fmt.Errorf("%s:%d: %w", p.scene.File, l.line, err)
			}
			p.marks = append(p.marks, m)
		}
	}
	p.indexMarks()
	return nil
}

// markName returns a name for the next landmark: its type and a number.
func (p *Playground) markName(l *Landmarks) string {
	return l.Type + "_" + strconv.Itoa(len(p.marks)+1)
}

// indexMarks lets landmarks be found, and writes where they are.
func (p *Playground) indexMarks() {
	p.charts.covers.mark(p.marks)
	p.queries.findMarks(p)
	st := p.crowd.Target(0, true)
	for i := range p.marks {
		l := &p.marks[i]
		p.things.put(l.object, thing{what: aLandmark, index: int32(i)})
		for _, sym := range p.spots {
			putSpot(st, sym, l.at, l.object)
		}
	}
}

// spotName is the symbol that holds the positions of landmarks: state world { sensed spot(c: cover): vec2 }
const spotName = "spot"

// findSpots returns the symbol that holds the positions of landmarks, if a program declares it.
func findSpots(info *def.Info) []*world.Symbol {
	sym := info.Schema.Symbol(spotName)
	if sym == nil || !sym.Sensed || sym.Scope != world.ScopeWorld || len(sym.Params) != 1 || sym.Type.Kind != world.KindVec2 {
		return nil
	}
	return []*world.Symbol{sym}
}

// putSpot writes a point to a cell of a symbol, if there is such a cell.
func putSpot(st *world.State, sym *world.Symbol, at arena.Point, args ...world.Word) {
	if a, ok := sym.Addr(args...); ok {
		st.Set(a, world.Float(at.X))
		st.Set(a+1, world.Float(at.Y))
	}
}

// markOf returns the landmark that an object is, or nil.
func (p *Playground) markOf(o world.Object) *mark {
	if t, ok := p.things.get(o); ok && t.what == aLandmark {
		return &p.marks[t.index]
	}
	return nil
}

// Landmark is a copy of a permanent object that every agent knows.
type Landmark struct {
	Object world.Object
	At     arena.Point
	Cover  bool
}

// Landmarks appends all landmarks to buf, in the order of the scene.
func (p *Playground) Landmarks(buf []Landmark) []Landmark {
	for _, l := range p.marks {
		buf = append(buf, Landmark{l.object, l.at, l.cover})
	}
	return buf
}

// Sheltered reports whether cover protects the character of a place against shots from a point: a landmark near the
// character, and not near the point, is in the way. Each landmark shelters one character: the nearest.
func (p *Playground) Sheltered(place int, from arena.Point) bool {
	return p.members[place].alive() && p.members[place].isSheltered(p, from)
}

func (m *member) isSheltered(p *Playground, from arena.Point) bool {
	to := p.at(m)
	return p.charts.covers.coverNear(p.marks, to, CoverReach+nearly, func(l *mark) bool {
		return l.shields(from, to) && p.isNearest(m, l.at, l.at.Distance(to))
	})
}

// shields reports whether a landmark that gives cover is in the way of shots from a point to another.
func (l *mark) shields(from, to arena.Point) bool {
	dx, dy := to.X-from.X, to.Y-from.Y
	far := from.Distance(to)
	if far == 0 || l.at.Distance(to) > CoverReach || l.at.Distance(from) <= CoverReach {
		return false
	}
	along := (float64((l.at.X-from.X)*dx) + float64((l.at.Y-from.Y)*dy)) / far
	across := (float64((l.at.X-from.X)*dy) - float64((l.at.Y-from.Y)*dx)) / far
	return along > 0 && along < far && across <= CoverWidth && across >= -CoverWidth
}

// nearly is the margin of a search beyond a distance that is then measured exactly, in metres.
const nearly = 0.001

// isNearest reports whether no other character is nearer to a point than so many metres; of two that are as near, the
// first is.
func (p *Playground) isNearest(m *member, at arena.Point, metres float64) bool {
	var room [64]arena.ID
	for _, id := range p.arena.Near(at, metres, room[:0]) {
		i, ok := p.bodies.get(id)
		if other := &p.members[i]; ok && other != m && other.alive() && (p.at(other).Distance(at) < metres || id < m.body) {
			return false
		}
	}
	return true
}

// behind returns the spot on the side of a landmark that is turned away from a threat.
func (l *mark) behind(p *Playground, m *member, threat arena.Point) arena.Point {
	far := l.at.Distance(threat)
	if far == 0 {
		return l.at
	}
	k := behindMetres / far
	to := arena.Point{X: l.at.X + float64((l.at.X-threat.X)*k), Y: l.at.Y + float64((l.at.Y-threat.Y)*k)}
	if !p.scene.Map.Fits(to, p.traits(m).Radius) {
		return l.at
	}
	return to
}

func getBehind(p *Playground, c *action.Ctx, m *member, a *arguments, d *deed) action.Status {
	l := p.markOf(a[0].Object())
	if l == nil {
		return action.Failure
	}
	if !d.Begun {
		threat, ok := p.Where(c.Agent(), a[1])
		if !ok {
			return action.Failure
		}
		d.Begun = true
		d.setSpot(l.behind(p, m, threat))
	}
	return p.walk(m, &d.Walk, d.spot(), p.traits(m).Speed, behindSlack)
}

// besideIt is the phase of a character that stands as near as it can get, because another stands in its place. It stays
// until the place is another.
const besideIt = 1

func stayBehind(p *Playground, c *action.Ctx, m *member, a *arguments, d *deed) action.Status {
	l := p.markOf(a[0].Object())
	threat, ok := p.Where(c.Agent(), a[1])
	if l == nil || !ok {
		return action.Failure
	}
	to := l.behind(p, m, threat)
	if far := d.spot().Distance(to); d.Phase == besideIt && far > behindSlack {
		d.Phase = 0
	}
	if p.at(m).Distance(to) <= behindSlack || d.Begun && p.at(m).Distance(to) <= 2*behindSlack || d.Phase == besideIt {
		d.Begun = true
		p.arena.Stop(m.body)
		p.arena.Face(m.body, threat, c.DT())
		m.legs = 0
		return action.Running
	}
	d.Begun = false
	switch p.walk(m, &d.Walk, to, p.traits(m).Speed, behindSlack) {
	case action.Failure:
		return action.Failure
	case action.Success:
		d.Phase = besideIt
		d.setSpot(to)
	}
	return action.Running
}
