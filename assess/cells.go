package assess

import (
	"slices"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/world"
)

// cells finds the values that change from tick to tick: those of the world and of squads, and those that agents sense.
// Numbers with a fraction and positions change all the time: they count only if the game writes them and they name a
// thing, as percepts of it do. Memories are left to percepts.
type cells struct {
	shared []*world.Symbol // of the world
	squads []*world.Symbol
	own    []*world.Symbol
	before map[karakuri.AgentID]map[world.Addr]world.Word // of the agents; of the world: 0
	now    map[world.Addr]world.Word                      // memory for the next one
	buf    []world.Object
}

// attend finds the symbols.
func (c *cells) attend(e *meter) {
	c.before, c.now = map[karakuri.AgentID]map[world.Addr]world.Word{}, map[world.Addr]world.Word{}
	for i := range e.info.Schema.Symbols {
		s := &e.info.Schema.Symbols[i]
		switch s.Type.Kind {
		case world.KindBool, world.KindEnum, world.KindInt, world.KindObject:
		default:
			if !s.Sensed || !namesThings(s) {
				continue
			}
		}
		switch {
		case s.Says != "" || s.Recalled:
		case s.Scope == world.ScopeWorld:
			c.shared = append(c.shared, s)
		case s.Scope == world.ScopeSquad:
			c.squads = append(c.squads, s)
		case s.Sensed:
			c.own = append(c.own, s)
		}
	}
}

// namesThings reports whether a symbol has an object among its parameters.
func namesThings(s *world.Symbol) bool {
	return slices.ContainsFunc(s.Params, func(t world.Type) bool { return t.Kind == world.KindObject })
}

// look compares with the tick before.
func (c *cells) look(e *meter) {
	for _, o := range c.differ(0, c.shared, e.crowd.World()) {
		for _, m := range e.order {
			m.news.add(e.tick, o)
		}
	}
	for _, m := range e.order {
		symbols := c.own
		if m.squad {
			symbols = c.squads
		}
		if len(symbols) == 0 {
			continue
		}
		for _, o := range c.differ(m.id, symbols, e.crowd.State(m.id)) {
			if m.news.add(e.tick, o); m.squad {
				c.spread(e, m, o)
			}
		}
	}
}

// spread tells the members of a squad.
func (c *cells) spread(e *meter, squad *mind, o world.Object) {
	for _, id := range e.crowd.View().Members(nil, squad.id) {
		if m := e.minds[id]; m != nil {
			m.news.add(e.tick, o)
		}
	}
}

// differ returns the objects that name changed values; 0 for a value that names none.
func (c *cells) differ(id karakuri.AgentID, symbols []*world.Symbol, st *world.State) []world.Object {
	c.buf = c.buf[:0]
	if st == nil {
		return nil
	}
	before, known := c.before[id]
	clear(c.now)
	for _, s := range symbols {
		st.Cells(s, func(args, words []world.Word) bool {
			a, _ := s.Addr(args...)
			w := words[0]
			if len(words) > 1 {
				w ^= world.Word(det.Mix(uint64(words[1])))
			}
			c.now[a] = w
			if was, there := before[a]; known && (!there || was != w) {
				c.name(s, args)
			}
			return true
		})
	}
	if known && len(before) > 0 {
		c.vanished(st, before)
	}
	c.before[id], c.now = c.now, before
	if c.now == nil {
		c.now = map[world.Addr]world.Word{}
	}
	return c.buf
}

// vanished finds the cells that have their default again. The order in which it finds them does not matter.
func (c *cells) vanished(st *world.State, before map[world.Addr]world.Word) {
	var room [8]world.Word
	for a := range before {
		if _, still := c.now[a]; !still {
			s := st.Schema().SymbolAt(a)
			c.name(s, st.Args(s, a, room[:0]))
		}
	}
}

// name adds the objects that a cell names.
func (c *cells) name(s *world.Symbol, args []world.Word) {
	found := false
	for i, t := range s.Params {
		if t.Kind == world.KindObject {
			c.buf, found = append(c.buf, args[i]), true
		}
	}
	if !found {
		c.buf = append(c.buf, 0)
	}
}
