package ground

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// reach finds the facts that actions of the scope can achieve if nothing is ever deleted. Each rule says when some
// atoms of an effect become true; reach evaluates it again for each new fact that matches one of its literals.
type reach struct {
	join
	rules    []reachRule
	triggers [][]trigger // of each predicate
}

type reachRule struct {
	*rule
	adds []lifted.Atom
}

type trigger struct{ rule, lit int32 }

// newReach prepares the rules for the called actions.
func newReach(s *scope, store *lifted.Store, list []calling, m *meter) *reach {
	r := &reach{
		join:     join{scope: s, store: store, initial: int32(len(s.p.Init)), meter: m},
		triggers: make([][]trigger, len(s.changing)),
	}
	for i := range list {
		c := &list[i]
		a := &s.p.Actions[c.action]
		r.effect(c, a, nil, a.Add)
		for j := range a.Cond {
			if !r.meter.goesOn(j) {
				return r
			}
			r.effect(c, a, a.Cond[j].If, a.Cond[j].Add)
		}
	}
	return r
}

// effect adds rules for atoms that become true together. An atom shares the rule of another that has all its variables:
// the fewer variables a rule requests, the less it has to search.
func (r *reach) effect(c *calling, a *lifted.Action, cond []lifted.Literal, adds []lifted.Atom) {
	list := slices.Clone(adds)
	slices.SortStableFunc(list, func(x, y lifted.Atom) int { return countVars(y) - countVars(x) })
	from := len(r.rules)
	for _, add := range list {
		if !r.scope.asked[add.Pred] || r.shared(from, add) {
			continue
		}
		rule := r.called(c, a)
		for i, l := range a.Pre {
			if r.meter.goesOn(i) {
				rule.require(r.scope, l)
			}
		}
		for i, l := range cond {
			if r.meter.goesOn(i) {
				rule.require(r.scope, l)
			}
		}
		if r.meter.over != nil {
			return
		}
		r.meter.rules += rule.bytes()
		for _, t := range add.Args {
			rule.ask(t)
		}
		if rule.finish() {
			r.rules = append(r.rules, reachRule{rule, []lifted.Atom{add}})
		}
	}
	for i := from; i < len(r.rules); i++ {
		for l, lit := range r.rules[i].lits {
			if lit.changing && !lit.Neg {
				r.triggers[lit.Pred] = append(r.triggers[lit.Pred], trigger{int32(i), int32(l)})
			}
		}
	}
}

// called begins a rule for an action that belongs to a set of calls.
func (r *reach) called(c *calling, a *lifted.Action) *rule {
	rule := newRule(a.Vars)
	for i, of := range c.shape {
		if of < 0 {
			rule.dom[i] = r.scope.p.Meet(rule.dom[i], ^of)
		}
	}
	if c.pred >= 0 {
		rule.require(r.scope, lifted.Literal{Kind: lifted.LitAtom, Pred: c.pred, Args: c.terms})
	}
	return rule
}

// shared adds an atom to a rule, from index from on, that requests all its variables, if there is one.
func (r *reach) shared(from int, add lifted.Atom) bool {
	for i := from; i < len(r.rules); i++ {
		if !slices.ContainsFunc(add.Args, func(t lifted.Term) bool { return t.IsVar() && !r.rules[i].asked[t] }) {
			r.rules[i].adds = append(r.rules[i].adds, add)
			return true
		}
	}
	return false
}

func countVars(a lifted.Atom) int {
	n := 0
	for i, t := range a.Args {
		if t.IsVar() && !slices.Contains(a.Args[:i], t) {
			n++
		}
	}
	return n
}

// run adds all reachable facts to the store. It reports false at a limit.
func (r *reach) run() bool {
	for i := range r.rules {
		if !slices.ContainsFunc(r.rules[i].lits, func(l literal) bool { return l.changing && !l.Neg }) {
			r.start(int32(i))
			if r.constantsHold() {
				r.solve()
			}
		}
	}
	for f := int32(0); int(f) < r.store.Len() && r.meter.tick(); f++ {
		for i, t := range r.triggers[r.store.Pred(f)] {
			if !r.meter.goesOn(i) {
				break
			}
			r.fire(t, f)
		}
	}
	return r.meter.over == nil
}

func (r *reach) start(i int32) {
	rule := &r.rules[i]
	r.begin(rule.rule)
	r.known = func() bool {
		for _, add := range rule.adds {
			if r.store.Find(add.Pred, r.atom(add)) < 0 {
				return false
			}
		}
		return true
	}
	r.found = func() {
		for _, add := range rule.adds {
			r.store.Intern(add.Pred, r.atom(add))
		}
	}
}

func (r *reach) atom(a lifted.Atom) []lifted.Object {
	r.args = r.args[:0]
	for _, t := range a.Args {
		r.args = append(r.args, r.object(t))
	}
	return r.args
}

// fire finds what follows by a rule from a fact together with earlier ones. To find each solution once, it does so when
// the solution's latest fact fires, with the first literal that the fact matches.
func (r *reach) fire(t trigger, f int32) {
	r.start(t.rule)
	for l := range r.rule.lits {
		if !r.meter.goesOn(l) {
			return
		}
		if r.rule.lits[l].changing {
			if r.limit[l] = f + 1; l < int(t.lit) {
				r.limit[l] = f
			}
		}
	}
	if r.match(int(t.lit), f) && r.constantsHold() {
		r.solve()
	}
}
