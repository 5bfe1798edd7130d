package agent_test

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// graded is a crowd with levels, and in which ticks each agent had a turn, with the time that it stood for.
type graded struct {
	*game
	turns map[agent.ID][]int64
	times map[agent.ID]float64
}

func newGraded(t *testing.T, o agent.Options) *graded {
	g := &graded{newGame(t, o), map[agent.ID][]int64{}, map[agent.ID]float64{}}
	g.act = func(c *action.Ctx) action.Status {
		g.turns[c.Agent()] = append(g.turns[c.Agent()], c.Tick())
		g.times[c.Agent()] += c.DT()
		return action.Running
	}
	return g
}

func (g *graded) run(ticks int) {
	for range ticks {
		g.Step()
	}
}

// fewer are levels of ten ticks a second.
var fewer = []schedule.Level{{Name: "near", Significance: 10}, {Name: "far", Seconds: 0.5, Significance: 5},
	{Name: "away", Seconds: 1, Significance: 1, Deaf: true}, {Name: "asleep", Seconds: schedule.Asleep, Significance: 0}}

func TestLevelsSayHowOftenAgentsHaveATurn(t *testing.T) {
	for _, tc := range []struct {
		name         string
		significance float64
		level        int
		turns        int // in 100 ticks, after it has begun to act
	}{
		{"the finest", 10, 0, 100},
		{"between two", 7, 1, 20},
		{"just enough", 5, 1, 20},
		{"little", 1, 2, 10},
		{"none", 0, 3, 0},
		{"less than any level asks for", -3, 3, 0},
		{"no number", math.NaN(), 3, 0},
		{"without end", math.Inf(1), 0, 100},
	} {
		t.Run(tc.name, func(t *testing.T) {
			g := newGraded(t, agent.Options{Levels: fewer})
			id := g.spawn(1)[0]
			g.SetSignificance(id, tc.significance)
			if got := g.View().LevelOf(id); got != tc.level {
				t.Errorf("level %d, want %d", got, tc.level)
			}
			g.run(10)
			clear(g.turns)
			g.run(100)
			if got := len(g.turns[id]); got != tc.turns {
				t.Errorf("%d turns: %v; want %d", got, g.turns[id], tc.turns)
			}
		})
	}
}

func TestTimeAddsUpWhateverTheLevels(t *testing.T) {
	g := newGraded(t, agent.Options{Levels: fewer})
	ids := g.spawn(1, 2, 3)
	for _, id := range ids {
		g.SetSignificance(id, 10)
	}
	r := det.NewRand(3, 4, 5)
	for range 500 {
		for _, id := range ids {
			switch r.Intn(20) {
			case 0:
				g.SetSignificance(id, float64(1+r.Intn(10)))
			case 1:
				g.Wake(id)
			case 2:
				g.id.Write(g.Target(id, false), r.Intn(99))
			}
		}
		g.Step()
	}
	for _, id := range ids {
		g.SetSignificance(id, 10)
	}
	g.Step()
	for i, id := range ids {
		if got := g.times[id]; math.Abs(got-g.Seconds()) > 0.01 {
			t.Errorf("agent %d was given %g s of %g", i, got, g.Seconds())
		}
		if len(g.turns[id]) > 400 {
			t.Errorf("agent %d had %d turns of 500", i, len(g.turns[id]))
		}
	}
}

// Turns of agents of one level are spread over the ticks.
func TestTurnsAreSpread(t *testing.T) {
	g := newGraded(t, agent.Options{Levels: fewer})
	for i := range 100 {
		g.SetSignificance(g.spawn(i % 99)[0], 1)
	}
	g.run(20)
	for range 20 {
		if g.Step(); g.View().Stats().Turns != 10 {
			t.Fatalf("tick %d: %d turns of 100 agents in ten ticks", g.Tick(), g.View().Stats().Turns)
		}
	}
}

func TestWhatWakes(t *testing.T) {
	for _, tc := range []struct {
		name         string
		significance float64
		do           func(g *graded, id agent.ID)
		woken        bool
	}{
		{"nothing", 0, func(g *graded, id agent.ID) {}, false},
		{"a write", 0, func(g *graded, id agent.ID) { g.id.Write(g.Target(id, false), 5) }, true},
		{"a write that changes nothing", 0, func(g *graded, id agent.ID) { g.id.Write(g.Target(id, false), 1) }, false},
		{"a write to a shared symbol", 0, func(g *graded, id agent.ID) { g.score.Write(g.Target(0, true), 5) }, true},
		{"a write to another", 0, func(g *graded, id agent.ID) { g.id.Write(g.Target(g.spawn(7)[0], false), 5) }, false},
		{"the host", 0, func(g *graded, id agent.ID) { g.Wake(id) }, true},
		{"a finer level", 0, func(g *graded, id agent.ID) { g.SetSignificance(id, 5) }, true},
		{"more of the same level", 5, func(g *graded, id agent.ID) { g.SetSignificance(id, 6) }, false},
		{"a coarser level", 5, func(g *graded, id agent.ID) { g.SetSignificance(id, 1) }, false},
		{"a write to one who does not listen", 1, func(g *graded, id agent.ID) { g.id.Write(g.Target(id, false), 5) }, false},
		{"the host, one who does not listen", 1, func(g *graded, id agent.ID) { g.Wake(id) }, true},
		{"very many writes to one who does not listen", 1, func(g *graded, id agent.ID) {
			for i := range agent.MaxUnheard {
				g.id.Write(g.Target(id, false), 1+i%2)
			}
			g.id.Write(g.Target(id, false), 9)
		}, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			g := newGraded(t, agent.Options{Levels: fewer})
			id := g.spawn(1)[0]
			g.SetSignificance(id, tc.significance)
			g.run(40) // the next turns of slot 0 are due in 10 ticks, and 5
			tc.do(g, id)
			clear(g.turns)
			if g.Step(); len(g.turns[id]) > 0 != tc.woken {
				t.Errorf("turns in %v, woken: %t", g.turns[id], tc.woken)
			}
			before := len(g.turns[id])
			if g.run(2); len(g.turns[id]) > before+1 {
				t.Errorf("it stays awake: %v", g.turns[id])
			}
		})
	}
}

// An agent that does not listen hears of it in the next turn.
func TestTheDeafHearInTheirTurn(t *testing.T) {
	g := newGraded(t, agent.Options{Levels: fewer})
	id := g.spawn(1)[0]
	g.SetSignificance(id, 1)
	g.run(41)
	g.Target(id, false).Set(g.Schema().Symbol("go").Base, 0)
	for g.Tick() < 49 {
		if g.Step(); g.View().Stats().Plannings > 0 {
			t.Fatalf("it has heard in tick %d", g.Tick())
		}
	}
	if g.Step(); g.View().Stats().Plannings == 0 {
		t.Error("it has not heard in its turn")
	}
}

func TestARuleIsAskedBeforeTheFirstTickAndEverySecond(t *testing.T) {
	asked := map[agent.ID][]int64{}
	g := newGraded(t, agent.Options{Levels: fewer, Significance: func(c *agent.Crowd, id agent.ID) float64 {
		asked[id] = append(asked[id], c.Tick())
		return float64(c.Tick() / 10 % 2 * 10)
	}})
	g.run(3)
	id := g.spawn(1)[0]
	g.run(40)
	if want := []int64{3, 10, 20, 30, 40}; !slices.Equal(asked[id], want) {
		t.Errorf("asked in %v, want %v", asked[id], want)
	}
	if g.View().LevelOf(id) != 3 {
		t.Error("the answer is not heeded")
	}
}

func TestTimesOfStepsAreRightAtLowerLevels(t *testing.T) {
	const text = `
state agent { done: bool }
state world { alarm: bool }
action walk
operator go { do walk; fail_after 2.3s; effect done = true }
task live { method "on" { go } }
agent a { plan live }
`
	for _, tc := range []struct {
		significance float64
		want         int64 // the tick in which the step fails: at 2.3 s, or with the first turn after
	}{{10, 24}, {5, 25}, {1, 30}} {
		var failed int64
		h := newStagehand(t, text, agent.Options{Levels: fewer})
		h.fate["walk"] = "R"
		id := h.Spawn("a")
		h.SetSignificance(id, tc.significance)
		for h.Tick() < 60 && failed == 0 {
			h.Step()
			if h.View().Runner(id).Failure().Tick > 0 {
				failed = h.Tick()
			}
		}
		if failed != tc.want {
			t.Errorf("significance %g: failed in tick %d, want %d", tc.significance, failed, tc.want)
		}
	}
}

// A rule is not needed to run again.
func TestLevelsByARuleAreReplayed(t *testing.T) {
	var out bytes.Buffer
	rec := ktrace.NewRecorder(&out, ktrace.Options{})
	g := newGraded(t, agent.Options{Levels: fewer, Significance: byNumber, Recorder: rec, TurnsPerTick: 3, CrowdNodesPerTick: 4})
	g.spawn(1, 2, 3, 4, 5, 6, 7)
	g.run(200)
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := agent.NewReplay(&out, agent.ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for r.Step() {
	}
	if !r.Ended() || r.Crowd().TraceHash() != g.TraceHash() {
		t.Errorf("%+v %v", r.Difference(), r.Err())
	}
}

// An agent that becomes deaf has its next turn in the same tick, whether it is written to before or after that.
func TestACoarserLevelIsTheSameWhateverIsWrittenBefore(t *testing.T) {
	for _, from := range []float64{10, 5} {
		for _, within := range []bool{false, true} {
			want := turnsOfDeafened(t, from, within, false, false)
			for _, before := range []bool{true, false} {
				if got := turnsOfDeafened(t, from, within, before, !before); !slices.Equal(got, want) {
					t.Errorf("from %g, within a tick: %t, written before: %t: turns in %v, want %v", from, within, before, got, want)
				}
			}
		}
	}
}

// turnsOfDeafened returns when an agent has turns that becomes deaf, and is written to before or after that, between
// two ticks or within one. The run is made again.
func turnsOfDeafened(t *testing.T, from float64, within, before, after bool) []int64 {
	var out bytes.Buffer
	rec := ktrace.NewRecorder(&out, ktrace.Options{})
	g := newGraded(t, agent.Options{Levels: fewer, Recorder: rec})
	ids := g.spawn(1, 2)
	g.SetSignificance(ids[0], 10)
	g.SetSignificance(ids[1], from)
	deafen := func() {
		if before {
			g.id.Write(g.Target(ids[1], false), 7)
		}
		g.SetSignificance(ids[1], 1)
		if after {
			g.id.Write(g.Target(ids[1], false), 7)
		}
	}
	note := g.act
	g.act = func(c *action.Ctx) action.Status {
		if within && c.Agent() == ids[0] && c.Tick() == 43 {
			deafen()
		}
		if c.Tick() > 43 {
			g.seen.Put(c, int(c.Tick())) // so that the trace records the turn
		}
		return note(c)
	}
	if g.run(42); !within {
		deafen()
	}
	g.run(30)
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := agent.NewReplay(&out, agent.ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for r.Step() {
	}
	if !r.Ended() || r.Crowd().TraceHash() != g.TraceHash() {
		t.Errorf("from %g, within a tick: %t, written before: %t, after: %t: %+v %v", from, within, before, after, r.Difference(), r.Err())
	}
	return g.turns[ids[1]]
}

func TestTicksWithLevelsDoNotAllocate(t *testing.T) {
	o := agent.Options{Seed: 1, Levels: fewer, Significance: byNumber, TurnsPerTick: 40, CrowdNodesPerTick: 2000}
	crowd := newVillage(t, 100, o)
	for range 2000 {
		crowd.Step()
	}
	if n := testing.AllocsPerRun(500, crowd.Step); n > 0 {
		t.Errorf("a tick allocates %g times", n)
	}
	if n := testing.AllocsPerRun(100, func() { crowd.View().Stats() }); n > 0 {
		t.Errorf("Stats allocates %g times", n)
	}
}

// An agent that waits for its turn keeps its claims.
func TestClaimsHoldBetweenTurns(t *testing.T) {
	for _, significance := range []float64{10, 5, 1, 0} {
		h := newStagehand(t, strings.Replace(scullery, "p1, p2, p3", "p1", 1)+"state world { alarm: bool }", agent.Options{Levels: fewer})
		h.quiet, h.fate["scrub"] = true, "R"
		first := h.Spawn("cook")
		h.SetSignificance(first, 10)
		h.run(3)
		h.SetSignificance(first, significance)
		second := h.Spawn("cook")
		h.SetSignificance(second, 10)
		for range 40 {
			if h.Step(); h.Running() != 1 {
				t.Fatalf("significance %g, tick %d: two scrub the same plate", significance, h.Tick())
			}
		}
	}
}
