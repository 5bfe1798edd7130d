package main

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
	"github.com/karakuri-ai/karakuri/world"
)

// light is a mind of few words: a tree with one plan.
const light = `
action walk(to: vec2) uses legs
action eat uses hands
state agent { sensed hungry: bool; food: int 0..9; home: vec2; sensed near: bool }
operator fetch { do walk(home); effect food += 1 }
operator dine { when food > 0; do eat; effect food -= 1 }
task feed {
    method "at hand" when food > 0 { dine }
    method "fetch" { fetch; dine }
}
tree live {
    selector {
        when near abort both { eat }
        when hungry abort both { plan feed }
        walk(home)
    }
}
agent folk { tree live }
`

// town is a crowd of light minds whose actions continue forever: they walk about until they are hungry, and then carry
// out a plan.
type town struct {
	crowd  *agent.Crowd
	ids    []agent.ID
	hungry world.Addr
	bytes  float64 // for each
}

func newTown(t testing.TB, n int, o agent.Options) *town {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"town.krk": {Data: []byte(light)}}, "town.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	b := runner.NewBindings(p.Info)
	endless[struct{ To action.Vec2 }](b, "walk")
	endless[struct{}](b, "eat")
	before := heapBytes()
	crowd, err := agent.New(p, b, o)
	if err != nil {
		t.Fatal(err)
	}
	w := &town{crowd: crowd, hungry: p.Info.Schema.Symbol("hungry").Base}
	for range n {
		w.ids = append(w.ids, crowd.Spawn("folk"))
	}
	for range 20 {
		crowd.Step()
	}
	w.bytes = float64(heapBytes()-before) / float64(n)
	return w
}

func heapBytes() uint64 {
	var s runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}

// change lets one in a hundred, in turn, get hungry, and those that were before walk again.
func (w *town) change() {
	turn := int(w.crowd.Tick())
	for i := turn % 100; i < len(w.ids); i += 100 {
		w.crowd.Target(w.ids[i], false).Set(w.hungry, 1)
	}
	for i := (turn + 99) % 100; i < len(w.ids); i += 100 {
		w.crowd.Target(w.ids[i], false).Set(w.hungry, 0)
	}
}

// starve lets all be hungry: each is in the middle of a plan from then on.
func (w *town) starve() {
	for _, id := range w.ids {
		w.crowd.Target(id, false).Set(w.hungry, 1)
	}
	for range 10 {
		w.crowd.Step()
	}
}

// grades are levels of detail as games have them, and what part of the agents is on each, in hundredths.
var grades = []schedule.Level{{Name: "near", Significance: 3}, {Name: "far", Seconds: 0.5, Significance: 2}, {Name: "away", Seconds: 2, Significance: 1, Deaf: true},
	{Name: "asleep", Seconds: schedule.Asleep}}

func grade(c *agent.Crowd, ids []agent.ID) {
	for i, id := range ids {
		switch part := i % 100; {
		case part < 2:
			c.SetSignificance(id, 3)
		case part < 12:
			c.SetSignificance(id, 2)
		case part < 40:
			c.SetSignificance(id, 1)
		default:
			c.SetSignificance(id, 0)
		}
	}
}

// sizes are how many agents the benchmarks have; KARAKURI_SCALE asks for more than are made if nothing is said.
func sizes(most int) []int {
	limit := 10_000
	if n, err := strconv.Atoi(strings.ReplaceAll(os.Getenv("KARAKURI_SCALE"), "_", "")); err == nil {
		limit = n
	}
	var list []int
	for n := 1000; n <= min(limit, most); n *= 10 {
		list = append(list, n)
	}
	return list
}

// BenchmarkTown shows what light minds cost by their number: if all walk about, if all are in the middle of a plan, if
// one in a hundred gets hungry and plans and another gives it up, and that with levels of detail.
// KARAKURI_SCALE=1000000 asks for as many.
func BenchmarkTown(b *testing.B) {
	for _, n := range sizes(1_000_000) {
		for _, workers := range []int{1, 2} {
			run := func(name string, o agent.Options, warm int, tick func(w *town)) {
				b.Run(fmt.Sprintf("%s/%d/workers=%d", name, n, workers), func(b *testing.B) {
					o.Workers = workers
					before := heapBytes()
					w := newTown(b, n, o)
					if name == "planning" {
						w.starve()
						w.bytes = float64(heapBytes()-before) / float64(n)
					}
					if len(o.Levels) > 0 {
						grade(w.crowd, w.ids)
					}
					for range warm {
						tick(w)
					}
					measure(b, n, w.bytes, func() { tick(w) })
				})
			}
			run("acting", agent.Options{}, 20, func(w *town) { w.crowd.Step() })
			run("planning", agent.Options{}, 20, func(w *town) { w.crowd.Step() })
			run("changing", agent.Options{}, 220, func(w *town) { w.change(); w.crowd.Step() })
			run("levels", agent.Options{Levels: grades}, 220, func(w *town) { w.change(); w.crowd.Step() })
		}
	}
}

// partNear is [army.part] for soldiers that do not sleep.
func (a *army) partNear() {
	turn := int(a.crowd.Tick())
	for i := turn % 10; i < len(a.ids); i += 10 {
		if i%100 < 40 {
			a.show(a.ids[i], "ogre", turn/10%2 == 0)
		}
	}
	a.crowd.Step()
}

// BenchmarkLegion shows the same of soldiers: asleep, acting, a tenth of whom see something new, and that with levels
// of detail and bounds on turns and planning.
func BenchmarkLegion(b *testing.B) {
	bounded := agent.Options{Levels: grades, TurnsPerTick: 2000, CrowdNodesPerTick: 200_000}
	for _, n := range sizes(100_000) {
		for _, workers := range []int{1, 2} {
			run := func(name, declared string, o agent.Options, tick func(a *army)) {
				b.Run(fmt.Sprintf("%s/%d/workers=%d", name, n, workers), func(b *testing.B) {
					o.Workers = workers
					before := heapBytes()
					a := newArmyWith(b, n, declared, o)
					bytes := float64(heapBytes()-before) / float64(n)
					if len(o.Levels) > 0 {
						grade(a.crowd, a.ids)
					}
					for range 40 {
						tick(a)
					}
					measure(b, n, bytes, func() { tick(a) })
				})
			}
			run("asleep", asleep, agent.Options{}, func(a *army) { a.crowd.Step() })
			run("acting", sentry, agent.Options{}, func(a *army) { a.crowd.Step() })
			run("a tenth changed", sentry, agent.Options{}, (*army).part)
			run("levels", sentry, agent.Options{Levels: grades}, (*army).partNear)
			run("levels and bounds", sentry, bounded, (*army).partNear)
		}
	}
}

func measure(b *testing.B, n int, bytes float64, tick func()) {
	b.ReportAllocs()
	for b.Loop() {
		tick()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/agent-tick")
	b.ReportMetric(bytes, "B/agent")
}

// lightBytes is the maximum size of a light mind: a million of them in 1 GiB. Agents of smaller crowds take more,
// because lists grow ahead.
const lightBytes = 1<<30/1_000_000 + 30

func TestAMillionLightMindsFitInAGigabyte(t *testing.T) {
	w := newTown(t, 5000, agent.Options{Levels: grades})
	if w.bytes > lightBytes {
		t.Errorf("a light mind takes %.0f bytes, not less than %d", w.bytes, lightBytes)
	}
	t.Logf("%.0f bytes", w.bytes)
}

func TestAMillionMindsInTheMiddleOfAPlanFitInAGigabyte(t *testing.T) {
	const agents = 5000
	before := heapBytes()
	w := newTown(t, agents, agent.Options{})
	w.starve()
	if w.crowd.Running() < 3*agents { // tree, plan and action
		t.Error("they do not carry out a plan when they are hungry")
	}
	bytes := float64(heapBytes()-before) / agents
	runtime.KeepAlive(w)
	if bytes > lightBytes {
		t.Errorf("a mind in the middle of a plan takes %.0f bytes, not less than %d", bytes, lightBytes)
	}
	t.Logf("%.0f bytes", bytes)
}

// docs/performance.md says what light minds take.
func TestBytesOfATown(t *testing.T) {
	const agents = 10_000
	page, err := os.ReadFile("../../../docs/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	before := heapBytes()
	w := newTown(t, agents, agent.Options{})
	acting := w.bytes
	w.starve()
	planning := float64(heapBytes()-before) / agents
	runtime.KeepAlive(w)
	for row, bytes := range map[string]float64{"a light mind that acts": acting, "a light mind in the middle of a plan within its tree": planning} {
		found := regexp.MustCompile(`(?m)^\| ` + row + ` \| ([0-9]+) bytes \|`).FindSubmatch(page)
		if found == nil {
			t.Fatalf("docs/performance.md does not say what a mind takes: %s", row)
		}
		documented, _ := strconv.ParseFloat(string(found[1]), 64)
		if t.Logf("%s: %.0f bytes", row, bytes); bytes > documented*1.01 || bytes < documented*0.9 {
			t.Errorf("%s, a mind takes %.0f bytes, and docs/performance.md says %.0f", row, bytes, documented)
		}
	}
}

func TestTicksOfATownDoNotAllocate(t *testing.T) {
	for _, o := range []agent.Options{{}, {Levels: grades}, {Levels: grades, TurnsPerTick: 30, CrowdNodesPerTick: 1000}} {
		w := newTown(t, 500, o)
		if len(o.Levels) > 0 {
			grade(w.crowd, w.ids)
		}
		tick := func() { w.change(); w.crowd.Step() }
		for range 1000 {
			tick()
		}
		if n := testing.AllocsPerRun(300, tick); n > 0 {
			t.Errorf("a tick allocates %g times", n)
		}
	}
}
