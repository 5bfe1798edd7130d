package agent

import (
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
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
func (c *Crowd) Twin() (*Crowd, error) { return c.Twins()() }

// Twins returns a function whose every call returns a copy as [Crowd.Twin] does, of the crowd as it is now. It takes a
// snapshot once, so that a copy takes as long as its restoring.
func (c *Crowd) Twins() func() (*Crowd, error) {
	functions := make([]action.Func, len(c.core.model.Info.Functions))
	for i, f := range c.Funcs() {
		functions[i] = action.Func(f)
	}
	plain := c.snapshots.appendTraced(nil, make([]arrival, c.agents.came))
	return func() (*Crowd, error) {
		twin, err := c.core.copyOf(plain, Options{Pictures: true, levels: c.core.options.levels}, functions)
		if err == nil {
			twin.core.naming = c.core.naming
		}
		return twin, err
	}
}

// TwinAs returns a copy of the crowd in another program, without a host like that of [Suppose]: state, running
// activities and memories carry over by names, as with [Crowd.Reload], and agents decide anew as soon as they may: in
// the same program too, so that what two twins do differs only because their programs do. Functions answer as those of
// the same name do here; new ones with zero values. Unlike Snapshot, it also works for the crowd of a replay. Between
// ticks only.
func (c *Crowd) TwinAs(p *program.Program) (*Crowd, error) {
	return c.ContinueIn(p, goesOn{}, FunctionsNow(p.Info, c.core.model.Info, c.Funcs()), Options{})
}

// ContinueIn is [Crowd.TwinAs] with another host, which answers for the actions and functions from now on, and with the
// sinks and the History, Tally and Provenance of some options. The new host does not learn the arguments of actions
// that are running.
func (c *Crowd) ContinueIn(p *program.Program, host action.Substitute, functions []action.Func, o Options) (*Crowd, error) {
	return c.moment().continueIn(p, host, functions, o)
}

// Moment is a crowd at one moment, kept so that copies of it can be made later. It does not change, and may be used
// from several goroutines.
type Moment struct {
	saved   []byte
	started int64 // actions so far
	info    *def.Info
	options Options // those that copies share
	naming  func(ID) string
}

// Moment returns the crowd as it is now. It is only for programs without functions of the host, and takes as long as a
// snapshot. Between ticks only.
func (c *Crowd) Moment() *Moment {
	m := c.moment()
	if m.naming != nil { // later the host names other agents
		names := map[ID]string{}
		for id := range c.agents.All {
			names[id] = m.naming(id)
		}
		m.naming = func(id ID) string { return names[id] }
	}
	return m
}

func (c *Crowd) moment() *Moment {
	here, o := c.core.stage.Instances, &c.core.options
	m := &Moment{started: here.Started(), info: c.core.model.Info, naming: c.core.naming, options: Options{TPS: o.TPS, Seed: o.Seed, Limits: o.Limits, NodesPerTick: o.sliceOf(),
		RoundsPerTick: o.RoundsPerTick, Pictures: true, levels: o.levels, silent: true, perceives: c.core.perceives}}
	here.Numbered(true)
	m.saved = c.snapshots.appendAll(nil, func(b []byte) []byte { return b })
	here.Numbered(false)
	return m
}

// Bytes returns the size of what is kept.
func (m *Moment) Bytes() int { return len(m.saved) }

// TwinAs is [Crowd.TwinAs] for the crowd as it was then.
func (m *Moment) TwinAs(p *program.Program) (*Crowd, error) {
	return m.continueIn(p, goesOn{}, make([]action.Func, len(p.Info.Functions)), Options{})
}

func (m *Moment) continueIn(p *program.Program, host action.Substitute, functions []action.Func, o Options) (*Crowd, error) {
	l, err := m.read(p, host, functions, o)
	if err != nil {
		return nil, fmt.Errorf("karakuri: TwinAs: %w", err)
	}
	l.finish()
	l.c.core.naming = m.naming
	return l.c, nil
}

// read reads a copy of the crowd in another program, as readCrowd does.
func (m *Moment) read(p *program.Program, host action.Substitute, functions []action.Func, with Options) (*loader, error) {
	l := &loader{Reader: codec.NewReader(m.saved), byNames: true}
	if l.head(p.Info); l.err() != nil {
		return l, l.err()
	}
	in := action.NewSubstituted(len(p.Info.Actions), host)
	l.saved.Restorer = in.NumberedRestorer(m.started)
	l.saved.Restorer.Renamed(actionsNow(m.info, p.Info))
	o := m.options
	o.Sink, o.TreeSink, o.GoalSink, o.SquadSink = with.Sink, with.TreeSink, with.GoalSink, with.SquadSink
	o.History, o.Tally, o.Provenance = with.History, with.Tally, with.Provenance
	twin, err := newCrowd(p, o, in, functions, nil)
	if err != nil {
		return nil, err
	}
	l.crowd(twin)
	return l, l.err()
}

// actionsNow returns for each action of a program its number in another; -1: it has none of that name.
func actionsNow(was, now *def.Info) []int32 {
	out := make([]int32, len(was.Actions))
	for i, a := range was.Actions {
		out[i] = int32(slices.IndexFunc(now.Actions, func(b *def.ActionInfo) bool { return b.Name == a.Name }))
	}
	return out
}

// FunctionsNow returns the host's functions of a program: those that another program has by the same name and with as
// many parameters, and zero values for new ones.
func FunctionsNow(now, was *def.Info, funcs []expr.Func) []action.Func {
	out := make([]action.Func, len(now.Functions))
	for i, f := range now.Functions {
		at := slices.IndexFunc(was.Functions, func(g *expr.Function) bool { return g.Name == f.Name && len(g.Params) == len(f.Params) })
		if at >= 0 && at < len(funcs) {
			out[i] = action.Func(funcs[at])
		}
	}
	return out
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
