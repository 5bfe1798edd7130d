package dfs

import (
	"math"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// ref is the value of an instance's variable: an object, or slot s as ^s.
type ref = int32

// unbound is the value of a slot without an object or another slot.
const unbound ref = math.MinInt32

// slot is an unbound variable. Several variables may share it.
type slot struct {
	val   ref // unbound, an object, or another, older slot
	typ   lifted.TypeID
	watch int32 // the variables that it must differ from: a list in machine.watch
}

// watch is an element of the list of what a slot must differ from.
type watch struct {
	other ref
	next  int32
}

func slotRef(s int32) ref { return ^s }

// changeKind says what a change was made to.
type changeKind uint8

const (
	changeVal changeKind = iota
	changeType
	changeWatch
	changeTruth
	changeHash   // of a cell, which was 0
	changeOpen   // of an entry
	changeCount  // of a block's subtask
	changeThread // the cell of a thread
	insertThread
	removeThread
)

// change is the information to undo a change.
type change struct {
	kind changeKind
	at   int32
	old  int32
}

func (m *machine) note(kind changeKind, at, old int32) {
	m.trail.Push(change{kind, at, old})
}

// undo undoes all changes after the first n.
func (m *machine) undo(n int32) {
	for i := m.trail.Len() - 1; i >= n; i-- {
		c := m.trail.At(i)
		switch c.kind {
		case changeVal:
			m.slots.At(c.at).val = c.old
			m.loosen(c.at, 1)
		case changeType:
			m.slots.At(c.at).typ = c.old
		case changeWatch:
			m.loosen(c.at, -1)
			m.slots.At(c.at).watch = c.old
			m.loosen(c.at, 1)
		case changeTruth:
			m.facts.flip(c.at)
		case changeHash:
			m.cells.At(c.at).hash = 0
		case changeOpen:
			m.entries.at(c.at).open = c.old
		case changeCount:
			*m.counts.At(c.at) = c.old
		default:
			m.undoThread(c)
		}
	}
	m.trail.Cut(n)
}

// deref returns the present value of a reference: an object, or an open slot.
func (m *machine) deref(r ref) ref {
	for r < 0 {
		v := m.slots.At(^r).val
		if v == unbound {
			return r
		}
		r = v
	}
	return r
}

// term returns the present value of a term of an instance.
func (m *machine) term(vars int32, t lifted.Term) ref {
	if !t.IsVar() {
		return t.Object()
	}
	return m.deref(*m.refs.At(vars + int32(t)))
}

func (m *machine) newSlot(t lifted.TypeID) ref {
	m.slots.Push(slot{val: unbound, typ: t, watch: none})
	return slotRef(m.slots.Len() - 1)
}

// fresh returns a reference to an unknown object of a type.
func (m *machine) fresh(t lifted.TypeID) (ref, bool) {
	switch list := m.p.Types[t].List; len(list) {
	case 0:
		return 0, false
	case 1:
		return list[0], true
	}
	return m.newSlot(t), true
}

// assign binds an open slot to an object, if its type and the slot's differences allow it.
func (m *machine) assign(s ref, o lifted.Object) bool {
	at := m.slots.At(^s)
	if !m.p.Types[at.typ].Has(o) {
		return false
	}
	for w := at.watch; w != none; w = m.watch.At(w).next {
		if m.deref(m.watch.At(w).other) == o {
			return false
		}
	}
	m.note(changeVal, ^s, at.val)
	m.loosen(^s, -1)
	at.val = o
	return true
}

// unify makes two references equal.
func (m *machine) unify(a, b ref) bool {
	a, b = m.deref(a), m.deref(b)
	switch {
	case a == b:
		return true
	case a >= 0 && b >= 0:
		return false
	case a >= 0:
		return m.assign(b, a)
	case b >= 0:
		return m.assign(a, b)
	}
	if ^a > ^b {
		a, b = b, a
	}
	return m.share(b, a)
}

// share binds an open slot to an older one.
func (m *machine) share(from, to ref) bool {
	f := m.slots.At(^from)
	for w := f.watch; w != none; w = m.watch.At(w).next {
		if m.deref(m.watch.At(w).other) == to {
			return false
		}
	}
	if !m.narrow(to, f.typ) {
		return false
	}
	now := m.deref(to)
	if now >= 0 {
		return m.assign(from, now)
	}
	for w := f.watch; w != none; w = m.watch.At(w).next {
		m.differFrom(to, m.watch.At(w).other)
	}
	m.note(changeVal, ^from, unbound)
	m.loosen(^from, -1)
	f.val = to
	return true
}

// narrow restricts a reference to a type. A slot with one possible object gets it.
func (m *machine) narrow(r ref, t lifted.TypeID) bool {
	r = m.deref(r)
	if r >= 0 {
		return m.p.Types[t].Has(r)
	}
	s := m.slots.At(^r)
	both := m.p.Meet(s.typ, t)
	if both == s.typ {
		return true
	}
	list := m.p.Types[both].List
	switch len(list) {
	case 0:
		return false
	case 1:
		return m.assign(r, list[0])
	}
	m.note(changeType, ^r, s.typ)
	s.typ = both
	return true
}

// differ requires two references to differ, now and later.
func (m *machine) differ(a, b ref) bool {
	a, b = m.deref(a), m.deref(b)
	switch {
	case a == b:
		return false
	case a >= 0 && b >= 0:
		return true
	}
	if a < 0 {
		m.differFrom(a, b)
	}
	if b < 0 {
		m.differFrom(b, a)
	}
	return true
}

func (m *machine) differFrom(s, other ref) {
	at := m.slots.At(^s)
	m.note(changeWatch, ^s, at.watch)
	if at.watch == none {
		m.watched.Push(^s)
	}
	m.loosen(^s, -1)
	m.watch.Push(watch{other, at.watch})
	at.watch = m.watch.Len() - 1
	m.loosen(^s, 1)
}

// loosen changes the count of loose slots, those that are open and must differ from something.
func (m *machine) loosen(s, by int32) {
	if at := m.slots.At(s); at.val == unbound && at.watch != none {
		m.loose += by
	}
}

// tight reports whether differences could leave a slot without an object. A slot with more objects than differences can
// always be bound last.
func (m *machine) tight(s *slot) bool {
	if s.val != unbound {
		return false
	}
	free := len(m.p.Types[s.typ].List)
	for w := s.watch; w != none && free > 0; w = m.watch.At(w).next {
		free--
	}
	return free == 0
}
