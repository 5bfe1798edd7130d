package sense

// Perceive adds a percept to memory, and reports whether there is now a fact about its object. A seen or touched
// object always replaces a reading, and excludes other senses meanwhile. An attacker replaces it, too; sounds and talk
// do only if they are at least as certain as the reading. Perceive ignores readings older than the remembered ones,
// and percepts with invalid numbers.
//
// Without room, a new fact replaces the least important one; among equals, first one that is not seen or touched, then
// the least certain, then the newest. That may be the new fact itself.
func (m *Mind) Perceive(p *Percept, now int64) bool {
	i, known := m.findAfter(p.Object)
	if !p.sane() {
		return known
	}
	if !known {
		return m.learn(i, p, now)
	}
	f := m.fact(i)
	m.heed(i, p, now)
	if f.sensed && !p.Sensor.lasting() {
		return true
	}
	any, same := m.write(i, p, now)
	if !any {
		return true
	}
	kind := Updated
	switch {
	case !p.Sensor.lasting():
		f.times = min(f.times+1, maxTimes)
	case !f.sensed:
		kind = Noticed
		f.sensed = true
		f.times = min(f.times+1, maxTimes)
	}
	m.emit(Event{Kind: kind, Sensor: p.Sensor, Same: same && kind == Updated && p.Sensor.lasting() && p.Tick == now, Object: p.Object, Tick: now})
	m.schedule(m.promote(i, now), now)
	return true
}

// heed keeps what an object was heard to say, whether or not it is in view.
func (m *Mind) heed(i int, p *Percept, now int64) {
	if p.Said != 0 && p.until > now {
		m.say(i, saying{p.Said, p.until})
		m.emit(Event{Kind: Heard, Sensor: p.Sensor, Object: p.Object, Tick: now})
	}
}

// learn makes a fact of a percept, if there is room for it.
func (m *Mind) learn(i int, p *Percept, now int64) bool {
	m.insert(i, p.Object)
	f := m.fact(i)
	f.first, f.times, f.sensed = p.Tick, 1, p.Sensor.lasting()
	m.write(i, p, now)
	f.below = m.below(i, now)
	if m.deserves(f) && m.room(f, now) {
		i, _ = m.Find(p.Object)
		m.moveToLong(i, now)
	} else if len(m.ids)-m.long > m.senses.spec.Memory.Short.Capacity {
		least := m.least(false, now)
		if m.ids[least] == p.Object {
			m.remove(i)
			return false
		}
		m.forget(least, Capacity, now)
	}
	m.emit(Event{Kind: Noticed, Sensor: p.Sensor, Object: p.Object, Tick: now})
	i, _ = m.Find(p.Object)
	m.heed(i, p, now)
	if f.long {
		m.emit(Event{Kind: Promoted, Sensor: p.Sensor, Object: p.Object, Tick: now})
	}
	m.schedule(i, now)
	return true
}

// write takes over the readings of a percept, and reports whether there were any, and whether they equal the remembered
// ones, except for their time.
func (m *Mind) write(i int, p *Percept, now int64) (any, same bool) {
	slot := m.slots[i]
	f := &m.facts[slot]
	has := p.Has & m.senses.parts()
	any, same = has == 0, has == f.has && !f.missed && f.fixed == p.Fixed && f.importance == p.Importance
	fresh, taken := stamp{p.Tick, p.Confidence, p.Tick + p.holds}, Parts(0)
	all := p.Sensor != Hearing && p.Sensor != Talk && f.odd == 0 && f.stamp.tick <= p.Tick
	if all {
		taken = has
		same = m.copyFrom(p, slot, has) && same && (has == 0 || f.stamp.value == p.Confidence)
	} else {
		for a := range Attr(m.senses.attrs) {
			if !has.Have(a) || f.has.Have(a) && !m.replaces(slot, a, p, fresh, now) {
				continue
			}
			taken |= 1 << a
			x, y := p.reading(a)
			if same {
				oldX, oldY := m.values(slot, a)
				same = oldX == x && oldY == y && m.stamp(slot, a).value == p.Confidence
			}
			m.setValues(slot, a, x, y)
		}
	}
	if taken != 0 {
		any = true
		f.has |= taken
		m.setStamp(slot, taken, fresh)
	}
	if taken.Have(Position) {
		f.spread, f.missed = p.Spread, false
	}
	if !any {
		return false, false
	}
	f.last, f.sensor = max(f.last, p.Tick), p.Sensor
	if p.Sensor.lasting() {
		f.importance, f.fixed = p.Importance, p.Fixed
	} else {
		f.importance, f.fixed = max(f.importance, p.Importance), f.fixed || p.Fixed
	}
	return true, same
}

// copyFrom takes over readings of a percept, and reports whether the values were the same before.
func (m *Mind) copyFrom(p *Percept, slot int32, has Parts) (same bool) {
	f := &m.facts[slot]
	same = true
	if has.Have(Position) {
		same = f.at == p.At
		f.at = p.At
	}
	if has.Have(Velocity) {
		same = same && f.way == p.Velocity
		f.way = p.Velocity
	}
	nums := m.nums[int(slot)*m.senses.nums():][:m.senses.nums()]
	if has.Have(Kind) {
		kind := float64(p.Kind)
		same = same && nums[0] == kind
		nums[0] = kind
	}
	for k := range nums[1:] {
		if has.Have(firstValue + Attr(k)) {
			same = same && nums[1+k] == p.Values[k]
			nums[1+k] = p.Values[k]
		}
	}
	return same
}

// replaces reports whether a percept replaces a reading that there is.
func (m *Mind) replaces(slot int32, a Attr, p *Percept, fresh stamp, now int64) bool {
	f, old := &m.facts[slot], m.stamp(slot, a)
	if p.Tick < old.tick {
		return false
	}
	sure := p.Sensor != Hearing && p.Sensor != Talk
	return sure || m.level(f, a, fresh).At(now) >= m.level(f, a, old).At(now)
}

// deserves reports whether a fact is promoted to long-term memory.
func (m *Mind) deserves(f *fact) bool {
	c := &m.senses.spec.Memory
	return c.PromoteTimes > 0 && int(f.times) >= c.PromoteTimes || c.PromoteImportance > 0 && f.importance >= c.PromoteImportance
}

// promote takes a fact to long-term memory if it deserves it and there is room. It returns the fact's number, which may
// have changed.
func (m *Mind) promote(i int, now int64) int {
	f := m.fact(i)
	if f.long || !m.deserves(f) {
		return i
	}
	id := m.ids[i]
	if m.room(f, now) {
		i, _ = m.Find(id)
		m.moveToLong(i, now)
		m.emit(Event{Kind: Promoted, Sensor: f.sensor, Object: id, Tick: now})
	}
	return i
}

// room makes sure that long-term memory has room for a fact, by forgetting another that is less important; it reports
// whether it has.
func (m *Mind) room(f *fact, now int64) bool {
	capacity := m.senses.spec.Memory.Long.Capacity
	if m.long < capacity {
		return true
	}
	if capacity == 0 {
		return false
	}
	least := m.least(true, now)
	if m.fact(least).importance >= f.importance {
		return false
	}
	m.forget(least, Capacity, now)
	return true
}

// moveToLong moves a fact to long-term memory.
func (m *Mind) moveToLong(i int, now int64) {
	f := m.fact(i)
	for a := range Attr(m.senses.attrs) {
		if f.has.Have(a) {
			r := m.reading(i, a)
			r.Level = r.Level.rebased(now, r.Level.Rate)
			m.setReading(i, a, r)
		}
	}
	f.long = true
	m.long++
}

// least returns the number of the least important fact of a store, which is not empty.
func (m *Mind) least(long bool, now int64) int {
	least := -1
	for i := range m.ids {
		if m.fact(i).long == long && (least < 0 || m.matters(least, i, now)) {
			least = i
		}
	}
	return least
}

// matters reports whether fact i is more important than fact j, which is about an object of a higher number.
func (m *Mind) matters(i, j int, now int64) bool {
	f, g := m.fact(i), m.fact(j)
	if f.importance != g.importance {
		return f.importance > g.importance
	}
	if f.sensed != g.sensed {
		return f.sensed
	}
	if !f.sensed {
		x, y := m.Confidence(i, Position, now), m.Confidence(j, Position, now)
		if x != y {
			return x > y
		}
	}
	return f.first <= g.first
}
