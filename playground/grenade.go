package playground

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
)

// What grenades do.
const (
	// ThrowMetres is the range of a throw, and throwSeconds its duration.
	ThrowMetres  = 16.0
	throwSeconds = 0.5
	// FuseSeconds is the time from landing to explosion.
	FuseSeconds = 2.0
	// BlastMetres is the radius of a grenade's blast, and BlastDamage the health that it takes at the centre, falling
	// to none at the edge.
	BlastMetres = 4.5
	BlastDamage = 90.0
	// bombMetres is how near one must lie to be noticed.
	bombMetres = 6.0
	// MaxBombs is the maximum number of grenades at once. At the limit, no more are thrown.
	MaxBombs = 1024
)

// bomb is a grenade that lies about.
type bomb struct {
	by    int32 // place of who threw it
	at    arena.Point
	burst int64 // tick in which it explodes
}

func throwGrenade(p *Playground, c *action.Ctx, m *member, a *arguments, d *deed) action.Status {
	if !d.Begun {
		to, ok := p.Where(c.Agent(), a[0])
		if !ok {
			return action.Failure
		}
		d.Begun, d.Until = true, c.Tick()+p.ticks(throwSeconds)
		d.setSpot(to)
	}
	at, to := p.at(m), d.spot()
	if m.bombs == 0 || len(p.bombs) == MaxBombs || at.Distance(to) > ThrowMetres || !p.scene.Map.Visible(at, to) {
		return action.Failure
	}
	p.arena.Face(m.body, to, c.DT())
	if c.Tick() < d.Until {
		return action.Running
	}
	m.bombs--
	m.tally.Thrown++
	by, _ := p.agents.get(m.agent)
	p.bombs = append(p.bombs, bomb{by, to, c.Tick() + p.ticks(FuseSeconds)})
	return action.Success
}

// explode explodes the grenades that are due.
func (p *Playground) explode() {
	left := p.bombs[:0]
	for _, b := range p.bombs {
		if p.tick() < b.burst {
			left = append(left, b)
			continue
		}
		p.blast(&b)
	}
	p.bombs = left
}

// blast takes health from all characters that are near and in view, including comrades and the thrower.
func (p *Playground) blast(b *bomb) {
	by := &p.members[b.by]
	for i := range p.members {
		m := &p.members[i]
		if !m.alive() {
			continue
		}
		at := p.at(m)
		far := at.Distance(b.at)
		if far >= BlastMetres || !p.scene.Map.Visible(b.at, at) {
			continue
		}
		p.wound(by, m, float64(BlastDamage*(1-far/BlastMetres)), Blast, b.at)
	}
}

// bombBy returns the nearest grenade that a character notices, of those equally near the one thrown last, or nil.
func (p *Playground) bombBy(m *member) *bomb {
	if len(p.bombs) == 0 {
		return nil
	}
	var room [16]sense.Spot
	at, best, nearest := p.at(m), bombMetres, -1
	for _, s := range p.charts.bombs.near(sense.Point(at), bombMetres+1e-6, room[:0]) {
		i := int(s.Object)
		far := at.Distance(arena.Point(s.At))
		if (far < best || far == best && i > nearest) && p.scene.Map.Visible(at, arena.Point(s.At)) {
			nearest, best = i, far
		}
	}
	if nearest < 0 {
		return nil
	}
	return &p.bombs[nearest]
}

func (p *Playground) isBombNear(m *member) bool { return p.bombBy(m) != nil }

func (p *Playground) bombNear(m *member) arena.Point {
	if b := p.bombBy(m); b != nil {
		return b.at
	}
	return arena.Point{}
}
