package dfs

// mustBind returns an open variable that must be bound before the next compound task starts, or an object if there is
// none. A variable must be bound if the task is nested in tasks of the same shape in the same state: with fresh
// variables, such nesting could continue forever.
func (m *machine) mustBind(n int32) ref {
	shape, r := m.shapeHash(n)
	switch {
	case r >= 0 || m.mode.repeats:
		return 0
	case m.mode.failures && m.nested(m.entries.of(m.here(shape))) < m.mode.shapes:
		return 0
	case !m.mode.failures && !m.below(n, func(a int32) bool { h, _ := m.shapeHash(a); return h == shape }):
		return 0
	}
	return r
}

// nested returns how many tasks of a shape are open.
func (m *machine) nested(shape int32) int32 {
	if f := m.entries.at(shape).open; f != none {
		return m.frames.At(f).nested
	}
	return 0
}

// worthwhile reports whether to try the next compound task. It sets the entries of the task's frame.
func (m *machine) worthwhile(n int32, f *frame) bool {
	if m.mode.maxDepth > 0 && m.nodes.At(n).depth > m.mode.maxDepth {
		m.cut = true
		return false
	}
	switch {
	case m.mode.failures:
		if !m.hopeful(n, f) {
			return false
		}
	case !m.mode.repeats && m.repeated(n):
		m.looped, m.omitted = true, true
		return false
	}
	if m.mode.visited && len(m.front) == 1 && !m.visited.add(m.here(m.networkHash())) {
		if m.mode.failures {
			m.taint(m.nodes.At(n).parent)
		}
		return false
	}
	return true
}

// repeated reports whether a task is below an equal task that started in the same state.
func (m *machine) repeated(n int32) bool {
	h := m.taskHash(n)
	return m.below(n, func(a int32) bool { return m.taskHash(a) == h })
}

// below reports whether a task is below one that has the same name, started in the same state, and passes the test.
func (m *machine) below(n int32, test func(int32) bool) bool {
	m.lim.charge(m.nodes.At(n).depth)
	for a := m.nodes.At(n).parent; a != none; a = m.nodes.At(a).parent {
		if m.nodes.At(a).task == m.nodes.At(n).task && m.nodes.At(a).state == m.facts.hash && test(a) {
			return true
		}
	}
	return false
}

// hopeful reports whether a task may still succeed in this state. A task within itself, in the same state, counts as a
// failure. That is correct if the outer task fails too, because the shortest decomposition has no such loop. If the
// outer task succeeds, plans may be missing: it could have continued from the state in which the inner task ends.
func (m *machine) hopeful(n int32, f *frame) bool {
	e := m.entries.of(m.here(m.taskHash(n)))
	at := m.entries.at(e)
	if at.open != none {
		m.depend(n, at.open)
		return false
	}
	for at.serial != 0 {
		if at.depends == none {
			return false
		}
		on := m.entries.at(at.depends)
		if on.open != none && m.frames.At(on.open).serial == at.dependsSerial {
			m.depend(n, on.open)
			return false
		}
		if on.serial != at.dependsSerial {
			break
		}
		at = on
	}
	m.entries.serial++
	m.entries.at(e).serial = 0
	f.entry, f.serial = e, m.entries.serial
	if shape, r := m.shapeHash(n); r < 0 {
		f.shape = m.entries.of(m.here(shape))
		f.nested = m.nested(f.shape) + 1
	}
	return true
}

// depend records, for the tasks between a node and a frame, that their failure depends on the frame's task. It stops at
// a limit.
func (m *machine) depend(n, on int32) {
	m.looped, m.frames.At(on).looped = true, true
	walked := 0
	for a := m.nodes.At(n).parent; a != none && m.lim.mayContinue(walked, longWalk); walked++ {
		nd := m.nodes.At(a)
		if nd.frame == on {
			return
		}
		f := m.frames.At(nd.frame)
		f.depends = max(f.depends, on)
		a = nd.parent
	}
}

// taint marks the tasks from a node upward: their failures will have no known cause.
func (m *machine) taint(n int32) {
	for ; n != none; n = m.nodes.At(n).parent {
		f := m.frames.At(m.nodes.At(n).frame)
		if f.tainted {
			return
		}
		f.done, f.tainted = true, true
	}
}

// open records the frame of an entry's task: none when the task ends.
func (m *machine) open(entry, frame int32) {
	if entry == none {
		return
	}
	m.note(changeOpen, entry, m.entries.at(entry).open)
	m.entries.at(entry).open = frame
}

// exit records that a task has ended.
func (m *machine) exit(n int32) {
	f := m.frames.At(m.nodes.At(n).frame)
	f.done = true
	m.open(f.entry, none)
	m.open(f.shape, none)
}

// exhausted records that all methods of a task failed before the task ended.
func (m *machine) exhausted(f *frame) {
	if f.entry == none || f.done {
		m.omitted = m.omitted || f.looped
		return
	}
	e := m.entries.at(f.entry)
	e.serial, e.depends = f.serial, none
	if f.depends != none {
		on := m.frames.At(f.depends)
		e.depends, e.dependsSerial = on.entry, on.serial
	}
}
