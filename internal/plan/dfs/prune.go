package dfs

// mustBind returns an open variable of a compound task that comes next, if the task is below one of the same shape, with
// the same state, so that with ever new variables it could go on without end. Else it returns an object.
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

// worthwhile reports whether a compound task that comes next is to be tried. It notes the task's entries in its frame.
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

// repeated reports whether a task is below an equal one that was begun in the same state.
func (m *machine) repeated(n int32) bool {
	h := m.taskHash(n)
	return m.below(n, func(a int32) bool { return m.taskHash(a) == h })
}

// below reports whether a task is below one of the same name, begun in the same state, for which a test holds.
func (m *machine) below(n int32, test func(int32) bool) bool {
	m.lim.charge(m.nodes.At(n).depth)
	for a := m.nodes.At(n).parent; a != none; a = m.nodes.At(a).parent {
		if m.nodes.At(a).task == m.nodes.At(n).task && m.nodes.At(a).state == m.facts.hash && test(a) {
			return true
		}
	}
	return false
}

// hopeful reports whether it is not known yet that a task cannot be done in this state. A task within itself, in the
// same state, counts as one that cannot. That is right if the outer one cannot be done either: the smallest way to do it
// has no such loop. If it can, something may have been left out, since the outer one may go on from where the inner one
// leads to.
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

// depend notes that the failure of a task hangs on the task of a frame, for the tasks between, unless a limit is hit.
func (m *machine) depend(n, on int32) {
	m.looped, m.frames.At(on).looped = true, true
	walked := 0
	for a := m.nodes.At(n).parent; a != none && m.lim.goesOn(walked, longWalk); walked++ {
		nd := m.nodes.At(a)
		if nd.frame == on {
			return
		}
		f := m.frames.At(nd.frame)
		f.depends = max(f.depends, on)
		a = nd.parent
	}
}

// taint notes that it will not be known why the tasks from a node upward failed.
func (m *machine) taint(n int32) {
	for ; n != none; n = m.nodes.At(n).parent {
		f := m.frames.At(m.nodes.At(n).frame)
		if f.tainted {
			return
		}
		f.done, f.tainted = true, true
	}
}

// open notes that an entry's task has begun, with a frame.
func (m *machine) open(entry, frame int32) {
	if entry == none {
		return
	}
	m.note(changeOpen, entry, m.entries.at(entry).open)
	m.entries.at(entry).open = frame
}

// exit notes that a task has come to its end.
func (m *machine) exit(n int32) {
	f := m.frames.At(m.nodes.At(n).frame)
	f.done = true
	m.open(f.entry, none)
	m.open(f.shape, none)
}

// exhausted notes that all methods of a task failed without coming to their end.
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
