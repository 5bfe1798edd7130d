package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// Numbers of the drivers of a crowd's instances, in the order in which the activities of a model are numbered.
const (
	driverTrees = iota
	driverPlans
	driverGoals
	driverMinds
	driverOrders
	driverLeases
)

// driver carries out the activities of a family, and answers the crowd's queries about them.
type driver interface {
	action.Driver
	family
}

// attach creates the drivers that the model needs: for trees, for plans within trees and goals, for goals and brains,
// orders, and actions that need leases.
func (f *families) attach(m expr.Machine) {
	info, in := f.core.model.Info, f.core.stage.Instances
	if f.core.model.Trees == nil {
		return
	}
	attach := func(d driver, activities int) { in.Attach(d, activities) }
	attach(f.newTrees(in, m), len(info.Trees))
	attach(f.newPlans(in), info.CountPlans())
	if f.core.model.Goals == nil {
		return
	}
	g := f.newGoals(in, m)
	attach(g, len(info.Goals))
	attach(f.newMinds(g), len(info.Minds))
	if leases := f.newLeases(in); len(info.Orders)+len(leases.actions) > 0 {
		attach(f.newOrders(), len(info.Orders))
		attach(leases, len(leases.actions))
	}
}

// notice passes writes to an agent's state to its reactions, trees, plans and brain.
func (f *families) notice(a *agent, w *runner.Worker) {
	if a.parts != nil {
		a.parts.notice(&a.state)
	}
	if trees, plans := f.drivers(); trees != nil {
		trees.notice(a.slot(), &a.state)
		plans.notice(a.slot(), w, &a.state)
	}
	if _, minds := f.wills(); minds != nil {
		minds.notice(a.slot(), &a.state)
	}
	if b := f.squads.bandOf(a); b != nil { // the log is about to be dropped
		b.relayed, b.judged = world.Mark{}, world.Mark{}
	}
}
