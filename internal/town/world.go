package town

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// World is the map of one program with the positions of its agents. Not safe for concurrent use.
type World struct {
	info    *def.Info
	seed    uint64
	places  []Place
	enums   map[int32][]Point      // spots of the values of an enum, by its ID
	things  map[world.Object]Point // objects that were there from the start
	goals   []world.Type           // what an agent can go to
	motions []motion               // by action
	at, pos *world.Symbol          // where an agent is; may be nil
	people  map[action.AgentID]*person
	room    []Point // for where people to come are: they lie together, for loops over all of them
	answers answers
	spots   []*world.Symbol // relations that say where things are
	bounds  Rect
}

// person is an agent on the map.
type person struct {
	at   *Point
	room []Point // at, and behind it the places of others
	jobs uint64  // begun so far
	walk int64   // the last tick in which it was on its way to somewhere

	step step // being carried out
}

// NewWorld lays out the map of a program.
func NewWorld(info *def.Info, seed uint64) *World {
	w := &World{info: info, seed: seed, enums: map[int32][]Point{}, things: map[world.Object]Point{},
		people: map[action.AgentID]*person{}, answers: newAnswers(info)}
	w.at, w.pos = w.own("at"), w.own("pos")
	w.spots, w.bounds = spotSymbols(info), wholeMap
	for _, sym := range w.spots {
		w.bounds = around(spotsOf(info.Initial, sym))
	}
	l := newLayout(seed)
	for _, a := range info.Actions {
		m := w.motionOf(a)
		w.motions = append(w.motions, m)
		if m.speed > 0 && m.target >= 0 {
			for _, t := range a.Params[m.target].Types {
				w.settle(l, t)
			}
		}
	}
	if w.at != nil {
		w.settle(l, w.at.Type)
	}
	return w
}

// own returns a stored symbol that each agent has once, or nil.
func (w *World) own(name string) *world.Symbol {
	sym := w.info.Schema.Symbol(name)
	if sym == nil || sym.Scope != world.ScopeAgent || len(sym.Params) > 0 {
		return nil
	}
	wanted := []world.Kind{world.KindEnum, world.KindObject}
	if name == "pos" {
		wanted = []world.Kind{world.KindVec2}
	}
	for _, k := range wanted {
		if sym.Type.Kind == k {
			return sym
		}
	}
	return nil
}

// settle gives the values of a type their positions, once: those that the program declares, otherwise those of the
// layout.
func (w *World) settle(l *layout, t world.Type) {
	w.goals = append(w.goals, t)
	switch t.Kind {
	case world.KindEnum:
		if w.enums[t.ID] != nil {
			return
		}
		for i, name := range w.info.Schema.Enums[t.ID].Values {
			at := w.place(l, t, world.Word(i), name)
			w.enums[t.ID] = append(w.enums[t.ID], at)
		}
	case world.KindObject:
		st := w.info.Initial
		for o := st.NextMember(t.ID, 0); o != 0; o = st.NextMember(t.ID, o) {
			if _, known := w.things[o]; !known {
				w.things[o] = w.place(l, t, o, st.ObjectName(o, t.ID))
			}
		}
	}
}

// place puts one place on the map and returns its position.
func (w *World) place(l *layout, t world.Type, v world.Word, name string) Point {
	at, ok := w.declared(w.info.Initial, t, v)
	if !ok {
		at = w.bounds.scale(l.next())
	}
	w.places = append(w.places, Place{Name: name, At: at, Thing: w.at != nil && !w.isPlace(t)})
	return at
}

// spotNames are the names of relations that hold positions: spot(p: place): vec2.
var spotNames = []string{"spot", "pos", "position", "location"}

// spotSymbols returns the relations that hold positions: vec2 relations of one parameter whose values differ.
func spotSymbols(info *def.Info) []*world.Symbol {
	var out []*world.Symbol
	for _, name := range spotNames {
		sym := info.Schema.Symbol(name)
		if sym != nil && len(sym.Params) == 1 && sym.Type.Kind == world.KindVec2 && len(spotsOf(info.Initial, sym)) > 1 {
			out = append(out, sym)
		}
	}
	return out
}

// spotsOf returns the points that a relation holds, apart from the default.
func spotsOf(st *world.State, sym *world.Symbol) []Point {
	var out []Point
	st.Cells(sym, func(_, words []world.Word) bool {
		out = append(out, Point{words[0].Float(), words[1].Float()})
		return true
	})
	return out
}

// declared returns the position that the program declares for a value.
func (w *World) declared(st *world.State, t world.Type, v world.Word) (Point, bool) {
	for _, sym := range w.spots {
		if p := sym.Params[0]; p.Kind != t.Kind || p.Kind == world.KindEnum && p.ID != t.ID {
			continue
		}
		if at, ok := sym.Addr(v); ok {
			return Point{st.Get(at).Float(), st.Get(at + 1).Float()}, true
		}
	}
	return Point{}, false
}

// Bounds returns the part of the plane that a map should show.
func (w *World) Bounds() Rect { return w.bounds }

// Places returns the places on the map. The slice belongs to the world.
func (w *World) Places() []Place { return w.places }

// Enter puts a new agent on the map: at the position in its state, otherwise at a random one. It writes "pos".
func (w *World) Enter(id action.AgentID, st *world.State) {
	p := &person{}
	w.settleIn(p, Point{})
	w.people[id] = p
	switch {
	case w.at != nil && w.known(w.value(w.at, st)):
		*p.at = w.spotOf(w.value(w.at, st))
	case w.pos != nil:
		*p.at = w.spotOf(w.value(w.pos, st))
	default:
		r := det.NewRand(w.seed, uint64(id), streamEnter)
		*p.at = w.bounds.scale(Point{r.Between(margin, Width-margin), r.Between(margin, Height-margin)})
	}
	w.note(p, st)
}

// settleIn allocates the position of an agent.
func (w *World) settleIn(p *person, at Point) {
	if len(w.room) == 0 {
		w.room = make([]Point, spotsTogether)
	}
	p.room, p.at, w.room = w.room[:1], &w.room[0], w.room[1:]
	*p.at = at
}

// spotsTogether is the number of positions allocated at a time.
const spotsTogether = 256

// At returns the position of an agent.
func (w *World) At(id action.AgentID) Point {
	if p := w.people[id]; p != nil {
		return *p.at
	}
	return Point{}
}

// Whereabouts returns the positions of agents, in order, in as few slices as possible. The slices belong to the world;
// read them between ticks, until the next [World.Restore]. It serves callers that read many positions in each tick. All
// agents must have been on the map.
func (w *World) Whereabouts(ids []action.AgentID) [][]Point {
	var list [][]Point
	for _, id := range ids {
		p := w.people[id]
		if n := len(list) - 1; n >= 0 && len(list[n]) < cap(list[n]) {
			if longer := list[n][:len(list[n])+1]; &longer[len(longer)-1] == p.at {
				list[n] = longer
				continue
			}
		}
		list = append(list, p.room)
	}
	return list
}

// Heading reports whether an agent was walking to a destination in a tick. A stroll has none.
func (w *World) Heading(id action.AgentID, tick int64) bool {
	p := w.people[id]
	return p != nil && p.walk == tick
}

// value returns the value of one of the agent's own symbols.
func (w *World) value(sym *world.Symbol, st *world.State) action.Value {
	v := action.Value{Type: sym.Type}
	v.Words[0] = st.Get(sym.Base)
	if sym.Type.Width() == 2 {
		v.Words[1] = st.Get(sym.Base + 1)
	}
	return v
}

// known reports whether a value can have a position: none cannot.
func (w *World) known(v action.Value) bool {
	switch v.Kind() {
	case world.KindEnum:
		return int(v.Words[0]) < len(w.enums[v.Type.ID])
	case world.KindObject:
		return v.Words[0] != 0
	}
	return v.Kind() == world.KindVec2
}

// spotOf returns the position of a value. That of an object created later depends only on the seed and the object.
func (w *World) spotOf(v action.Value) Point {
	switch v.Kind() {
	case world.KindEnum:
		return w.enums[v.Type.ID][v.Words[0]]
	case world.KindVec2:
		return Point{v.Words[0].Float(), v.Words[1].Float()}
	}
	if p, ok := w.things[v.Words[0]]; ok {
		return p
	}
	r := det.NewRand(w.seed, uint64(v.Words[0]), streamThings)
	return w.bounds.scale(Point{r.Between(margin, Width-margin), r.Between(margin, Height-margin)})
}

// note writes the position of the agent to "pos".
func (w *World) note(p *person, st *world.State) {
	if w.pos != nil {
		st.Set(w.pos.Base, world.Float(p.at.X))
		st.Set(w.pos.Base+1, world.Float(p.at.Y))
	}
}
