package htn

import (
	"math"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Tally counts what searches try and what comes of it, by method, operator and goal, over any number of plannings: see
// [Options]. It belongs to one planner at a time; tallies of several are summed with Add. Counting allocates nothing,
// and changes nothing that is found. Which part of a condition failed is found by judging its parts again, of
// conditions that do not hold alone.
type Tally struct {
	d         *Domain
	methods   []MethodTally // as Domain.methods
	operators []OperatorTally
	goals     []GoalTally  // of tasks, then of operators
	parts     [][]part     // of the conditions of methods, then of operators
	whole     []*expr.Term // those conditions; may be nil
	failed    []int64      // the counters of all parts
}

// part is one of the conditions that all must hold.
type part struct {
	term *expr.Term
	cond *expr.Cond
}

// MethodTally counts the outcomes of one method.
type MethodTally struct {
	Tried    int64 // its turn came
	Rejected int64 // its condition did not hold
	Empty    int64 // there was nothing to bind its free variables to
	Hopeless int64 // no way through it can ever end
	Banned   int64 // method instances that were not taken, since they had failed
	Taken    int64 // method instances that were taken; more than Tried, if it has free variables
	Chosen   int64 // how often it was in a plan that was found; the rest of Taken was undone
	// Failed counts for each part of the condition how often it was the first that did not hold. [Tally.MethodParts]
	// returns the parts.
	Failed []int64
}

// Abandoned is the number of instances that were taken and are not in a plan: the search backtracked before them, or
// found no plan.
func (m *MethodTally) Abandoned() int64 { return m.Taken - m.Chosen }

// OperatorTally counts the outcomes of one operator.
type OperatorTally struct {
	Tried    int64 // its turn came
	Rejected int64 // its condition did not hold
	Chosen   int64 // steps of plans that were found
	Failed   []int64
}

// Added is how often it joined a plan that was being made.
func (o *OperatorTally) Added() int64 { return o.Tried - o.Rejected }

// GoalTally counts the plannings for one task or operator, with any arguments. A repair counts for the task that it
// plans again.
type GoalTally struct {
	Plannings  int64 // begun; more than have ended, if one is given up
	Repairs    int64 // of those
	Found      int64
	None       int64
	Limit      int64
	Nodes      int64
	Backtracks int64
}

// NewTally returns a tally of a domain that is all zero.
func NewTally(d *Domain) *Tally {
	t := &Tally{d: d, methods: make([]MethodTally, len(d.methods)), operators: make([]OperatorTally, len(d.operators)),
		goals: make([]GoalTally, len(d.tasks)+len(d.operators))}
	n := 0
	for i := range d.methods {
		n += t.addParts(d.methods[i].when)
	}
	for i := range d.operators {
		n += t.addParts(d.operators[i].when)
	}
	t.failed = make([]int64, n)
	rest := t.failed
	for i, parts := range t.parts {
		var mine []int64
		mine, rest = rest[:len(parts):len(parts)], rest[len(parts):]
		if i < len(t.methods) {
			t.methods[i].Failed = mine
		} else {
			t.operators[i-len(t.methods)].Failed = mine
		}
	}
	return t
}

// addParts takes a condition apart and returns of how many parts it is.
func (t *Tally) addParts(when *expr.Cond) int {
	if when == nil {
		t.parts, t.whole = append(t.parts, nil), append(t.whole, nil)
		return 0
	}
	var parts []part
	var split func(term *expr.Term)
	split = func(term *expr.Term) {
		if term.Kind != expr.TermAnd {
			parts = append(parts, part{term: term})
			return
		}
		for _, a := range term.Args {
			split(a)
		}
	}
	split(when.Term())
	if len(parts) > 1 {
		for i := range parts {
			parts[i].cond = expr.CompileCond(parts[i].term)
		}
	}
	t.parts, t.whole = append(t.parts, parts), append(t.whole, when.Term())
	return len(parts)
}

// Domain returns the domain that is counted for.
func (t *Tally) Domain() *Domain { return t.d }

// Method returns the live counters of a method of a task.
func (t *Tally) Method(task TaskID, method int) *MethodTally {
	return &t.methods[int(t.d.tasks[task].first)+method]
}

// Operator returns the live counters of an operator.
func (t *Tally) Operator(id OperatorID) *OperatorTally { return &t.operators[id] }

// Task returns the counters of plannings for a task.
func (t *Tally) Task(id TaskID) *GoalTally { return &t.goals[id] }

// Alone returns the counters of plannings for an operator alone.
func (t *Tally) Alone(id OperatorID) *GoalTally { return &t.goals[len(t.d.tasks)+int(id)] }

// MethodParts returns the parts of a method's condition, in the order of MethodTally.Failed.
func (t *Tally) MethodParts(task TaskID, method int) []*expr.Term {
	return t.terms(int(t.d.tasks[task].first) + method)
}

// OperatorParts returns the parts of an operator's condition, in the order of OperatorTally.Failed.
func (t *Tally) OperatorParts(id OperatorID) []*expr.Term { return t.terms(len(t.methods) + int(id)) }

func (t *Tally) terms(i int) []*expr.Term {
	out := make([]*expr.Term, len(t.parts[i]))
	for k := range out {
		out[k] = t.parts[i][k].term
	}
	return out
}

// Add adds the counters of another tally of the same domain.
func (t *Tally) Add(other *Tally) {
	if t.d != other.d {
		panic("htn: Tally.Add of another domain")
	}
	for i := range t.methods {
		to, from := &t.methods[i], &other.methods[i]
		to.Tried += from.Tried
		to.Rejected += from.Rejected
		to.Empty += from.Empty
		to.Hopeless += from.Hopeless
		to.Banned += from.Banned
		to.Taken += from.Taken
		to.Chosen += from.Chosen
	}
	for i := range t.operators {
		to, from := &t.operators[i], &other.operators[i]
		to.Tried += from.Tried
		to.Rejected += from.Rejected
		to.Chosen += from.Chosen
	}
	for i := range t.goals {
		to, from := &t.goals[i], &other.goals[i]
		to.Plannings += from.Plannings
		to.Repairs += from.Repairs
		to.Found += from.Found
		to.None += from.None
		to.Limit += from.Limit
		to.Nodes += from.Nodes
		to.Backtracks += from.Backtracks
	}
	for i := range t.failed {
		t.failed[i] += other.failed[i]
	}
}

// rejected counts a condition that does not hold: number i of the methods and operators.
func (t *Tally) rejected(p *Planner, i int, failed []int64, fr []world.Word) {
	parts := t.parts[i]
	last := len(parts) - 1
	for k := range last {
		if holds, ok := p.holdsBeside(parts[k].cond, fr); ok && !holds {
			failed[k]++
			return
		}
	}
	if last >= 0 {
		failed[last]++ // one does not hold that is not among the others
	}
}

// SetTally counts the rest of the search in another tally: for a search in slices whose user changes. nil: no
// counting.
func (p *Planner) SetTally(t *Tally) {
	p.o.Tally = t
	p.watched = p.o.Record != nil || t != nil
}

// tallyMethod counts a method whose condition does not hold, or that leads nowhere.
func (p *Planner) tallyMethod(method, id int32) {
	t, m := p.o.Tally, &p.d.methods[method]
	mt := &t.methods[method]
	mt.Tried++
	if m.dead {
		mt.Hopeless++
		return
	}
	mt.Rejected++
	if len(mt.Failed) == 1 { // it needs no search, as in most methods
		mt.Failed[0]++
		return
	}
	t.rejected(p, int(method), mt.Failed, p.frame(p.nodes[id].frame, m.params))
}

// candidates counts a method whose free variables have been bound, or could not be; halted: a bound has ended that.
func (t *Tally) candidates(ch *choice, halted bool) {
	mt := &t.methods[ch.method]
	mt.Tried++
	if ch.cand == ch.candEnd && !halted {
		mt.Empty++
	}
}

// banned counts an instance that is banned.
func (t *Tally) banned(method int32) {
	mt := &t.methods[method]
	mt.Banned++
	if len(t.d.methods[method].each) == 0 {
		mt.Tried++
	}
}

// taken counts an instance that is taken.
func (t *Tally) taken(method int32) {
	mt := &t.methods[method]
	mt.Taken++
	if len(t.d.methods[method].each) == 0 {
		mt.Tried++
	}
}

// tallyOperator counts an operator that was tried.
func (p *Planner) tallyOperator(id int32, fr []world.Word, holds bool) {
	t := p.o.Tally
	ot := &t.operators[id]
	ot.Tried++
	if !holds {
		if ot.Rejected++; len(ot.Failed) == 1 {
			ot.Failed[0]++
			return
		}
		t.rejected(p, len(t.methods)+int(id), ot.Failed, fr)
	}
}

// tallyBegin counts a search that begins.
func (p *Planner) tallyBegin(repair bool) {
	p.tallied = Stats{}
	goal := &p.o.Tally.goals[p.aim]
	goal.Plannings++
	if repair {
		goal.Repairs++
	}
}

// tallyWork counts the search since the last count.
func (p *Planner) tallyWork() {
	goal := &p.o.Tally.goals[p.aim]
	goal.Nodes += int64(p.stats.Nodes - p.tallied.Nodes)
	goal.Backtracks += int64(p.stats.Backtracks - p.tallied.Backtracks)
	p.tallied = p.stats
}

// tallyOutcome counts the outcome of a search.
func (p *Planner) tallyOutcome() {
	t := p.o.Tally
	goal := &t.goals[p.aim]
	switch p.result.Status {
	case None:
		goal.None++
	case Limit:
		goal.Limit++
	case Found:
		goal.Found++
		t.chosen(p.result.Plan, &p.repair)
	}
}

// chosen counts the parts of a plan; it does not count the parts that a repair kept again.
func (t *Tally) chosen(pl *Plan, r *repair) {
	first, end := int32(math.MinInt32), int32(math.MaxInt32) // of the nodes that are new
	if r.active {
		first, end = r.place, r.place+int32(len(pl.nodes))-r.base
	}
	for i := range pl.nodes {
		if m := pl.nodes[i].method; m >= 0 && first <= int32(i) && int32(i) < end {
			t.methods[m].Chosen++
		}
	}
	for i := range pl.steps {
		if parent := pl.steps[i].parent; first <= parent && parent < end {
			t.operators[pl.steps[i].operator].Chosen++
		}
	}
}
