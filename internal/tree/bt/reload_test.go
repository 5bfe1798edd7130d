package bt_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// reloaded returns a theatre of another text in which a tree continues by names, with the parts that did not continue.
// They are aborted in the former one.
func (th *theatre) reloaded(t tb, text string) (next *theatre, cuts []bt.Cut, lost string) {
	next = newTheatre(t, text)
	next.state.CopyFrom(th.state)
	next.state.Forget()
	next.tick, next.starts, next.stops, next.fate, next.results, next.quiet = th.tick, th.starts, th.stops, th.fate, th.results, th.quiet
	var transfer action.Transfer
	transfer.Begin()
	th.env.Instances.Follow(&transfer)
	r := codec.NewReader(append(th.forest.AppendNames(nil), th.saved()...))
	names := bt.ReadNames(r, th.info.Schema)
	next.env.Instances.Follow(&transfer)
	rs := next.env.Instances.Restorer((*world.Reader)(r), th.info.Schema, nil)
	was := int32(0)
	for names.Name(was) != "main" {
		was++
	}
	cuts, lost = next.tree.Read(r, &bt.Saved{Instances: next.env.Instances, Restorer: rs, Names: names}, was)
	if r.End(); r.Err() != nil {
		t.Fatal(r.Err())
	}
	th.state.Forget()
	th.env.Ctx.Enter(th.agent, th.tick, th.state)
	if lost != "" {
		th.tree.Abort(&th.env, action.ProgramChanged)
	} else {
		ended := map[action.Handle]bool{}
		for _, c := range cuts {
			if c.Service {
				continue
			}
			for _, h := range bt.HandlesBelow(&th.tree, nil, c.Node) {
				ended[h] = true
			}
		}
		bt.CutShort(&th.tree, &th.env, cuts, action.ProgramChanged)
		names.Cool(&next.tree, &th.tree, cuts, was)
		for _, m := range transfer.Lost(nil) {
			if !ended[m.Handle] { // that of a service
				th.env.Instances.Abort(th.env.Ctx, m.Handle, action.ProgramChanged)
			}
		}
	}
	th.env.Instances.Follow(nil)
	next.env.Instances.Follow(nil)
	next.state.CopyFrom(th.state)
	next.state.Forget()
	next.starts, next.stops = th.starts, th.stops
	next.log.WriteString(th.log.String())
	for n := range int32(next.program.Len()) {
		if next.tree.Status(n) == bt.Running {
			next.check.running[n] = true
		}
	}
	return next, cuts, lost
}

// again returns a theatre that was restored from what another has saved, and checks that it would save the same.
func (th *theatre) again(t tb) *theatre {
	other := newTheatreOf(t, th.info)
	b := th.saved()
	other.state.CopyFrom(th.state)
	other.tick, other.starts, other.stops, other.fate, other.quiet, other.results = th.tick, th.starts, th.stops, th.fate, th.quiet, th.results
	if lost, err := other.reads(b, 0); lost != "" || err != nil {
		t.Fatalf("what was saved after a reload is refused: %v, lost %q", err, lost)
	}
	if !bytes.Equal(other.saved(), b) {
		t.Fatalf("what was saved after a reload is restored as something else")
	}
	for n := range th.check.running {
		other.check.running[n] = true
	}
	other.log.WriteString(th.log.String())
	return other
}

func never(int) bool { return false }

// TestAReloadOfTheSameTreeChangesNothing: by names too, a tree continues in the same program as if nothing had
// happened.
func TestAReloadOfTheSameTreeChangesNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := &tangle{rt: rt}
		text := prelude + g.tree()
		rt.Log(text)
		th := newTheatre(rt, text)
		th.fate = 1 + rapid.Uint64Range(0, 1000).Draw(rt, "fate")
		other := newTheatre(rt, text)
		other.fate = th.fate
		every := rapid.IntRange(1, 5).Draw(rt, "every")
		for i, move := range drawMoves(rt) {
			if i%every == 0 {
				next, cuts, lost := other.reloaded(rt, text)
				if len(cuts) > 0 || lost != "" {
					rt.Fatalf("after %d moves: %v, %s", i, cuts, lost)
				}
				other = next.again(rt)
			}
			th.drive(move)
			other.drive(move)
			if a, b := th.log.String(), other.log.String(); a != b {
				rt.Fatalf("after %d moves, as it was and reloaded:\n%s", i+1, difference(a, b))
			}
		}
		th.finish()
		other.finish()
	})
}

// TestAChildThatNeverDoesAnythingChangesNothing reloads trees with one more child somewhere, which its parent continues
// past.
func TestAChildThatNeverDoesAnythingChangesNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := &tangle{rt: rt, ghosts: true}
		text := prelude + g.tree()
		places := strings.Count(text, "\u00a7") / 2
		if places == 0 {
			return
		}
		at := rapid.IntRange(0, places-1).Draw(rt, "ghost")
		before, after := written(text, never, never), written(text, never, func(i int) bool { return i == at })
		rt.Log(after)
		th, other := newTheatre(rt, before), newTheatre(rt, before)
		th.fate = 1 + rapid.Uint64Range(0, 1000).Draw(rt, "fate")
		other.fate = th.fate
		moves := drawMoves(rt)
		when := rapid.IntRange(0, len(moves)-1).Draw(rt, "when")
		for i, move := range moves {
			if i == when {
				other.quiet = []string{"n < -7", "work does not start"}
				th.quiet = other.quiet
				next, cuts, lost := other.reloaded(rt, after)
				if len(cuts) > 0 || lost != "" {
					rt.Fatalf("after %d moves: %v, %s", i, cuts, lost)
				}
				other = next.again(rt)
			}
			th.drive(move)
			other.drive(move)
			if a, b := th.log.String(), other.log.String(); a != b {
				rt.Fatalf("after %d moves, as it was and reloaded before move %d:\n%s", i+1, when, difference(a, b))
			}
		}
		th.finish()
		other.finish()
	})
}

// TestReloadedTreesAreWhole reloads trees with random changes: aborted actions run nowhere, the rest continues, and can
// be saved and restored at once.
func TestReloadedTreesAreWhole(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := &tangle{rt: rt, twins: true}
		text := prelude + g.tree()
		twins := strings.Count(text, "\u00a6")
		seconds := rapid.SliceOfN(rapid.Bool(), twins, twins).Draw(rt, "seconds")
		back := rapid.Bool().Draw(rt, "back")
		pick := func(is bool) string { return written(text, func(i int) bool { return seconds[i] == is }, never) }
		texts := []string{pick(false), pick(true)}
		if !back {
			texts[0] = written(text, never, never)
		}
		rt.Log(texts[0], "\n----\n", texts[1])
		th := newTheatre(rt, texts[0])
		th.fate = 1 + rapid.Uint64Range(0, 1000).Draw(rt, "fate")
		every := rapid.IntRange(1, 9).Draw(rt, "every")
		for i, move := range drawMoves(rt) {
			if i%every == every-1 {
				next, cuts, lost := th.reloaded(rt, texts[(i/every+1)%2])
				if lost != "" {
					rt.Fatal(lost)
				}
				for _, c := range cuts {
					if c.Label == "" || c.Why == "" || !c.Service && th.tree.Status(c.Node) == bt.Running {
						rt.Fatalf("%+v", c)
					}
				}
				if left := th.env.Instances.Running(); left != next.env.Instances.Running() {
					rt.Fatalf("%d actions were not cut short, %d go on", left, next.env.Instances.Running())
				}
				th = next.again(rt)
			}
			th.drive(move)
		}
		th.finish()
	})
}

// TestDamagedTreesOfAnotherProgramAreRefused changes bytes of saved data, names included: it is refused, or continues
// as some tree.
func TestDamagedTreesOfAnotherProgramAreRefused(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := &tangle{rt: rt}
		text := prelude + g.tree()
		th := newTheatre(rt, text)
		th.fate = 1 + rapid.Uint64Range(0, 1000).Draw(rt, "fate")
		for _, move := range drawMoves(rt) {
			th.drive(move)
		}
		b := append(th.forest.AppendNames(nil), th.saved()...)
		for range rapid.IntRange(1, 4).Draw(rt, "changes") {
			b[rapid.IntRange(0, len(b)-1).Draw(rt, "at")] = rapid.Byte().Draw(rt, "byte")
		}
		other := newTheatre(rt, text)
		other.fate, other.silent, other.env.Sink = th.fate, true, nil
		other.state.CopyFrom(th.state)
		r := codec.NewReader(b)
		names := bt.ReadNames(r, th.info.Schema)
		if r.Failed() {
			return
		}
		rs := other.env.Instances.Restorer((*world.Reader)(r), th.info.Schema, nil)
		if was := th.program.ID(); !r.Failed() && int(was) < names.Len() {
			other.tree.Read(r, &bt.Saved{Instances: other.env.Instances, Restorer: rs, Names: names}, was)
		}
		if r.Failed() && other.env.Instances.Running() > 0 {
			rt.Fatal("actions run of a tree that was refused")
		}
		if r.Failed() {
			return
		}
		for range 20 {
			other.step()
		}
		other.env.Ctx.Enter(other.agent, other.tick, other.state)
		other.tree.Abort(&other.env, action.AgentRemoved)
	})
}
