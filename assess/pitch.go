package assess

import (
	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/playground"
	"github.com/karakuri-ai/karakuri/world"
)

// pitch is what the meter knows about bodies: nothing, if the game does not run in a playground.
type pitch struct {
	play   *playground.Playground
	list   []playground.Character // by place, as the last tick left them
	who    []*mind                // by place; nil: it is dead
	alive  []*mind                // by place: who, or who was there before this tick
	places map[world.Object]int   // of characters that live
	things map[world.Object]arena.Point
	marks  map[world.Object]bool // landmarks
	squads []karakuri.AgentID    // by place; 0: it is in none
	casts  []playground.Traits   // by place
	before []playground.Tally    // by place
	items  []playground.Item
	way    []arena.Point
}

func (p *pitch) attend(e *meter) {
	p.play = e.play
	if p.play == nil {
		return
	}
	scene := p.play.Scene()
	for i := range scene.Casts {
		for range scene.Casts[i].Count {
			p.casts = append(p.casts, scene.Casts[i].Traits)
		}
	}
	p.list, p.who, p.before = make([]playground.Character, p.play.Len()), make([]*mind, p.play.Len()), make([]playground.Tally, p.play.Len())
	p.alive = make([]*mind, p.play.Len())
	p.squads = make([]karakuri.AgentID, p.play.Len())
	p.places, p.things = map[world.Object]int{}, map[world.Object]arena.Point{}
	p.marks = map[world.Object]bool{}
	for _, l := range p.play.Landmarks(nil) {
		p.marks[l.Object] = true
	}
	p.survey(e)
}

// survey notes where everything is.
func (p *pitch) survey(e *meter) {
	clear(p.places)
	clear(p.things)
	for i := range p.list {
		c := p.play.Character(i)
		p.list[i], p.who[i] = c, nil
		if c.Agent != 0 {
			p.who[i] = e.minds[c.Agent]
			p.places[c.Object] = i
			p.things[c.Object] = c.At
		}
	}
	p.items = p.play.Items(p.items[:0])
	for _, it := range p.items {
		if it.There {
			p.things[it.Object] = it.At
		}
	}
}

// look measures what happened to bodies in a tick, as far as the acts of the tick do not matter.
func (p *pitch) look(e *meter) {
	if p.play == nil {
		return
	}
	copy(p.alive, p.who)
	p.survey(e)
	for i := range p.list {
		p.count(e, i)
	}
	for i, m := range p.who {
		p.squads[i] = 0
		if m != nil {
			m.body.place = i
			m.body.see(e, m)
			p.squads[i] = e.crowd.View().SquadOf(m.id)
		}
	}
	for i, m := range p.who {
		if m == nil || p.squads[i] == 0 {
			continue
		}
		if m.tally.of[bunched]++; p.isBunched(i) {
			m.count(e, bunched)
		}
	}
}

// fight measures the blows of a tick.
func (p *pitch) fight(e *meter) {
	if p.play == nil {
		return
	}
	for _, b := range *e.game.blows {
		p.blow(e, &b)
	}
}

// count counts what the playground counts.
func (p *pitch) count(e *meter, i int) {
	c, was := &p.list[i], &p.before[i]
	t, now := e.tallyOf(c.Kind), &c.Tally
	for _, more := range [...]struct {
		measure int
		by      float64
	}{
		{deaths, float64(now.Deaths - was.Deaths)}, {kills, float64(now.Kills - was.Kills)}, {hits, float64(now.Attacks - was.Attacks)},
		{taken, now.Taken - was.Taken}, {energy, float64(now.Energy - was.Energy)}, {power, float64(now.Power - was.Power)},
	} {
		if more.by == 0 {
			continue
		}
		t.add(more.measure, more.by)
		if m := p.alive[i]; m != nil {
			e.note(m, more.measure, m.did)
		}
	}
	*was = *now
}

// alliesMetres is how near to a shot an ally is in its way.
const alliesMetres = 0.5

func (p *pitch) blow(e *meter, b *playground.Blow) {
	if b.By < 0 {
		return
	}
	if b.Kind == playground.Suppression && b.At < 0 || b.Kind == playground.Shot {
		t := e.tallyOf(p.list[b.By].Kind)
		t.of[lineOfFire]++
		if p.isPastAlly(b) {
			t.add(lineOfFire, 1)
			if m := p.alive[b.By]; m != nil {
				e.note(m, lineOfFire, m.did)
			}
		}
	}
	if b.At < 0 || b.At == b.By || p.who[b.At] == nil {
		return
	}
	m := p.who[b.At]
	if b.Kind != playground.Blast {
		m.body.fire = e.tick
	}
	if b.Taken > 0 {
		m.body.wound(e, m, b)
	}
}

// isPastAlly reports whether a living ally of the shooter is near the line of a shot.
func (p *pitch) isPastAlly(b *playground.Blow) bool {
	team := p.list[b.By].Team
	if team == 0 {
		return false
	}
	dx, dy := b.To.X-b.From.X, b.To.Y-b.From.Y
	far := b.From.Distance(b.To)
	for i := range p.list {
		c := &p.list[i]
		if c.Agent == 0 || c.Team != team || i == b.By || i == b.At || far == 0 {
			continue
		}
		x, y := c.At.X-b.From.X, c.At.Y-b.From.Y
		along, across := (float64(x*dx)+float64(y*dy))/far, (float64(x*dy)-float64(y*dx))/far
		if along > 0 && along < far && across < alliesMetres && across > -alliesMetres {
			return true
		}
	}
	return false
}

// isEnemy reports whether two characters fight each other.
func (p *pitch) isEnemy(a, b int) bool {
	return a != b && (p.list[a].Team != p.list[b].Team || p.list[a].Team == 0)
}

// isExposed reports whether an enemy has a free view of a character within the range of its weapon.
func (p *pitch) isExposed(i int) bool {
	at := p.list[i].At
	for k := range p.list {
		c := &p.list[k]
		if c.Agent == 0 || !p.isEnemy(i, k) {
			continue
		}
		reach := p.casts[k].Radius + p.casts[k].Reach + p.casts[i].Radius
		if p.casts[k].Rounds > 0 {
			reach = p.casts[k].Range
		}
		if c.At.Distance(at) <= reach && p.play.Scene().Map.Visible(c.At, at) && !p.play.Sheltered(i, c.At) {
			return true
		}
	}
	return false
}

// knows reports whether a character, or another of its squad, remembers an object.
func (p *pitch) knows(e *meter, i int, o world.Object) bool {
	_, known := p.belief(e, i, o)
	for k := range p.who {
		if !known && p.squads[i] != 0 && p.squads[k] == p.squads[i] {
			_, known = p.belief(e, k, o)
		}
	}
	return known
}

// belief returns where a character remembers an object to be. A character without memory knows everything.
func (p *pitch) belief(e *meter, i int, o world.Object) (at arena.Point, known bool) {
	if p.who[i] == nil {
		return at, false
	}
	mind := e.crowd.Memory(p.who[i].id)
	if mind == nil {
		return p.things[o], true
	}
	k, known := mind.Find(sense.ObjectID(o))
	if !known {
		return at, false
	}
	return arena.Point(mind.Estimate(k, e.tick).At), true
}

// isSecret reports whether a spot is where another character is, while a character that remembers it, and all others
// of its squad that do, believe it elsewhere.
func (p *pitch) isSecret(e *meter, i int, to arena.Point) bool {
	for k := range p.list {
		c := &p.list[k]
		if c.Agent == 0 || !p.isEnemy(i, k) || c.At.Distance(to) > truthMetres {
			continue
		}
		at, known := p.belief(e, i, c.Object)
		mistaken := known && at.Distance(to) > mistakenMetres
		for other := range p.who {
			if mistaken && p.squads[i] != 0 && p.squads[other] == p.squads[i] {
				at, known := p.belief(e, other, c.Object)
				mistaken = !known || at.Distance(to) > mistakenMetres
			}
		}
		if mistaken {
			return true
		}
	}
	return false
}

// ways is in how many directions room is looked for.
const ways = 16

// directions are the unit vectors of the directions.
var directions = func() (list [ways]arena.Point) {
	for i := range list {
		list[i] = unit(i, ways)
	}
	return list
}()

// isBunched reports whether another member of the character's squad is within the radius of a grenade, and there is
// room elsewhere.
func (p *pitch) isBunched(i int) bool {
	at, near := p.list[i].At, false
	for k := range p.list {
		near = near || k != i && p.squads[k] == p.squads[i] && p.list[k].At.Distance(at) < playground.BlastMetres
	}
	if !near {
		return false
	}
	for _, d := range directions {
		to := arena.Point{X: at.X + float64(d.X*playground.BlastMetres), Y: at.Y + float64(d.Y*playground.BlastMetres)}
		free := p.play.Scene().Map.Clear(at, to, p.casts[i].Radius)
		for k := range p.list {
			free = free && (k == i || p.squads[k] != p.squads[i] || p.list[k].At.Distance(to) >= playground.BlastMetres)
		}
		if free {
			return true
		}
	}
	return false
}
