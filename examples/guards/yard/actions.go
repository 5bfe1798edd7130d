package yard

import (
	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
)

const (
	swingTicks = ticksPerSecond * 3 / 10 // of an attack; the blow falls with the last
	restTicks  = ticksPerSecond * 2      // from one swing to the next
	touching   = 0.2                     // metres to the player's edge: no guard goes nearer

	// A guard that keeps its distance lets it be between these, in metres: it goes back before the player is near, and
	// goes after the player before it is out of reach.
	nearest  = 3.4
	farthest = 3.8

	stride = 1.0 // metres: a way back is free when there is room for so much
)

// Arguments of actions.
type (
	onFoe   struct{ Foe karakuri.Object }
	toSpot  struct{ Spot karakuri.Vec2 }
	looking struct {
		Foe   karakuri.Object
		Range float64
	}
)

// effort is the private state of an action: for how many ticks it has run.
type effort struct{ Ticks int }

// turn is one step of an action.
type turn uint8

const (
	started turn = iota
	succeeded
	failed
	aborted
)

func (t turn) String() string {
	return [...]string{"started", "ended: success", "ended: failure", "aborted"}[t]
}

// bindings say what guards do in the arena.
func (y *Yard) bindings() []karakuri.Binding {
	return []karakuri.Binding{
		karakuri.Bind("look_for", func(c *karakuri.Ctx, a *looking, _ *effort) karakuri.Status {
			y.visible.Put(c, y.sees(y.of(c.Agent()), a.Range), a.Foe)
			return karakuri.Success
		}),
		bind(y, "attack", func(g *guard, _ *onFoe, e *effort) karakuri.Status { return y.attack(g, e) }),
		bind(y, "chase", func(g *guard, _ *onFoe, _ *effort) karakuri.Status { return y.chase(g) }),
		bind(y, "keep_range", func(g *guard, _ *onFoe, _ *effort) karakuri.Status { return y.keepRange(g) }),
		bind(y, "return_to", func(g *guard, a *toSpot, e *effort) karakuri.Status { return y.goBack(g, arena.Point(a.Spot), e) }),
		bind(y, "keep_watch", func(*guard, *struct{}, *effort) karakuri.Status { return karakuri.Running }),
	}
}

// bind binds an action of the guards, and reports its outcome; interrupted guards stop.
func bind[P any](y *Yard, action string, do func(g *guard, a *P, e *effort) karakuri.Status) karakuri.Binding {
	return karakuri.Bind(action,
		func(c *karakuri.Ctx, a *P, e *effort) karakuri.Status { return do(y.of(c.Agent()), a, e) },
		karakuri.OnStart(func(c *karakuri.Ctx, _ *P, _ *effort) { y.turned(y.of(c.Agent()), action, started) }),
		karakuri.OnEnd(func(c *karakuri.Ctx, _ *P, _ *effort, s karakuri.Status) {
			t := succeeded
			if s == karakuri.Failure {
				t = failed
			}
			y.turned(y.of(c.Agent()), action, t)
		}),
		karakuri.OnAbort(func(c *karakuri.Ctx, _ *P, _ *effort, _ karakuri.Reason) {
			y.arena.Stop(y.of(c.Agent()).body)
			y.turned(y.of(c.Agent()), action, aborted)
		}))
}

// sees reports whether a guard sees the player, not farther away than a range.
func (y *Yard) sees(g *guard, metres float64) bool {
	at, foe := y.spot(g.body), y.spot(y.player.body)
	return y.player.alive && at.Distance(foe) <= metres && y.arena.Visible(at, foe)
}

// attack swings, and at the end of it hits a player that is still in reach.
func (y *Yard) attack(g *guard, e *effort) karakuri.Status {
	if e.Ticks == 0 {
		g.attacks++
	}
	y.arena.Face(g.body, y.spot(y.player.body), 1.0/ticksPerSecond)
	if e.Ticks++; e.Ticks < swingTicks {
		return karakuri.Running
	}
	g.rested = y.crowd.Tick() + restTicks
	switch y.arena.Attack(g.body, y.player.body) {
	case arena.Hit, arena.Kill:
		g.hits++
		return karakuri.Success
	}
	return karakuri.Failure
}

// chase runs after the player.
func (y *Yard) chase(g *guard) karakuri.Status {
	if y.far(g) > touching {
		y.walk(g, y.spot(y.player.body))
	} else {
		y.arena.Stop(g.body)
	}
	return karakuri.Running
}

// keepRange goes after the player, but not near.
func (y *Yard) keepRange(g *guard) karakuri.Status {
	switch far := y.far(g); {
	case far > farthest:
		y.walk(g, y.spot(y.player.body))
	case far < nearest:
		y.retreat(g)
	default:
		y.arena.Stop(g.body)
		y.arena.Face(g.body, y.spot(y.player.body), 1.0/ticksPerSecond)
	}
	return karakuri.Running
}

// waysBack are the directions of a retreat as turns, by their cosine and sine: straight back, then more and more to the
// sides.
var waysBack = [...]arena.Point{{X: 1}, {X: 0.866, Y: 0.5}, {X: 0.866, Y: -0.5}, {X: 0.5, Y: 0.866}, {X: 0.5, Y: -0.866}, {Y: 1}, {Y: -1}}

// retreat goes away from the player if there is room.
func (y *Yard) retreat(g *guard) {
	c, _ := y.arena.Character(g.body)
	at, foe := c.At, y.spot(y.player.body)
	step := stride / max(at.Distance(foe), touching)
	dx, dy := float64((at.X-foe.X)*step), float64((at.Y-foe.Y)*step)
	for _, turn := range waysBack {
		to := arena.Point{
			X: at.X + float64(dx*turn.X) - float64(dy*turn.Y),
			Y: at.Y + float64(dx*turn.Y) + float64(dy*turn.X),
		}
		if y.arena.Map().Clear(at, to, c.Body.Radius) {
			y.arena.MoveTowards(g.body, to, c.Body.Speed)
			return
		}
	}
	y.arena.Stop(g.body)
}

// goBack walks to a guard's former position.
func (y *Yard) goBack(g *guard, home arena.Point, e *effort) karakuri.Status {
	if y.spot(g.body) != home {
		e.Ticks++
		y.walk(g, home)
		return karakuri.Running
	}
	if e.Ticks > 0 {
		g.returns++
	}
	return karakuri.Success
}

// walk continues toward a point, around walls.
func (y *Yard) walk(g *guard, to arena.Point) {
	if path, ok := y.arena.PathTo(g.body, to, nil); ok {
		c, _ := y.arena.Character(g.body)
		y.arena.MoveTowards(g.body, path[0], c.Body.Speed)
	}
}
