package agent_test

import (
	"bytes"
	"fmt"
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

// landing has a bird that takes half a second to land, in trees wherever these can be.
const landing = `
state agent { sensed alarm: bool; height: int }
action fly uses wings grace 0.5s
action soar uses wings needs air grace 0.5s
action hide
action flinch uses wings
squad flock { token air 2 }
tree wary { selector { sequence abort lower { if alarm; hide }; fly } }
tree soaring { selector { sequence abort lower { if alarm; hide }; soar } }
operator live { do wary }
task be { method "be" { live } }
goal exist { wary }
brain small { want exist { score 1 } }
agent mind { tree wary }
agent step { plan be }
agent goal_step { brain small }
agent lent { tree soaring; squad flock }
`

// landed is the data of fly and soar.
type landed struct{ Asked, Since int32 }

// birds is a crowd of one that notes what its actions do.
type birds struct {
	*agent.Crowd
	id    agent.ID
	stays bool // flying never ends by itself
	slips bool // the request panics
	log   []string
}

func (w *birds) bind(p *program.Program) *action.Bindings {
	b := runner.NewBindings(p.Info)
	height := p.Info.Schema.Symbol("height").Base
	for _, a := range p.Info.Actions {
		note := func(c *action.Ctx, what string) {
			w.log = append(w.log, fmt.Sprintf("%d %s %s", c.Tick(), a.Name, what))
		}
		action.Bind(b, a.Name, func(c *action.Ctx, _ *struct{}, s *landed) action.Status {
			if c.Ending() != (s.Asked == 1) {
				panic("it is ending, but was not asked")
			}
			if !c.Ending() {
				return action.Running
			}
			s.Since++
			c.State().Set(height, world.Word(3-s.Since))
			if note(c, fmt.Sprint("lands ", s.Since)); s.Since == 3 && !w.stays {
				return action.Failure
			}
			return action.Running
		}, action.OnStart(func(c *action.Ctx, _ *struct{}, _ *landed) { note(c, "starts") }),
			action.OnEnd(func(c *action.Ctx, _ *struct{}, _ *landed, s action.Status) { note(c, "ends: "+s.String()) }),
			action.OnAbort(func(c *action.Ctx, _ *struct{}, s *landed, _ action.Reason) {
				if s.Asked++; s.Asked > 1 {
					panic("it is asked twice")
				}
				if note(c, map[bool]string{true: "is asked", false: "is aborted"}[c.Ending()]); w.slips {
					panic("a slip")
				}
			}))
	}
	return b
}

func newBirds(t *testing.T, kind, more string, o agent.Options) (*birds, *program.Program) {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(landing + more)}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	w := &birds{}
	c, err := agent.New(p, w.bind(p), o)
	if err != nil {
		t.Fatal(err)
	}
	w.Crowd = c
	if w.id = w.Spawn(kind); kind == "lent" {
		if err := w.Join(w.Spawn("flock"), w.id); err != nil {
			t.Fatal(err)
		}
	}
	return w, p
}

func (w *birds) alarm(on bool) {
	w.Target(w.id, false).Set(w.Schema().Symbol("alarm").Base, world.Bool(on))
}

func (w *birds) run(ticks int) {
	for range ticks {
		w.Step()
	}
}

// TestTreesWaitForGrace: whatever starts a tree, the branch that it aborts has its grace, and the next begins when that
// is over. It is the same when it is replayed, when it goes on from a snapshot of any tick, and in another crowd.
func TestTreesWaitForGrace(t *testing.T) {
	for _, kind := range []string{"mind", "step", "goal_step", "lent"} {
		for _, stays := range []bool{false, true} {
			t.Run(fmt.Sprint(kind, stays), func(t *testing.T) {
				var trace bytes.Buffer
				rec := ktrace.NewRecorder(&trace, ktrace.Options{CheckpointTicks: 1, SnapshotTicks: 1})
				w, p := newBirds(t, kind, "", agent.Options{Recorder: rec})
				w.stays = stays
				w.run(4)
				w.alarm(true)
				w.log = nil
				var saved [][]byte
				for range 8 {
					saved = append(saved, w.Snapshot(nil))
					w.run(1)
				}
				what := map[bool]string{true: "soar", false: "fly"}[kind == "lent"]
				want := []string{"5 " + what + " is asked", "6 " + what + " lands 1", "7 " + what + " lands 2", "8 " + what + " lands 3"}
				next := "8 hide starts"
				if stays {
					want, next = append(want, "9 "+what+" lands 4", "10 "+what+" lands 5"), "10 hide starts"
				}
				if want = append(want, next); !slices.Equal(w.log, want) {
					t.Fatalf("got  %q\nwant %q", w.log, want)
				}
				for at, data := range saved {
					again := &birds{id: w.id, stays: stays}
					c, _, err := agent.Restore(p, again.bind(p), agent.Options{}, data)
					if err != nil {
						t.Fatal(err)
					}
					again.Crowd = c
					for again.Tick() < w.Tick() {
						again.run(1)
					}
					if rest := want[len(want)-len(again.log):]; !slices.Equal(again.log, rest) || at == 0 && len(again.log) != len(want) {
						t.Errorf("restored after %d ticks: %q", at, again.log)
					}
					if !bytes.Equal(again.Snapshot(nil), w.Snapshot(nil)) {
						t.Errorf("restored after %d ticks it is another in the end", at)
					}
				}
				if err := rec.Close(); err != nil {
					t.Fatal(err)
				}
				sameAgain(t, w.Crowd, &trace)
			})
		}
	}
}

// TestWhatEndsGraceAtOnce: an agent that leaves and a branch that is gone take the grace away, a snapshot and a reload
// do not; the action is not asked again.
func TestWhatEndsGraceAtOnce(t *testing.T) {
	for _, tc := range []struct {
		name string
		do   func(w *birds)
		want string
	}{
		{"the agent leaves", func(w *birds) { w.Remove(w.id) }, ""},
		{"a snapshot is rolled back to", func(w *birds) {
			if err := w.Rollback(w.Snapshot(nil)); err != nil {
				panic(err)
			}
		}, "7 fly lands 2; 8 fly lands 3; 8 hide starts"},
		{"the program changes, and the tree does not", func(w *birds) { w.change("action late\n") }, "7 fly lands 2; 8 fly lands 3; 8 hide starts"},
		{"the tree has changed elsewhere", func(w *birds) { w.change("", "hide }; fly", "hide }; fly; hide") }, "7 fly lands 2; 8 fly lands 3; 8 hide starts"},
		{"the branch is gone from the tree", func(w *birds) { w.change("", "hide }; fly", "hide }; hide") }, "7 hide starts"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w, _ := newBirds(t, "mind", "", agent.Options{})
			w.run(4)
			w.alarm(true)
			w.run(2)
			w.log = nil
			tc.do(w)
			w.run(4)
			if got := strings.Join(w.log, "; "); got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
}

// change goes over to another program.
func (w *birds) change(more string, swaps ...string) {
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(strings.NewReplacer(swaps...).Replace(landing) + more)}}, "a.krk")
	if ds.Err() != nil {
		panic(ds.Err())
	}
	if _, err := w.Reload(p, w.bind(p)); err != nil {
		panic(err)
	}
}

// TestAPanicInTheRequestIsTheAgents: it takes down everything that the agent does, without grace, and the run can be
// replayed.
func TestAPanicInTheRequestIsTheAgents(t *testing.T) {
	for _, kind := range []string{"mind", "step", "goal_step", "lent"} {
		var trace bytes.Buffer
		rec := ktrace.NewRecorder(&trace, ktrace.Options{CheckpointTicks: 1})
		w, _ := newBirds(t, kind, "", agent.Options{Recorder: rec})
		w.slips = true
		w.run(4)
		w.alarm(true)
		w.log = nil
		w.run(1)
		if len(w.log) == 0 || !strings.HasSuffix(w.log[0], " is asked") || w.View().Runner(w.id).Why() != runner.Quarantined {
			t.Errorf("%s: %q, %v", kind, w.log, w.View().Runner(w.id).Why())
		}
		w.slips = false
		w.run(5)
		if err := rec.Close(); err != nil {
			t.Fatal(err)
		}
		sameAgain(t, w.Crowd, &trace)
	}
}
