package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// families holds the drivers of trees, plans, goals, brains, orders and leases. Each set of instances has its own
// drivers.
type families struct {
	core       *core
	agents     *population
	routines   *routines
	squads     *squads
	perception *perception
	net        *net
	journal    *journal
	view       *View

	within []action.Handle // of the activity that is being suspended or resumed
	lost   []Loss          // what restored trees, brains, reactions and layers cannot continue
	alone  bool            // while a restored agent comes without its crowd
	moves  *moves          // while the crowd reloads another program

	forms     *forms           // of another program, while its agents are read; nil: it is the present one
	migration *world.Migration // of its values
}

// drivers returns the drivers of trees and of plans within them; nil if there are none.
func (f *families) drivers() (*trees, *plans) {
	if f.core.model.Trees == nil {
		return nil, nil
	}
	return f.core.stage.Instances.Driver(driverTrees).(*trees), f.core.stage.Instances.Driver(driverPlans).(*plans)
}

// wills returns the drivers of goals and of brains; nil if there are none.
func (f *families) wills() (*goals, *minds) {
	if f.core.model.Goals == nil {
		return nil, nil
	}
	return f.core.stage.Instances.Driver(driverGoals).(*goals), f.core.stage.Instances.Driver(driverMinds).(*minds)
}

// staff returns the drivers of orders and of actions that need leases; nil if there are none.
func (f *families) staff() (*orders, *leases) {
	if f.core.model.Goals == nil || !f.core.stage.Instances.HasDriver(driverLeases) {
		return nil, nil
	}
	return f.core.stage.Instances.Driver(driverOrders).(*orders), f.core.stage.Instances.Driver(driverLeases).(*leases)
}

// rests returns the running brain of an agent, if wants of it rest and it can be roused in a tick; else nil.
func (f *families) rests(a *agent, tick int64) *mind {
	if m := f.brain(a); m != nil && m.Heeds(tick) && !a.stands() {
		return m
	}
	return nil
}

// brain returns the running brain of an agent, or nil.
func (f *families) brain(a *agent) *mind {
	if _, minds := f.wills(); minds != nil && a != nil {
		return minds.of(a.slot())
	}
	return nil
}
