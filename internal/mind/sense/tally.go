package sense

import "sync/atomic"

// tally counts the minds of a field that have a fact about an object, by the host's number of it: so it costs nothing
// to find out that no agent remembers an object. Minds may be written at the same time.
type tally struct {
	number func(ObjectID) int
	minds  []atomic.Int32
}

func newTally(o *Options) *tally {
	if o.Number == nil {
		return nil
	}
	return &tally{o.Number, make([]atomic.Int32, o.Numbers)}
}

// add counts a fact that came, or that went.
func (t *tally) add(id ObjectID, n int32) {
	if t == nil {
		return
	}
	if i := t.number(id); uint(i) < uint(len(t.minds)) {
		t.minds[i].Add(n)
	}
}

// MayKnow reports whether an observer may remember an object. It returns false only if none does, and always true
// without [Options].Number.
func (f *Field) MayKnow(id ObjectID) bool {
	if f.tally == nil {
		return true
	}
	i := f.tally.number(id)
	return uint(i) >= uint(len(f.tally.minds)) || f.tally.minds[i].Load() > 0
}

// join has a mind without facts count among those of a field.
func (m *Mind) join(t *tally) {
	m.clear()
	m.tally = t
}

// leave ends that. Its memory stays.
func (m *Mind) leave() {
	for _, id := range m.ids {
		m.tally.add(id, -1)
	}
	m.tally = nil
}
