package ground

import (
	"math"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
	"github.com/karakuri-ai/karakuri/internal/plan/paged"
)

// join finds the solutions of rules over the facts of a store. It binds the literal with the fewest candidates first,
// checks literals as soon as all their variables are bound, and skips candidates that lead to the same result as
// earlier ones.
type join struct {
	scope   *scope
	store   *lifted.Store
	initial int32 // lower numbers are facts of the initial state
	meter   *meter

	rule    *rule
	dom     []lifted.TypeID // types of the variables: those of the rule, or narrower
	bind    []lifted.Object // objects of the variables; -1: unbound
	open    []int32         // for each literal, the number of its unbound places
	limit   []int32         // for each literal, the first fact that it cannot be matched with
	trail   []int32         // bound variables, in order
	missing int             // number of requested variables that are unbound
	args    []lifted.Object

	part   *part // the part to solve; nil: all
	exists bool  // one solution is enough, and found is not called

	known func() bool // if not nil: called when all requested variables are bound; true means nothing new can follow
	found func()      // called for each solution
}

// begin prepares a rule: no variable is bound, and literals match all facts.
func (j *join) begin(r *rule) {
	j.rule = r
	j.dom = append(j.dom[:0], r.dom...)
	j.open = append(j.open[:0], r.open...)
	j.bind, j.limit, j.trail = j.bind[:0], j.limit[:0], j.trail[:0]
	for range r.dom {
		j.bind = append(j.bind, -1)
	}
	for range r.lits {
		j.limit = append(j.limit, math.MaxInt32)
	}
	j.missing, j.part, j.exists = r.numAsked, nil, false
}

// constantsHold checks the literals without variables.
func (j *join) constantsHold() bool {
	for l := range j.rule.lits {
		if !j.meter.goesOn(l) || j.rule.open[l] == 0 && !j.holds(l) {
			return false
		}
	}
	return true
}

// solve finds all solutions that extend the present bindings. It reports whether there are any.
func (j *join) solve() bool {
	if !j.meter.tick() {
		return false
	}
	if j.missing == 0 && j.known != nil && j.known() {
		return true
	}
	lit, v, list := j.choose()
	switch {
	case lit >= 0 && j.rule.lits[lit].Kind == lifted.LitEqual:
		return j.solveEqual(lit)
	case lit >= 0:
		return j.solveAtom(lit, list)
	case v >= 0:
		return j.solveVariable(v)
	case v == dead:
		return false
	}
	if !j.exists {
		j.found()
	}
	return true
}

// Results of choose that are not variables.
const (
	allBound = -1
	dead     = -2
)

// choose picks what to bind next: a literal with its candidate facts, or a variable. A variable that no literal can
// bind comes last.
func (j *join) choose() (lit int, v int, list paged.View) {
	best := math.MaxInt
	lit, v = -1, allBound
	for l := range j.rule.lits {
		if !j.meter.goesOn(l) {
			return -1, dead, paged.View{}
		}
		if j.open[l] == 0 || j.rule.lits[l].Neg || j.part != nil && !j.part.lits[l] {
			continue
		}
		switch at := &j.rule.lits[l]; at.Kind {
		case lifted.LitEqual:
			if j.open[l] == 1 && j.rule.open[l] == 2 || j.rule.open[l] == 1 {
				return l, allBound, paged.View{}
			}
		case lifted.LitAtom:
			c := j.candidates(at)
			if c.Len() == 0 || c.At(0) >= j.limit[l] {
				return -1, dead, paged.View{}
			}
			if c.Len() < best {
				lit, list, best = l, c, c.Len()
			}
		}
	}
	for u := range j.bind {
		if j.bind[u] < 0 && (j.rule.joined[u] || lit < 0 && v < 0) && (j.part == nil || j.part.vars[u]) {
			if n := len(j.scope.p.Types[j.dom[u]].List); n < best {
				lit, v, best = -1, u, n
			}
		}
	}
	return lit, v, list
}

// candidates returns the shortest list of facts that contains all matches of a literal.
func (j *join) candidates(l *literal) paged.View {
	list := j.store.All(l.Pred)
	for pos, t := range l.Args {
		if o := j.object(t); o >= 0 {
			if with := j.store.With(l.Pred, pos, o); with.Len() < list.Len() {
				list = with
			}
		}
	}
	return list
}

// object returns the object of a term, or -1 while it is unbound.
func (j *join) object(t lifted.Term) lifted.Object {
	if t.IsVar() {
		return j.bind[t]
	}
	return t.Object()
}

func (j *join) solveAtom(lit int, list paged.View) (any bool) {
	mark, enough := len(j.trail), j.exists || j.missing == 0
	for i := range list.Len() {
		f := list.At(i)
		if f >= j.limit[lit] || !j.meter.goesOnFacts(i) {
			break
		}
		if j.match(lit, f) {
			ok := j.solve()
			any = any || ok
			if ok && enough || j.same(mark, ok) || j.meter.over != nil {
				j.undo(mark)
				break
			}
		}
		j.undo(mark)
	}
	return any
}

func (j *join) solveVariable(v int) (any bool) {
	mark, enough := len(j.trail), j.exists || j.missing == 0
	for i, o := range j.scope.p.Types[j.dom[v]].List {
		if !j.meter.goesOnFacts(i) {
			break
		}
		if j.set(lifted.Term(v), o, -1) {
			ok := j.solve()
			any = any || ok
			if ok && enough || j.same(mark, ok) || j.meter.over != nil {
				j.undo(mark)
				break
			}
		}
		j.undo(mark)
	}
	return any
}

func (j *join) solveEqual(lit int) bool {
	mark := len(j.trail)
	a, b := j.rule.lits[lit].Args[0], j.rule.lits[lit].Args[1]
	if j.object(a) >= 0 {
		a, b = b, a
	}
	ok := j.set(a, j.object(b), lit) && j.solve()
	j.undo(mark)
	return ok
}

// same reports whether other candidates for the variables bound since a mark lead to the same result: no literal that
// is still unchecked depends on them, and either there was no solution or no requested variable is among them.
func (j *join) same(mark int, ok bool) bool {
	for _, v := range j.trail[mark:] {
		if ok && j.rule.asked[v] {
			return false
		}
		for _, l := range j.rule.occ[v] {
			if j.open[l] > 0 {
				return false
			}
		}
	}
	return true
}

// match binds the variables of a literal to the arguments of a fact. It reports whether that is possible; if not, some
// variables may be bound anyway.
func (j *join) match(lit int, f int32) bool {
	args := j.store.Args(f)
	for pos, t := range j.rule.lits[lit].Args {
		if o := j.object(t); o >= 0 {
			if o != args[pos] {
				return false
			}
		} else if !j.set(t, args[pos], lit) {
			return false
		}
	}
	return true
}

// set binds a variable and checks the literals that this completes, except one that is known to hold.
func (j *join) set(t lifted.Term, o lifted.Object, sure int) bool {
	if !j.scope.p.Types[j.dom[t]].Has(o) {
		return false
	}
	j.bind[t] = o
	j.trail = append(j.trail, int32(t))
	if j.rule.asked[t] {
		j.missing--
	}
	ok := true
	for i, l := range j.rule.occ[t] {
		j.open[l]--
		ok = ok && j.meter.goesOn(i) && (j.open[l] > 0 || int(l) == sure || j.holds(int(l)))
	}
	return ok
}

// undo unbinds the variables that were bound since a mark.
func (j *join) undo(mark int) {
	for _, v := range j.trail[mark:] {
		j.bind[v] = -1
		if j.rule.asked[v] {
			j.missing++
		}
		for _, l := range j.rule.occ[v] {
			j.open[l]++
		}
	}
	j.trail = j.trail[:mark]
}

// holds checks a literal whose variables are all bound.
func (j *join) holds(lit int) bool {
	l := &j.rule.lits[lit]
	switch l.Kind {
	case lifted.LitEqual:
		return (j.object(l.Args[0]) == j.object(l.Args[1])) != l.Neg
	case lifted.LitType:
		return j.scope.p.Types[l.Type].Has(j.object(l.Args[0])) != l.Neg
	}
	j.args = j.args[:0]
	for _, t := range l.Args {
		j.args = append(j.args, j.object(t))
	}
	f := j.store.Find(l.Pred, j.args)
	if !l.Neg {
		return f >= 0 && f < j.limit[lit]
	}
	return f < 0 || f >= j.initial || j.scope.deleted[l.Pred]
}
