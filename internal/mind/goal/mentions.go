package goal

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/world"
)

// Mentions reports whether one of its goals is about an object.
func (p *Pursuit) Mentions(o world.Object) bool {
	if p.fresh && slices.Contains(p.frames[:p.p.goals[p.root].words], o) {
		return true
	}
	for i := range p.levels {
		if p.levels[i].goal >= 0 && slices.Contains(p.frame(i), o) {
			return true
		}
	}
	return false
}

// Mentions reports whether what the mind pursues, or is ordered to, is about an object.
func (m *Mind) Mentions(o world.Object) bool {
	for i := range m.stack {
		if l := &m.stack[i]; l.target == utility.Target(o) && l.want >= 0 || l.Mentions(o) {
			return true
		}
	}
	for i := range m.orders {
		if slices.Contains(m.orders[i].words, o) {
			return true
		}
	}
	return false
}
