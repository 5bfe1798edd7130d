package dfs

// cellKind says what a cell is.
type cellKind uint8

const (
	taskCell  cellKind = iota
	exitCell           // the task of a node ends here
	checkCell          // check the needs of later subtasks of a node's method here
	joinCell           // a subtask of a block ends here
)

// cell is an element of a list of what to do in sequence. Lists share their tails.
type cell struct {
	kind  cellKind
	node  int32 // of a task, an exit or a check
	next  int32
	block int32  // the block of the list, or none
	sub   int32  // of a join or a check: the subtask
	hash  uint64 // of the list up to its join, if it has no variables; else 0
}

// block is a method's partially ordered network. Several of its subtasks may be under way at once, each in a thread.
type block struct {
	s      *schema
	node   int32
	counts int32  // in machine.counts: the number of unfinished subtasks, then for each the number that it waits for; finished when done
	cont   int32  // what follows all of them
	stamp  uint64 // the last hash computation that reached it
}

// finished is the count of a finished subtask.
const finished int32 = -1

// cons puts a cell in front of a list.
func (m *machine) cons(c cell) int32 {
	c.block = none
	if c.next != none {
		c.block = m.cells.At(c.next).block
	}
	m.cells.Push(c)
	at := m.cells.Len() - 1
	m.cells.At(at).hash = m.consHash(at)
	return at
}

// fork starts the subtasks of a method without predecessors.
func (m *machine) fork(s *schema, n int32) {
	b := m.blocks.Len()
	counts := m.counts.Len()
	m.blocks.Push(block{s: s, node: n, counts: counts, cont: m.rest})
	m.counts.Push(int32(len(s.calls)))
	for _, w := range s.waits {
		m.counts.Push(w)
	}
	at := m.thread
	m.removeThread(at)
	for i, w := range s.waits {
		if w == 0 {
			m.insertThread(at, m.start(b, int32(i)))
			at++
		}
	}
	m.goOn(m.thread)
}

// start returns the list of a subtask of a block.
func (m *machine) start(b, sub int32) int32 {
	m.cells.Push(cell{kind: joinCell, node: none, next: none, block: b, sub: sub})
	return m.cons(cell{node: m.nodes.At(m.blocks.At(b).node).first + sub, next: m.cells.Len() - 1})
}

// settle handles the ends of tasks until the current thread has a task to do, or everything is done. It returns false
// if something later has become impossible, or at a limit.
func (m *machine) settle() bool {
	for passed := 0; m.rest != none; passed++ {
		if !m.lim.mayContinue(passed, longWalk) {
			return false
		}
		c := m.cells.At(m.rest)
		switch c.kind {
		case exitCell:
			m.exit(c.node)
			m.rest = c.next
		case joinCell:
			m.finish(c.block, c.sub)
		case checkCell:
			if !m.check(c.node, c.sub) {
				return false
			}
			m.rest = c.next
		default:
			return true
		}
	}
	return true
}

// finish records the end of a block's subtask, and starts those that waited for it.
func (m *machine) finish(b, sub int32) {
	bl := *m.blocks.At(b)
	m.count(bl.counts, *m.counts.At(bl.counts)-1)
	m.count(bl.counts+1+sub, finished)
	if *m.counts.At(bl.counts) == 0 {
		m.rest = bl.cont
		return
	}
	at := m.thread
	m.removeThread(at)
	for _, i := range bl.s.after[sub] {
		w := bl.counts + 1 + i
		if m.count(w, *m.counts.At(w)-1); *m.counts.At(w) == 0 {
			m.insertThread(at, m.start(b, i))
			at++
		}
	}
	m.goOn(min(m.thread, int32(len(m.front)-1)))
}

func (m *machine) count(at, to int32) {
	m.note(changeCount, at, *m.counts.At(at))
	*m.counts.At(at) = to
}

// over reports whether nothing is left to do.
func (m *machine) over() bool { return m.rest == none }

// next takes the next task. If several threads could continue, the search tries all, the present one first. A
// decomposition that depends on no state is done at once.
func (m *machine) next() bool {
	if len(m.front) == 1 || m.prog.free[m.nodes.At(m.cells.At(m.rest).node).task] {
		return m.step()
	}
	m.setThread(m.thread, m.rest)
	if m.mode.visited && !m.visited.add(m.here(m.networkHash())) {
		return false
	}
	return m.tryThread(m.thread, 0)
}

// tryThread continues with the next thread to try: the preferred one, then the others.
func (m *machine) tryThread(preferred, next int32) bool {
	t := next
	switch {
	case next == 0:
		t = preferred
	case next <= preferred:
		t = next - 1
	}
	if int(next)+1 < len(m.front) {
		m.leave(frame{kind: threadFrame, mark: m.mark(), what: preferred, next: next + 1})
	}
	m.goOn(t)
	return m.step()
}

func (m *machine) goOn(thread int32) {
	m.thread, m.rest = thread, m.front[thread]
}

func (m *machine) setThread(at, to int32) {
	if m.front[at] != to {
		m.note(changeThread, at, m.front[at])
		m.front[at] = to
	}
}

func (m *machine) insertThread(at, c int32) {
	m.note(insertThread, at, 0)
	m.insert(at, c)
}

func (m *machine) removeThread(at int32) {
	m.note(removeThread, at, m.front[at])
	m.front = append(m.front[:at], m.front[at+1:]...)
}

func (m *machine) insert(at, c int32) {
	m.front = append(m.front, 0)
	copy(m.front[at+1:], m.front[at:])
	m.front[at] = c
}

// undoThread undoes a change to the threads.
func (m *machine) undoThread(c *change) {
	switch c.kind {
	case changeThread:
		m.front[c.at] = c.old
	case insertThread:
		m.front = append(m.front[:c.at], m.front[c.at+1:]...)
	case removeThread:
		m.insert(c.at, c.old)
	}
}
