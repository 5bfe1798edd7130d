package playground

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/arena"
)

// The effect of shots.
const (
	// CoverShare is the share of shots that hit despite cover, and PinnedShare the share of a suppressed shooter's
	// shots that hit, of those that would hit otherwise.
	CoverShare  = 0.25
	PinnedShare = 0.35
	// blindShare is the share of suppressing shots that hit.
	blindShare = 0.2
	// suppressSeconds is the duration of suppressing fire, and pinSeconds the time for which characters stay suppressed
	// after a shot.
	suppressSeconds = 2.0
	pinSeconds      = 1.5
	// pinMetres is how near to where shots go others are kept down.
	pinMetres = 3.0
)

// loaded reports whether a character has a round for its next shot.
func (p *Playground) loaded(m *member) bool { return m.rounds > 0 || p.traits(m).Rounds == 0 }

// fire uses a round up, and is heard.
func (p *Playground) fire(m *member) {
	if p.traits(m).Rounds > 0 {
		m.rounds--
	}
	m.ready = p.tick() + p.ticks(p.traits(m).Cooldown)
	m.tally.Shots++
	p.sound(m, ShotMetres)
}

// odds is how likely a shot is to hit.
func (p *Playground) odds(m, other *member) float64 {
	chance := p.traits(m).Aim
	if p.isPinned(m) {
		chance *= PinnedShare
	}
	if c, _ := p.arena.Character(other.body); c.Velocity != (arena.Point{}) {
		chance *= 1 - p.traits(other).Dodge
	}
	if other.isSheltered(p, p.at(m)) {
		chance *= CoverShare
	}
	return chance
}

func reload(p *Playground, c *action.Ctx, m *member, _ *arguments, d *deed) action.Status {
	t := p.traits(m)
	if m.spare == 0 || t.Rounds == 0 {
		return action.Failure
	}
	if !d.Begun {
		d.Begun, d.Until = true, c.Tick()+p.ticks(t.Reload)
	}
	if c.Tick() < d.Until {
		return action.Running
	}
	m.spare--
	m.rounds = int64(t.Rounds)
	return action.Success
}

func suppress(p *Playground, c *action.Ctx, m *member, a *arguments, d *deed) action.Status {
	if !d.Begun {
		to, ok := p.Where(c.Agent(), a[0])
		if !ok {
			return action.Failure
		}
		d.Begun, d.Until = true, c.Tick()+p.ticks(suppressSeconds)
		d.setSpot(to)
	}
	at, to := p.at(m), d.spot()
	if at.Distance(to) > p.traits(m).Range || !p.scene.Map.Visible(at, to) {
		return action.Failure
	}
	if !p.loaded(m) {
		if d.Phase == 0 {
			return action.Failure
		}
		return action.Success
	}
	p.arena.Face(m.body, to, c.DT())
	if c.Tick() >= m.ready {
		d.Phase++
		p.fire(m)
		m.tell(p, Suppression, nil, at, to, 0)
		p.pin(c, m, to)
	}
	if c.Tick() < d.Until {
		return action.Running
	}
	return action.Success
}

// pin keeps down the characters near the target of m's shots that are not of m's team.
func (p *Playground) pin(c *action.Ctx, m *member, to arena.Point) {
	var room [64]arena.ID
	for _, id := range p.arena.Near(to, pinMetres, room[:0]) {
		i, _ := p.bodies.get(id)
		other := &p.members[i]
		if other == m || !other.alive() || p.isComrade(m, other) || !p.scene.Map.Visible(p.at(m), p.at(other)) {
			continue
		}
		other.pinned = max(other.pinned, p.tick()+p.ticks(pinSeconds))
		if c.Rand().Chance(p.odds(m, other) * blindShare) {
			p.hit(m, other, p.traits(m).Shot, Suppression)
		}
	}
}

// isComrade reports whether two are of a team.
func (p *Playground) isComrade(m, other *member) bool {
	team := p.scene.Casts[m.cast].Team
	return team != 0 && team == p.scene.Casts[other.cast].Team
}
