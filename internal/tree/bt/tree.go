package bt

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Tree is one execution of a program by one agent. The zero Tree is ready for [Tree.Reset]. Not safe for concurrent
// use; trees of one program are independent of each other.
type Tree struct {
	p      *Program
	first  *world.Word // word of its memory; see [Tree.mem]
	more   *more       // nil: not needed
	dirty  uint64      // what watches may have another outcome since the last tick
	active uint64      // what the watches of running nodes read
	due    int64       // the tick in which something is to be done though nothing has changed
	room   int32       // words of that memory, of which the program may need fewer
	leaves uint16      // running actions, listed in the lanes of the program's list
	held   bool        // a watch is held off
	keeps  bool        // changes are kept
}

// more holds the fields that few trees need.
type more struct {
	lists  [][]world.Word // members of types, by node
	causes []world.Change // changes since the last tick, of watched cells
}

// Env has what ticking trees needs: one for each goroutine that ticks. Its context must have been entered for the
// agent with [action.Ctx.Enter].
type Env struct {
	Ctx       *action.Ctx
	Instances *action.Instances
	Machine   *expr.Machine
	Sink      Sink // may be nil
	// Coarse limits events to what matters outside the tree: activities, the root, aborts that fired, logs, faults.
	// Events of conditions and composites then cost nothing.
	Coarse bool

	scratch Event // holds the event that the sink receives
	fault   action.Fault
	words   []world.Word // arguments
	fires   []fire
	numbers []float64 // weights and scores
	members []keyed
	values  []world.Word // of a loop, before where and order

	choosers []chooser // by number of the choice
	choosing utility.Turn
	offers   []utility.Offer
	rand     det.Rand
	branches []*branch // of composites and decorators of the host, within each other
	depth    int       // so many of them are updated
	looked   int       // watches of children looked at; for tests
}

// Reset clears unfinished work after the host's code has ended the goroutine.
func (e *Env) Reset() {
	e.fault = action.Fault{}
	e.depth = 0
	e.words, e.fires, e.numbers, e.members = e.words[:0], e.fires[:0], e.numbers[:0], e.members[:0]
}

// TakeFault returns what last panicked in the host's code, if anything did since the last call.
func (e *Env) TakeFault() (f action.Fault, ok bool) {
	f = e.fault
	e.fault = action.Fault{}
	return f, f.Action != ""
}

// PutFault stores the panic of an outer tree while one within it is ticked, for code that ticks trees within trees.
func (e *Env) PutFault(f action.Fault) { e.fault = f }

// never is a tick that does not come.
const never = math.MaxInt64

// Reset makes the tree a new one of a program, with arguments of zero; nothing may be running. It reuses memory. Serial
// distinguishes the trees of one agent that draw random numbers; use 0 for a single one. With causes the tree keeps the
// changes, so that [AbortFired] can name them.
func (t *Tree) Reset(p *Program, serial uint32, causes bool) {
	t.clearMem(p)
	m := t.more
	if m == nil && p.lists > 0 {
		m = &more{}
	}
	if m != nil {
		m.causes = m.causes[:0]
		for len(m.lists) < p.lists {
			m.lists = append(m.lists, nil)
		}
	}
	*t = Tree{p: p, first: t.first, room: t.room, more: m, keeps: causes}
	if p.draws >= 0 {
		t.mem()[p.draws] = world.Word(serial) << 32
	}
}

// Program returns the program of the tree; nil before the first Reset.
func (t *Tree) Program() *Program { return t.p }

// Start gives the tree the words of its parameters, with which it starts in the next tick, and each time after it has
// ended. It must not be running.
func (t *Tree) Start(args []world.Word) { copy(t.mem()[:t.p.frame], args) }

// Running reports whether the tree is running.
func (t *Tree) Running() bool { return t.isRunning(0) }

// Due returns the tick before which the tree only updates running actions, unless something changes.
func (t *Tree) Due() int64 { return t.due }

// Notice reports changed cells of the agent's state to the tree. Report all changes before the state forgets them,
// including those that the tree itself made; their grouping and repetitions do not matter. Notice only marks what to
// test in the next tick.
func (t *Tree) Notice(changes []world.Change) {
	for i := range changes {
		if mask := t.p.reads.of(&changes[i]); mask != 0 {
			t.dirty |= mask
			if t.keeps {
				t.keep(changes[i])
			}
		}
	}
}

// keep notes a change, for [AbortFired]. Many trees never need the memory.
func (t *Tree) keep(c world.Change) {
	if t.more == nil {
		t.more = &more{}
	}
	if len(t.more.causes) < MaxCauses {
		t.more.causes = append(t.more.causes, c)
	}
}

// NoticeAll makes the tree evaluate all its watches in the next tick.
func (t *Tree) NoticeAll() { t.dirty = ^uint64(0) }

// Tick starts the tree or advances it by a tick, and returns Running, Success or Failure. [Env.TakeFault] returns a
// panic of the host's code: an action that panics fails; if a host function in an expression panics, everything is
// aborted and the tree fails.
func (t *Tree) Tick(e *Env) Status {
	if (t.dirty|always)&t.active != 0 || e.Ctx.Tick() >= t.due {
		return t.tick(e, -1, Running)
	}
	for i := range int32(t.leaves) { // letOn, without a call: most ticks are no more than this
		n, h := t.p.leaf(t.mem(), i)
		if s := e.Instances.Update(e.Ctx, h); s != action.Running {
			return t.tick(e, n, Status(s))
		}
	}
	t.forget()
	return Running
}

// Glance is Tick that also reports whether the tree is calm: it continued with the same actions, and
// [Tree.SteadyUntil] is no earlier than before.
func (t *Tree) Glance(e *Env) (s Status, calm bool) {
	due := t.due
	switch {
	case (t.dirty|always)&t.active == 0 && e.Ctx.Tick() < due:
		if n, s := t.updateLeaves(e, 0); n >= 0 {
			return t.tick(e, n, s), false
		}
	case t.p.asks:
		return t.tick(e, -1, Running), false
	default:
		var x run
		x.enter(t, e)
		if x.noticed = t.dirty | always; !x.isCalm() {
			return x.goThrough(false), false
		}
	}
	t.forget()
	return Running, t.due >= due
}

// SteadyUntil returns the tick before which the tree only updates its leaves, as long as all of them continue and no
// change is noticed; 0: the next tick does more. Call it after a tick.
func (t *Tree) SteadyUntil() int64 {
	if (t.dirty|always)&t.active != 0 {
		return 0
	}
	return t.due
}

// Leaves returns how many actions run after a tick, without those of services.
func (t *Tree) Leaves() int { return int(t.leaves) }

// Leaf returns one of them, in the order in which they are updated.
func (t *Tree) Leaf(i int) action.Handle {
	_, h := t.p.leaf(t.mem(), int32(i))
	return h
}

// leaf returns one of the running actions with its node.
func (p *Program) leaf(m memory, i int32) (n int32, h action.Handle) {
	n = int32(m.lane(p.list + i))
	nd := &p.nodes[n]
	return n, action.HandleOf(nd.action, int32(m.lane(nd.lane))-1)
}

// Resume continues a tick of a steady tree whose leaves before the ith have been updated and continue; the ith has
// returned a status.
func (t *Tree) Resume(e *Env, i int, status Status) Status {
	if status != Running {
		n, _ := t.p.leaf(t.mem(), int32(i))
		return t.tick(e, n, status)
	}
	return t.letOn(e, int32(i)+1)
}

// letOn continues the running actions, from one of them on.
func (t *Tree) letOn(e *Env, from int32) Status {
	if n, s := t.updateLeaves(e, from); n >= 0 {
		return t.tick(e, n, s)
	}
	t.forget()
	return Running
}

// updateLeaves continues the running actions, from one of them up to the first that ends: n, with its status. -1: none
// has.
func (t *Tree) updateLeaves(e *Env, from int32) (n int32, status Status) {
	for i := from; i < int32(t.leaves); i++ {
		n, h := t.p.leaf(t.mem(), i)
		if s := e.Instances.Update(e.Ctx, h); s != action.Running {
			return n, Status(s)
		}
	}
	return -1, Running
}

// forget drops the noticed changes, which have been examined. Changes that made a delayed watch fire are still wanted.
func (t *Tree) forget() {
	t.dirty = 0
	if t.more != nil && !t.held {
		t.more.causes = t.more.causes[:0]
	}
}

// Abort aborts the tree and everything that it runs.
func (t *Tree) Abort(e *Env, reason action.Reason) {
	if !t.isRunning(0) {
		return
	}
	var x run
	x.enter(t, e)
	x.abortAll(reason)
}

func (t *Tree) isRunning(n int32) bool { return t.mem().bit(t.p.bits + n) }
