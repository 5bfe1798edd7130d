package bt

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// abort ends a running node from outside, those below it first.
func (x *run) abort(n int32, reason action.Reason) {
	if !x.isRunning(n) {
		return
	}
	x.abortBelow(n, reason)
	x.setBit(x.p.bits+n, false)
	nd := &x.nodes[n]
	if nd.flags&flagGrace != 0 {
		x.setLane(nd.ending, endNot)
	}
	if nd.starts() >= 0 {
		x.abortAction(n, nd, reason)
	}
	if nd.flags&flagServices != 0 {
		x.stopServices(n, nd, reason)
	}
	x.emit(Event{Kind: NodeAborted, Node: n, Reason: reason})
	if nd.kind == def.NodeCooldown {
		x.cool(nd)
	}
	if nd.onAbort != nil {
		nd.onAbort.Apply(x.m, x.memory)
	}
}

// abortBelow ends all that runs below a node.
func (x *run) abortBelow(n int32, reason action.Reason) {
	end := x.nodes[n].end
	for c := n + 1; c < end; c = x.nodes[c].end {
		x.abort(c, reason)
	}
}

// abortAll ends the whole tree, whatever the host's functions do meanwhile: a node counts as ended before its hooks
// run.
func (x *run) abortAll(reason action.Reason) {
	for x.isRunning(0) {
		x.tryAbort(0, reason)
	}
	x.active, x.due, x.leaves, x.held = 0, 0, 0, false
}

func (x *run) tryAbort(n int32, reason action.Reason) {
	defer func() {
		if v := action.Caught(recover()); v != nil {
			x.panicked(v)
		}
	}()
	x.abort(n, reason)
}
