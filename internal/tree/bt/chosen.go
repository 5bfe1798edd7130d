package bt

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// A composite whose children have an order of their own keeps it in the lanes after the first.

// arrange computes the order of the children that have no place in it before one: of all, or of those of a utility
// selector that have not had their turn when there is a new one in a program that has changed.
func (x *run) arrange(nd *node, from int) {
	numbers := x.env.numbers[:0]
	for range from {
		numbers = append(numbers, 0)
	}
	for _, c := range nd.kids {
		if x.turn(nd, c) < from {
			continue
		}
		number, score := 1.0, x.nodes[c].score
		if nd.kind == def.NodeUtilitySelector {
			number = 0
		}
		if score != nil {
			number = x.number(score)
		}
		x.setLane(nd.lane+1+int32(len(numbers)), uint32(c))
		numbers = append(numbers, number)
	}
	x.env.numbers = numbers
	for i := from; i < len(numbers); i++ {
		k := 0
		if nd.kind == def.NodeUtilitySelector {
			k = best(numbers[i:])
		} else {
			k = x.drawWeighted(numbers[i:])
		}
		x.toFront(nd, numbers, i, i+k)
	}
}

// toFront moves the child at k to i; those between keep their order.
func (x *run) toFront(nd *node, numbers []float64, i, k int) {
	c, number := x.lane(nd.lane+1+int32(k)), numbers[k]
	for ; k > i; k-- {
		x.setLane(nd.lane+1+int32(k), x.lane(nd.lane+int32(k)))
		numbers[k] = numbers[k-1]
	}
	x.setLane(nd.lane+1+int32(i), c)
	numbers[i] = number
}

// best returns the index of the greatest number, of equal ones the first.
func best(numbers []float64) int {
	k := 0
	for i, v := range numbers {
		if v > numbers[k] {
			k = i
		}
	}
	return k
}

// turn returns the place of a child in the order.
func (t *Tree) turn(nd *node, child int32) int {
	for i := range nd.kids {
		if t.mem().lane(nd.lane+1+int32(i)) == uint32(child) {
			return i
		}
	}
	return len(nd.kids)
}

// inOrder is inTurn in the order of the lanes, from a place on.
func (x *run) inOrder(nd *node, from int, all Status) Status {
	goes := goes(nd.kind)
	for i := from; i < len(nd.kids); i++ {
		c := int32(x.lane(nd.lane + 1 + int32(i)))
		if c == 0 {
			x.arrange(nd, i)
			c = int32(x.lane(nd.lane + 1 + int32(i)))
		}
		s := x.visit(c)
		if s == goes {
			all = s
		} else if s != Skipped {
			x.setCurrent(nd, c, all != Skipped)
			return s
		}
		x.pass(nd, c)
	}
	return all
}

// choose lets the case run that applies.
func (x *run) choose(n int32, nd *node, ask bool) Status {
	c := x.current(nd)
	if ask {
		if c != 0 && x.takesTime(n, nd, endAsk, action.CaseChanged) {
			return Running
		}
		if c = x.pick(n, nd); c == 0 {
			return Failure
		}
		x.setCurrent(nd, c, false)
	}
	return x.visit(c)
}

// pick returns the case of a switch that applies; 0: none.
func (x *run) pick(n int32, nd *node) int32 {
	var subject, value [2]world.Word
	nd.value.EvalInto(x.m, x.memory, subject[:])
	for c := n + 1; c < nd.end; c = x.nodes[c].end {
		values := x.nodes[c].values
		if len(values) == 0 || slices.ContainsFunc(values, func(v *expr.Value) bool {
			v.EvalInto(x.m, x.memory, value[:])
			return value == subject
		}) {
			return c
		}
	}
	return 0
}
