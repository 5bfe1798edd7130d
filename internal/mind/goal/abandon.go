package goal

import "github.com/karakuri-ai/karakuri/action"

// Abandon clears everything that the mind pursues after the host's code has ended the goroutine in the middle of it.
// It aborts nothing; the caller does that. Waiting orders and recorded failures remain.
func (m *Mind) Abandon(e *Env) {
	e.enter()
	m.due = e.Ctx.Tick()
	for len(m.stack) > 0 {
		t := m.top()
		t.levels, t.cause = t.levels[:0], Panicked
		m.leave(e, t, action.Inactive)
	}
}

// Reset clears unfinished work after the host's code has ended the goroutine.
func (e *Env) Reset() {
	e.fault, e.nested = action.Fault{}, 0
	e.words, e.offers, e.targets = e.words[:0], e.offers[:0], e.targets[:0]
}
