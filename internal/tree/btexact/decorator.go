package btexact

// tickForced is the decorators that only change what their child says.
func (t *Tree) tickForced(n NodeID, nd *node) Status {
	t.set(n, Running)
	kid := nd.kids[0]
	s := t.execute(kid)
	if !s.Completed() {
		if nd.kind == kindKeepRunning {
			return Running
		}
		return s
	}
	t.haltChild(kid)
	switch {
	case nd.kind == kindForceSuccess:
		return Success
	case nd.kind == kindForceFailure:
		return Failure
	case nd.kind == kindKeepRunning:
		if s == Success {
			return Running
		}
		return Failure
	case s == Success:
		return Failure
	}
	return Success
}

// tickRepeat ticks its child until it has succeeded so often; -1 is without end. Between two rounds of a child that is
// done within a tick it is Running, so that it can be interrupted.
func (t *Tree) tickRepeat(n NodeID, nd *node) Status {
	f, kid := &t.frames[n], nd.kids[0]
	cycles := int32(t.mustInt(n, nd.args[0]))
	more := f.index < cycles || cycles == -1
	t.set(n, Running)
	for more {
		before := t.status[kid]
		switch s := t.execute(kid); s {
		case Success:
			f.index++
			more = f.index < cycles || cycles == -1
			t.haltChild(kid)
			if before == Idle && more {
				t.wake()
				return Running
			}
		case Failure:
			f.index = 0
			t.haltChild(kid)
			return Failure
		case Skipped:
			t.haltChild(kid)
			return Skipped
		default:
			return s
		}
	}
	f.index = 0
	return Success
}

// tickRetry ticks its child until it has failed so often; -1 is without end.
func (t *Tree) tickRetry(n NodeID, nd *node) Status {
	f, kid := &t.frames[n], nd.kids[0]
	attempts := int32(t.mustInt(n, nd.args[0]))
	more := f.index < attempts || attempts == -1
	t.set(n, Running)
	for more {
		before := t.status[kid]
		switch s := t.execute(kid); s {
		case Success:
			f.index = 0
			t.haltChild(kid)
			return Success
		case Failure:
			f.index++
			attempts = int32(t.mustInt(n, nd.args[0])) // the child may have changed it
			more = f.index < attempts || attempts == -1
			t.haltChild(kid)
			if before == Idle && more {
				t.wake()
				return Running
			}
		case Skipped:
			t.haltChild(kid)
			return Skipped
		default:
			return s
		}
	}
	f.index = 0
	return Failure
}

// tickRunOnce runs its child to the end once, and is skipped afterwards, or says the same again.
func (t *Tree) tickRunOnce(n NodeID, nd *node) Status {
	f := &t.frames[n]
	skip := t.optionalBool(nd.args[0], true)
	if f.flag {
		if skip {
			return Skipped
		}
		return f.last
	}
	t.set(n, Running)
	s := t.execute(nd.kids[0])
	if s.Completed() {
		f.flag, f.last = true, s
		t.haltChild(nd.kids[0])
	}
	return s
}

// tickPrecondition ticks its child when a script holds; it is not asked again until the child is done.
func (t *Tree) tickPrecondition(n NodeID, nd *node) Status {
	f, code := &t.frames[n], t.codeOf(n, nd)
	otherwise := t.mustStatus(n, nd.args[1])
	if !f.running {
		f.running = t.holds(code)
	}
	if !f.running {
		return otherwise
	}
	s := t.execute(nd.kids[0])
	if s.Completed() {
		t.haltChild(nd.kids[0])
		f.running = false
	}
	return s
}

// tickSubTree ticks the tree that the node calls.
func (t *Tree) tickSubTree(n NodeID, nd *node) Status {
	if t.status[n] == Idle {
		t.set(n, Running)
	}
	s := t.execute(nd.kids[0])
	if s.Completed() {
		t.haltChild(nd.kids[0])
	}
	return s
}

// tickUpdated ticks its child when the entry that it watches was written, and then until the child is done.
func (t *Tree) tickUpdated(n NodeID, nd *node) Status {
	f := &t.frames[n]
	if !f.running && !t.updated(n, nd) {
		if nd.id == "WaitValueUpdate" {
			return Running
		}
		return Skipped
	}
	s := t.execute(nd.kids[0])
	f.running = s == Running
	return s
}
