package bt_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// TestCompiledTrees compares the compiled forms of trees: watches and their reads, immediate evaluations, memory
// layout.
func TestCompiledTrees(t *testing.T) {
	var out strings.Builder
	for _, tree := range []string{
		"work", "sequence { work; play }", "sequence { if a; if b; work }", "sequence { if a; if b }", "sequence { if a && b; if n > 3 on_success k += 1; if c; if d; work }", "sequence { if n in 2..5; if m == calm; if !c; play }", "sequence { work; if a; if b; if c }", "resume sequence { if a; if b; work }",
		"selector { sequence abort both { if a; work }; rest }", "selector { sequence abort lower { if a; if b; work }; sequence abort self { if c; play }; rest }", "selector { sequence abort both { if a; sequence { if b; work } }; rest }", "sequence abort self { if a; work }", "sequence abort both { if a; play }", "selector { when a abort both { work }; when b && c abort lower { play }; rest }",
		"sequence { if a abort both; work }", "parallel { if a abort both; work; sequence abort both { if b; play } }", "parallel all { if a abort self; work }", "selector { sequence { if a abort lower; work }; rest }", "try { if a abort both; work } catch { rest }", "selector { sequence abort lower { if a skip_if b; work }; rest }", "sequence abort self { if a fail_if b; work }", "selector abort both { if a; work }",
		"reactive sequence { if a; if n > 3; work }", "reactive sequence { if a; if b on_failure n += 1; work }", "reactive sequence { work; if a; play }", "reactive selector { sequence { if a; if b }; sequence { if c; work }; rest }", "reactive selector { sequence { if a; set n = 1 }; when b { work }; rest }", "reactive selector { if a; if b; work }", "reactive sequence { if likes(n); work }", "reactive sequence { if exists(t: thing where hot(t)); if n > 3; work }",
		"while_do_else { if a; work; play }", "while_do_else { sequence { if a; if b }; work }", "while_do_else { work; play }", "switch n { case 1 { work }; case 2, 3 { play }; else { rest } }", "switch m { case calm { work }; case cross { play } }", "if_then_else { if a; work; play }",
		"sequence while a { work while b; play }", "work uninterrupted", "selector { sequence abort lower { if a; work }; sequence { play uninterrupted; rest } }", "work skip_if a fail_if b succeed_if c", "work on_success n += 1 on_failure n -= 1 on_abort n = 0", "sequence on_abort n = 0 { if a; if b }",
		"sequence { service every 0.5s look; service every 1s set n += 1; work; play }", "repeat 3 { retry 2 { work } }", "timeout 2s { delay 1s { cooldown 3s { wait 1s } } }", "once { limit 3 { invert { if a } } }", "succeed { fail { work } }", "until_failure { chance 0.5 { work } }", "wait 1s..2s", "sequence { wait 1s..2s; chance 0.5 { work }; random selector { work; play } }",
		"random sequence { work; play; rest }", "random selector { work weight n; play weight 2 }", "utility selector { work score n; play score 2 }", "utility selector select best inertia 0.5 fade 1s { work score n; play score x; rest score 1 }", "utility selector select weighted top 2 { work score n; play score 2 }", "utility selector select first over 2 { work score n; utility selector select best inertia 1 score 1 { play score 2; rest score 1 } }",
		"each i in 1, n, 3 { say(i) }", "each t: thing where hot(t) order near(t) { touch(t) }", "each v: mood { each t: thing { touch(t) } }", "part(n + 1)", "selector { part(3); work }", "selector { watched(n); rest }", "sequence { if a as \"first\"; log \"x\"; set n = 3; succeed; fail; say(n); touch(none) }", "parallel succeed 2 fail 1 { work; play; wait 1s; sequence { rest; dig } }",
		"selector { sequence abort lower { if ready; work }; sequence abort lower { if deep && deep; play }; rest }", "reactive sequence { if deep; wait x }",
		"selector { sequence abort lower { if hot(none); work }; sequence abort lower { if forall(t: thing: hot(t) && near(t) > x); play }; rest }",
	} {
		text := prelude + "state agent { ready := a && near(none) < x; deep := ready || n > k }\ntree part(p: int) { sequence { if p > 2; say(p) } }\ntree watched(q: int) { sequence abort both { if q > k; say(q) } }\ntree main { " + tree + " }"
		info, ds := check(text)
		if ds != "" {
			fmt.Fprintf(&out, "=== %s\nis refused: %s\n", tree, ds)
			continue
		}
		th := newTheatreOf(t, info)
		fmt.Fprintf(&out, "=== %s\n%s", tree, bt.Listing(th.program))
		for n := range th.program.Len() {
			node, _ := th.program.Node(int32(n))
			if d := bt.Detail(node); d != bt.Label(node) {
				fmt.Fprintf(&out, "%d in detail: %q\n", n, d)
			}
		}
	}
	const file = "testdata/compiled.golden"
	if *update {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != string(want) {
		t.Errorf("%s differs:\n%s", file, difference(got, string(want)))
	}
}

// check loads a text, or returns its mistakes.
func check(text string) (info *def.Info, wrong string) {
	defer func() {
		if v, ok := recover().(refusal); ok {
			wrong = string(v)
		}
	}()
	return load(refuser{}, text), ""
}

type refusal string

// refuser ends a loading with a mistake.
type refuser struct{ nobody }

func (refuser) Fatal(args ...any) {
	text := fmt.Sprint(args...)
	text, _, _ = strings.Cut(text, "\n")
	panic(refusal(text))
}

// TestProbes: how a node would end if it were asked now; undecided where it would do something.
func TestProbes(t *testing.T) {
	for _, c := range []struct{ tree, script, want string }{
		{"succeed", "", "success"}, {"fail", "", "failure"}, {"if a", "", "failure"}, {"if a", "set a = true", "success"}, {"if n > 3 && k < 5", "set n = 4", "success"}, {"if n > 3 && k < 5", "set n = 4, k = 5", "failure"}, {"if a || b", "set b = true", "success"}, {"if a || b", "", "failure"}, {"work", "", "undecided"}, {"wait 1s", "", "undecided"}, {"set n = 1", "", "undecided"}, {"log \"x\"", "", "undecided"},
		{"if a on_success n = 1", "", "failure"}, {"if a on_success n = 1", "set a = true", "undecided"}, {"if a on_failure n = 1", "", "undecided"}, {"if a on_failure n = 1", "set a = true", "success"}, {"if a skip_if b", "set b = true", "skipped"}, {"if a fail_if b", "set a = true, b = true", "failure"}, {"if a succeed_if b", "set b = true", "success"}, {"if a while b", "set a = true", "skipped"}, {"if a while b", "set a = true, b = true", "success"}, {"work skip_if b", "set b = true", "skipped"}, {"work skip_if b", "", "undecided"}, {"succeed while b", "", "skipped"},
		{"sequence { if a; if b }", "set a = true", "failure"}, {"sequence { if a; if b }", "set a = true, b = true", "success"}, {"sequence { if a; work }", "set a = true", "undecided"}, {"sequence { if a; work }", "", "failure"}, {"sequence { if a; fail }", "set a = true", "failure"}, {"sequence { if a; succeed }", "set a = true", "success"}, {"sequence { succeed skip_if true }", "", "skipped"}, {"sequence { succeed skip_if true; succeed }", "", "success"}, {"sequence { if a skip_if b; if c }", "set b = true, c = true", "success"}, {"sequence { service every 1s look; if a }", "set a = true", "undecided"}, {"sequence fail_if b { service every 1s look; if a }", "set b = true", "failure"},
		{"selector { if a; if b }", "set b = true", "success"}, {"selector { if a; if b }", "", "failure"}, {"selector { if a; work }", "", "undecided"}, {"selector { if a; work }", "set a = true", "success"}, {"selector { if a skip_if true }", "", "skipped"}, {"selector { fail; if a skip_if true }", "", "failure"}, {"reactive selector { if a; if b }", "set a = true", "success"}, {"reactive sequence { if a; if b }", "set a = true", "failure"}, {"reactive sequence { if a; if b }", "set a = true, b = true", "success"},
		{"resume sequence { if a; if b }", "set a = true, b = true", "success"}, {"resume sequence { if a; if b }", "", "failure"}, {"resume sequence { if a; work; if c }", "set a = true\nrun 2", "undecided"}, {"resume sequence { succeed; fail }", "run 1", "undecided"}, {"parallel { succeed; succeed }", "", "undecided"}, {"random selector { succeed; fail }", "", "undecided"}, {"utility selector { succeed score 1; fail score 2 }", "", "undecided"}, {"try { succeed } catch { fail }", "", "undecided"},
		{"if_then_else { if a; if b; if c }", "set a = true, b = true", "success"}, {"if_then_else { if a; if b; if c }", "set a = true, c = true", "failure"}, {"if_then_else { if a; if b; if c }", "set c = true", "success"}, {"if_then_else { if a; if b; if c }", "set b = true", "failure"}, {"if_then_else { if a; if b }", "set b = true", "failure"}, {"if_then_else { if a; if b }", "set a = true, b = true", "success"}, {"if_then_else { work; succeed; fail }", "", "undecided"}, {"if_then_else { if a skip_if true; succeed; fail }", "", "skipped"},
		{"while_do_else { if a; if b; if c }", "set a = true, b = true", "success"}, {"while_do_else { if a; if b; if c }", "set b = true", "failure"}, {"while_do_else { if a; if b }", "", "failure"}, {"switch n { case 1 { succeed }; case 2 { if a }; else { work } }", "set n = 1", "success"}, {"switch n { case 1 { succeed }; case 2 { if a }; else { work } }", "set n = 2", "failure"}, {"switch n { case 1 { succeed }; case 2 { if a }; else { work } }", "set n = 3", "undecided"}, {"switch n { case 1 { succeed }; case 2 { if a } }", "set n = 3", "failure"},
		{"invert { if a }", "", "success"}, {"invert { if a }", "set a = true", "failure"}, {"invert { work }", "", "undecided"}, {"invert { if a skip_if true }", "", "skipped"}, {"succeed { work }", "", "undecided"}, {"succeed { if a skip_if true }", "", "skipped"}, {"fail { work }", "", "undecided"}, {"fail { if a skip_if true }", "", "skipped"}, {"succeed { if a }", "", "success"}, {"fail { if a }", "set a = true", "failure"}, {"when a { succeed }", "", "failure"}, {"when a { succeed }", "set a = true", "success"}, {"when a { work }", "set a = true", "undecided"}, {"when a { if b }", "set a = true", "failure"},
		{"cooldown 1s { succeed }", "", "undecided"}, {"cooldown 1s { succeed skip_if true }", "", "skipped"}, {"cooldown 1s { succeed }", "run 1", "failure, timed"}, {"cooldown 1s { succeed }", "run 1\nlater 9", "failure, timed"}, {"cooldown 1s { succeed }", "run 1\nlater 10", "undecided"}, {"once { succeed }", "", "undecided"}, {"once { succeed }", "run 1", "success"}, {"once { fail }", "run 1", "failure"}, {"once { succeed skip_if true }", "", "skipped"}, {"limit 2 { succeed }", "", "undecided"}, {"limit 2 { succeed }", "run 1", "undecided"}, {"limit 2 { succeed }", "run 2", "failure"}, {"limit n { succeed }", "", "failure"},
		{"timeout 1s { succeed }", "", "success"}, {"timeout 1s { fail }", "", "failure"}, {"timeout x { succeed }", "", "failure"}, {"timeout x { succeed }", "set x = 0.5", "success"}, {"delay 1s { succeed }", "", "undecided"}, {"repeat 2 { succeed }", "", "undecided"}, {"retry 2 { fail }", "", "undecided"}, {"chance 1 { succeed }", "", "undecided"}, {"each i in 1, 2 { succeed }", "", "undecided"}, {"part(1)", "", "failure"}, {"part(3)", "", "success"}, {"part(n + 1)", "set n = 2", "success"}, {"sequence { part(3); part(1) }", "", "failure"},
	} {
		text := prelude + "tree part(p: int) { if p > 2 }\ntree main { " + c.tree + " }"
		info, wrong := check(text)
		if wrong != "" {
			t.Errorf("%s: %s", c.tree, wrong)
			continue
		}
		th := newTheatreOf(t, info)
		th.silent = true
		for line := range strings.SplitSeq(c.script, "\n") {
			if ticks, ok := strings.CutPrefix(line, "later "); ok {
				var n int64
				fmt.Sscan(ticks, &n)
				th.tick += n
			} else if line != "" {
				th.follow(line)
			}
		}
		th.env.Ctx.Enter(th.agent, th.tick, th.state)
		before := th.saved()
		s, timed := bt.ProbeOf(&th.tree, &th.env, 0)
		got := s.String()
		if timed {
			got += ", timed"
		}
		if got != c.want {
			t.Errorf("%s after %q: %s, want %s", c.tree, c.script, got, c.want)
		}
		if after := th.saved(); !slices.Equal(before, after) && !timed && !strings.Contains(c.tree, "part") {
			t.Errorf("%s after %q: the probe has changed the tree", c.tree, c.script)
		}
	}
}

// TestProbesTellTheOutcome: a probe predicts the outcome, and has no effects.
func TestProbesTellTheOutcome(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		th := newTangle(rt)
		th.fate = 0
		for _, move := range drawMoves(rt) {
			if th.tree.Running() {
				th.follow("abort")
			}
			th.state.Forget()
			th.env.Ctx.Enter(th.agent, th.tick+1, th.state)
			s, _ := bt.ProbeOf(&th.tree, &th.env, 0)
			hash, starts := th.state.Hash(), th.starts
			if s != bt.Success && s != bt.Failure && s != bt.Skipped {
				th.drive(move)
				continue
			}
			if s == bt.Skipped {
				s = bt.Failure
			}
			if got := th.step(); got != s || th.starts != starts || th.state.Hash() != hash {
				rt.Fatalf("it was to end with %v, and has come to %v; %d actions were started", s, got, th.starts-starts)
			}
			th.drive(move)
		}
	})
}

// TestUnseenTreesDecideAlike: trees do the same with and without a sink.
func TestUnseenTreesDecideAlike(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		th := newTangle(rt)
		other := newTheatreOf(rt, th.info)
		other.fate, other.env.Sink, other.check = th.fate, nil, &lifecycle{t: nobody{}, running: map[int32]bool{}}
		for i, move := range drawMoves(rt) {
			th.drive(move)
			other.drive(move)
			if th.state.Hash() != other.state.Hash() || th.starts != other.starts || th.stops != other.stops || th.tree.Running() != other.tree.Running() || fmt.Sprint(th.leaves()) != fmt.Sprint(other.leaves()) {
				rt.Fatalf("after %d moves: %d starts and %d ends, unseen %d and %d", i+1, th.starts, th.stops, other.starts, other.stops)
			}
		}
	})
}

// TestResumedTicksAreTicks: where a steady tree's leaves are updated one by one from outside, and the tree continues
// from the first that ends, the result is the same.
func TestResumedTicksAreTicks(t *testing.T) {
	resumed := 0
	rapid.Check(t, func(rt *rapid.T) {
		th := newTangle(rt)
		other := newTheatreOf(rt, th.info)
		other.fate = th.fate
		for i, move := range drawMoves(rt) {
			th.drive(move)
			other.drive(move)
			if a, b := th.log.String(), other.log.String(); a != b {
				rt.Fatalf("after %d moves, by ticks and resumed:\n%s", i+1, difference(a, b))
			}
			for range 3 {
				resumed += other.stepApart()
				th.step()
				if a, b := th.log.String(), other.log.String(); a != b {
					rt.Fatalf("after %d moves, by ticks and resumed:\n%s", i+1, difference(a, b))
				}
			}
		}
	})
	if resumed == 0 {
		t.Error("no tick was resumed")
	}
}

// stepApart is step where the leaves of a steady tree are updated first; it returns how often it did so.
func (th *theatre) stepApart() int {
	th.tree.Notice(th.state.Changes(world.Mark{}))
	if th.tree.SteadyUntil() <= th.tick+1 || !th.tree.Running() || th.tree.Leaves() == 0 {
		th.step()
		return 0
	}
	th.tick++
	th.state.Forget()
	th.env.Ctx.Enter(th.agent, th.tick, th.state)
	s, i := bt.Running, 0
	for ; i < th.tree.Leaves(); i++ {
		if s = bt.Status(th.env.Instances.Update(th.env.Ctx, th.tree.Leaf(i))); s != bt.Running || i == int(th.tick)%2 {
			break
		}
	}
	if i < th.tree.Leaves() {
		s = th.tree.Resume(&th.env, i, s)
	}
	th.tree.Notice(th.state.Changes(world.Mark{}))
	th.state.Forget()
	if s != bt.Running {
		th.write(fmt.Sprintf("%d tree %s", th.tick, s))
	}
	th.check.tickOver(s)
	th.checkRunning()
	if f, ok := th.env.TakeFault(); ok {
		th.write("  fault: " + place.ReplaceAllString(f.Message, ""))
	}
	return 1
}

// TestLookingAtNodes: a node's started activity, its remaining time, and its score.
func TestLookingAtNodes(t *testing.T) {
	th := newTheatre(t, prelude+`tree main { sequence {
		parallel { timeout 2s { work }; delay 0.5s { play }; wait 1s; utility selector { rest score n; dig score 2.5 }; utility selector select best inertia 1 { rest score n; dig score x } }
		selector { cooldown 1s { succeed }; fail }
		wait 9s
	} }`)
	th.silent = true
	for _, name := range []string{"work", "play", "rest", "dig"} {
		th.follow("act " + name + " 30 success")
	}
	look := func() string {
		var w strings.Builder
		for n := range int32(th.program.Len()) {
			label := th.program.Label(n)
			if left := th.tree.Left(n, th.tick); left > 0 {
				fmt.Fprintf(&w, "%s: %d ticks left; ", label, left)
			}
			if h := th.tree.Runs(n); !h.IsZero() {
				fmt.Fprintf(&w, "%s runs %s %d; ", label, th.info.Actions[h.Action()].Name, h.Slot())
			}
			if score, ok := th.tree.Score(th.env.Machine, n); ok {
				fmt.Fprintf(&w, "%s scores %g; ", label, score)
			}
		}
		return w.String()
	}
	th.env.Ctx.Enter(th.agent, 0, th.state)
	th.env.Machine.State = th.state
	th.follow("set n = 2, x = 1.5")
	for i, c := range []struct{ script, want string }{
		{"", "rest scores 2; dig scores 2.5; rest scores 2; dig scores 1.5; "},
		{"run 1", "timeout: 20 ticks left; work runs work 0; delay: 5 ticks left; wait: 10 ticks left; rest scores 2; dig runs dig 0; dig scores 2.5; rest runs rest 0; rest scores 2; dig scores 1.5; "},
		{"set n = 7, x = 9.0\nrun 3", "timeout: 17 ticks left; work runs work 0; delay: 2 ticks left; wait: 7 ticks left; rest scores 7; dig runs dig 0; dig scores 2.5; rest runs rest 0; rest scores 2; dig scores 1.5; "},
		{"run 2", "timeout: 15 ticks left; work runs work 0; play runs play 0; wait: 5 ticks left; rest scores 7; dig runs dig 0; dig scores 2.5; rest runs rest 0; rest scores 2; dig scores 1.5; "},
		{"abort", "rest scores 7; dig scores 2.5; rest scores 7; dig scores 9; "},
	} {
		for line := range strings.SplitSeq(c.script, "\n") {
			if line != "" {
				th.follow(line)
			}
		}
		if got := look(); got != c.want {
			t.Errorf("%d:\n got %s\nwant %s", i, got, c.want)
		}
	}
	cool := newTheatre(t, prelude+"tree main { sequence { cooldown 1s { succeed }; wait 9s } }")
	cool.silent = true
	cool.follow("run 3")
	var left []int64
	for n := range int32(cool.program.Len()) {
		left = append(left, cool.tree.Left(n, cool.tick), cool.tree.Left(n, cool.tick+200))
	}
	if fmt.Sprint(left) != "[0 0 8 0 0 0 88 0]" {
		t.Errorf("left are %v", left)
	}
	cool.follow("abort")
	if got := fmt.Sprint(cool.tree.Left(1, cool.tick), cool.tree.Left(3, cool.tick)); got != "8 0" {
		t.Errorf("after an abort %s are left", got)
	}
}

// TestWhatIsLostIsForgotten: where an action cannot continue, its branch is cut, and what the nodes next to it remember
// is kept.
func TestWhatIsLostIsForgotten(t *testing.T) {
	const tree = "tree main { sequence { once { succeed }; limit 9 { succeed }; cooldown 1s { succeed }; resume sequence { succeed; work } } }"
	from := newTheatre(t, prelude+tree)
	from.results["work"] = []result{{9, "success"}}
	from.silent = true
	from.step()
	for text, want := range map[string]string{
		prelude + tree: "",
		strings.Replace(prelude, "action work", "action work(n: int)", 1) + strings.Replace(tree, "work", "work(3)", 1): "work: action work has other parameters",
		strings.Replace(prelude, "action work", "action toil", 1) + strings.Replace(tree, "work", "toil", 1):            "work: action work is gone",
	} {
		info, wrong := check(text)
		if wrong != "" {
			t.Fatal(wrong)
		}
		to := newTheatreOf(t, info)
		r := codec.NewReader(append(from.forest.AppendNames(nil), from.saved()...))
		names := bt.ReadNames(r, from.info.Schema)
		rs := to.env.Instances.Restorer((*world.Reader)(r), from.info.Schema, nil)
		cuts, lost := to.tree.Read(r, &bt.Saved{Instances: to.env.Instances, Restorer: rs, Names: names}, 0)
		if r.End(); r.Err() != nil || lost != "" {
			t.Fatal(r.Err(), lost)
		}
		got := ""
		for _, c := range cuts {
			got += c.Label + ": " + c.Why
		}
		if got != want || to.tree.Remembered() < 3 || !to.tree.Running() || to.env.Instances.Running() != map[bool]int{true: 1}[want == ""] {
			t.Errorf("cut: %q, %d words are remembered, it runs: %t, with %d actions", got, to.tree.Remembered(), to.tree.Running(), to.env.Instances.Running())
		}
	}
	if from.forest.Len() != 1 || from.forest.Named("main") != from.program || from.forest.Named("other") != nil || from.tree.Program() != from.program {
		t.Error("there is one tree, main")
	}
}

// TestDroppedTreesAreAsIfTheyHadNotBegun: a dropped tree runs nothing, is due at once, and starts again.
func TestDroppedTreesAreAsIfTheyHadNotBegun(t *testing.T) {
	th := newTheatre(t, prelude+"tree main { parallel { sequence { service every 1s look; work }; sequence abort both { if a; play uninterrupted }; rest } }")
	for _, a := range []string{"work", "play", "look", "rest"} {
		th.results[a] = []result{{9, "success"}}
	}
	th.silent = true
	th.follow("set a = true")
	th.step()
	starts := th.starts
	th.tree.Drop(th.env.Instances)
	if th.tree.Due() != 0 || th.tree.Leaves() != 0 || th.tree.SteadyUntil() != 0 || th.tree.Uninterrupted() || len(th.tree.Handles(nil)) != 0 {
		t.Errorf("due %d, %d leaves", th.tree.Due(), th.tree.Leaves())
	}
	th.check = &lifecycle{t: t, p: th.program, running: map[int32]bool{}}
	if th.step(); th.starts != 2*starts || th.env.Instances.Running() != starts {
		t.Errorf("%d actions were started, %d run", th.starts, th.env.Instances.Running())
	}
}

// TestEnvironmentsAfterAGoroutineEnded: nothing of the interrupted evaluation is left; a fault that was set aside is
// restored.
func TestEnvironmentsAfterAGoroutineEnded(t *testing.T) {
	var e bt.Env
	e.Fill()
	e.PutFault(action.Fault{Action: "walk"})
	if f, ok := e.TakeFault(); !ok || f.Action != "walk" {
		t.Error("the fault is lost")
	}
	e.PutFault(action.Fault{Action: "walk"})
	e.Reset()
	if _, ok := e.TakeFault(); ok || e.Scratch() != 0 {
		t.Errorf("%d things are left, a fault: %t", e.Scratch(), ok)
	}
	for kind, want := range map[bt.EventKind]string{bt.NodeStarted: "node started", bt.Faulted: "faulted", bt.NodeEnding: "node ending", bt.NodeEnding + 1: "EventKind(11)", 0: ""} {
		if kind.String() != want {
			t.Errorf("%s, want %s", kind, want)
		}
	}
	for s, want := range map[bt.Status]string{bt.Inactive: "inactive", bt.Skipped: "skipped", bt.Skipped + 2: "undecided", bt.Skipped + 3: "Status(7)"} {
		if s.String() != want {
			t.Errorf("%s, want %s", s, want)
		}
	}
}
