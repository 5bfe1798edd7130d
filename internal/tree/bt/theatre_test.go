package bt_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// prelude has the declarations that trees of the tests use.
const prelude = `
type mood = { calm, cross, glad }
type way = { part, side }
type turn = { work, play, bark }
type thing max 8
function likes(n: int): bool
function latest(n: int): set of thing
state agent {
    a: bool; b: bool; c: bool; d: bool
    n: int 0..99; k: int 0..99
    x: float; y: float
    m: mood
    hot(t: thing): bool
    near(t: thing): float
    w: way
    t: turn
    turn_of(t: thing): turn
    it: thing
}
action work
action play
action rest
action dig
action look
action say(n: int)
action touch(t: thing)
action linger grace 0.3s
action drag uses legs grace 0.2s
action stroll uses legs
action in_order composite
action together composite
action rounds composite
action pick(n: int) composite
action flip decorator
action often decorator
`

// tb is the common part of tests of this package and of rapid.
type tb interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Fatal(args ...any)
}

// theatre is an agent whose actions follow a script.
type theatre struct {
	t       tb
	info    *def.Info
	forest  *bt.Forest
	program *bt.Program
	tree    bt.Tree
	env     bt.Env
	state   *world.State
	log     strings.Builder
	results map[string][]result
	tick    int64
	agent   action.AgentID
	polling bool // everything is evaluated in each tick
	glances bool // ticks are glances
	silent  bool // events are not written down
	coarse  bool // those that matter within the tree only are not
	starts  int
	stops   int
	quiet   []string
	check   *lifecycle
	fate    uint64 // not 0: calls of actions go by chance, and change the state
}

// result is how a call of an action goes.
type result struct {
	ticks int
	how   string
}

type scripted struct {
	Left int32
	How  int8
}

func load(t tb, text string) *def.Info {
	t.Helper()
	model, ds := lang.Load(fstest.MapFS{"case.krk": {Data: []byte(text)}}, "case.krk")
	if ds.HasErrors() {
		t.Fatal(ds.Err(), "\n", text)
	}
	info, ds := def.Check(model)
	if ds.HasErrors() {
		t.Fatal(ds.Err(), "\n", text)
	}
	return info
}

// newTheatre loads a text with a tree called main.
func newTheatre(t tb, text string) *theatre {
	t.Helper()
	return newTheatreOf(t, load(t, text))
}

func newTheatreOf(t tb, info *def.Info) *theatre {
	th := &theatre{t: t, info: info, results: map[string][]result{}, agent: 1}
	// The first action, work, represents all plans and goals.
	th.forest, _ = bt.Compile(info, bt.Options{Activity: func(*def.NodeInfo) int32 { return 0 }})
	for i, tree := range info.Trees {
		if tree.Name == "main" {
			th.program = th.forest.Program(int32(i))
		}
	}
	th.state = &world.State{}
	th.state.CopyFrom(info.Initial)
	b := newBindings(info)
	for _, a := range info.Actions {
		switch {
		case a.Composite || a.Decorator:
			compose(th, b, a.Name)
		case len(a.Params) == 0:
			stage[struct{}](th, b, a.Name)
		default:
			stage[struct{ A action.Value }](th, b, a.Name)
		}
	}
	for _, f := range info.Functions {
		if f.Set {
			latest(th, b, f)
			continue
		}
		action.BindFunc(b, f.Name, func(p struct{ N int }) bool {
			if p.N > 10 {
				panic("no answer")
			}
			return p.N > 0
		})
	}
	if err := b.Err(); err != nil {
		t.Fatal(err)
	}
	var funcs []expr.Func
	for _, f := range b.Funcs() {
		funcs = append(funcs, f)
	}
	th.env = bt.Env{Ctx: action.NewCtx(7, 10, nil), Instances: action.NewInstances(b), Machine: &expr.Machine{Funcs: funcs}}
	th.env.Sink = bt.SinkFunc(th.event)
	th.check = &lifecycle{t: t, p: th.program, running: map[int32]bool{}}
	th.tree.Reset(th.program, 0, true)
	return th
}

// latest binds a function that returns the last n objects of its type, the last one first.
func latest(th *theatre, b *action.Bindings, f *expr.Function) {
	action.BindSet(b, f.Name, func(p struct{ N int }, out []world.Object) []world.Object {
		if p.N > 10 {
			panic("no answer")
		}
		for o := th.state.NextMember(f.Result.ID, 0); o != 0; o = th.state.NextMember(f.Result.ID, o) {
			out = append(out, o)
		}
		slices.Reverse(out)
		return out[:min(p.N, len(out))]
	})
}

// newBindings returns bindings for what a model declares, with nothing bound yet.
func newBindings(info *def.Info) *action.Bindings {
	var actions, functions []action.Signature
	for _, a := range info.Actions {
		sig := action.Signature{Name: a.Name}
		for _, p := range a.Params {
			sig.Params = append(sig.Params, action.Param{Name: p.Name, Types: p.Types})
		}
		actions = append(actions, sig)
	}
	for _, f := range info.Functions {
		sig := action.Signature{Name: f.Name, Result: f.Result, Set: f.Set}
		for _, t := range f.Params {
			sig.Params = append(sig.Params, action.Param{Types: []world.Type{t}})
		}
		functions = append(functions, sig)
	}
	return action.NewBindings(info.Schema, actions, functions)
}

// meddle changes a symbol at times, as actions do.
func (th *theatre) meddle(st *world.State, with uint64) {
	k := det.Mix(th.fate ^ with<<20)
	sym := th.info.Schema.Symbol([]string{"a", "b", "c", "d"}[k>>8%4])
	if k%3 == 0 {
		st.Set(sym.Base, 1-st.Get(sym.Base))
	}
}

var hows = []string{"success", "failure", "panic", "stuck"}

// stage binds an action to the script: the next call of it takes so many ticks and ends so. The last line of an action
// holds for all later calls; without any it takes 1 tick and succeeds.
func stage[P any](th *theatre, b *action.Bindings, name string) {
	action.Bind(b, name, func(c *action.Ctx, p *P, s *scripted) action.Status {
		if th.fate != 0 {
			th.meddle(c.State(), uint64(s.Left)+uint64(c.Tick()))
		}
		if c.Ending() && !th.silent {
			th.write(fmt.Sprintf("%d   %s leads to its end", c.Tick(), name))
		}
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
			r = result{int(k%4) + 1, hows[k>>8%8%3]}
		}
		if list := th.results[name]; len(list) > 0 {
			r = list[0]
			if len(list) > 1 {
				th.results[name] = list[1:]
			}
		}
		if v, ok := any(p).(*struct{ A action.Value }); ok {
			th.write(fmt.Sprintf("  %s(%s)", name, v.A.Text(c.State())))
		}
		s.Left, s.How = int32(r.ticks), int8(slices.Index(hows, r.how))
	}), action.OnEnd(func(c *action.Ctx, p *P, s *scripted, status action.Status) {
		th.stops++
	}), action.OnAbort(func(c *action.Ctx, p *P, s *scripted, r action.Reason) {
		th.stops++
		if hows[s.How] == "stuck" {
			panic("cannot stop")
		}
	}))
}

// place is where something panicked in this file, which is not part of a case.
var place = regexp.MustCompile(` \((?:theatre|hosted)_test\.go:\d+\)`)

func (th *theatre) event(e bt.Event) {
	if !th.env.Coarse {
		th.check.event(e)
	}
	if th.silent || th.coarse && !th.program.Matters(&e) {
		return
	}
	text := place.ReplaceAllString(th.program.Text(e, th.state), "")
	for _, part := range th.quiet {
		if strings.Contains(text, part) {
			return
		}
	}
	th.write(fmt.Sprintf("%d %s", e.Tick, text))
}

func (th *theatre) write(line string) {
	if !th.silent {
		th.log.WriteString(line + "\n")
	}
}

// step is a tick. What the host wrote before it and what the tree writes in it are kept apart, as in a crowd.
func (th *theatre) step() bt.Status {
	th.tick++
	th.tree.Notice(th.state.Changes(world.Mark{}))
	th.state.Forget()
	if th.polling {
		th.tree.NoticeAll()
	}
	th.env.Ctx.Enter(th.agent, th.tick, th.state)
	was := th.tree.Running()
	s := th.tickOrGlance()
	th.tree.Notice(th.state.Changes(world.Mark{}))
	th.state.Forget()
	if s != bt.Running || !was {
		th.write(fmt.Sprintf("%d tree %s", th.tick, s))
	}
	th.check.tickOver(s)
	th.checkRunning()
	if f, ok := th.env.TakeFault(); ok {
		th.write("  fault: " + place.ReplaceAllString(f.Message, ""))
	}
	return s
}

// tickOrGlance takes the tree on, and checks what a glance says of it.
func (th *theatre) tickOrGlance() bt.Status {
	if !th.glances {
		return th.tree.Tick(&th.env)
	}
	before, steady := fmt.Sprint(th.leaves()), th.tree.SteadyUntil()
	s, calm := th.tree.Glance(&th.env)
	if calm && (s != bt.Running || fmt.Sprint(th.leaves()) != before || th.tree.SteadyUntil() < steady) {
		th.t.Errorf("tick %d: it says it is calm, but is %s, runs %v, not %s, and is steady until %d, not %d", th.tick, s, th.leaves(), before, th.tree.SteadyUntil(), steady)
	}
	return s
}

// checkRunning compares the tree's list of running actions with the running ones.
func (th *theatre) checkRunning() {
	if handles, running := th.tree.Handles(nil), th.env.Instances.Running(); len(handles) != running {
		th.t.Errorf("tick %d: the tree has %d activities, and %d run", th.tick, len(handles), running)
	}
	uninterrupted := false
	for n := range th.program.Len() {
		info, _ := th.program.Node(int32(n))
		uninterrupted = uninterrupted || info.Uninterrupted && th.tree.Status(int32(n)) == bt.Running && !th.tree.Ending(int32(n))
	}
	if got := th.tree.Uninterrupted(); got != uninterrupted {
		th.t.Errorf("tick %d: the tree says that an uninterrupted action runs: %t, but it is %t", th.tick, got, uninterrupted)
	}
}

// leaves are the actions that run.
func (th *theatre) leaves() (list []action.Handle) {
	for i := range th.tree.Leaves() {
		list = append(list, th.tree.Leaf(i))
	}
	return list
}

// follow does one line of a script.
func (th *theatre) follow(line string) {
	words := strings.Fields(line)
	number := func(i int) int {
		n, err := strconv.Atoi(words[i])
		if err != nil {
			th.t.Fatalf("%s: %v", line, err)
		}
		return n
	}
	switch words[0] {
	case "act": // act work 3 failure
		th.results[words[1]] = append(th.results[words[1]], result{number(2), words[3]})
	case "run": // so many ticks
		for range number(1) {
			th.step()
		}
	case "set": // the host writes
		th.assign(strings.TrimPrefix(line, "set "))
	case "add": // an object: add thing stone
		if _, err := th.state.AddObject(th.info.Schema.ObjectType(words[1]).ID, words[2]); err != nil {
			th.t.Fatal(err)
		}
	case "remove":
		o, _, ok := th.state.ObjectNamed(words[1])
		if !ok || !th.state.RemoveObject(o) {
			th.t.Fatalf("%s: no such object", line)
		}
	case "abort": // by the host
		th.env.Ctx.Enter(th.agent, th.tick, th.state)
		th.tree.Abort(&th.env, action.AgentRemoved)
	case "start": // with arguments, all of them whole numbers
		var args []world.Word
		for i := range words[1:] {
			args = append(args, world.Word(number(i+1)))
		}
		th.tree.Start(args)
	case "quiet": // events that say so are omitted
		th.quiet = append(th.quiet, strings.TrimPrefix(line, "quiet "))
	case "tell": // the value of an expression of the host's side
		th.write("  " + words[1] + " is " + th.value(words[1]))
	default:
		th.t.Fatalf("unknown line %q", line)
	}
}

func (th *theatre) value(name string) string {
	sym := th.info.Schema.Symbol(name)
	return world.FormatWord(th.info.Schema, th.state, sym.Type, []world.Word{th.state.Get(sym.Base)})
}

func (th *theatre) assign(text string) {
	var ds diag.List
	effects := expr.ParseEffectString(diag.NewSource("script", text), &ds)
	if ds.HasErrors() || !th.info.ResolveAssign(effects, th.state, &ds) {
		th.t.Fatal(text, ds.Err())
	}
}

// ending returns the number of actions that were asked to end.
func (th *theatre) ending() (count int) {
	for n := range th.program.Len() {
		if info, _ := th.program.Node(int32(n)); info.Kind == def.NodeCall && info.Action != nil && th.tree.Ending(int32(n)) {
			count++
		}
	}
	return count
}

// finish checks what must be so in the end.
func (th *theatre) finish() {
	if running := th.env.Instances.Running() - th.ending(); th.starts-th.stops != running {
		th.t.Errorf("%d actions were started and %d ended, but %d are running", th.starts, th.stops, running)
	}
	th.env.Ctx.Enter(th.agent, th.tick, th.state)
	th.silent = true
	th.tree.Abort(&th.env, action.AgentRemoved)
	th.check.tickOver(bt.Success)
	if running := th.env.Instances.Running(); running != 0 || th.starts != th.stops {
		th.t.Errorf("%d actions run on after the tree was aborted", running)
	}
}
