package goal_test

import (
	"bytes"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// TestEachStartHasOneEnd runs random programs: see lifecycle for the checks.
func TestEachStartHasOneEnd(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		th := newTangle(rt)
		for _, move := range drawMoves(rt) {
			th.drive(move)
		}
		th.finish()
	})
}

// saved returns the mind of a theatre and the instances that it runs, as they are saved.
func (th *theatre) saved() []byte {
	return th.mind.Append(th.env.Instances.AppendForms(nil), th.env.Instances)
}

// read makes the mind of a theatre the saved one; see Mind.Read.
func (th *theatre) read(b []byte) (lost string, err error) {
	r := codec.NewReader(b)
	rs := th.env.Instances.Restorer((*world.Reader)(r), schema, nil)
	if r.Failed() {
		return "", r.Err()
	}
	_, lost = th.mind.Read(r, &Saved{Instances: th.env.Instances, Restorer: rs}, 0, 0)
	r.End()
	return lost, r.Err()
}

// twin returns a theatre that continues where another is.
func (th *theatre) twin() *theatre {
	other := newTheatreOf(th.t, th.p)
	other.state.CopyFrom(th.state)
	other.tick, other.starts, other.stops, other.fate = th.tick, th.starts, th.stops, th.fate
	if lost, err := other.read(th.saved()); err != nil || lost != "" {
		th.t.Fatal(lost, err)
	}
	other.enter()
	if !other.mind.Restored(&other.env) {
		th.t.Fatal("something panicked while the host was told")
	}
	other.check.open = append(other.check.open, th.check.open...)
	other.log.WriteString(th.log.String())
	return other
}

func TestRestoredMindsGoOnAlike(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		th := newTangle(rt)
		moves := drawMoves(rt)
		for i, move := range moves {
			other := th.twin()
			if !bytes.Equal(th.saved(), other.saved()) {
				rt.Fatalf("after %d moves a restored mind is saved differently", i)
			}
			th.drive(move)
			for _, next := range moves[i:min(i+3, len(moves))] {
				other.drive(next)
			}
			if log := other.log.String(); len(log) < th.log.Len() || log[:th.log.Len()] != th.log.String() {
				rt.Fatalf("after %d moves, as it was:\n%s\nand restored:\n%s", i+1, th.log.String(), log)
			}
			other.finish()
		}
		th.finish()
	})
}

func TestDamagedMindsAreRefused(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		th := newTangle(rt)
		for _, move := range drawMoves(rt) {
			th.drive(move)
		}
		b := th.saved()
		for range rapid.IntRange(1, 4).Draw(rt, "changes") {
			b[rapid.IntRange(0, len(b)-1).Draw(rt, "at")] = rapid.Byte().Draw(rt, "byte")
		}
		survive(rt, th, b)
	})
}

// survive reads bytes that may be anything as a theatre's mind. The result must run, and end.
func survive(t tb, th *theatre, b []byte) {
	other := newTheatreOf(t, th.p)
	other.state.CopyFrom(th.state)
	other.fate, other.silent, other.tick = th.fate, true, th.tick
	other.env.Sink = nil
	_, err := other.read(b)
	if err != nil && other.env.Instances.Running() > 0 {
		t.Fatal("activities run of a mind that was refused")
	}
	if err != nil {
		return
	}
	for range 20 {
		other.step()
	}
	other.enter()
	other.mind.Abort(&other.env, action.AgentRemoved)
	if n := other.env.Instances.Running(); n > 0 {
		t.Fatalf("%d activities run on", n)
	}
}

// FuzzRead reads any bytes as a mind.
func FuzzRead(f *testing.F) {
	cases := mindCases()
	at := 0
	for i, c := range cases {
		if c.name == "an urgent order interrupts another" {
			at = i
		}
	}
	th := newTheatre(f, cases[at].cfg)
	for _, line := range []string{"set n 20", "act work 9 success", "act play 9 success", "act rest 9 success", "run 1", "order 1", "run 1", "urgent 2", "order 1", "run 1"} {
		th.follow(line)
		f.Add(th.saved())
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		survive(t, th, b)
	})
}
