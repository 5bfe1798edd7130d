package goal_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/diag"
	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// tb is the common part of tests, benchmarks and those of rapid.
type tb interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Fatal(args ...any)
}

// actions are the actions of the tests' goals; those with a t take a thing.
var actions = []string{"work", "play", "rest", "walk(t)", "strike(t)", "shoot(t)", "take(t)"}

const (
	work = iota
	play
	rest
	walk
	strike
	shoot
	take
)

// schema has flags a to f, whole numbers n and k, and for each thing whether it is known and good, and its value.
var schema = func() *world.Schema {
	b := world.NewBuilder()
	b.ObjectType("thing", nil, 8)
	b.Symbol(world.SymbolDef{Name: "n", Type: world.Type{Kind: world.KindInt, Lo: 0, Hi: 9999}})
	b.Symbol(world.SymbolDef{Name: "k", Type: world.Type{Kind: world.KindInt, Lo: 0, Hi: 9999}})
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		b.Symbol(world.SymbolDef{Name: name, Type: expr.BoolType})
	}
	b.Symbol(world.SymbolDef{Name: "known", Params: []world.Type{thing}, Type: expr.BoolType})
	b.Symbol(world.SymbolDef{Name: "good", Params: []world.Type{thing}, Type: expr.BoolType})
	b.Symbol(world.SymbolDef{Name: "worth", Params: []world.Type{thing}, Type: expr.FloatType})
	s, err := b.Build()
	if err != nil {
		panic(err)
	}
	return s
}()

var thing = world.Type{Kind: world.KindObject, ID: 0}

// names is a scope over the schema, with the first word of the frame as the variable t.
type names struct{}

func (names) Lookup(name string) []expr.Entity {
	if name == "t" {
		return []expr.Entity{{Kind: expr.EntityVar, Type: thing, Slot: 0}}
	}
	if s := schema.Symbol(name); s != nil {
		return []expr.Entity{{Kind: expr.EntitySymbol, Type: s.Type, Symbol: s}}
	}
	return nil
}
func (names) Type(string) (world.Type, bool) { return world.Type{}, false }
func (names) Names() []string                { return nil }
func (names) TypeNames() []string            { return nil }
func (names) Schema() *world.Schema          { return schema }

func term(text string, want world.Type) *expr.Term {
	var ds diag.List
	t := expr.Check(expr.ParseString(diag.NewSource("test", text), &ds), names{}, want, &ds)
	if ds.HasErrors() {
		panic(fmt.Sprint(text, ds.Err()))
	}
	return t
}

func cond(text string) Cond { return expr.CompileCond(term(text, expr.BoolType)) }

func number(text string) Value { return expr.CompileValue(term(text, expr.FloatType)) }

// arg is the parameter t of a goal or want as an argument.
var arg = []Arg{{Value: expr.CompileValue(term("t", thing))}}

func act(id int32) Step {
	s := Step{Call: Call{Do: Activity(id)}}
	if strings.HasSuffix(actions[id], "(t)") {
		s.Args = arg
	}
	return s
}

func sub(goal int, args ...Arg) Step { return Step{Call: Call{Do: Sub(goal), Args: args}} }

func steps(list ...Step) []Way { return []Way{{Steps: list}} }

// theatre is an agent whose actions follow a script.
type theatre struct {
	t           tb
	p           *Program
	mind        Mind
	pursuit     Pursuit
	env         Env
	state       *world.State
	log         strings.Builder
	results     map[string][]result
	tick        int64
	starts      int
	stops       int
	silent      bool
	fate        uint64 // not 0: actions have random outcomes
	check       *lifecycle
	rested      []int64       // since when what failed was pursued
	quiet       bool          // arbitrations that change nothing are omitted
	abortReason action.Reason // the reason of the last abort
}

// result is how a call of an action goes.
type result struct {
	ticks int
	how   string
}

var hows = []string{"success", "failure", "panic", "stuck"}

type scripted struct {
	Left int32
	How  int8
}

func newTheatre(t tb, cfg Config) *theatre {
	t.Helper()
	cfg.Schema = schema
	for _, name := range actions {
		cfg.Activities = append(cfg.Activities, strings.TrimSuffix(name, "(t)"))
	}
	p, err := Compile(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return newTheatreOf(t, p)
}

func newTheatreOf(t tb, p *Program) *theatre {
	th := &theatre{t: t, p: p, results: map[string][]result{}, state: world.NewState(schema)}
	var signatures []action.Signature
	for _, name := range actions {
		sig := action.Signature{Name: name}
		if strings.HasSuffix(name, "(t)") {
			sig.Name = strings.TrimSuffix(name, "(t)")
			sig.Params = []action.Param{{Name: "t", Types: []world.Type{thing}}}
		}
		signatures = append(signatures, sig)
	}
	b := action.NewBindings(schema, signatures, nil)
	for _, sig := range signatures {
		if len(sig.Params) == 0 {
			stage[struct{}](th, b, sig.Name)
		} else {
			stage[struct{ T world.Object }](th, b, sig.Name)
		}
	}
	if err := b.Err(); err != nil {
		t.Fatal(err)
	}
	th.env = Env{Ctx: action.NewCtx(7, 10, nil), Instances: action.NewInstances(b), Machine: &expr.Machine{}, Offers: th}
	th.check = &lifecycle{t: t}
	th.env.Sink = SinkFunc(th.event)
	th.pursuit.Reset(p, 1)
	if len(p.Config().Brains) > 0 {
		th.mind.Reset(p, 0, Plain)
	}
	return th
}

// stage binds an action to the script: the next call of it takes so many ticks and ends so. The last line of an action
// holds for all later calls; without any it takes 1 tick and succeeds.
func stage[P any](th *theatre, b *action.Bindings, name string) {
	action.Bind(b, name, func(c *action.Ctx, p *P, s *scripted) action.Status {
		th.meddle(uint64(s.Left))
		if s.Left--; s.Left > 0 {
			return action.Running
		}
		switch hows[s.How] {
		case "failure":
			return action.Failure
		case "panic":
			panic("as the script says")
		}
		return action.Success
	}, action.OnStart(func(c *action.Ctx, p *P, s *scripted) {
		th.starts++
		r := result{1, "success"}
		if th.fate != 0 {
			k := det.Mix(th.fate + uint64(th.starts))
			r = result{int(k%4) + 1, hows[k>>8%9%3]}
		}
		if list := th.results[name]; len(list) > 0 {
			if r = list[0]; len(list) > 1 {
				th.results[name] = list[1:]
			}
		}
		s.Left, s.How = int32(r.ticks), int8(slices.Index(hows, r.how))
	}), action.OnEnd(func(*action.Ctx, *P, *scripted, action.Status) {
		th.stops++
	}), action.OnAbort(func(c *action.Ctx, p *P, s *scripted, r action.Reason) {
		th.stops++
		if th.abortReason = r; hows[s.How] == "stuck" {
			panic("cannot stop")
		}
	}))
}

// meddle changes a flag at times, as actions do.
func (th *theatre) meddle(with uint64) {
	if k := det.Mix(th.fate ^ with<<20 ^ uint64(th.tick)<<32); th.fate != 0 && k%3 == 0 {
		at := schema.Symbol([]string{"a", "b", "c", "d"}[k>>8%4]).Base
		th.state.Set(at, 1-th.state.Get(at))
	}
}

// Targets implements [Offers]: the things that are known.
func (th *theatre) Targets(dst []utility.Target, want int) []utility.Target {
	for o := th.state.NextMember(0, 0); o != 0; o = th.state.NextMember(0, o) {
		if a, _ := schema.Symbol("known").Addr(o); th.state.Get(a) != 0 {
			dst = append(dst, utility.Target(o))
		}
	}
	return dst
}

// Forget implements [Offers].
func (th *theatre) Forget(want int, target utility.Target) {
	a, _ := schema.Symbol("known").Addr(world.Word(target))
	th.state.Set(a, 0)
}

// Rests implements [Offers].
func (th *theatre) Rests(since int64) { th.rested = append(th.rested, since) }

// place is where something panicked in this package, which is not part of a case.
var place = regexp.MustCompile(` \([a-z_]+\.go:\d+\)`)

func (th *theatre) event(e Event) {
	th.check.event(e)
	if th.silent || th.quiet && (e.Kind == Arbitrated || e.Kind == WantKept) {
		return
	}
	text := place.ReplaceAllString(th.p.Text(e, th.state), "")
	fmt.Fprintf(&th.log, "%d%s %s\n", e.Tick, strings.Repeat("  ", int(e.Level)), text)
}

// enter begins a tick.
func (th *theatre) enter() {
	th.env.Ctx.Enter(1, th.tick, th.state)
}

// step is a tick of the mind, or without a brain of the pursuit.
func (th *theatre) step() {
	th.tick++
	th.enter()
	if len(th.p.Config().Brains) > 0 {
		th.mind.Tick(&th.env)
	} else if th.pursuit.Running() && !th.pursuit.Suspended() {
		if s := th.pursuit.Tick(&th.env); s != action.Running {
			th.write(fmt.Sprintf("%d pursuit: %s", th.tick, s))
		}
	}
	th.state.Forget()
	if f, ok := th.env.TakeFault(); ok {
		th.write("  fault: " + place.ReplaceAllString(f.Message, ""))
	}
}

func (th *theatre) write(line string) {
	if !th.silent {
		th.log.WriteString(line + "\n")
	}
}
