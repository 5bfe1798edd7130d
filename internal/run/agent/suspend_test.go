package agent_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// walkers is a crowd with one agent whose body walks on by itself, a metre between two ticks, until it is stopped: walk
// sets it going and is done at six metres, report takes two ticks.
type walkers struct {
	*agent.Crowd
	id    agent.ID
	slips string // the hook of walk that panics
	log   []string
	trace bytes.Buffer
	rec   *ktrace.Recorder
}

const stoppable = `
state agent { pos: int; going: bool; sensed alarm: bool }
action walk
action report
action marked needs room
squad pair { token room 1 }
operator go { do walk }
task travel { method "go" { go } }
tree steps { sequence { walk } }
tree planned { sequence { plan travel } }
tree nested { parallel { goal stroll } }
goal stroll { walk }
goal tell { report }
`

func newWalkers(t *testing.T, text string, hooked bool, slips string, recorded bool) *walkers {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(stoppable + text)}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	w := &walkers{slips: slips}
	b := runner.NewBindings(p.Info)
	w.bind(b, "walk", hooked)
	w.bind(b, "marked", hooked)
	action.Bind(b, "report", func(c *action.Ctx, _ *struct{}, s *timed) action.Status {
		if s.Ticks++; s.Ticks < 2 {
			return action.Running
		}
		return action.Success
	})
	if recorded {
		w.rec = ktrace.NewRecorder(&w.trace, ktrace.Options{CheckpointTicks: 1})
	}
	crowd, err := agent.New(p, b, agent.Options{Recorder: w.rec})
	if err != nil {
		t.Fatal(err)
	}
	w.Crowd = crowd
	w.id = w.Spawn("a")
	return w
}

func (w *walkers) bind(b *action.Bindings, name string, hooked bool) {
	type hook = action.Hook[struct{}, timed]
	stop := func(c *action.Ctx, what string) {
		w.set("going", 0)
		if w.note(what); w.slips == what {
			panic("a slip")
		}
	}
	hooks := []hook{
		action.OnStart(func(*action.Ctx, *struct{}, *timed) { w.note("walks") }),
		action.OnEnd(func(c *action.Ctx, _ *struct{}, _ *timed, s action.Status) { stop(c, "done") }),
		action.OnAbort(func(c *action.Ctx, _ *struct{}, _ *timed, r action.Reason) { stop(c, "aborted") }),
	}
	if hooked {
		hooks = append(hooks, action.OnSuspend(func(c *action.Ctx, _ *struct{}, _ *timed) { stop(c, "suspended") }),
			action.OnResume(func(c *action.Ctx, _ *struct{}, _ *timed) { stop(c, "resumed") }))
	}
	action.Bind(b, name, func(c *action.Ctx, _ *struct{}, s *timed) action.Status {
		s.Ticks++
		if w.get("pos") >= 6 {
			return action.Success
		}
		w.set("going", 1)
		return action.Running
	}, hooks...)
}

func (w *walkers) get(symbol string) world.Word {
	return w.State(w.id).Get(w.Schema().Symbol(symbol).Base)
}

func (w *walkers) set(symbol string, word world.Word) {
	w.Target(w.id, false).Set(w.Schema().Symbol(symbol).Base, word)
}

func (w *walkers) note(what string) {
	w.log = append(w.log, fmt.Sprintf("%d %s at %d", w.Tick(), what, w.get("pos")))
}

// run makes ticks, and lets the body walk between them.
func (w *walkers) run(ticks int) {
	for range ticks {
		w.Step()
		if w.get("going") != 0 {
			w.set("pos", w.get("pos")+1)
		}
	}
}

// interrupt makes it do something else first, in the way that is said.
func (w *walkers) interrupt(t *testing.T, how string) {
	switch how {
	case "order":
		if _, err := w.Order(w.id, agent.Order{Goal: "tell"}); err != nil {
			t.Fatal(err)
		}
	case "alarm":
		w.set("alarm", 1)
	}
}

// TestSuspensionsReachTheHost: the host hears when an action in a step that suspends is interrupted, whatever contains
// it. The body does not move meanwhile and continues afterwards.
func TestSuspensionsReachTheHost(t *testing.T) {
	calls := []string{"1 walks at 0", "4 suspended at 3", "6 resumed at 3", "9 done at 6"}
	const brain = "\nbrain b { want trip { score 1.0 } }\nagent a { brain b }"
	for _, tc := range []struct {
		name, text, how string
		deaf            bool // the host binds no hooks
		slips           string
		want            []string
	}{
		{"an action", "goal trip { walk suspends }" + brain, "order", false, "", calls},
		{"one that does not suspend is aborted, and starts afresh", "goal trip { walk }" + brain, "order", false, "",
			[]string{"1 walks at 0", "4 aborted at 3", "6 walks at 3", "9 done at 6"}},
		{"a host without the hook gets no call, and the body walks on", "goal trip { walk suspends }" + brain, "order", true, "",
			[]string{"1 walks at 0", "7 done at 6"}},
		{"without an interruption there is no call", "goal trip { walk suspends }" + brain, "", false, "", []string{"1 walks at 0", "7 done at 6"}},
		{"by an interrupt of the goal", "goal trip { interrupt when alarm { report }; walk suspends }" + brain, "alarm", false, "",
			[]string{"1 walks at 0", "4 suspended at 3", "5 resumed at 3", "8 done at 6"}},
		{"by a reaction", "goal trip { walk suspends }\nbrain b { want trip { score 1.0 } }\nagent a { brain b; reaction report on alarm }", "alarm", false, "",
			[]string{"1 walks at 0", "4 suspended at 3", "5 resumed at 3", "9 done at 6"}},
		{"in a goal under the goal", "goal inner { walk suspends }\ngoal trip { inner }" + brain, "order", false, "", calls},
		{"within a tree", "goal trip { steps suspends }" + brain, "order", false, "", calls},
		{"within a plan", "goal trip { plan travel suspends }" + brain, "order", false, "", calls},
		{"within a plan within a tree", "goal trip { planned suspends }" + brain, "order", false, "", calls},
		{"within a goal within a tree, whatever its step says", "goal trip { nested suspends }" + brain, "order", false, "", calls},
		{"a tree that does not suspend is aborted", "goal trip { steps }" + brain, "order", false, "",
			[]string{"1 walks at 0", "4 aborted at 3", "6 walks at 3", "9 done at 6"}},
		{"an action that needs a token", "goal trip { marked suspends }" + brain, "order", false, "", calls},
		{"a panic ends all that is pursued, and the agent is left alone", "goal trip { walk suspends }" + brain, "order", false, "suspended",
			[]string{"1 walks at 0", "4 suspended at 3", "4 aborted at 3"}},
		{"also within a tree", "goal trip { steps suspends }" + brain, "order", false, "suspended", []string{"1 walks at 0", "4 suspended at 3", "4 aborted at 3"}},
		{"also as it goes on", "goal trip { walk suspends }" + brain, "order", false, "resumed",
			[]string{"1 walks at 0", "4 suspended at 3", "6 resumed at 3", "6 aborted at 3"}},
		{"also by a reaction", "goal trip { walk suspends }\nbrain b { want trip { score 1.0 } }\nagent a { brain b; reaction report on alarm }", "alarm", false, "suspended",
			[]string{"1 walks at 0", "4 suspended at 3", "4 aborted at 3"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := newWalkers(t, tc.text, !tc.deaf, tc.slips, true)
			w.run(3)
			w.interrupt(t, tc.how)
			w.run(6)
			if n := len(tc.want); len(w.log) < n || !slices.Equal(w.log[:n], tc.want) { // after that it walks again, being there
				t.Errorf("got\n%s\nwant\n%s", strings.Join(w.log, "\n"), strings.Join(tc.want, "\n"))
			}
			if quarantined := w.View().Runner(w.id).Why() == runner.Quarantined; quarantined != (tc.slips != "") {
				t.Error("is left alone:", quarantined)
			}
			w.sameAgain(t)
		})
	}
}

// sameAgain replays the run without the host.
func (w *walkers) sameAgain(t *testing.T) {
	t.Helper()
	if err := w.rec.Close(); err != nil {
		t.Fatal(err)
	}
	sameAgain(t, w.Crowd, &w.trace)
}

// sameAgain replays a run without the host.
func sameAgain(t *testing.T, c *agent.Crowd, trace io.Reader) {
	t.Helper()
	r, err := agent.NewReplay(trace, agent.ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for r.Step() {
	}
	if !r.Ended() || r.Crowd().TraceHash() != c.TraceHash() {
		t.Errorf("replay: %+v %v", r.Difference(), r.Err())
	}
}

// TestWhatIsSuspendedIsSaved: a snapshot from any tick of an interruption continues to the same.
func TestWhatIsSuspendedIsSaved(t *testing.T) {
	for _, step := range []string{"walk", "steps", "plan travel", "nested", "marked"} {
		for at := range 8 {
			w := newWalkers(t, "goal trip { "+step+" suspends }\nbrain b { want trip { score 1.0 } }\nagent a { brain b }", true, "", false)
			w.run(3)
			w.interrupt(t, "order")
			w.run(at)
			saved := w.Snapshot(nil)
			w.log = nil
			w.run(8)
			want, hash := w.log, w.TraceHash()
			if err := w.Rollback(saved); err != nil {
				t.Fatal(err)
			}
			w.log = nil
			if w.run(8); !slices.Equal(w.log, want) || len(want) == 0 || w.TraceHash() != hash {
				t.Errorf("%s, %d ticks after the order: %q, want %q", step, at, w.log, want)
			}
		}
	}
}
