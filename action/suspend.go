package action

// An instance is suspended while the activity that it belongs to is interrupted: it is not updated, and continues
// later where it was. The code that updates an instance decides not to; the instance is only notified.

// Suspendable is a driver that notifies the actions within its activities when they are suspended and resumed. Other
// drivers notify nothing.
type Suspendable interface {
	// Suspend is called once each time an activity of the driver is suspended: it is not updated until Resume, but may
	// be aborted or saved.
	Suspend(c *Ctx, slot int32)
	// Resume is called once, before the first update after that.
	Resume(c *Ctx, slot int32)
}

// Suspend notifies an instance that it is not updated until Resume; it can still be aborted. If the host's code
// panics, the instance fails with its next update, and [Ctx.TakeFault] returns the panic.
func (in *Instances) Suspend(c *Ctx, h Handle) {
	in.stores[h.action-1].turn(c, h.slot, PhaseSuspend)
}

// Resume notifies a suspended instance that its next update follows. If the host's code panics, the instance fails
// with that update, and [Ctx.TakeFault] returns the panic.
func (in *Instances) Resume(c *Ctx, h Handle) {
	in.stores[h.action-1].turn(c, h.slot, PhaseResume)
}

// OnSuspend is called each time the engine suspends the instance. Stop here what continues by itself, such as a walk.
// If the instance is aborted meanwhile, OnAbort follows without OnResume; if it is saved and restored meanwhile,
// OnRestored comes first. If your OnRestored needs to know, record in the state that the instance is suspended.
func OnSuspend[P, S any](f func(c *Ctx, p *P, s *S)) Hook[P, S] {
	return func(k *actionKind[P, S]) { k.suspend = f }
}

// OnResume is called once after each suspension, before the next update.
func OnResume[P, S any](f func(c *Ctx, p *P, s *S)) Hook[P, S] {
	return func(k *actionKind[P, S]) { k.resume = f }
}

func (ps *pages[P, S]) turn(c *Ctx, slot int32, phase Phase) {
	hook := ps.kind.suspend
	if phase == PhaseResume {
		hook = ps.kind.resume
	}
	if hook == nil {
		return
	}
	if at := ps.at(slot); !at.has(isBroken) && !ps.guard(c, at, func() { c.standing |= at.standing & isEnding; hook(c, &at.p, &at.s) }) {
		at.standing |= isBroken
	}
}

func (w *watched) turn(c *Ctx, slot int32, phase Phase) {
	call := w.calls.push(phase, w.action, w.serials[slot])
	begin(c, call)
	w.store.turn(c, slot, phase)
	w.done(c, call)
}

func (d *substituted) turn(c *Ctx, slot int32, phase Phase) {
	d.answer(c, d.calls.push(phase, d.action, d.serials[slot]))
}

func (d *driven) turn(c *Ctx, slot int32, phase Phase) {
	s, ok := d.driver.(Suspendable)
	switch {
	case !ok:
	case phase == PhaseSuspend:
		s.Suspend(c, slot)
	default:
		s.Resume(c, slot)
	}
}
