package bt

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// A composite keeps in its first lane the child that runs, and a flag.
const flagBit = 1 << 31

func (m memory) current(nd *node) int32 { return int32(m.lane(nd.lane) &^ flagBit) }

func (x *run) flagged(nd *node) bool { return x.lane(nd.lane)&flagBit != 0 }

func (x *run) setCurrent(nd *node, child int32, flag bool) {
	v := uint32(child)
	if flag {
		v |= flagBit
	}
	x.setLane(nd.lane, v)
}

// start begins what a kind of node does.
func (x *run) start(n int32, nd *node) Status {
	switch nd.kind {
	case def.NodeSequence:
		return x.inTurn(nd, n+1, Success, Skipped)
	case def.NodeSelector:
		return x.inTurn(nd, n+1, Failure, Skipped)
	case def.NodeReactiveSequence, def.NodeReactiveSelector, def.NodeWhileDoElse, def.NodeSwitch:
		takeover{x, nd}.forget(-1)
		x.setCurrent(nd, 0, false)
		return x.goOn(n, nd, true)
	case def.NodeResumeSequence:
		return x.startResumed(n, nd)
	case def.NodeParallel, def.NodeParallelAll:
		return x.startParallel(n, nd)
	case def.NodeRandomSequence, def.NodeRandomSelector, def.NodeUtilitySelector:
		if nd.choice != nil {
			return x.startChoice(nd)
		}
		x.arrange(nd, 0)
		return x.inOrder(nd, 0, Skipped)
	case def.NodeIfThenElse:
		return x.ifThenElse(n, nd, n+1)
	case def.NodeTry:
		return x.try(n, nd, n+1, Skipped)
	case def.NodeHosted:
		return x.startHosted(n, nd)
	}
	if nd.shape == def.ShapeLeaf {
		return x.startLeaf(n, nd)
	}
	return x.startDecorator(n, nd)
}

// goOn lets what a running node does continue. With ask, one that asks again each tick does so; and one whose child is
// gone, in a program that has changed.
func (x *run) goOn(n int32, nd *node, ask bool) Status {
	switch nd.kind {
	case def.NodeReactiveSequence, def.NodeReactiveSelector:
		from, goes := x.current(nd), Success
		if ask || from == 0 {
			from = n + 1
		}
		if nd.kind == def.NodeReactiveSelector {
			goes = Failure
		}
		return x.reactive(n, nd, from, goes)
	case def.NodeWhileDoElse:
		return x.whileDoElse(n, nd, ask)
	case def.NodeSwitch:
		return x.choose(n, nd, ask || x.current(nd) == 0)
	case def.NodeHosted:
		return x.hosted(n, nd)
	case def.NodeParallel, def.NodeParallelAll:
		return x.parallel(n, nd)
	}
	switch nd.shape {
	case def.ShapeLeaf:
		return x.goOnLeaf(n, nd)
	case def.ShapeComposite:
		return x.goOnWith(n, nd, x.current(nd))
	}
	return x.goOnDecorator(n, nd)
}

// goOnWith lets a composite that asks its children in turn continue with one of them.
func (x *run) goOnWith(n int32, nd *node, child int32) Status {
	all := Skipped
	if x.flagged(nd) {
		all = goes(nd.kind)
	}
	switch nd.kind {
	case def.NodeResumeSequence:
		return x.resumed(nd, child)
	case def.NodeIfThenElse:
		return x.ifThenElse(n, nd, child)
	case def.NodeTry:
		return x.try(n, nd, child, all)
	case def.NodeRandomSequence, def.NodeRandomSelector, def.NodeUtilitySelector:
		if child == 0 { // all that it had chosen is gone, in a program that has changed
			return x.start(n, nd)
		}
		if nd.choice != nil {
			return x.inChoice(nd, x.turn(nd, child), all)
		}
		return x.inOrder(nd, x.turn(nd, child), all)
	case def.NodeParallel, def.NodeParallelAll:
		return x.parallel(n, nd)
	}
	return x.inTurn(nd, child, goes(nd.kind), all)
}

// goBack makes a composite continue with the child of a watch instead of the present one.
func (x *run) goBack(n int32, nd *node, i int32, rise bool) Status {
	w := &x.p.watches[i]
	x.emitFire(w, rise)
	if isParallel(nd.kind) {
		x.setLane(x.statusLane(n, nd, w.child), uint32(Inactive))
		if f := x.takeFire(n); f.kind == fireChild {
			return x.goBack(n, nd, f.watch, f.rise)
		}
		return x.parallel(n, nd)
	}
	reason := action.GuardFails
	if rise {
		reason = action.HigherBranch
	}
	return x.goOnInstead(n, nd, w.child, reason)
}

// goOnInstead lets a composite continue with one of its children, when what runs has ended.
func (x *run) goOnInstead(n int32, nd *node, child int32, reason action.Reason) Status {
	if x.takesTime(n, nd, endChild, reason) {
		x.setCurrent(nd, child, x.flagged(nd))
		return Running
	}
	return x.goOnWith(n, nd, child)
}

// goes returns the status with which a child gives the next one its turn.
func goes(k def.NodeKind) Status {
	switch k {
	case def.NodeSelector, def.NodeReactiveSelector, def.NodeRandomSelector, def.NodeUtilitySelector:
		return Failure
	}
	return Success
}

// inTurn goes through the children from one on, as long as they end with a status or are skipped. All is the combined
// status of those before: that status, or Skipped.
func (x *run) inTurn(nd *node, child int32, goes, all Status) Status {
	for c := child; c < nd.end; {
		next := &x.nodes[c]
		if next.flags&flagRun != 0 && x.silent {
			held := int32(expr.FirstFailing(next.run, x.m.State))
			if held > 0 {
				all = goes
			}
			if c += held; int(held) == len(next.run) {
				continue
			}
			x.setCurrent(nd, c, all != Skipped)
			return Failure
		}
		s := x.visit(c)
		if s == goes {
			all = s
		} else if s != Skipped {
			x.setCurrent(nd, c, all != Skipped)
			return s
		}
		if next.flags&flagWatched != 0 {
			x.pass(nd, c)
		}
		c = next.end
	}
	return all
}

// startResumed starts a sequence with the child that it reached last.
func (x *run) startResumed(n int32, nd *node) Status {
	from := max(x.current(nd), n+1)
	for c := n + 1; c < from; c = x.nodes[c].end {
		x.pass(nd, c)
	}
	return x.resumed(nd, from)
}

// resumed continues with a child; a sequence that has reached its end begins with the first again.
func (x *run) resumed(nd *node, child int32) Status {
	all := Skipped
	if x.flagged(nd) {
		all = Success
	}
	s := x.inTurn(nd, child, Success, all)
	if s == Success || s == Skipped {
		x.setCurrent(nd, 0, false)
	}
	return s
}

// ifThenElse continues with one of the children.
func (x *run) ifThenElse(n int32, nd *node, child int32) Status {
	first := n + 1
	second := x.nodes[first].end
	if child == first {
		s := x.visit(first)
		switch s {
		case Success:
			child = second
		case Failure:
			child = x.nodes[second].end
		default:
			x.setCurrent(nd, first, false)
			return s
		}
		x.pass(nd, first)
		if child == nd.end {
			return Failure
		}
	}
	x.setCurrent(nd, child, false)
	return x.visit(child)
}

// try goes through the children as a sequence does; the last one follows the first that fails.
func (x *run) try(n int32, nd *node, child int32, all Status) Status {
	last := n + 1
	for x.nodes[last].end < nd.end {
		last = x.nodes[last].end
	}
	for c := child; c < last; c = x.nodes[c].end {
		s := x.visit(c)
		if s == Success {
			all = s
		} else if s == Failure {
			x.pass(nd, c)
			child = last
			break
		} else if s != Skipped {
			x.setCurrent(nd, c, all != Skipped)
			return s
		}
		x.pass(nd, c)
	}
	if child != last {
		return all
	}
	x.setCurrent(nd, last, all != Skipped)
	s := x.visit(last)
	if s == Running || s == interrupted {
		return s
	}
	return Failure
}

// isCaught reports whether a try runs what follows its catch. That is not cut short by its conditions.
func (x *run) isCaught(nd *node) bool { return x.nodes[x.current(nd)].end == nd.end }

// isPast reports whether a composite has gone on past a child.
func (x *run) isPast(nd *node, child int32) bool {
	switch nd.kind {
	case def.NodeRandomSequence, def.NodeRandomSelector, def.NodeUtilitySelector:
		return x.turn(nd, child) < x.turn(nd, x.current(nd))
	case def.NodeParallel, def.NodeParallelAll:
		return x.lane(x.statusLane(x.nodes[child].parent, nd, child)) != uint32(Inactive)
	case def.NodeIfThenElse:
		return child == x.nodes[child].parent+1 && child != x.current(nd)
	case def.NodeTry:
		return child < x.current(nd) && !x.isCaught(nd)
	}
	return child < x.current(nd)
}

// pastBefore returns the child before which a composite has gone on past all children, and past no others; 0: its kind
// does not take them in order.
func (x *run) pastBefore(nd *node) int32 {
	switch nd.kind {
	case def.NodeSequence, def.NodeSelector, def.NodeResumeSequence:
		return x.current(nd)
	}
	return 0
}
