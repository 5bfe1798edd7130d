package goal_test

import (
	"bytes"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// readNamed makes the mind of a theatre a saved one with names before it, as if it were from another program.
func (th *theatre) readNamed(b []byte) (cuts []Cut, err error) {
	r := codec.NewReader(b)
	names := ReadNames(r, schema)
	if r.Failed() {
		return nil, r.Err()
	}
	rs := th.env.Instances.Restorer((*world.Reader)(r), schema, nil)
	if r.Failed() {
		return nil, r.Err()
	}
	cuts, lost := th.mind.Read(r, &Saved{Instances: th.env.Instances, Restorer: rs, Names: names}, 0, Plain)
	if r.End(); lost != "" {
		th.t.Fatal(lost)
	}
	return cuts, r.Err()
}

// TestMindsGoOnByNames: where the program is the same, all goes over by names to the byte, but that the mind decides at
// once.
func TestMindsGoOnByNames(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		th := newTangle(rt)
		for i, move := range drawMoves(rt) {
			other := newTheatreOf(rt, th.p)
			other.state.CopyFrom(th.state)
			other.tick, other.fate = th.tick, th.fate
			cuts, err := other.readNamed(append(th.p.AppendNames(nil), th.saved()...))
			if err != nil || len(cuts) > 0 {
				rt.Fatalf("after %d moves: %v, %+v", i, err, cuts)
			}
			other.mind.Undoubt(&th.mind)
			if !bytes.Equal(th.saved(), other.saved()) {
				rt.Fatalf("after %d moves a mind that went over by names is saved differently:\n%v\n%v", i, th.saved(), other.saved())
			}
			th.drive(move)
		}
		th.finish()
	})
}

// TestDamagedMindsOfAnotherProgramAreRefused changes bytes of saved data, names included: it is refused, or continues
// as some mind.
func TestDamagedMindsOfAnotherProgramAreRefused(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		th := newTangle(rt)
		for _, move := range drawMoves(rt) {
			th.drive(move)
		}
		b := append(th.p.AppendNames(nil), th.saved()...)
		for range rapid.IntRange(1, 4).Draw(rt, "changes") {
			b[rapid.IntRange(0, len(b)-1).Draw(rt, "at")] = rapid.Byte().Draw(rt, "byte")
		}
		other := newTheatreOf(rt, th.p)
		other.state.CopyFrom(th.state)
		other.fate, other.silent, other.tick = th.fate, true, th.tick
		other.env.Sink = nil
		if _, err := other.readNamed(b); err != nil {
			if other.env.Instances.Running() > 0 {
				rt.Fatal("activities run of a mind that was refused")
			}
			return
		}
		for range 20 {
			other.step()
		}
	})
}
