package htn

import (
	"math"

	"github.com/karakuri-ai/karakuri/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Reads is what the result of a search depends on: as long as none of it changes, planning again gives the same. It watches
// outcomes, not values: a number may change freely between the thresholds that conditions compared it with, and order
// keys may change as long as the candidates stay in their order. It allocates nothing once warm.
type Reads struct {
	Cells world.ReadSet

	// everything is set when more cells than maxWholeCells were written without being named: any change then counts.
	everything bool
	chain      []*Planner // the planner, and those that judge completion for it
	writes     []written
	note       func(expr.Access)
}

// written is a cell that an effect is about to write, with its value before.
type written struct {
	addr world.Addr
	old  world.Word
}

func (r *Reads) begin(p *Planner) {
	if p.nesting == 0 {
		r.Cells.Reset()
		r.everything = false
	}
	r.chain = append(r.chain[:p.nesting], p)
}

// without forgets the planner that judged completion last. A nil Reads records nothing.
func (r *Reads) without() {
	if r != nil {
		r.chain = r.chain[:len(r.chain)-1]
	}
}

// Affected reports whether one of the changes touches what the result depends on.
func (r *Reads) Affected(st *world.State, changes []world.Change) bool {
	return r.everything && len(changes) > 0 || r.Cells.Affected(st, changes)
}

// Read implements expr.Tracker. What the plan itself has written is no reading of the world.
func (r *Reads) Read(a world.Addr, lo, hi world.Word) {
	if !r.planned(a) {
		r.Cells.Read(a, lo, hi)
	}
}

// Members implements expr.Tracker.
func (r *Reads) Members(t world.Type) {
	if t.Kind == world.KindObject {
		r.Cells.Members(t.ID)
	}
}

// planned reports whether the plan has written a cell.
func (r *Reads) planned(a world.Addr) bool {
	for _, p := range r.chain {
		for _, c := range p.state.Changes(p.start) {
			if c.Addr == a {
				return true
			}
		}
	}
	return false
}

// effects applies effects and notes what they read. Where tasks can lead to themselves the search compares states, so that
// it also matters whether a written cell had that value already.
func (r *Reads) effects(p *Planner, e *expr.Effects, fr []world.Word) {
	if !p.d.recursive {
		e.Track(&p.machine, fr, r)
		return
	}
	if r.note == nil {
		r.note = r.addWrite
	}
	r.writes = r.writes[:0]
	e.Footprint(&p.machine, fr, ignoreAccess, r.note)
	fresh := r.writes[:0]
	for _, w := range r.writes {
		if !r.planned(w.addr) {
			fresh = append(fresh, written{w.addr, p.state.Get(w.addr)})
		}
	}
	e.Track(&p.machine, fr, r)
	for _, w := range fresh {
		switch now := p.state.Get(w.addr); {
		case now == w.old:
			r.Cells.Read(w.addr, w.old, w.old)
		case now < w.old:
			r.Cells.Read(w.addr, now+1, math.MaxInt64)
		default:
			r.Cells.Read(w.addr, math.MinInt64, now-1)
		}
	}
}

func ignoreAccess(expr.Access) {}

func (r *Reads) addWrite(a expr.Access) {
	if !a.Whole {
		r.writes = append(r.writes, written{addr: a.Addr})
		return
	}
	if a.Sym.Cells > maxWholeCells {
		r.everything = true
		return
	}
	for i := range a.Sym.Cells * uint64(a.Sym.Type.Width()) {
		r.writes = append(r.writes, written{addr: a.Sym.Base + world.Addr(i)})
	}
}

// order notes how far the order keys of candidates may move without changing places. A key that is one cell may move half
// way to its neighbours; of any other key every cell read must stay.
func (r *Reads) order(p *Planner, m *method, frame int32, pool []world.Word) {
	width := int(m.bound()) + candidateExtra
	n := len(pool) / width
	fr := p.frame(frame, m.frame)
	for i := range n {
		entry := pool[i*width : (i+1)*width]
		copy(fr[m.each[0].slot:], entry[:width-candidateExtra])
		addr, ok := m.keyCell(fr)
		if !ok {
			m.order.Track(&p.machine, fr, r)
			continue
		}
		lo, hi := world.Word(math.MinInt64), world.Word(math.MaxInt64)
		if i > 0 {
			lo = upperHalf(pool[i*width-candidateExtra], entry[width-candidateExtra])
		}
		if i+1 < n {
			hi = upperHalf(entry[width-candidateExtra], pool[(i+2)*width-candidateExtra]) - 1
			hi = max(hi, entry[width-candidateExtra])
		}
		r.Read(addr, lo, hi)
	}
}

// upperHalf returns the least key that counts as the greater one's: keys from there up to b keep above a's half.
func upperHalf(a, b world.Word) world.Word {
	if a == b {
		return b
	}
	return a + world.Word((uint64(b)-uint64(a)+1)/2)
}

// keyCell returns the one cell that a method's order key is, if it is one.
func (m *method) keyCell(fr []world.Word) (world.Addr, bool) {
	t := m.cell
	if t == nil || t.Kind != expr.TermCell || len(t.Args) > 4 {
		return 0, false
	}
	var args [4]world.Word
	for i, a := range t.Args {
		switch a.Kind {
		case expr.TermConst:
			args[i] = a.Words[0]
		case expr.TermVar:
			args[i] = fr[a.Slot]
		default:
			return 0, false
		}
	}
	return t.Symbol.Addr(args[:len(t.Args)]...)
}
