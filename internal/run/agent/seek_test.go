package agent_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// recorded lets a scene continue for some ticks and returns its trace, and how things were after each tick.
func (s *scene) recorded(t testing.TB, ticks int, o ktrace.Options) ([]byte, []facts) {
	t.Helper()
	var out bytes.Buffer
	rec := ktrace.NewRecorder(&out, o)
	with := *s
	with.options.Recorder = rec
	c := with.start(t)
	want := []facts{{}}
	for range ticks {
		s.drive(c)
		c.Step()
		want = append(want, factsOf(c))
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), want
}

func openTrace(t testing.TB, r io.Reader, o agent.ReplayOptions) *agent.Replay {
	t.Helper()
	replay, err := agent.NewReplay(r, o)
	if err != nil {
		t.Fatal(err)
	}
	return replay
}

// TestSeekingIsRunning: after a seek, forwards or backwards, everything is as it was in the run, and stays so in the
// next ticks, also if the host's calls that follow were looked at in between.
func TestSeekingIsRunning(t *testing.T) {
	const ticks = 150
	for _, s := range scenes(t) {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			data, want := s.recorded(t, ticks, ktrace.Options{SnapshotTicks: 9, Packed: len(s.name)%2 == 0})
			var ticksSeen []int64
			var r *agent.Replay
			r = openTrace(t, bytes.NewReader(data), agent.ReplayOptions{Sink: runner.SinkFunc(func(runner.Event) { ticksSeen = append(ticksSeen, r.Crowd().Tick()) })})
			x, err := r.Index()
			if err != nil || x.Last != ticks || !x.Whole || len(x.Places) < 3 {
				t.Fatalf("%+v %v", x, err)
			}
			random := rand.New(rand.NewPCG(1, 2))
			for range 60 {
				at := int64(random.IntN(ticks + 1))
				here, settled := r.Crowd().Tick(), random.IntN(2) == 0
				if settled {
					r.Settle()
				}
				ticksSeen = ticksSeen[:0]
				if err := r.SeekTo(at); err != nil {
					t.Fatal(err)
				}
				from := x.Before(at).Tick
				if here <= at && !settled {
					from = max(from, here)
				}
				if slices.ContainsFunc(ticksSeen, func(tick int64) bool { return tick < from || tick > at }) {
					t.Fatalf("from %d to %d by way of %d: events of ticks %v", here, at, from, ticksSeen)
				}
				for i := at; i <= min(at+3, ticks); i++ {
					if i > 0 {
						if got := factsOf(r.Crowd()); got != want[i] {
							t.Fatalf("at %d, sought %d\n%+v\nwant\n%+v\n%v %v", i, at, got, want[i], r.Difference(), r.Err())
						}
					}
					for range random.IntN(3) {
						r.Settle()
					}
					if !r.Step() && i < ticks {
						t.Fatal(i, r.Difference(), r.Err())
					}
				}
			}
			r.SeekTo(ticks)
			for r.Step() {
			}
			if !r.Ended() {
				t.Error(r.Difference(), r.Err())
			}
			straight := openTrace(t, bytes.NewReader(data), agent.ReplayOptions{})
			for straight.Step() {
			}
			if r.Crowd().TraceHash() != straight.Crowd().TraceHash() || r.Agents() != straight.Agents() {
				t.Error("another end")
			}
			for n := range int64(r.Agents()) {
				if r.AgentName(n+1) != straight.AgentName(n+1) {
					t.Errorf("agent %d is named %s, want %s", n+1, r.AgentName(n+1), straight.AgentName(n+1))
				}
			}
		})
	}
}

// TestSeekingInACutTrace: without an index, places are found by walking; after the cut there is nothing.
func TestSeekingInACutTrace(t *testing.T) {
	s := sceneNamed(t, "reactions")
	data, want := s.recorded(t, 150, ktrace.Options{SnapshotTicks: 9})
	whole, err := openTrace(t, bytes.NewReader(data), agent.ReplayOptions{}).Index()
	if err != nil {
		t.Fatal(err)
	}
	for _, cut := range []int{1, 24, 25, 400, len(data) / 2, len(data) * 3 / 4} {
		r := openTrace(t, bytes.NewReader(data[:len(data)-cut]), agent.ReplayOptions{})
		x, err := r.Index()
		if err != nil || len(x.Places) > len(whole.Places) || !slices.Equal(x.Places, whole.Places[:len(x.Places)]) || x.Last > 150 || cut > 24 && x.Whole {
			t.Fatalf("cut %d: %+v %v\nwant a part of %+v", cut, x, err, whole)
		}
		if cut < 400 && len(x.Places) != len(whole.Places) || cut <= 25 && x.Last != 150 {
			t.Errorf("cut %d: %+v", cut, x)
		}
		for _, at := range []int64{x.Last, 3, x.Last / 2, x.Last - 1} {
			if err := r.SeekTo(at); err != nil || r.Crowd().Tick() != at || factsOf(r.Crowd()) != want[at] {
				t.Fatalf("cut %d: sought %d, is at %d: %v %v %v", cut, at, r.Crowd().Tick(), err, r.Err(), r.Difference())
			}
		}
		r.SeekTo(1000)
		if end := r.Crowd().Tick(); end != x.Last {
			t.Errorf("cut %d: it ends at %d, not at %d", cut, end, x.Last)
		}
	}
}

// TestSeekingPastDamage: the part after a damaged place can be reached by a snapshot behind it, and so can the part
// before.
func TestSeekingPastDamage(t *testing.T) {
	s := sceneNamed(t, "minds")
	data, want := s.recorded(t, 200, ktrace.Options{SnapshotTicks: 9})
	r := openTrace(t, bytes.NewReader(data), agent.ReplayOptions{})
	x, _ := r.Index()
	bad := bytes.Clone(data)
	second := x.Places[1]
	bad[second.Offset+40] ^= 0x55
	r = openTrace(t, bytes.NewReader(bad), agent.ReplayOptions{})
	for r.Step() {
	}
	var damage *ktrace.DamageError
	if !errors.As(r.Err(), &damage) {
		t.Fatal(r.Err())
	}
	for _, at := range []int64{x.Places[2].Tick + 1, 5, 199, second.Tick - 1} {
		if err := r.SeekTo(at); err != nil || factsOf(r.Crowd()) != want[at] || r.Err() != nil {
			t.Errorf("sought %d, is at %d: %v %v %v", at, r.Crowd().Tick(), err, r.Err(), r.Difference())
		}
	}
	if r.SeekTo(second.Tick + 1); r.Err() == nil || r.Crowd().Tick() > second.Tick {
		t.Errorf("what is damaged was reached: %d, %v", r.Crowd().Tick(), r.Err())
	}
}

// TestAStreamIsReadOn: without a file there is no way back, but one forwards.
func TestAStreamIsReadOn(t *testing.T) {
	s := sceneNamed(t, "meal")
	data, want := s.recorded(t, 80, ktrace.Options{})
	r := openTrace(t, struct{ io.Reader }{bytes.NewReader(data)}, agent.ReplayOptions{})
	if err := r.SeekTo(50); err != nil || factsOf(r.Crowd()) != want[50] {
		t.Error(err)
	}
	if err := r.SeekTo(20); !errors.Is(err, ktrace.ErrNoSeek) || r.Crowd().Tick() != 50 {
		t.Error(err, r.Crowd().Tick())
	}
}

// TestReplayFindsAnotherSnapshot: one that says something else than what comes of the trace is a difference.
func TestReplayFindsAnotherSnapshot(t *testing.T) {
	data, _ := sceneNamed(t, "squads").recorded(t, 60, ktrace.Options{SnapshotTicks: 20})
	var first []byte
	at := int64(0)
	bad := edited(t, data, func(r *ktrace.Record) bool { // the second then equals the former first
		switch {
		case r.Kind != ktrace.KindSnapshot || int64(len(r.Data)) != r.Object || at > 0:
		case first == nil:
			first = bytes.Clone(r.Data)
		default:
			r.Data, r.Object, at = first, int64(len(first)), r.Tick
		}
		return true
	})
	r := openTrace(t, bytes.NewReader(bad), agent.ReplayOptions{})
	for r.Step() {
	}
	if d := r.Difference(); d == nil || at == 0 || d.Tick != at {
		t.Errorf("%+v %v, changed at %d", d, r.Err(), at)
	}
}

func sceneNamed(t testing.TB, name string) *scene {
	for _, s := range scenes(t) {
		if s.name == name {
			return s
		}
	}
	t.Fatal("there is no scene " + name)
	return nil
}
