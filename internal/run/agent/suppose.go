package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

// Suppose returns a crowd without a host, to see what its agents would decide: their actions continue forever, and
// functions answer as given; nil: with zero values. It takes the seed, the rate, the limits and the initial situation
// from the options, has no sink, and is neither recorded nor hashed.
func Suppose(p *program.Program, o Options, functions []action.Func) (*Crowd, error) {
	if functions == nil {
		functions = make([]action.Func, len(p.Info.Functions))
	}
	twin := Options{TPS: o.TPS, Seed: o.Seed, Limits: o.Limits, Initial: o.Initial, NodesPerTick: o.NodesPerTick, RoundsPerTick: o.RoundsPerTick, Pictures: true, silent: true}
	return newCrowd(p, twin, action.NewSubstituted(len(p.Info.Actions), goesOn{}), functions, nil)
}

// Twin returns a copy of the crowd, without a host like that of [Suppose]: its decisions change nothing here. Functions
// of the host answer as they do here. It takes as long as a snapshot and its restoring. Between ticks only.
func (c *Crowd) Twin() (*Crowd, error) {
	functions := make([]action.Func, len(c.core.model.Info.Functions))
	for i, f := range c.Funcs() {
		functions[i] = action.Func(f)
	}
	twin, err := c.core.copyOf(c.snapshots.appendTraced(nil, make([]arrival, c.agents.came)), Options{Pictures: true, levels: c.core.options.levels}, functions)
	if err == nil {
		twin.core.naming = c.core.naming
	}
	return twin, err
}

// copyOf returns a crowd that continues from a snapshot of a trace, without a host, with further options.
func (c *core) copyOf(plain []byte, o Options, functions []action.Func) (*Crowd, error) {
	part, _ := splitSnapshot(plain)
	info := c.model.Info
	l := &loader{Reader: codec.NewReader(part), strict: true, traced: true, from: info.Schema, declared: info.Initial, report: Report{Same: true}}
	var s savedTrace
	s.code(l.Coder(), len(info.Agents))
	o.TPS, o.Seed, o.Limits, o.NodesPerTick, o.RoundsPerTick = c.options.TPS, c.options.Seed, c.options.Limits, c.options.sliceOf(), c.options.RoundsPerTick
	o.silent, o.perceives = true, c.perceives
	in := action.NewSubstituted(len(info.Actions), goesOn{})
	l.saved.Restorer = in.NumberedRestorer(int64(s.started))
	twin, err := newCrowd(c.model.Program, o, in, functions, nil)
	if err != nil {
		return nil, err
	}
	l.crowd(twin)
	return twin, l.err()
}
