package action

// An instance is suspended when what it is for is interrupted and is to go on afterwards where it was: it is not updated meanwhile. Suspending is a
// matter of whoever updates it; the instance itself is only told.

// Suspendable is a driver that tells what its activities have started that they are suspended, and that they go on. Of one that is not nothing within
// is told.
type Suspendable interface {
	// Suspend is called once each time an activity of the driver is suspended: it is not updated until Resume, but may be aborted or saved.
	Suspend(c *Ctx, slot int32)
	// Resume is called once, before the first update after that.
	Resume(c *Ctx, slot int32)
}

// Suspend tells an instance that it is not updated until Resume; it can be aborted all the same. When the host's code panics the instance fails
// with its next update, and [Ctx.TakeFault] tells.
func (in *Instances) Suspend(c *Ctx, h Handle) {
	in.stores[h.action-1].turn(c, h.slot, PhaseSuspend)
}

// Resume tells an instance that was suspended that it goes on with its next update. When the host's code panics it fails with that, and
// [Ctx.TakeFault] tells.
func (in *Instances) Resume(c *Ctx, h Handle) {
	in.stores[h.action-1].turn(c, h.slot, PhaseResume)
}

// OnSuspend is called once each time the instance is suspended: it is not updated for a while, since something else goes first. Stop here what
// goes on by itself, such as a walk. An instance that is ended meanwhile is told so by OnAbort, without OnResume; one that is saved and restored
// meanwhile by OnRestored first: where that is to know, note in the state that it is suspended.
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
	if at := ps.at(slot); !at.has(isBroken) && !ps.guard(c, at, func() { c.ending = at.has(isEnding); hook(c, &at.p, &at.s) }) {
		at.standing |= isBroken
	}
}

func (w *watched) turn(c *Ctx, slot int32, phase Phase) {
	call := w.calls.push(phase, w.action, w.serials[slot])
	begin(c, call)
	w.store.turn(c, slot, phase)
	w.done(c, call)
}

func (d *doubled) turn(c *Ctx, slot int32, phase Phase) {
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
