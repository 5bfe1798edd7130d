package bt

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// An action that declares grace takes time to end. The node that aborts it asks it to end, and waits: the nodes
// between the two continue, and so does everything next to them. The request cannot be taken back. A node with such an
// action, or above one, has a lane that holds what follows when everything has ended.
const (
	endNot     = iota
	endChild        // it continues with its current child
	endAsk          // it asks again from its first child
	endSelf         // it starts anew, if the condition of its watch holds, else it fails
	endWhile        // it is aborted, and begun anew
	endStatus       // and a status: it ends so
	endAborted = 16 // and a reason: it is aborted
)

// comes returns what comes when all has ended that a node that runs waits for; endNot: it waits for nothing.
func (m memory) comes(nd *node) uint32 {
	if nd.flags&flagGrace == 0 {
		return endNot
	}
	return m.lane(nd.ending)
}

// waiting is a node that waits, or is to wait, for something to end.
type waiting struct {
	*run
	n  int32
	nd *node
}

// Ending reports whether a node waits for actions that were asked to end, or is one.
func (t *Tree) Ending(n int32) bool { return t.isRunning(n) && t.mem().comes(&t.p.nodes[n]) != endNot }

// ask ends a running node from outside as abort does, except for what takes time to end, and the nodes above that. It
// reports whether there is such.
func (x *run) ask(n int32, reason action.Reason) bool {
	if !x.isRunning(n) {
		return false
	}
	nd := &x.nodes[n]
	if nd.flags&flagGrace == 0 || !x.askBelow(n, reason) && !(waiting{x, n, nd}).askAction(reason) {
		x.abort(n, reason)
		return false
	}
	if nd.flags&flagServices != 0 {
		x.stopServices(n, nd, reason)
	}
	if x.lane(nd.ending) < endAborted {
		x.setLane(nd.ending, endAborted+uint32(reason))
	}
	return true
}

// askBelow does so with all that runs below a node.
func (x *run) askBelow(n int32, reason action.Reason) (takesTime bool) {
	end := x.nodes[n].end
	for c := n + 1; c < end; c = x.nodes[c].end {
		if x.ask(c, reason) {
			takesTime = true
		}
	}
	return takesTime
}

// askAction asks the action of a leaf to end, once.
func (x waiting) askAction(reason action.Reason) (takesTime bool) {
	n, nd := x.n, x.nd
	if nd.action < 0 || x.lane(nd.lane) == 0 {
		return false
	}
	if x.lane(nd.ending) != endNot {
		return x.isListed() || !x.endAction() // it is updated in this tick all the same
	}
	takesTime = x.env.Instances.Ask(x.env.Ctx, action.HandleOf(nd.action, int32(x.lane(nd.lane))-1), reason)
	x.m.State = x.env.Ctx.State()
	if x.checkFault(n) || !takesTime {
		return false
	}
	x.until(nd, nd.grace)
	x.soon(int64(x.memory[nd.word]))
	x.insert()
	x.emit(Event{Kind: NodeEnding, Node: n, Reason: reason})
	return true
}

// takesTime ends all that runs below a node, or its action. If that takes time the node waits for it, and does then
// what comes says.
func (x *run) takesTime(n int32, nd *node, comes uint32, reason action.Reason) bool {
	takes := x.askBelow(n, reason)
	if nd.action >= 0 && nd.flags&flagGrace != 0 {
		takes = waiting{x, n, nd}.askAction(reason)
	}
	if takes {
		waiting{x, n, nd}.wait(comes, reason)
	}
	return takes
}

// wait notes what comes when all has ended. A node that is to end, or to start anew, has no more use for its services.
func (x waiting) wait(comes uint32, reason action.Reason) {
	x.setLane(x.nd.ending, comes)
	if x.nd.flags&flagServices != 0 && comes >= endSelf {
		x.stopServices(x.n, x.nd, reason)
	}
}

// endsAs ends a node with a status, when what runs below it has ended.
func (x *run) endsAs(n int32, nd *node, s Status, reason action.Reason) Status {
	if x.takesTime(n, nd, endStatus+uint32(s), reason) {
		return Running
	}
	return s
}

// resume lets the node continue. It may be asked for more meanwhile; nothing of that is lost.
func (x waiting) resume(f fire) Status {
	n, nd, comes := x.n, x.nd, x.lane(x.nd.ending)
	if comes < endStatus {
		comes = x.heed(f, comes)
	}
	if nd.flags&flagServices != 0 && comes < endSelf {
		x.runServices(n, nd)
	}
	if !x.goOn() {
		return x.settle(n, nd, Running)
	}
	x.setLane(nd.ending, endNot)
	switch {
	case comes >= endAborted:
		x.abort(n, action.Reason(comes-endAborted))
		return x.begin(n, nd)
	case comes == endWhile:
		x.abort(n, action.WhileFails)
		return x.begin(n, nd)
	}
	s := x.settle(n, nd, x.anew(comes))
	if s == Running && comes == endSelf {
		x.remember(nd)
	}
	return s
}

// heed notes and returns what comes when a watch fires meanwhile.
func (x waiting) heed(f fire, comes uint32) uint32 {
	switch {
	case f.kind == fireWhile:
		x.wait(endWhile, action.WhileFails)
		return endWhile
	case f.kind == fireSelf && comes < endSelf:
		x.emitFire(&x.p.watches[f.watch], false)
		x.wait(endSelf, action.GuardFails)
		return endSelf
	case f.kind == fireChild && comes == endChild:
		w := &x.p.watches[f.watch]
		x.emitFire(w, f.rise)
		x.setCurrent(x.nd, w.child, x.flagged(x.nd))
	}
	return comes
}

// anew lets a node continue when all has ended that it has waited for, on the state of that moment.
func (x waiting) anew(comes uint32) Status {
	n, nd := x.n, x.nd
	switch comes {
	case endChild:
		return x.goOnWith(n, nd, x.current(nd))
	case endAsk:
		x.setCurrent(nd, 0, false)
		return x.run.goOn(n, nd, true)
	case endSelf:
		if !x.p.watches[nd.self].cond.Eval(x.m, x.memory) {
			return Failure
		}
		if nd.flags&flagServices != 0 {
			x.startServices(n, nd)
		}
		return x.start(n, nd)
	}
	return Status(comes - endStatus)
}

// goOn continues the ending actions below the node, or its own action, and reports whether all of them have ended.
func (x waiting) goOn() bool {
	if x.nd.action >= 0 {
		return x.endAction()
	}
	over := true
	for c := x.n + 1; c < x.nd.end; c = x.nodes[c].end {
		if x.isRunning(c) && !(waiting{x.run, c, &x.nodes[c]}).end() {
			over = false
		}
	}
	return over
}

// end does so with a node that must be aborted, and aborts it when all have ended.
func (x waiting) end() bool {
	if !x.goOn() {
		return false
	}
	x.abort(x.n, action.Reason(x.lane(x.nd.ending)-endAborted))
	return true
}

// endAction updates an action that was asked to end. It has had its time after the last update of that.
func (x waiting) endAction() bool {
	if x.lane(x.nd.lane) == 0 || x.goOnLeaf(x.n, x.nd) != Running {
		return true
	}
	x.insert()
	return x.isOver(x.nd)
}

// endBeside lets those children of a reactive composite continue that were asked to end while another runs.
func (x waiting) endBeside(current int32) {
	if x.nd.flags&flagGrace == 0 {
		return
	}
	for c := x.n + 1; c < x.nd.end; c = x.nodes[c].end {
		if c != current && x.isRunning(c) && x.comes(&x.nodes[c]) >= endAborted {
			waiting{x.run, c, &x.nodes[c]}.end()
		}
	}
}

// isListed reports whether the leaf is in the list of those that run: it has been updated in this tick, or has started.
func (x waiting) isListed() bool {
	for i := range int32(x.leaves) {
		if x.lane(x.p.list+i) == uint32(x.n) {
			return true
		}
	}
	return false
}

// insert puts the leaf into the list of those that run, in the order of their nodes.
func (x waiting) insert() {
	n := x.n
	x.unlist(n)
	i := x.leaves
	for ; i > 0 && x.lane(x.p.list+int32(i-1)) > uint32(n); i-- {
		x.setLane(x.p.list+int32(i), x.lane(x.p.list+int32(i-1)))
	}
	x.setLane(x.p.list+int32(i), uint32(n))
	x.leaves++
}

func isReactive(k def.NodeKind) bool {
	return k == def.NodeReactiveSequence || k == def.NodeReactiveSelector
}
