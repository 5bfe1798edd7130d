package main

import "github.com/karakuri-ai/karakuri/world"

// own is the number of the twenty possible events that concern one soldier alone.
const own = 15

// happen lets one thing happen to one soldier or, once in a second, to all.
func (f *field) happen() {
	at := f.rand.Intn(len(f.ids))
	enemies, places := f.crowd.View().Objects("enemy"), f.crowd.View().Objects("place")
	e, p := enemies[f.rand.Intn(len(enemies))], places[f.rand.Intn(len(places))]
	kinds := own
	if f.crowd.Tick()%10 == 0 {
		kinds = 20
	}
	switch n := f.rand.Intn(kinds); {
	case n < 8:
		f.write(at, "visible", world.Bool(n < 5), e)
	case n < 10:
		f.write(at, "noise", p*world.Word(n%2))
	case n < 12:
		f.write(at, "health", world.Word(f.rand.Intn(100)+1))
	case n < 14:
		f.write(at, "magazines", 4, world.Word(f.rand.Intn(4)))
	case n == 14:
		f.write(at, "loaded", 0, world.Word(f.rand.Intn(4)))
	case n == own:
		f.write(at, "seen_at", p, e)
	case n == 16:
		f.write(at, "alive", world.Bool(f.rand.Chance(0.7)), e)
		f.write(at, "toughness", 3, e)
	case n == 17:
		f.write(at, "pinned", 0, e)
		f.write(at, "flushed", 0, e)
	case n == 18:
		f.write(at, "alert", world.Word(f.rand.Intn(3)))
	default:
		allies := f.crowd.View().Objects("ally")
		a := allies[f.rand.Intn(len(allies))]
		f.write(at, "place_of", p, a)
		f.write(at, "down", world.Bool(f.rand.Chance(0.3)), a)
		f.write(at, "busy", 0, a)
	}
}

// write writes a symbol of a soldier, or of all.
func (f *field) write(soldier int, symbol string, value world.Word, args ...world.Word) {
	sym := f.crowd.Schema().Symbol(symbol)
	if addr, ok := sym.Addr(args...); ok {
		f.crowd.Home(f.ids[soldier], sym.Scope).Set(addr, value)
	}
}

// exchange lets one soldier go and another come.
func (f *field) exchange() {
	at := f.rand.Intn(len(f.ids))
	f.crowd.Remove(f.ids[at])
	f.audit.left(f.ids[at])
	f.ids[at] = f.crowd.Spawn("sentry")
}

// replaceEnemy lets an enemy go for good and a new one come.
func (f *field) replaceEnemy() {
	enemies := f.crowd.View().Objects("enemy")
	if len(enemies) > 7 {
		f.crowd.RemoveObject(enemies[f.rand.Intn(len(enemies))])
	}
	if _, err := f.crowd.AddObject("enemy", ""); err != nil {
		f.audit.breach("no enemy can be added: %v", err)
	}
}
