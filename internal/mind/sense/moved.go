package sense

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/codec"
)

// SnapshotObserver appends one observer to buf, for [Field.Receive]: what it remembers, has in view and is about to
// notice, and what its host reported to it since the last step. It omits sounds, and what its team says: that is of the
// field.
func (f *Field) SnapshotObserver(buf []byte, id Observer) []byte {
	one := Field{options: f.options, now: f.now, step: f.step, observers: []*observer{f.observers[id]}, waiting: f.waiting}
	return one.Snapshot(buf)
}

// Receive makes an observer that was just added what [Field.SnapshotObserver] has written in another field, or in this
// one: by the names of attributes and objects, with all its times counted from now. Self and team remain those with
// which it was added. On an error it remembers nothing.
func (f *Field) Receive(snapshot []byte, id Observer, x *Carry) error {
	payload, err := codec.Open(snapshot, snapshotMagic, snapshotVersion)
	if err != nil {
		return fmt.Errorf("sense: Receive: %w", err)
	}
	if err := x.read(f, payload); err != nil {
		return fmt.Errorf("sense: Receive: %w", err)
	}
	if len(x.from.observers) != 1 || !x.from.observers[0].here {
		return fmt.Errorf("sense: Receive: the snapshot holds %d observers", len(x.from.observers))
	}
	o, old := f.observers[id], x.from.observers[0]
	x.now, x.step = f.now-x.from.now, f.step-x.from.step
	self, kind, team := o.self, o.kind, o.team
	x.observer(id, old, o, self, kind)
	o.team = team
	return nil
}

// SetOrigin has an observer draw its random numbers as that of another object, in a field with another seed.
func (f *Field) SetOrigin(id Observer, seed uint64, self ObjectID) {
	if !f.has(id) {
		return
	}
	o := f.observers[id]
	r := det.NewRand(seed, uint64(self), 0)
	r.Counter = o.rand.Counter
	o.rand = r
}

// shift moves the times of what was carried over to those of this field. What lies before its beginning lies there.
func (x *Carry) shift(o *observer) {
	if x.now == 0 && x.step == 0 {
		return
	}
	now, step := func(t int64) int64 { return max(0, t+x.now) }, func(t int64) int64 { return max(0, t+x.step) }
	for i := range o.tracks {
		t := &o.tracks[i]
		t.checked = step(t.checked)
		if t.noticeAt > 0 {
			t.noticeAt = now(t.noticeAt)
		}
	}
	for i := range o.pending {
		p := &o.pending[i]
		percept := &x.to.waiting.at(p.place).percept
		p.due, percept.Tick = now(p.due), now(percept.Tick)
		x.shiftSaid(&percept.until)
	}
	m := o.mind
	for i := range m.ids {
		f, p, said := m.fact(i), m.past(i), m.said(i)
		p.first, f.last, p.checked = now(p.first), now(f.last), step(p.checked)
		if p.shared >= 0 { // else never
			p.shared = now(p.shared)
		}
		if p.wanted >= 0 {
			p.wanted = step(p.wanted)
		}
		m.setPast(i, p)
		x.shiftSaid(&said.until)
		m.say(i, said)
		f.stamp.tick, f.stamp.from = now(f.stamp.tick), now(f.stamp.from)
	}
	for k := range m.odd {
		m.odd[k].tick, m.odd[k].from = now(m.odd[k].tick), now(m.odd[k].from)
	}
	for i := range m.ids {
		f := m.fact(i)
		below := f.below
		m.schedule(i, f.last)
		f.below = below
	}
}

// shiftSaid moves the end of something that was said; 0: nothing was.
func (x *Carry) shiftSaid(until *int64) {
	if *until > 0 {
		*until = max(1, *until+x.now)
	}
}
