package playground

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/world"
)

// Distances at which sounds are heard in the open, in metres, with a sense whose falloff is 1.
const (
	StrikeMetres = 10.0
	ShotMetres   = 20.0
	ShoutMetres  = 15.0
)

// pickUpSeconds is the time that picking something up takes.
const pickUpSeconds = 0.25

// number returns a number of an action.
func number(v action.Value) float64 {
	if v.Kind() == world.KindInt {
		return float64(v.Words[0])
	}
	return v.Words[0].Float()
}

func pickUp(p *Playground, c *action.Ctx, m *member, a *arguments, d *deed) action.Status {
	it, at := p.itemAt(a[0].Object()), p.at(m)
	if it == nil || at.Distance(it.at) > p.traits(m).Radius+pickUpReach || !p.scene.Map.Visible(at, it.at) {
		return action.Failure
	}
	if !d.Begun {
		d.Begun, d.Until = true, c.Tick()+p.ticks(pickUpSeconds)
	}
	if c.Tick() < d.Until {
		return action.Running
	}
	p.give(it, m)
	return action.Success
}

func strike(p *Playground, c *action.Ctx, m *member, a *arguments, _ *deed) action.Status {
	other, t := p.memberAt(a[0].Object()), p.traits(m)
	if other == nil || !p.inReach(m, other, t.Radius+t.Reach+p.traits(other).Radius) {
		return action.Failure
	}
	p.arena.Face(m.body, p.at(other), c.DT())
	if c.Tick() < m.ready {
		return action.Running
	}
	blow := min(m.power, t.Blow)
	m.power -= blow
	p.hit(m, other, t.Damage+blow, Strike)
	p.sound(m, StrikeMetres)
	return action.Success
}

func shoot(p *Playground, c *action.Ctx, m *member, a *arguments, _ *deed) action.Status {
	other, t := p.memberAt(a[0].Object()), p.traits(m)
	if other == nil || !p.inReach(m, other, t.Range) || !p.loaded(m) {
		return action.Failure
	}
	p.arena.Face(m.body, p.at(other), c.DT())
	if c.Tick() < m.ready {
		return action.Running
	}
	p.fire(m)
	if c.Rand().Chance(p.odds(m, other)) {
		p.hit(m, other, t.Shot, Shot)
	} else {
		m.tell(p, Shot, other, p.at(m), p.at(other), 0)
	}
	return action.Success
}

// inReach reports whether another character is not farther than some metres, from middle to middle, with no wall
// between.
func (p *Playground) inReach(m, other *member, metres float64) bool {
	from, to := p.at(m), p.at(other)
	return m != other && from.Distance(to) <= metres && p.scene.Map.Visible(from, to)
}

// hit takes health from a character. A character without health does nothing more, and is removed at the end of the
// step.
func (p *Playground) hit(m, other *member, damage float64, kind BlowKind) {
	m.ready = p.tick() + p.ticks(p.traits(m).Cooldown)
	m.tally.Attacks++
	p.wound(m, other, damage, kind, p.at(m))
}

// wound lets a character lose health to another, or to itself, by something that comes from a point.
func (p *Playground) wound(m, other *member, damage float64, kind BlowKind, from arena.Point) {
	taken := min(damage, other.health)
	m.tell(p, kind, other, from, p.at(other), taken)
	other.health -= taken
	other.hurt = p.tick()
	m.tally.Given += taken
	other.tally.Taken += taken
	if other.health <= 0 {
		if m != other && !p.isComrade(m, other) {
			m.tally.Kills++
		}
		return
	}
	if m == other || m.agent == 0 { // it has died since it threw the grenade
		return
	}
	p.crowd.Damage(other.agent, action.Damage{From: sense.ObjectID(m.object), At: sense.Point(p.at(m)), Amount: damage, Importance: importanceCharacter})
}

func shout(p *Playground, _ *action.Ctx, m *member, _ *arguments, _ *deed) action.Status {
	p.sound(m, ShoutMetres)
	return action.Success
}
