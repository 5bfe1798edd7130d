package studio

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// A stage that is taken back continues as it did the first time; so does another stage of the same file that is given
// the snapshot.
func TestRollback(t *testing.T) {
	for _, file := range []string{camp, meal, "../../examples/soldier/soldier.krk", "../../examples/gatherer/gatherer.krk"} {
		t.Run(filepath.Base(file), func(t *testing.T) {
			from := open(t, file, Options{Seed: 1}).source
			stage, err := from.stage(silence{})
			if err != nil {
				t.Fatal(err)
			}
			steps := func(s Stage) [][]Figure {
				var out [][]Figure
				for range 25 {
					s.Step()
					out = append(out, s.Figures(nil))
				}
				return out
			}
			steps(stage)
			saved := stage.Snapshot()
			want := steps(stage)
			other, err := from.stage(silence{})
			if err != nil {
				t.Fatal(err)
			}
			for name, s := range map[string]Stage{"the same stage": stage, "another": other} {
				if err := s.Rollback(saved); err != nil {
					t.Fatal(err)
				}
				for i, got := range steps(s) {
					if !slices.Equal(got, want[i]) {
						t.Fatalf("%s, %d ticks on: %v\nwant %v", name, i+1, got, want[i])
					}
				}
				if err := s.Rollback(saved[:len(saved)/2]); err == nil {
					t.Errorf("%s goes back to half a snapshot", name)
				}
			}
		})
	}
}

// record writes a trace of some ticks of a file and returns its name.
func record(t testing.TB, file string, ticks int) string { return recordMany(t, file, ticks, 0) }

// recordMany records a run with a number of agents; 0: one of each kind.
func recordMany(t testing.TB, file string, ticks, agents int) string {
	t.Helper()
	var data bytes.Buffer
	rec := ktrace.NewRecorder(&data, ktrace.Options{})
	stage, err := newTownStage(open(t, file, Options{Seed: 1}).source.program, agent.Options{Seed: 1, Recorder: rec}, agents, silence{})
	if err != nil {
		t.Fatal(err)
	}
	for range ticks {
		stage.Step()
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "run"+traceEnding)
	if err := os.WriteFile(name, data.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// A trace shows the recording: any moment of it, and its plannings.
func TestTrace(t *testing.T) {
	address, _ := serve(t, Options{}, record(t, camp, 60), camp)
	live, c := dial(t, address), dial(t, address)
	live.openAt("camp.krk", 60)
	var o Opened
	c.ask(Request{Op: "open", File: "run.ktrace"}, &o)
	if !o.Record || o.Frame.Tick != 1 || o.Frame.Last != 60 || o.Frame.Playing {
		t.Fatalf("%+v", o.Frame)
	}
	for _, tick := range []int64{60, 1, 30, 29} {
		got, want := c.mind("hunter#1", &tick), live.mind("hunter#1", &tick)
		if !slices.Equal(got.Cells, want.Cells) || got.Tick != want.Tick {
			t.Errorf("tick %d: %+v\nwant %+v", tick, got.Cells, want.Cells)
		}
	}
	var e Exploration
	c.ask(Request{Op: "explain", Agent: "hunter#1", Tick: ptr[int64](1)}, &e)
	if e.Plan == nil || len(e.Plan.Steps) != 4 || !e.Seen {
		t.Errorf("the first planning: %+v", e.Plan)
	}
	for _, r := range []Request{{Op: "save", File: "camp.krk", Text: "x"}, {Op: "set", Agent: "hunter#1", Sets: []Setting{{"arrows", "3"}}}} {
		if _, wrong := c.try(r); wrong == "" {
			t.Errorf("%s changes a recorded run", r.Op)
		}
	}
	if _, wrong := c.try(Request{Op: "mind", Agent: "hunter#1", Tick: ptr[int64](1000)}); wrong == "" {
		t.Error("a moment after the end is told of")
	}
}

// A trace that is damaged is refused, or read as far as it is whole.
func TestDamagedTrace(t *testing.T) {
	name := record(t, camp, 60)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(data); i += max(1, len(data)/60) {
		broken := slices.Clone(data)
		broken[i] ^= 0x41
		for _, bytes := range [][]byte{broken, data[:i]} {
			r, err := newRecording(bytes, silence{})
			if err != nil {
				continue
			}
			for r.Step() {
			}
		}
	}
}
