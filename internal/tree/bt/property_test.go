package bt_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// drawMoves draws what a host does before each tick.
func drawMoves(rt *rapid.T) []int {
	return rapid.SliceOfN(rapid.IntRange(0, 199), 5, 60).Draw(rt, "moves")
}

// drive does a move.
func (th *theatre) drive(move int) {
	switch k := move / 20; move % 20 {
	case 0, 1, 2, 3:
		name := []string{"a", "b", "c", "d"}[move%20]
		th.assign(name + " = !" + name)
	case 4:
		th.assign(fmt.Sprint("n = ", k))
	case 5:
		th.assign("m = " + []string{"calm", "cross", "glad"}[k%3])
	case 6:
		th.state.AddObject(th.info.Schema.ObjectType("thing").ID, "")
	case 7, 8:
		if o := th.state.NextMember(0, 0); o != 0 {
			if move%20 == 7 {
				th.state.RemoveObject(o)
			} else if at, ok := th.info.Schema.Symbol("hot").Addr(o); ok {
				th.state.Set(at, 1-th.state.Get(at))
			}
		}
	case 9:
		th.assign(fmt.Sprintf("x = 0.%d", k))
	}
	if move%97 == 96 {
		th.follow("abort")
		return
	}
	th.step()
}

// difference shows where two logs part, with what came before.
func difference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	end := func(lines []string) string { return strings.Join(lines[n:min(n+10, len(lines))], "\n") }
	return strings.Join(x[max(n-60, 0):n], "\n") + "\n--- the one:\n" + end(x) + "\n--- the other:\n" + end(y)
}

func newTangle(rt *rapid.T) *theatre {
	g := &tangle{rt: rt}
	text := g.tree()
	rt.Log(text)
	th := newTheatre(rt, prelude+text)
	th.fate = 1 + rapid.Uint64Range(0, 1000).Draw(rt, "fate")
	return th
}

func TestEventDrivenIsPolling(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		th := newTangle(rt)
		other := newTheatreOf(rt, th.info)
		other.polling, other.fate = true, th.fate
		for i, move := range drawMoves(rt) {
			th.drive(move)
			other.drive(move)
			if a, b := withoutCauses(th.log.String()), withoutCauses(other.log.String()); a != b {
				rt.Fatalf("after %d moves, by events and polling:\n%s", i+1, difference(a, b))
			}
		}
		th.finish()
		other.finish()
	})
}

func TestGlancesAreTicks(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		th := newTangle(rt)
		other := newTheatreOf(rt, th.info)
		other.glances, other.fate = true, th.fate
		for i, move := range drawMoves(rt) {
			th.drive(move)
			other.drive(move)
			if a, b := th.log.String(), other.log.String(); a != b {
				rt.Fatalf("after %d moves, by ticks and by glances:\n%s", i+1, difference(a, b))
			}
			if a, b := th.saved(), other.saved(); !bytes.Equal(a, b) {
				rt.Fatalf("after %d moves a tree that was glanced at is another", i+1)
			}
		}
		th.finish()
		other.finish()
	})
}

func TestCoarseEventsAreSomeOfAll(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		th := newTangle(rt)
		th.coarse = true
		other := newTheatreOf(rt, th.info)
		other.env.Coarse, other.fate = true, th.fate
		for i, move := range drawMoves(rt) {
			th.drive(move)
			other.drive(move)
			if a, b := th.log.String(), other.log.String(); a != b {
				rt.Fatalf("after %d moves, of all and coarse:\n%s", i+1, difference(a, b))
			}
		}
	})
}

// saved returns the tree of a theatre and the instances that it runs, as they are saved.
func (th *theatre) saved() []byte {
	b := th.env.Instances.AppendForms(nil)
	return th.tree.Append(b, th.env.Instances)
}

// restore makes a theatre what another has saved.
func (th *theatre) restore(from *theatre) {
	th.state.CopyFrom(from.state)
	th.tick, th.starts, th.stops = from.tick, from.starts, from.stops
	r := codec.NewReader(from.saved())
	rs := th.env.Instances.Restorer((*world.Reader)(r), th.info.Schema, nil)
	_, lost := th.tree.Read(r, &bt.Saved{Instances: th.env.Instances, Restorer: rs}, th.program.ID())
	if r.End(); r.Err() != nil || lost != "" {
		th.t.Fatal(r.Err(), lost)
	}
	for n := range from.check.running {
		th.check.running[n] = true
	}
	th.log.WriteString(from.log.String())
}

func TestRestoredTreesGoOnAlike(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		th := newTangle(rt)
		for i, move := range drawMoves(rt) {
			other := newTheatreOf(rt, th.info)
			other.fate = th.fate
			other.restore(th)
			if a, b := th.saved(), other.saved(); !bytes.Equal(a, b) {
				rt.Fatalf("after %d moves a restored tree is saved differently", i)
			}
			if a, b := th.tree.Uninterrupted(), other.tree.Uninterrupted(); a != b {
				rt.Fatalf("after %d moves an uninterrupted action runs: %t, in the restored tree: %t", i, a, b)
			}
			th.drive(move)
			other.drive(move)
			if a, b := th.log.String(), other.log.String(); a != b {
				rt.Fatalf("after %d moves, as it was and restored:\n%s", i+1, difference(a, b))
			}
			other.finish()
		}
		th.finish()
	})
}

func TestDamagedTreesAreRefused(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		th := newTangle(rt)
		for _, move := range drawMoves(rt) {
			th.drive(move)
		}
		b := th.saved()
		for range rapid.IntRange(1, 4).Draw(rt, "changes") {
			b[rapid.IntRange(0, len(b)-1).Draw(rt, "at")] = rapid.Byte().Draw(rt, "byte")
		}
		other := newTheatreOf(rt, th.info)
		other.fate, other.silent = th.fate, true
		other.state.CopyFrom(th.state)
		r := codec.NewReader(b)
		rs := other.env.Instances.Restorer((*world.Reader)(r), th.info.Schema, nil)
		if r.Failed() {
			return
		}
		other.tree.Read(r, &bt.Saved{Instances: other.env.Instances, Restorer: rs}, th.program.ID())
		if r.Failed() && other.env.Instances.Running() > 0 {
			rt.Fatal("actions run of a tree that was refused")
		}
		if r.Failed() {
			return
		}
		other.env.Sink = nil
		for range 20 {
			other.step()
		}
		other.env.Ctx.Enter(other.agent, other.tick, other.state)
		other.tree.Abort(&other.env, action.AgentRemoved)
		if n := other.env.Instances.Running(); n > 0 {
			rt.Fatalf("%d actions run on", n)
		}
	})
}
