package sense

// Lose notes that an object is no longer seen or touched.
func (m *Mind) Lose(id ObjectID, now int64) {
	i, ok := m.Find(id)
	if !ok || !m.fact(i).sensed {
		return
	}
	m.fact(i).sensed = false
	m.emit(Event{Kind: Lost, Object: id, Tick: now})
	m.schedule(i, now)
}

// Miss notes that an object is not at its remembered position. A fixed object is forgotten. For a moving one, the
// position loses confidence by Memory.MissFactor, and is no longer extrapolated.
func (m *Mind) Miss(id ObjectID, now int64) {
	i, ok := m.Find(id)
	if !ok {
		return
	}
	f := m.fact(i)
	if f.sensed || f.missed || !f.has.Have(Position) {
		return
	}
	f.missed = true
	m.emit(Event{Kind: Missed, Object: id, Tick: now})
	left := m.senses.spec.Memory.MissFactor
	if f.fixed {
		left = 0
	}
	m.freeze(i, now)
	r := m.reading(i, Position)
	r.Level.Value = float64(r.Level.Value * left)
	m.setReading(i, Position, r)
	if r.Level.Value < m.senses.spec.Memory.ForgetBelow {
		m.forget(i, Absent, now)
		return
	}
	m.schedule(i, now)
}

// Forget forgets an object that no longer exists. It reports whether the object was remembered.
func (m *Mind) Forget(id ObjectID, now int64) bool {
	i, ok := m.Find(id)
	if ok {
		m.forget(i, Gone, now)
	}
	return ok
}

// freeze makes the estimate of a thing's present position its remembered position.
func (m *Mind) freeze(i int, now int64) {
	e := m.Estimate(i, now)
	r := m.reading(i, Position)
	r.X, r.Y = e.At.X, e.At.Y
	r.Level = r.Level.rebased(now, r.Level.Rate)
	m.setReading(i, Position, r)
	m.drop(i, PartsOf(Velocity))
}

// Age ends a tick: it forgets facts that are too old or too uncertain, and reports confidences that fell below a
// threshold. It costs almost nothing in ticks without either.
func (m *Mind) Age(now int64) {
	if now < m.wake {
		return
	}
	m.wake = Never
	for i := 0; i < len(m.ids); {
		before := len(m.ids)
		if m.fact(i).next() <= now {
			m.turn(i, now)
		}
		if len(m.ids) == before {
			m.wake = min(m.wake, m.fact(i).next())
			i++
		}
	}
}

// turn lets happen what happens to a fact by itself.
func (m *Mind) turn(i int, now int64) {
	c := &m.senses.spec.Memory
	f := m.fact(i)
	if f.has.Have(Position) {
		sure := m.sure(i).At(now)
		for int(f.below) < len(c.Doubts) && sure < c.Doubts[f.below] {
			m.emit(Event{Kind: Doubted, Object: m.ids[i], Tick: now, Threshold: c.Doubts[f.below]})
			f.below++
		}
	}
	switch {
	case m.endOfSpan(f) <= now:
		m.forget(i, Span, now)
	case m.endOfSureness(i) <= now:
		m.forget(i, Decay, now)
	default:
		m.schedule(i, now)
	}
}

// endOfSpan returns the tick at which a fact is too old.
func (m *Mind) endOfSpan(f *fact) int64 {
	span := m.senses.spec.Memory.Short.SpanTicks
	if f.sensed || f.long || span == 0 {
		return Never
	}
	return f.last + span + 1
}

// endOfSureness returns the tick at which a fact is too unsure. One without a position is sure of nothing, and is left
// to its span.
func (m *Mind) endOfSureness(i int) int64 {
	f := m.fact(i)
	if f.sensed || f.long || !f.has.Have(Position) {
		return Never
	}
	return m.sure(i).Below(m.senses.spec.Memory.ForgetBelow)
}

// schedule finds out when a fact changes next by itself. Thresholds that it rose above are armed again; those that it
// fell below have their events in the next [Mind.Age].
func (m *Mind) schedule(i int, now int64) {
	f := m.fact(i)
	if f.sensed && len(m.senses.spec.Memory.Doubts) == 0 {
		f.below, f.due = 0, never
		return
	}
	f.below = min(f.below, m.below(i, now))
	next := min(m.endOfSpan(f), m.endOfSureness(i))
	if doubts := m.senses.spec.Memory.Doubts; f.has.Have(Position) && int(f.below) < len(doubts) {
		next = min(next, m.sure(i).Below(doubts[f.below]))
	}
	f.setNext(next)
	m.wake = min(m.wake, f.next())
}

// below returns how many of Memory.Doubts the confidence of a position is below.
func (m *Mind) below(i int, now int64) uint8 {
	sure := m.Confidence(i, Position, now)
	n := uint8(0)
	for _, d := range m.senses.spec.Memory.Doubts {
		if sure < d {
			n++
		}
	}
	return n
}

// forget takes a fact out.
func (m *Mind) forget(i int, why Why, now int64) {
	m.emit(Event{Kind: Forgotten, Why: why, Object: m.ids[i], Tick: now})
	m.remove(i)
}
