package goal_test

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/diag"
	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// actor is an agent whose mind is the first brain of a model. Its actions succeed at once, unless they are said to fail
// or to last forever.
type actor struct {
	t       tb
	info    *def.Info
	p       *Program
	targets *Targets
	mind    Mind
	env     Env
	state   *world.State
	failing map[string]bool
	lasting map[string]bool
	log     strings.Builder
	tick    int64
}

// newActor returns an actor of a model, with one of the brain's personalities or Plain.
func newActor(t tb, info *def.Info, personality int) *actor {
	t.Helper()
	p, err := Compile(Model(info, ModelOptions{TPS: 10}))
	if err != nil {
		t.Fatal(err)
	}
	a := &actor{t: t, info: info, p: p, targets: NewTargets(info), failing: map[string]bool{}, lasting: map[string]bool{}, state: &world.State{}}
	a.state.CopyFrom(info.Initial)
	var signatures []action.Signature
	for _, a := range info.Actions {
		sig := action.Signature{Name: a.Name}
		for _, param := range a.Params {
			sig.Params = append(sig.Params, action.Param{Name: param.Name, Types: param.Types})
		}
		signatures = append(signatures, sig)
	}
	b := action.NewBindings(info.Schema, signatures, nil)
	for _, sig := range signatures {
		if len(sig.Params) == 0 {
			perform[struct{}](a, b, sig.Name)
		} else {
			perform[struct{ A action.Value }](a, b, sig.Name)
		}
	}
	if err := b.Err(); err != nil {
		t.Fatal(err)
	}
	a.env = Env{Ctx: action.NewCtx(7, 10, nil), Instances: action.NewInstances(b), Machine: &expr.Machine{}, Offers: a}
	a.mind.Reset(p, 0, personality)
	return a
}

func perform[P any](a *actor, b *action.Bindings, name string) {
	action.Bind(b, name, func(c *action.Ctx, p *P, _ *struct{}) action.Status {
		if a.lasting[name] {
			return action.Running
		}
		if v, ok := any(p).(*struct{ A action.Value }); ok {
			fmt.Fprintf(&a.log, "%d %s(%s)\n", c.Tick(), name, v.A.Text(c.State()))
		} else {
			fmt.Fprintf(&a.log, "%d %s\n", c.Tick(), name)
		}
		if a.failing[name] {
			return action.Failure
		}
		return action.Success
	})
}

// Targets implements [Offers].
func (a *actor) Targets(dst []utility.Target, want int) []utility.Target {
	return a.targets.Append(&a.env, dst, 0, want)
}

// Forget implements [Offers].
func (a *actor) Forget(want int, target utility.Target) {
	fmt.Fprintf(&a.log, "%d forgets %s\n", a.tick, a.state.ObjectName(world.Object(target), 0))
	a.know(world.Object(target), false)
}

// Rests implements [Offers].
func (a *actor) Rests(int64) {}

// know makes the actor remember an object, or forget it.
func (a *actor) know(o world.Object, known bool) {
	at, ok := a.info.Known[0].Addr(o)
	if !ok {
		a.t.Fatal("nothing can be remembered of", o)
	}
	a.state.Set(at, world.Bool(known))
}

// add adds an object that is remembered, or not, and returns it.
func (a *actor) add(typ, name string, known bool) world.Object {
	a.t.Helper()
	o, err := a.state.AddObject(a.info.Schema.ObjectType(typ).ID, name)
	if err != nil {
		a.t.Fatal(err)
	}
	a.know(o, known)
	return o
}

// set writes effects: "x = 0.5, worth(egg) = 2".
func (a *actor) set(text string) {
	a.t.Helper()
	var ds diag.List
	effects := expr.ParseEffectString(diag.NewSource("script", text), &ds)
	if ds.HasErrors() || !a.info.ResolveAssign(effects, a.state, &ds) {
		a.t.Fatal(text, ds.Err())
	}
}

func (a *actor) run(ticks int) {
	for range ticks {
		a.tick++
		a.env.Ctx.Enter(1, a.tick, a.state)
		a.mind.Tick(&a.env)
		a.state.Forget()
	}
}
