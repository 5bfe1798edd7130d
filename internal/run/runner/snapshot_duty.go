package runner

import (
	"github.com/karakuri-ai/karakuri/internal/codec"
)

// duties codes what the agent was ordered; it must come before what runs in the place of the idle action. From another program nothing of it goes over.
func (g *coding) duties() {
	r, current := g.r, int64(0)
	part := g.BeginPart()
	switch ordered := g.More(r.duties != nil && len(r.duties.list) > 0); {
	case ordered && g.Names != nil:
		g.lose("what it was ordered is of another program")
		g.skip()
	case ordered:
		current = g.dutyList()
	}
	if g.EndPart(part); !g.Reads() || r.duties == nil {
		return
	}
	if d := r.duties.of(current); d != nil && !d.state.isOver() {
		r.duties.current = current
	} else if current != 0 {
		g.Fail("an order in it runs that is not there")
	}
}

// dutyList codes the orders, and the number of the one that runs.
func (g *coding) dutyList() (current int64) {
	c, r, n := g.Coder, g.r, 0
	calm, stuck := r.calm, r.stuck
	if g.Reader() == nil {
		current, n = r.duties.current, len(r.duties.list)
	}
	codec.Int(c, &current)
	codec.Below(c, &n, MaxDuties+1)
	for i := 0; i < n && !g.Failed(); i++ {
		var d duty
		if g.Reader() == nil {
			d = r.duties.list[i]
		}
		codec.Int(c, &d.Number)
		codec.Below(c, &d.Action, 1<<30)
		c.Bool(&d.Urgent)
		codec.Below(c, &d.state, int(lastDutyState)+1)
		for w := range codec.Each(c, &d.Args, codec.NoLimit) {
			codec.Int(c, w)
		}
		if g.Reads() {
			g.takeDuty(&d)
		}
	}
	if g.Reader() != nil {
		r.calm, r.stuck = calm, stuck // it has heard of them before
	}
	return current
}

func (g *coding) takeDuty(d *duty) {
	r := g.r
	switch {
	case !r.TakesDuties() || d.Number == 0 || r.duties.of(d.Number) != nil || !r.kind.script.fitsDuty(d.Action, d.Args):
		g.Fail("an order in it is none of its agent")
	case d.state == DutyUnknown:
		g.Fail("an order in it has no state")
	default:
		r.Order(d.Duty)
		r.duties.of(d.Number).state = d.state
	}
}
