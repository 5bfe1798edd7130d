package goal

import "github.com/karakuri-ai/karakuri/action"

// Activities that precede everything a mind pursues, including orders, are not the mind's concern: its caller
// interrupts the mind, and lets it continue.

// Interrupt suspends what the mind pursues, and reports whether that was to be done. The mind is not to be ticked until
// [Mind.HandBack].
func (m *Mind) Interrupt(e *Env) bool {
	e.enter()
	if t := m.top(); t == nil || t.Suspended() {
		return false
	}
	m.suspend(e)
	return true
}

// HandBack resumes the interrupted pursuit, and makes the mind arbitrate as soon as its brain's Gap allows.
func (m *Mind) HandBack(e *Env) {
	e.enter()
	m.resume(e)
	m.noticed = true
}

// Continue advances the mind by a tick in which it only continues its pursuits.
func (m *Mind) Continue(e *Env) {
	e.enter()
	m.goOn(e)
}

// Active returns the active goal, by its index in Config.Goals; false: none.
func (m *Mind) Active() (goal int, ok bool) {
	t := m.top()
	if t == nil || t.Suspended() {
		return 0, false
	}
	return int(t.root), true
}

// Uninterrupted reports whether a step runs that is not to be interrupted.
func (m *Mind) Uninterrupted() bool {
	t := m.top()
	return t != nil && !t.Suspended() && t.Uninterrupted()
}

// Handles appends what runs of what the mind pursues.
func (m *Mind) Handles(dst []action.Handle) []action.Handle {
	if t := m.top(); t != nil && !t.Suspended() {
		return t.Handles(dst)
	}
	return dst
}

// Handles appends the running activities of the pursuit, without suspended ones.
func (p *Pursuit) Handles(dst []action.Handle) []action.Handle {
	for i := range p.levels {
		if l := &p.levels[i]; l.halted == 0 && !l.handle.IsZero() {
			dst = append(dst, l.handle)
		}
	}
	return dst
}
