package agent_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// stagehand is a crowd whose actions end as their argument says: "F" fails, "P" panics, "R" continues, all else
// succeeds in the tick after the next. It logs all events.
type stagehand struct {
	*agent.Crowd
	fate  map[string]string
	log   []string
	quiet bool // nothing is written down
	busy  bool // all actions continue
	alarm world.Addr
}

type timed struct{ Ticks int32 }

func newStagehand(t testing.TB, text string, o agent.Options) *stagehand {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(text)}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(ds.All)
	}
	h := &stagehand{fate: map[string]string{}}
	b := runner.NewBindings(p.Info)
	for _, a := range p.Info.Actions {
		action.Bind(b, a.Name, func(c *action.Ctx, _ *action.Arguments, s *timed) action.Status {
			if h.busy {
				return action.Running
			}
			s.Ticks++
			switch fate := h.fate[a.Name]; {
			case fate == "F":
				return action.Failure
			case fate == "P":
				panic("a slip")
			case fate == "R" || s.Ticks < 2:
				return action.Running
			}
			return action.Success
		}, action.OnAbort(func(c *action.Ctx, _ *action.Arguments, s *timed, r action.Reason) {
			h.note(a.Name, " aborted")
		}))
	}
	o.Sink = runner.SinkFunc(func(e runner.Event) {
		if !h.quiet {
			h.note(h.View().Text(e))
		}
	})
	o.TreeSink = bt.SinkFunc(func(e bt.Event) {
		if !h.quiet && (e.Kind == bt.NodeEnded && e.Node == 0 || e.Kind == bt.AbortFired || e.Kind == bt.Faulted || e.Kind == bt.TodoReached) {
			h.note(h.View().TreeText(e))
		}
	})
	crowd, err := agent.New(p, b, o)
	if err != nil {
		t.Fatal(err)
	}
	h.Crowd, h.alarm = crowd, crowd.Schema().Symbol("alarm").Base
	return h
}

func (h *stagehand) note(text ...string) {
	if !h.quiet {
		h.log = append(h.log, strings.Join(text, ""))
	}
}

// run makes ticks and returns the log.
func (h *stagehand) run(ticks int) []string {
	h.log = nil
	for range ticks {
		h.Step()
	}
	for i, text := range h.log {
		h.log[i], _, _ = strings.Cut(text, " (tree_test.go") // where it panicked
	}
	return h.log
}

func (h *stagehand) set(id agent.ID, symbol string, w world.Word) {
	h.Target(id, false).Set(h.Schema().Symbol(symbol).Base, w)
}

const rests = `
state agent { hungry: bool; food: int 0..9 = 1; alarm: bool }
action eat
action flee
action doze
operator dine { when food > 0; do eat; effect food -= 1, hungry = false; cooldown 1s }
task meal { method "dine" { dine } }
`

func TestTreesOfAgents(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		fate       map[string]string
		before     func(h *stagehand, id agent.ID)
		ticks      int
		want       []string
	}{
		{"a tree starts again in the tick after it has ended", `tree life { doze }; agent a { tree life }`, nil, nil, 4,
			[]string{"doze ended: success", "doze ended: success"}},
		{"one that says once does not, and the agent idles", `tree life { doze }; agent a { tree life once; idle flee }`, nil, nil, 5,
			[]string{"doze ended: success", "idle: its tree has ended", "idle action ended: success"}},
		{"a plan node carries a plan out", `tree life { plan meal }; agent a { tree life once }`, nil, nil, 3,
			[]string{"plan adopted: meal in 1 step", "step started: dine", "step ended: dine", "plan ended: meal", "plan meal ended: success", "idle: its tree has ended"}},
		{"without a plan it fails", `tree life { plan meal }; agent a { tree life once }`, nil,
			func(h *stagehand, id agent.ID) { h.set(id, "food", 0) }, 2,
			[]string{"no plan for meal", "plan meal ended: failure", "idle: its tree has ended"}},
		{"a plan that fails for good fails the node", `tree life { plan meal }; agent a { tree life once }`, map[string]string{"eat": "F"}, nil, 2,
			[]string{"plan adopted: meal in 1 step", "step started: dine", "step failed: dine: its action failed", `method banned for 5s: meal, "dine"`,
				"plan failed at step 1 of 1", "no plan for meal", "plan meal ended: failure"}},
		{"an abort reaches what the plan does", `tree life { selector { when alarm abort lower { flee }; plan meal } }; agent a { tree life }`,
			map[string]string{"eat": "R"}, nil, 2, []string{"plan adopted: meal in 1 step", "step started: dine"}},
		{"a step does a tree", `tree rest { sequence { doze; doze } }; operator sleep { do rest }; task nap { method "s" { sleep } }; agent a { plan nap once }`, nil, nil, 5,
			[]string{"plan adopted: nap in 1 step", "step started: sleep", "sequence ended: success", "step ended: sleep", "plan ended: nap", "idle: no plan line applies"}},
		{"a panic ends the tree, and the agent is left alone", `tree life { selector { doze; flee } }; agent a { tree life }`, map[string]string{"doze": "P"}, nil, 1,
			[]string{"fault in doze: a slip", "flee aborted", "faulted: its action panicked: doze: a slip", "agent quarantined for 1s"}},
		{"the panic of one branch is not told of a tree within another", `tree life { parallel all fail 2 { flee; plan nap } }; tree rest { doze }; operator sleep { do rest }; task nap { method "s" { sleep } }; agent a { tree life }`,
			map[string]string{"flee": "P"}, nil, 1, []string{"fault in flee: a slip", "plan adopted: nap in 1 step", "step started: sleep", "doze aborted", "step aborted: sleep: in quarantine after a panic",
				"plan aborted: in quarantine after a panic", "faulted: its action panicked: flee: a slip", "agent quarantined for 1s"}},
		{"plans that run in a circle end", `tree life { plan again }; operator turn { do life }; task again { method "t" { turn } }; agent a { tree life once }`, nil, nil, 40, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := newStagehand(t, rests+tc.text, agent.Options{})
			if tc.fate != nil {
				h.fate = tc.fate
			}
			id := h.Spawn("a")
			if tc.before != nil {
				tc.before(h, id)
			}
			got := h.run(tc.ticks)
			if tc.want != nil && !slices.Equal(got, tc.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tc.want, "\n"))
			}
			if h.Remove(id); h.Running() != 0 {
				t.Errorf("%d activities are left over", h.Running())
			}
		})
	}
}

// TestATreeCutsItsPlanShort: trees and the plans within them see a change in the next tick.
func TestATreeCutsItsPlanShort(t *testing.T) {
	h := newStagehand(t, rests+`tree life { selector { when alarm abort lower { flee }; plan meal } }; agent a { tree life }`, agent.Options{})
	h.fate["eat"] = "R"
	id := h.Spawn("a")
	h.run(5)
	h.set(id, "alarm", 1)
	want := []string{"when alarm fires abort lower: alarm was false, is true", "eat aborted", "step aborted: dine: a branch of higher priority takes over", "plan aborted: a branch of higher priority takes over"}
	if got := h.run(1); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestACooldownOutlivesItsPlan: the plan of a node has ended, and the cooldown that it has started continues.
func TestACooldownOutlivesItsPlan(t *testing.T) {
	h := newStagehand(t, rests+`tree life { selector { plan meal; doze } }; agent a { tree life }`, agent.Options{})
	h.set(h.Spawn("a"), "food", 3)
	got := strings.Join(h.run(40), "\n")
	if n := strings.Count(got, "step ended: dine"); n != 3 {
		t.Errorf("dined %d times, want 3 as soon as each cooldown is over:\n%s", n, got)
	}
	if strings.Count(got, "no plan for meal") == 0 {
		t.Error("the cooldown held nothing off")
	}
}

// TestAPanicStaysInItsAgent: another agent of the same kind continues as if nothing had happened.
func TestAPanicStaysInItsAgent(t *testing.T) {
	const text = rests + `tree life { sequence { doze; if !alarm; eat } }; tree mad { flee }; agent a { tree life }; agent b { tree mad }`
	alone := newStagehand(t, text, agent.Options{})
	alone.Spawn("a")
	want := alone.run(50)
	both := newStagehand(t, text, agent.Options{})
	both.Spawn("a")
	both.Spawn("b")
	both.fate["flee"] = "P"
	got := slices.DeleteFunc(both.run(50), func(s string) bool {
		return strings.Contains(s, "flee") || strings.Contains(s, "quarantine")
	})
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestExplainTellsOfTrees(t *testing.T) {
	h := newStagehand(t, rests+`tree life { selector { when alarm abort lower { flee }; plan meal } }; agent a { tree life }`, agent.Options{})
	h.fate["eat"] = "R"
	id := h.Spawn("a")
	h.run(3)
	got := h.View().Explain(id)
	for _, want := range []string{"carries out its tree", "tree life:", "> selector", "the tree plans for meal:", "dine"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}

func TestTicksOfTreesDoNotAllocate(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector allocates")
	}
	h := newStagehand(t, rests+`tree life { selector { when alarm abort both { flee }; sequence { doze; eat; set food = 3 }; plan meal } }; agent a { tree life }`, agent.Options{})
	h.quiet = true
	var ids []agent.ID
	for range 50 {
		ids = append(ids, h.Spawn("a"))
	}
	tick := func() {
		for i, id := range ids {
			h.Target(id, false).Set(h.alarm, world.Word((h.Tick()/7+int64(i))%2))
		}
		h.Step()
	}
	for range 300 {
		tick()
	}
	if n := testing.AllocsPerRun(100, tick); n > 0 {
		t.Errorf("%v allocations a tick", n)
	}
}

// BenchmarkTickTrees ticks 10,000 agents whose minds are trees: those whose action continues, and those of which a
// tenth see a change that aborts it.
func BenchmarkTickTrees(b *testing.B) {
	for _, every := range []int64{0, 10} {
		b.Run([]string{"quiet", "a tenth changed"}[min(every, 1)], func(b *testing.B) {
			h := newStagehand(b, rests+`tree life { selector { when alarm abort both { flee }; sequence { if food > 0 abort self; doze } } }; agent a { tree life }`, agent.Options{})
			h.quiet, h.busy = true, true
			var ids []agent.ID
			for range 10_000 {
				ids = append(ids, h.Spawn("a"))
			}
			tick := func() {
				for i := h.Tick() % 10; every > 0 && i < int64(len(ids)); i += every {
					st := h.Target(ids[i], false)
					st.Set(h.alarm, 1-st.Get(h.alarm))
				}
				h.Step()
			}
			for range 100 {
				tick()
			}
			b.ReportAllocs()
			for b.Loop() {
				tick()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/10_000, "ns/agent")
		})
	}
}
