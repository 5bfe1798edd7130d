package dfs

import "unsafe"

const (
	// checkNodes is the number of nodes between two checks of the limits.
	checkNodes = 256
	// progressNodes is the number of nodes between two progress reports.
	progressNodes = 16 * checkNodes
	// smallWork is the number of small operations, such as reading a list element, that count as one node.
	smallWork = 32
	// factStretch is the number of facts that a node may scan without charge.
	factStretch = 1024
	// longWalk is the number of nested tasks that a node may walk through without charge.
	longWalk = 1024
	// planStretch is the number of tasks of a found plan that are written between two checks of the limits.
	planStretch = 4096
	// budget is the value of machine.stopped when a pass has used up its nodes but the search may continue.
	budget = "budget"
)

// limits counts work and checks the limits. All passes of a search share it.
type limits struct {
	o      *Options
	nodes  int64
	small  int32 // small operations that do not make a whole node yet
	next   int64 // node count at the next check
	report int64 // node count at the next progress report
	paused int64 // node count at the last pause
	until  int64 // node count that ends the pass; 0: no end
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

// charge counts small operations, so that long work without nodes also reaches the limits.
func (l *limits) charge(pieces int32) {
	l.small += pieces
	l.nodes += int64(l.small / smallWork)
	l.small %= smallWork
}

// mayContinue is called for each operation of a long loop, with the number done so far. Once per stretch, it charges
// for the stretch and checks the limits. It reports whether the search may continue. Loops shorter than a stretch cost
// nothing extra.
func (l *limits) mayContinue(done, stretch int) bool {
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

// pause calls Options.Pause, which may let another search run. It reports whether this search may continue.
func (l *limits) pause() bool {
	if l.o.Pause == nil {
		return true
	}
	nodes := l.nodes - l.paused
	l.paused = l.nodes
	return l.o.Pause(nodes, l.m.bytes())
}

// passed returns "time" or "cancelled" if the search must stop now, else "".
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

// bytes returns the memory that the machine uses.
func (m *machine) bytes() int64 {
	return m.slots.Bytes() + m.watch.Bytes() + m.watched.Bytes() + m.refs.Bytes() + m.nodes.Bytes() +
		m.cells.Bytes() + m.steps.Bytes() + m.trail.Bytes() + m.frames.Bytes() + m.blocks.Bytes() +
		m.counts.Bytes() + m.num.at.Bytes() + m.visited.room + m.entries.bytes() + m.facts.bytes()
}

// bytes returns the memory that the facts use.
func (f *facts) bytes() int64 {
	return f.store.Bytes() + size(f.truth) + 4*f.counts
}

// size returns the bytes of a list. If the list is nearly full, it adds the copy that append makes.
func size[T any](list []T) int64 {
	var zero T
	bytes := int64(cap(list)) * int64(unsafe.Sizeof(zero))
	if len(list) >= cap(list)-cap(list)/16 {
		bytes += bytes + bytes/4
	}
	return bytes
}
