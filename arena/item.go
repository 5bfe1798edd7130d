package arena

import (
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/fact"
)

// Supply is the number and strength of the items of a kind.
type Supply struct {
	Count          int     // maximum on the map, up to MaxItems
	Amount         float64 // what one item gives
	RespawnSeconds float64 // from taking an item until another appears, elsewhere
}

func (s *Supply) check(name string) error {
	if s.Count < 0 || s.Count > MaxItems || !between(s.Amount, 0, maxNumber) || !between(s.RespawnSeconds, 0, maxNumber) {
		return fmt.Errorf("arena: New: Options.%s is %+v; Count must be from 0 to %d, the others from 0 to %v", name, *s, MaxItems, maxNumber)
	}
	return nil
}

// ItemKind is the effect of an item.
type ItemKind uint8

const (
	Energy ItemKind = iota // restores health, up to the body's initial health; unhurt characters leave it
	Power                  // makes the next hit stronger; characters with power leave it
)

// String returns "energy" or "power".
func (k ItemKind) String() string { return fact.Name(k, "energy", "power") }

// Item is one item of an arena.
type Item struct {
	Kind  ItemKind
	There bool    // on the map
	At    Point   // present position, or, for a taken item, the last one
	Back  float64 // for a taken item, the time of Arena.Now from which it may return, in seconds
	draws uint64  // random numbers drawn for it
}

// Taken records that a character has picked up an item.
type Taken struct {
	Who  ID
	Item int // its index in Items
	Kind ItemKind
}

const (
	// itemRadius is the distance from the edge of a body to the centre of an item at which it is picked up, in metres.
	itemRadius = 0.25
	// itemRoom is the distance from walls at which items appear if the map has no spots for them, in metres.
	itemRoom = 0.75
	// maxTries limits the random points tried for an item or a spot. If none is free, the item waits for the next step.
	maxTries = 64
)

// addItems puts the first items on the map.
func (a *Arena) addItems() {
	a.items = slices.Concat(slices.Repeat([]Item{{Kind: Energy}}, a.options.Energy.Count), slices.Repeat([]Item{{Kind: Power}}, a.options.Power.Count))
	a.supplied = newIndex(a.m.layout.Width, a.m.layout.Height, a.options.IndexMetres, len(a.items))
	a.supply()
}

// supplyOf returns the supply of a kind, and its spots on the map.
func (a *Arena) supplyOf(k ItemKind) (*Supply, []Point) {
	if k == Energy {
		return &a.options.Energy, a.m.layout.Energy
	}
	return &a.options.Power, a.m.layout.Power
}

// supply adds the items that are due.
func (a *Arena) supply() {
	for i := range a.items {
		item := &a.items[i]
		if item.There || item.Back > a.now {
			continue
		}
		_, spots := a.supplyOf(item.Kind)
		r := det.NewRand(a.options.Seed, uint64(i), streamItems)
		r.Counter = item.draws
		at, ok := a.spotFor(&r, spots)
		item.draws = r.Counter
		if ok {
			item.At, item.There = at, true
			a.supplied.put(int32(i), at)
		}
	}
}

// spotFor draws a spot for an item: one of spots without an item, or any free position if there are no spots.
func (a *Arena) spotFor(r *det.Rand, spots []Point) (Point, bool) {
	if len(spots) == 0 {
		return a.draw(r, itemRoom)
	}
	for range maxTries {
		at := spots[r.Intn(len(spots))]
		if s := a.supplied.around(at, 0); s.next() == none {
			return at, true
		}
	}
	return Point{}, false
}

// draw draws a point at which a body of a radius fits.
func (a *Arena) draw(r *det.Rand, radius float64) (Point, bool) {
	for range maxTries {
		at := Point{r.Between(0, a.m.layout.Width), r.Between(0, a.m.layout.Height)}
		if a.m.Fits(at, radius) {
			return at, true
		}
	}
	return Point{}, false
}

// FreeSpot returns a random point at which a body of a radius fits, for [Arena.Spawn]. ok is false if none was found
// because there is hardly any room. With [Options].Avoid it is [Arena.Free].
func (a *Arena) FreeSpot(radius float64) (p Point, ok bool) {
	for range maxTries {
		if p, ok = a.draw(&a.spots, radius+skin); !ok || a.Free(p, radius) {
			return p, ok
		}
	}
	return p, false
}

// pickUp gives items to the characters that touch them; of several, the one with the lowest ID.
func (a *Arena) pickUp() {
	a.taken = a.taken[:0]
	for i := range a.items {
		item := &a.items[i]
		if !item.There {
			continue
		}
		s := a.index.around(item.At, a.widest+itemRadius)
		taker := int32(none)
		for k := s.next(); k != none; k = s.next() {
			if c := &a.slots[k]; (taker == none || k < taker) && c.wants(item.Kind) && within(c.At, item.At, c.Body.Radius+itemRadius) {
				taker = k
			}
		}
		if taker != none {
			a.give(i, &a.slots[taker])
		}
	}
}

// wants reports whether the character picks up items of a kind.
func (c *character) wants(k ItemKind) bool {
	if k == Energy {
		return c.Alive() && c.Health < c.Body.Health
	}
	return c.Alive() && c.Power == 0
}

// give gives an item to a character.
func (a *Arena) give(i int, c *character) {
	item := &a.items[i]
	supply, _ := a.supplyOf(item.Kind)
	if item.Kind == Energy {
		c.Health = min(c.Body.Health, c.Health+supply.Amount)
	} else {
		c.Power = supply.Amount
	}
	item.There, item.Back = false, a.now+supply.RespawnSeconds
	a.supplied.take(int32(i))
	a.taken = append(a.taken, Taken{c.ID, i, item.Kind})
}

// Items returns all items: first energy, then power. The slice belongs to the arena and changes with each step.
func (a *Arena) Items() []Item { return a.items }

// Taken returns the items that were picked up in the last step, in order. The slice is valid until the next step. It is
// not part of a snapshot.
func (a *Arena) Taken() []Taken { return a.taken }
