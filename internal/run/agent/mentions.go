package agent

import (
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// mentions reports whether what an agent or a squad carries out is about an object.
func (f *families) mentions(a *agent, o world.Object) bool {
	if runner.Mentions(&a.runner, o) {
		return true
	}
	if trees, plans := f.drivers(); trees != nil {
		if mentioned(&trees.slots, a, func(i int32) bool { return trees.slots.at(i).Mentions(o) }) ||
			mentioned(&plans.slots, a, func(i int32) bool { return runner.Mentions(&plans.at(i).Runner, o) }) {
			return true
		}
	}
	goals, minds := f.wills()
	return goals != nil && mentioned(&goals.slots, a, func(i int32) bool { return goals.slots.at(i).Mentions(o) }) ||
		minds != nil && mentioned(&minds.slots, a, func(i int32) bool { return minds.slots.at(i).Mentions(o) })
}

// mentioned reports whether one of an agent's slots is one that is asked for.
func mentioned[T any](all *slots[T], a *agent, is func(i int32) bool) bool {
	for i := all.first(a.slot()); i >= 0; i = all.next(i) {
		if is(i) {
			return true
		}
	}
	return false
}
