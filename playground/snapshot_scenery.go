package playground

import (
	"github.com/karakuri-ai/karakuri/world"
)

// takeScenery sets landmarks, squads and grenades to the saved ones. Landmarks that a changed program does not know are
// made anew.
func (p *Playground) takeScenery(s *saved, now func(world.Object) (world.Object, bool)) {
	p.groups, p.bombs, p.marks = s.groups, s.bombs, nil
	for i := range p.scene.Objects {
		l := &p.scene.Objects[i]
		for _, at := range l.At {
			o, ok := now(s.marks[len(p.marks)].object)
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

// rejoin spawns the squads that no longer exist, and makes characters join their squad again if they are in none. A
// changed program may have dropped them.
func (p *Playground) rejoin() error {
	if err := p.form(); err != nil {
		return err
	}
	for i := range p.members {
		m := &p.members[i]
		if m.agent == 0 || p.scene.Casts[m.cast].squad < 0 || p.crowd.View().SquadOf(m.agent) != 0 {
			continue
		}
		if err := p.join(m); err != nil {
			return err
		}
	}
	return nil
}
