package bt

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// A parallel keeps in its lanes how many successes and failures decide it, then how each child has ended; Inactive
// where it has not.

func isParallel(k def.NodeKind) bool { return k == def.NodeParallel || k == def.NodeParallelAll }

// startParallel starts a parallel.
func (x *run) startParallel(n int32, nd *node) Status {
	need, limit := int32(-1), int32(1)
	if nd.value != nil {
		need = clampCount(nd.value.Eval(x.m, x.memory))
	}
	if nd.limit != nil {
		limit = clampCount(nd.limit.Eval(x.m, x.memory))
	}
	x.setLane(nd.lane, uint32(need))
	x.setLane(nd.lane+1, uint32(limit))
	for i := range int32(len(nd.info.Children)) {
		x.setLane(nd.lane+2+i, uint32(Inactive))
	}
	return x.parallel(n, nd)
}

// clampCount makes a word a count.
func clampCount(w world.Word) int32 { return int32(min(max(w, -1<<30), 1<<30)) }

// statusLane returns the lane in which the status of a child is.
func (x *run) statusLane(n int32, nd *node, child int32) int32 {
	lane := nd.lane + 2
	for c := n + 1; c < child; c = x.nodes[c].end {
		lane++
	}
	return lane
}

// tally is how the children of a parallel have ended.
type tally struct {
	all                        int32
	succeeded, failed, skipped int32
}

func (t *tally) add(s Status) {
	switch s {
	case Success:
		t.succeeded++
	case Failure:
		t.failed++
	case Skipped:
		t.skipped++
	}
}

// parallel takes all children on that have not ended, until the outcome is known.
func (x *run) parallel(n int32, nd *node) Status {
	t := tally{all: int32(len(nd.info.Children))}
	for i := range t.all {
		t.add(Status(x.lane(nd.lane + 2 + i)))
	}
	lane, open := nd.lane+2, false
	for c := n + 1; c < nd.end; c = x.nodes[c].end {
		if x.lane(lane) == uint32(Inactive) {
			open = true
			s := x.visit(c)
			switch s {
			case interrupted:
				return s
			case Running:
			default:
				x.setLane(lane, uint32(s))
				x.pass(nd, c)
				t.add(s)
			}
			if s := x.verdict(nd, &t); s != Running {
				return x.endsAs(n, nd, s, action.BranchEnded)
			}
		}
		lane++
	}
	if !open { // children that had not ended are gone, in a program that has changed
		return x.verdict(nd, &t)
	}
	return Running
}

// verdict returns the result of a parallel.
func (x *run) verdict(nd *node, t *tally) Status {
	counted := t.all - t.skipped
	open := counted - t.succeeded - t.failed
	need, limit := threshold(x.lane(nd.lane), counted), threshold(x.lane(nd.lane+1), counted)
	switch {
	case counted == 0:
		return Skipped
	case nd.kind == def.NodeParallelAll:
		if open > 0 {
			return Running
		}
		if t.failed >= limit {
			return Failure
		}
		return Success
	case t.succeeded >= need:
		return Success
	case t.failed >= limit, t.succeeded+open < need:
		return Failure
	}
	return Running
}

// threshold returns a number of children; negative ones count from the end. At least one is meant, of those that were
// not skipped.
func threshold(lane uint32, counted int32) int32 {
	n := int32(lane)
	if n < 0 {
		n += counted + 1
	}
	return max(n, 1)
}
