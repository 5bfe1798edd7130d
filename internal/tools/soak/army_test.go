package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"
	"unsafe"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// sentry is how the example declares its soldiers.
const sentry = "agent sentry { plan serve every 0.5s; idle look_around }"

// army is a crowd of soldiers, each with eight enemies and twelve places, whose actions continue forever.
type army struct {
	program *program.Program
	crowd   *agent.Crowd
	ids     []agent.ID
	seen    *world.Symbol
}

// newArmy returns an army of n in which soldiers are declared in some way. They have a raider before them, and have
// begun to act.
func newArmy(t testing.TB, n int, declared string) *army {
	return newArmyWith(t, n, declared, agent.Options{Sink: runner.SinkFunc(func(runner.Event) {})})
}

func newArmyWith(t testing.TB, n int, declared string, o agent.Options) *army {
	t.Helper()
	files := fstest.MapFS{}
	for _, name := range []string{"soldier.krk", "places.krk", "weapons.krk"} {
		text, err := fs.ReadFile(os.DirFS("../../../examples/soldier"), name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: []byte(strings.Replace(string(text), sentry, declared, 1))}
	}
	p, ds := program.Load(files, "soldier.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	b := runner.NewBindings(p.Info)
	for _, a := range p.Info.Actions {
		switch len(a.Params) {
		case 0:
			endless[struct{}](b, a.Name)
		case 1:
			endless[struct{ A action.Value }](b, a.Name)
		default:
			endless[struct{ A, B action.Value }](b, a.Name)
		}
	}
	crowd, err := agent.New(p, b, o)
	if err != nil {
		t.Fatal(err)
	}
	a := &army{program: p, crowd: crowd, seen: p.Info.Schema.Symbol("visible")}
	a.deploy(t, n)
	return a
}

func endless[P any](b *action.Bindings, name string) {
	action.Bind(b, name, func(*action.Ctx, *P, *struct{}) action.Status { return action.Running })
}

func (a *army) deploy(t testing.TB, n int) {
	for range 2 {
		if _, err := a.crowd.AddObject("enemy", ""); err != nil {
			t.Fatal(err)
		}
	}
	place := a.program.Info.Schema.Symbol("seen_at")
	for enemy, at := range map[string]string{"kane": "road", "ogre": "ditch"} {
		addr, _ := place.Addr(a.object(enemy))
		a.crowd.World().Set(addr, a.object(at))
	}
	for range n {
		id := a.crowd.Spawn("sentry")
		a.ids = append(a.ids, id)
		a.show(id, "kane", true)
		a.crowd.Target(id, false).Set(a.program.Info.Schema.Symbol("medkits").Base, 0)
	}
	for range 100 {
		a.crowd.Step()
	}
}

func (a *army) object(name string) world.Object {
	o, _ := a.crowd.View().ObjectNamed(name)
	return o
}

// show lets a soldier see an enemy, or no longer.
func (a *army) show(id agent.ID, enemy string, seen bool) {
	addr, _ := a.seen.Addr(a.object(enemy))
	a.crowd.Target(id, false).Set(addr, world.Bool(seen))
}

// part is a tick in which one soldier in ten, in turn, sees another enemy come or go.
func (a *army) part() {
	a.see(int(a.crowd.Tick()))
	a.crowd.Step()
}

// see lets one soldier in ten see the other enemy come or go.
func (a *army) see(turn int) {
	for i := turn % 10; i < len(a.ids); i += 10 {
		a.show(a.ids[i], "ogre", turn/10%2 == 0)
	}
}

const asleep = "agent sentry { plan serve when alert == alarmed every 0.5s }"

// BenchmarkArmy shows what a tick of 10,000 soldiers costs that sleep, that act and see nothing new, and of which a
// tenth sees something new; and what planning alone costs for those, without a runner and without noting what is read.
func BenchmarkArmy(b *testing.B) {
	const soldiers = 10_000
	run := func(name, declared string, tick func(a *army)) {
		b.Run(name, func(b *testing.B) {
			a := newArmy(b, soldiers, declared)
			for range 40 {
				tick(a)
			}
			b.ReportAllocs()
			for b.Loop() {
				tick(a)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/soldiers, "ns/agent-tick")
		})
	}
	run("asleep", asleep, func(a *army) { a.crowd.Step() })
	run("acting", sentry, func(a *army) { a.crowd.Step() })
	run("a tenth changed", sentry, (*army).part)
	b.Run("a tenth changed, against planning alone", func(b *testing.B) { againstPlanning(b, soldiers) })
	b.Run("planning alone", func(b *testing.B) { planAlone(b, htn.Options{}) })
	b.Run("planning alone, noting reads", func(b *testing.B) { planAlone(b, htn.Options{Reads: &htn.Reads{}}) })
}

// againstPlanning compares ticks in which a tenth of the soldiers have seen something new with the mere planning for as
// many of them: by a planner alone, on the states that they have, in the order of the tick, when none of them has been
// looked at for five ticks. Ticks in which they all only act show what the other nine tenths take. The three take
// turns, so that they meet the same machine, and of each the least counts.
func againstPlanning(b *testing.B, soldiers int) {
	a := newArmy(b, soldiers, sentry)
	planner := htn.NewPlanner(a.program.Domain, htn.Options{})
	goal := htn.GoalOf(a.program.Info.Agents[0].Plans[0].Call)
	for range 40 {
		a.part()
	}
	decisions := a.crowd.Decisions()
	var changed, acting, planning least
	plans := 0
	for turn := 0; b.Loop(); turn++ {
		a.see(turn)
		changed.of(a.crowd.Step)
		acting.of(a.crowd.Step)
		planning.of(func() {
			for i := (turn + 5) % 10; i < len(a.ids); i += 10 {
				if planner.Plan(a.crowd.State(a.ids[i]), goal).Status != htn.Found {
					b.Fatal("no plan")
				}
				plans++
			}
		})
	}
	if n := int(a.crowd.Decisions() - decisions); n != plans {
		b.Fatalf("%d decisions, but %d plans", n, plans)
	}
	tenth := float64(soldiers / 10)
	plan := float64(planning) / tenth
	each := float64(changed-acting*9/10) / tenth
	b.ReportMetric(plan, "ns/plan")
	b.ReportMetric(each, "ns/changed")
	b.ReportMetric(each/plan, "changed/plan")
	b.ReportMetric(float64(changed)/float64(planning), "tick/plan")
}

// BenchmarkArmyRecorded measures the cost of a recorder: a recorded army and one without take turns. Of each kind of
// tick it reports the minimum.
func BenchmarkArmyRecorded(b *testing.B) {
	const soldiers = 10_000
	quiet := runner.SinkFunc(func(runner.Event) {})
	bare := newArmyWith(b, soldiers, sentry, agent.Options{Sink: quiet})
	recorded := newArmyWith(b, soldiers, sentry, agent.Options{Sink: quiet, Recorder: ktrace.NewRecorder(io.Discard, ktrace.Options{})})
	var changed, acting [2]least
	for turn := 0; b.Loop(); turn++ {
		for i, a := range []*army{bare, recorded} {
			a.see(turn)
			changed[i].of(a.crowd.Step)
			acting[i].of(a.crowd.Step)
		}
	}
	if bare.crowd.TraceHash() != recorded.crowd.TraceHash() {
		b.Fatal("the recorder changed what was decided")
	}
	b.ReportMetric(float64(changed[0])/soldiers, "ns/changed")
	b.ReportMetric(float64(changed[1])/float64(changed[0]), "recorded/changed")
	b.ReportMetric(float64(acting[0])/soldiers, "ns/acting")
	b.ReportMetric(float64(acting[1])/float64(acting[0]), "recorded/acting")
}

// least is the least time that something has taken: what else a machine does only adds.
type least time.Duration

func (l *least) of(f func()) {
	start := time.Now()
	f()
	if d := least(time.Since(start)); *l == 0 || d < *l {
		*l = d
	}
}

// planAlone plans for soldiers that see the other enemy and for ones that do not, in turn.
func planAlone(b *testing.B, o htn.Options) {
	a := newArmy(b, 20, sentry)
	planner := htn.NewPlanner(a.program.Domain, o)
	goal := htn.GoalOf(a.program.Info.Agents[0].Plans[0].Call)
	for i, id := range a.ids {
		a.show(id, "ogre", i%2 == 0)
	}
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		if i++; i == len(a.ids) {
			i = 0
		}
		if planner.Plan(a.crowd.State(a.ids[i]), goal).Status != htn.Found {
			b.Fatal("no plan")
		}
	}
}

// TestSleepChangesNothing: a recorder looks at more than a crowd alone does, with the same result.
func TestSleepChangesNothing(t *testing.T) {
	var crowds [2]*agent.Crowd
	for i, o := range []agent.Options{{Seed: 1}, {Seed: 1, Recorder: ktrace.NewRecorder(io.Discard, ktrace.Options{})}} {
		a := newArmyWith(t, 30, "agent sentry { plan serve when visible(ogre) every 0.5s }", o)
		for tick := range 400 {
			switch {
			case tick%70 == 0:
				a.crowd.World().Set(a.program.Info.Schema.Symbol("alert").Base, world.Word(tick/70%3))
			case tick%50 == 0:
				a.crowd.Remove(a.ids[tick/50])
				a.ids[tick/50] = a.crowd.Spawn("sentry")
			}
			a.part()
		}
		crowds[i] = a.crowd
	}
	if crowds[0].TraceHash() != crowds[1].TraceHash() || crowds[0].Decisions() < 1000 {
		t.Errorf("%d decisions, %016x, of those who sleep; %d, %016x, of those who do not",
			crowds[0].Decisions(), crowds[0].TraceHash(), crowds[1].Decisions(), crowds[1].TraceHash())
	}
}

func TestSleepersAreSavedAsIfTicked(t *testing.T) {
	a := newArmy(t, 5, asleep)
	start := a.crowd.Snapshot(nil)
	a.part()
	a.crowd.Step()
	first := a.crowd.Snapshot(nil)
	if err := a.crowd.Rollback(start); err != nil {
		t.Fatal(err)
	}
	a.part()
	a.crowd.Step()
	if !bytes.Equal(a.crowd.Snapshot(nil), first) {
		t.Error("the same ticks after going back gave something else")
	}
}

func TestTicksOfAnArmyDoNotAllocate(t *testing.T) {
	for _, declared := range []string{asleep, sentry} {
		a := newArmy(t, 50, declared)
		for range 100 {
			a.part()
		}
		if n := testing.AllocsPerRun(100, a.crowd.Step); n > 0 {
			t.Errorf("%s: a tick allocates %g times", declared, n)
		}
		if n := testing.AllocsPerRun(100, a.part); n > 0 {
			t.Errorf("%s: a tick in which soldiers see something new allocates %g times", declared, n)
		}
	}
}

// A soldier's runner takes less than runnerBytes, besides its plans, what they depend on, and what is rare.
const runnerBytes = 1024

// TestBytesOfASoldier reports what a soldier takes, after ten seconds in which he has seen an enemy come and go.
func TestBytesOfASoldier(t *testing.T) {
	const history = 64 // events
	page, err := os.ReadFile("../../../docs/lab/figures.md")
	if err != nil {
		t.Fatal(err)
	}
	a := newArmyWith(t, 10, sentry, agent.Options{History: history})
	for range 100 {
		a.part()
	}
	own, sensed, shared := 0, 0, 0
	for i := range a.program.Info.Schema.Symbols {
		sym := &a.program.Info.Schema.Symbols[i]
		bytes := int(sym.Cells) * sym.Type.Width() * 8
		switch {
		case sym.Scope != world.ScopeAgent:
			shared += bytes
		case sym.Sensed:
			sensed += bytes
		default:
			own += bytes
		}
	}
	for _, id := range a.ids {
		sum, state := 0, a.crowd.State(id).Bytes()
		parts := a.crowd.View().Runner(id).Bytes()
		for part, n := range parts {
			if part != "rare" {
				sum += n
			}
		}
		if id == a.ids[0] {
			for what, n := range map[string]int{"the world as the soldier sees it": state, "his last 64 events, if they are kept": history * int(unsafe.Sizeof(ktrace.Event{}))} {
				if recorded := fmt.Sprintf("| %s | %d,%03d", what, n/1000, n%1000); strconv.IntSize == 64 && !strings.Contains(string(page), recorded) {
					t.Errorf("docs/lab/figures.md does not say %s", recorded)
				}
			}
			t.Logf("state %d (its own symbols %d, sensed ones %d, what he sees of the world's %d), runner %d %v, the last %d events %d",
				state, own, sensed, shared, sum, parts, history, history*int(unsafe.Sizeof(ktrace.Event{})))
		}
		if sum >= runnerBytes {
			t.Errorf("a runner takes %d bytes, not less than %d: %v", sum, runnerBytes, parts)
		}
	}
}
