package main

import (
	"io/fs"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

const (
	maxWork  = 30      // ticks that an action takes at most
	failing  = 0.05    // chance that an action fails
	panicky  = 0.00005 // chance that its code panics instead
	answered = 0.8     // chance that the world becomes as a step expects
)

// field is a crowd of soldiers and the world around them, all of it random by a seed.
type field struct {
	program *program.Program
	crowd   *agent.Crowd
	audit   *audit
	rand    det.Rand
	ids     []agent.ID
	effects []*expr.Effects // by operator
	ahead   world.State     // what a step expects
	machine expr.Machine
}

// job is how an action goes.
type job struct {
	Left int32
	How  action.Status // Inactive: it panics
}

func newField(examples fs.FS, seed uint64) (*field, error) {
	p, ds := program.Load(examples, "soldier/soldier.krk")
	if err := ds.Err(); err != nil {
		return nil, err
	}
	f := &field{program: p, rand: det.NewRand(seed, 0, 7)}
	f.machine.State = &f.ahead
	for _, o := range p.Info.Operators {
		f.effects = append(f.effects, expr.CompileEffects(o.Effect))
	}
	b := runner.NewBindings(p.Info)
	for _, a := range p.Info.Actions {
		f.bind(b, a.Name)
	}
	var err error
	f.crowd, err = agent.New(p, b, agent.Options{Seed: seed, Sink: f})
	if err == nil {
		f.audit = newAudit(f)
	}
	return f, err
}

// bind has an action take some time and end in some way.
func (f *field) bind(b *action.Bindings, name string) {
	action.Bind(b, name, func(c *action.Ctx, _ *action.Arguments, j *job) action.Status {
		if j.Left--; j.Left > 0 {
			return action.Running
		}
		if j.How == action.Inactive {
			panic("an action of the field")
		}
		return j.How
	}, action.OnStart(func(c *action.Ctx, _ *action.Arguments, j *job) {
		*j = job{Left: int32(c.Rand().Intn(maxWork) + 1), How: action.Success}
		switch {
		case c.Rand().Chance(panicky):
			j.How = action.Inactive
		case c.Rand().Chance(failing):
			j.How = action.Failure
		}
		f.audit.started(c.Agent(), name)
	}), action.OnEnd(func(c *action.Ctx, _ *action.Arguments, _ *job, _ action.Status) {
		f.audit.stopped(c.Agent(), name)
	}), action.OnAbort(func(c *action.Ctx, _ *action.Arguments, _ *job, _ action.Reason) {
		f.audit.stopped(c.Agent(), name)
	}))
}

// Event implements [runner.Sink]: the world reacts to most events.
func (f *field) Event(e *runner.Event) {
	f.audit.event(*e)
	if e.Kind != runner.StepExpecting || !f.rand.Chance(answered) {
		return
	}
	st := f.crowd.State(e.Agent)
	f.ahead.CopyFrom(st)
	before := f.ahead.Mark()
	f.effects[e.Operator].Apply(&f.machine, e.Args)
	for _, c := range f.ahead.Changes(before) {
		if sym := st.Schema().SymbolAt(c.Addr); sym != nil && sym.Sensed {
			st.Set(c.Addr, f.ahead.Get(c.Addr))
		}
	}
}

func (f *field) enlist() {
	f.ids = append(f.ids, f.crowd.Spawn("sentry"))
}

// tick lets things happen, and the crowd decide and act.
func (f *field) tick() {
	for range max(1, len(f.ids)/100) {
		f.happen()
	}
	if f.crowd.Tick()%10 == 0 {
		f.exchange()
	}
	if f.crowd.Tick()%200 == 0 {
		f.replaceEnemy()
	}
	f.crowd.Step()
	f.audit.tick()
}

// disband removes all agents: nothing may continue then.
func (f *field) disband() {
	for _, id := range f.ids {
		f.crowd.Remove(id)
	}
	if n := f.crowd.Running(); n > 0 {
		f.audit.breach("%d actions still run after all agents have left", n)
	}
}
