package htn

import (
	"math"

	"github.com/karakuri-ai/karakuri/world"
)

// A candidate in the pool is the words of the free variables, the order key, and its number, which keeps equal keys in
// canonical order.
const candidateExtra = 2

// bound returns how many words the free variables take.
func (m *method) bound() int32 {
	last := &m.each[len(m.each)-1]
	return last.slot + int32(last.typ.Width()) - m.each[0].slot
}

// candidates appends the bindings for which the where-part holds to the pool, ordered, and returns the stretch.
func (p *Planner) candidates(m *method, frame int32) (first, end int32) {
	first = int32(len(p.pool))
	top := len(p.words)
	p.words = extend(p.words, frame+m.frame)
	p.bind(m, 0, frame)
	end = int32(len(p.pool))
	if m.order != nil {
		sortCandidates(p.pool[first:end], int(m.bound())+candidateExtra)
		if p.o.Reads != nil && m.cell != nil {
			p.notes.order(p, m, frame, p.pool[first:end])
		}
	}
	p.words = p.words[:top]
	return first, end
}

// bind tries every value of the ith free variable, and of those after it.
func (p *Planner) bind(m *method, i int, frame int32) {
	if i == len(m.each) {
		p.keep(m, frame)
		return
	}
	v := &m.each[i]
	slot := frame + v.slot
	if p.o.Reads != nil {
		p.notes.Members(v.typ)
	}
	for w, ok := p.firstValue(v.typ); ok; w, ok = p.nextValue(v.typ, w) {
		p.words[slot] = w
		p.count()
		if p.stats.Nodes > p.limits.Nodes {
			p.halt = BoundNodes
		}
		if p.halt != NoBound {
			return
		}
		if p.admits(m, v, frame) {
			p.bind(m, i+1, frame)
		}
	}
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

// firstValue returns the first value of an enumerable type.
func (p *Planner) firstValue(t world.Type) (world.Word, bool) {
	switch t.Kind {
	case world.KindObject:
		o := p.state.NextMember(t.ID, 0)
		return o, o != 0
	case world.KindInt:
		return world.Word(t.Lo), t.Lo <= t.Hi
	case world.KindEnum:
		return 0, len(p.d.Info.Schema.Enums[t.ID].Values) > 0
	default:
		return 0, true // bool
	}
}

// nextValue returns the value after w.
func (p *Planner) nextValue(t world.Type, w world.Word) (world.Word, bool) {
	switch t.Kind {
	case world.KindObject:
		o := p.state.NextMember(t.ID, w)
		return o, o != 0
	case world.KindInt:
		return w + 1, int64(w) < t.Hi && int64(w) < math.MaxInt64
	case world.KindEnum:
		return w + 1, int(w)+1 < len(p.d.Info.Schema.Enums[t.ID].Values)
	default:
		return 1, w == 0
	}
}

// sortCandidates orders entries of the given width by their last two words, in place and without allocating: insertion
// for a few, heap sort for many. The order is total, so that either gives the same.
func sortCandidates(pool []world.Word, width int) {
	n := len(pool) / width
	if n <= 24 {
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
