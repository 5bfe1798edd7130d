package action

// Ending may take time: an instance that was asked to end is updated, with [Ctx.Ending], until it ends by itself or is aborted. For how long is a matter of whoever updates it.

// Latent is a driver whose activities may take time to end. Those of others are aborted at once.
type Latent interface {
	// Ask is [Instances.Ask] for an activity of the driver.
	Ask(c *Ctx, slot int32, r Reason) (takesTime bool)
	// Asked is [Instances.Asked] for an activity of the driver.
	Asked(slot int32)
}

// Ask asks an instance to end: its abort hook is called. It must be updated then until it no longer runs, or aborted, and no further hook is called. An instance that
// does not take time to end is not asked: takesTime is false, and it is to be aborted.
func (in *Instances) Ask(c *Ctx, h Handle, r Reason) (takesTime bool) {
	return in.stores[h.action-1].ask(c, h.slot, r)
}

// Asked makes an instance that was revived one that was asked to end: whoever updates it knows that it was.
func (in *Instances) Asked(h Handle) { in.stores[h.action-1].asked(h.slot) }
