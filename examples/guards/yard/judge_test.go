package yard

import (
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/det"
)

// The rules for guards. Ranges are in metres to the player's edge, times in ticks.
const (
	leastRange = 2.5                 // a guard that keeps a distance lets the player come no nearer
	noticing   = ticksPerSecond      // how long it may take to make use of a way back
	returning  = 20 * ticksPerSecond // how long it may take to be in one's place again
)

// judge watches a run and says what should not have happened.
type judge struct {
	t testing.TB
	*Yard
	of        []*record // by guard
	faults    []string
	unseen    int // swings at the end of which the player was out of sight
	pressed   int // times that the player came up to a guard that keeps its distance and could go back
	recovered int // times that a guard was in its place again
}

// record is a judge's record of a guard.
type record struct {
	*guard
	home  arena.Point
	body  arena.Body
	began int64       // tick in which a swing began; 0 if there is none
	from  arena.Point // its position then
	saw   bool        // the player, a tick ago
	lost  int64       // tick in which it lost sight away from its place; 0: it is there, or sees
	free  int         // for how long it has seen the player and had a way back
	far   float64     // how far the player was a tick ago
}

// files holds guards.krk.
var files = os.DirFS("..")

// loaded reads a program of guards.
func loaded(tree fs.FS) *karakuri.Program {
	p, err := karakuri.Load(tree, "guards.krk")
	if err != nil {
		panic(err)
	}
	return p
}

// changed is a file of guards.
func changed(text string) *karakuri.Program {
	return loaded(fstest.MapFS{"guards.krk": {Data: []byte(text)}})
}

// follow returns a judge of a run of some guards that is to begin.
func follow(t testing.TB, p *karakuri.Program, o Options) *judge {
	t.Helper()
	j := &judge{t: t}
	o.watch = j.turned
	var err error
	if j.Yard, err = Open(p, o); err != nil {
		t.Fatal(err)
	}
	for i, g := range j.guards {
		j.of = append(j.of, &record{guard: g, home: posts[i].at, body: bodies[posts[i].kind]})
	}
	return j
}

// run judges two minutes.
func (j *judge) run() {
	for range 120 * ticksPerSecond {
		j.step()
	}
}

// step makes a tick and judges it.
func (j *judge) step() {
	if err := j.Yard.Step(); err != nil {
		j.t.Fatal(err)
	}
	for _, r := range j.of {
		j.isBackInTime(r)
		if r.body.Reach > leastRange {
			j.keepsDistance(r)
		}
	}
}

func (j *judge) blame(r *record, format string, args ...any) {
	j.faults = append(j.faults, fmt.Sprintf("seed %d, %.2f s, %s: ", j.options.Seed, j.crowd.Seconds(), r.name)+fmt.Sprintf(format, args...))
}

// turned judges attacks: they start in range, and are gone through with on the spot.
func (j *judge) turned(g *guard, action string, t turn) {
	if action != "attack" {
		return
	}
	r, tick, at := j.of[j.crowd.Agent(g.agent).Number()-1], j.crowd.Tick(), j.spot(g.body)
	switch t {
	case started:
		if far := j.far(g); far > r.body.Reach || !j.player.alive {
			j.blame(r, "an attack starts at %v m", far)
		}
		r.began, r.from = tick, at
	case aborted:
		j.blame(r, "an attack is aborted")
	default:
		if tick-r.began != swingTicks-1 || at != r.from {
			j.blame(r, "an attack takes %d ticks, from %v to %v", tick-r.began+1, r.from, at)
		}
		if r.began = 0; !j.visible.Of(j.crowd.Agent(g.agent), j.foe) {
			j.unseen++
		}
	}
}

// isBackInTime judges the way home of a guard that has lost sight of the player.
func (j *judge) isBackInTime(r *record) {
	sees, there := j.visible.Of(j.crowd.Agent(r.agent), j.foe), j.spot(r.guard.body) == r.home
	switch tick := j.crowd.Tick(); {
	case sees:
		r.lost = 0
	case r.lost > 0 && there:
		r.lost = 0
		j.recovered++
	case r.saw && !there:
		r.lost = tick
	case r.lost > 0 && tick-r.lost == returning:
		j.blame(r, "not back after %d ticks", returning)
	}
	r.saw = sees
}

// keepsDistance judges a guard that is not to be near the player: when it has been able to go back for a moment the
// player does not come nearer than leastRange, and one that is nearer gets no nearer, except for a swing.
func (j *judge) keepsDistance(r *record) {
	far, was := j.far(r.guard), r.far
	r.far = far
	if !j.visible.Of(j.crowd.Agent(r.agent), j.foe) || !j.hasWayBack(r) {
		r.free = 0
		return
	}
	if r.free++; r.free <= noticing {
		return
	}
	if far < nearest && was >= nearest {
		j.pressed++
	}
	if far < leastRange && (was >= leastRange || far <= was && r.began == 0) {
		j.blame(r, "at %.2f m from the player, %.2f m a tick before, with a way back for %d ticks", far, was, r.free)
	}
}

// hasWayBack reports whether a metre of straight way is free that leads away from the player, within 30 degrees: along
// such a way a guard of 2 m/s gains on a player of 1.5 m/s.
func (j *judge) hasWayBack(r *record) bool {
	at, foe := j.spot(r.guard.body), j.spot(j.player.body)
	away := det.Atan2(at.Y-foe.Y, at.X-foe.X)
	for degrees := -30.0; degrees <= 30; degrees += 15 {
		angle := away + degrees*math.Pi/180
		if j.arena.Map().Clear(at, arena.Point{X: at.X + det.Cos(angle), Y: at.Y + det.Sin(angle)}, r.body.Radius) {
			return true
		}
	}
	return false
}

// replayed makes a recorded run again, without arena and actions, and calls a function after each tick.
func replayed(t testing.TB, trace io.Reader, o karakuri.ReplayOptions, after func(*karakuri.Replay)) *karakuri.Replay {
	t.Helper()
	r, err := karakuri.NewReplay(trace, o)
	if err != nil {
		t.Fatal(err)
	}
	for r.Step() {
		after(r)
	}
	if d := r.Difference(); d != nil || !r.Ended() {
		t.Errorf("replayed to tick %d: %+v, %v", r.Crowd().Tick(), d, r.Err())
	}
	return r
}
