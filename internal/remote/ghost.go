package remote

import (
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
)

// Figure is the body of an agent, as another session can show it to its own agents: as a ghost.
type Figure struct {
	Agent karakuri.AgentID
	Type  string // of the body
	Is    action.SenseObject
}

// Figures returns the bodies of the session's agents at the places that near accepts, in the order of objects. Ghosts
// are not among them.
func (s *Session) Figures(near func(at action.Vec2) bool) (list []Figure) {
	st := s.in.World()
	for i := range s.senses.bodies {
		b := &s.senses.bodies[i]
		if id := s.in.AgentOf(b.id); id != 0 && st.Alive(b.id) && near(b.is.At) {
			list = append(list, Figure{id, s.typeName(st.LastType(b.id)), b.is})
		}
	}
	return list
}

func (s *Session) typeName(id int32) string {
	for i := range s.program.Info.Schema.Types {
		if t := &s.program.Info.Schema.Types[i]; t.ID == id {
			return t.Name
		}
	}
	return ""
}

// Ghost is an object that shows an agent of another session.
type Ghost struct {
	Object karakuri.Object // 0: there is none yet, or there is no room for it
	Name   string          // that no other object has
	Type   string
	Is     action.SenseObject
}

// Haunt changes what ghosts there are. It shows some, and sets their objects; others can no longer be perceived, and
// the objects of others are removed. Out is what the game learns of that.
func (s *Session) Haunt(shown []Ghost, hidden, removed []karakuri.Object) (out []byte) {
	s.fresh()
	for _, o := range removed {
		s.in.RemoveObject(o)
		s.senses.remove(o)
	}
	for _, o := range hidden {
		s.senses.remove(o)
	}
	for i := range shown {
		g := &shown[i]
		if !s.in.World().Alive(g.Object) {
			s.senses.remove(g.Object)
			g.Object, _ = s.in.AddObject(g.Type, g.Name) // 0 if there is no such type, or no room
		}
		if g.Object != 0 {
			s.senses.put(body{id: g.Object, is: g.Is})
		}
	}
	return slices.Clone(s.out)
}

// PlaceOf returns where the body of an object is; zero if it has none.
func (s *Session) PlaceOf(o karakuri.Object) action.Vec2 {
	if i, ok := s.senses.find(o); ok {
		return s.senses.bodies[i].is.At
	}
	return action.Vec2{}
}

// put notes how an object is that can be perceived; what is known of its voice stays.
func (sc *scenery) put(b body) {
	i, ok := sc.find(b.id)
	if !ok {
		sc.bodies = slices.Insert(sc.bodies, i, body{})
	}
	b.voice = sc.bodies[i].voice
	sc.bodies[i] = b
}

// Numbers returns the numbers of a figure: position, velocity, facing, importance, values.
func (f *Figure) Numbers() []*float64 {
	list := numbers(&f.Is)
	return list[:]
}

// IsSound reports whether a figure can be one: its numbers are finite.
func (f *Figure) IsSound() bool {
	for _, n := range f.Numbers() {
		if math.IsNaN(*n) || math.IsInf(*n, 0) {
			return false
		}
	}
	return f.Is.Has <= action.AllSenseParts
}
