package runner_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"pgregory.net/rapid"
)

// hunters has everything that a runner treats specially: bindings with a margin, objects that come and go, shared and
// sensed symbols, plan lines that say once, steps without actions, an empty plan, an idle action.
const hunters = `
type prey max 4
state world { food: int 0..20 }
state agent {
    sensed near(p: prey): float
    hungry: bool = true
    armed: bool
    alarm: bool
    caught(p: prey): bool
}
action chase(p: prey)
action fetch
action eat_up
action hide
action stroll
operator arm { do fetch; effect armed = true }
operator hunt(p: prey) { when armed; do chase(p); effect caught(p) = true, food += 2 }
operator aim { when armed }
operator eat { when food > 0; do eat_up; effect food -= 1, hungry = false }
operator take_cover { do hide; effect alarm = false }
operator calm { effect alarm = false }
task dine {
    method "eat" when food > 0 { eat }
    method "hunt" each p: prey where !caught(p) order near(p) margin 1.0 { ready; hunt(p); eat }
}
task ready {
    method "armed" when armed { aim }
    method "arm" { arm; aim }
}
task danger {
    method "nothing" when !alarm { }
    method "cover" when armed { take_cover }
    method "wait" { calm }
}
agent hunter {
    plan danger when alarm
    plan dine when hungry every 0.3s
    idle stroll
}
agent guard { plan danger; plan dine once; idle stroll }
`

// drive makes a random crowd do random things and returns the events.
func drive(rt *rapid.T, t *testing.T, moves []int) *theatre {
	th := newTheatre(t, hunters, agent.Options{Seed: 3})
	th.many = true
	for i, how := range []string{"success", "failure", "success", "panic", "success"} {
		for _, a := range th.program.Info.Actions {
			th.results[a.Name] = append(th.results[a.Name], result{(i*7+len(a.Name))%5 + 1, how})
		}
	}
	spawned := []agent.ID{}
	for i, move := range moves {
		switch move % 12 {
		case 0:
			kind := []string{"hunter", "guard"}[i%2]
			if th.last = th.crowd.Spawn(kind); th.last == 0 {
				rt.Fatal("no room")
			}
			spawned = append(spawned, th.last)
		case 1:
			th.crowd.AddObject("prey", "")
		case 2:
			if list := th.crowd.View().Objects("prey"); len(list) > 0 {
				th.crowd.RemoveObject(list[move/12%len(list)])
			}
		case 3:
			th.assign(th.crowd.Target(0, true), fmt.Sprintf("food = %d", move/12%5))
		case 4, 5, 6:
			if len(spawned) > 0 {
				id := spawned[move/12%len(spawned)]
				if st := th.crowd.State(id); st != nil {
					th.assign(st, []string{"alarm = true", "hungry = true", "armed = false"}[move%12-4])
				}
			}
		case 7:
			if len(spawned) > 0 {
				th.crowd.Remove(spawned[move/12%len(spawned)])
			}
		default:
			th.crowd.Step()
		}
	}
	return th
}

func TestLifecycleHoldsWhateverHappens(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		moves := rapid.SliceOfN(rapid.IntRange(0, 999), 1, 150).Draw(rt, "moves")
		th := drive(rt, t, moves)
		if running := th.starts - th.stops; running < 0 || running > th.crowd.Len() {
			rt.Fatalf("%d agents, but %d actions are running", th.crowd.Len(), running)
		}
		for id := range th.crowd.All {
			st := th.crowd.State(id)
			if st.CountMembers(0) != th.crowd.World().CountMembers(0) {
				rt.Fatal("an agent's objects are not those of the world")
			}
			lo, hi := st.Schema().Segment(2)
			for a := lo; a < hi; a++ {
				if st.Get(a) != th.crowd.World().Get(a) {
					rt.Fatal("an agent's world is not the world")
				}
			}
			th.crowd.View().Explain(id)
			th.crowd.View().WhyIdle(id)
			th.crowd.Remove(id)
		}
		if th.starts != th.stops || th.crowd.Len() != 0 {
			rt.Fatalf("%d actions were started and %d ended", th.starts, th.stops)
		}
		if again := drive(rt, t, moves); !sameStart(th.log.String(), again.log.String()) {
			rt.Fatalf("the same moves gave other events:\n%s\n%s", th.log.String(), again.log.String())
		}
	})
}

// sameStart compares two logs up to the end of the shorter, since the first went on with removals.
func sameStart(long, short string) bool { return len(long) >= len(short) && long[:len(short)] == short }

func TestPanickingActionLeavesOthersAlone(t *testing.T) {
	th := newTheatre(t, hunters, agent.Options{})
	th.many = true
	th.results["fetch"] = []result{{1, "panic"}, {1, "success"}}
	th.crowd.AddObject("prey", "deer")
	first, second := th.crowd.Spawn("hunter"), th.crowd.Spawn("hunter")
	th.crowd.Step()
	if f := th.crowd.View().Runner(first).Failure(); f.Cause != runner.ActionPanicked {
		t.Errorf("the first agent's failure is %v", f.Cause)
	}
	if got := th.crowd.View().Runner(first).Fault(); got.Action != "fetch" || !strings.Contains(got.Stack, "runner_test.stage") {
		t.Errorf("its fault is %+v", got)
	}
	if why := th.crowd.View().WhyIdle(first); !strings.Contains(why, "quarantine") || !strings.Contains(why, "as the script says") {
		t.Errorf("it is idle since %s", why)
	}
	if plan, step := th.crowd.View().Runner(second).Plan(); plan == nil || step != 2 {
		t.Errorf("the second agent should be on its way:\n%s", th.log.String())
	}
}

const walker = `
state agent { way: int 0..1000000; sensed x: float }
action walk(to: int)
operator step { when x < 1000.0; do walk(way); effect way += 1 }
task go { method "on" when way >= 0 { step; step; step } }
agent a { plan go every 0.5s }
`

func newWalkers(b testing.TB, n int, ticks int32) *agent.Crowd {
	th := newTheatre(b, walker, agent.Options{Sink: runner.SinkFunc(func(runner.Event) {})})
	th.results["walk"] = []result{{int(ticks), "success"}}
	for range n {
		th.crowd.Spawn("a")
	}
	for range 200 {
		th.crowd.Step()
	}
	return th.crowd
}

func TestTicksDoNotAllocate(t *testing.T) {
	if testing.Short() {
		t.Skip("the short tests are those with the race detector, which allocates")
	}
	for _, ticks := range []int32{1, 5, 1 << 30} {
		crowd := newWalkers(t, 10, ticks)
		if n := testing.AllocsPerRun(200, crowd.Step); n > 0 {
			t.Errorf("with actions of %d ticks a tick allocates %v times", ticks, n)
		}
	}
}

// A tick of one agent whose action continues.
func BenchmarkTickRunning(b *testing.B) { benchmarkTick(b, 1<<30) }

// A tick of one agent whose actions take three ticks, planning every nine.
func BenchmarkTickPlanning(b *testing.B) { benchmarkTick(b, 3) }

func benchmarkTick(b *testing.B, ticks int32) {
	const agents = 1000
	crowd := newWalkers(b, agents, ticks)
	b.ReportAllocs()
	for b.Loop() {
		crowd.Step()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/agents, "ns/agent-tick")
}
