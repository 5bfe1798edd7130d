package studio

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/playground"
)

// longRuns are runs of 200 characters whose traces are looked at.
var longRuns = []struct {
	name, file string
	crowded    bool // in the scene next to the file, with 50 instead of each 12 or 13
	seconds    int
}{
	{"soldiers", "../../examples/soldier/soldier.krk", false, 3600},
	{"gatherers", "../../examples/gatherer/gatherer.krk", true, 600}, // an hour of their world takes an hour to make
	{"fireteam", "../../examples/fireteam/fireteam.krk", true, 600},
}

// crowded copies a file and the scene next to it, with 200 characters, and returns the name of the copy.
func crowded(tb testing.TB, file string) string {
	tb.Helper()
	dir := tb.TempDir()
	for _, ending := range []string{".krk", sceneEnding} {
		text, err := os.ReadFile(strings.TrimSuffix(file, ".krk") + ending)
		if err != nil {
			tb.Fatal(err)
		}
		more := regexp.MustCompile(`_one 1[23]`).ReplaceAllString(string(text), "_one 50")
		more = strings.ReplaceAll(more, "cast rifleman 5 ", "cast rifleman 50 ")
		for _, line := range regexp.MustCompile(`(?m)^(squad|cast) .*(alpha|bravo).*$`).FindAllString(more, -1) {
			more += strings.NewReplacer("alpha", "charlie", "bravo", "delta").Replace(line) + "\n"
		}
		more = strings.ReplaceAll(more, "max 256", "max 400") // room for all that died and are remembered
		if err := os.WriteFile(filepath.Join(dir, "crowded"+ending), []byte(more), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
	return filepath.Join(dir, "crowded.krk")
}

// writeLong writes the trace of a run of 200 characters.
func writeLong(tb testing.TB, run int, seconds int) string {
	tb.Helper()
	r := longRuns[run]
	name := filepath.Join(tb.TempDir(), "long"+traceEnding)
	out, err := os.Create(name)
	if err != nil {
		tb.Fatal(err)
	}
	var stage Stage
	rec := ktrace.NewRecorder(out, ktrace.Options{Packed: true, Figures: func(buf []ktrace.Figure) []ktrace.Figure {
		if stage == nil {
			return buf
		}
		return (&Session{stage: stage}).tracedFigures(buf)
	}})
	file := r.file
	if r.crowded {
		file = crowded(tb, file)
	}
	from := open(tb, file, Options{Agents: 200}).source
	if r.crowded {
		var play *playground.Playground
		if play, err = playground.New(public(from.program), from.scene, playground.Options{Crowd: karakuri.Options{Seed: 1, Recorder: rec}}); err == nil {
			stage = stageOf(play, 1)
		}
	} else {
		stage, err = newTownStage(from.program, agent.Options{Seed: 1, Recorder: rec}, 200, silence{})
	}
	if err != nil {
		tb.Fatal(err)
	}
	for range seconds * stage.Crowd().TPS() {
		stage.Step()
	}
	if err := rec.Close(); err != nil {
		tb.Fatal(err)
	}
	if err := out.Close(); err != nil {
		tb.Fatal(err)
	}
	return name
}

// lookAround opens a trace as a session does and looks at moments all over it. It returns how long the first view took,
// and the looks, sorted.
func lookAround(tb testing.TB, name string, looks int) (first time.Duration, all []time.Duration) {
	tb.Helper()
	start := time.Now()
	s := open(tb, name, Options{})
	look := func(tick int64) {
		if err := s.past.look(tick, func(st Stage, j *journal) error {
			for id := range st.Crowd().All {
				mindOf(st, j, id)
				break
			}
			st.Figures(nil)
			return nil
		}); err != nil {
			tb.Fatal(tick, err)
		}
	}
	_, last := s.stage.(Seeker).Range()
	look(last)
	first = time.Since(start)
	random := rand.New(rand.NewPCG(1, 1))
	for range looks {
		at := random.Int64N(last) + 1
		start := time.Now()
		look(at)
		all = append(all, time.Since(start))
	}
	slices.Sort(all)
	return first, all
}

// shortRun is the default number of recorded seconds of a run, and shortestRun that with -short.
const (
	shortRun    = 20
	shortestRun = 5
)

// sized returns how much a benchmark of long runs does: with -short, by default, and with KARAKURI_HOUR=1.
func sized(short, usual, hour int) int {
	switch {
	case os.Getenv("KARAKURI_HOUR") != "":
		return hour
	case testing.Short():
		return short
	}
	return usual
}

// BenchmarkHour opens traces of 200 characters and looks at moments all over them. It reports the milliseconds until
// the first view, and the median and maximum of the looks. With KARAKURI_HOUR=1 they are of an hour and of ten minutes,
// which takes a minute and a quarter of an hour to make.
func BenchmarkHour(b *testing.B) {
	runs := longRuns
	if testing.Short() {
		runs = runs[:1]
	}
	for i, run := range runs {
		b.Run(run.name, func(b *testing.B) {
			name := writeLong(b, i, sized(shortestRun, shortRun, run.seconds))
			info, err := os.Stat(name)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				first, all := lookAround(b, name, 100)
				b.ReportMetric(float64(first.Milliseconds()), "open-ms")
				b.ReportMetric(float64(all[len(all)/2].Microseconds())/1e3, "median-ms")
				b.ReportMetric(float64(all[len(all)-1].Microseconds())/1e3, "worst-ms")
				b.ReportMetric(float64(info.Size())/1e6, "MB")
			}
		})
	}
}
