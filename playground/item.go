package playground

import (
	"strconv"

	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/world"
)

// item is a place in a supply. When a character takes the item, its object stays for agents that remember it, until the
// item reappears elsewhere as another object.
type item struct {
	supply int32
	there  bool
	object world.Object // 0: it never was there
	at     arena.Point  // present or last position
	back   int64        // tick from which it may come back; 0: it does not
	draws  uint64       // random numbers that were drawn for it
}

const (
	// itemRoom is the minimum distance of items from walls if the map has no spots for them, in metres.
	itemRoom = 0.75
	// pickUpReach is the maximum distance from a character's edge to a thing that it picks up, in metres: also to one
	// under another character of the usual size that it touches.
	pickUpReach = 0.6
	// maxTries is the number of random points that are tried for a spot. If none is free, the item or character waits.
	maxTries = 64
)

// itemAt returns the item with an object; nil if the object is not an item, or the item is taken.
func (p *Playground) itemAt(o world.Object) *item {
	t, ok := p.things.get(o)
	if !ok || t.what != anItem || !p.items[t.index].there {
		return nil
	}
	return &p.items[t.index]
}

// supply puts items on the map whose time has come.
func (p *Playground) supply() {
	for i := range p.items {
		it := &p.items[i]
		if it.there || it.object != 0 && (it.back == 0 || it.back > p.tick()) {
			continue
		}
		r := det.NewRand(p.options.Crowd.Seed, uint64(i), streamItems)
		r.Counter = it.draws
		at, ok := p.spot(&r, p.scene.Items[it.supply].Kind)
		it.draws = r.Counter
		if ok {
			p.appear(i, at)
		}
	}
}

// spot draws a place for an item of a kind: one of the map's that is free, or any where the map has none.
func (p *Playground) spot(r *det.Rand, kind arena.ItemKind) (arena.Point, bool) {
	spots := p.scene.spots[kind]
	if len(spots) == 0 {
		return p.free(r, itemRoom)
	}
	for range maxTries {
		if at := spots[r.Intn(len(spots))]; !p.taken(at) {
			return at, true
		}
	}
	return arena.Point{}, false
}

// taken reports whether there is an item at a spot.
func (p *Playground) taken(at arena.Point) bool {
	for i := range p.items {
		if it := &p.items[i]; it.there && it.at == at {
			return true
		}
	}
	return false
}

// free draws a point at which a body of a radius fits.
func (p *Playground) free(r *det.Rand, radius float64) (arena.Point, bool) {
	return freeAround(p.scene.Map, r, radius, arena.Point{}, arena.MaxSide)
}

// freeAround draws a point at which a body of a radius fits, no farther than some metres to each side of another.
func freeAround(m *arena.Map, r *det.Rand, radius float64, of arena.Point, metres float64) (arena.Point, bool) {
	w, h := m.Size()
	for range maxTries {
		at := arena.Point{X: r.Between(max(0, of.X-metres), min(w, of.X+metres)), Y: r.Between(max(0, of.Y-metres), min(h, of.Y+metres))}
		if m.Fits(at, radius) {
			return at, true
		}
	}
	return arena.Point{}, false
}

// appear puts an item on the map, as an object that no agent knows.
func (p *Playground) appear(i int, at arena.Point) {
	it := &p.items[i]
	supply := &p.scene.Items[it.supply]
	if it.object != 0 {
		p.things.drop(it.object)
		p.crowd.RemoveObject(it.object)
		it.object = 0
	}
	p.named++
	o, err := p.crowd.AddObject(supply.Type, supply.Kind.String()+"_"+strconv.FormatInt(p.named, 10))
	if err != nil { // another object has the name, or the room
		it.back = p.tick() + p.ticks(1)
		return
	}
	*it = item{supply: it.supply, there: true, object: o, at: at, draws: it.draws}
	p.things.put(o, thing{what: anItem, index: int32(i)})
}

// vanish takes an item off the map. Its object stays until it comes back.
func (it *item) vanish(p *Playground) {
	it.there, it.back = false, 0
	if seconds := p.scene.Items[it.supply].Respawn; seconds > 0 {
		it.back = p.tick() + p.ticks(seconds)
	}
}

// give gives an item to a character.
func (p *Playground) give(it *item, m *member) {
	s, t := &p.scene.Items[it.supply], p.traits(m)
	it.vanish(p)
	if s.Kind == arena.Energy {
		m.health = min(t.Health, m.health+s.Amount)
		m.tally.Energy++
		return
	}
	m.power = min(t.Power, m.power+s.Amount)
	m.tally.Power++
}
