package dfs

import (
	"math"
	"math/bits"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
	"github.com/karakuri-ai/karakuri/internal/plan/paged"
)

// everything is the position of a join over all facts of a predicate.
const everything int32 = -1

// option is a literal that can bind variables: the number of its facts, found by the object at a position.
type option struct {
	literal int32 // in the chunk
	pos     int32
	count   int32
}

// ask tests the rest of the current instance's condition, and binds variables on the way.
func (m *machine) ask() bool {
	for m.cur.pending != 0 || m.nextChunk() {
		best, ok := m.survey()
		switch {
		case !ok:
			return false
		case m.cur.pending == 0:
		case best.literal != none:
			m.cur.pending &^= 1 << best.literal
			if !m.firstFact(m.literal(best.literal), best.pos) {
				return false
			}
		default:
			if r := m.openVariable(); r < 0 && !m.enumerate(r) {
				return false
			}
		}
	}
	return m.stopped == ""
}

// nextChunk continues with the next literals of a long condition. It returns false if there are none, or at a limit.
func (m *machine) nextChunk() bool {
	left := len(m.cur.s.literals) - int(m.cur.chunk)*chunkLiterals
	if left <= 0 || !m.lim.mayContinue(int(m.cur.chunk)*chunkLiterals, chunkLiterals) {
		return false
	}
	m.cur.chunk++
	m.cur.pending = ^uint64(0) >> (chunkLiterals - min(left, chunkLiterals))
	return true
}

func (m *machine) literal(i int32) int32 { return (m.cur.chunk-1)*chunkLiterals + i }

// survey evaluates the literals that bind nothing, and returns the one of the others with the fewest facts. It returns
// false if one cannot hold.
func (m *machine) survey() (option, bool) {
	list := m.cur.s.literals[(m.cur.chunk-1)*chunkLiterals:]
	for w := m.cur.pending; w != 0; w &= w - 1 {
		i := bits.TrailingZeros64(w)
		if list[i].Kind == lifted.LitAtom {
			continue
		}
		if holds, settled := m.relate(&list[i]); !settled {
			continue
		} else if !holds {
			return option{}, false
		}
		m.cur.pending &^= 1 << i
	}
	best := option{literal: none, count: math.MaxInt32}
	for w := m.cur.pending; w != 0; w &= w - 1 {
		i := bits.TrailingZeros64(w)
		l := &list[i]
		if l.Kind != lifted.LitAtom {
			continue
		}
		pos, count, open := m.estimate(l, m.cur.vars)
		switch {
		case !open:
			if m.facts.holds(l.Pred, m.scratch.objects) == l.Neg {
				return option{}, false
			}
			m.cur.pending &^= 1 << i
		case l.Neg:
		case count == 0:
			return option{}, false
		case count < best.count:
			best = option{int32(i), pos, count}
		}
	}
	return best, true
}

// relate evaluates a literal about variables, not facts, if that is possible now.
func (m *machine) relate(l *lifted.Literal) (holds, settled bool) {
	a := m.term(m.cur.vars, l.Args[0])
	switch {
	case l.Kind == lifted.LitType && !l.Neg:
		return m.narrow(a, l.Type), true
	case l.Kind == lifted.LitType && a >= 0:
		return !m.p.Types[l.Type].Has(a), true
	case l.Kind == lifted.LitType:
		return false, false
	}
	b := m.term(m.cur.vars, l.Args[1])
	if l.Neg {
		return m.differ(a, b), true
	}
	return m.unify(a, b), true
}

// estimate returns an upper bound on the facts of an atom, and the position with the fewest. If the atom is not open,
// its objects are then in scratch.objects.
func (m *machine) estimate(l *lifted.Literal, vars int32) (pos, count int32, open bool) {
	pos, count = everything, m.facts.all[l.Pred]
	with := m.facts.with[l.Pred]
	args := m.scratch.objects[:0]
	for i, t := range l.Args {
		o := m.term(vars, t)
		args = append(args, o)
		if o < 0 {
			open = true
		} else if n := with[int32(i)*m.facts.objs+o]; n < count {
			pos, count = int32(i), n
		}
	}
	m.scratch.objects = args
	return pos, count, open
}

// openVariable returns the first open variable of the pending, negated literals. If that has been bound meanwhile, it
// returns an object.
func (m *machine) openVariable() ref {
	l := &m.cur.s.literals[m.literal(int32(bits.TrailingZeros64(m.cur.pending)))]
	for _, t := range l.Args {
		if r := m.term(m.cur.vars, t); r < 0 {
			return r
		}
	}
	return 0
}

// firstFact satisfies a literal with the first fact that fits.
func (m *machine) firstFact(literal, pos int32) bool {
	if m.backward(literal) {
		list := m.candidates(&m.cur.s.literals[literal], pos)
		return m.join(literal, pos, int32(list.Len()-1), -1)
	}
	return m.join(literal, pos, 0, 1)
}

// join satisfies a literal with the next fact of a list that fits, starting at an index, and pushes a frame if there is
// another.
func (m *machine) join(literal, pos, from, by int32) bool {
	l := &m.cur.s.literals[literal]
	list := m.candidates(l, pos)
	mk, seen := m.mark(), 0
	for i := m.fit(l, &list, from, by, &seen); i != none; {
		next := m.fit(l, &list, i+by, by, &seen)
		if m.match(l, list.At(int(i))) {
			if next != none {
				m.leave(frame{kind: joinFrame, mark: mk, what: literal, pos: pos, next: next})
			}
			return true
		}
		m.undo(mk.trail)
		i = next
	}
	return false
}

// candidates returns the facts of an atom's predicate that have its object at a position.
func (m *machine) candidates(l *lifted.Literal, pos int32) paged.View {
	if pos == everything {
		return m.facts.store.All(l.Pred)
	}
	return m.facts.store.With(l.Pred, int(pos), m.term(m.cur.vars, l.Args[pos]))
}

// fit returns the index of the next fact that holds and fits, in either direction from an index; none if no such fact
// exists, or at a limit. It counts the facts that it visits.
func (m *machine) fit(l *lifted.Literal, list *paged.View, from, by int32, seen *int) int32 {
next:
	for i := from; i >= 0 && int(i) < list.Len(); i += by {
		if *seen++; !m.lim.mayContinue(*seen, factStretch) {
			return none
		}
		f := list.At(int(i))
		if !m.facts.truth[f] {
			continue
		}
		for a, o := range m.facts.store.Args(f) {
			r := m.term(m.cur.vars, l.Args[a])
			if r >= 0 && r != o || r < 0 && !m.p.Types[m.slots.At(^r).typ].Has(o) {
				continue next
			}
		}
		return i
	}
	return none
}

// match binds the variables of an atom to the objects of a fact.
func (m *machine) match(l *lifted.Literal, fact int32) bool {
	for a, o := range m.facts.store.Args(fact) {
		if !m.unify(m.term(m.cur.vars, l.Args[a]), o) {
			return false
		}
	}
	return true
}

// enumerate binds an open slot to the first object of its type that fits, and pushes a frame for the others.
func (m *machine) enumerate(r ref) bool {
	mk := m.mark()
	return m.tryObjects(r, m.p.Types[m.slots.At(^r).typ].List, 0, &mk)
}

// tryObjects tries the objects of a slot, from the end if the variant says so.
func (m *machine) tryObjects(r ref, list []lifted.Object, from int32, mk *mark) bool {
	for i := from; int(i) < len(list); i++ {
		o := list[i]
		if m.mode.variant&1 != 0 {
			o = list[len(list)-1-int(i)]
		}
		if !m.assign(r, o) {
			continue
		}
		if int(i)+1 < len(list) {
			m.leave(frame{kind: objectFrame, mark: *mk, what: r, next: i + 1})
		}
		return true
	}
	return false
}
