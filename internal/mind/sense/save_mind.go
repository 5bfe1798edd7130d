package sense

import "github.com/karakuri-ai/karakuri/internal/codec"

// code saves the whole memory except for the events of the last tick, or replaces it by the saved memory of a mind of
// the same kind. After a mistake, which the coder keeps, do not use the mind.
func (m *Mind) code(c *codec.Coder) {
	facts := len(m.ids)
	if c.Reads() {
		m.clear()
	}
	for i := range c.Len(facts, m.senses.capacity()) {
		if m.codeFact(c, i); c.Failed() {
			return
		}
	}
	if of := &m.senses.spec.Memory; c.Reads() && (m.long > of.Long.Capacity || len(m.ids)-m.long > of.Short.Capacity) {
		c.Fail("a memory has more facts than its capacity")
	}
}

func (m *Mind) codeFact(c *codec.Coder, i int) {
	var id ObjectID
	if !c.Reads() {
		id = m.ids[i]
	}
	if codec.Uint(c, &id); c.Reads() {
		if id == 0 || i > 0 && id <= m.ids[i-1] {
			c.Fail("facts are out of order")
			return
		}
		m.insert(i, id)
	}
	f, p, said := m.fact(i), m.past(i), m.said(i)
	c.Floats(&f.importance, &f.spread)
	codec.Ints(c, &p.first, &f.last, &p.shared, &p.wanted, &p.checked)
	if c.Reads() {
		m.setPast(i, p)
	}
	codec.Int(c, &f.times)
	codec.Byte(c, &f.sensor)
	codec.Byte(c, &f.below)
	c.Flags(&f.long, &f.sensed, &f.fixed, &f.missed)
	if m.senses.heeds {
		codec.Ints(c, &said.said, &said.until)
		m.say(i, said)
	}
	has, sane := f.has, true
	codec.Below(c, &has, 1<<m.senses.attrs)
	for a := range Attr(m.senses.attrs) {
		if !has.Have(a) {
			continue
		}
		var r Reading
		if !c.Reads() {
			r = m.reading(i, a)
		}
		if r.code(c); c.Reads() {
			sane = sane && r.sane()
			f.has |= 1 << a
			m.setReading(i, a, r)
		}
	}
	if c.Reads() {
		m.take(c, i, sane && p.sane())
	}
}

func (x *Reading) code(c *codec.Coder) {
	c.Float(&x.X)
	c.Float(&x.Y)
	codec.Int(c, &x.Tick)
	c.Float(&x.Level.Value)
	codec.Int(c, &x.Level.Tick)
}

// take judges a fact that was read, with readings that are sane or not, and finds out what follows from it.
func (m *Mind) take(c *codec.Coder, i int, sane bool) {
	f := m.fact(i)
	sane = sane && f.sane() && isSaid(m.said(i).said, m.said(i).until) && int(f.below) <= len(m.senses.spec.Memory.Doubts)
	if f.long {
		m.long++
	}
	if !sane {
		c.Fail("fact %d has invalid values", i)
		return
	}
	below := f.below
	m.schedule(i, f.last)
	f.below = below
}

func (f *fact) sane() bool {
	return within(f.importance, 0, maxNumber) && within(f.spread, 0, maxNumber) && f.times >= 0 && f.times <= maxTimes &&
		isTick(f.last) && f.sensor > 0 && f.sensor < kindEnd
}

func (p *past) sane() bool {
	return isTick(p.first) && p.shared >= -1 && p.shared <= MaxSpanTicks && p.wanted >= -1 && isTick(p.checked)
}

func (x *Reading) sane() bool {
	return within(x.X, -maxKind, maxKind) && within(x.Y, -maxKind, maxKind) && isTick(x.Tick) && isTick(x.Level.Tick) && within(x.Level.Value, 0, 1)
}

func isTick(n int64) bool { return n >= 0 && n <= MaxSpanTicks }
