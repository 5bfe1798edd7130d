package htn

import (
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// A candidate in the pool is the words of the free variables, the order key, and its number, which keeps equal keys in
// canonical order.
const candidateExtra = 2

// bound returns the number of words of the free variables.
func (m *method) bound() int32 {
	last := &m.each[len(m.each)-1]
	return last.slot + int32(last.typ.Width()) - m.each[0].slot
}

// candidates appends the bindings for which the where-part holds to the pool, for a choice to take: in order, or as a
// heap if there are many, because most searches take the first one only.
func (p *Planner) candidates(m *method, ch *choice) {
	frame, first := ch.frame, int32(len(p.pool))
	top := len(p.words)
	p.words = extend(p.words, frame+m.frame)
	p.bind(m, 0, frame)
	ch.cand, ch.candEnd, ch.heap = first, int32(len(p.pool)), heapNone
	ch.candFirst, ch.putOff, ch.second = first, false, false
	ch.tops.pool = ch.candEnd
	if m.order != nil {
		p.arrange(m, ch)
	}
	p.words = p.words[:top]
}

// arrange brings the candidates of a choice into the order of their keys, as far as that is needed now.
func (p *Planner) arrange(m *method, ch *choice) {
	pool, width := p.pool[ch.cand:ch.candEnd], int(m.bound())+candidateExtra
	if len(pool) > fewCandidates*width {
		heapCandidates(pool, width)
		ch.heap = heapWhole
		return
	}
	sortCandidates(pool, width)
	if p.o.Reads != nil && m.cell != nil {
		p.notes.order(p, m, ch.frame, pool)
	}
}

// lead brings the first of the candidates left at a choice, which are a heap, to the front. Where reads are noted, the
// first candidate depends on less than the order of all; with the second they are sorted.
func (p *Planner) lead(m *method, ch *choice) {
	width := m.bound() + candidateExtra
	if p.o.Reads == nil || m.cell == nil {
		leadCandidate(p.pool[ch.cand:ch.candEnd], int(width))
		return
	}
	top := len(p.words)
	p.words = extend(p.words, ch.frame+m.frame)
	if ch.heap == heapWhole {
		leadCandidate(p.pool[ch.cand:ch.candEnd], int(width))
		p.notes.lead(p, m, ch.frame, p.pool[ch.cand:ch.candEnd])
		ch.heap = heapLed
	} else {
		sortCandidates(p.pool[ch.cand:ch.candEnd], int(width))
		p.notes.order(p, m, ch.frame, p.pool[ch.cand-width:ch.candEnd])
		ch.heap = heapNone
	}
	p.words = p.words[:top]
}

// bind tries every value of the ith free variable, and of those after it.
func (p *Planner) bind(m *method, i int, frame int32) {
	if i == len(m.each) {
		p.keep(m, frame)
		return
	}
	v := &m.each[i]
	slot := frame + v.slot
	switch {
	case p.o.Reads == nil:
	case v.known != nil:
		p.notes.Walked(p.state, v.known.Base)
	case v.mark != nil:
		p.notes.Marked(v.mark)
	default:
		p.notes.Members(v.typ)
	}
	if v.from != nil {
		p.bindSet(m, i, frame)
		return
	}
	top := len(p.places)
	if v.near != nil && p.findNear(m, v, frame) {
		for at := top; at < len(p.places) && p.bindTo(m, i, frame, slot, p.places[at]); at++ {
		}
		p.places = p.places[:top]
		return
	}
	for w, ok := p.firstValue(v); ok && p.bindTo(m, i, frame, slot, w); w, ok = p.nextValue(v, w) {
	}
}

// bindTo tries a value of the ith free variable. It returns false if the search has ended.
func (p *Planner) bindTo(m *method, i int, frame, slot int32, w world.Word) bool {
	p.words[slot] = w
	p.count()
	if p.stats.Nodes > p.limits.Nodes {
		p.halt = BoundNodes
	}
	if p.halt != NoBound {
		return false
	}
	if p.admits(m, &m.each[i], frame) {
		p.bind(m, i+1, frame)
	}
	return true
}

// findNear puts the places that a variable may take on the list, in canonical order. It returns false if all objects of
// the type are to be tried.
func (p *Planner) findNear(m *method, v *variable, frame int32) bool {
	var center [2]world.Word
	fr := p.frame(frame, m.frame)
	if p.tracker == nil {
		v.near.center.EvalInto(&p.machine, fr, center[:])
	} else {
		v.near.center.TrackInto(&p.machine, fr, center[:], p.tracker)
		p.notes.Walked(p.state, v.near.symbol.Base)
	}
	radius := v.near.radius.Note(&p.machine, fr, p.tracker)
	var ok bool
	p.places, ok = p.state.Near(v.near.symbol, v.typ.ID, center[0].Float(), center[1].Float(), radius.Float(), p.places)
	return ok
}

// bindSet tries the values of the set that the host returns for the ith free variable, in its order.
func (p *Planner) bindSet(m *method, i int, frame int32) {
	v := &m.each[i]
	top := p.ask(&p.machine, v, p.frame(frame, m.frame), p.tracker)
	for k := 0; ; k++ {
		w, ok := p.machine.Element(v.from, p.words[top:top+v.words+1], k) // what comes behind may have moved the words
		if !ok {
			break
		}
		if !p.bindTo(m, i, frame, frame+v.slot, w) {
			break
		}
	}
	p.words = p.words[:top]
}

// ask puts the arguments of a variable's set, and a free word behind them, on top of the words, and returns where.
// Whoever asks takes them away.
func (p *Planner) ask(machine *expr.Machine, v *variable, fr []world.Word, n *world.Notes) (top int32) {
	top = int32(len(p.words))
	p.words = extend(p.words, top+v.words+1)
	at := top
	for _, a := range v.args {
		width := int32(a.Type().Width())
		if dst := p.words[at : at+width]; n == nil {
			a.EvalInto(machine, fr, dst)
		} else {
			a.TrackInto(machine, fr, dst, n)
		}
		at += width
	}
	return top
}

// admits judges the conditions that a variable completes.
func (p *Planner) admits(m *method, v *variable, frame int32) bool {
	for _, c := range v.where {
		if !c.Judge(&p.machine, p.frame(frame, m.frame), p.tracker) {
			return false
		}
	}
	return true
}

// keep adds the present binding to the pool.
func (p *Planner) keep(m *method, frame int32) {
	number := world.Word(len(p.pool))
	key := world.Word(0)
	fr := p.frame(frame, m.frame)
	switch {
	case m.order == nil:
	case m.cell == nil:
		key = m.order.Note(&p.machine, fr, p.tracker)
	default: // see noting.order
		key = m.order.Eval(&p.machine, fr)
	}
	from := m.each[0].slot
	p.pool = append(p.pool, fr[from:from+m.bound()]...)
	p.pool = append(p.pool, key, number)
}

// firstValue returns the first value of a type that free variables range over: objects of a type, or values of an enum.
func (p *Planner) firstValue(v *variable) (world.Word, bool) {
	if v.typ.Kind == world.KindObject {
		return p.nextValue(v, 0)
	}
	return 0, len(p.d.Info.Schema.Enums[v.typ.ID].Values) > 0
}

// nextValue returns the value after w.
func (p *Planner) nextValue(v *variable, w world.Word) (world.Word, bool) {
	switch {
	case v.known != nil:
		w = p.state.NextRow(v.known.Base, v.typ.ID, w)
		return w, w != 0
	case v.typ.Kind == world.KindObject:
		w = p.state.NextMember(v.typ.ID, w)
		return w, w != 0
	}
	return w + 1, int(w)+1 < len(p.d.Info.Schema.Enums[v.typ.ID].Values)
}

// fewCandidates is up to how many candidates are sorted at once, by insertion.
const fewCandidates = 24

// heapState is the state of the ordering of a choice's candidates.
type heapState uint8

const (
	heapNone  heapState = iota // they are in the order in which they are taken
	heapWhole                  // they are a heap, and none has been taken
	heapLed                    // one has been taken, and what that depends on is noted
)

// heapCandidates makes entries a heap with the least at the end of the pool: so its front stays free for those that are
// taken. It returns how many swaps that took.
func heapCandidates(pool []world.Word, width int) (swaps int) {
	n := len(pool) / width
	for i := n/2 - 1; i >= 0; i-- {
		swaps += raiseCandidate(pool, width, i, n)
	}
	return swaps
}

// leadCandidate moves the least entry of a heap to the front; the others are a heap behind it. It returns how many
// swaps that took.
func leadCandidate(pool []world.Word, width int) (swaps int) {
	n := len(pool) / width
	if n == 1 {
		return 0
	}
	swapCandidates(pool, width, 0, n-1)
	return 1 + raiseCandidate(pool[width:], width, 0, n-1)
}

// raiseCandidate brings the ith entry of a heap, counted from the end, to its place.
func raiseCandidate(pool []world.Word, width, i, n int) (swaps int) {
	for {
		child := 2*i + 1
		if child >= n {
			return swaps
		}
		if child+1 < n && candidateLess(pool, width, n-2-child, n-1-child) {
			child++
		}
		if !candidateLess(pool, width, n-1-child, n-1-i) {
			return swaps
		}
		swapCandidates(pool, width, n-1-i, n-1-child)
		i = child
		swaps++
	}
}

// sortCandidates orders entries of the given width by their last two words, in place and without allocating: insertion
// for a few, heap sort for many. The order is total, so that either gives the same.
func sortCandidates(pool []world.Word, width int) {
	n := len(pool) / width
	if n <= fewCandidates {
		for i := 1; i < n; i++ {
			for j := i; j > 0 && candidateLess(pool, width, j, j-1); j-- {
				swapCandidates(pool, width, j, j-1)
			}
		}
		return
	}
	for i := n/2 - 1; i >= 0; i-- {
		sinkCandidate(pool, width, i, n)
	}
	for last := n - 1; last > 0; last-- {
		swapCandidates(pool, width, 0, last)
		sinkCandidate(pool, width, 0, last)
	}
}

func sinkCandidate(pool []world.Word, width, i, n int) {
	for {
		child := 2*i + 1
		if child >= n {
			return
		}
		if child+1 < n && candidateLess(pool, width, child, child+1) {
			child++
		}
		if !candidateLess(pool, width, i, child) {
			return
		}
		swapCandidates(pool, width, i, child)
		i = child
	}
}

func candidateLess(pool []world.Word, width, i, j int) bool {
	a, b := pool[(i+1)*width-2:], pool[(j+1)*width-2:]
	return a[0] < b[0] || a[0] == b[0] && a[1] < b[1]
}

func swapCandidates(pool []world.Word, width, i, j int) {
	a, b := pool[i*width:(i+1)*width], pool[j*width:(j+1)*width]
	for k := range a {
		a[k], b[k] = b[k], a[k]
	}
}
