package dfs

// frameKind says what a frame chooses.
type frameKind uint8

const (
	methodFrame frameKind = iota // the method of a task
	joinFrame                    // the fact that a literal joins with
	objectFrame                  // the object of a slot
	threadFrame                  // which of several threads goes on
)

// frame is a choice with alternatives left.
type frame struct {
	mark
	kind frameKind
	what int32 // a node, a literal, a slot reference, or the thread preferred
	pos  int32 // of a join
	next int32 // the next alternative

	// Of a method frame, what is known of its task in its state; see entries.
	entry   int32
	shape   int32 // the entry of its shape; none if it had no open variables
	nested  int32 // how many tasks of its shape are open, with this one
	serial  uint64
	depends int32 // the nearest frame that the failure of alternatives hangs on; none
	done    bool  // the task came to its end, or it is not known that it did not
	looped  bool  // something was left out because the task is open
	tainted bool  // done was set for want of knowledge, in the frames of the tasks above too
}

// mark is what brings the machine back to where it was.
type mark struct {
	trail, slots, watch, watched, refs, nodes, cells, steps, blocks, counts int32

	rest, thread int32
	cur          instance
}

func (m *machine) mark() mark {
	return mark{
		int32(len(m.trail)), int32(len(m.slots)), int32(len(m.watch)), int32(len(m.watched)), int32(len(m.refs)), int32(len(m.nodes)), int32(len(m.cells)),
		int32(len(m.steps)), int32(len(m.blocks)), int32(len(m.counts)), m.rest, m.thread, m.cur,
	}
}

func (m *machine) restore(to *mark) {
	m.undo(to.trail)
	m.slots, m.watch, m.watched, m.refs = m.slots[:to.slots], m.watch[:to.watch], m.watched[:to.watched], m.refs[:to.refs]
	m.nodes, m.cells, m.steps = m.nodes[:to.nodes], m.cells[:to.cells], m.steps[:to.steps]
	m.blocks, m.counts = m.blocks[:to.blocks], m.counts[:to.counts]
	m.rest, m.thread, m.cur = to.rest, to.thread, to.cur
}

func (m *machine) leave(f frame) { m.frames = append(m.frames, f) }

// again goes back to the newest choice and takes its next alternative.
func (m *machine) again() bool {
	top := len(m.frames) - 1
	if m.frames[top].kind == methodFrame {
		m.restore(&m.frames[top].mark)
		return m.nextMethod()
	}
	if m.lim.count(); m.stopped != "" {
		return false
	}
	f := m.frames[top]
	m.frames = m.frames[:top]
	m.restore(&f.mark)
	switch f.kind {
	case joinFrame:
		by := int32(1)
		if m.backward(f.what) {
			by = -1
		}
		return m.join(f.what, f.pos, f.next, by)
	case objectFrame:
		return m.tryObjects(f.what, m.p.Types[m.slots[^f.what].typ].List, f.next, &f.mark)
	default:
		return m.tryThread(f.what, f.next)
	}
}
