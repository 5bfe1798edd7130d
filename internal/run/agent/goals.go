package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// goals is the driver of goals started by trees and by steps of plans. The goals of brains, and goals within other
// goals, belong to their minds and pursuits.
type goals struct {
	opaque
	core     *core
	families *families
	view     *View

	env   goal.Env // shared with minds, so that goals know their nesting
	slots slots[goal.Pursuit]
	saved goal.Saved
}

func (f *families) newGoals(in *action.Instances, m expr.Machine) *goals {
	g := &goals{core: f.core, families: f, view: f.view}
	g.env = goal.Env{Ctx: f.core.stage.Ctx, Instances: in, Machine: &expr.Machine{Funcs: m.Funcs, Asks: m.Asks, Allowance: m.Allowance},
		Sink: (*goalReporter)(&f.journal.reporter), Outcomes: (*outcomes)(f), Suspender: in}
	g.saved.Instances = in
	return g
}

// outcomes handles the outcomes of the wants and orders of brains.
type outcomes families

// Outcome implements [goal.Outcomes]. A success ends a series of panics; a squad receives the outcome of its order.
func (f *outcomes) Outcome(o goal.Outcome) {
	a := f.agents.slot(o.Agent)
	if o.Status == action.Success {
		a.runner.EndedWell()
	}
	if o.Order > 0 && a.squad != 0 {
		f.squads.orderReported(a, o)
	}
}

// firstSerial is above the numbers of the pursuits of minds, which count from 1.
const firstSerial = 1 << 32

// Start implements [action.Driver].
func (g *goals) Start(c *action.Ctx, id int32, words []world.Word) int32 {
	slot := g.slots.take(c.Agent())
	p := g.slots.at(slot)
	p.Reset(g.core.model.Goals, firstSerial+int64(serial(c.DrawTick(), id, words)))
	p.Start(int(id), words)
	return slot
}

// Update implements [action.Driver].
func (g *goals) Update(c *action.Ctx, slot int32) (s action.Status) {
	g.guard(c, func() { s = g.slots.at(slot).Tick(&g.env) })
	if s != action.Running {
		c.TakeFailReason() // of one of its subgoals
		g.slots.release(slot)
	}
	return s
}

// Abort implements [action.Driver].
func (g *goals) Abort(c *action.Ctx, slot int32, r action.Reason) {
	g.guard(c, func() { g.slots.at(slot).Abort(&g.env, r) })
	g.slots.release(slot)
}

// guard calls do, and passes on panics within it, but not one that was pending before.
func (g *goals) guard(c *action.Ctx, do func()) {
	outer, within := g.env.TakeFault()
	do()
	if fault, broken := g.env.TakeFault(); broken {
		c.PutFault(fault)
	}
	if within {
		g.env.PutFault(outer)
	}
}

// Running implements [action.Driver].
func (g *goals) Running() int { return g.slots.running() }

// Fresh implements [action.Driver].
func (g *goals) Fresh(in *action.Instances) action.Driver {
	return g.families.newGoals(in, *g.env.Machine)
}

// Clear implements [action.Driver].
func (g *goals) Clear() { g.slots.clear() }

// Append implements [action.Driver].
func (g *goals) Append(b []byte, slot int32) []byte {
	p := g.slots.at(slot)
	id, _ := p.Goal()
	b = codec.AppendUint(b, id)
	b = g.families.moves.appendSlot(b, slot)
	return p.Append(b, g.env.Instances)
}

// Read implements [action.Driver]. From another program a goal continues as far as its steps are still there.
func (g *goals) Read(c *action.Ctx, saved *world.Reader, rs *action.Restorer) (id, slot int32, why string) {
	r := (*codec.Reader)(saved)
	count := len(g.core.model.Info.Goals)
	if g.saved.Names != nil {
		count = g.saved.Names.Goals()
	}
	was := int32(r.Below(count))
	from := g.families.moves.slotBefore(r)
	if r.Failed() {
		return 0, 0, ""
	}
	slot = g.slots.take(c.Agent())
	p := g.slots.at(slot)
	p.Reset(g.core.model.Goals, 0)
	g.saved.Restorer = rs
	cuts, why := p.Read(r, &g.saved)
	if why == "" && !r.Failed() {
		now, _ := p.Goal()
		if id = int32(now); g.saved.Names == nil && id != was {
			r.Fail("a goal is not the expected one")
			p.Drop(g.env.Instances)
		}
	}
	if why != "" || r.Failed() {
		g.slots.release(slot)
		return id, slot, why
	}
	if len(cuts) > 0 {
		g.families.loseEnds(severed{agent: c.Agent(), of: driverGoals, was: from, is: slot, ends: cuts})
	}
	return id, slot, ""
}

// Restored implements [action.Driver].
func (g *goals) Restored(_ *action.Ctx, slot int32) bool { return g.slots.at(slot).Restored(&g.env) }

// Drop implements [action.Driver].
func (g *goals) Drop(slot int32) {
	g.slots.at(slot).Drop(g.env.Instances)
	g.slots.release(slot)
}
