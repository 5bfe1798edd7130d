package bt

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// startDecorator begins what a decorator does.
func (x *run) startDecorator(n int32, nd *node) Status {
	switch nd.kind {
	case def.NodeWhen:
		if !nd.cond.Eval(x.m, x.memory) {
			return Failure
		}
	case def.NodeTree:
		x.bind(nd.enter)
	case def.NodeTimeout, def.NodeDelay:
		x.until(nd, x.number(nd.value))
	case def.NodeRepeat, def.NodeRetry:
		x.startCount(nd)
	case def.NodeEach:
		return x.startEach(n, nd)
	case def.NodeCooldown:
		if x.tick < int64(x.memory[nd.word]) {
			return Failure
		}
	case def.NodeOnce:
		if s := Status(x.lane(nd.lane)); s != Inactive {
			return s
		}
	case def.NodeLimit:
		used := x.lane(nd.lane)
		if world.Word(used) >= nd.value.Eval(x.m, x.memory) {
			return Failure
		}
		x.setLane(nd.lane, used+1)
	case def.NodeChance:
		if x.draw() >= x.number(nd.value) {
			return Failure
		}
	}
	return x.goOnDecorator(n, nd)
}

// goOnDecorator lets a running decorator continue, most with their child.
func (x *run) goOnDecorator(n int32, nd *node) Status {
	child := n + 1
	switch nd.kind {
	case def.NodeInvert:
		return inverted(x.visit(child))
	case def.NodeForceSuccess:
		return forced(x.visit(child), Success)
	case def.NodeForceFailure:
		return forced(x.visit(child), Failure)
	case def.NodeRepeat, def.NodeRetry, def.NodeUntilFailure:
		return x.loop(n, nd)
	case def.NodeEach:
		return x.each(n, nd)
	case def.NodeTimeout:
		if x.isOver(nd) {
			return x.endsAs(n, nd, Failure, action.TimeOver)
		}
	case def.NodeDelay:
		if !x.isRunning(child) && !x.isOver(nd) {
			return Running
		}
	}
	s := x.visit(child)
	if s == Success || s == Failure {
		switch nd.kind {
		case def.NodeCooldown:
			x.cool(nd)
		case def.NodeOnce:
			x.setLane(nd.lane, uint32(s))
		}
	}
	return s
}

// bind gives slots of the frame their values.
func (x *run) bind(list []binding) {
	for i := range list {
		b := &list[i]
		b.value.EvalInto(x.m, x.memory, x.memory[b.slot:b.slot+b.width])
	}
}

func inverted(s Status) Status {
	switch s {
	case Success:
		return Failure
	case Failure:
		return Success
	}
	return s
}

// forced returns what an ended child counts as.
func forced(s, as Status) Status {
	if s == Success || s == Failure {
		return as
	}
	return s
}
