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
	f := m.fact(i)
	c.Floats(&f.importance, &f.spread)
	codec.Ints(c, &f.first, &f.last, &f.shared, &f.wanted, &f.checked)
	codec.Int(c, &f.times)
	codec.Byte(c, &f.sensor)
	codec.Byte(c, &f.below)
	c.Flags(&f.long, &f.sensed, &f.fixed, &f.missed)
	if m.senses.heeds {
		codec.Ints(c, &f.said, &f.until)
	}
	codec.Below(c, &f.has, 1<<m.senses.attrs)
	for a := range Attr(m.senses.attrs) {
		if f.has.Have(a) {
			m.reading(i, a).code(c)
		}
	}
	if c.Reads() {
		m.take(c, i)
	}
}

func (x *Reading) code(c *codec.Coder) {
	c.Float(&x.X)
	c.Float(&x.Y)
	codec.Int(c, &x.Tick)
	c.Float(&x.Level.Value)
	codec.Int(c, &x.Level.Tick)
}

// take judges a fact that was read, and finds out what follows from it.
func (m *Mind) take(c *codec.Coder, i int) {
	f := m.fact(i)
	sane := f.sane() && int(f.below) <= len(m.senses.spec.Memory.Doubts)
	store := 0
	if f.long {
		store = 1
		m.long++
	}
	for a := range Attr(m.senses.attrs) {
		if f.has.Have(a) {
			x := m.reading(i, a)
			x.Level.Rate = m.senses.loses[store][a]
			sane = sane && x.sane()
		}
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
		isTick(f.first) && isTick(f.last) && f.shared >= -1 && f.shared <= MaxSpanTicks && f.wanted >= -1 && isTick(f.checked) &&
		isSaid(f.said, f.until) && f.sensor > 0 && f.sensor < kindEnd
}

func (x *Reading) sane() bool {
	return within(x.X, -maxKind, maxKind) && within(x.Y, -maxKind, maxKind) && isTick(x.Tick) && isTick(x.Level.Tick) && within(x.Level.Value, 0, 1)
}

func isTick(n int64) bool { return n >= 0 && n <= MaxSpanTicks }
