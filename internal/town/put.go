package town

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// besidePlace is the distance from a place, in metres, within which an agent is put at that place.
const besidePlace = 2.0

// Put moves an agent to a point of the map between two ticks. It is an input, like values that the host writes. Near a
// place, "at" becomes that place; elsewhere "at" stays as it was. It reports whether the agent is on the map.
func (w *World) Put(id action.AgentID, to Point, st *world.State) bool {
	p := w.people[id]
	if p == nil || st == nil {
		return false
	}
	*p.at = w.bounds.nearest(to)
	if v, at, ok := w.placeNear(*p.at, st); ok {
		*p.at = at
		st.Set(w.at.Base, v)
	}
	w.note(p, st)
	return true
}

// placeNear returns the value of "at" whose place is the nearest to a point, and its position.
func (w *World) placeNear(to Point, st *world.State) (v world.Word, at Point, ok bool) {
	if w.at == nil {
		return 0, to, false
	}
	best := besidePlace
	try := func(word world.Word, p Point) {
		if d := p.Distance(to); d < best {
			best, v, at, ok = d, word, p, true
		}
	}
	t := w.at.Type
	if t.Kind == world.KindEnum {
		for i, p := range w.enums[t.ID] {
			try(world.Word(i), p)
		}
		return v, at, ok
	}
	for o := st.NextMember(t.ID, 0); o != 0; o = st.NextMember(t.ID, o) {
		try(o, w.spotOf(action.Value{Type: t, Words: [2]world.Word{o}}))
	}
	return v, at, ok
}

// Spot returns the position of a value that an agent can walk to, and whether it is a place. If it has no position, ok
// is false.
func (w *World) Spot(v action.Value, st *world.State) (at Point, place, ok bool) {
	switch v.Kind() {
	case world.KindEnum:
		ok = w.known(v)
	case world.KindVec2:
		ok = true
	case world.KindObject:
		typ := st.TypeOf(v.Object())
		ok = v.Object() != 0 && typ >= 0 && slices.ContainsFunc(w.goals, func(t world.Type) bool { return t.Kind == world.KindObject && w.info.Schema.Types[t.ID].Has(typ) })
	}
	if !ok {
		return at, false, false
	}
	return w.spotOf(v), v.Kind() == world.KindVec2 || w.isPlace(v.Type), true
}
