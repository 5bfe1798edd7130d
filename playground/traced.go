package playground

import (
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// Figures appends the positions of living characters and of items on the map to buf, for [ktrace.Options].Figures.
func (p *Playground) Figures(buf []ktrace.Figure) []ktrace.Figure {
	for i := range p.Len() {
		c := p.Character(i)
		if c.Agent == 0 {
			continue
		}
		buf = append(buf, ktrace.Figure{Key: p.crowd.Number(c.Agent), Thing: p.names[i], X: c.At.X, Y: c.At.Y, Facing: [2]float64{c.Facing.X, c.Facing.Y}, Health: c.Health, Team: c.Team})
	}
	for i := range p.items {
		it := &p.items[i]
		if it.there {
			buf = append(buf, ktrace.Figure{Key: -1 - int64(i), Thing: thingNames[p.scene.Items[it.supply].Kind], X: it.at.X, Y: it.at.Y, Health: -1})
		}
	}
	return buf
}

// thingNames are the names of items in traces.
var thingNames = map[arena.ItemKind]string{arena.Energy: "energy", arena.Power: "power"}

// Land returns the fixed parts of the world, for [ktrace.Options].Land.
func (s *Scene) Land() []ktrace.Feature {
	w, h := s.Map.Size()
	list := []ktrace.Feature{{Kind: ktrace.Bounds, B: [2]float64{w, h}}}
	for _, wall := range s.Map.Walls() {
		f := ktrace.Feature{Kind: ktrace.Wall, A: [2]float64{wall.A.X, wall.A.Y}, B: [2]float64{wall.B.X, wall.B.Y}}
		if wall.Solid {
			f.Kind = ktrace.Box
		}
		list = append(list, f)
	}
	return list
}
