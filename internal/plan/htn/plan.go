package htn

import (
	"sync"

	"github.com/karakuri-ai/karakuri/internal/codec/pool"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Plan is the steps that achieve a goal, with their derivation. A plan from a planner is a view of the planner's
// memory: copy it with [Plan.CopyFrom] to keep it.
type Plan struct {
	d     *Domain
	words []world.Word
	nodes []node
	steps []step
	cost  float64
}

// PlanPool is shared memory for plans and their reads. Many agents together need about the same amount all the time,
// though the need of each varies. The zero PlanPool is empty. Not safe for concurrent use before [PlanPool.Share].
type PlanPool struct {
	words  pool.Slices[world.Word]
	nodes  pool.Slices[node]
	steps  pool.Slices[step]
	reads  world.ReadPool
	bytes  pool.Slices[byte]
	shared bool
	turn   sync.Mutex // while it is used, if it is shared
}

// Share makes the pool safe for concurrent use, which takes some 20 ns for each plan. Goroutines that decide for now
// these and now those agents would each run short of what the others have plenty of.
func (s *PlanPool) Share() { s.shared = true }

func (s *PlanPool) enter() {
	if s.shared {
		s.turn.Lock()
	}
}

func (s *PlanPool) leave() {
	if s.shared {
		s.turn.Unlock()
	}
}

// Step is one operator of a plan.
type Step struct {
	Operator OperatorID
	Args     []world.Word // a view of the plan
	Node     int          // the method that holds it; -1 when the operator itself was the goal
	Ordinal  int          // which of that method's subtasks it is
}

// Node is a method instance in the derivation of a plan: a task with the method chosen for it.
type Node struct {
	Task   TaskID
	Method int          // index within the task
	Args   []world.Word // of the task; a view of the plan
	Bound  []world.Word // of the free variables; a view of the plan
	Key    world.Word   // order key of the binding; see def.MethodInfo.Order
	Parent int          // -1 at the root
	// Ordinal is which of its parent's subtasks it is, in the order in which they are declared.
	Ordinal int
}

// view makes the plan show what a planner has found.
func (pl *Plan) view(p *Planner) {
	pl.d, pl.words, pl.nodes, pl.steps, pl.cost = p.d, p.words, p.nodes, p.steps, p.cost
}

func (pl *Plan) clear() {
	pl.words, pl.nodes, pl.steps, pl.cost = pl.words[:0], pl.nodes[:0], pl.steps[:0], 0
}

func (pl *Plan) copyFrom(p *Planner) {
	var found Plan
	found.view(p)
	pl.CopyFrom(&found)
}

// CopyPooled makes pl a copy of other in memory of a pool, which gets what pl had.
func (pl *Plan) CopyPooled(other *Plan, s *PlanPool) {
	pl.fit(s, len(other.words), len(other.nodes), len(other.steps))
	pl.CopyFrom(other)
}

func (pl *Plan) fit(s *PlanPool, words, nodes, steps int) {
	s.enter()
	pl.words = s.words.Fit(pl.words, words)
	pl.nodes = s.nodes.Fit(pl.nodes, nodes)
	pl.steps = s.steps.Fit(pl.steps, steps)
	s.leave()
}

// Free makes the plan empty, and gives its memory to a pool.
func (pl *Plan) Free(s *PlanPool) { pl.fit(s, 0, 0, 0) }

// CopyFrom makes pl a copy of other that no planner will change. It reuses pl's memory.
func (pl *Plan) CopyFrom(other *Plan) {
	pl.d, pl.cost = other.d, other.cost
	pl.words = append(pl.words[:0], other.words...)
	pl.nodes = append(pl.nodes[:0], other.nodes...)
	pl.steps = append(pl.steps[:0], other.steps...)
}

// Touch reads a little of the plan's memory, for a caller that will need it soon and has something else to do until it
// is there.
func (pl *Plan) Touch() (sum int) {
	if len(pl.steps) > 0 && len(pl.words) > 0 && len(pl.nodes) > 0 {
		sum = int(pl.steps[0].args) + int(pl.words[0]) + int(pl.nodes[0].task)
	}
	return sum
}

// Domain returns the domain that the plan is in.
func (pl *Plan) Domain() *Domain { return pl.d }

// Len returns the number of steps.
func (pl *Plan) Len() int { return len(pl.steps) }

// Cost returns the sum of the steps' costs: 1 each unless the domain declares others.
func (pl *Plan) Cost() float64 { return pl.cost }

// Step returns a step; they are numbered in an order in which they can be carried out.
func (pl *Plan) Step(i int) Step {
	s := &pl.steps[i]
	return Step{OperatorID(s.operator), pl.words[s.args : s.args+pl.d.operators[s.operator].params], int(s.parent), int(s.ordinal)}
}

// Nodes returns the number of nodes of the derivation.
func (pl *Plan) Nodes() int { return len(pl.nodes) }

// Node returns a node of the derivation; parents come before their children.
func (pl *Plan) Node(i int) Node {
	n := &pl.nodes[i]
	m := &pl.d.methods[n.method]
	params := pl.d.tasks[n.task].params
	out := Node{Task: TaskID(n.task), Method: int(m.index), Args: pl.words[n.frame : n.frame+params], Key: n.key, Parent: int(n.parent), Ordinal: int(n.ordinal)}
	if len(m.each) > 0 {
		first := n.frame + m.each[0].slot
		out.Bound = pl.words[first : first+m.bound()]
	}
	return out
}

// MTR appends the method traversal record to dst: the method index of each task, tasks in declaration order whatever
// order they were expanded in. Its lexical order is plan priority, the lower the better.
func (pl *Plan) MTR(dst []int) []int {
	if !pl.d.partial {
		for i := range pl.nodes {
			dst = append(dst, int(pl.d.methods[pl.nodes[i].method].index))
		}
		return dst
	}
	if len(pl.nodes) == 0 {
		return dst
	}
	return pl.traverse(0, dst)
}

// traverse goes through the derivation in declaration order.
func (pl *Plan) traverse(n int32, dst []int) []int {
	dst = append(dst, int(pl.d.methods[pl.nodes[n].method].index))
	for c := pl.child(n, 0); c >= 0; c = pl.child(n, pl.nodes[c].ordinal+1) {
		dst = pl.traverse(c, dst)
	}
	return dst
}

// CompareMTR compares two method traversal records: negative when a is of higher priority, positive when b is, 0 when
// they are the same. at is the first position at which they differ.
func CompareMTR(a, b []int) (order, at int) {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return a[i] - b[i], i
		}
	}
	return len(a) - len(b), min(len(a), len(b))
}

// Simulate carries the plan out in a copy of the state and returns the first step, from step first on, whose condition
// does not hold, or -1 if there is none. It leaves the machine's state unchanged and overwrites scratch. It does not
// check whether objects among the arguments still exist.
func (pl *Plan) Simulate(m *expr.Machine, scratch *world.State, first int) int {
	live := m.State
	defer func() { m.State = live }()
	scratch.CopyFrom(live)
	m.State = scratch
	for i := first; i < len(pl.steps); i++ {
		s := pl.Step(i)
		op := &pl.d.operators[s.Operator]
		if op.when != nil && !op.when.Eval(m, s.Args) || !pl.keepsOn(i, m) {
			return i
		}
		op.effects.Apply(m, s.Args)
	}
	return -1
}

// When reports whether a step's condition, and the while of each method that it derives from, holds in the machine's
// state.
func (pl *Plan) When(i int, m *expr.Machine) bool {
	s := pl.Step(i)
	op := &pl.d.operators[s.Operator]
	return (op.when == nil || op.when.Eval(m, s.Args)) && pl.keepsOn(i, m)
}

// Price returns what a step costs in the machine's state.
func (pl *Plan) Price(i int, m *expr.Machine) float64 {
	s := pl.Step(i)
	op := &pl.d.operators[s.Operator]
	if op.cost == nil {
		return op.fixed
	}
	return costOf(op.cost.Eval(m, s.Args), op.float)
}

// Apply writes a step's effects to the machine's state.
func (pl *Plan) Apply(i int, m *expr.Machine) {
	s := pl.Step(i)
	pl.d.operators[s.Operator].effects.Apply(m, s.Args)
}
