package agent_test

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// TestRecordingFromTheMiddle: a trace that begins in the middle of a run is run again like any other; recording changes
// nothing, and can end and begin again.
func TestRecordingFromTheMiddle(t *testing.T) {
	for _, s := range scenes(t) {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			alone, c := s.start(t), s.start(t)
			step := func(n int, want *[]facts) {
				t.Helper()
				for range n {
					s.drive(alone)
					alone.Step()
					s.drive(c)
					c.Step()
					got := factsOf(c)
					if got != factsOf(alone) {
						t.Fatalf("recording has changed something at tick %d", c.Tick())
					}
					if want != nil {
						*want = append(*want, got)
					}
				}
			}
			step(23, nil)
			for range 2 {
				s.drive(alone)
				s.drive(c) // what the host has done since the tick is in it, too
				var out bytes.Buffer
				want := []facts{factsOf(c)}
				if err := c.Record(ktrace.NewRecorder(&out, ktrace.Options{SnapshotTicks: 11})); err != nil || !c.IsRecorded() {
					t.Fatal(err)
				}
				if err := c.Record(ktrace.NewRecorder(io.Discard, ktrace.Options{})); !errors.Is(err, agent.ErrRecorded) {
					t.Error(err)
				}
				first := c.Tick()
				step(50, &want)
				if err := c.StopRecording(); err != nil || c.IsRecorded() {
					t.Fatal(err)
				}
				s.checkMidway(t, out.Bytes(), first, want)
				step(20, nil)
			}
		})
	}
}

// TestARecordedCrowdReloadsBetweenTwoTraces: a recording refuses a reload, since its trace is of one program. With one
// trace until then and another from then on, both are run again exactly.
func TestARecordedCrowdReloadsBetweenTwoTraces(t *testing.T) {
	const text = everything + grove + hive + kennel
	was := newScene(t, "reactions", fstest.MapFS{"hive.krk": {Data: []byte(text)}}, "hive.krk", agent.Options{Seed: 21})
	is := newScene(t, "reactions", fstest.MapFS{"hive.krk": {Data: []byte(text + "state agent { late: int 0..9 = 4 }\n")}}, "hive.krk", agent.Options{Seed: 21})
	c := was.start(t)
	for i, s := range []*scene{was, is} {
		f := &fog{crowd: c}
		b := s.bindings(f)
		if i > 0 {
			if _, err := c.Reload(s.program, b); err != nil {
				t.Fatal(err)
			}
		}
		var out bytes.Buffer
		if err := c.Record(ktrace.NewRecorder(&out, ktrace.Options{SnapshotTicks: 11})); err != nil {
			t.Fatal(err)
		}
		first, want := c.Tick(), []facts{factsOf(c)}
		for range 50 {
			s.drive(c)
			c.Step()
			want = append(want, factsOf(c))
		}
		if _, err := c.Reload(is.program, is.bindings(&fog{})); !errors.Is(err, agent.ErrReloadRecorded) {
			t.Error(err)
		}
		if err := c.StopRecording(); err != nil {
			t.Fatal(err)
		}
		s.checkMidway(t, out.Bytes(), first, want)
	}
}

func (s *scene) checkMidway(t *testing.T, data []byte, first int64, want []facts) {
	t.Helper()
	old, refused := bytes.Clone(data), (*ktrace.VersionError)(nil)
	old[8] = ktrace.SnapshotsFrom - 1 // behind the magic number
	if _, err := agent.NewReplay(bytes.NewReader(old), agent.ReplayOptions{}); !errors.As(err, &refused) {
		t.Errorf("a snapshot of another form: %v", err)
	}
	r := openTrace(t, bytes.NewReader(data), agent.ReplayOptions{})
	for i := range want {
		if got := factsOf(r.Crowd()); got != want[i] {
			t.Fatalf("after %d ticks\n%+v\nwant\n%+v\n%+v %v", i, got, want[i], r.Difference(), r.Err())
		}
		r.Step()
	}
	if !r.Ended() {
		t.Fatal(r.Difference(), r.Err())
	}
	for _, at := range []int64{30, 3, 0, 44, -100, 49} {
		if err := r.SeekTo(first + at); err != nil || factsOf(r.Crowd()) != want[max(at, 0)] {
			t.Fatalf("sought %d, is at %d: %v %+v %v", first+at, r.Crowd().Tick(), err, r.Difference(), r.Err())
		}
	}
	r = openTrace(t, struct{ io.Reader }{bytes.NewReader(data)}, agent.ReplayOptions{})
	for r.Step() {
	}
	if !r.Ended() {
		t.Error("as a stream:", r.Difference(), r.Err())
	}
}

// TestARestoredCrowdIsRecorded: what continues from a snapshot can be recorded from there.
func TestARestoredCrowdIsRecorded(t *testing.T) {
	for _, name := range []string{"minds", "functions", "squads"} {
		s := sceneNamed(t, name)
		c := s.start(t)
		for range 30 {
			s.drive(c)
			c.Step()
		}
		var out bytes.Buffer
		again, f := *s, &fog{}
		o := again.options
		o.Recorder = ktrace.NewRecorder(&out, ktrace.Options{})
		if s.minds {
			o.Senses = f
		}
		restored, _, err := agent.Restore(s.program, s.bindings(f), o, c.Snapshot(nil))
		if err != nil {
			t.Fatal(err)
		}
		f.crowd = restored
		want := []facts{factsOf(restored)}
		for range 50 {
			s.drive(restored)
			restored.Step()
			want = append(want, factsOf(restored))
		}
		if err := restored.Rollback(c.Snapshot(nil)); !errors.Is(err, agent.ErrRecordRestored) {
			t.Error(err)
		}
		if err := restored.StopRecording(); err != nil {
			t.Fatal(err)
		}
		s.checkMidway(t, out.Bytes(), 30, want)
		if err := restored.Rollback(c.Snapshot(nil)); err != nil {
			t.Error(err)
		}
	}
}
