package def

import (
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// MaxInitialWork bounds the steps that one line of an init block, or of a test's given, may take: nested variables
// multiply, and a check must end within a second.
const MaxInitialWork = 1 << 21

// work estimates, from above, how many steps it takes to work something out over a state; at most a little more than
// MaxInitialWork.
type work struct {
	state   *world.State
	derived map[*expr.Derived]int
}

func (k *work) effects(list []*expr.EffectTerm) int {
	sum := 0
	for _, e := range list {
		w := 1
		for _, t := range append([]*expr.Term{e.Value, e.Cond, e.Where}, e.Args...) {
			w = add(w, k.term(t))
		}
		w = add(w, add(k.effects(e.Then), k.effects(e.Else)))
		sum = add(sum, times(w, k.members(e.Vars)))
	}
	return sum
}

func (k *work) term(t *expr.Term) int {
	if t == nil {
		return 0
	}
	sum := 1
	for _, a := range t.Args {
		sum = add(sum, k.term(a))
	}
	if t.Kind == expr.TermDerived {
		sum = add(sum, k.body(t.Derived))
	}
	inner := max(1, add(k.term(t.Where), k.term(t.Body))) // a count without a condition goes through its members, too
	for i := range t.Vars {
		sum = add(sum, k.term(t.Vars[i].From))
	}
	return add(add(sum, times(inner, k.members(t.Vars))), k.term(t.Else))
}

func (k *work) body(d *expr.Derived) int {
	w, known := k.derived[d]
	if known {
		return w
	}
	if d.Recursive() {
		return k.recursion(d.Members())
	}
	w = k.term(d.Body)
	k.derived[d] = w
	return w
}

// recursion assumes that symbols that need each other are computed once for all of their arguments. It ignores
// arguments that are not members of a type: the evaluation itself is bounded.
func (k *work) recursion(members []*expr.Derived) int {
	for _, d := range members {
		k.derived[d] = 1
	}
	sum := 0
	for _, d := range members {
		n := k.term(d.Body)
		for _, t := range d.Params {
			switch t.Kind {
			case world.KindObject:
				n = times(n, k.state.CountMembers(t.ID))
			case world.KindEnum:
				n = times(n, len(k.state.Schema().Enums[t.ID].Values))
			}
		}
		sum = add(sum, n)
	}
	for _, d := range members {
		k.derived[d] = sum
	}
	return sum
}

// members returns how many combinations of values variables have.
func (k *work) members(vars []expr.BoundVar) int {
	n := 1
	for _, v := range vars {
		if v.From != nil {
			n = times(n, expr.MaxElements)
		} else if v.Type.Kind == world.KindObject {
			n = times(n, k.state.CountMembers(v.Type.ID))
		} else {
			n = times(n, v.Count)
		}
	}
	return n
}

func add(a, b int) int { return min(a+b, MaxInitialWork+1) }

func times(a, b int) int {
	if a != 0 && b > MaxInitialWork/a {
		return MaxInitialWork + 1
	}
	return a * b
}
