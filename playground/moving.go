package playground

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
)

// What the actions that move mean by near and far, in metres and seconds.
const (
	beside       = 0.2  // from edge to edge
	followMetres = 2.0  // from edge to edge
	fleeMetres   = 12.0 // how far off is far enough
	fleeLeg      = 5.0  // how far it looks for a way out
	hideMetres   = 8.0  // how far it looks for a place to hide
	aroundTime   = 1.5  // of looking around
	wanderSpeed  = 2.0 / 3
	wanderMetres = 100.0 // how far to each side of where it stands
)

// Where returns where an agent believes the target of an action to be: a point itself, a thing at its remembered
// position, a landmark at its true position. An agent without a memory knows true positions. ok is false if the agent
// does not know.
func (p *Playground) Where(id action.AgentID, v action.Value) (at arena.Point, ok bool) {
	if to, ok := v.Vec2(); ok {
		return arena.Point{X: to.X, Y: to.Y}, true
	}
	o := v.Object()
	if l := p.markOf(o); l != nil {
		return l.at, true
	}
	mind := p.crowd.Memory(id)
	if mind == nil {
		return p.truly(o)
	}
	i, known := mind.Find(sense.ObjectID(o))
	if !known {
		return at, false
	}
	if _, known = mind.Reading(i, sense.Position); !known {
		return at, false
	}
	e := mind.Estimate(i, p.tick())
	return arena.Point(e.At), true
}

// nearEnough is how near the middle of a character must be to count as next to something.
func (p *Playground) nearEnough(m *member, v action.Value) float64 {
	r := p.traits(m).Radius
	o := v.Object()
	if o == 0 || p.markOf(o) != nil {
		return atLeg
	}
	if cast, ok := p.castOf(p.crowd.Memory(m.agent), o); ok {
		return r + p.scene.Casts[cast].Traits.Radius + beside
	}
	return r + pickUpReach*0.5
}

func moveTo(p *Playground, c *action.Ctx, m *member, a *arguments, d *deed) action.Status {
	goal, ok := p.Where(c.Agent(), a[0])
	if !ok {
		return action.Failure
	}
	return p.walk(m, &d.Walk, goal, p.traits(m).Speed, p.nearEnough(m, a[0]))
}

func approach(p *Playground, c *action.Ctx, m *member, a *arguments, d *deed) action.Status {
	goal, ok := p.Where(c.Agent(), a[0])
	if !ok {
		return action.Failure
	}
	t := p.traits(m)
	near := t.Radius + float64(t.Reach*0.75)
	if cast, ok := p.castOf(p.crowd.Memory(m.agent), a[0].Object()); ok {
		near += p.scene.Casts[cast].Traits.Radius
	}
	return p.walk(m, &d.Walk, goal, t.Speed, near)
}

func follow(p *Playground, c *action.Ctx, m *member, a *arguments, d *deed) action.Status {
	goal, ok := p.Where(c.Agent(), a[0])
	if !ok {
		return action.Failure
	}
	if p.walk(m, &d.Walk, goal, p.traits(m).Speed, p.nearEnough(m, a[0])-beside+followMetres) == action.Failure {
		return action.Failure
	}
	return action.Running
}

func fleeFrom(p *Playground, c *action.Ctx, m *member, a *arguments, d *deed) action.Status {
	threat, ok := p.Where(c.Agent(), a[0])
	far := fleeMetres
	if a.has(1) {
		far = number(a[1])
	}
	if !ok || p.at(m).Distance(threat) >= far {
		return action.Success
	}
	if !d.Begun || c.Tick() >= d.Until {
		d.Begun, d.Until = true, c.Tick()+p.ticks(1)
		d.setSpot(p.wayOut(m, threat, c.Rand()))
	}
	if s := p.walk(m, &d.Walk, d.spot(), p.traits(m).Speed, atLeg); s != action.Running {
		d.Begun = false // on to another spot
	}
	return action.Running
}

// wayOut returns the nearby spot that is farthest from a threat and can be reached in a straight line; if all
// directions are blocked, any spot of the map.
func (p *Playground) wayOut(m *member, threat arena.Point, r *det.Rand) arena.Point {
	const ways = 16
	at, radius := p.at(m), p.traits(m).Radius
	best, far := at, at.Distance(threat)+1
	for i := range ways {
		to := around(at, fleeLeg, float64(float64(i)*2*math.Pi/ways))
		if d := to.Distance(threat); d > far && p.scene.Map.Clear(at, to, radius) {
			best, far = to, d
		}
	}
	if best != at {
		return best
	}
	if to, ok := p.free(r, radius); ok {
		return to
	}
	return at
}

// around returns the point so many metres from another, in a direction.
func around(at arena.Point, metres, angle float64) arena.Point {
	return arena.Point{X: at.X + float64(metres*det.Cos(angle)), Y: at.Y + float64(metres*det.Sin(angle))}
}

func hideFrom(p *Playground, c *action.Ctx, m *member, a *arguments, d *deed) action.Status {
	if !d.Begun {
		d.Begun = true
		threat, ok := p.Where(c.Agent(), a[0])
		if !ok {
			return action.Success
		}
		spot, ok := p.cover(m, threat)
		if !ok {
			return action.Failure
		}
		d.setSpot(spot)
	}
	return p.walk(m, &d.Walk, d.spot(), p.traits(m).Speed, atLeg)
}

// cover returns the nearest spot around that a point has no view of.
func (p *Playground) cover(m *member, threat arena.Point) (arena.Point, bool) {
	const ways, rings = 16, 4
	at, radius := p.at(m), p.traits(m).Radius
	if !p.scene.Map.Visible(threat, at) {
		return at, true
	}
	for ring := range rings {
		for i := range ways {
			to := around(at, float64(float64(ring+1)*hideMetres/rings), float64(float64(i)*2*math.Pi/ways))
			if p.scene.Map.Fits(to, radius) && !p.scene.Map.Visible(threat, to) {
				return to, true
			}
		}
	}
	return arena.Point{}, false
}

func wanderAbout(p *Playground, c *action.Ctx, m *member, _ *arguments, d *deed) action.Status {
	if !d.Begun && !p.stray(m, d, c.Rand()) {
		return action.Failure
	}
	return p.walk(m, &d.Walk, d.spot(), float64(p.traits(m).Speed*wanderSpeed), atLeg)
}

// stray finds a random spot that a way leads to.
func (p *Playground) stray(m *member, d *deed, r *det.Rand) bool {
	const tries = 16 // parts of the map may be walled in
	for range tries {
		if to, ok := freeAround(p.scene.Map, r, p.traits(m).Radius, p.at(m), wanderMetres); ok && p.course(m, &d.Walk, p.at(m), to) {
			d.Begun = true
			d.setSpot(to)
			return true
		}
	}
	return false
}

func searchAt(p *Playground, c *action.Ctx, m *member, a *arguments, d *deed) action.Status {
	if !d.Begun {
		to, ok := p.Where(c.Agent(), a[0])
		if !ok {
			return action.Failure
		}
		d.Begun = true
		d.setSpot(to)
	}
	if d.Phase == 0 {
		s := p.walk(m, &d.Walk, d.spot(), p.traits(m).Speed, p.traits(m).Radius+beside)
		if s != action.Success {
			return s
		}
		d.Phase = 1
	}
	return p.turnAround(m, d)
}

func lookAround(p *Playground, _ *action.Ctx, m *member, _ *arguments, d *deed) action.Status {
	return p.turnAround(m, d)
}

// turnAround turns a character a bit, until it has turned around once.
func (p *Playground) turnAround(m *member, d *deed) action.Status {
	p.arena.Stop(m.body)
	m.legs = 0
	ch, _ := p.arena.Character(m.body)
	const whole = 2 * math.Pi
	turn := min(float64(whole/float64(p.ticks(aroundTime))), whole/4) // less than half a turn, so that it turns on
	angle := det.Atan2(ch.Facing.Y, ch.Facing.X) + turn
	p.arena.Face(m.body, around(ch.At, 1, angle), 1)
	if d.Turned += turn; d.Turned < whole-1e-9 {
		return action.Running
	}
	return action.Success
}

func face(p *Playground, c *action.Ctx, m *member, a *arguments, _ *deed) action.Status {
	to, ok := p.Where(c.Agent(), a[0])
	if !ok {
		return action.Failure
	}
	p.arena.Face(m.body, to, c.DT())
	ch, _ := p.arena.Character(m.body)
	far := ch.At.Distance(to)
	if along := float64((to.X-ch.At.X)*ch.Facing.X) + float64((to.Y-ch.At.Y)*ch.Facing.Y); along >= float64(far*0.999) {
		return action.Success
	}
	return action.Running
}

func stand(p *Playground, c *action.Ctx, m *member, a *arguments, d *deed) action.Status {
	p.arena.Stop(m.body)
	if !a.has(0) {
		return action.Running
	}
	if !d.Begun {
		d.Begun, d.Until = true, c.Tick()+p.ticks(number(a[0]))
	}
	if c.Tick() < d.Until {
		return action.Running
	}
	return action.Success
}

func (d *deed) setSpot(at arena.Point) { d.Spot = action.Vec2{X: at.X, Y: at.Y} }

func (d *deed) spot() arena.Point { return arena.Point{X: d.Spot.X, Y: d.Spot.Y} }
