package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// layering is the state of a layer of an agent.
type layering struct {
	handle  action.Handle
	on      bool  // its start has been reported
	blocked bool  // something of higher priority held its resources, at the last check
	acted   int64 // tick of its last update
}

// layersOn updates the layers of an agent for a tick, in order. A layer that does not run starts, unless something of
// higher priority holds its resources.
func (x *reflexes) layersOn(a *agent) {
	p := a.parts
	for i := range p.layers {
		l := &p.layers[i]
		if l.handle.IsZero() {
			if !x.isFree(a, i) {
				continue
			}
			x.startLayer(a, i)
		}
		if !x.layerOn(a, i) {
			return
		}
	}
}

// isFree reports whether a layer can start: nothing of higher priority holds its resources, or held them until now.
// Higher activities may follow one that has just ended.
func (x *reflexes) isFree(a *agent, i int) bool {
	p := a.parts
	l, uses := &p.layers[i], p.kit.Layers[i].Uses
	was := l.blocked
	l.blocked = x.isTaken(a, i, uses)
	return !l.blocked && !was
}

// isTaken reports whether something of higher priority than a layer has one of the resources.
func (x *reflexes) isTaken(a *agent, i int, uses []int) bool {
	if len(uses) == 0 {
		return false
	}
	p, k := a.parts, x.set
	for n := range i {
		if l := &p.layers[n]; (!l.handle.IsZero() || l.acted == x.core.tick) && runner.Meets(p.kit.Layers[n].Uses, uses) {
			return true
		}
	}
	for n := range p.reactions {
		if !p.reactions[n].handle.IsZero() && runner.Meets(p.kit.Reactions[n].Uses, uses) {
			return true
		}
	}
	k.survey, _ = x.running(a, nil)
	return x.isUsed(k.survey, uses)
}

func (x *reflexes) startLayer(a *agent, i int) {
	p := a.parts
	it, l := &p.kit.Layers[i], &p.layers[i]
	for n := i + 1; n < len(p.layers); n++ {
		if runner.Meets(p.kit.Layers[n].Uses, it.Uses) {
			x.stopLayer(a, n, action.Interrupted)
		}
	}
	if !l.on {
		l.on = true
		x.report(a, runner.LayerStarted, i, runner.Event{})
	}
	p.rank = p.mind() + 1 + i
	l.handle = x.core.stage.Instances.Start(x.core.stage.Ctx, it.Activity, it.Words)
}

// layerOn updates a layer for a tick. It returns false if the agent has collapsed during that.
func (x *reflexes) layerOn(a *agent, i int) bool {
	p := a.parts
	l := &p.layers[i]
	p.rank, l.acted = p.mind()+1+i, x.core.tick
	status := x.core.stage.Instances.Update(x.core.stage.Ctx, l.handle)
	f, broken := x.core.stage.Ctx.TakeFault()
	if status != action.Running {
		l.handle = action.Handle{}
		x.report(a, runner.LayerEnded, i, runner.Event{Status: status})
	}
	switch {
	case broken && status == action.Success:
		a.runner.Stumble(&x.core.stage, f)
	case broken:
		x.collapse(a, f)
		return false
	}
	return true
}

// stopLayer aborts a layer if it runs. The layer starts again when it may.
func (x *reflexes) stopLayer(a *agent, i int, reason action.Reason) {
	l := &a.parts.layers[i]
	if l.on = false; l.handle.IsZero() {
		return
	}
	h := l.handle
	l.handle, l.blocked = action.Handle{}, reason == action.Interrupted
	x.stopPart(a, a.parts.mind()+1+i, h, reason)
	x.report(a, runner.LayerAborted, i, runner.Event{Reason: reason})
}

// makeWay interrupts the layers of the acting agent that need what an action of higher priority needs, which is about
// to start.
func (x *reflexes) makeWay(id int32) {
	a := x.net.acting
	if a == nil || a.parts == nil {
		return
	}
	p, uses := a.parts, x.set.Uses[id]
	for i := max(0, p.rank-p.mind()); i < len(p.layers); i++ {
		if !p.layers[i].handle.IsZero() && runner.Meets(p.kit.Layers[i].Uses, uses) {
			x.stopLayer(a, i, action.Interrupted)
		}
	}
}
