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

// maxWay is how many turns of the player's way are read: more no way has.
const maxWay = 1000

// Snapshot returns the yard with all that is in it, for [Yard.Rollback].
func (y *Yard) Snapshot() []byte {
	b := codec.Begin(nil, snapshotMagic, snapshotVersion)
	for _, g := range y.guards {
		b = codec.AppendUint(b, uint64(g.body))
		b = codec.AppendText(b, g.doing)
		b = codec.AppendInt(b, g.rested)
		b = codec.AppendUint(b, g.attacks)
		b = codec.AppendUint(b, g.hits)
		b = codec.AppendUint(b, g.returns)
	}
	b = y.player.append(b)
	b = codec.AppendBytes(b, y.arena.Snapshot(nil))
	b = codec.AppendBytes(b, y.crowd.Snapshot(nil))
	return codec.Seal(b, 0)
}

func (p *player) append(b []byte) []byte {
	b = codec.AppendUint(b, uint64(p.body))
	b = codec.AppendBool(b, p.alive)
	b = codec.AppendUint(b, p.chance.Counter)
	b = codec.AppendUint(b, p.rest)
	b = codec.AppendUint(b, p.falls)
	b = codec.AppendUint(b, len(p.way))
	for _, at := range p.way {
		b = codec.AppendFloat(codec.AppendFloat(b, at.X), at.Y)
	}
	return b
}

// Rollback takes everything back to a snapshot of this yard or of another one of its program and seed. With an error nothing has changed.
func (y *Yard) Rollback(data []byte) error {
	payload, err := codec.Open(data, snapshotMagic, snapshotVersion)
	if err != nil {
		return fmt.Errorf("yard: %w", err)
	}
	r := codec.NewReader(payload)
	guards := make([]guard, len(y.guards))
	for i, g := range y.guards {
		guards[i] = guard{name: g.name, kind: g.kind, called: g.called, agent: g.agent, body: arena.ID(r.Uint()), doing: r.Text(), rested: r.Int(),
			attacks: int(r.Uint()), hits: int(r.Uint()), returns: int(r.Uint())}
	}
	p := player{chance: y.player.chance}
	p.read(r)
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

func (p *player) read(r *codec.Reader) {
	p.body, p.alive, p.chance.Counter = arena.ID(r.Uint()), r.Bool(), r.Uint()
	p.rest, p.falls = int(r.Uint()), int(r.Uint())
	n := r.Count()
	if n > maxWay {
		r.Fail("the way of the player has %d turns", n)
		return
	}
	for range n {
		p.way = append(p.way, arena.Point{X: r.Float(), Y: r.Float()})
	}
}

// Reload has the guards go on with another program. With an error nothing has changed.
func (y *Yard) Reload(p *karakuri.Program) (*karakuri.Report, error) {
	report, err := y.host(p).Reload(y.crowd)
	if err != nil {
		return nil, err
	}
	y.know(p)
	return report, nil
}
