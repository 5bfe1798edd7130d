package agent_test

import (
	"bytes"
	_ "embed"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// TestSeekingWhereverATraceIsCut: at each byte there is a clear error, or all that the rest records is as it was in the
// run.
func TestSeekingWhereverATraceIsCut(t *testing.T) {
	step := sized(41, 7, 1)
	for _, packed := range []bool{false, true} {
		data, want := sceneNamed(t, "meal").recorded(t, 12, ktrace.Options{SnapshotTicks: 5, Packed: packed})
		opened := 0
		for n := 0; n < len(data); n += step {
			r, err := agent.NewReplay(bytes.NewReader(data[:n]), agent.ReplayOptions{})
			if err != nil {
				var damage *ktrace.DamageError
				if !errors.Is(err, ktrace.ErrNoTrace) && !errors.As(err, &damage) {
					t.Fatalf("%d bytes: %v", n, err)
				}
				continue
			}
			opened++
			x, err := r.Index()
			if err != nil || x.Last > 12 {
				t.Fatalf("%d bytes: %+v %v", n, x, err)
			}
			for _, at := range []int64{x.Last, x.Last / 2, 12} {
				if err := r.SeekTo(at); err != nil {
					t.Fatalf("%d bytes: sought %d: %v", n, at, err)
				}
				now := r.Crowd().Tick()
				if now != min(at, x.Last) || now > 0 && factsOf(r.Crowd()) != want[now] || r.Difference() != nil {
					t.Fatalf("%d bytes, to %d: sought %d, is at %d: %v %v", n, x.Last, at, now, r.Err(), r.Difference())
				}
			}
		}
		if opened*step < len(data)/20 {
			t.Errorf("only %d of %d could be opened", opened, len(data)/step)
		}
	}
}

// TestSeekingWithBytesFlipped: a changed byte is noticed, wherever it is; everything that is still reached is
// unchanged.
func TestSeekingWithBytesFlipped(t *testing.T) {
	count := sized(20, 80, 1500)
	data, want := sceneNamed(t, "squads").recorded(t, 40, ktrace.Options{SnapshotTicks: 9, Packed: true})
	random := rand.New(rand.NewPCG(5, 6))
	for range count {
		bad := bytes.Clone(data)
		place, by := random.IntN(len(bad)), byte(1+random.IntN(255))
		bad[place] ^= by
		r, err := agent.NewReplay(bytes.NewReader(bad), agent.ReplayOptions{})
		if err != nil {
			continue
		}
		if _, err := r.Index(); err != nil {
			t.Fatalf("byte %d ^ %d: %v", place, by, err)
		}
		for range 4 {
			at := int64(random.IntN(45))
			if err := r.SeekTo(at); err != nil {
				t.Fatalf("byte %d ^ %d: %v", place, by, err)
			}
			if now := r.Crowd().Tick(); now > at || now > 0 && r.Difference() == nil && factsOf(r.Crowd()) != want[now] {
				t.Fatalf("byte %d ^ %d: sought %d, is at %d, as it never was: %v", place, by, at, now, r.Err())
			}
			in, err := r.Records(at)
			if err != nil {
				continue
			}
			var rec ktrace.Record
			for err == nil {
				err = in.Next(&rec)
			}
			var damage *ktrace.DamageError
			if err != io.EOF && !errors.As(err, &damage) {
				t.Fatalf("byte %d ^ %d: %v", place, by, err)
			}
		}
	}
}

// version4 is a trace of 30 ticks in the form of version 4, with snapshots, which are of another form than today's.
//
//go:embed testdata/version4.ktrace
var version4 []byte

// TestSeekingInAnEarlierVersion: one from before there were snapshots and an index is opened too, and so is one whose
// snapshots have another form; any moment is found by way of its beginning. A later one is refused.
func TestSeekingInAnEarlierVersion(t *testing.T) {
	const magicBytes, trailerBytes = 8, 24
	data, want := bytes.Clone(version4), []facts{{}}
	straight := openTrace(t, bytes.NewReader(data), agent.ReplayOptions{})
	for len(want) < 20 && straight.Step() { // in tick 20 that version reported a second planning in vain, which is no event of its own any more
		want = append(want, factsOf(straight.Crowd()))
	}
	if len(want) != 20 || straight.Difference() != nil {
		t.Fatal(len(want), straight.Difference(), straight.Err())
	}
	for version := byte(ktrace.OldestVersion); version <= 4; version++ {
		data[magicBytes] = version
		r := openTrace(t, bytes.NewReader(data[:len(data)-trailerBytes]), agent.ReplayOptions{})
		if x, err := r.Index(); err != nil || x.Last != 30 || len(x.Places) > 0 {
			t.Fatalf("version %d: %+v %v", version, x, err)
		}
		for _, at := range []int64{19, 7, 12} {
			if err := r.SeekTo(at); err != nil || factsOf(r.Crowd()) != want[at] {
				t.Errorf("version %d at %d: %v %v", version, at, err, r.Err())
			}
		}
	}
	r := openTrace(t, bytes.NewReader(version4), agent.ReplayOptions{})
	if x, err := r.Index(); err != nil || x.Last != 30 || !x.Whole || len(x.Places) > 0 {
		t.Errorf("snapshots of another form: %+v %v", x, err)
	}
	for _, at := range []int64{19, 7, 12} {
		if err := r.SeekTo(at); err != nil || factsOf(r.Crowd()) != want[at] || r.Err() != nil || r.Difference() != nil {
			t.Errorf("snapshots of another form, at %d: %v %v %v", at, err, r.Err(), r.Difference())
		}
	}
	data[magicBytes] = ktrace.Version + 1
	var later *ktrace.VersionError
	if _, err := agent.NewReplay(bytes.NewReader(data), agent.ReplayOptions{}); !errors.As(err, &later) || !strings.Contains(later.Error(), "versions 2 to 10") {
		t.Error(err)
	}
}
