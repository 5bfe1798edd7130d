package agent

import "github.com/karakuri-ai/karakuri/activity"

// What is within an activity that is suspended stays as it is: the trees, plans and goals within are not updated, and all actions that they run
// are told. Brains are never within others, and what the members of a squad do at its order is not the squad's to suspend.

// suspend tells what an activity in a slot of a driver has started that it is suspended.
func (c *Crowd) suspend(ctx *activity.Ctx, in *activity.Instances, d holder, slot int32) {
	c.turn(ctx, in, d, slot, (*activity.Instances).Suspend)
}

// resume tells it that it goes on.
func (c *Crowd) resume(ctx *activity.Ctx, in *activity.Instances, d holder, slot int32) {
	c.turn(ctx, in, d, slot, (*activity.Instances).Resume)
}

// turn tells what an activity has started. Of several panics the first is kept.
func (c *Crowd) turn(ctx *activity.Ctx, in *activity.Instances, d holder, slot int32, tell func(*activity.Instances, *activity.Ctx, activity.Handle)) {
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

// Suspend implements [activity.Suspendable].
func (t *trees) Suspend(c *activity.Ctx, slot int32) { t.crowd.suspend(c, t.env.Instances, t, slot) }

// Resume implements [activity.Suspendable].
func (t *trees) Resume(c *activity.Ctx, slot int32) { t.crowd.resume(c, t.env.Instances, t, slot) }

// Suspend implements [activity.Suspendable].
func (p *plans) Suspend(c *activity.Ctx, slot int32) { p.crowd.suspend(c, p.stage.Instances, p, slot) }

// Resume implements [activity.Suspendable].
func (p *plans) Resume(c *activity.Ctx, slot int32) { p.crowd.resume(c, p.stage.Instances, p, slot) }

// Suspend implements [activity.Suspendable].
func (g *goals) Suspend(c *activity.Ctx, slot int32) { g.crowd.suspend(c, g.env.Instances, g, slot) }

// Resume implements [activity.Suspendable].
func (g *goals) Resume(c *activity.Ctx, slot int32) { g.crowd.resume(c, g.env.Instances, g, slot) }

// Suspend implements [activity.Suspendable].
func (l *leases) Suspend(c *activity.Ctx, slot int32) { l.crowd.suspend(c, l.in, l, slot) }

// Resume implements [activity.Suspendable].
func (l *leases) Resume(c *activity.Ctx, slot int32) { l.crowd.resume(c, l.in, l, slot) }
