package bt

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// startLeaf begins what a leaf does.
func (x *run) startLeaf(n int32, nd *node) Status {
	switch nd.kind {
	case def.NodeCall, def.NodePlan, def.NodeGoal:
		return x.update(n, nd, x.startAction(nd.action, nd.args))
	case def.NodeIf:
		if nd.cond.Eval(x.m, x.memory) {
			return Success
		}
		return Failure
	case def.NodeSet:
		nd.effects.Apply(x.m, x.memory)
		return Success
	case def.NodeWait:
		x.until(nd, x.waitTime(nd))
		return x.goOnLeaf(n, nd)
	case def.NodeLog:
		x.emit(Event{Kind: Logged, Node: n})
		return Success
	case def.NodeTodo:
		x.emit(Event{Kind: TodoReached, Node: n})
		return Failure
	case def.NodeSucceed:
		return Success
	}
	return Failure
}

// goOnLeaf continues a running leaf.
func (x *run) goOnLeaf(n int32, nd *node) Status {
	if nd.kind == def.NodeWait {
		if x.isOver(nd) {
			return Success
		}
		return Running
	}
	if x.pending >= n {
		if x.pending > n {
			return x.list(n) // it has been updated already, and continues
		}
		x.pending = -1
		x.setLane(nd.lane, 0)
		x.checkFault(n)
		return x.status
	}
	return x.update(n, nd, action.HandleOf(nd.action, int32(x.lane(nd.lane))-1))
}

// waitTime returns how long a wait takes, in seconds.
func (x *run) waitTime(nd *node) float64 {
	least := x.number(nd.value)
	if nd.limit == nil {
		return least
	}
	most := x.number(nd.limit)
	u := x.draw()
	if most <= least {
		return least
	}
	return least + float64((most-least)*u)
}

// startAction starts an activity with arguments.
func (x *run) startAction(id int32, args []argument) action.Handle {
	for i := range args {
		a := &args[i]
		if a.which >= 0 {
			x.env.words = append(x.env.words, world.Word(a.which))
		}
		var w [2]world.Word
		a.value.EvalInto(x.m, x.memory, w[:])
		x.env.words = append(x.env.words, w[:a.width]...)
	}
	h := x.env.Instances.Start(x.env.Ctx, id, x.env.words[x.words:])
	x.env.words = x.env.words[:x.words]
	return h
}

// update lets the action of a leaf continue for a tick.
func (x *run) update(n int32, nd *node, h action.Handle) Status {
	s := x.env.Instances.Update(x.env.Ctx, h)
	x.m.State = x.env.Ctx.State()
	if s == action.Running {
		x.setLane(nd.lane, uint32(h.Slot()+1))
		return x.list(n)
	}
	x.setLane(nd.lane, 0)
	x.checkFault(n)
	return Status(s)
}

// list adds a leaf to those that run at the end of the tick.
func (x *run) list(n int32) Status {
	x.setLane(x.p.list+int32(x.leaves), uint32(n))
	x.leaves++
	return Running
}

// unlist takes a leaf out of that list again, if it is there.
func (x *run) unlist(n int32) {
	kept := uint16(0)
	for i := range x.leaves {
		if l := x.lane(x.p.list + int32(i)); l != uint32(n) {
			x.setLane(x.p.list+int32(kept), l)
			kept++
		}
	}
	x.leaves = kept
}

// abortAction aborts the action of a leaf.
func (x *run) abortAction(n int32, nd *node, reason action.Reason) {
	slot := int32(x.lane(nd.lane)) - 1
	if slot < 0 {
		return
	}
	x.setLane(nd.lane, 0)
	x.unlist(n)
	x.env.Instances.Abort(x.env.Ctx, action.HandleOf(nd.starts(), slot), reason)
	x.m.State = x.env.Ctx.State()
	x.checkFault(n)
}

// checkFault keeps and reports what panicked in the host's code, and returns whether anything did.
func (x *run) checkFault(n int32) (broken bool) {
	f, broken := x.env.Ctx.TakeFault()
	if broken {
		x.env.fault = f
		x.emit(Event{Kind: Faulted, Node: n, Fault: &x.env.fault})
	}
	return broken
}
