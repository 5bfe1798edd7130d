package playground

import (
	"slices"

	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// Reach is the range of an action of a character.
type Reach struct {
	Action string
	Range  float64 // metres from its centre, for strikes to the edge of the target, otherwise to the target's centre
}

// Reaches appends to buf the ranges at which an agent strikes, shoots and throws, for the actions that the file
// declares.
func (p *Playground) Reaches(id agent.ID, buf []Reach) []Reach {
	m := p.memberOf(id)
	if m == nil {
		return buf
	}
	t := p.traits(m)
	add := func(metres float64, names ...string) {
		if name := p.declares(names...); name != "" && metres > 0 {
			buf = append(buf, Reach{name, metres})
		}
	}
	add(t.Radius+t.Reach, "strike", "attack")
	add(t.Range, "shoot", "suppress")
	if t.Grenades > 0 {
		add(ThrowMetres, "throw_grenade")
	}
	return buf
}

// Hears appends to buf the range in metres, in the open, of each of an agent's senses of hearing, for the loudest
// sound of this scene.
func (p *Playground) Hears(id agent.ID, buf []float64) []float64 {
	kind := kindNamed(p.program.Info, p.crowd.KindOf(id))
	if kind == nil {
		return buf
	}
	loudest := p.loudest()
	for _, s := range kind.Senses {
		if s.Kind != sense.Hearing.String() {
			continue
		}
		falloff := s.Falloff
		if falloff == 0 {
			falloff = 1
		}
		if far := (loudest - s.Threshold) / falloff; far > 0 {
			buf = append(buf, far)
		}
	}
	return buf
}

// loudest is the range of the loudest sound that is possible in the scene.
func (p *Playground) loudest() float64 {
	most := 0.0
	for i := range p.scene.Casts {
		most = max(most, p.scene.Casts[i].Traits.Noise)
	}
	for _, s := range []struct {
		metres float64
		names  []string
	}{{StrikeMetres, []string{"strike", "attack"}}, {ShotMetres, []string{"shoot", "suppress"}}, {ShoutMetres, []string{"shout"}}} {
		if p.declares(s.names...) != "" {
			most = max(most, s.metres)
		}
	}
	return most
}

// declares returns the first of some actions that the file declares, or "".
func (p *Playground) declares(names ...string) string {
	at := slices.IndexFunc(names, func(name string) bool {
		return slices.ContainsFunc(p.program.Info.Actions, func(a *def.ActionInfo) bool { return a.Name == name })
	})
	if at < 0 {
		return ""
	}
	return names[at]
}

// ThroughWalls reports whether an agent sees through walls with one of its senses of sight.
func (p *Playground) ThroughWalls(id agent.ID) bool {
	kind := kindNamed(p.program.Info, p.crowd.KindOf(id))
	return kind != nil && slices.ContainsFunc(kind.Senses, func(s *def.SenseInfo) bool { return s.Kind == sense.Sight.String() && !s.LineOfSight })
}

// Grenade is a copy of a live grenade's state.
type Grenade struct {
	At      arena.Point
	Seconds float64 // until it explodes
}

// Grenades appends all live grenades to buf, in the order in which they were thrown.
func (p *Playground) Grenades(buf []Grenade) []Grenade {
	for _, b := range p.bombs {
		buf = append(buf, Grenade{b.at, float64(b.burst-p.tick()) / float64(p.crowd.TPS())})
	}
	return buf
}

// CharacterOf returns the place in the casts of the living character whose object is o; ok is false if there is none.
func (p *Playground) CharacterOf(o world.Object) (place int, ok bool) {
	if p.memberAt(o) == nil {
		return 0, false
	}
	t, _ := p.things.get(o)
	return int(t.index), true
}

// IsLandmark reports whether an object is a landmark.
func (p *Playground) IsLandmark(o world.Object) bool { return p.markOf(o) != nil }
