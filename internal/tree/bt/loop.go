package bt

import (
	"cmp"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// endless is the number of repetitions of a loop without a number.
const endless = -1

// startCount notes how often a repeat or retry may start its child.
func (x *run) startCount(nd *node) {
	most := int32(endless)
	if nd.value != nil {
		most = max(clampCount(nd.value.Eval(x.m, x.memory)), 0)
	}
	x.setLane(nd.lane, 0)
	x.setLane(nd.lane+1, uint32(most))
}

// loop takes a repeat, retry or until_failure on. A repetition follows in the same tick if the last one took no time.
func (x *run) loop(n int32, nd *node) Status {
	again := Success
	if nd.kind == def.NodeRetry {
		again = Failure
	}
	for range x.turns() {
		if x.isSpent(nd) {
			return again
		}
		x.turned++
		child := n + 1
		took := x.isRunning(child)
		s := x.visit(child)
		if s != again {
			if s == Failure && nd.kind == def.NodeUntilFailure {
				return Success
			}
			return s
		}
		if nd.kind != def.NodeUntilFailure {
			x.setLane(nd.lane, x.lane(nd.lane)+1)
		}
		if took {
			break
		}
	}
	if x.isSpent(nd) {
		return again
	}
	x.soon(x.tick + 1)
	return Running
}

// turns returns how many repetitions of a loop may begin now, in this tick. One may at any rate, so that each loop gets
// on.
func (x *run) turns() int { return max(1, min(MaxLoops, MaxTurns-x.turned)) }

// isSpent reports whether a repeat or retry has started its child as often as it may.
func (x *run) isSpent(nd *node) bool {
	if nd.kind == def.NodeUntilFailure {
		return false
	}
	most := int32(x.lane(nd.lane + 1))
	return most != endless && int32(x.lane(nd.lane)) >= most
}

// startEach begins with the first value. The members of a type are those of this moment.
func (x *run) startEach(n int32, nd *node) Status {
	x.setLane(nd.lane, 0)
	if nd.values == nil {
		x.collect(nd)
	}
	if x.count(nd) == 0 {
		return Success
	}
	return x.each(n, nd)
}

// count returns the number of values.
func (x *run) count(nd *node) int {
	if nd.values != nil {
		return len(nd.values)
	}
	return len(x.more.lists[nd.list])
}

// each takes the loop over values on. Its first lane holds the index of the value, and whether a child was not skipped.
func (x *run) each(n int32, nd *node) Status {
	child := n + 1
	for range x.turns() {
		x.turned++
		i := int(x.lane(nd.lane) &^ flagBit)
		if i >= x.count(nd) {
			if x.flagged(nd) {
				return Success
			}
			return Skipped
		}
		if !x.isRunning(child) && !x.take(nd, i) {
			x.setCurrent(nd, int32(i+1), x.flagged(nd))
			continue
		}
		s := x.visit(child)
		if s != Success && s != Skipped {
			return s
		}
		x.setCurrent(nd, int32(i+1), x.flagged(nd) || s == Success)
	}
	x.soon(x.tick + 1)
	return Running
}

// take puts a value into the slot of the loop. It returns false for an object that is gone.
func (x *run) take(nd *node, i int) bool {
	at := nd.info.Each.Index
	if nd.values != nil {
		nd.values[i].EvalInto(x.m, x.memory, x.memory[at:at+nd.info.Each.Type.Width()])
		return true
	}
	w := x.more.lists[nd.list][i]
	x.memory[at] = w
	return nd.info.Each.Type.Kind != world.KindObject || x.m.State.Alive(w)
}

// keyed is a member with its sort key.
type keyed struct {
	key  float64
	word world.Word // equal keys keep the order of the members, or that of the function
}

// collect lists the members of a type that are meant, or the values of a function of the host, in order.
func (x *run) collect(nd *node) {
	words, list := x.env.values[:0], x.env.members[:0]
	if t := nd.info.Each.Type; nd.from != nil {
		words = nd.from.Append(x.m, x.memory, words)
	} else {
		for w := x.member(t, -1); w >= 0; w = x.member(t, w) {
			words = append(words, w)
		}
	}
	for _, w := range words {
		x.memory[nd.info.Each.Index] = w
		if nd.where != nil && !nd.where.Eval(x.m, x.memory) {
			continue
		}
		m := keyed{word: w}
		if nd.order != nil {
			m.key = x.number(nd.order)
		}
		list = append(list, m)
	}
	x.env.values, x.env.members = words, list
	if nd.order != nil {
		slices.SortStableFunc(list, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
	}
	kept := x.more.lists[nd.list][:0]
	for _, m := range list {
		kept = append(kept, m.word)
	}
	x.more.lists[nd.list] = kept
}

// member returns the member of an enum or object type after one, or -1. It starts with -1.
func (x *run) member(t world.Type, after world.Word) world.Word {
	if t.Kind == world.KindObject {
		if o := x.m.State.NextMember(t.ID, max(after, 0)); o != 0 {
			return o
		}
		return -1
	}
	count := 2
	if t.Kind == world.KindEnum {
		count = len(x.p.schema.Enums[t.ID].Values)
	}
	if after++; after < world.Word(count) {
		return after
	}
	return -1
}
