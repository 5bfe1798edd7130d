package yard

import (
	"fmt"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/codec"
)

// The frame of a snapshot.
const (
	snapshotMagic   = "KRKYARD\n"
	snapshotVersion = 1
)

// maxWay is the number of turns of the player's path that are read: no path has more.
const maxWay = 1000

// Snapshot returns the yard with all that is in it, for [Yard.Rollback].
func (y *Yard) Snapshot() []byte {
	c := codec.NewWriter(codec.Begin(nil, snapshotMagic, snapshotVersion))
	for _, g := range y.guards {
		g.code(c)
	}
	y.player.code(c)
	bodies, crowd := y.arena.Snapshot(nil), y.crowd.Snapshot(nil)
	c.Bytes(&bodies)
	c.Bytes(&crowd)
	return codec.Seal(c.Written(), 0)
}

func (g *guard) code(c *codec.Coder) {
	codec.Uint(c, &g.body)
	c.Text(&g.doing)
	codec.Int(c, &g.rested)
	codec.Whole(c, &g.attacks)
	codec.Whole(c, &g.hits)
	codec.Whole(c, &g.returns)
}

func (p *player) code(c *codec.Coder) {
	codec.Uint(c, &p.body)
	c.Bools(&p.alive)
	codec.Uint(c, &p.chance.Counter)
	codec.Whole(c, &p.rest)
	codec.Whole(c, &p.falls)
	codec.List(c, &p.way, maxWay, func(at *arena.Point, c *codec.Coder) { c.Floats(&at.X, &at.Y) })
}

// Rollback restores a snapshot of this yard, or of another with the same program and seed. After an error nothing has
// changed.
func (y *Yard) Rollback(data []byte) error {
	payload, err := codec.Open(data, snapshotMagic, snapshotVersion)
	if err != nil {
		return fmt.Errorf("yard: %w", err)
	}
	r := codec.NewReader(payload)
	c := r.Coder()
	guards := make([]guard, len(y.guards))
	for i, g := range y.guards {
		guards[i] = guard{name: g.name, kind: g.kind, called: g.called, agent: g.agent}
		guards[i].code(c)
	}
	p := player{chance: y.player.chance}
	p.code(c)
	bodies, crowd := r.Bytes(), r.Bytes()
	r.End()
	if err := r.Err(); err != nil {
		return fmt.Errorf("yard: %w", err)
	}
	before := y.arena.Snapshot(nil)
	if err := y.arena.Restore(bodies); err != nil {
		return err
	}
	if err := y.crowd.Rollback(crowd); err != nil {
		_ = y.arena.Restore(before) // it was its own a moment ago
		return err
	}
	for i := range guards {
		*y.guards[i] = guards[i]
	}
	y.player = p
	return nil
}

// Reload has the guards continue with another program. With an error nothing has changed.
func (y *Yard) Reload(p *karakuri.Program) (*karakuri.Report, error) {
	report, err := y.crowd.Reload(p, y.bindings()...)
	if err != nil {
		return nil, err
	}
	y.know(p)
	return report, nil
}
