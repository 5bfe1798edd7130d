package dfs

import "unsafe"

const (
	// checkNodes is how many nodes are opened between two looks at the clock.
	checkNodes = 256
	// progressNodes is how many nodes are opened between two reports of progress.
	progressNodes = 16 * checkNodes
	// smallWork is how many small pieces of work, a look at a list's element each, count as a node.
	smallWork = 32
	// factStretch is how many facts of a list are looked at in the price of a node.
	factStretch = 1024
	// longWalk is how many tasks, one within the other, are passed in the price of a node.
	longWalk = 1024
	// planStretch is how many tasks of a plan that was found are written between two looks at the clock.
	planStretch = 4096
	// budget is what machine.stopped says when a pass has used what it may, while the search may go on.
	budget = "budget"
)

// limits is what all passes of a search share.
type limits struct {
	o      *Options
	nodes  int64
	small  int32 // work that is less than that of a node, in parts of smallWork
	next   int64 // nodes at which the limits are looked at
	report int64 // nodes at which progress is reported
	told   int64 // nodes at the last pause
	until  int64 // nodes at which a pass is to be given up; 0: never
	m      *machine
}

// count counts a node, and stops the machine at a limit.
func (l *limits) count() {
	if l.o.Nodes > 0 && l.nodes >= int64(l.o.Nodes) {
		l.m.stopped = "nodes"
		return
	}
	if l.nodes++; l.nodes >= l.next {
		l.next = l.nodes + checkNodes
		l.check()
	}
}

// charge counts small pieces of work, so that what takes long is noticed.
func (l *limits) charge(pieces int32) {
	l.small += pieces
	l.nodes += int64(l.small / smallWork)
	l.small %= smallWork
}

// goesOn counts the pieces of a long piece of work, of which so many were done: each time that stretch more are. It reports
// whether the search may go on. What is shorter than a stretch is part of the price of its node.
func (l *limits) goesOn(done, stretch int) bool {
	if done%stretch != 0 || done == 0 {
		return true
	}
	l.charge(int32(stretch))
	switch {
	case l.o.Nodes > 0 && l.nodes >= int64(l.o.Nodes):
		l.m.stopped = "nodes"
	case l.nodes >= l.next:
		l.next = l.nodes + checkNodes
		l.check()
	}
	return l.m.stopped == ""
}

func (l *limits) check() {
	switch passed := l.passed(); {
	case passed == "time":
		l.m.stopped = passed
	case l.o.Memory > 0 && l.m.bytes() > l.o.Memory || l.m.facts.store.Full():
		l.m.stopped = "memory"
	case passed != "", !l.pause():
		l.m.stopped = "cancelled"
	case l.until > 0 && l.nodes >= l.until:
		l.m.stopped = budget
	}
	if l.o.Progress != nil && l.nodes >= l.report {
		l.report = l.nodes + progressNodes
		l.o.Progress(l.nodes, int(l.m.frames.Len()))
	}
}

// pause lets others work. It reports whether the search may go on.
func (l *limits) pause() bool {
	if l.o.Pause == nil {
		return true
	}
	nodes := l.nodes - l.told
	l.told = l.nodes
	return l.o.Pause(nodes, l.m.bytes())
}

// passed returns "time" or "cancelled" where the search has to end whatever it is at, else "".
func (l *limits) passed() string {
	if l.o.Clock != nil && l.o.Deadline > 0 && l.o.Clock() >= l.o.Deadline {
		return "time"
	}
	select {
	case <-l.o.Cancel:
		return "cancelled"
	default:
		return ""
	}
}

// bytes tells how much the machine stores.
func (m *machine) bytes() int64 {
	return m.slots.Bytes() + m.watch.Bytes() + m.watched.Bytes() + m.refs.Bytes() + m.nodes.Bytes() +
		m.cells.Bytes() + m.steps.Bytes() + m.trail.Bytes() + m.frames.Bytes() + m.blocks.Bytes() +
		m.counts.Bytes() + m.num.at.Bytes() + m.visited.room + m.entries.bytes() + m.facts.bytes()
}

// bytes tells how much the facts take.
func (f *facts) bytes() int64 {
	return f.store.Bytes() + size(f.truth) + 4*f.counts
}

// size returns how many bytes a list takes, with its copy where it is about to grow.
func size[T any](list []T) int64 {
	var zero T
	bytes := int64(cap(list)) * int64(unsafe.Sizeof(zero))
	if len(list) >= cap(list)-cap(list)/16 {
		bytes += bytes + bytes/4
	}
	return bytes
}
