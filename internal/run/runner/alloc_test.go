package runner_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// busy ends its steps in every way, and has them fail and be repaired.
const busy = `
type target max 4
objects t1, t2, t3: target
state agent {
    n: int 0..1000000
    sensed near: bool
    sensed alive: bool = true
    hit(t: target): bool
}
action move uses legs
action aim uses arms
action shoot uses arms
action trip
operator approach { do parallel any { move; aim }; until n > 500000; while alive; fail_after 2s; effect near = true }
operator turn { do aim; succeed_after 0.2s; effect n += 1 }
operator fire(t: target) { when n >= 0; do shoot; cooldown 0.3s; commit 0.1s; effect n += 1 }
operator stumble { do trip; effect n += 1 }
operator go_round { do move; effect n += 1 }
task pass {
    method "straight" { stumble }
    method "round" { go_round }
}
task strike { method "target" each t: target where !hit(t) order n { fire(t) } }
task fight {
    method "all" when n % 2 == 0 { turn; pass; approach; strike }
    method "less" when alive { turn; approach; strike }
    method "wait" { go_round }
}
agent a { plan fight every 0.5s; idle aim }
`

func newFighters(t testing.TB, n, nodes int) *agent.Crowd {
	th := newTheatre(t, busy, agent.Options{Sink: runner.SinkFunc(func(runner.Event) {}), NodesPerTick: nodes})
	th.mute = true
	th.results["move"] = []result{{3, "success"}}
	th.results["aim"] = []result{{9, "success"}}
	th.results["shoot"] = []result{{2, "success"}}
	th.results["trip"] = []result{{2, "failure"}}
	for range n {
		th.crowd.Spawn("a")
	}
	for range 400 {
		th.crowd.Step()
	}
	return th.crowd
}

func TestBusyTicksDoNotAllocate(t *testing.T) {
	if testing.Short() {
		t.Skip("the short tests are those with the race detector, which allocates")
	}
	for _, nodes := range []int{0, 2} {
		crowd := newFighters(t, 10, nodes)
		if n := testing.AllocsPerRun(300, crowd.Step); n > 0 {
			t.Errorf("with %d nodes in a tick a tick allocates %v times", nodes, n)
		}
	}
	if n := testing.AllocsPerRun(100, newFighters(t, 1000, 0).Step); n > 0 {
		t.Errorf("of many agents, all of which do the same at the same time, a tick allocates %v times", n)
	}
	if n := testing.AllocsPerRun(300, newDiners(t, 10).Step); n > 0 {
		t.Errorf("with steps at the same time a tick allocates %v times", n)
	}
}

// A tick of one agent in whose plans steps end by time, by joins and by failing, and are held open for expectations.
func BenchmarkTickBusy(b *testing.B) {
	const agents = 1000
	crowd := newFighters(b, agents, 0)
	b.ReportAllocs()
	for b.Loop() {
		crowd.Step()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/agents, "ns/agent-tick")
}

// feast has steps that run at the same time, some of which wait for resources.
const feast = `
type pan max 2
objects p1, p2: pan
state agent { rice: bool; hot(p: pan): bool; table: bool; fed: bool }
action boil uses stove
action fry(p: pan) uses stove
action lay
operator cook { do boil; effect rice = true }
operator curry(p: pan) { do fry(p); effect hot(p) = true }
operator lay_table { do lay; effect table = true }
operator dine { when rice && hot(p1) && table; do lay; effect fed = true, rice = false, hot(p1) = false, table = false }
task meal { method "all" { unordered { cook; curry(p1); curry(p2); lay_table }; dine } }
agent a { plan meal every 100s }
`

func newDiners(t testing.TB, n int) *agent.Crowd {
	th := newTheatre(t, feast, agent.Options{Sink: runner.SinkFunc(func(runner.Event) {})})
	for _, a := range []string{"boil", "fry", "lay"} {
		th.results[a] = []result{{3, "success"}}
	}
	for range n {
		th.crowd.Spawn("a")
	}
	for range 100 {
		th.crowd.Step()
	}
	return th.crowd
}

// A tick of one agent that does several things at once.
func BenchmarkTickUnordered(b *testing.B) {
	const agents = 1000
	crowd := newDiners(b, agents)
	b.ReportAllocs()
	for b.Loop() {
		crowd.Step()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/agents, "ns/agent-tick")
}
