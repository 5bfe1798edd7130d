package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// layering is a layer of an agent at work.
type layering struct {
	handle  action.Handle
	on      bool  // its start has been told
	blocked bool  // something higher had what it needs when it was last looked at
	acted   int64 // tick of its last update
}

// layersOn lets the layers of an agent go on for a tick, in order. One that does not run starts, unless something higher has what it needs.
func (c *Crowd) layersOn(a *agent) {
	p := a.parts
	for i := range p.layers {
		l := &p.layers[i]
		if l.handle.IsZero() {
			if !c.isFree(a, i) {
				continue
			}
			c.startLayer(a, i)
		}
		if !c.layerOn(a, i) {
			return
		}
	}
}

// isFree reports whether a layer can start: nothing higher has what it needs, nor had it until now. What runs above may follow on what has just ended.
func (c *Crowd) isFree(a *agent, i int) bool {
	p := a.parts
	l, uses := &p.layers[i], p.kit.Layers[i].Uses
	was := l.blocked
	l.blocked = c.isTaken(a, i, uses)
	return !l.blocked && !was
}

// isTaken reports whether something higher than a layer has one of some resources.
func (c *Crowd) isTaken(a *agent, i int, uses []int) bool {
	if len(uses) == 0 {
		return false
	}
	p, k := a.parts, c.kits
	for n := range i {
		if l := &p.layers[n]; (!l.handle.IsZero() || l.acted == c.core.tick) && runner.Meets(p.kit.Layers[n].Uses, uses) {
			return true
		}
	}
	for n := range p.reactions {
		if !p.reactions[n].handle.IsZero() && runner.Meets(p.kit.Reactions[n].Uses, uses) {
			return true
		}
	}
	k.survey, _ = c.running(a, nil)
	return c.isUsed(k.survey, uses)
}

func (c *Crowd) startLayer(a *agent, i int) {
	p := a.parts
	it, l := &p.kit.Layers[i], &p.layers[i]
	for n := i + 1; n < len(p.layers); n++ {
		if runner.Meets(p.kit.Layers[n].Uses, it.Uses) {
			c.stopLayer(a, n, action.Interrupted)
		}
	}
	if !l.on {
		l.on = true
		c.tellPart(a, runner.LayerStarted, i, runner.Event{})
	}
	p.rank = p.mind() + 1 + i
	l.handle = c.core.stage.Instances.Start(c.core.stage.Ctx, it.Activity, it.Words)
}

// layerOn lets a layer go on for a tick. It returns false when the agent has collapsed over that.
func (c *Crowd) layerOn(a *agent, i int) bool {
	p := a.parts
	l := &p.layers[i]
	p.rank, l.acted = p.mind()+1+i, c.core.tick
	status := c.core.stage.Instances.Update(c.core.stage.Ctx, l.handle)
	f, broken := c.core.stage.Ctx.TakeFault()
	if status != action.Running {
		l.handle = action.Handle{}
		c.tellPart(a, runner.LayerEnded, i, runner.Event{Status: status})
	}
	switch {
	case broken && status == action.Success:
		a.runner.Stumble(&c.core.stage, f)
	case broken:
		c.collapse(a, f)
		return false
	}
	return true
}

// stopLayer aborts a layer, if it runs. It starts afresh when it may.
func (c *Crowd) stopLayer(a *agent, i int, reason action.Reason) {
	l := &a.parts.layers[i]
	if l.on = false; l.handle.IsZero() {
		return
	}
	h := l.handle
	l.handle, l.blocked = action.Handle{}, reason == action.Interrupted
	c.stopPart(a, a.parts.mind()+1+i, h, reason)
	c.tellPart(a, runner.LayerAborted, i, runner.Event{Reason: reason})
}

// makeWay interrupts the layers of the agent that acts which need what an action needs that is about to start, if that is of something higher.
func (c *Crowd) makeWay(id int32) {
	a := c.net.acting
	if a == nil || a.parts == nil {
		return
	}
	p, uses := a.parts, c.kits.Uses[id]
	for i := max(0, p.rank-p.mind()); i < len(p.layers); i++ {
		if !p.layers[i].handle.IsZero() && runner.Meets(p.kit.Layers[i].Uses, uses) {
			c.stopLayer(a, i, action.Interrupted)
		}
	}
}
