package agent

import "github.com/karakuri-ai/karakuri/action"

// Everything within a suspended activity stays as it is: its trees, plans and goals are not updated, and all actions
// that they run are suspended. Brains are never within others, and the orders of a squad to its members are not
// suspended with it.

// suspend suspends what an activity in a slot of a driver has started.
func (f *families) suspend(ctx *action.Ctx, in *action.Instances, d family, slot int32) {
	f.turnAll(ctx, in, d, slot, (*action.Instances).Suspend)
}

// resume resumes it.
func (f *families) resume(ctx *action.Ctx, in *action.Instances, d family, slot int32) {
	f.turnAll(ctx, in, d, slot, (*action.Instances).Resume)
}

// turnAll suspends or resumes what an activity has started. Of several panics the first is kept.
func (f *families) turnAll(ctx *action.Ctx, in *action.Instances, d family, slot int32, tell func(*action.Instances, *action.Ctx, action.Handle)) {
	from := len(f.within) // drivers are within each other
	f.within = d.inner(f.within, slot)
	for i := from; i < len(f.within); i++ {
		before, had := ctx.TakeFault()
		tell(in, ctx, f.within[i])
		if had {
			ctx.PutFault(before)
		}
	}
	f.within = f.within[:from]
}

// Suspend implements [action.Suspendable].
func (t *trees) Suspend(c *action.Ctx, slot int32) {
	t.families.suspend(c, t.env.Instances, t, slot)
}

// Resume implements [action.Suspendable].
func (t *trees) Resume(c *action.Ctx, slot int32) {
	t.families.resume(c, t.env.Instances, t, slot)
}

// Suspend implements [action.Suspendable].
func (p *plans) Suspend(c *action.Ctx, slot int32) {
	p.families.suspend(c, p.stage.Instances, p, slot)
}

// Resume implements [action.Suspendable].
func (p *plans) Resume(c *action.Ctx, slot int32) {
	p.families.resume(c, p.stage.Instances, p, slot)
}

// Suspend implements [action.Suspendable].
func (g *goals) Suspend(c *action.Ctx, slot int32) {
	g.families.suspend(c, g.env.Instances, g, slot)
}

// Resume implements [action.Suspendable].
func (g *goals) Resume(c *action.Ctx, slot int32) {
	g.families.resume(c, g.env.Instances, g, slot)
}

// Suspend implements [action.Suspendable].
func (l *leases) Suspend(c *action.Ctx, slot int32) { l.families.suspend(c, l.in, l, slot) }

// Resume implements [action.Suspendable].
func (l *leases) Resume(c *action.Ctx, slot int32) { l.families.resume(c, l.in, l, slot) }
