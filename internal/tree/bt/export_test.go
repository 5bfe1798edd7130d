package bt

import "math"

// Looked returns how many watches of children have been looked at so far.
func (e *Env) Looked() int { return e.looked }

// Tamper makes a tree that has run for a tick what none is. Waits are the leaves, for they have nothing but bits.
type Tamper struct {
	Name  string
	Tree  string
	Fits  bool // after all, it is one that could be
	Alter func(t *Tree)
}

// keep sets one of the lanes of a node.
func keep(n, lane int32, v uint32) func(t *Tree) {
	return func(t *Tree) { t.mem().setLane(t.p.nodes[n].lane+lane, v) }
}

// run sets which nodes run.
func runs(is bool, nodes ...int32) func(t *Tree) {
	return func(t *Tree) {
		for _, n := range nodes {
			t.mem().setBit(t.p.bits+n, is)
		}
	}
}

// ends sets what comes when all has ended that a node waits for.
func ends(n int32, comes uint32) func(t *Tree) {
	return func(t *Tree) { t.mem().setLane(t.p.nodes[n].ending, comes) }
}

func both(list ...func(t *Tree)) func(t *Tree) {
	return func(t *Tree) {
		for _, f := range list {
			f(t)
		}
	}
}

// Trees that are tampered with. Of each the first wait runs.
const (
	sequenceTree = "sequence { wait 5s; sequence { wait 5s; wait 5s } }"
	tryTree      = "try { wait 5s; wait 5s } catch { wait 5s }"
	againTree    = "while_do_else { if !a; wait 5s; wait 5s }"
	besideTree   = "while_do_else { wait 5s; wait 5s; wait 5s }"
	parallelTree = "parallel succeed 3 fail 3 { wait 5s; wait 5s; succeed; fail }"
	repeatTree   = "repeat 3 { wait 5s }"
	retryTree    = "retry 3 { wait 5s }"
	eachTree     = "each i in 1, 2, 3 { wait 5s }"
	membersTree  = "each t: thing { wait 5s }"
	resumeTree   = "sequence { resume sequence { wait 5s; wait 5s }; succeed }"
	onceTree     = "sequence { once { wait 5s }; succeed }"
	limitTree    = "sequence { limit 3 { wait 5s }; succeed }"
	randomTree   = "random sequence { wait 5s; wait 5s; wait 5s }"
	selectTree   = "utility selector select best { wait 5s score 3; wait 5s score 2; wait 5s score 1 }"
	graceTree    = "sequence { sequence { linger; wait 5s }; wait 5s }"
	reactiveTree = "reactive selector { sequence { linger; wait 5s }; wait 5s }"
	lastTree     = "utility selector select best inertia 0.5 { wait 5s score 3; wait 5s score 2; wait 5s score 1 }"
)

// Tampers are ways to tamper with a tree.
var Tampers = []Tamper{
	{"nothing", sequenceTree, true, func(*Tree) {}},
	{"a child without its parent", sequenceTree, false, runs(false, 0)},
	{"a composite that runs no child", sequenceTree, false, runs(false, 1)},
	{"a composite at none of its children", sequenceTree, false, keep(0, 0, 0)},
	{"a composite at a child that does not run", sequenceTree, false, keep(0, 0, 2)},
	{"a composite at a child of a child", sequenceTree, false, both(runs(false, 1), runs(true, 2, 3), keep(2, 0, 3), keep(0, 0, 3))},
	{"a composite at another child", sequenceTree, true, both(runs(false, 1), runs(true, 2, 4), keep(2, 0, 4), keep(0, 0, 2))},
	{"a composite at a node beyond all", sequenceTree, false, keep(0, 0, 99)},
	{"a composite of which two children run", sequenceTree, false, both(runs(true, 2, 3), keep(2, 0, 3))},
	{"a leaf that takes no time and runs", "sequence { wait 5s; succeed }", false, both(runs(false, 1), runs(true, 2), keep(0, 0, 2))},
	{"a try at another child", tryTree, true, both(runs(false, 1), runs(true, 3), keep(0, 0, 3))},
	{"a try of which two children run", tryTree, false, runs(true, 3)},

	{"what is done while a condition holds", againTree, true, func(*Tree) {}},
	{"what is done when it does not", againTree, true, both(runs(false, 2), runs(true, 3), keep(0, 0, 3))},
	{"what is done, and its condition runs", againTree, false, runs(true, 1)},
	{"what is done, and is not where it is", againTree, false, keep(0, 0, 3)},
	{"what is done, and it is nowhere", againTree, false, keep(0, 0, 0)},
	{"what is done, and is at its condition", besideTree, false, keep(0, 0, 1)},
	{"a condition that runs", besideTree, true, func(*Tree) {}},
	{"a condition that runs beside what is done", besideTree, true, both(runs(true, 2), keep(0, 0, 2))},
	{"a condition that runs beside two that are done", besideTree, false, both(runs(true, 2, 3), keep(0, 0, 2))},

	{"a parallel", parallelTree, true, func(*Tree) {}},
	{"a parallel whose child has ended and runs", parallelTree, false, keep(0, 2, uint32(Success))},
	{"a parallel whose child runs by its note", parallelTree, false, keep(0, 2, uint32(Running))},
	{"a parallel whose child has ended", parallelTree, true, both(runs(false, 1), keep(0, 2, uint32(Failure)))},
	{"a parallel whose child has neither ended nor runs", parallelTree, false, runs(false, 2)},
	{"a parallel whose child was skipped", parallelTree, true, keep(0, 4, uint32(Skipped))},
	{"a parallel whose child has ended in no way", parallelTree, false, keep(0, 4, uint32(Skipped)+1)},

	{"a repeat", repeatTree, true, keep(0, 0, 2)},
	{"a repeat of too many", repeatTree, false, keep(0, 0, math.MaxInt32+1)},
	{"a repeat that is spent", repeatTree, false, keep(0, 0, 3)},
	{"a repeat without end", repeatTree, true, both(keep(0, 0, math.MaxInt32), keep(0, 1, math.MaxUint32))},
	{"a repeat of less than none", repeatTree, false, keep(0, 1, math.MaxUint32-1)},
	{"a retry", retryTree, true, keep(0, 0, 2)},
	{"a retry that is spent", retryTree, false, keep(0, 0, 3)},
	{"a retry of too many", retryTree, false, keep(0, 0, math.MaxUint32)},

	{"a loop at its last value", eachTree, true, keep(0, 0, 2)},
	{"a loop behind its last value", eachTree, false, keep(0, 0, 3)},
	{"a loop behind its last value that runs nothing", eachTree, true, both(runs(false, 1), keep(0, 0, 3))},
	{"a loop at its last member", membersTree, true, keep(0, 0, 1)},
	{"a loop behind its last member", membersTree, false, keep(0, 0, 2)},

	{"what resumes", resumeTree, true, both(runs(false, 0, 1, 2), keep(1, 0, 3))},
	{"what resumes at none", resumeTree, true, both(runs(false, 0, 1, 2), keep(1, 0, 0))},
	{"what resumes elsewhere", resumeTree, false, both(runs(false, 0, 1, 2), keep(1, 0, 5))},
	{"what is done once", onceTree, true, both(runs(false, 0, 1, 2), keep(1, 0, uint32(Failure)))},
	{"what is done once and has ended in no way", onceTree, false, both(runs(false, 0, 1, 2), keep(1, 0, uint32(Failure)+1))},
	{"what is limited", limitTree, true, keep(1, 0, math.MaxInt32)},
	{"what is limited and was done too often", limitTree, false, keep(1, 0, math.MaxInt32+1)},

	{"an order", randomTree, true, both(runs(false, 1, 2, 3), runs(true, 2), keep(0, 0, 2), keep(0, 1, 2), keep(0, 2, 3), keep(0, 3, 1))},
	{"an order with a child twice", randomTree, false, both(runs(false, 1, 2, 3), runs(true, 2), keep(0, 0, 2), keep(0, 1, 2), keep(0, 2, 2), keep(0, 3, 1))},
	{"an order without a child", randomTree, false, both(runs(false, 1, 2, 3), runs(true, 2), keep(0, 0, 2), keep(0, 1, 2), keep(0, 2, 3), keep(0, 3, 0))},

	{"a choice", selectTree, true, func(*Tree) {}},
	{"a second choice", selectTree, true, both(runs(false, 1), runs(true, 3), keep(0, 0, 3), keep(0, 2, 3))},
	{"a choice of none", selectTree, false, keep(0, 1, 0)},
	{"a choice of another", selectTree, false, keep(0, 1, 2)},
	{"a choice of what is chosen already", selectTree, false, keep(0, 2, 1)},
	{"a choice after none", selectTree, false, keep(0, 3, 2)},
	{"a choice of no child", selectTree, false, keep(0, 2, 7)},
	{"what ran last", lastTree, true, keep(0, 4, 3)},
	{"nothing ran last", lastTree, true, keep(0, 4, 0)},
	{"what ran last is no child", lastTree, false, keep(0, 4, 4)},

	{"an action that is ending", graceTree, true, ends(2, endAborted+3)},
	{"what waits for an action that is ending", graceTree, true, both(ends(1, endStatus+uint32(Failure)), ends(2, endAborted+3))},
	{"what is to be aborted with it", graceTree, true, both(ends(0, endStatus+uint32(Success)), ends(1, endAborted+3), ends(2, endAborted+3))},
	{"what waits for an action that is not ending", graceTree, false, ends(1, endStatus+uint32(Failure))},
	{"an action that ends for no reason", graceTree, false, ends(2, endAborted+99)},
	{"what ends in no way", graceTree, false, both(ends(1, endStatus+uint32(Running)), ends(2, endAborted+3))},
	{"what goes on with a child, and watches none any more", graceTree, true, both(ends(1, endChild), ends(2, endAborted+3))},
	{"what asks again, and never does", graceTree, false, both(ends(1, endAsk), ends(2, endAborted+3))},
	{"what looks at its watch, and has none", graceTree, false, both(ends(1, endSelf), ends(2, endAborted+3))},
	{"what looks at its while, and has none", graceTree, false, both(ends(1, endWhile), ends(2, endAborted+3))},
	{"a reactive node whose own child is ending", reactiveTree, true, both(ends(1, endAborted+3), ends(2, endAborted+3), func(t *Tree) { t.due = never })},
}
