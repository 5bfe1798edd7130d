package gbfs

import "github.com/karakuri-ai/karakuri/internal/plan/ground"

// Costs of propositions.
const (
	unreached = 1 << 30 // not reachable even if nothing is deleted
	maxCost   = 1 << 28 // the maximum; higher costs count as this
)

// relaxed estimates the remaining work as if nothing were ever deleted. Its propositions are the facts, the negations
// of facts that something requires to be false, and "this task is done". An operator needs propositions and gives
// others: an action needs its condition, and gives its effects and that it is done; a method needs its condition and
// its subtasks, and gives its task. The cost of a proposition is the minimum over the operators that give it: one, plus
// the sum of what the operator needs.
//
// The costs are those of one state at a time. From one state to the next, only what depends on the difference is
// computed again.
type relaxed struct {
	facts int // number of facts; propositions are facts, then negations, then tasks
	props int

	uses    lists   // for each proposition, the operators that need it
	givers  lists   // for each proposition, the operators that give it
	gives   lists   // for each operator, the propositions that it gives
	takes   lists   // for each operator, the propositions that it needs
	price   []int32 // of each operator
	negated []int32 // facts whose negations matter
	asked   []bool  // of each fact: it is negated somewhere

	state []uint64 // the state that the costs are for
	ready bool     // there is a state
	cost  []int32  // of each proposition
	by    []int32  // for each proposition, the operator that gives it at that cost; -1: none
	seen  []int32  // for each proposition, the cost that its operators have counted
	left  []int32  // for each operator, the number of unreached needs
	total []int64  // for each operator, the sum of the costs of its reached needs
	heap  radixHeap
	lost  []int32     // propositions whose costs are no longer valid
	work  int         // operators visited since the last reset
	poll  func() bool // called from time to time: whether to continue; nil: always
	fresh int         // work since the last call of poll
	ended bool        // poll returned false: the costs are invalid

	mark  []uint32 // for each operator: the last relaxed plan with it
	epoch uint32
	todo  []int32
}

// lists stores one list of int32 for each of many things, in one slice.
type lists struct {
	first []int32
	all   []int32
}

func (l *lists) of(i int32) []int32 { return l.all[l.first[i]:l.first[i+1]] }

func listsOf(n int, each func(visit func(at, value int32))) lists {
	l := lists{first: make([]int32, n+1)}
	each(func(at, _ int32) { l.first[at+1]++ })
	for i := range n {
		l.first[i+1] += l.first[i]
	}
	l.all = make([]int32, l.first[n])
	next := append([]int32(nil), l.first[:n]...)
	each(func(at, value int32) {
		l.all[next[at]] = value
		next[at]++
	})
	return l
}

// newRelaxed makes the lists of a problem. From time to time it calls tick with the work done. If that returns false,
// newRelaxed gives up, and its result is invalid.
func newRelaxed(p *ground.Problem, tick func(work int) bool, poll func() bool) *relaxed {
	each := func(visit func(*operator)) { eachOperator(p, tick, visit) }
	r := &relaxed{facts: len(p.Facts), poll: poll}
	r.heap.goesOn = r.goesOn
	r.props = 2*r.facts + len(p.Tasks)
	r.asked = make([]bool, r.facts)
	each(func(o *operator) {
		for _, list := range [][]int32{o.neg, o.moreNeg} {
			for _, f := range list {
				r.asked[f] = true
			}
		}
	})
	for f, is := range r.asked {
		if is {
			r.negated = append(r.negated, int32(f))
		}
	}
	ops := 0
	each(func(o *operator) {
		r.price = append(r.price, o.price)
		ops++
	})
	r.takes = listsOf(ops, func(visit func(at, value int32)) {
		n := int32(0)
		each(func(o *operator) {
			o.eachNeed(r.facts, func(prop int32) { visit(n, prop) })
			n++
		})
	})
	r.gives = listsOf(ops, func(visit func(at, value int32)) {
		n := int32(0)
		each(func(o *operator) {
			o.eachGift(r.facts, r.asked, func(prop int32) { visit(n, prop) })
			n++
		})
	})
	r.uses = listsOf(r.props, func(visit func(at, value int32)) {
		r.stretches(ops, func(from, to int32) {
			for op := from; op < to; op++ {
				for _, prop := range r.takes.of(op) {
					visit(prop, op)
				}
			}
		})
	})
	r.givers = listsOf(r.props, func(visit func(at, value int32)) {
		r.stretches(ops, func(from, to int32) {
			for op := from; op < to; op++ {
				for _, prop := range r.gives.of(op) {
					visit(prop, op)
				}
			}
		})
	})
	r.state = make([]uint64, (r.facts+63)/64)
	r.cost, r.by, r.seen = make([]int32, r.props), make([]int32, r.props), make([]int32, r.props)
	r.left, r.total, r.mark = make([]int32, ops), make([]int64, ops), make([]uint32, ops)
	return r
}

// goesOn counts work. It reports whether to continue.
func (r *relaxed) goesOn(done int) bool {
	if r.fresh += done; r.fresh >= workPerPoll {
		r.fresh = 0
		r.ended = r.ended || r.poll != nil && !r.poll()
	}
	return !r.ended
}

// stretches calls do for consecutive ranges of the numbers below n, as long as the costs are needed.
func (r *relaxed) stretches(n int, do func(from, to int32)) {
	for from := 0; from < n && r.goesOn(pollStretch); from += pollStretch {
		do(int32(from), int32(min(n, from+pollStretch)))
	}
}

// pollStretch is the number of simple operations counted at once.
const pollStretch = 1 << 10

// relaxedBytes returns the maximum bytes of the lists and costs of a problem.
func relaxedBytes(p *ground.Problem, tick func(work int) bool) int64 {
	props := int64(2*len(p.Facts) + len(p.Tasks))
	ops, links := int64(0), int64(0)
	eachOperator(p, tick, func(o *operator) {
		ops++
		links += int64(len(o.pre) + len(o.neg) + len(o.more) + len(o.moreNeg) + len(o.sub) + len(o.add) + len(o.del) + 1)
	})
	return 4 * (2*links + 6*props + 8*ops) // each link is in two lists
}

// operator is an operator while the lists are made.
type operator struct {
	pre, neg, sub []int32
	more, moreNeg []int32 // for a conditional effect: its own condition
	add, del      []int32
	task          int32 // the task that it does; -1: none
	price         int32
}

// operatorsPerTick is the number of operators between two calls of tick.
const operatorsPerTick = 1 << 12

// eachOperator visits the operators of a problem until tick, which it calls from time to time if not nil, returns
// false. An operator is valid only during the call.
func eachOperator(p *ground.Problem, tick func(work int) bool, visit func(*operator)) {
	count := 0
	var o operator
	next := func(op operator) bool {
		if count++; count%operatorsPerTick == 0 && tick != nil && !tick(operatorsPerTick) {
			return false
		}
		o = op
		visit(&o)
		return true
	}
	for i := range p.Actions {
		if a := &p.Actions[i]; !next(operator{pre: a.Pre, neg: a.Neg, add: a.Add, del: a.Del, task: int32(i), price: 1}) {
			return
		}
	}
	for i := range p.Methods {
		if m := &p.Methods[i]; !next(operator{pre: m.Pre, neg: m.Neg, sub: m.Subtasks, task: m.Task, price: 1}) {
			return
		}
	}
	for i := range p.Actions {
		a := &p.Actions[i]
		for j := range a.Cond {
			c := &a.Cond[j]
			if !next(operator{pre: a.Pre, neg: a.Neg, more: c.Pre, moreNeg: c.Neg, add: c.Add, del: c.Del, task: -1, price: 1}) {
				return
			}
		}
	}
}

// eachNeed calls visit for each need, repeatedly if a subtask occurs more than once.
func (o *operator) eachNeed(facts int, visit func(int32)) {
	for _, list := range [][]int32{o.pre, o.more} {
		for _, f := range list {
			visit(f)
		}
	}
	for _, list := range [][]int32{o.neg, o.moreNeg} {
		for _, f := range list {
			visit(int32(facts) + f)
		}
	}
	for _, t := range o.sub {
		visit(int32(2*facts) + t)
	}
}

func (o *operator) eachGift(facts int, asked []bool, visit func(int32)) {
	for _, f := range o.add {
		visit(f)
	}
	for _, f := range o.del {
		if asked[f] {
			visit(int32(facts) + f)
		}
	}
	if o.task >= 0 {
		visit(int32(2*facts) + o.task)
	}
}
