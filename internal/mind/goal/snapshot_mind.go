package goal

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/world"
)

// Append appends the complete state of the mind, for [Mind.Read], including the activities that it runs. It must not
// be called within a tick.
func (m *Mind) Append(b []byte, in *action.Instances) []byte {
	var c codec.Coder
	m.code(c.Write(b), &Saved{Instances: in})
	return c.Written()
}

// Read reads what [Mind.Append] has written with the same brain and personality into a mind that was just Reset; of
// another program brain and personality are those of then. Cuts and lost name what cannot continue; the rest continues.
// If the bytes are recognizably something else, the reader has an error afterwards, and nothing runs.
func (m *Mind) Read(r *codec.Reader, how *Saved, brain, personality int) (cuts []Cut, lost string) {
	if how.Names != nil {
		return m.readOther(r, how, brain, personality), ""
	}
	c := r.Coder()
	if lost = m.code(c, how); lost != "" {
		m.due = 0
	}
	if c.Failed() {
		m.Drop(how.Instances)
		m.Reset(m.p, int(m.b.id), m.personality)
	}
	return nil, lost
}

// code saves the mind, or reads it.
func (m *Mind) code(c *codec.Coder, how *Saved) (lost string) {
	part := c.BeginPart()
	lost = m.codeStack(c, how)
	m.codeOrders(c)
	m.memory.Code(c, m.b.utility)
	for f := range codec.Each(c, &m.failures, MaxFailures) {
		m.codeFailure(c, f)
	}
	codec.Ints(c, &m.last, &m.due)
	c.Bools(&m.noticed)
	codec.Whole(c, &m.begun)
	codec.Whole(c, &m.serial)
	c.Fixed(&m.drawn)
	c.EndPart(part)
	return lost
}

func (m *Mind) codeStack(c *codec.Coder, how *Saved) (lost string) {
	n := c.Len(len(m.stack), MaxStack)
	for at := 0; n > 0 && !c.Failed(); n-- {
		if c.Reads() {
			m.push(0, nil).Reset(m.p, 0)
		}
		l := &m.stack[at]
		want := l.want + 1 // orders are saved as 0
		codec.Below(c, &want, len(m.b.Wants)+1)
		l.want = want - 1
		codec.Int(c, &l.target)
		codec.Whole(c, &l.order)
		c.Bools(&l.urgent)
		if why := l.code(c, how); why != "" {
			lost, m.stack = why, m.stack[:at]
			continue
		}
		if c.Reads() && (!l.Running() || !m.fits(l) || n > 1 && !l.Suspended()) {
			c.Fail("a pursuit does not fit its mind")
		}
		at++
	}
	return lost
}

// fits reports whether a pursuit that was just read can stand on the others.
func (m *Mind) fits(l *layer) bool {
	var below *layer
	if n := len(m.stack); n > 1 {
		below = &m.stack[n-2]
	}
	if l.isOrder() {
		return l.order > 0 && l.target == utility.NoTarget && (below == nil || !below.isOrder() || l.urgent && !below.urgent)
	}
	w := &m.b.Wants[l.want]
	return int(l.root) == w.Goal && l.order == 0 && m.isTarget(w, l.target) &&
		(below == nil || (!below.isOrder() || m.b.weighs()) && w.Interrupts && len(m.stack) == 2)
}

// isTarget reports whether a want can have a target.
func (m *Mind) isTarget(w *Want, t utility.Target) bool {
	if !w.Targeted {
		return t == utility.NoTarget
	}
	return w.Target.Kind == 0 || m.p.cfg.Schema.Fits(w.Target, world.Word(t))
}

func (m *Mind) codeOrders(c *codec.Coder) {
	for o := range codec.Each(c, &m.orders, MaxOrders) {
		codec.Below(c, &o.goal, len(m.p.goals))
		codec.Whole(c, &o.serial)
		c.Bools(&o.urgent)
		if c.Failed() {
			return
		}
		goal := &m.p.goals[o.goal]
		if c.Reads() {
			o.words = make([]world.Word, goal.params)
		}
		for k := range goal.params {
			m.p.codeWord(c, goal.types, k, &o.words[k])
		}
		if n := len(m.orders); c.Reads() && n > 1 && o.urgent && !m.orders[n-2].urgent {
			c.Fail("an urgent order waits behind one that is not urgent")
		}
	}
}

func (m *Mind) codeFailure(c *codec.Coder, f *failure) {
	codec.Below(c, &f.want, len(m.b.Wants))
	codec.Int(c, &f.target)
	codec.Below(c, &f.count, math.MaxInt32)
	codec.Ints(c, &f.at, &f.until)
	if c.Reads() && !m.isTarget(&m.b.Wants[f.want], f.target) {
		c.Fail("a target does not fit its want")
	}
}

// Doubt makes a restored mind decide in the next tick, because scores may have changed.
func (m *Mind) Doubt() { m.due, m.noticed = 0, true }

// Restored notifies the host of everything that continues after the mind was read. It reports whether nothing
// panicked; see [action.Instances.Restored].
func (m *Mind) Restored(e *Env) bool {
	ok := true
	for i := range m.stack {
		ok = m.stack[i].Restored(e) && ok
	}
	return ok
}

// Drop ends everything that the mind pursues without calling the host.
func (m *Mind) Drop(in *action.Instances) {
	for i := range m.stack {
		m.stack[i].Drop(in)
	}
	m.stack = m.stack[:0]
}
