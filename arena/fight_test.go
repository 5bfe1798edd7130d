package arena

import (
	"errors"
	"math"
	"slices"
	"testing"
)

func TestAttacks(t *testing.T) {
	m := parse(t, "size 20 20\nwall 10 0 10 8")
	for _, c := range []struct {
		name     string
		at       Point // of the target; the attacker is at (9, 10), reaches 1, the target's radius is 0.4
		prepare  func(a *Arena, me, other ID)
		want     Blow
		health   float64
		cooldown bool
	}{
		{"in reach", Point{10.39, 10}, nil, Hit, 90, true},
		{"out of reach", Point{10.41, 10}, nil, OutOfReach, 100, false},
		{"behind its back", Point{8, 10}, nil, Hit, 90, true},
		{"too early", Point{10, 10}, func(a *Arena, me, other ID) { a.Attack(me, other) }, NotReady, 90, true},
		{"after the cooldown", Point{10, 10}, func(a *Arena, me, other ID) { a.Attack(me, other); a.Step(0.5) }, Hit, 80, true},
		{"with power", Point{10, 10}, func(a *Arena, me, _ ID) { a.get(me).Power = 15 }, Hit, 75, true},
		{"power serves once", Point{10, 10}, func(a *Arena, me, other ID) { a.get(me).Power = 15; a.Attack(me, other); a.Step(1) }, Hit, 65, true},
		{"the last blow", Point{10, 10}, func(a *Arena, _, other ID) { a.get(other).Health = 10 }, Kill, 0, true},
		{"the dead", Point{10, 10}, func(a *Arena, _, other ID) { a.get(other).Health = 0 }, NoTarget, 0, false},
		{"by the dead", Point{10, 10}, func(a *Arena, me, _ ID) { a.get(me).Health = 0 }, NoTarget, 100, false},
		{"the removed", Point{10, 10}, func(a *Arena, _, other ID) { a.Remove(other) }, NoTarget, 0, false},
	} {
		a := newArena(t, Options{Map: m})
		me, other := spawn(t, a, walker, Point{9, 10}), spawn(t, a, walker, c.at)
		if c.prepare != nil {
			c.prepare(a, me, other)
		}
		got := a.Attack(me, other)
		o, _ := a.Character(other)
		self, _ := a.Character(me)
		if got != c.want || o.Health != c.health || (self.ReadyAt > a.Now()) != c.cooldown {
			t.Errorf("%s: %s, health %v, ready at %v", c.name, got, o.Health, self.ReadyAt)
		}
	}
	a := newArena(t, Options{Map: m})
	me, other := spawn(t, a, walker, Point{9.5, 5}), spawn(t, a, walker, Point{10.5, 5})
	if got := a.Attack(me, other); got != Walled {
		t.Errorf("through a wall: %s", got)
	}
	if got := a.Attack(me, me); got != NoTarget {
		t.Errorf("itself: %s", got)
	}
}

func TestTheDeadDoNothing(t *testing.T) {
	a := newArena(t, Options{Map: parse(t, "size 20 20")})
	id, other := spawn(t, a, walker, Point{5, 5}), spawn(t, a, walker, Point{6, 5})
	a.MoveTowards(other, Point{15, 5}, 4)
	a.get(other).Health = 10
	if got := a.Attack(id, other); got != Kill {
		t.Fatal(got)
	}
	a.Step(0.1)
	if c, _ := a.Character(other); c.At != (Point{6, 5}) || c.Alive() || c.Going != 0 {
		t.Errorf("it is %+v", c)
	}
	if a.MoveTowards(other, Point{1, 1}, 1) || a.Face(other, Point{1, 1}, 1) || a.Sees(other, id) || a.Hears(other, Point{6, 5}, 9) || len(a.Seen(other, nil)) > 0 {
		t.Error("it moves, turns, sees or hears")
	}
	if !a.Sees(id, other) || len(a.Near(Point{6, 5}, 0.5, nil)) != 1 {
		t.Error("it is not to be seen")
	}
}

func TestItems(t *testing.T) {
	m := parse(t, "size 20 20\nenergy 5 5\npower 15 15")
	o := Options{Map: m, Energy: Supply{1, 30, 2}, Power: Supply{1, 7, 2}}
	for _, c := range []struct {
		name          string
		at            Point
		health, power float64
		taken         bool
		wantHealth    float64
		wantPower     float64
	}{
		{"energy for the hurt", Point{5.5, 5}, 50, 0, true, 80, 0},
		{"energy up to the full", Point{5.5, 5}, 90, 0, true, 100, 0},
		{"the unhurt leave it", Point{5.5, 5}, 100, 0, false, 100, 0},
		{"too far away", Point{5.7, 5}, 50, 0, false, 50, 0},
		{"the dead leave it", Point{5.5, 5}, 0, 0, false, 0, 0},
		{"power", Point{15, 15}, 100, 0, true, 100, 7},
		{"who has power leaves it", Point{15, 15}, 100, 3, false, 100, 3},
	} {
		a := newArena(t, o)
		id := spawn(t, a, walker, c.at)
		a.get(id).Health, a.get(id).Power = c.health, c.power
		a.Step(0.1)
		got, _ := a.Character(id)
		if got.Health != c.wantHealth || got.Power != c.wantPower || (len(a.Taken()) == 1) != c.taken {
			t.Errorf("%s (%s): health %v, power %v, taken %v", c.name, a.Items()[0].Kind, got.Health, got.Power, a.Taken())
		}
	}
}

func TestAnItemComesBackAndTheLowestIDGetsIt(t *testing.T) {
	m := parse(t, "size 20 20\nenergy 5 5")
	a := newArena(t, Options{Map: m, Energy: Supply{1, 10, 1}})
	first, second := spawn(t, a, walker, Point{5.3, 5}), spawn(t, a, walker, Point{5, 5})
	a.get(first).Health, a.get(second).Health = 50, 50
	var when []float64
	for range 28 {
		a.Step(0.125) // sums of it are exact
		for _, taken := range a.Taken() {
			if taken != (Taken{first, 0, Energy}) {
				t.Errorf("taken: %+v", taken)
			}
			when = append(when, a.Now())
		}
	}
	// an item that came back in one step is picked up in the next
	if !slices.Equal(when, []float64{0.125, 1.25, 2.375, 3.5}) {
		t.Errorf("taken at %v", when)
	}
}

func TestItemsAppearWhereTheMapSaysOrAnywhereFree(t *testing.T) {
	spots := parse(t, "size 20 20\nenergy 5 5\nenergy 6 6\nenergy 7 7")
	a := newArena(t, Options{Map: spots, Energy: Supply{Count: 5}})
	at := map[Point]int{}
	for _, item := range a.Items() {
		if item.There {
			at[item.At]++
		}
	}
	if len(at) != 3 || at[Point{5, 5}] != 1 || at[Point{6, 6}] != 1 || at[Point{7, 7}] != 1 {
		t.Errorf("items lie at %v", at)
	}
	m := town(t, 50, 60, 2)
	one, same, other := newArena(t, Options{Map: m, Seed: 1, Power: Supply{Count: 50}}), newArena(t, Options{Map: m, Seed: 1, Power: Supply{Count: 50}}), newArena(t, Options{Map: m, Seed: 2, Power: Supply{Count: 50}})
	for i, item := range one.Items() {
		if !item.There || !m.Fits(item.At, itemRoom) || item != same.Items()[i] || item == other.Items()[i] {
			t.Errorf("item %d: %+v, %+v with the same seed, %+v with another", i, item, same.Items()[i], other.Items()[i])
		}
	}
}

func TestSpawning(t *testing.T) {
	m := parse(t, "size 20 20\nbox 8 8 12 12")
	a := newArena(t, Options{Map: m, Characters: 2})
	for _, at := range []Point{{10, 10}, {7.7, 10}, {0.1, 5}, {-3, 5}, {math.NaN(), 5}} {
		if _, err := a.Spawn(walker, at); !errors.Is(err, ErrSpot) {
			t.Errorf("at %v: %v", at, err)
		}
	}
	for name, change := range map[string]func(b *Body){
		"no radius":        func(b *Body) { b.Radius = 0 },
		"a giant":          func(b *Body) { b.Radius = 100 },
		"no health":        func(b *Body) { b.Health = 0 },
		"negative speed":   func(b *Body) { b.Speed = -1 },
		"sight without an": func(b *Body) { b.Sight = math.NaN() },
		"endless reach":    func(b *Body) { b.Reach = math.Inf(1) },
	} {
		b := walker
		change(&b)
		if _, err := a.Spawn(b, Point{5, 5}); !errors.Is(err, ErrBody) {
			t.Errorf("%s: %v", name, err)
		}
	}
	first, second := spawn(t, a, walker, Point{5, 5}), spawn(t, a, walker, Point{6, 6})
	if _, err := a.Spawn(walker, Point{5, 5}); !errors.Is(err, ErrFull) {
		t.Error(err)
	}
	if !a.Remove(first) || a.Remove(first) || a.Count() != 1 {
		t.Error("removing")
	}
	third := spawn(t, a, walker, Point{5, 5})
	if third == first || third > second {
		t.Errorf("IDs %d, %d, then %d in the slot of the first", first, second, third)
	}
	if _, ok := a.Character(first); ok {
		t.Error("the removed one is there")
	}
	if _, ok := a.Character(0); ok {
		t.Error("nobody is there")
	}
}

func TestOptionsThatCannotBe(t *testing.T) {
	m := parse(t, "size 20 20")
	for name, o := range map[string]Options{
		"no map":              {},
		"too many characters": {Map: m, Characters: MaxCharacters + 1},
		"damping":             {Map: m, WallDamping: 2},
		"cells":               {Map: m, IndexMetres: math.NaN()},
		"items":               {Map: m, Energy: Supply{Count: -1}},
		"amount":              {Map: m, Power: Supply{Amount: math.NaN()}},
	} {
		if _, err := New(o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
