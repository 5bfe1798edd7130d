package bt_test

import (
	"math"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// TestRandomOrderFollowsTheWeights ticks a tree for 10,000 agents and counts which child was first.
func TestRandomOrderFollowsTheWeights(t *testing.T) {
	for text, want := range map[string]map[string]float64{
		"random selector { work; play; rest }":                                    {"work": 1. / 3, "play": 1. / 3, "rest": 1. / 3},
		"random selector { work weight 6; play weight 3; rest }":                  {"work": .6, "play": .3, "rest": .1},
		"random sequence { work weight 0; play weight 2; rest weight n }":         {"play": 1},
		"selector { chance 0.3 { work }; chance 0.5 { play }; rest }":             {"work": .3, "play": .35, "rest": .35},
		"random selector { work weight 0; play weight 0 }":                        {"work": 1},
		"sequence { wait 0.1s..0.1s; random selector { work; play weight 3.0 } }": {"work": .25, "play": .75},
	} {
		th := newTheatre(t, prelude+"tree main { "+text+" }")
		first := map[string]float64{}
		agent := action.AgentID(0)
		th.env.Sink = bt.SinkFunc(func(e bt.Event) {
			if info, _ := th.program.Node(e.Node); e.Kind == bt.NodeStarted && info.Kind == def.NodeCall && e.Agent != agent {
				agent = e.Agent
				first[info.Name]++
			}
		})
		const agents = 10_000
		for i := range agents {
			th.tree.Reset(th.program, 0, false)
			for tick := int64(1); tick < 4; tick++ {
				th.env.Ctx.Enter(action.AgentID(i+1), tick, th.state)
				if th.tree.Tick(&th.env) != bt.Running {
					break
				}
			}
		}
		for name, p := range want {
			if got, sigma := first[name]/agents, math.Sqrt(p*(1-p)/agents); math.Abs(got-p) > 4*sigma {
				t.Errorf("%s: %s was first in %.4f of all cases, not %.4f", text, name, got, p)
			}
		}
	}
}

func TestSerialsTellTreesOfAnAgentApart(t *testing.T) {
	th := newTheatre(t, prelude+"tree main { random selector { work; play; rest; dig } }")
	draws := func(serial uint32) string {
		th.log.Reset()
		th.tick = 0
		th.tree.Reset(th.program, serial, false)
		for range 20 {
			th.step()
		}
		return th.log.String()
	}
	a, b, again := draws(0), draws(1), draws(0)
	if a == b || a != again {
		t.Errorf("serial 0:\n%s\nserial 1:\n%s\nserial 0 again:\n%s", a, b, again)
	}
}

const viewed = `tree main { selector {
    sequence abort both { if a; work uninterrupted }
    limit 3 { cooldown 1s { rest while b } }
    once { fail }
    repeat { timeout 2s { wait 1s as "pause" } }
} }`

func TestViewShowsWhatRuns(t *testing.T) {
	th := newTheatre(t, prelude+viewed)
	for range 4 {
		th.step()
	}
	var out strings.Builder
	if err := bt.View(&out, &th.tree, th.tick); err != nil {
		t.Fatal(err)
	}
	want := `> selector
      sequence abort both
          if a
          work uninterrupted
      limit, starts so far: 1
          cooldown
              rest
      once, ended: failure
          fail
    > repeat, 0 times so far
        > timeout, 17 ticks left
            > pause, 7 ticks left
`
	if out.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", out.String(), want)
	}
	if th.tree.Status(0) != bt.Running || th.tree.Status(1) != bt.Inactive {
		t.Error("the selector runs, the sequence does not")
	}
}

func TestViewShowsScoresOfASelection(t *testing.T) {
	th := newTheatre(t, prelude+"tree main { utility selector select best inertia 0.5 { work score n; play score 2.5; fail score 7 } }")
	for _, line := range []string{"set n = 2", "act play 1 success", "act play 9 success", "run 2", "set n = 9", "run 1"} {
		th.follow(line)
	}
	var out strings.Builder
	if err := bt.View(&out, &th.tree, th.tick); err != nil {
		t.Fatal(err)
	}
	want := `> utility selector
      work, score 2
    > play, score 2.5, ran last
      fail, score 7
`
	if out.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", out.String(), want)
	}
}

// saveAndLoad reads a tree that was saved with another version of its model.
func saveAndLoad(t *testing.T, before, after string, tick int64) (*theatre, []bt.Cut, string) {
	t.Helper()
	from, to := newTheatre(t, prelude+before), newTheatre(t, prelude+after)
	from.results["work"] = []result{{9, "success"}}
	for range tick {
		from.step()
	}
	b := from.forest.AppendNames(nil)
	b = append(b, from.saved()...)
	r := codec.NewReader(b)
	names := bt.ReadNames(r, from.info.Schema)
	rs := to.env.Instances.Restorer((*world.Reader)(r), from.info.Schema, nil)
	was := int32(0)
	for names.Name(was) != "main" {
		was++
	}
	to.tick = from.tick
	to.starts, to.stops = from.starts, from.stops
	cuts, lost := to.tree.Read(r, &bt.Saved{Instances: to.env.Instances, Restorer: rs, Names: names}, was)
	if r.End(); r.Err() != nil {
		t.Fatal(r.Err())
	}
	return to, cuts, lost
}

func TestATreeGoesOnInAnotherVersionOfItsModel(t *testing.T) {
	th, _, lost := saveAndLoad(t, "tree main { sequence { if n < 5; work } }", "tree other { fail }\ntree main { sequence { if n < 7; work } }", 3)
	if lost != "" || !th.tree.Running() || th.env.Instances.Running() != 1 {
		t.Fatal("it should go on:", lost)
	}
	th.env.Ctx.Enter(th.agent, th.tick, th.state)
	if !th.tree.Restored(&th.env) {
		t.Error("nothing panicked")
	}
	th.env.Sink = nil
	for range 5 {
		th.step()
	}
	if !th.tree.Running() || th.step() != bt.Success {
		t.Error("it should end in its ninth tick")
	}
}

// TestATreeWithOtherParametersStartsAnewAndTellsWhy: what starts it gives it others.
func TestATreeWithOtherParametersStartsAnewAndTellsWhy(t *testing.T) {
	th, cuts, lost := saveAndLoad(t, "tree main { sequence { if n < 5; work } }", "tree main(p: int) { sequence { if n < 5; work } }", 3)
	if lost != "the parameters of tree main have changed" || len(cuts) > 0 || th.tree.Running() || th.env.Instances.Running() != 0 {
		t.Errorf("it says %q, %v; %d actions run", lost, cuts, th.env.Instances.Running())
	}
}

// TestASelectionGoesOnInAnotherVersion changes the rule while a child runs: that continues, and what the other children
// were worth is kept where that was computed.
func TestASelectionGoesOnInAnotherVersion(t *testing.T) {
	for _, c := range []struct{ before, after, then string }{
		{"select best", "select best", "play started"},
		{"select best", "select first over 2", "play started"},
		{"select best", "select best inertia 0.1", "play started"},
		{"select best", "select weighted", "play started"},
		{"select best", "", "play started"},
		{"select best inertia 0.1", "select first over 1 inertia 2 fade 1s", "play started"},
		{"", "select best", "play started"},
		{"", "", "play started"},
	} {
		tree := func(rule string) string {
			return "tree main { utility selector " + rule + " { work score 3; play score 2 } }"
		}
		from := newTheatre(t, prelude+tree(c.before))
		from.results["work"] = []result{{9, "failure"}}
		from.follow("run 3")
		th, cuts, lost := from.reloaded(t, prelude+tree(c.after))
		if lost != "" || len(cuts) > 0 {
			t.Fatalf("from %q to %q: it says %q, %v", c.before, c.after, lost, cuts)
		}
		th.follow("run 6")
		if !strings.Contains(th.log.String(), "9 work ended: failure\n9 "+c.then) {
			t.Errorf("from %q to %q:\n%s", c.before, c.after, th.log.String())
		}
	}
}

func TestDroppedTreesCallNobody(t *testing.T) {
	th := newTheatre(t, prelude+"tree main { parallel { service every 1s look; work; play } }")
	for _, a := range []string{"work", "play", "look"} {
		th.results[a] = []result{{9, "success"}}
	}
	th.step()
	th.tree.Drop(th.env.Instances)
	if th.stops != 0 || th.env.Instances.Running() != 0 || th.tree.Running() {
		t.Error(th.stops, "actions were ended,", th.env.Instances.Running(), "run")
	}
}

func TestNoticesOfOtherCellsDoNotMatter(t *testing.T) {
	th := newTheatre(t, prelude+"tree main { selector { sequence abort lower { if a && hot(none); work }; rest } }")
	th.results["rest"] = []result{{99, "success"}}
	th.step()
	th.assign("b = true, n = 3, x = 2.0")
	due := th.tree.Due()
	th.tree.Notice(th.state.Changes(world.Mark{}))
	th.step()
	if due != math.MaxInt64 || th.tree.Due() != due {
		t.Error("a tick that comes to nothing has changed when something is due")
	}
}

func TestPlanAndGoalLeavesStartActivitiesByTheirID(t *testing.T) {
	for _, text := range []string{
		"operator op(v: int) { do say(v) }\ntree main { plan op(n + 1) }",
		"goal op(v: int) { say(v) }\ntree main { goal op(n + 1) }",
	} {
		info := load(t, prelude+text)
		th := newTheatreOf(t, info)
		for i, a := range info.Actions {
			if a.Name == "say" {
				th.forest, _ = bt.Compile(info, bt.Options{Activity: func(n *def.NodeInfo) int32 {
					if n.Name != "op" {
						t.Error("the node is of", n.Name)
					}
					return int32(i)
				}})
			}
		}
		th.program = th.forest.Program(0)
		th.tree.Reset(th.program, 0, false)
		th.follow("set n = 4")
		th.follow("act say 2 failure")
		th.step()
		if s := th.step(); s != bt.Failure || !strings.Contains(th.log.String(), "say(5)") {
			t.Error(s, th.log.String())
		}
		th.finish()
		func() {
			defer func() {
				if recover() == nil {
					t.Error("Compile must say that it needs Options.Activity")
				}
			}()
			bt.Compile(info, bt.Options{})
		}()
	}
}

// TestSavedPortsOfOtherTypesAreRefused saves a tree whose ports are whole numbers, and reads it as one whose port is a
// vec2: both of its words are examined.
func TestSavedPortsOfOtherTypesAreRefused(t *testing.T) {
	for ports, refused := range map[string]bool{"n, k": false, "n - 1, k": true, "n, k - 1": true} {
		from := newTheatre(t, prelude+"tree inner(p: int, q: int) { work }\ntree main { inner("+ports+") }")
		from.results["work"] = []result{{9, "success"}}
		from.step()
		to := newTheatre(t, prelude+"tree inner(v: vec2) { work }\ntree main { inner(vec2(x, y)) }")
		r := codec.NewReader(from.saved())
		rs := to.env.Instances.Restorer((*world.Reader)(r), to.info.Schema, nil)
		if to.tree.Read(r, &bt.Saved{Instances: to.env.Instances, Restorer: rs}, to.program.ID()); r.Failed() != refused {
			t.Errorf("ports %s: %v", ports, r.Err())
		}
	}
}
