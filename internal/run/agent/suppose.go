package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

// Suppose returns a crowd without a host, to see what its agents would decide: their actions go on and on, and functions answer as given; nil: with zero values. It takes the seed,
// the rate, the limits and the initial situation from the options, tells nobody, and is neither recorded nor hashed.
func Suppose(p *program.Program, o Options, functions []action.Func) (*Crowd, error) {
	if functions == nil {
		functions = make([]action.Func, len(p.Info.Functions))
	}
	twin := Options{TPS: o.TPS, Seed: o.Seed, Limits: o.Limits, Initial: o.Initial, NodesPerTick: o.NodesPerTick, RoundsPerTick: o.RoundsPerTick, Pictures: true, silent: true}
	return newCrowd(p, twin, action.NewDoubles(len(p.Info.Actions), goesOn{}), functions, nil)
}

// Twin returns a copy of the crowd as it is, without a host as [Suppose] has none: what is decided in it changes nothing here. Functions of the host answer as they do here. It takes
// as long as a snapshot and its restoring. Between ticks only.
func (c *Crowd) Twin() (*Crowd, error) {
	part, _ := splitSnapshot(c.snapshots.appendTraced(nil, make([]int32, c.agents.came)))
	info := c.core.model.Info
	l := &loader{Reader: codec.NewReader(part), strict: true, from: info.Schema, declared: info.Initial, report: Report{Same: true}}
	started := int64(l.Fixed())
	l.came(len(info.Agents))
	o := Options{TPS: c.core.options.TPS, Seed: c.core.options.Seed, Limits: c.core.options.Limits, NodesPerTick: c.core.options.sliceOf(), RoundsPerTick: c.core.options.RoundsPerTick,
		Pictures: true, silent: true, perceives: c.core.perceives, levels: c.core.options.levels}
	in := action.NewDoubles(len(info.Actions), goesOn{})
	l.saved.Revival = in.ReviveNumbered(started)
	functions := make([]action.Func, len(info.Functions))
	for i, f := range c.Funcs() {
		functions[i] = action.Func(f)
	}
	twin, err := newCrowd(c.core.model.Program, o, in, functions, nil)
	if err != nil {
		return nil, err
	}
	l.crowd(twin)
	if err := l.err(); err != nil {
		return nil, err
	}
	twin.view.naming = c.view.naming
	return twin, nil
}
