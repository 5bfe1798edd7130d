package expr

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/world"
)

// MaxWaySteps is the maximum number of values in a [Way].
const MaxWaySteps = 32

// Way is the derivation of a recursive symbol's value: for a path, its links.
type Way struct {
	Instance
	Reads []Reading // the cells whose values decide, each once, from the symbol on; at most MaxWaySteps
	More  int       // how many more there are
}

// Format returns the way for people: reachable(home, shop): link(home, yard) = true, link(yard, shop) = true.
func (w *Way) Format(st *world.State) string {
	var b strings.Builder
	b.WriteString(w.Instance.Format(st))
	for i := range w.Reads {
		b.WriteString([...]string{": ", ", "}[min(i, 1)])
		if r := &w.Reads[i]; r.Sym.Type.Kind == world.KindBool {
			b.WriteString([...]string{"!", ""}[r.Value[0]&1] + r.cell(st))
		} else {
			b.WriteString(r.Format(st))
		}
	}
	if w.More > 0 {
		fmt.Fprintf(&b, " and %d more", w.More)
	}
	return b.String()
}

// Ways returns for a condition that holds what makes the recursive symbols in it hold: of a disjunction the first part
// that holds, of exists the first members. It is nil if the condition has none or does not hold.
func Ways(t *Term, m *Machine, fr []world.Word) []Way {
	if t == nil || !t.mentionsRecursion(map[*Derived]bool{}) {
		return nil
	}
	x := wayfinder{evaluator: m.evaluator()}
	x.seen = x.note
	if !x.holds(t, fr) {
		return nil
	}
	x.follow(t, fr)
	m.answers.clear()
	return x.ways
}

func (t *Term) mentionsRecursion(seen map[*Derived]bool) (found bool) {
	t.Walk(func(t *Term) bool {
		if t.Kind == TermDerived && !seen[t.Derived] {
			seen[t.Derived] = true
			found = found || t.Derived.Recursive() || t.Derived.Body.mentionsRecursion(seen)
		}
		return !found
	})
	return found
}

// wayfinder goes down through what makes a condition hold.
type wayfinder struct {
	evaluator
	ways  []Way
	way   *Way // whose values are noted; nil: none
	noted map[world.Addr]bool
	past  map[int32]bool // answers whose reasons were reported
}

func (x *wayfinder) note(r *Reading) {
	if x.way == nil || x.noted == nil || x.noted[r.Addr] && !r.Absent {
		return
	}
	x.noted[r.Addr] = true
	if len(x.way.Reads) == MaxWaySteps {
		x.way.More++
		return
	}
	x.way.Reads = append(x.way.Reads, *r)
}

// quietly judges a part of which nothing is noted.
func (x *wayfinder) quietly(t *Term, fr []world.Word) bool {
	way := x.way
	x.way = nil
	holds := x.holds(t, fr)
	x.way = way
	return holds
}

// follow goes down into a term that holds.
func (x *wayfinder) follow(t *Term, fr []world.Word) {
	switch {
	case t == nil:
	case t.Kind == TermAnd:
		for _, a := range t.Args {
			x.follow(a, fr)
		}
	case t.Kind == TermOr:
		for _, a := range t.Args {
			if x.quietly(a, fr) {
				x.follow(a, fr)
				return
			}
		}
	case t.Kind == TermIf:
		taken := t.Args[2]
		if x.quietly(t.Args[0], fr) {
			taken = t.Args[1]
		}
		x.holds(t.Args[0], fr)
		x.follow(taken, fr)
	case t.Kind == TermQuant && t.Quant == Exists:
		if !x.each(t.Vars, fr, func() bool { return !x.quietly(t.Where, fr) }) {
			x.follow(t.Where, fr)
		}
	case t.Kind == TermDerived && t.Derived.Recursive():
		x.recursion(t, fr)
	case t.Kind == TermDerived && t.Derived.Body != nil:
		args := x.arguments(t.Args, fr, nil)
		x.inside(t.Derived, args)
	default:
		x.holds(t, fr)
	}
}

// inside continues in the body of a derived symbol, which has bound variables of its own.
func (x *wayfinder) inside(d *Derived, args []world.Word) {
	bound := x.bound
	x.follow(d.Body, args)
	x.bound = bound
}

// recursion reports why a recursive symbol holds: by what held before it did, so that no reason leads back to itself.
func (x *wayfinder) recursion(t *Term, fr []world.Word) {
	answers := &x.m.answers
	top := answers.below == 0
	x.quietly(t, fr)
	way := x.way
	x.way = nil
	args := x.arguments(t.Args, fr, nil)
	x.way = way
	i := answers.find(t.Derived, args)
	if i < 0 || answers.list[i].state != answerTrue {
		return
	}
	if top {
		x.ways = append(x.ways, Way{Instance: Instance{t.Derived, args}})
		x.way, x.noted, x.past = &x.ways[len(x.ways)-1], map[world.Addr]bool{}, map[int32]bool{}
		defer func() { x.way = nil }()
	}
	if x.past[i] {
		return
	}
	x.past[i] = true
	below := answers.below
	answers.below = answers.list[i].order
	x.inside(t.Derived, args)
	answers.below = below
}
