package bt

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// check finds what no tree leaves behind, and what would lead its tick astray.
func (g *coding) check(n int32) {
	if g.Failed() || g.lost != "" {
		return
	}
	nd := &g.p.nodes[n]
	if !g.checkKept(n, nd) {
		g.Fail("the state of node %d is out of range", n)
		return
	}
	if !g.isRunning(n) {
		return
	}
	if nd.parent >= 0 && !g.isRunning(nd.parent) {
		g.Fail("node %d runs, but its parent does not", n)
	}
	if !g.checkEnding(n, nd) || !g.checkRunning(n, nd) {
		g.Fail("the state of running node %d is invalid", n)
	}
}

// checkKept looks at what a node remembers whether it runs or not.
func (g *coding) checkKept(n int32, nd *node) bool {
	switch nd.kind {
	case def.NodeResumeSequence:
		c := int32(g.m.lane(nd.lane) &^ flagBit)
		return c == 0 || g.isChild(n, c) || c == nd.end
	case def.NodeOnce:
		return g.m.lane(nd.lane) <= uint32(Failure)
	case def.NodeLimit:
		return g.m.lane(nd.lane) <= math.MaxInt32
	}
	if nd.choice.lasts() {
		c := int32(g.m.lane(nd.lastLane()))
		return c == 0 || g.isChild(n, c)
	}
	return true
}

func (g *coding) checkRunning(n int32, nd *node) bool {
	current := int32(0)
	if lanes(nd) > 0 {
		current = int32(g.m.lane(nd.lane) &^ flagBit)
	}
	switch nd.kind {
	case def.NodeCall, def.NodePlan, def.NodeGoal, def.NodeWait:
		return true
	case def.NodeHosted:
		return g.m.lane(nd.lane) != 0 || g.Ending(n)
	case def.NodeWhileDoElse:
		return g.Ending(n) || current == 0 && (g.isRunning(n+1) || g.isGap(n, nd, current)) ||
			current > n+1 && g.isChild(n, current) && g.isRunning(current) && g.runningBelow(n) <= 2
	case def.NodeRandomSequence, def.NodeRandomSelector, def.NodeUtilitySelector:
		if !g.isOrder(nd) && !(current == 0 && g.m.lane(nd.lane+1) == 0) {
			return false
		}
	case def.NodeParallel, def.NodeParallelAll:
		for i, c := int32(0), n+1; c < nd.end; i, c = i+1, g.p.nodes[c].end {
			s := Status(g.m.lane(nd.lane + 2 + i))
			if s > Skipped || s == Running || g.isRunning(c) && s != Inactive {
				return false
			}
			g.gap = g.gap || !g.isRunning(c) && s == Inactive && !g.Ending(n)
		}
		return true
	case def.NodeRepeat, def.NodeRetry: // one that is spent has ended
		count, most := g.m.lane(nd.lane), int32(g.m.lane(nd.lane+1))
		return count <= math.MaxInt32 && (most == endless || int32(count) < most)
	case def.NodeEach:
		size := len(nd.values)
		if nd.values == nil {
			size = len(g.more.lists[nd.list])
		}
		return int(current) < size || !g.isRunning(n+1)
	}
	switch nd.kind.Info().Shape {
	case def.ShapeLeaf:
		return false
	case def.ShapeComposite:
		if g.Ending(n) {
			return current == 0 && (asksAgain(nd.kind) || isDrawn(nd.kind)) || g.isChild(n, current) || g.endsWith(nd, current)
		}
		return g.isGap(n, nd, current) || g.isChild(n, current) && g.isRunning(current) && (g.runningBelow(n) == 1 || isReactive(nd.kind) && nd.flags&flagGrace != 0)
	}
	return true
}

// isGap reports whether a composite runs no child, since that is gone in a program that has changed, and notes it: in
// the next tick it continues with one of them, asks again, or ends. A child that is ending does not count where another
// has come before it; a node that waits for its own child to end asks again when that is over.
func (g *coding) isGap(n int32, nd *node, current int32) bool {
	for c := n + 1; c < nd.end; c = g.p.nodes[c].end {
		if g.isRunning(c) && (c == current || !isReactive(nd.kind) || g.m.comes(&g.p.nodes[c]) < endAborted) {
			return false
		}
	}
	if current == 0 && !asksAgain(nd.kind) && !isDrawn(nd.kind) || current > 0 && !g.isChild(n, current) && !g.endsWith(nd, current) {
		return false
	}
	g.gap = true
	return true
}

// endsWith reports whether a sequence has nothing more to do.
func (g *coding) endsWith(nd *node, current int32) bool {
	return current == nd.end && (nd.kind == def.NodeSequence || nd.kind == def.NodeResumeSequence || nd.kind == def.NodeRandomSequence)
}

// checkEnding looks at what a node waits for: something must end below it, or its action, and what comes then must be
// possible.
func (g *coding) checkEnding(n int32, nd *node) bool {
	if !g.Ending(n) {
		return true
	}
	for c := n + 1; c < nd.end; c = g.p.nodes[c].end {
		if g.isRunning(c) && (g.p.nodes[c].flags&flagGrace == 0 || g.m.lane(g.p.nodes[c].ending) < endAborted) {
			return false
		}
	}
	switch comes := g.m.lane(nd.ending); comes {
	case endChild:
		return nd.shape == def.ShapeComposite && !isParallel(nd.kind) && !asksAgain(nd.kind) && nd.kind != def.NodeHosted
	case endAsk:
		return asksAgain(nd.kind)
	case endSelf:
		return nd.flags&flagSelf != 0
	case endWhile:
		return nd.flags&flagWhile != 0
	case endStatus + uint32(Success), endStatus + uint32(Failure), endStatus + uint32(Skipped):
		return nd.action < 0
	default:
		return comes >= endAborted && comes <= endAborted+uint32(action.LastReason)
	}
}

// isChild reports whether a node is a child of another.
func (g *coding) isChild(n, c int32) bool {
	return c > n && int(c) < len(g.p.nodes) && g.p.nodes[c].parent == n
}

// runningBelow returns how many children of a node run.
func (g *coding) runningBelow(n int32) int {
	count := 0
	for c := n + 1; c < g.p.nodes[n].end; c = g.p.nodes[c].end {
		if g.isRunning(c) {
			count++
		}
	}
	return count
}

// isOrder reports whether the lanes of a node hold each of its children once; where they are chosen one after the
// other, or one is new in a program that has changed, some of them, up to the one that runs.
func (g *coding) isOrder(nd *node) bool {
	if nd.choice != nil || nd.kind == def.NodeUtilitySelector && g.m.lane(nd.lane+int32(len(nd.kids))) == 0 {
		return g.isPart(nd)
	}
	for _, c := range nd.kids {
		found := 0
		for i := range nd.kids {
			if g.m.lane(nd.lane+1+int32(i)) == uint32(c) {
				found++
			}
		}
		if found != 1 {
			return false
		}
	}
	return true
}

func (g *coding) isPart(nd *node) bool {
	chosen := 0
	for _, c := range nd.kids {
		if g.turn(nd, c) < len(nd.kids) {
			chosen++
		}
	}
	for i := range nd.kids {
		if c := int32(g.m.lane(nd.lane + 1 + int32(i))); i < chosen != (c != 0) || c != 0 && g.turn(nd, c) != i {
			return false
		}
	}
	return g.turn(nd, g.m.current(nd)) < chosen
}
