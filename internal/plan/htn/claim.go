package htn

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// Met is a claim of others that a search came across.
type Met struct {
	Object   world.Object
	Operator OperatorID // whose step would have claimed the object; of several operators the most urgent one
}

// Met returns the claims of others because of which the search left out steps, each object once, in the order in which
// they came up. It is valid until the next Begin.
func (p *Planner) Met() []Met { return p.met }

// claim is what the planner knows of the operators that claim.
type claim struct {
	words []int // of the frame
	acts  bool  // the operator does something: a step after it cannot start in the same tick
}

func compileClaim(o *def.OperatorInfo) claim { return claim{o.Claims, len(o.Do) > 0} }

// startsNow reports whether the next step can start as soon as the plan does: no step before it does anything.
func (p *Planner) startsNow() bool {
	for i := range p.steps {
		if p.d.claims[p.steps[i].operator].acts {
			return false
		}
	}
	return true
}

// yield is a word of a method's free variables whose object a step below the method claims.
type yield struct {
	word int32
	by   OperatorID // the most urgent one that does
}

// markClaims finds the words of free variables whose objects a step below their method claims: those that reach a claim
// as arguments.
func (d *Domain) markClaims() {
	f := claimFlow{d: d, by: make([][]OperatorID, len(d.tasks))}
	for t := range d.tasks {
		f.by[t] = make([]OperatorID, d.tasks[t].params)
		for i := range f.by[t] {
			f.by[t][i] = noOperator
		}
	}
	for f.changed = true; f.changed; {
		f.changed = false
		for i := range d.methods {
			m := &d.methods[i]
			d.calls(m.block, func(it *item, _ bool) { f.call(m, it) })
		}
	}
}

const noOperator OperatorID = -1

// claimFlow follows objects from claims up to the parameters and variables that they come from.
type claimFlow struct {
	d       *Domain
	by      [][]OperatorID // by task and word of its parameters: the most urgent operator below that claims it
	changed bool
}

// call follows what a subtask of a method claims.
func (f *claimFlow) call(m *method, it *item) {
	for k, a := range it.args {
		by := noOperator
		if it.kind == itemTask {
			by = f.by[it.id][k]
		} else if slices.Contains(f.d.claims[it.id].words, k) {
			by = OperatorID(it.id)
		}
		switch {
		case by == noOperator || a.slot < 0:
		case a.slot < m.params:
			f.improve(&f.by[m.task][a.slot], by)
		case len(m.each) > 0 && a.slot-m.each[0].slot < m.bound():
			f.improve(m.yieldsAt(a.slot-m.each[0].slot), by)
		}
	}
}

// improve takes an operator where it is more urgent than the one so far.
func (f *claimFlow) improve(to *OperatorID, by OperatorID) {
	ops := f.d.Info.Operators
	if *to == noOperator || ops[by].Claim.Priority < ops[*to].Claim.Priority {
		*to, f.changed = by, true
	}
}

// yieldsAt returns by what a word of the free variables is claimed, to be written to.
func (m *method) yieldsAt(word int32) *OperatorID {
	i, known := slices.BinarySearchFunc(m.yields, word, func(y yield, w int32) int { return int(y.word - w) })
	if !known {
		m.yields = slices.Insert(m.yields, i, yield{word, noOperator})
	}
	return &m.yields[i].by
}

// ranksLast reports whether a candidate is taken only after the others: others have claimed an object of it that a step
// would claim. A step that can start now cannot have it at all, and a later one would have to wait.
func (m *method) ranksLast(values []world.Word, claimed []world.Object) (y yield, last bool) {
	for _, y := range m.yields {
		if _, last := slices.BinarySearch(claimed, values[y.word]); last {
			return y, true
		}
	}
	return y, false
}

// isPutOff reports whether a candidate is not taken in this pass through those of its method: the first omits what
// ranks last, the second takes only that. If there is nothing that it could come after, it is taken at once.
func (p *Planner) isPutOff(m *method, ch *choice, values []world.Word) bool {
	y, last := m.ranksLast(values, p.o.Claimed)
	if last && !ch.second {
		if ch.cand == ch.candEnd && !ch.putOff {
			return false
		}
		ch.putOff = true
		p.met.add(p.d, values[y.word], y.by)
		p.recordLast(m, ch, values, values[y.word])
	}
	return last != ch.second
}

// passAgain begins the second pass through the candidates of a method, for those that rank last.
func (ch *choice) passAgain() bool {
	if !ch.putOff {
		return false
	}
	ch.cand, ch.putOff, ch.second, ch.heap = ch.candFirst, false, true, heapNone
	return true
}

// isClaimed reports whether others have claimed what a step needs that can start now, or in a repair any new step, and
// takes note of it. Steps that a repair keeps wait at their own place.
func (p *Planner) isClaimed(id, parent int32, args []world.Word) bool {
	words := p.d.claims[id].words
	if len(words) == 0 || p.repair.active && parent < p.repair.base || !p.repair.active && !p.startsNow() {
		return false
	}
	for _, i := range words {
		if _, claimed := slices.BinarySearch(p.o.Claimed, args[i]); claimed {
			p.met.add(p.d, args[i], OperatorID(id))
			p.recordClaim(id, parent, args, args[i])
			return true
		}
	}
	return false
}

// metClaims are the claims of others that a search came across, each object once.
type metClaims []Met

// add takes note of a claim of others, on an object that an operator of a domain would have claimed.
func (l *metClaims) add(d *Domain, o world.Object, id OperatorID) {
	for i := range *l {
		if m := &(*l)[i]; m.Object == o {
			if d.Info.Operators[id].Claim.Priority < d.Info.Operators[m.Operator].Claim.Priority {
				m.Operator = id
			}
			return
		}
	}
	*l = append(*l, Met{o, id})
}

func (p *Planner) recordClaim(id, parent int32, args []world.Word, o world.Object) {
	r := p.o.Record
	if r == nil {
		return
	}
	r.within(p, parent, Event{Kind: EventFailed, Operator: OperatorID(id), Args: clone(args), Count: len(p.steps) - 1, Reason: pruneClaimed, Ban: claimedText(p.state, o)})
}

// recordLast notes a candidate that comes after the others.
func (p *Planner) recordLast(m *method, ch *choice, values []world.Word, o world.Object) {
	r := p.o.Record
	if r == nil {
		return
	}
	n := &p.nodes[ch.node]
	args := clone(p.frame(n.frame, p.d.tasks[n.task].params))
	r.within(p, n.parent, Event{Kind: EventRejected, Task: TaskID(n.task), Method: int(m.index), Args: args, Bound: clone(values), Reason: pruneClaimed,
		Ban: claimedText(p.state, o) + ": it comes after the others"})
}

func claimedText(st *world.State, o world.Object) string {
	return "another agent has claimed " + st.ObjectName(o, st.TypeOf(o))
}
