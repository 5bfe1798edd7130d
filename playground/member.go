package playground

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// member is a place in a cast: a character that lives, has died, or comes back.
type member struct {
	cast   int32
	agent  agent.ID // 0: it is not there
	body   arena.ID
	object world.Object // 0: its kind has no body
	health float64
	power  float64
	ready  int64 // tick from which it can attack
	hurt   int64 // tick in which it was hurt last; 0: it was not
	back   int64 // tick in which it comes back, when it is not there; 0: it does not
	acted  int64 // tick in which an action of it last did something
	step   int64 // tick in which its steps were heard last
	pinned int64 // tick up to which it is kept down
	rounds int64 // in its magazine
	spare  int64 // magazines that it carries
	bombs  int64 // grenades that it carries
	tally  Tally
	moved  bool // it was put somewhere since its last step: the path that it was on leads from elsewhere

	told   []toldLook // what comrades have told it of their looks, in the order in which it takes that in
	looked []int64    // of each cell of the map, 1 + the tick in which it was looked at last; 0: never. Empty: nobody asks

	way  [maxLegs]arena.Point // where it means to go, for showing
	legs int32
}

// Tally counts what the characters of a place in a cast have done, in all their lives.
type Tally struct {
	Energy, Power int     // items that were picked up
	Attacks       int     // strikes and shots that hit
	Shots         int     // shots fired
	Thrown        int     // grenades thrown
	Kills         int     // characters that it killed
	Deaths        int     // times that it died
	Given         float64 // health that it took from others
	Taken         float64 // health that others took from it
	Alive         int64   // ticks in which it lived
	Idle          int64   // the longest time in ticks that it lived without any action but stand
}

// HurtSeconds is the time for which the symbol hurt holds after a blow.
const HurtSeconds = 2.0

func (p *Playground) traits(m *member) *Traits { return &p.scene.Casts[m.cast].Traits }

// castOf returns the cast of a character's object, as a mind knows it: for a dead character, the remembered one. ok is
// false if the object is not a character.
func (p *Playground) castOf(mind *sense.Mind, o world.Object) (cast int32, ok bool) {
	if t, known := p.things.get(o); known {
		if t.what != aCharacter {
			return 0, false
		}
		return p.members[t.index].cast, true
	}
	if mind == nil {
		return 0, false
	}
	i, known := mind.Find(sense.ObjectID(o))
	if !known {
		return 0, false
	}
	kind, known := mind.Reading(i, sense.Kind)
	cast = int32(kind.X) - KindCast
	return cast, known && cast >= 0 && int(cast) < len(p.scene.Casts)
}

func (m *member) alive() bool { return m.agent != 0 && m.health > 0 }

// memberOf returns the character of an agent, or nil when it has none that lives.
func (p *Playground) memberOf(id agent.ID) *member {
	i, ok := p.agents.get(id)
	if !ok || !p.members[i].alive() {
		return nil
	}
	return &p.members[i]
}

// memberAt returns the character that an object is, or nil.
func (p *Playground) memberAt(o world.Object) *member {
	t, ok := p.things.get(o)
	if !ok || t.what != aCharacter || !p.members[t.index].alive() {
		return nil
	}
	return &p.members[t.index]
}

// at returns where a character is.
func (p *Playground) at(m *member) arena.Point {
	at, _ := p.arena.PositionOf(m.body)
	return at
}

// enter puts a character on the map, with an agent of its own.
func (p *Playground) enter(i int) error {
	m := &p.members[i]
	cast := &p.scene.Casts[m.cast]
	at, ok := p.place(i, cast.Traits.Radius)
	if !ok {
		return fmt.Errorf("%s:%d: there is no room for another %s on the map", p.scene.File, cast.line, cast.Kind)
	}
	body, err := p.arena.Spawn(cast.Traits.body(), at)
	if err != nil {
		return fmt.Errorf("%s:%d: %w", p.scene.File, cast.line, err)
	}
	id := p.crowd.Spawn(cast.Kind)
	if id == 0 {
		p.arena.Remove(body)
		return fmt.Errorf("%s:%d: the crowd has no room for another %s", p.scene.File, cast.line, cast.Kind)
	}
	t := &cast.Traits
	*m = member{cast: m.cast, agent: id, body: body, object: p.crowd.Body(id), health: t.Health, power: min(t.Start, t.Power), acted: p.tick(),
		rounds: int64(t.Rounds), spare: int64(t.Magazines), bombs: int64(t.Grenades), tally: m.tally,
		looked: p.queries.looks.blank(cast.Kind)}
	p.index(i)
	return p.join(m)
}

// index lets a character be found.
func (p *Playground) index(i int) {
	m := &p.members[i]
	p.agents.put(m.agent, int32(i))
	p.bodies.put(m.body, int32(i))
	if m.object != 0 {
		p.things.put(m.object, thing{index: int32(i)})
	}
}

// place returns where a character begins: at the first starts of the map those that come first, else anywhere.
func (p *Playground) place(i int, radius float64) (arena.Point, bool) {
	const margin = 0.01 // so that it fits in spite of rounding
	if starts := p.scene.Map.Starts(); p.tick() == 0 && i < len(starts) && p.scene.Map.Fits(starts[i], radius+margin) && p.arena.Free(starts[i], radius) {
		return starts[i], true
	}
	for range maxTries {
		if at, ok := p.free(&p.places, radius+margin); !ok || p.arena.Free(at, radius) {
			return at, ok
		}
	}
	return arena.Point{}, false
}

// leave takes a character off the map, and its agent out of the crowd.
func (p *Playground) leave(m *member) {
	p.crowd.Remove(m.agent)
	p.arena.Remove(m.body)
	p.agents.drop(m.agent)
	p.bodies.drop(m.body)
	p.things.drop(m.object)
	m.agent, m.body, m.object, m.legs = 0, 0, 0, 0
}

// wear lets hunger take its part, lets steps be heard, and counts.
func (p *Playground) wear(seconds float64) {
	for i := range p.members {
		m := &p.members[i]
		if m.agent == 0 {
			continue
		}
		t := p.traits(m)
		m.health = max(0, m.health-float64(t.Hunger*seconds))
		m.tally.Alive++
		m.tally.Idle = max(m.tally.Idle, p.tick()-m.acted)
		p.tread(m, t.Noise)
	}
}

// stepSeconds is how often steps are heard.
const stepSeconds = 0.5

// tread lets the steps of a character be heard that walks.
func (p *Playground) tread(m *member, noise float64) {
	if noise == 0 || p.tick()-m.step < p.ticks(stepSeconds) {
		return
	}
	if _, velocity, _ := p.arena.Pose(m.body); velocity != (arena.Point{}) {
		m.step = p.tick()
		p.sound(m, noise)
	}
}

// bury removes those without health.
func (p *Playground) bury() {
	for i := range p.members {
		m := &p.members[i]
		if m.agent == 0 || m.health > 0 && p.crowd.Has(m.agent) {
			continue
		}
		m.tally.Deaths++
		m.back = 0
		if seconds := p.scene.Casts[m.cast].Respawn; seconds > 0 {
			m.back = p.tick() + p.ticks(seconds)
		}
		p.leave(m)
	}
}

// revive lets those come back whose time has come. If there is no room, they wait.
func (p *Playground) revive() {
	for i := range p.members {
		if m := &p.members[i]; m.agent == 0 && m.back != 0 && m.back <= p.tick() {
			_ = p.enter(i)
		}
	}
}

// sound lets what a character does be heard with the next step.
func (p *Playground) sound(m *member, loudness float64) {
	if m.object == 0 {
		return
	}
	at := p.at(m)
	p.crowd.Sound(sense.Sound{From: sense.ObjectID(m.object), At: sense.Point(at), Loudness: loudness, Kind: kindOfCast(m.cast)})
}
