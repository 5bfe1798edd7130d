package expr

import "github.com/karakuri-ai/karakuri/world"

// Near is that a place lies within a distance of a point: dist(pos, spot(c)) < 7, where spot is a symbol by which
// places are found ([world.Symbol.IsPlace]).
type Near struct {
	Symbol         *world.Symbol
	Center, Radius *Term // neither mentions the object
}

// NearOf returns that the object in a slot of the frame lies near a point, where a condition asks for that, among other
// things that must hold; ok is false if it does not. Derived symbols are looked into as far as what they say of the
// distance does not depend on their other parameters.
func NearOf(t *Term, slot int) (n Near, ok bool) {
	for _, part := range t.conjuncts() {
		if part.Kind == TermDerived && part.Derived.Body != nil {
			if n, ok = nearInside(part, slot); ok {
				return n, true
			}
			continue
		}
		if n, ok = nearIn(part, slot); ok {
			return n, true
		}
	}
	return n, false
}

// nearInside looks into a derived symbol of which the object is an argument.
func nearInside(call *Term, slot int) (n Near, ok bool) {
	first := 0
	for i, a := range call.Args {
		if a.Kind == TermVar && a.Slot == slot {
			for _, part := range call.Derived.Body.conjuncts() {
				if n, ok = nearIn(part, first); ok && n.Center.isClosed() && n.Radius.isClosed() {
					return n, true
				}
			}
		}
		first += call.Derived.Params[i].Width()
	}
	return n, false
}

func (t *Term) isClosed() bool {
	closed := true
	t.Walk(func(t *Term) bool {
		closed = closed && t.Kind != TermVar && t.Kind != TermBound
		return closed
	})
	return closed
}

// nearIn reads one comparison.
func nearIn(t *Term, slot int) (n Near, ok bool) {
	switch {
	case t.Kind == TermCompare && (t.Op == Lt || t.Op == Le):
		return nearAs(t.Args[0], t.Args[1], slot)
	case t.Kind == TermCompare && (t.Op == Gt || t.Op == Ge):
		return nearAs(t.Args[1], t.Args[0], slot)
	case t.Kind == TermBetween:
		return nearAs(t.Args[0], t.Args[2], slot)
	}
	return n, false
}

func nearAs(far, radius *Term, slot int) (n Near, ok bool) {
	if far.Kind != TermBuiltin || far.Builtin != BuiltinDist || radius.mentions(slot) {
		return n, false
	}
	for i, spot := range far.Args {
		center := far.Args[1-i]
		if spot.Kind == TermCell && spot.Symbol.IsPlace() && spot.Args[0].Kind == TermVar && spot.Args[0].Slot == slot && !center.mentions(slot) {
			return Near{spot.Symbol, center, radius}, true
		}
	}
	return n, false
}

// mentions reports whether a term depends on the parameter in a slot, or on a variable of a quantifier around it.
func (t *Term) mentions(slot int) bool {
	found := false
	t.Walk(func(t *Term) bool {
		found = found || t.Kind == TermVar && t.Slot == slot || t.Kind == TermBound
		return !found
	})
	return found
}
