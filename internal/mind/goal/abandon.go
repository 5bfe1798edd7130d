package goal

import "github.com/karakuri-ai/karakuri/action"

// Abandon ends all that the mind pursues where nothing is certain of it: the host's code has ended the goroutine in the midst of it. Nothing is aborted here;
// whoever calls does that. Orders wait on, and what it has learned from failures stays.
func (m *Mind) Abandon(e *Env) {
	e.enter()
	m.due = e.Ctx.Tick()
	for len(m.stack) > 0 {
		t := m.top()
		t.levels, t.cause = t.levels[:0], Panicked
		m.leave(e, t, action.Inactive)
	}
}

// Reset forgets what was being worked out when the host's code ended the goroutine.
func (e *Env) Reset() {
	e.fault, e.nested = action.Fault{}, 0
	e.words, e.offers, e.targets = e.words[:0], e.offers[:0], e.targets[:0]
}
