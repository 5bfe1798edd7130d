package action

// Ending may take time: an instance that was asked to end is updated, with [Ctx.Ending], until it ends by itself or is
// aborted. The code that updates it decides how long it waits.

// Latent is a driver whose activities may take time to end. Activities of other drivers are aborted at once.
type Latent interface {
	// Ask is [Instances.Ask] for an activity of the driver.
	Ask(c *Ctx, slot int32, r Reason) (takesTime bool)
	// Asked is [Instances.Asked] for an activity of the driver.
	Asked(slot int32)
}

// Ask asks an instance to end: it calls the abort hook. The caller must then update the instance until it no longer
// runs, or abort it; no further hook is called. If the instance does not take time to end, Ask does nothing and
// returns false, and the caller aborts it.
func (in *Instances) Ask(c *Ctx, h Handle, r Reason) (takesTime bool) {
	return in.stores[h.action-1].ask(c, h.slot, r)
}

// Asked marks a restored instance as one that was asked to end.
func (in *Instances) Asked(h Handle) { in.stores[h.action-1].asked(h.slot) }
