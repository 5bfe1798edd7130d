package dfs

import (
	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
	"github.com/karakuri-ai/karakuri/internal/plan/paged"
)

// none is the index of what is not there.
const none int32 = -1

// node is a task in the decomposition.
type node struct {
	task   int32
	args   int32 // its arguments: the first in refs
	parent int32
	depth  int32
	hash   uint64 // of a task without variables; else 0
	frame  int32  // of its methods; none before it was begun, and for an action
	state  uint64 // the hash of the state when it was begun
	schema int32  // the method or action taken
	vars   int32  // of that: the first variable in refs
	first  int32  // of its subtasks, in the method's order, in nodes
}

// instance is an action or method whose condition is being asked.
type instance struct {
	s       *schema
	node    int32
	vars    int32  // the first variable in refs
	chunk   int32  // of the literals, by chunkLiterals
	pending uint64 // the literals of the chunk that are still to be asked
}

// machine is a search in one pass. What grows with the way to the present point are arenas, cut when the search goes
// back; other changes are in the trail.
type machine struct {
	prog *program
	p    *lifted.Problem
	mode mode
	lim  *limits

	methods  [][]int32 // of each task, in the order of trial
	suspects []int32   // of each method: the check that failed last
	facts    *facts
	slots    paged.Stack[slot]
	watch    paged.Stack[watch]
	watched  paged.Stack[int32] // slots that were once given something to differ from
	loose    int32              // how many of those are open
	refs     paged.Stack[ref]
	nodes    paged.Stack[node]
	cells    paged.Stack[cell]
	steps    paged.Stack[int32] // the nodes of actions, in the order of execution
	trail    paged.Stack[change]

	frames paged.Stack[frame]

	// The agenda: rest is what is left of the thread at front[thread], which is up to date only while another is chosen.
	front  []int32
	thread int32
	rest   int32
	blocks paged.Stack[block]
	counts paged.Stack[int32]

	cur     instance
	visited hashes
	entries entries
	num     numbering
	stamp   uint64 // of the newest hash over blocks
	scratch scratch

	looped  bool // something was left out that may lose plans
	omitted bool // and it is known that it may
	cut     bool // something was left out for its depth
	stopped string
}

// mode is what a pass does.
type mode struct {
	repeats  bool // tasks below an equal task are tried
	maxDepth int32
	shapes   int32  // how many tasks of one shape may be open before their variables must be bound
	variant  uint32 // of the orders; see variant.go
	visited  bool
	failures bool
}

// scratch is memory that is used within one call.
type scratch struct {
	objects []lifted.Object
	hashes  []uint64
	ground  []bool
	cells   []int32
	facts   []int32
	blocks  []int32
}

func newMachine(g *program, md mode, lim *limits) *machine {
	m := &machine{prog: g, p: g.p, mode: md, lim: lim, methods: g.methodOrders(md.variant), suspects: make([]int32, len(g.methods))}
	m.facts, m.stopped = newFacts(g.p, lim)
	lim.m = m
	m.nodes.Push(node{task: g.p.Root, parent: none, frame: none, hash: m.groundHash(g.p.Root, nil, 0)})
	m.cells.Push(cell{node: 0, next: none, block: none})
	m.front = append(m.front, 0)
	m.rest = 0
	return m
}

// run searches on until there is a plan, which leaves the machine as it was found, or nothing is left to try, or a limit
// is hit.
func (m *machine) run() (found bool) {
	for m.stopped == "" {
		var ok bool
		switch {
		case m.cur.s != nil:
			ok = m.ask() && m.take()
		case !m.settle():
		case m.over():
			ok, found = m.close()
			if found {
				return true
			}
		default:
			ok = m.next()
		}
		for !ok && m.stopped == "" {
			if m.frames.Len() == 0 {
				return false
			}
			ok = m.again()
		}
	}
	return false
}

// take carries out the action whose condition holds, or puts the method's subtasks in place of its task.
func (m *machine) take() bool {
	s := m.cur.s
	for _, v := range s.bind {
		if r := m.deref(*m.refs.At(m.cur.vars + v)); r < 0 {
			return m.enumerate(r)
		}
	}
	cur := m.cur
	m.cur.s = nil
	n := m.nodes.At(cur.node)
	n.schema, n.vars = s.index, cur.vars
	if s.action != nil {
		m.steps.Push(cur.node)
		return m.apply(s.action, cur.vars)
	}
	return m.push(s, cur.node)
}

// close gives an object to each variable that is still open and must differ from something.
func (m *machine) close() (ok, found bool) {
	if m.loose == 0 {
		return true, true
	}
	for w := range m.watched.Len() {
		if i := *m.watched.At(w); m.slots.At(i).val == unbound {
			return m.enumerate(slotRef(i)), false
		}
	}
	return true, true
}
