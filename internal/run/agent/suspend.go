package agent

import "github.com/karakuri-ai/karakuri/action"

// What is within an activity that is suspended stays as it is: the trees, plans and goals within are not updated, and all actions that they run
// are told. Brains are never within others, and what the members of a squad do at its order is not the squad's to suspend.

// suspend tells what an activity in a slot of a driver has started that it is suspended.
func (c *Crowd) suspend(ctx *action.Ctx, in *action.Instances, d holder, slot int32) {
	c.turn(ctx, in, d, slot, (*action.Instances).Suspend)
}

// resume tells it that it goes on.
func (c *Crowd) resume(ctx *action.Ctx, in *action.Instances, d holder, slot int32) {
	c.turn(ctx, in, d, slot, (*action.Instances).Resume)
}

// turn tells what an activity has started. Of several panics the first is kept.
func (c *Crowd) turn(ctx *action.Ctx, in *action.Instances, d holder, slot int32, tell func(*action.Instances, *action.Ctx, action.Handle)) {
	from := len(c.within) // drivers are within each other
	c.within = d.inner(c.within, slot)
	for i := from; i < len(c.within); i++ {
		before, had := ctx.TakeFault()
		tell(in, ctx, c.within[i])
		if had {
			ctx.PutFault(before)
		}
	}
	c.within = c.within[:from]
}

// Suspend implements [action.Suspendable].
func (t *trees) Suspend(c *action.Ctx, slot int32) { t.crowd.suspend(c, t.env.Instances, t, slot) }

// Resume implements [action.Suspendable].
func (t *trees) Resume(c *action.Ctx, slot int32) { t.crowd.resume(c, t.env.Instances, t, slot) }

// Suspend implements [action.Suspendable].
func (p *plans) Suspend(c *action.Ctx, slot int32) { p.crowd.suspend(c, p.stage.Instances, p, slot) }

// Resume implements [action.Suspendable].
func (p *plans) Resume(c *action.Ctx, slot int32) { p.crowd.resume(c, p.stage.Instances, p, slot) }

// Suspend implements [action.Suspendable].
func (g *goals) Suspend(c *action.Ctx, slot int32) { g.crowd.suspend(c, g.env.Instances, g, slot) }

// Resume implements [action.Suspendable].
func (g *goals) Resume(c *action.Ctx, slot int32) { g.crowd.resume(c, g.env.Instances, g, slot) }

// Suspend implements [action.Suspendable].
func (l *leases) Suspend(c *action.Ctx, slot int32) { l.crowd.suspend(c, l.in, l, slot) }

// Resume implements [action.Suspendable].
func (l *leases) Resume(c *action.Ctx, slot int32) { l.crowd.resume(c, l.in, l, slot) }
