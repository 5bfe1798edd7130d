package bt_test

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// benchState is the state that the conditions of the benchmarks read.
const benchState = `
state agent {
    a1: int; a2: int; a3: int; a4: int; a5: int
    b1: int; b2: int; b3: int; b4: int
    hits: int
}
action go1
action go2
action go3
action go4
action stay
action tap
function below(n: int): bool
`

// guarded has 20 nodes, of which a tick visits 16: four branches whose second condition fails, and a last one whose
// action runs.
const guarded = benchState + `
tree main {
    reactive selector {
        sequence { if a1 < 10; if b1 > 10; go1 }
        sequence { if a2 < 10; if b2 > 10; go2 }
        sequence { if a3 < 10; if b3 > 10; go3 }
        sequence { if a4 < 10; if b4 > 10; go4 }
        reactive sequence { if a5 < 10; stay }
    }
}
`

// aborting is the same with conditional aborts.
const aborting = benchState + `
tree main {
    selector {
        sequence abort lower { if a1 < 10; if b1 > 10; go1 }
        sequence abort lower { if a2 < 10; if b2 > 10; go2 }
        sequence abort lower { if a3 < 10; if b3 > 10; go3 }
        sequence abort lower { if a4 < 10; if b4 > 10; go4 }
        sequence abort self { if a5 < 10; stay }
    }
}
`

// rig is agents that tick trees without a sink.
type rig struct {
	program *bt.Program
	env     bt.Env
	agents  []rigAgent
	tick    int64
	taps    int64 // calls of tap that have ended
}

type rigAgent struct {
	tree  bt.Tree
	state world.State
}

func newRig(t testing.TB, text string, agents int) *rig {
	info := load(t, text)
	forest, _ := bt.Compile(info, bt.Options{})
	r := &rig{program: forest.Program(0), agents: make([]rigAgent, agents)}
	b := newBindings(info)
	for _, a := range info.Actions {
		running := a.Name != "tap"
		action.Bind(b, a.Name, func(c *action.Ctx, p *struct{}, s *struct{ N int64 }) action.Status {
			s.N++
			if running {
				return action.Running
			}
			r.taps += s.N
			return action.Success
		})
	}
	action.BindFunc(b, "below", func(p struct{ N int64 }) bool { return p.N < 10 })
	if err := b.Err(); err != nil {
		t.Fatal(err)
	}
	var funcs []expr.Func
	for _, f := range b.Funcs() {
		funcs = append(funcs, expr.Func(f))
	}
	r.env = bt.Env{Ctx: action.NewCtx(1, 60, nil), Instances: action.NewInstances(b), Machine: &expr.Machine{Funcs: funcs, Asks: b.Asks()}}
	for i := range r.agents {
		r.agents[i].state.CopyFrom(info.Initial)
		r.agents[i].tree.Reset(r.program, 0, false)
	}
	for range 3 {
		for i := range r.agents {
			r.step(i)
		}
	}
	return r
}

// step ticks an agent.
func (r *rig) step(i int) bt.Status {
	a := &r.agents[i]
	r.tick++
	r.env.Ctx.Enter(action.AgentID(i+1), r.tick, &a.state)
	return a.tree.Tick(&r.env)
}

// The tree by hand: nodes behind an interface, as such trees are usually written.
type (
	board struct {
		a, b [6]int64
		runs int64
	}
	handNode interface {
		tick(b *board) action.Status
	}
	handIf  func(b *board) bool
	handDo  func(b *board) action.Status
	handAll []handNode
	handAny []handNode
)

func (f handIf) tick(b *board) action.Status {
	if f(b) {
		return action.Success
	}
	return action.Failure
}

func (f handDo) tick(b *board) action.Status { return f(b) }

func (list handAll) tick(b *board) action.Status {
	for _, n := range list {
		if s := n.tick(b); s != action.Success {
			return s
		}
	}
	return action.Success
}

func (list handAny) tick(b *board) action.Status {
	for _, n := range list {
		if s := n.tick(b); s != action.Failure {
			return s
		}
	}
	return action.Failure
}

func handGuarded() handNode {
	var root handAny
	for i := range 4 {
		root = append(root, handAll{
			handIf(func(b *board) bool { return b.a[i] < 10 }),
			handIf(func(b *board) bool { return b.b[i] > 10 }),
			handDo(func(b *board) action.Status { return action.Running }),
		})
	}
	return append(root, handAll{
		handIf(func(b *board) bool { return b.a[4] < 10 }),
		handDo(func(b *board) action.Status { b.runs++; return action.Running }),
	})
}

// guarded, by hand.
func BenchmarkGuardedByHand(b *testing.B) {
	root, bb := handGuarded(), &board{}
	b.ReportAllocs()
	for b.Loop() {
		if root.tick(bb) != action.Running {
			b.Fatal("must run")
		}
	}
}

func benchmarkGuarded(b *testing.B, text string, agents int, all bool) {
	r := newRig(b, text, agents)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if all {
			r.agents[i].tree.NoticeAll()
		}
		if r.step(i) != bt.Running {
			b.Fatal("must run")
		}
		if i++; i == agents {
			i = 0
		}
	}
}

// Every condition is evaluated in each tick.
func BenchmarkGuardedPolling(b *testing.B) { benchmarkGuarded(b, guarded, 1, true) }

// Likewise, with conditional aborts.
func BenchmarkAbortingPolling(b *testing.B) { benchmarkGuarded(b, aborting, 1, true) }

// Nothing has changed.
func BenchmarkGuardedCalm(b *testing.B) { benchmarkGuarded(b, guarded, 1, false) }

// 10,000 agents in turn, every condition evaluated.
func BenchmarkGuardedRoundRobin(b *testing.B) { benchmarkGuarded(b, guarded, 10_000, true) }

// 10,000 agents in turn, nothing changed.
func BenchmarkGuardedRoundRobinCalm(b *testing.B) { benchmarkGuarded(b, guarded, 10_000, false) }

// One watched cell of another branch is written in each tick, without an effect on the outcome.
func BenchmarkGuardedNotice(b *testing.B) {
	r := newRig(b, guarded, 1)
	a := &r.agents[0]
	cell := a.state.Schema().Symbol("b2").Base
	b.ReportAllocs()
	for b.Loop() {
		a.state.Set(cell, 1-a.state.Get(cell))
		a.tree.Notice(a.state.Changes(world.Mark{}))
		a.state.Forget()
		if r.step(0) != bt.Running {
			b.Fatal("must run")
		}
	}
}

// A new tree for an agent, in new memory.
func BenchmarkNewTree(b *testing.B) {
	r := newRig(b, guarded, 1)
	b.ReportAllocs()
	var trees [64]bt.Tree
	for i := 0; b.Loop(); i++ {
		t := &trees[i%len(trees)]
		*t = bt.Tree{}
		t.Reset(r.program, 0, false)
	}
}

// hundred is a sequence of 100 leaves.
func hundred(leaf string) string {
	return benchState + "tree main { sequence {\n" + strings.Repeat(leaf+"\n", 100) + "} }"
}

func BenchmarkHundredByHand(b *testing.B) {
	benchmarkHundredByHand(b, handBelow)
}

// BenchmarkHundredFunctionsByHand has leaves that call a function with their reads.
func BenchmarkHundredFunctionsByHand(b *testing.B) {
	ask := func(p struct{ N int64 }) bool { return p.N < 10 }
	benchmarkHundredByHand(b, func(i int) handIf { return func(b *board) bool { return ask(struct{ N int64 }{b.a[i%5]}) } })
}

// handBelow is a condition of a sequence of 100, by hand.
func handBelow(i int) handIf { return func(b *board) bool { return b.a[i%5] < 10 } }

func handHundred(leaf func(i int) handIf) (root handAll) {
	for i := range 100 {
		root = append(root, leaf(i))
	}
	return root
}

func benchmarkHundredByHand(b *testing.B, leaf func(i int) handIf) {
	root, bb := handHundred(leaf), &board{}
	b.ReportAllocs()
	for b.Loop() {
		if root.tick(bb) != action.Success {
			b.Fatal("must succeed")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100, "ns/leaf")
}

func benchmarkHundred(b *testing.B, leaf string) {
	r := newRig(b, hundred(leaf), 1)
	st := &r.agents[0].state
	b.ReportAllocs()
	for b.Loop() {
		if r.step(0) != bt.Success {
			b.Fatal("must succeed")
		}
		st.Forget()
	}
	if hits := st.Get(st.Schema().Symbol("hits").Base); leaf == "set hits += 1" && hits != world.Word(b.N+3)*100 {
		b.Fatal(hits, "effects")
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100, "ns/leaf")
}

func BenchmarkHundredConditions(b *testing.B) { benchmarkHundred(b, "if a1 < 10") }
func BenchmarkHundredFunctions(b *testing.B)  { benchmarkHundred(b, "if below(a1)") }
func BenchmarkHundredEffects(b *testing.B)    { benchmarkHundred(b, "set hits += 1") }
func BenchmarkHundredActions(b *testing.B)    { benchmarkHundred(b, "tap") }

func TestMemoryOfATree(t *testing.T) {
	r := newRig(t, guarded, 1)
	if r.program.Len() != 20 {
		t.Fatal("the tree has", r.program.Len(), "nodes")
	}
	size := int(unsafe.Sizeof(bt.Tree{})) + 8*r.program.Words()
	if size > 112 {
		t.Errorf("a tree of 20 nodes takes %d bytes", size)
	}
}

func TestTicksDoNotAllocate(t *testing.T) {
	if testing.Short() {
		t.Skip("the short tests are those with the race detector, which allocates")
	}
	for name, text := range map[string]string{"guarded": guarded, "aborting": aborting, "actions": hundred("tap"), "conditions": hundred("if a1 < 10")} {
		r := newRig(t, text, 1)
		a := &r.agents[0]
		cell := a.state.Schema().Symbol("b2").Base
		n := testing.AllocsPerRun(200, func() {
			a.state.Set(cell, 20-a.state.Get(cell))
			a.tree.Notice(a.state.Changes(world.Mark{}))
			a.state.Forget()
			r.step(0)
		})
		if n > 0 {
			t.Errorf("%s: a tick allocates %v times", name, n)
		}
	}
	for i, tree := range []string{
		"repeat { random sequence { work weight 2; play; rest } }",
		"repeat { parallel { work; timeout 0.1s { play }; sequence { service every 0.1s look; wait 0.1s..0.3s } } }",
		"repeat { succeed { each t: thing order near(t) { sequence { if !hot(t); work } } } }",
		"repeat { utility selector { fail score n; switch n score 1 { case 1 { work }; else { dig } } } }",
		"repeat { utility selector select best inertia 0.1 fade 2s { fail score n; utility selector select weighted top 2 score 1 { fail score 9; dig score 2 } } }",
		"parallel { service every 0.7s set a = !a; repeat { selector { sequence abort both { if a; work }; linger } }; wait 99s }",
		"parallel { service every 0.7s set a = !a; repeat { reactive selector { sequence { if a; stroll }; sequence { if !b; drag }; linger } }; wait 99s }",
	} {
		th := newTheatre(t, prelude+"tree main { "+tree+" }")
		th.env.Sink, th.silent = nil, true
		th.follow("add thing t1")
		th.follow("add thing t2")
		th.follow("act linger 99 success")
		th.follow("act drag 99 success")
		for range 100 {
			th.stepQuietly()
		}
		if n := testing.AllocsPerRun(200, th.stepQuietly); n > 0 {
			t.Errorf("tree %d: a tick allocates %v times", i, n)
		}
	}
}

func (th *theatre) stepQuietly() {
	th.tick++
	th.env.Ctx.Enter(th.agent, th.tick, th.state)
	th.tree.Tick(&th.env)
	th.tree.Notice(th.state.Changes(world.Mark{}))
	th.state.Forget()
}
