package impact_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/impact"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/playground"
)

// texts returns the files of an example, with a replacement in the main one.
func texts(tb testing.TB, name string, old, new string) fstest.MapFS {
	tb.Helper()
	dir := filepath.Join("..", "..", "examples", name)
	out := fstest.MapFS{}
	list, err := filepath.Glob(filepath.Join(dir, "*.krk"))
	if err != nil {
		tb.Fatal(err)
	}
	for _, f := range list {
		data, err := os.ReadFile(f)
		if err != nil {
			tb.Fatal(err)
		}
		text := string(data)
		if base := filepath.Base(f); base == name+".krk" && old != "" {
			if !strings.Contains(text, old) {
				tb.Fatalf("%s does not contain %q", f, old)
			}
			text = strings.ReplaceAll(text, old, new)
		}
		out[filepath.Base(f)] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

func load(tb testing.TB, name string, old, new string) *program.Program {
	tb.Helper()
	p, ds := program.Load(texts(tb, name, old, new), name+".krk")
	if p == nil {
		tb.Fatal(ds.Err())
	}
	return p
}

// record returns the trace of a run of an example in the small world, or in its scene.
func record(tb testing.TB, name string, agents, seconds int) *impact.Source {
	tb.Helper()
	p := load(tb, name, "", "")
	var out bytes.Buffer
	rec := ktrace.NewRecorder(&out, ktrace.Options{Packed: true})
	public := bridge.Program.Out(p).(*karakuri.Program)
	var step func()
	var tps int
	scene := filepath.Join("..", "..", "examples", name, name+".scene")
	if text, err := os.ReadFile(scene); err == nil && agents == 0 {
		s, err := playground.ParseScene(scene, string(text))
		if err != nil {
			tb.Fatal(err)
		}
		play, err := playground.New(public, s, playground.Options{Crowd: karakuri.Options{Seed: 1, Recorder: rec}})
		if err != nil {
			tb.Fatal(err)
		}
		step, tps = func() { play.Step() }, play.Crowd().TPS()
	} else {
		town, err := playground.NewTown(public, karakuri.Options{TPS: 10, Seed: 1, Recorder: rec}, agents)
		if err != nil {
			tb.Fatal(err)
		}
		step, tps = func() { town.Step() }, 10
	}
	for range seconds * tps {
		step()
	}
	if err := rec.Close(); err != nil {
		tb.Fatal(err)
	}
	s, err := impact.Trace(name, out.Bytes())
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func run(tb testing.TB, next *program.Program, o impact.Options, s ...*impact.Source) []impact.Report {
	tb.Helper()
	reports, err := impact.Run(next, s, o)
	if err != nil {
		tb.Fatal(err)
	}
	return reports
}

// TestTheSameProgramDecidesTheSame: for each family, also in another layout of the states.
func TestTheSameProgramDecidesTheSame(t *testing.T) {
	for _, tc := range []struct {
		name   string
		agents int
		plans  bool
	}{{"meal", 3, true}, {"soldier", 8, true}, {"guards", 6, false}, {"gatherer", 0, false}} {
		t.Run(tc.name, func(t *testing.T) {
			s := record(t, tc.name, tc.agents, 30)
			r := run(t, load(t, tc.name, "", ""), impact.Options{}, s)[0]
			if r.Differ() != 0 || r.Plans.Unknown+r.Turns.Unknown != 0 || !r.IsWhole() || len(r.Notes) != 0 {
				t.Errorf("%s %q %+v", r.Text(), r.Notes, r.List)
			}
			if got := r.Plans.Looked > 0; got != tc.plans || r.Plans.Looked+r.Turns.Looked == 0 {
				t.Error(r.Text())
			}
			other := load(t, tc.name, "state agent {", "state agent {\n    other: int 0..7")
			if r := run(t, other, impact.Options{}, s)[0]; r.Differ() != 0 || r.Plans.Looked+r.Turns.Looked == 0 {
				t.Errorf("with another layout: %s %+v", r.Text(), r.List)
			}
		})
	}
}

// TestDifferencesAreFound, each at its moment, with what was decided and what would be.
func TestDifferencesAreFound(t *testing.T) {
	s := record(t, "meal", 2, 30)
	for _, tc := range []struct{ old, new, after string }{
		{`method "earn first"                            { work; dine }`, `method "earn first" when false { work; dine }`, "no plan"},
		{"const price = 5", "const price = 1000", "no plan"},
		{"operator eat ", "operator rest { when false; do move_to(home); effect hungry = false }\noperator eat ", ""},
	} {
		r := run(t, load(t, "meal", tc.old, tc.new), impact.Options{}, s)[0]
		found := slices.ContainsFunc(r.List, func(d impact.Difference) bool {
			return d.After == tc.after && strings.Contains(d.Before, "work, buy, eat") && d.Agent != "" && d.Tick > 0 && d.Goal == "dine" && d.Kind == impact.Plan
		})
		if found != (tc.after != "") || (r.Differ() > 0) != found {
			t.Errorf("%s: %s\n%+v", tc.new, r.Text(), r.List)
		}
	}
}

// TestTreesAndBrainsAreSampled: a guard that no longer returns, and a gatherer that would rather wander.
func TestTreesAndBrainsAreSampled(t *testing.T) {
	for _, tc := range []struct {
		name, old, new, before, after string
		agents                        int
	}{
		{"gatherer", "want wander { score 0.05 }", "want wander { score 1; rank 9 }", "get_item", "wander", 0},
		{"guards", "sequence { return_to(start_pos); keep_watch }", "keep_watch", "return_to", "keep_watch", 6},
	} {
		t.Run(tc.name, func(t *testing.T) {

			r := run(t, load(t, tc.name, tc.old, tc.new), impact.Options{}, record(t, tc.name, tc.agents, 8))[0]
			if r.Turns.Differ == 0 || !slices.ContainsFunc(r.List, func(d impact.Difference) bool {
				return d.Kind == impact.Turn && strings.Contains(d.Before, tc.before) && strings.Contains(d.After, tc.after)
			}) {
				t.Errorf("%s %q %+v", r.Text(), r.Notes, r.List)
			}
		})
	}
}

// TestAReportIsTheSameWithAnyNumberOfWorkers.
func TestAReportIsTheSameWithAnyNumberOfWorkers(t *testing.T) {
	s := record(t, "soldier", 8, 60)
	next := load(t, "soldier", "order metres(at, p) {", "order -metres(at, p) {")
	one := run(t, next, impact.Options{Workers: 1}, s, s)
	if one[0].Differ() == 0 || len(s.Starts) < 3 {
		t.Fatal(one[0].Text(), s.Starts)
	}
	if many := run(t, next, impact.Options{Workers: 5}, s, s); !reflect.DeepEqual(one, many) {
		t.Errorf("one worker: %+v\nfive: %+v", one, many)
	}
}

// countedFilm counts the ticks that are played.
type countedFilm struct {
	impact.Film
	played *atomic.Int64
}

func (f countedFilm) Step() bool {
	f.played.Add(1)
	return f.Film.Step()
}

// TestWhatIsKeptIsNotPlayedAgain: later comparisons report the same as if the recording were played, also with another
// layout of the states, and play nothing. The same holds if the recording was only read before.
func TestWhatIsKeptIsNotPlayedAgain(t *testing.T) {
	changed := 0
	for _, tc := range []struct {
		name, old, new string
	}{
		{"soldier", "", ""},
		{"soldier", "order metres(at, p) {", "order -metres(at, p) {"},
		{"soldier", "state agent {", "state agent {\n    other: int 0..7"},
		{"soldier", "agent sentry", "agent warrior"},
		{"meal", "const price = 5", "const price = 1000"},
		{"errands", "", ""},
		{"guards", "sequence { return_to(start_pos); keep_watch }", "keep_watch"},
		{"guards", "state agent {", "state agent {\n    other: int 0..7"},
		{"guards", "tree guard", "tree other"},
		{"gatherer", "want wander { score 0.05 }", "want wander { score 1; rank 9 }"},
	} {
		s := record(t, tc.name, 6, 40)
		next := load(t, tc.name, tc.old, tc.new)
		want := run(t, next, impact.Options{}, s)
		var played atomic.Int64
		open := s.Open
		s.Open = func(plans runner.Sink) (impact.Film, error) {
			film, err := open(plans)
			return countedFilm{film, &played}, err
		}
		for _, read := range []bool{true, false} {
			s.Kept = impact.NewMemory(&impact.Room{})
			played.Store(0)
			if read {
				reports, err := impact.Keep([]*impact.Source{s}, impact.Options{})
				if err != nil || !reports[0].IsWhole() {
					t.Fatal(err, reports)
				}
			} else {
				run(t, load(t, tc.name, "", ""), impact.Options{}, s)
			}
			first := played.Load()
			got := run(t, next, impact.Options{Workers: 2}, s)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s with %q: %+v\nwant %+v", tc.name, tc.new, got, want)
			}
			if more := played.Load() - first; more > 0 || first == 0 {
				t.Errorf("%s with %q: %d ticks are played, then %d", tc.name, tc.new, first, more)
			}
		}
		changed += want[0].Differ()
	}
	if changed == 0 {
		t.Error("nothing differs")
	}
}

// TestWhatDoesNotFitIsPlayedAgain: with too little room some parts are played for each comparison, which reports the
// same and then reads nothing once more. A memory that is forgotten gives its room to others.
func TestWhatDoesNotFitIsPlayedAgain(t *testing.T) {
	for _, name := range []string{"soldier", "guards"} {
		s, next := record(t, name, 6, 40), load(t, name, "", "")
		var played atomic.Int64
		open := s.Open
		s.Open = func(plans runner.Sink) (impact.Film, error) {
			film, err := open(plans)
			return countedFilm{film, &played}, err
		}
		keep := func() (ticks int64, bytes int) {
			before := played.Load()
			if _, err := impact.Keep([]*impact.Source{s}, impact.Options{}); err != nil {
				t.Fatal(err)
			}
			return played.Load() - before, s.Kept.Bytes()
		}
		wide := &impact.Room{}
		s.Kept = impact.NewMemory(wide)
		_, whole := keep()
		want := run(t, next, impact.Options{}, s)
		narrow := &impact.Room{Less: impact.MaxKept - int64(whole)*2/3}
		first := impact.NewMemory(narrow)
		for _, m := range []*impact.Memory{first, impact.NewMemory(narrow)} {
			s.Kept = m
			ticks, bytes := keep()
			if ticks == 0 || bytes == 0 || bytes > whole*2/3 {
				t.Errorf("%s: %d ticks are read, and %d bytes of %d kept", name, ticks, bytes, whole)
			}
			if more, _ := keep(); more != 0 {
				t.Errorf("%s: %d ticks are read again", name, more)
			}
			if got := run(t, next, impact.Options{}, s); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %+v\nwant %+v", name, got, want)
			}
			first.Forget()
		}
	}
}

// TestProgressIsASampleThatSaysSo, and cancelling ends the comparison after the part that is being played.
func TestProgressIsASampleThatSaysSo(t *testing.T) {
	s := record(t, "soldier", 8, 60)
	next := load(t, "soldier", "order metres(at, p) {", "order -metres(at, p) {")
	cancel, parts := make(chan struct{}), 0
	var last impact.Report
	reports, err := impact.Run(next, []*impact.Source{s}, impact.Options{Cancel: cancel, Progress: func(r []impact.Report) {
		if parts++; parts == 2 {
			close(cancel)
		}
		last = r[0]
	}})
	if !errors.Is(err, impact.ErrCancelled) || parts != 2 || !reflect.DeepEqual(last, reports[0]) {
		t.Error(err, parts, last)
	}
	if last.IsWhole() || last.Played == 0 || !strings.Contains(last.Text(), "% of the recording, spread evenly over it") {
		t.Error(last.Text())
	}
}

// TestTheDecisionOfOneCharacter says both, also if they are the same.
func TestTheDecisionOfOneCharacter(t *testing.T) {
	for _, tc := range []struct {
		name, old, new string
		agents         int
		kind           impact.Kind
		differ         bool
	}{
		{"meal", "", "", 1, impact.Plan, false},
		{"meal", "const price = 5", "const price = 1000", 1, impact.Plan, true},
		{"guards", "", "", 1, impact.Turn, false},
		{"guards", "sequence { return_to(start_pos); keep_watch }", "keep_watch", 1, impact.Turn, true},
	} {
		film, err := record(t, tc.name, tc.agents, 5).Open(nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := film.SeekTo(3); err != nil {
			t.Fatal(err)
		}
		for id := range film.Crowd().All {
			d, err := impact.Decide(film.Crowd(), id, load(t, tc.name, tc.old, tc.new))
			if err != nil || d.Differ != tc.differ || d.Kind != tc.kind || d.Before == "" || d.After == "" || (d.Before != d.After) != tc.differ {
				t.Errorf("%s %s: %+v %v", tc.name, tc.new, d, err)
			}
		}
	}
}

// TestAFileThatIsNoTraceIsRefused.
func TestAFileThatIsNoTraceIsRefused(t *testing.T) {
	if _, err := impact.Trace("damaged", []byte("KTRACE")); err == nil {
		t.Error("no error")
	}
}

// BenchmarkTenMinutes compares a recording of ten minutes of 200 soldiers, in which half of the decisions differ.
func BenchmarkTenMinutes(b *testing.B) {
	s := record(b, "soldier", 200, 600)
	next := load(b, "soldier", "order metres(at, p) {", "order -metres(at, p) {")
	for _, workers := range []int{1, 2} {
		b.Run(string(rune('0'+workers))+"workers", func(b *testing.B) {
			for b.Loop() {
				r := run(b, next, impact.Options{Workers: workers}, s)[0]
				b.ReportMetric(float64(r.Plans.Looked), "decisions")
				b.ReportMetric(float64(r.Differ()), "differ")
			}
		})
	}
}

// BenchmarkKeep plays a recording of ten minutes of 200 soldiers, and keeps its decisions.
func BenchmarkKeep(b *testing.B) {
	s := record(b, "soldier", 200, 600)
	for b.Loop() {
		s.Kept = impact.NewMemory(&impact.Room{})
		if _, err := impact.Keep([]*impact.Source{s}, impact.Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(s.Kept.Bytes())/(1<<20), "MB")
}
