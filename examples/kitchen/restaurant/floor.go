package restaurant

import (
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri"
)

// The floor of the restaurant, in metres from its upper left corner: the kitchen, a wall with a passage, and the
// tables.
const (
	width, height   = 20, 11
	wallX           = 12.0
	passFrom        = 4.0
	passTo          = 8.0
	stationsLeft    = 1.6
	stationsRight   = 10.6
	backRow         = 1.4 // boards, hobs and cookers
	frontRow        = 9.6 // sinks
	inFront         = 0.9 // of a station stands the cook that works at it
	walkSpeed       = 5.0 // metres a second
	numTables       = 12
	tableColumns    = 3
	tablesX         = 14.2
	tablesY         = 1.7
	tablesApartX    = 2.2
	tablesApartY    = 2.5
	restingX        = 5.0
	restingY        = 5.5
	restingApart    = 1.3
	restingInOneRow = 4
)

// point is a spot on the floor.
type point struct{ X, Y float64 }

// counter is where orders are dished up.
var counter = point{10.6, 6}

// feet are the position of a cook and its destination. Walking takes no time: hands work from the first tick on.
type feet struct {
	at, to point
	look   point // a way of one metre; 0, 0: nowhere
	doing  string
}

// standing is how a cook begins.
func (k *Kitchen) standing(i int) feet {
	at := restingPlace(i)
	return feet{at: at, to: at}
}

func restingPlace(i int) point {
	return point{restingX + float64(i%restingInOneRow)*restingApart, restingY + float64(i/restingInOneRow)*restingApart/2}
}

// send makes a cook go to its place of work.
func (k *Kitchen) send(c *karakuri.Ctx, doing string, to point) {
	if i := slices.Index(k.cooks, c.Agent()); i >= 0 {
		k.feet[i].to, k.feet[i].doing = to, doing
	}
}

// rests has a cook go out of the others' way.
func (k *Kitchen) rests(c *karakuri.Ctx) {
	if i := slices.Index(k.cooks, c.Agent()); i >= 0 {
		k.feet[i].to, k.feet[i].doing = restingPlace(i), ""
	}
}

// walk lets a tick of walking pass.
func (k *Kitchen) walk() {
	for i := range k.feet {
		f := &k.feet[i]
		f.step(f.next())
		if f.at == f.to && f.doing != "" {
			f.look = facing(f.at)
		}
	}
}

// facing is the viewing direction of a cook that works at a spot.
func facing(at point) point {
	switch {
	case at.X > wallX: // at a table
		return point{X: 1}
	case at.Y < height/2: // at what stands at the back
		return point{Y: -1}
	}
	return point{Y: 1}
}

// next is the next point on a cook's path: to the other room it first goes to the passage, then through it.
func (f *feet) next() point {
	if (f.at.X < wallX) == (f.to.X < wallX) {
		return f.to
	}
	toward := math.Copysign(1, f.to.X-wallX)
	y := min(max(f.at.Y, passFrom+0.5), passTo-0.5)
	before := point{wallX - toward*0.6, y}
	if f.at.Y == y && (f.at.X-before.X)*toward >= 0 {
		return point{wallX + toward*0.6, y}
	}
	return before
}

// step takes a cook on toward a point.
func (f *feet) step(to point) {
	far := f.at.Distance(to)
	if far < 1e-9 {
		return
	}
	f.look = point{(to.X - f.at.X) / far, (to.Y - f.at.Y) / far}
	if most := walkSpeed / ticksPerSecond; far > most {
		f.at = point{f.at.X + f.look.X*most, f.at.Y + f.look.Y*most}
		return
	}
	f.at = to
}

// Distance returns the way to another point.
func (p point) Distance(q point) float64 { return math.Hypot(q.X-p.X, q.Y-p.Y) }

// stations returns the boards, hobs and cookers, and the sinks.
func (k *Kitchen) stations() (back, front []karakuri.Object) {
	for _, typ := range []string{"board", "hob", "cooker"} {
		back = append(back, k.crowd.Objects(typ)...)
	}
	return back, k.crowd.Objects("sink")
}

// place returns the position of the nth of so many stations in a row.
func place(i, n int, y float64) point {
	apart := 1.7
	if n > 1 {
		apart = min(apart, (stationsRight-stationsLeft)/float64(n-1))
	}
	return point{stationsLeft + float64(i)*apart, y}
}

// spot returns the place of a cook that works at a station.
func (k *Kitchen) spot(station karakuri.Object) point {
	back, front := k.stations()
	if i := slices.Index(back, station); i >= 0 {
		return place(i, len(back), backRow+inFront)
	}
	if i := slices.Index(front, station); i >= 0 {
		return place(i, len(front), frontRow-inFront)
	}
	return counter
}

// tableAt returns the position of a table.
func tableAt(i int) point {
	return point{tablesX + float64(i%tableColumns)*tablesApartX, tablesY + float64(i/tableColumns)*tablesApartY}
}

// tableOf returns the place at which an order is served.
func (k *Kitchen) tableOf(order karakuri.Object) point {
	p := tableAt(k.seat(order))
	return point{p.X - 0.8, p.Y}
}

// seat returns the number of the table where an order is waited for, from 0: guests take them in turn.
func (k *Kitchen) seat(order karakuri.Object) int {
	return max(0, k.number.Of(k.crowd.Agent(0), order)-1) % numTables
}
