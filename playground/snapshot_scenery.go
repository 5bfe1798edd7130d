package playground

import (
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// appendScenery saves landmarks, squads and grenades.
func (p *Playground) appendScenery(b []byte) []byte {
	b = codec.AppendUint(b, len(p.marks))
	for i := range p.marks {
		b = codec.AppendInt(b, int64(p.marks[i].object))
	}
	b = codec.AppendUint(b, len(p.groups))
	for _, id := range p.groups {
		b = codec.AppendInt(b, id)
	}
	b = codec.AppendUint(b, len(p.bombs))
	for i := range p.bombs {
		g := &p.bombs[i]
		b = codec.AppendInt(codec.AppendFloat(codec.AppendFloat(codec.AppendUint(b, g.by), g.at.X), g.at.Y), g.burst)
	}
	return b
}

func (p *Playground) readScenery(r *codec.Reader, s *saved) {
	if n := r.Count(); n != p.scene.CountLandmarks() {
		r.Fail(otherScene)
		return
	}
	for range p.scene.CountLandmarks() {
		s.marks = append(s.marks, world.Object(r.Int()))
	}
	if n := r.Count(); n != len(p.scene.Squads) {
		r.Fail(otherScene)
		return
	}
	for range p.scene.Squads {
		s.groups = append(s.groups, agent.ID(r.Int()))
	}
	for range r.Below(MaxBombs + 1) {
		g := bomb{by: int32(r.Below(max(1, len(s.members)))), at: arena.Point{X: r.Float(), Y: r.Float()}, burst: r.Int()}
		if r.Failed() {
			return
		}
		s.bombs = append(s.bombs, g)
	}
}

// takeScenery makes landmarks, squads and grenades what was read. Landmarks that a changed program does not know come again.
func (p *Playground) takeScenery(s *saved, now func(world.Object) (world.Object, bool)) {
	p.groups, p.bombs, p.marks = s.groups, s.bombs, nil
	for i := range p.scene.Objects {
		l := &p.scene.Objects[i]
		for _, at := range l.At {
			o, ok := now(s.marks[len(p.marks)])
			if !ok || !p.crowd.World().Alive(o) {
				o, _ = p.crowd.AddObject(l.Type, p.markName(l))
			}
			p.marks = append(p.marks, mark{o, at, l.Cover})
		}
	}
	for i, id := range p.groups {
		if !p.crowd.Has(id) {
			p.groups[i] = 0
		}
	}
	p.indexMarks()
}

// rejoin spawns the squads that are gone, and lets those join again who are in none, though they belong to one: a changed program may have
// dropped them.
func (p *Playground) rejoin() error {
	if err := p.form(); err != nil {
		return err
	}
	for i := range p.members {
		m := &p.members[i]
		if m.agent == 0 || p.scene.Casts[m.cast].squad < 0 || p.crowd.SquadOf(m.agent) != 0 {
			continue
		}
		if err := p.join(m); err != nil {
			return err
		}
	}
	return nil
}
