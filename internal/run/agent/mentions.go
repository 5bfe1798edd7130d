package agent

import (
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// eachMention calls visit with the words that name the objects which what an agent or a squad carries out is about, and
// one with single words.
func (f *families) eachMention(a *agent, visit func([]world.Word), one func(world.Word)) {
	runner.EachMention(&a.runner, visit)
	if trees, plans := f.drivers(); trees != nil {
		for i := trees.slots.first(a.slot()); i >= 0; i = trees.slots.next(i) {
			trees.slots.at(i).EachMention(visit)
		}
		for i := plans.slots.first(a.slot()); i >= 0; i = plans.slots.next(i) {
			runner.EachMention(&plans.at(i).Runner, visit)
		}
	}
	goals, minds := f.wills()
	if goals != nil {
		for i := goals.slots.first(a.slot()); i >= 0; i = goals.slots.next(i) {
			goals.slots.at(i).EachMention(visit)
		}
	}
	if minds != nil {
		for i := minds.slots.first(a.slot()); i >= 0; i = minds.slots.next(i) {
			minds.slots.at(i).EachMention(visit, one)
		}
	}
}
