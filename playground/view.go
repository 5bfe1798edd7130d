package playground

import (
	"fmt"

	"strings"

	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// Character is a copy of a character's present state.
type Character struct {
	Place  int // in the casts, from 0: a character that returns keeps its place
	Kind   string
	Team   int64
	Squad  string   // of its cast
	Agent  agent.ID // 0: it is dead
	Object world.Object
	Body   arena.ID // in the arena
	At     arena.Point
	Facing arena.Point // a unit vector
	Health float64     // as a fraction, 0..1
	Power  float64     // likewise
	Pinned bool        // it is suppressed
	Rounds int         // in its magazine
	Tally  Tally
}

// Len returns how many characters the scene has, the dead included.
func (p *Playground) Len() int { return len(p.members) }

// Character returns the character of a place in the casts, from 0 up to [Playground.Len].
func (p *Playground) Character(place int) Character {
	m := &p.members[place]
	cast := &p.scene.Casts[m.cast]
	c := Character{Place: place, Kind: cast.Kind, Team: cast.Team, Squad: cast.Squad, Tally: m.tally}
	if m.agent == 0 {
		return c
	}
	body, _ := p.arena.Character(m.body)
	c.Agent, c.Object, c.Body, c.At, c.Facing, c.Health, c.Power = m.agent, m.object, m.body, body.At, body.Facing, p.energy(m), p.power(m)
	c.Pinned, c.Rounds = p.isPinned(m), int(m.rounds)
	return c
}

// NameOf returns the name of the character at a place: its kind and its number within the kind, as in "guard#3". A
// character that returns keeps its name.
func (p *Playground) NameOf(place int) string { return p.names[place] }

// names are those of all characters, by place.
func (s *Scene) names() (list []string) {
	count := map[string]int{}
	for i := range s.Casts {
		kind := s.Casts[i].Kind
		for range s.Casts[i].Count {
			count[kind]++
			list = append(list, fmt.Sprintf("%s#%d", kind, count[kind]))
		}
	}
	return list
}

// PlaceOf returns the place in the casts of an agent; ok is false if it has none, or has left.
func (p *Playground) PlaceOf(id agent.ID) (place int, ok bool) {
	i, ok := p.agents.get(id)
	return int(i), ok
}

// Way appends to buf the remaining points of an agent's path, or nothing if the agent is not walking.
func (p *Playground) Way(id agent.ID, buf []arena.Point) []arena.Point {
	if m := p.memberOf(id); m != nil {
		buf = append(buf, m.way[:m.legs]...)
	}
	return buf
}

// Cone is the field of view of a sense of sight.
type Cone struct {
	Range float64 // metres
	Angle float64 // radians, half to each side of its facing; 0: all around
}

// Cones appends to buf the cones of an agent's senses of sight.
func (p *Playground) Cones(id agent.ID, buf []Cone) []Cone {
	kind := kindNamed(p.program.Info, p.crowd.KindOf(id))
	if kind == nil {
		return buf
	}
	for _, s := range kind.Senses {
		if s.Kind == sense.Sight.String() {
			buf = append(buf, Cone{s.Range, s.Cone})
		}
	}
	return buf
}

// Item is a copy of an item's present state.
type Item struct {
	Kind   arena.ItemKind
	There  bool
	Object world.Object // of a taken item: its former object
	At     arena.Point
	Amount float64
}

// Items appends all items to buf, in the order of the scene.
func (p *Playground) Items(buf []Item) []Item {
	for i := range p.items {
		it := &p.items[i]
		s := &p.scene.Items[it.supply]
		buf = append(buf, Item{s.Kind, it.there, it.object, it.at, s.Amount})
	}
	return buf
}

// Recollection is an agent's memory of an object.
type Recollection struct {
	Object     world.Object
	At         arena.Point // where the agent believes it to be
	Spread     float64     // how far from there it may be, metres
	Confidence float64
	Seconds    float64 // seconds since its position was last known
	Sensed     bool    // it is seen or touched at present
	Item       bool    // it is an item, or was one

	Truly arena.Point // its true position
	There bool        // it has a true position: it is on the map
}

// Recollections appends to buf an agent's memories in order of objects. It omits memories without a position.
func (p *Playground) Recollections(id agent.ID, buf []Recollection) []Recollection {
	mind := p.crowd.Memory(id)
	if mind == nil {
		return buf
	}
	for i := range mind.Len() {
		if _, ok := mind.Reading(i, sense.Position); !ok {
			continue
		}
		f, e := mind.Fact(i), mind.Estimate(i, p.tick())
		o := world.Object(f.Object)
		truly, there := p.truly(o)
		what, _ := p.things.get(o)
		buf = append(buf, Recollection{o, arena.Point(e.At), e.Spread, e.Confidence, float64(e.AgeTicks) / float64(p.crowd.TPS()), f.Sensed,
			what.what == anItem, truly, there})
	}
	return buf
}

// truly returns where an object is; false: nowhere.
func (p *Playground) truly(o world.Object) (at arena.Point, ok bool) {
	if it := p.itemAt(o); it != nil {
		return it.at, true
	}
	if l := p.markOf(o); l != nil {
		return l.at, true
	}
	if m := p.memberAt(o); m != nil {
		return p.at(m), true
	}
	return at, false
}

// Draw returns the playground as text, as [arena.View] does, with the items of the playground: + gives energy, ! power;
// and o, which gives cover. A view without a size has two columns and one row for each metre.
func (p *Playground) Draw(v arena.View) string {
	lines := strings.Split(strings.TrimSuffix(v.Draw(p.arena), "\n"), "\n")
	rows := make([][]rune, len(lines)-1)
	for i := range rows {
		rows[i] = []rune(lines[i])
	}
	there := 0
	for i := range p.items {
		it := &p.items[i]
		if !it.there {
			continue
		}
		there++
		sign := '+'
		if p.scene.Items[it.supply].Kind == arena.Power {
			sign = '!'
		}
		p.mark(rows, it.at, sign)
	}
	for i := range p.marks {
		if p.marks[i].cover {
			p.mark(rows, p.marks[i].at, 'o')
		}
	}
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(string(row))
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%.1fs  %d of %d characters  %d items\n", p.crowd.Seconds(), p.arena.Count(), len(p.members), there)
	return b.String()
}

// mark puts a sign on a drawing, within its frame, on an empty cell.
func (p *Playground) mark(rows [][]rune, at arena.Point, sign rune) {
	if len(rows) < 3 || len(rows[0]) < 3 {
		return
	}
	w, h := p.scene.Map.Size()
	inner := len(rows) - 2
	y := 1 + min(int(float64(at.Y/h)*float64(inner)), inner-1)
	wide := len(rows[y]) - 2
	x := 1 + min(int(float64(at.X/w)*float64(wide)), wide-1)
	if r := rows[y][x]; r == ' ' || r == '·' || r == '*' {
		rows[y][x] = sign
	}
}
