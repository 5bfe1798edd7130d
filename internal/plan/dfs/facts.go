package dfs

import "github.com/karakuri-ai/karakuri/internal/plan/lifted"

// facts is the state: which of the known facts hold, and how many for each predicate and argument.
type facts struct {
	store  *lifted.Store
	truth  []bool
	hash   uint64
	all    []int32   // of each predicate: how many hold
	with   [][]int32 // of each predicate: how many hold, for each position * objects + object
	objs   int32
	counts int64 // length of all and with together
}

// newFacts returns the facts of the initial state, or some of them and the limit that stopped it.
func newFacts(p *lifted.Problem, lim *limits) (f *facts, stopped string) {
	f = &facts{store: lifted.NewStore(p, func(known int) bool {
		if known%factStretch == 0 {
			stopped = lim.passed()
		}
		return stopped == ""
	}), all: make([]int32, len(p.Preds)), with: make([][]int32, len(p.Preds)), objs: int32(len(p.Objects))}
	for i := range p.Preds {
		f.with[i] = make([]int32, len(p.Preds[i].Types)*len(p.Objects))
		f.counts += int64(1 + len(f.with[i]))
	}
	f.truth = make([]bool, f.store.Len())
	for i := range f.truth {
		f.flip(int32(i))
	}
	return f, stopped
}

// flip negates a fact.
func (f *facts) flip(fact int32) {
	pred := f.store.Pred(fact)
	f.truth[fact] = !f.truth[fact]
	f.hash ^= hashOf(factPart, uint64(fact))
	by := int32(1)
	if !f.truth[fact] {
		by = -1
	}
	f.all[pred] += by
	with := f.with[pred]
	for pos, o := range f.store.Args(fact) {
		with[int32(pos)*f.objs+o] += by
	}
}

// holds reports whether a fact, known or not, holds.
func (f *facts) holds(pred int32, args []lifted.Object) bool {
	if f.all[pred] == 0 {
		return false
	}
	fact := f.store.Find(pred, args)
	return fact >= 0 && f.truth[fact]
}

// intern returns the number of a fact.
func (f *facts) intern(pred int32, args []lifted.Object) int32 {
	fact := f.store.Intern(pred, args)
	if int(fact) == len(f.truth) {
		f.truth = append(f.truth, false)
	}
	return fact
}

// apply applies the effects of an action to the state: facts that it both deletes and adds hold afterwards.
func (m *machine) apply(a *lifted.Action, vars int32) bool {
	if len(a.Cost.Sum) > 0 && !m.priced(a, vars) {
		return false
	}
	happens := m.scratch.facts[:0]
	for i := range a.Cond {
		if !m.lim.mayContinue(i, chunkLiterals) {
			return false
		}
		if m.allHold(a.Cond[i].If, vars) {
			happens = append(happens, int32(i))
		}
	}
	m.scratch.facts = happens
	m.set(a.Del, vars, false)
	for n, i := range happens {
		if !m.lim.mayContinue(n, chunkLiterals) {
			return false
		}
		m.set(a.Cond[i].Del, vars, false)
	}
	m.set(a.Add, vars, true)
	for n, i := range happens {
		if !m.lim.mayContinue(n, chunkLiterals) {
			return false
		}
		m.set(a.Cond[i].Add, vars, true)
	}
	return m.stopped == ""
}

// set makes facts true or false, unless a limit is hit.
func (m *machine) set(list []lifted.Atom, vars int32, truth bool) {
	for i := range list {
		if !m.lim.mayContinue(i, chunkLiterals) {
			return
		}
		args := m.objects(list[i].Args, vars)
		var fact int32
		if truth {
			fact = m.facts.intern(list[i].Pred, args)
		} else if fact = m.facts.store.Find(list[i].Pred, args); fact < 0 {
			continue
		}
		if m.facts.truth[fact] != truth {
			m.facts.flip(fact)
			m.note(changeTruth, fact, 0)
		}
	}
}

// objects returns the objects of bound terms. The list is valid until the next call.
func (m *machine) objects(terms []lifted.Term, vars int32) []lifted.Object {
	args := m.scratch.objects[:0]
	for _, t := range terms {
		args = append(args, m.term(vars, t))
	}
	m.scratch.objects = args
	return args
}

// priced reports whether the cost of an action is defined for its arguments.
func (m *machine) priced(a *lifted.Action, vars int32) bool {
	args := m.scratch.objects[:0]
	for v := range a.Vars {
		args = append(args, max(m.term(vars, lifted.Term(v)), 0)) // variables in the cost are bound
	}
	m.scratch.objects = args
	_, known := a.Cost.Of(args)
	return known
}

// allHold reports whether literals without unbound variables hold.
func (m *machine) allHold(list []lifted.Literal, vars int32) bool {
	for i := range list {
		if !m.lim.mayContinue(i, chunkLiterals) || !m.holds(&list[i], vars) {
			return false
		}
	}
	return true
}

func (m *machine) holds(l *lifted.Literal, vars int32) bool {
	args := m.objects(l.Args, vars)
	switch l.Kind {
	case lifted.LitEqual:
		return (args[0] == args[1]) != l.Neg
	case lifted.LitType:
		return m.p.Types[l.Type].Has(args[0]) != l.Neg
	}
	return m.facts.holds(l.Pred, args) != l.Neg
}
