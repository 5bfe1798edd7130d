package agent

import "github.com/karakuri-ai/karakuri/action"

// families finds what carries out trees, plans, goals, brains, orders and leases. Each set of instances has drivers of its own.
type families struct {
	core       *core
	agents     *population
	routines   *routines
	squads     *squads
	perception *perception
	net        *net
	journal    *journal
	view       *View

	within []action.Handle // of what is being suspended or resumed
	lost   []Loss          // what trees, brains, reactions and layers that are being read cannot go on with
	moves  *moves          // while a crowd goes over to another program
}

// drivers returns what carries out trees, and what is planned for within others; nil where there are none. Each set of instances has its own.
func (f *families) drivers() (*trees, *plans) {
	if f.core.model.Trees == nil {
		return nil, nil
	}
	return f.core.stage.Instances.Driver(driverTrees).(*trees), f.core.stage.Instances.Driver(driverPlans).(*plans)
}

// wills returns what carries out goals, and brains; nil where there are none.
func (f *families) wills() (*goals, *minds) {
	if f.core.model.Goals == nil {
		return nil, nil
	}
	return f.core.stage.Instances.Driver(driverGoals).(*goals), f.core.stage.Instances.Driver(driverMinds).(*minds)
}

// staff returns what carries out orders, and actions that need leases; nil where there are none.
func (f *families) staff() (*orders, *leases) {
	if f.core.model.Goals == nil || !f.core.stage.Instances.HasDriver(driverLeases) {
		return nil, nil
	}
	return f.core.stage.Instances.Driver(driverOrders).(*orders), f.core.stage.Instances.Driver(driverLeases).(*leases)
}

// brain returns the brain of an agent at work, or nil.
func (f *families) brain(a *agent) *mind {
	if _, minds := f.wills(); minds != nil && a != nil {
		return minds.of(a.slot())
	}
	return nil
}

// foreign reports whether what is being read was written with another program.
func (f *families) foreign() bool {
	_, plans := f.drivers()
	return plans.saved.Names != nil
}
