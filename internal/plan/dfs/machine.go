package dfs

import (
	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
	"github.com/karakuri-ai/karakuri/internal/plan/paged"
)

// none is an index that refers to nothing.
const none int32 = -1

// node is a task in the decomposition.
type node struct {
	task   int32
	args   int32 // index of the first argument in refs
	parent int32
	depth  int32
	hash   uint64 // of a task without variables; 0: it has variables
	frame  int32  // the frame that tries its methods; none for an action or a task that has not started
	state  uint64 // the hash of the state in which the task started
	schema int32  // the chosen method or action
	vars   int32  // index of the schema's first variable in refs
	first  int32  // index of the first subtask in nodes; subtasks are in the method's order
}

// instance is an action or method whose condition is being evaluated.
type instance struct {
	s       *schema
	node    int32
	vars    int32  // index of the first variable in refs
	chunk   int32  // the current chunk of literals, each of chunkLiterals
	pending uint64 // bits of the chunk's literals that are still to be evaluated
}

// machine runs one pass of the search. Data that grows along the current path is in arenas, which backtracking cuts.
// The trail records all other changes.
type machine struct {
	prog *program
	p    *lifted.Problem
	mode mode
	lim  *limits

	methods  [][]int32 // of each task: its methods, in the order in which they are tried
	suspects []int32   // of each method: the check that failed last
	facts    *facts
	slots    paged.Stack[slot]
	watch    paged.Stack[watch]
	watched  paged.Stack[int32] // slots that were constrained to differ from something
	loose    int32              // how many watched slots are open
	refs     paged.Stack[ref]
	nodes    paged.Stack[node]
	cells    paged.Stack[cell]
	steps    paged.Stack[int32] // the nodes of executed actions, in order
	trail    paged.Stack[change]

	frames paged.Stack[frame]

	// The agenda. rest is the remaining list of the current thread. front holds the lists of all threads, but
	// front[thread] is up to date only while the machine chooses another thread.
	front  []int32
	thread int32
	rest   int32
	blocks paged.Stack[block]
	counts paged.Stack[int32]

	cur     instance
	visited hashes
	entries entries
	num     numbering
	stamp   uint64 // of the last hash computation over blocks
	scratch scratch

	looped  bool // the pass refused a task within itself
	omitted bool // and may have missed plans by that
	cut     bool // the pass omitted a task because of its depth
	stopped string
}

// mode is the configuration of a pass.
type mode struct {
	repeats  bool // try tasks below an equal task in the same state
	maxDepth int32
	shapes   int32  // how many tasks of one shape may nest before their variables must be bound
	variant  uint32 // which orders of methods and facts to use; see variant.go
	visited  bool
	failures bool
}

// scratch is memory that one call uses and later calls reuse.
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

// run continues the search. It returns true at a plan, with the machine in the plan's state. It returns false when
// everything was tried, or at a limit.
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

// take applies the action whose condition holds, or replaces the task by the method's subtasks.
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

// close binds each open variable that must differ from something.
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
