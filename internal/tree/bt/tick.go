package bt

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// run is one tick of a tree.
type run struct {
	*Tree
	memory  // the tree's; it begins with the frame that expressions look at
	env     *Env
	nodes   []node
	m       *expr.Machine
	tick    int64
	silent  bool   // conditions are not reported
	noticed uint64 // the changes noticed before the tick

	pending int32  // an action that has been updated, and those before it with it; -1: none
	status  Status // of the pending action
	target  int32  // interrupted: the node that continues
	child   int32  // interrupted: with this child
	turned  int    // repetitions of loops that have begun
	timed   bool   // a probe reached a point in time
	was     bool   // a watch was held off before the tick
	base    int    // where the fires of this tick begin: trees may run within trees
	next    int    // the next of them
	words   int    // likewise where arguments begin
}

// enter begins a tick, in place: a run is too large to be returned.
func (x *run) enter(t *Tree, e *Env) {
	e.Machine.State = e.Ctx.State()
	x.Tree, x.memory, x.env, x.nodes, x.m, x.tick = t, t.mem(), e, t.p.nodes, e.Machine, e.Ctx.Tick()
	x.silent, x.pending = e.Sink == nil || e.Coarse, -1
	x.base, x.next, x.words = len(e.fires), len(e.fires), len(e.words)
}

// tick judges watches and goes through what runs, as far as needed. Pending is an action that was updated already and
// has ended; -1: none was.
func (t *Tree) tick(e *Env, pending int32, status Status) Status {
	var x run
	x.enter(t, e)
	x.noticed, x.pending, x.status = t.dirty|always, pending, status
	if t.p.asks {
		return x.goThrough(pending < 0)
	}
	if pending < 0 && x.isCalm() { // nothing that this calls needs to be recovered from
		t.forget()
		return Running
	}
	return x.goThrough(false)
}

// goThrough goes through what runs; with judge only if judging the watches calls for it.
func (x *run) goThrough(judge bool) (s Status) {
	defer x.leave(&s)
	if judge && x.isCalm() {
		return Running
	}
	x.active, x.leaves = 0, 0
	if s = x.visit(0); s == Skipped {
		s = Failure
	}
	if s != Running {
		x.active, x.due, x.leaves = 0, 0, 0
	}
	return s
}

// isCalm judges the watches, and reports whether that changes nothing and nothing else is due: then the running actions
// have been updated, and continue.
func (x *run) isCalm() bool {
	due := x.due <= x.tick
	if due {
		x.due = never
	}
	if x.was, x.held = x.held, false; !x.isRunning(0) {
		return false
	}
	x.judge(0)
	if due || len(x.env.fires) > x.base {
		return false
	}
	x.pending, x.status = x.updateLeaves(x.env, 0)
	x.m.State = x.env.Ctx.State()
	return x.pending < 0
}

// leave ends a tick. A panic of a host's function that an expression called ends all that runs.
func (x *run) leave(s *Status) {
	v := recover()
	x.env.fires, x.env.words = x.env.fires[:x.base], x.env.words[:x.words]
	x.forget()
	if v == nil {
		return
	}
	x.panicked(action.Caught(v))
	x.abortAll(action.Quarantined)
	*s = Failure
}

// panicked keeps and reports a panic of a host's function.
func (x *run) panicked(v any) {
	x.m.State = x.env.Ctx.State()
	x.env.fault = action.NewFault("a function of the game", v)
	x.emit(Event{Kind: Faulted, Node: -1, Fault: &x.env.fault})
}

func (x *run) isRunning(n int32) bool { return x.bit(x.p.bits + n) }

// soon makes the tree look at itself in a tick at the latest.
func (x *run) soon(tick int64) { x.due = min(x.due, tick) }

// visit asks a node: it starts, or continues. A bare leaf, or sequence of ifs, has no more to its start and end than
// events for the sink.
func (x *run) visit(n int32) Status {
	nd := &x.nodes[n]
	if nd.flags&flagBare != 0 && x.silent {
		if nd.kind == def.NodeIf || nd.kind == def.NodeSequence {
			if nd.cond.Eval(x.m, x.memory) {
				return Success
			}
			return Failure
		}
		if !x.isRunning(n) && (nd.action < 0 || x.env.Sink == nil) {
			s := x.startLeaf(n, nd)
			if s == Running {
				x.setBit(x.p.bits+n, true)
			}
			return s
		}
	}
	if x.isRunning(n) {
		return x.resume(n, nd)
	}
	return x.begin(n, nd)
}

// begin starts a node, unless a clause decides.
func (x *run) begin(n int32, nd *node) Status {
	if nd.flags&flagBefore != 0 {
		if s := x.decided(nd); s != undecided {
			x.emitNode(NodeDecided, n, s)
			return s
		}
	}
	x.emitNode(NodeStarted, n, Running)
	x.setBit(x.p.bits+n, true)
	if nd.flags&flagServices != 0 {
		x.startServices(n, nd)
	}
	s := x.settle(n, nd, x.start(n, nd))
	if s == Running && nd.flags&flagSelf != 0 {
		x.remember(nd)
	}
	return s
}

// decided returns what the clauses that are read before a node starts say.
func (x *run) decided(nd *node) Status {
	switch {
	case nd.skipIf != nil && nd.skipIf.Eval(x.m, x.memory):
		return Skipped
	case nd.failIf != nil && nd.failIf.Eval(x.m, x.memory):
		return Failure
	case nd.succeedIf != nil && nd.succeedIf.Eval(x.m, x.memory):
		return Success
	case nd.while != nil && !nd.while.Eval(x.m, x.memory):
		return Skipped
	}
	return undecided
}

// resume continues a running node.
func (x *run) resume(n int32, nd *node) Status {
	f := x.takeFire(n)
	if x.comes(nd) != endNot {
		return waiting{x, n, nd}.resume(f)
	}
	switch f.kind {
	case fireWhile:
		if x.takesTime(n, nd, endWhile, action.WhileFails) {
			return x.settle(n, nd, Running)
		}
		x.abort(n, action.WhileFails)
		return Skipped
	case fireSelf:
		x.emitFire(&x.p.watches[f.watch], false)
		if x.takesTime(n, nd, endSelf, action.GuardFails) {
			return x.settle(n, nd, Running)
		}
		return x.finish(n, nd, Failure)
	}
	if nd.flags&flagServices != 0 {
		x.runServices(n, nd)
	}
	if f.kind == fireChild {
		return x.settle(n, nd, x.goBack(n, nd, f.watch, f.rise))
	}
	return x.settle(n, nd, x.goOn(n, nd, f.kind == fireAsk))
}

// settle follows up on the result of a node.
func (x *run) settle(n int32, nd *node, s Status) Status {
	for s == interrupted && x.target == n {
		s = x.goOnInstead(n, nd, x.child, action.HigherBranch)
	}
	switch s {
	case Running:
		x.active |= nd.mask
		return Running
	case interrupted:
		return interrupted
	}
	return x.finish(n, nd, s)
}

// finish ends a node.
func (x *run) finish(n int32, nd *node, s Status) Status {
	x.setBit(x.p.bits+n, false)
	if nd.flags&flagServices != 0 {
		x.stopServices(n, nd, action.BranchEnded)
	}
	x.emitNode(NodeEnded, n, s)
	if nd.flags&flagEffects != 0 {
		if s == Success && nd.onSuccess != nil {
			nd.onSuccess.Apply(x.m, x.memory)
		}
		if s == Failure && nd.onFailure != nil {
			nd.onFailure.Apply(x.m, x.memory)
		}
	}
	if nd.flags&flagUninterrupted != 0 && x.held && x.release(n) {
		return interrupted
	}
	return s
}
