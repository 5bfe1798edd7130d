package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// beside saves or reads the reactions and layers of an agent.
type beside struct {
	*codec.Coder
	core  *core
	saved *runner.Saved // nil while writing
	lost  *[]Loss       // the parts that do not continue
	moves *moves        // nil: the crowd does not reload
}

// appendParts appends the reactions and layers of an agent.
func (x *reflexes) appendParts(b []byte, a *agent) []byte {
	if a.parts == nil {
		return append(b, 0)
	}
	var c codec.Coder
	g := beside{Coder: c.Write(b), core: x.core}
	g.head(a.parts)
	part := g.BeginPart()
	g.all(a.parts)
	g.EndPart(part)
	return c.Written()
}

// parts reads what [reflexes.appendParts] has written; was is the kind that the agent had. From another program,
// reactions and layers continue that are still there.
func (l *loader) parts(a *agent, was int32) {
	l.c.reflexes.equip(a)
	var c codec.Coder
	g := beside{Coder: c.Read(l.Reader), core: &l.c.core, saved: &l.saved, lost: &l.c.families.lost, moves: l.c.families.moves}
	there, _ := g.head(nil)
	if !there || l.Failed() {
		return
	}
	part := g.BeginPart()
	defer l.c.families.moves.readBeside()()
	switch {
	case l.Failed():
	case l.migration != nil:
		l.otherParts(&g, a, &l.forms.kinds[was])
	case a.parts == nil:
		l.Fail("an agent without reactions and layers has their state")
	default:
		g.all(a.parts)
		l.c.reflexes.findHold(a)
		a.runner.Regain(a.held())
	}
	g.EndPart(part)
}

// head codes whether the agent has reactions or layers, and whether any of them runs.
func (g *beside) head(p *parts) (there, runs bool) {
	there, runs = p != nil, p != nil && p.runs()
	if g.Bool(&there); there {
		g.Bool(&runs)
	}
	return there, runs
}

// all codes the state of all reactions and layers.
func (g *beside) all(p *parts) {
	g.Bools(&p.brain, &p.stunned)
	for i := range p.reactions {
		g.reaction(&p.reactions[i])
		g.handle(&p.reactions[i].handle, &p.kit.Reactions[i].Errand)
	}
	for i := range p.layers {
		g.Bools(&p.layers[i].on, &p.layers[i].blocked)
		g.handle(&p.layers[i].handle, &p.kit.Layers[i])
	}
}

func (g *beside) reaction(r *reacting) {
	looked := !r.stale && r.reads != nil
	g.Flags(&r.holds, &r.wants, &r.took, &looked)
	codec.Below(g.Coder, &r.waitsFor, int(lastWaitReason)+1)
	codec.Ints(g.Coder, (*int64)(&r.seen), &r.since, &r.grace, &r.rests)
	if g.saved != nil && g.saved.Shift != 0 {
		r.shift(g.saved.Shift)
	}
	if !looked {
		return
	}
	part := g.BeginPart()
	if g.saved != nil && g.saved.Names != nil {
		g.Reader().Skip(nil)
	} else if g.Reader() == nil {
		b, _ := r.reads.AppendBinary(g.Written()) // the error is always nil
		g.Write(b)
	} else {
		g.looked(r)
	}
	g.EndPart(part)
}

// shift adds to the ticks of a reaction; 0 stays: there is nothing to wait for.
func (r *reacting) shift(ticks int64) {
	r.since += ticks
	for _, t := range [...]*int64{&r.grace, &r.rests} {
		if *t != 0 {
			*t = max(1, *t+ticks)
		}
	}
}

// looked reads what a reaction depends on.
func (g *beside) looked(r *reacting) {
	if r.reads == nil {
		r.reads = &htn.Reads{}
	}
	if rest, err := r.reads.Decode(g.core.model.Info.Schema, g.Reader().Rest()); err != nil || len(rest) > 0 {
		g.Fail("the dependencies of a reaction are invalid")
	}
	g.Reader().Skip(nil)
	r.stale = false
}

// handle codes a running activity. One that does not continue starts again.
func (g *beside) handle(h *action.Handle, of *program.Errand) {
	runs := !h.IsZero()
	g.Bool(&runs)
	switch in := g.Reader(); {
	case in == nil && runs:
		g.Write(g.core.stage.Instances.AppendInstance(g.Written(), *h))
	case in != nil:
		if *h = (action.Handle{}); runs && !in.Failed() {
			*h = g.revived(of)
		}
	}
}

func (g *beside) revived(of *program.Errand) (h action.Handle) {
	h, why := g.saved.Restorer.Instance((*world.Reader)(g.Reader()))
	switch {
	case g.Failed():
		return action.Handle{}
	case why != "":
		*g.lost = append(*g.lost, Loss{Kind: LostReaction, Why: why, Text: "a reaction or layer does not continue: " + why})
		return action.Handle{}
	case h.Action() != of.Activity:
		g.Fail("a reaction or layer runs another activity")
		g.core.stage.Instances.Drop(h)
		return action.Handle{}
	}
	return h
}

// runs reports whether any of them runs.
func (p *parts) runs() bool {
	for i := range p.reactions {
		if !p.reactions[i].handle.IsZero() {
			return true
		}
	}
	for i := range p.layers {
		if !p.layers[i].handle.IsZero() {
			return true
		}
	}
	return false
}

// dropParts drops the running reactions and layers of an agent without calling the host: its restoration failed.
func (x *reflexes) dropParts(a *agent) {
	x.eachPart(a, x.core.stage.Instances.Drop)
	a.dropParts()
}

// restoredParts notifies the host of the restored actions of reactions and layers.
func (x *reflexes) restoredParts(a *agent) {
	x.eachPart(a, func(h action.Handle) {
		if !x.core.stage.Instances.Restored(x.core.stage.Ctx, h) {
			x.core.stage.Ctx.TakeFault()
		}
	})
}

func (x *reflexes) eachPart(a *agent, visit func(action.Handle)) {
	if a.parts == nil {
		return
	}
	for i := range a.parts.reactions {
		if h := a.parts.reactions[i].handle; !h.IsZero() {
			visit(h)
		}
	}
	for i := range a.parts.layers {
		if h := a.parts.layers[i].handle; !h.IsZero() {
			visit(h)
		}
	}
}
