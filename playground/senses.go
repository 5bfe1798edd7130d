package playground

import (
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// Kinds of objects, as in the remembered symbol "kind": of items, and of characters by the line of their cast, from 0.
const (
	KindEnergy = 1
	KindPower  = 2
	KindCast   = 16
)

// How much it matters to remember what: where memory is full, items make room for characters.
const (
	importanceItem      = 1.0
	importanceCharacter = 2.0
)

func kindOfCast(cast int32) int64 { return KindCast + int64(cast) }

// Attribute documents an attribute of objects: what a file declares as remembered energy_of(x: thing): float
type Attribute struct {
	Name string
	Doc  string

	ofMember func(p *Playground, m *member) float64
	kind     arena.ItemKind // of items that have it
	items    bool           // some have it
}

// Attributes are the attributes of the playground's objects. An object that lacks one has 0.
var Attributes = []Attribute{
	{Name: "energy_of", Doc: "for an item of energy, the amount it gives, in hundreds; for a character, its health, 0..1",
		ofMember: (*Playground).energy, kind: arena.Energy, items: true},
	{Name: "power_of", Doc: "for an item of power, the amount it gives, in hundreds; for a character, its power, 0..1",
		ofMember: (*Playground).power, kind: arena.Power, items: true},
	{Name: "health_of", Doc: "for a character, its health, 0..1", ofMember: (*Playground).energy},
	{Name: "team_of", Doc: "for a character, the number of its team", ofMember: (*Playground).team},
}

// perHundred makes what an item gives a number that goes well with shares.
const perHundred = 100.0

// attribute is an attribute that a program declares; nil if the playground has none with the name.
type attribute = *Attribute

func findAttributes(info *def.Info) []attribute {
	var all []attribute
	for _, name := range info.Attributes {
		var found attribute
		for i := range Attributes {
			if Attributes[i].Name == name {
				found = &Attributes[i]
			}
		}
		all = append(all, found)
	}
	return all
}

// senses answers what the agents' senses ask. It only looks.
type senses struct{ p *Playground }

// Object returns a living character, or an item that is present.
func (s senses) Object(id sense.ObjectID) (o sense.Object, ok bool) {
	t, ok := s.p.things.get(world.Object(id))
	if !ok {
		return o, false
	}
	switch t.what {
	case anItem:
		if it := &s.p.items[t.index]; it.there {
			return s.item(it), true
		}
	case aCharacter:
		if m := &s.p.members[t.index]; m.alive() {
			return s.member(m), true
		}
	}
	return o, false
}

func (s senses) item(it *item) sense.Object {
	supply := &s.p.scene.Items[it.supply]
	o := sense.Object{At: sense.Point(it.at), Kind: KindEnergy + int64(supply.Kind), Importance: importanceItem, Fixed: true}
	for i, a := range s.p.values {
		if a != nil && a.items && a.kind == supply.Kind {
			o.Values[i] = supply.Amount / perHundred
		}
	}
	return o
}

func (s senses) member(m *member) sense.Object {
	at, velocity, facing := s.p.arena.Pose(m.body)
	tps := float64(s.p.options.Crowd.TPS)
	o := sense.Object{At: sense.Point(at), Velocity: sense.Point{X: velocity.X / tps, Y: velocity.Y / tps}, Facing: sense.Point(facing),
		Kind: kindOfCast(m.cast), Importance: importanceCharacter}
	for i, a := range s.p.values {
		if a != nil && a.ofMember != nil {
			o.Values[i] = a.ofMember(s.p, m)
		}
	}
	return o
}

// Near appends characters and items around a point, in no particular order.
func (s senses) Near(at sense.Point, radius float64, buf []sense.Spot) []sense.Spot {
	return s.p.charts.all.near(at, radius, buf)
}

// Visible queries the map.
func (s senses) Visible(from, to sense.Point) bool {
	return s.p.scene.Map.Visible(arena.Point(from), arena.Point(to))
}

// Walls queries the map.
func (s senses) Walls(from, to sense.Point) int {
	return s.p.scene.Map.WallsBetween(arena.Point(from), arena.Point(to))
}

// Voice returns the sound of a character that speaks.
func (s senses) Voice(id sense.ObjectID) (sound sense.Sound, ok bool) {
	m := s.p.memberAt(world.Object(id))
	if m == nil || s.p.traits(m).Voice == 0 {
		return sound, false
	}
	return sense.Sound{At: sense.Point(s.p.at(m)), Loudness: s.p.traits(m).Voice, Kind: kindOfCast(m.cast)}, true
}
