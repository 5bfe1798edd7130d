package dfs

// frameKind says what a frame chooses.
type frameKind uint8

const (
	methodFrame frameKind = iota // the method of a task
	joinFrame                    // the fact that a literal joins with
	objectFrame                  // the object of a slot
	threadFrame                  // the thread to continue
)

// frame is a choice with remaining alternatives.
type frame struct {
	mark
	kind frameKind
	what int32 // a node, a literal, a slot reference, or the thread preferred
	pos  int32 // of a join
	next int32 // the next alternative

	// For a method frame, the known results about its task in its state; see entries.
	entry   int32
	shape   int32 // the entry of its shape; none if it had no open variables
	nested  int32 // number of open tasks of its shape, including this one
	serial  uint64
	depends int32 // the nearest frame that the failure of the alternatives depends on; none
	done    bool  // the task has ended, or may have
	looped  bool  // something was omitted because the task is open
	tainted bool  // done was set for lack of information, also in the frames of the tasks above
}

// mark holds what restores the machine to an earlier point.
type mark struct {
	trail, slots, watch, watched, refs, nodes, cells, steps, blocks, counts int32

	rest, thread int32
	cur          instance
}

func (m *machine) mark() mark {
	return mark{
		m.trail.Len(), m.slots.Len(), m.watch.Len(), m.watched.Len(), m.refs.Len(), m.nodes.Len(), m.cells.Len(),
		m.steps.Len(), m.blocks.Len(), m.counts.Len(), m.rest, m.thread, m.cur,
	}
}

func (m *machine) restore(to *mark) {
	m.undo(to.trail)
	m.slots.Cut(to.slots)
	m.watch.Cut(to.watch)
	m.watched.Cut(to.watched)
	m.refs.Cut(to.refs)
	m.nodes.Cut(to.nodes)
	m.cells.Cut(to.cells)
	m.steps.Cut(to.steps)
	m.blocks.Cut(to.blocks)
	m.counts.Cut(to.counts)
	m.rest, m.thread, m.cur = to.rest, to.thread, to.cur
}

func (m *machine) leave(f frame) { m.frames.Push(f) }

// again returns to the newest choice and takes its next alternative.
func (m *machine) again() bool {
	top := m.frames.Len() - 1
	if m.frames.At(top).kind == methodFrame {
		m.restore(&m.frames.At(top).mark)
		return m.nextMethod()
	}
	if m.lim.count(); m.stopped != "" {
		return false
	}
	f := *m.frames.At(top)
	m.frames.Cut(top)
	m.restore(&f.mark)
	switch f.kind {
	case joinFrame:
		by := int32(1)
		if m.backward(f.what) {
			by = -1
		}
		return m.join(f.what, f.pos, f.next, by)
	case objectFrame:
		return m.tryObjects(f.what, m.p.Types[m.slots.At(^f.what).typ].List, f.next, &f.mark)
	default:
		return m.tryThread(f.what, f.next)
	}
}
