package sense

import "github.com/karakuri-ai/karakuri/internal/codec"

// Append appends all that is remembered to b. The events of the last tick are not saved.
func (m *Mind) Append(b []byte) []byte {
	b = codec.AppendUint(b, len(m.ids))
	for i, id := range m.ids {
		f := m.fact(i)
		b = codec.AppendUint(b, uint64(id))
		b = codec.AppendFloat(b, f.importance)
		b = codec.AppendFloat(b, f.spread)
		for _, n := range [...]int64{f.first, f.last, f.told, f.wanted, f.checked, int64(f.times)} {
			b = codec.AppendInt(b, n)
		}
		b = append(b, byte(f.sensor), f.below, f.flags())
		b = codec.AppendUint(b, int64(f.has))
		for a := range Attr(m.senses.attrs) {
			if f.has.Have(a) {
				b = m.reading(i, a).append(b)
			}
		}
	}
	return b
}

// Bits of what is so of a fact or not.
const (
	flagLong = 1 << iota
	flagSensed
	flagFixed
	flagMissed
	flagEnd
)

func (f *fact) flags() byte {
	var b byte
	for i, set := range [...]bool{f.long, f.sensed, f.fixed, f.missed} {
		if set {
			b |= 1 << i
		}
	}
	return b
}

func (r *Reading) append(b []byte) []byte {
	b = codec.AppendFloat(b, r.X)
	b = codec.AppendFloat(b, r.Y)
	b = codec.AppendInt(b, r.Tick)
	b = codec.AppendFloat(b, r.Level.Value)
	return codec.AppendInt(b, r.Level.Tick)
}

// Read replaces all that is remembered by what [Mind.Append] wrote for a mind of the same kind. When the reader has failed afterwards,
// what the mind holds is of no use.
func (m *Mind) Read(r *codec.Reader) {
	m.clear()
	short := 0
	for range r.Count() {
		id := ObjectID(r.Uint())
		n := len(m.ids)
		if id == 0 || n > 0 && id <= m.ids[n-1] {
			r.Fail("facts in it are not in order")
		}
		if r.Failed() || len(m.free) == 1 {
			r.Fail("there are more facts in it than the memory holds")
			return
		}
		m.insert(n, id)
		m.readFact(r, n)
		if m.fact(n).long {
			m.long++
		} else {
			short++
		}
		if r.Failed() {
			return
		}
		m.wake = min(m.wake, m.fact(n).next)
	}
	c := &m.senses.spec.Memory
	if m.long > c.Long.Capacity || short > c.Short.Capacity {
		r.Fail("there are more facts in it than the memory holds")
	}
}

func (m *Mind) readFact(r *codec.Reader, i int) {
	f := m.fact(i)
	f.importance, f.spread = r.Float(), r.Float()
	f.first, f.last, f.told, f.wanted, f.checked = r.Int(), r.Int(), r.Int(), r.Int(), r.Int()
	times := r.Int()
	f.sensor, f.below = SensorKind(r.Byte()), r.Byte()
	flags := r.Byte()
	f.long, f.sensed = flags&flagLong != 0, flags&flagSensed != 0
	f.fixed, f.missed = flags&flagFixed != 0, flags&flagMissed != 0
	f.has = Parts(r.Below(1 << m.senses.attrs))
	ok := within(f.importance, 0, maxNumber) && within(f.spread, 0, maxNumber) && within(float64(times), 0, maxTimes) &&
		isTick(f.first) && isTick(f.last) && f.told >= -1 && f.told <= MaxSpanTicks && f.wanted >= -1 && isTick(f.checked) &&
		f.sensor > 0 && f.sensor < kindEnd && int(f.below) <= len(m.senses.spec.Memory.Doubts) && flags < flagEnd
	f.times = int32(times)
	store := 0
	if f.long {
		store = 1
	}
	for a := range Attr(m.senses.attrs) {
		if f.has.Have(a) {
			ok = m.reading(i, a).read(r, m.senses.loses[store][a]) && ok
		}
	}
	if !ok {
		r.Fail("fact %d in it cannot be as it is", i)
		return
	}
	below := f.below
	m.schedule(i, f.last)
	f.below = below
}

// read reads a reading, whose confidence falls by so much a tick, and reports whether it can be.
func (x *Reading) read(r *codec.Reader, rate float64) bool {
	x.X, x.Y, x.Tick = r.Float(), r.Float(), r.Int()
	x.Level = Level{Value: r.Float(), Tick: r.Int(), Rate: rate}
	kind := within(x.X, -maxKind, maxKind) && within(x.Y, -maxKind, maxKind)
	return kind && isTick(x.Tick) && isTick(x.Level.Tick) && within(x.Level.Value, 0, 1)
}

func isTick(n int64) bool { return n >= 0 && n <= MaxSpanTicks }
