package runner_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// cases returns conformance cases by name: domain, script and events.
func cases(t *testing.T, patterns ...string) map[string][3]string {
	t.Helper()
	cases := map[string][3]string{}
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal("no cases", err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			_, rest, _ := strings.Cut(string(text), "-- domain --\n")
			domain, rest, _ := strings.Cut(rest, "-- script --\n")
			script, events, _ := strings.Cut(rest, "-- events --\n")
			cases[strings.TrimSuffix(filepath.Base(file), ".txt")] = [3]string{domain, script, events}
		}
	}
	return cases
}

// TestAllGoesOnFromSnapshots: if after each tick the crowd is replaced by another restored from its snapshot,
// everything continues identically.
func TestAllGoesOnFromSnapshots(t *testing.T) {
	playAgain(t, func(th *theatre) { th.anew = true })
}

// TestAllGoesOnReloaded: where after each tick the crowd takes over the same program, all continues as without.
func TestAllGoesOnReloaded(t *testing.T) {
	playAgain(t, func(th *theatre) { th.afresh = true })
}

// TestQuickWritersWriteWhatTheListsSay in each tick of all cases. None of them runs at the same time as another: how a
// snapshot is written is a matter of the package.
func TestQuickWritersWriteWhatTheListsSay(t *testing.T) {
	for name, c := range cases(t, "testdata/*.txt") {
		t.Run(name, func(t *testing.T) {
			th := stageOf(t, c[0], c[1], agent.Options{})
			th.listed = true
			th.play(c[1])
		})
	}
}

// TestAllGoesOnRoused: where before each tick something is written to all states and taken back, so that nothing is
// packed or left out, all continues as without. Only where plannings or turns are shared out awake agents have their
// turns in another order.
func TestAllGoesOnRoused(t *testing.T) {
	playAgain(t, func(th *theatre) { th.roused = th.options.CrowdNodesPerTick+th.options.TurnsPerTick == 0 })
}

// playAgain plays all conformance cases in another way, in which the same must come of them.
func playAgain(t *testing.T, change func(*theatre)) {
	for name, c := range cases(t, "testdata/*.txt") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			th := stageOf(t, c[0], c[1], agent.Options{})
			change(th)
			if got := th.play(c[1]); got != c[2] {
				t.Errorf("got:\n%s\nwant:\n%s", got, c[2])
			}
		})
	}
}

// TestFailuresAreReplayed: a recorded run is made again without the host, from its beginning and from the middle.
func TestFailuresAreReplayed(t *testing.T) {
	for name, c := range cases(t, "testdata/ban*.txt", "testdata/claim*.txt", "testdata/method*.txt", "testdata/wait*.txt", "testdata/cooldown_*.txt", "testdata/vain_*.txt") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var recorded bytes.Buffer
			rec := ktrace.NewRecorder(&recorded, ktrace.Options{CheckpointTicks: 7, SnapshotTicks: 29})
			th := stageOf(t, c[0], c[1], agent.Options{Recorder: rec})
			th.play(c[1])
			if err := rec.Close(); err != nil {
				t.Fatal(err)
			}
			for _, from := range []int64{0, th.crowd.Tick() / 2} {
				th.replay(t, recorded.Bytes(), from)
			}
		})
	}
}

// replay makes a recorded run again from a tick on.
func (th *theatre) replay(t *testing.T, recorded []byte, from int64) {
	t.Helper()
	var texts []string
	var r *agent.Replay
	r, err := agent.NewReplay(bytes.NewReader(recorded), agent.ReplayOptions{Sink: runner.SinkFunc(func(e runner.Event) {
		texts = append(texts, place.ReplaceAllString(r.Crowd().View().Text(e), ""))
	})})
	if err == nil && from > 0 {
		err = r.SeekTo(from)
		texts = nil
	}
	if err != nil {
		t.Fatal(err)
	}
	for r.Step() {
	}
	if !r.Ended() {
		t.Fatalf("from tick %d on: %+v %v", from, r.Difference(), r.Err())
	}
	if want := th.texts[len(th.texts)-len(texts):]; !slices.Equal(texts, want) || from == 0 && len(want) != len(th.texts) {
		t.Errorf("from tick %d on:\n%s\nwant:\n%s", from, strings.Join(texts, "\n"), strings.Join(want, "\n"))
	}
}
