package bt

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// probe returns how a node that does not run would end if it were asked now, without asking it; undecided where it
// would do something, or something depends on chance.
func (x *run) probe(n int32) Status {
	nd := &x.nodes[n]
	if nd.flags&(flagBefore|flagServices|flagEffects) != 0 {
		return x.probeClauses(n, nd)
	}
	if nd.cells != nil {
		if expr.FirstFailing(nd.cells, x.m.State) < len(nd.cells) {
			return Failure
		}
	} else if nd.cond != nil && !nd.cond.Eval(x.m, x.memory) {
		return Failure
	}
	return x.probeKind(n, nd)
}

// probeClauses probes a node that has more to it than its kind.
func (x *run) probeClauses(n int32, nd *node) Status {
	if s := x.decided(nd); s != undecided {
		return s
	}
	if nd.flags&flagServices != 0 {
		return undecided
	}
	s := Failure
	if nd.cond == nil || nd.cond.Eval(x.m, x.memory) {
		s = x.probeKind(n, nd)
	}
	if s == Success && nd.onSuccess != nil || s == Failure && nd.onFailure != nil {
		return undecided
	}
	return s
}

// probeKind probes a node whose condition holds, if it has one.
func (x *run) probeKind(n int32, nd *node) Status {
	switch nd.kind {
	case def.NodeIf:
		return Success
	case def.NodeSucceed:
		return Success
	case def.NodeFail:
		return Failure
	case def.NodeSequence, def.NodeReactiveSequence:
		if nd.cond != nil {
			return x.probeInTurn(nd.gated, nd.end, Success, Success)
		}
		return x.probeInTurn(n+1, nd.end, Success, Skipped)
	case def.NodeSelector, def.NodeReactiveSelector:
		return x.probeInTurn(n+1, nd.end, Failure, Skipped)
	case def.NodeResumeSequence:
		if x.current(nd) > n+1 {
			return undecided
		}
		return x.probeInTurn(n+1, nd.end, Success, Skipped)
	case def.NodeIfThenElse, def.NodeWhileDoElse:
		return x.probeThenElse(n, nd)
	case def.NodeSwitch:
		c := x.pick(n, nd)
		if c == 0 {
			return Failure
		}
		return x.probe(c)
	}
	if nd.shape == def.ShapeDecorator {
		return x.probeDecorator(n, nd)
	}
	return undecided
}

// probeInTurn probes the children from one on; all is the combined status of those before.
func (x *run) probeInTurn(from, end int32, goes, all Status) Status {
	for c := from; c < end; c = x.nodes[c].end {
		s := x.probe(c)
		if s == goes {
			all = s
		} else if s != Skipped {
			return s
		}
	}
	return all
}

func (x *run) probeThenElse(n int32, nd *node) Status {
	first := n + 1
	second := x.nodes[first].end
	switch s := x.probe(first); s {
	case Success:
		return x.probe(second)
	case Failure:
		if third := x.nodes[second].end; third < nd.end {
			return x.probe(third)
		}
		return Failure
	default:
		return s
	}
}

func (x *run) probeDecorator(n int32, nd *node) Status {
	child := n + 1
	switch nd.kind {
	case def.NodeTree:
		x.bind(nd.enter)
	case def.NodeInvert:
		return inverted(x.probe(child))
	case def.NodeForceSuccess:
		return forced(x.probe(child), Success)
	case def.NodeForceFailure:
		return forced(x.probe(child), Failure)
	case def.NodeCooldown:
		if at := int64(x.memory[nd.word]); x.tick < at {
			x.timed = true
			x.soon(at)
			return Failure
		}
		return kept(x.probe(child))
	case def.NodeOnce:
		if s := Status(x.lane(nd.lane)); s != Inactive {
			return s
		}
		return kept(x.probe(child))
	case def.NodeLimit:
		if world.Word(x.lane(nd.lane)) >= nd.value.Eval(x.m, x.memory) {
			return Failure
		}
		return undecided
	case def.NodeTimeout:
		if x.ticks(x.number(nd.value)) == 0 {
			return Failure
		}
	case def.NodeWhen, def.NodeCase:
	default:
		return undecided
	}
	return x.probe(child)
}

// kept returns what a probe of the child means for a node that remembers how its child ended: to remember is to do
// something.
func kept(s Status) Status {
	if s == Skipped {
		return s
	}
	return undecided
}
