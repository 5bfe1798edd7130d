package playground

import (
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// NeverLooked is how many seconds ago a character has looked at a place at most, for the measure looked of queries: at
// a place that it has never looked at, it has looked so long ago.
const NeverLooked = 300.0

// MaxLookRays limits the lines of sight that all characters need in a tick to remember where they look. When it is
// reached, the looks of the others wait; the first turn of a tick goes round.
const MaxLookRays = 8192

const (
	lookSeconds  = 0.2  // from one look of a character to the next
	staleSeconds = 0.5  // a cell that was looked at a shorter time ago is not looked at again
	cellMetres   = 1.5  // side of a cell, unless the map needs more than maxCells of them
	maxCells     = 4096 // of a map
	cellTries    = 3    // in each direction, to find a point of a cell that is in no wall
)

// looks keeps which places each character has looked at and when. Only what its sight covers counts, and what comrades
// cover who tell it: those in the range of its talk.
type looks struct {
	kinds        map[string]*eyes // empty: no query that the program reads measures it
	told         float64          // metres within which comrades of any kind hear; infinite: everywhere
	side         float64          // of a cell, metres
	across, down int
	points       []arena.Point // of each cell: who looks at it looks at the cell
	rays         int           // left in this tick
	seen         []int32       // cells that a character looks at
}

// eyes are how agents of a kind look, and how far off comrades may be to tell them where they looked.
type eyes struct {
	sights []eye
	talks  bool
	talk   float64 // metres; 0: everywhere
	delay  float64 // seconds until it has taken in what it is told
}

// toldLook is what a comrade told a character of a look, which it has not taken in yet.
type toldLook struct {
	due, at int64 // ticks: from which it knows of it; 1 + that of the look
	cells   []int32
}

// eye is a sense of sight.
type eye struct {
	far, touch float64 // metres
	half       float64 // cosine of half the cone; -1: all around
	walls      bool    // they block it
}

// findLooks prepares for a scene, if a query that the program reads measures where a character has looked.
func findLooks(p *Playground) (l looks) {
	uses := false
	for i := range p.queries.list {
		uses = uses || p.queries.list[i].measures(arena.Looked)
	}
	if !uses {
		return l
	}
	w, h := p.scene.Map.Size()
	for l.side = cellMetres; ; l.side *= 2 {
		if l.across, l.down = int(math.Ceil(w/l.side)), int(math.Ceil(h/l.side)); l.across*l.down <= maxCells {
			break
		}
	}
	for i := range l.across * l.down {
		l.points = append(l.points, l.pointOf(p.scene.Map, i))
	}
	l.kinds = map[string]*eyes{}
	for _, a := range p.program.Info.Agents {
		if e := eyesOf(a); len(e.sights) > 0 {
			l.kinds[a.Name] = e
			if e.talks && e.talk == 0 {
				l.told = math.Inf(1)
			}
			l.told = max(l.told, e.talk)
		}
	}
	return l
}

// measures reports whether a query filters or scores by a measure.
func (q *Query) measures(m arena.Measure) bool {
	for _, f := range q.Filters {
		if f.Measure == m {
			return true
		}
	}
	for _, w := range q.Weights {
		if w.Measure == m {
			return true
		}
	}
	return false
}

func eyesOf(a *def.AgentInfo) *eyes {
	e := &eyes{}
	if a.Body.Kind != world.KindObject || len(a.Memories) == 0 {
		return e
	}
	for _, s := range a.Senses {
		switch s.Kind {
		case "sight":
			half := -1.0
			if s.Cone > 0 && s.Cone < 2*math.Pi {
				half = det.Cos(s.Cone / 2)
			}
			e.sights = append(e.sights, eye{s.Range, s.TouchRange, half, s.LineOfSight})
		case "talk":
			if !e.talks || s.Range == 0 || e.talk > 0 && s.Range > e.talk {
				e.talk = s.Range
			}
			if !e.talks || s.Reaction < e.delay {
				e.delay = s.Reaction
			}
			e.talks = true
		}
	}
	return e
}

// pointOf returns a point of a cell that is in no wall, as near to its middle as there is one.
func (l *looks) pointOf(m *arena.Map, i int) arena.Point {
	const tiny = 0.05
	corner := arena.Point{X: float64(float64(i%l.across) * l.side), Y: float64(float64(i/l.across) * l.side)}
	middle := arena.Point{X: corner.X + l.side/2, Y: corner.Y + l.side/2}
	best, found := middle, m.Fits(middle, tiny)
	for k := 0; k < cellTries*cellTries && !found; k++ {
		at := arena.Point{X: corner.X + float64(l.side*(float64(k%cellTries)+0.5)/cellTries), Y: corner.Y + float64(l.side*(float64(k/cellTries)+0.5)/cellTries)}
		if found = m.Fits(at, tiny); found {
			best = at
		}
	}
	return best
}

// cellAt returns the cell with a point, which may be off the map.
func (l *looks) cellAt(at arena.Point) int {
	x := min(max(int(at.X/l.side), 0), l.across-1)
	y := min(max(int(at.Y/l.side), 0), l.down-1)
	return y*l.across + x
}

// blank returns what a character remembers that has just come.
func (l *looks) blank(kind string) []int64 {
	if l.kinds[kind] == nil {
		return nil
	}
	return make([]int64, len(l.points))
}

// fit forgets where a character has looked if the program or the map of the snapshot was another one.
func (l *looks) fit(m *member, kind string) {
	if want := l.kinds[kind] != nil; !want || len(m.looked) != len(l.points) {
		m.looked, m.told = l.blank(kind), nil
	}
}

// ago returns how many seconds ago a character has looked at a place.
func (l *looks) ago(p *Playground, m *member, at arena.Point) float64 {
	last := m.looked[l.cellAt(at)]
	if last == 0 {
		return NeverLooked
	}
	return min(NeverLooked, max(0, float64(p.tick()+1-last)/float64(p.options.Crowd.TPS)))
}

// look lets the characters look whose turn it is, and tell others.
func (l *looks) look(p *Playground) {
	if len(l.kinds) == 0 {
		return
	}
	for i := range p.members {
		l.takeIn(p, &p.members[i])
	}
	l.rays = MaxLookRays
	n, every := int64(len(p.members)), p.ticks(lookSeconds)
	for k := range n {
		i := (k + p.tick()) % n
		m := &p.members[i]
		if len(m.looked) == 0 || !m.alive() || (p.tick()+i)%every != 0 {
			continue
		}
		if l.rays <= 0 {
			p.queries.tell(p, QueryCut{Place: int(i), PutOff: true})
			continue
		}
		l.cover(p, m)
		l.note(m, l.seen, p.tick()+1)
		l.tell(p, m)
	}
}

// note notes that cells were looked at; at is 1 + the tick in which they were.
func (l *looks) note(m *member, cells []int32, at int64) {
	for _, i := range cells {
		m.looked[i] = max(m.looked[i], at)
	}
}

// takeIn has a character know what it was told a while ago.
func (l *looks) takeIn(p *Playground, m *member) {
	n := 0
	for ; n < len(m.told) && m.told[n].due <= p.tick(); n++ {
		l.note(m, m.told[n].cells, m.told[n].at)
	}
	m.told = slices.Delete(m.told, 0, n)
}

// tell tells them to the comrades of a character that hear it. They know of it after the reaction time of their talk.
func (l *looks) tell(p *Playground, m *member) {
	team := p.scene.Casts[m.cast].Team
	if team == 0 || !l.of(p, m).talks {
		return
	}
	at := p.at(m)
	hear := func(other *member) {
		if other == m || len(other.looked) == 0 || !other.alive() || p.scene.Casts[other.cast].Team != team {
			return
		}
		e := l.of(p, other)
		if !e.talks || e.talk > 0 && at.Distance(p.at(other)) > e.talk {
			return
		}
		if e.delay == 0 {
			l.note(other, l.seen, p.tick()+1)
			return
		}
		other.told = append(other.told, toldLook{p.tick() + p.ticks(e.delay), p.tick() + 1, slices.Clone(l.seen)})
	}
	if math.IsInf(l.told, 1) {
		for i := range p.members {
			hear(&p.members[i])
		}
		return
	}
	p.nearby = p.arena.Near(at, l.told, p.nearby[:0])
	for _, id := range p.nearby {
		if i, ok := p.bodies.get(id); ok {
			hear(&p.members[i])
		}
	}
}

func (l *looks) of(p *Playground, m *member) *eyes { return l.kinds[p.scene.Casts[m.cast].Kind] }

// cover lists the cells that a character looks at: where it stands, and those in its sight.
func (l *looks) cover(p *Playground, m *member) {
	at, _, facing := p.arena.Pose(m.body)
	l.seen = append(l.seen[:0], int32(l.cellAt(at)))
	stale := p.tick() + 1 - p.ticks(staleSeconds)
	e, far := l.of(p, m), 0.0
	for i := range e.sights {
		far = max(far, e.sights[i].far, e.sights[i].touch)
	}
	first, last := l.cellAt(arena.Point{X: at.X - far, Y: at.Y - far}), l.cellAt(arena.Point{X: at.X + far, Y: at.Y + far})
	for y := first / l.across; y <= last/l.across; y++ {
		for x := first % l.across; x <= last%l.across; x++ {
			if i := y*l.across + x; (m.looked[i] == 0 || m.looked[i] <= stale) && l.sees(p, e, at, facing, l.points[i]) {
				l.seen = append(l.seen, int32(i))
			}
		}
	}
}

// sees reports whether a sense of sight covers a point.
func (l *looks) sees(p *Playground, e *eyes, at, facing, to arena.Point) bool {
	far := at.Distance(to)
	for i := range e.sights {
		s := &e.sights[i]
		if far <= s.touch {
			return true
		}
		ahead := float64((to.X-at.X)*facing.X) + float64((to.Y-at.Y)*facing.Y)
		if far > s.far || s.half > -1 && facing != (arena.Point{}) && ahead < float64(s.half*far) {
			continue
		}
		if !s.walls {
			return true
		}
		if l.rays--; p.scene.Map.Visible(at, to) {
			return true
		}
	}
	return false
}

// Looked returns how many seconds ago the character of an agent has looked at a point, as far as it remembers: up to
// [NeverLooked]. ok is false if no query of the scene that the program reads measures it, or the character has no
// sight.
func (p *Playground) Looked(id agent.ID, at arena.Point) (seconds float64, ok bool) {
	m := p.memberOf(id)
	if m == nil || len(m.looked) == 0 {
		return 0, false
	}
	return p.queries.looks.ago(p, m, at), true
}
