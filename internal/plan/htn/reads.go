package htn

import (
	"math"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Reads records what the result of a search depends on: while none of it changes, planning again gives the same
// result. It watches outcomes, not values: a number may change between the thresholds to which conditions compared it,
// and order keys may change as long as the candidates keep their order. It allocates nothing once warm.
type Reads struct {
	Cells world.ReadSet

	// everything is set when more cells than maxWholeCells were written without being named: any change then counts.
	everything bool
}

// Affected reports whether one of the changes touches what the result depends on.
func (r *Reads) Affected(st *world.State, changes []world.Change) bool {
	return r.everything && len(changes) > 0 || r.Cells.Affected(st, changes)
}

// IsNamed reports whether the cells are known; otherwise any change counts.
func (r *Reads) IsNamed() bool { return !r.everything }

// CopyFrom makes r equal to other, in its own memory.
func (r *Reads) CopyFrom(other *Reads) {
	r.everything = other.everything
	r.Cells.CopyFrom(&other.Cells)
}

// Add adds what another result depends on.
func (r *Reads) Add(other *Reads) {
	r.everything = r.everything || other.everything
	for _, t := range other.Cells.Enumerated() {
		r.Cells.Members(t)
	}
	other.Cells.All(func(i world.Interval) bool {
		r.Cells.Read(i.Addr, i.Lo, i.Hi)
		return true
	})
}

// Read implements expr.Tracker.
func (r *Reads) Read(a world.Addr, lo, hi world.Word) { r.Cells.Read(a, lo, hi) }

// Members implements expr.Tracker.
func (r *Reads) Members(t world.Type) {
	if t.Kind == world.KindObject {
		r.Cells.Members(t.ID)
	}
}

// Marked implements expr.Tracker.
func (r *Reads) Marked(sym *world.Symbol) { r.Cells.Marked(sym) }

// noting is where a planner, and the code that judges completion for it, notes reads. Reads of cells that the plan
// itself has written do not count.
type noting struct {
	world.Notes
	everything bool // see Reads
	targets    []expr.Access
	picture    *world.State // of the planner that is about to write
	writes     []written
	note       func(expr.Access)
}

// written is a cell that an effect is about to write, with its value before.
type written struct {
	addr world.Addr
	old  world.Word
}

// begin sets the notes up for a planner that has just taken its picture.
func (n *noting) begin(p *Planner) {
	if p.nesting > 0 {
		n.Nest(p.state)
		return
	}
	n.everything = false
	n.Begin(p.state)
}

// take makes the notes what the result depends on, in memory of a pool.
func (r *Reads) take(n *noting, s *PlanPool) {
	r.everything = n.everything
	s.enter()
	r.Cells.Take(&n.Notes, &s.reads)
	s.leave()
}

// Free makes the reads none, and gives their memory to a pool.
func (r *Reads) Free(s *PlanPool) {
	s.enter()
	r.Cells.Free(&s.reads)
	s.leave()
}

// effects applies effects and notes their reads. If tasks can lead to themselves, the search compares states, so that
// it also matters whether a written cell had that value already.
func (n *noting) effects(p *Planner, e *expr.Effects, fr []world.Word) {
	before := p.state.Mark()
	if !p.d.recursive {
		e.Track(&p.machine, fr, &n.Notes)
		n.Wrote(before)
		return
	}
	n.aim(p, e, fr)
	e.Track(&p.machine, fr, &n.Notes)
	for i := range n.writes {
		w := &n.writes[i]
		switch now := p.state.Get(w.addr); {
		case now == w.old:
			n.Add(w.addr, w.old, w.old)
		case now < w.old:
			n.Add(w.addr, now+1, math.MaxInt64)
		default:
			n.Add(w.addr, math.MinInt64, now-1)
		}
	}
	n.Wrote(before)
}

// aim finds the cells that effects may write, except for those for which nothing more must be noted.
func (n *noting) aim(p *Planner, e *expr.Effects, fr []world.Word) {
	n.writes, n.picture = n.writes[:0], p.state
	var ok bool
	if n.targets, ok = e.Targets(fr, n.targets[:0]); ok {
		for i := range n.targets {
			n.addWrite(n.targets[i])
		}
		return
	}
	if n.note == nil {
		n.note = n.addWrite
	}
	e.Footprint(p.beside(true), fr, ignoreAccess, n.note)
}

func ignoreAccess(expr.Access) {}

func (n *noting) addWrite(a expr.Access) {
	if !a.Whole {
		n.addCell(a.Addr)
		return
	}
	if a.Sym.Cells > maxWholeCells {
		n.everything = true
		return
	}
	for i := range a.Sym.Cells * uint64(a.Sym.Type.Width()) {
		n.addCell(a.Sym.Base + world.Addr(i))
	}
}

func (n *noting) addCell(a world.Addr) {
	if !n.IsFinal(a) && !n.Written(a) {
		n.writes = append(n.writes, written{a, n.picture.Get(a)})
	}
}

// order notes how far the order keys of candidates, each of which is one cell, may move without changing places: half
// way to their neighbours. Of any other key every cell read must stay.
func (n *noting) order(p *Planner, m *method, frame int32, pool []world.Word) {
	width := int(m.bound()) + candidateExtra
	count := len(pool) / width
	fr := p.frame(frame, m.frame)
	for i := range count {
		entry := pool[i*width : (i+1)*width]
		copy(fr[m.each[0].slot:], entry[:width-candidateExtra])
		addr, ok := m.keyAddr(fr)
		if !ok {
			m.order.Note(p.beside(true), fr, &n.Notes)
			continue
		}
		lo, hi := world.Word(math.MinInt64), world.Word(math.MaxInt64)
		if i > 0 {
			lo = upperHalf(pool[i*width-candidateExtra], entry[width-candidateExtra])
		}
		if i+1 < count {
			hi = upperHalf(entry[width-candidateExtra], pool[(i+2)*width-candidateExtra]) - 1
			hi = max(hi, entry[width-candidateExtra])
		}
		n.Read(addr, lo, hi)
	}
}

// lead notes the same of the first of candidates of which only that is taken: it is the first, and the next one is the
// last. The others may change places.
func (n *noting) lead(p *Planner, m *method, frame int32, pool []world.Word) {
	width := int(m.bound()) + candidateExtra
	fr := p.frame(frame, m.frame)
	first, next := pool[width-candidateExtra:width], pool[len(pool)-candidateExtra:]
	middle := upperHalf(first[0], next[0])
	for at := 0; at < len(pool); at += width {
		entry := pool[at : at+width]
		copy(fr[m.each[0].slot:], entry[:width-candidateExtra])
		addr, ok := m.keyAddr(fr)
		key, lo, hi := entry[width-candidateExtra], middle, world.Word(math.MaxInt64)
		switch {
		case !ok:
			m.order.Note(&p.machine, fr, &n.Notes)
			continue
		case at == 0:
			lo, hi = math.MinInt64, max(middle-1, key)
		case entry[width-1] < first[1]: // with the same key it would be the first
			lo = max(middle, first[0]+1)
		}
		n.Read(addr, lo, hi)
	}
}

// upperHalf returns the least key that counts as the greater one's: keys from there up to b keep above a's half.
func upperHalf(a, b world.Word) world.Word {
	gap := uint64(b) - uint64(a)
	return a + world.Word(gap-gap/2)
}

// maxKeyArgs is the maximum number of arguments of a cell that is examined as a cell when it is an order key.
const maxKeyArgs = 4

// keyCell returns the cell that an order key is, if it is one whose arguments are in the frame; else nil.
func keyCell(t *expr.Term) *expr.Term {
	if t == nil || t.Kind != expr.TermCell || len(t.Args) > maxKeyArgs {
		return nil
	}
	for _, a := range t.Args {
		if a.Kind != expr.TermConst && a.Kind != expr.TermVar {
			return nil
		}
	}
	return t
}

// keyAddr returns the address of the cell that the order key is.
func (m *method) keyAddr(fr []world.Word) (world.Addr, bool) {
	var args [maxKeyArgs]world.Word
	for i, a := range m.cell.Args {
		if args[i] = a.Words[0]; a.Kind == expr.TermVar {
			args[i] = fr[a.Slot]
		}
	}
	return m.cell.Symbol.Addr(args[:len(m.cell.Args)]...)
}
