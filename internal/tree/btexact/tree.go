package btexact

import (
	"slices"
	"time"
)

// Tree is one running instance of a program: the statuses of its nodes, what they remember, and its blackboard. Not
// safe for concurrent use; trees of one program are independent of each other.
type Tree struct {
	p           *Program
	status      []Status
	frames      []frame
	cells       []cell
	added       map[place]int32 // cells of keys that the document does not name
	addedPlaces []place
	now         time.Duration
	woken       bool
	busy        bool
	inLeaf      NodeID // the node whose host code is being called, or noNode
	observers   []Observer
	call        Call
}

// frame is a node's memory between ticks. Each kind of node uses the fields that it needs.
type frame struct {
	index   int32 // of the child that is next, or how many rounds are done
	skipped int32
	good    int32
	bad     int32
	flag    bool // the node's own: started, in the catch block, or done once
	running bool // its child is running
	fired   bool // its time is up
	done    bool // its parent is done with it
	last    Status
	until   time.Duration // when its time is up, or began
	seq     uint64        // of the entry that it watches
	ticked  int32         // how often a branch of the host has ticked its children in this tick; not saved
	queue   *List         // what a loop goes through
	own     List          // a queue that is not shared
	memory  Memory
	code    *script // of a script that was read from the blackboard
}

// Memory is the data that a leaf keeps between ticks for one node of one tree. It is saved with the tree.
type Memory [4]int64

// Observer receives every transition, in order.
type Observer interface {
	// Transition is called when the status of a node has changed. It must not tick or halt the tree.
	Transition(at time.Duration, n NodeID, prev, next Status)
}

// FaultObserver is an Observer that also receives errors, before the tree halts running nodes because of them.
type FaultObserver interface {
	Observer
	Fault(at time.Duration, err *Error)
}

// NewTree returns a tree that has not been ticked. Its blackboard has the entries that ports declare, and no values.
func (p *Program) NewTree() *Tree {
	t := &Tree{
		p: p, status: make([]Status, len(p.nodes)), frames: make([]frame, len(p.nodes)), cells: slices.Clone(p.cells), inLeaf: noNode,
	}
	t.call.t = t
	for i := range t.frames {
		t.frames[i].clear()
	}
	return t
}

// clear resets a frame to its state in a new tree.
func (f *frame) clear() { *f = frame{last: Idle} }

// Program returns what the tree is an instance of.
func (t *Tree) Program() *Program { return t.p }

// Status returns the status of a node. The root is Idle between ticks unless it is Running.
func (t *Tree) Status(n NodeID) Status { return t.status[n] }

// Now returns the time of the last tick.
func (t *Tree) Now() time.Duration { return t.now }

// Observe adds an observer.
func (t *Tree) Observe(o Observer) { t.observers = append(t.observers, o) }

// Woken reports whether a node asked in the last tick to be ticked again at once: a sequence that pauses between two
// children so that it can be interrupted, for example. [Tree.TickOnce] does so.
func (t *Tree) Woken() bool { return t.woken }

// Tick ticks the tree once, at a simulated time that never goes back, and returns the status of the root: Running,
// Success, Failure or Skipped. The error is an [*Error] when a node could not continue; the tree has been halted then,
// the status is Idle, and the next tick starts anew.
func (t *Tree) Tick(now time.Duration) (Status, error) {
	if t.busy {
		return Idle, ErrBusy
	}
	t.busy = true
	defer func() { t.busy = false }()
	t.now = max(t.now, now)
	return t.tickRoot()
}

// TickOnce ticks the tree, and again for as long as it is Running and a node asks for it, at most [MaxWakes] times.
func (t *Tree) TickOnce(now time.Duration) (s Status, err error) {
	for range MaxWakes {
		if s, err = t.Tick(now); err != nil || s != Running || !t.woken {
			break
		}
	}
	return s, err
}

func (t *Tree) tickRoot() (Status, error) {
	s, err := t.attempt()
	if err != nil {
		t.complain(err)
		_ = t.stop()
		return Idle, err
	}
	return s, nil
}

// attempt ticks the root; a fault or panic is its error.
func (t *Tree) attempt() (s Status, err error) {
	defer t.rescue(&err)
	t.woken = false
	t.runOut()
	s = t.execute(0)
	if s.Completed() {
		t.reset(0)
	}
	return s, nil
}

// complain sends the observers an error of attempt or tryHalt.
func (t *Tree) complain(err error) {
	for _, o := range t.observers {
		if f, ok := o.(FaultObserver); ok {
			f.Fault(t.now, err.(*Error))
		}
	}
}

// Halt interrupts everything that is running; afterwards all nodes are Idle. The error is the first mistake of a script
// or a leaf on the way, an [*Error]; the other nodes are halted all the same.
func (t *Tree) Halt() error {
	if t.busy {
		return ErrBusy
	}
	t.busy = true
	defer func() { t.busy = false }()
	return t.stop()
}

// stop halts the root, and then every node in order: there may be some that run below one that does not, or that a
// mistake kept the others from reaching.
func (t *Tree) stop() error {
	first := t.tryHalt(0)
	for n := range t.status {
		if err := t.tryHalt(NodeID(n)); first == nil {
			first = err
		}
		t.reset(NodeID(n)) // also if the host's code or a script went wrong
	}
	return first
}

// tryHalt halts one node. Unlike BehaviorTree.CPP's haltTree it runs the script for halted nodes only if one was
// running.
func (t *Tree) tryHalt(n NodeID) (err error) {
	defer func() {
		if err != nil {
			t.complain(err)
			t.reset(err.(*Error).Node) // it was reported once
		}
	}()
	defer t.rescue(&err)
	if t.status[n] == Running {
		t.haltNode(n)
	} else {
		t.halt(n)
	}
	t.reset(n)
	return nil
}

// set gives a node a status.
func (t *Tree) set(n NodeID, s Status) {
	if s == Idle {
		t.fail(n, "a node cannot become IDLE of its own accord")
	}
	t.become(n, s)
}

// reset makes a node Idle.
func (t *Tree) reset(n NodeID) { t.become(n, Idle) }

func (t *Tree) become(n NodeID, s Status) {
	prev := t.status[n]
	if prev == s {
		return
	}
	t.status[n] = s
	for _, o := range t.observers {
		o.Transition(t.now, n, prev, s)
	}
}

// wake asks for another tick at once.
func (t *Tree) wake() { t.woken = true }
