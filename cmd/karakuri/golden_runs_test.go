package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/examples/guards/yard"
	"github.com/karakuri-ai/karakuri/examples/kitchen/restaurant"
	"github.com/karakuri-ai/karakuri/examples/village/hamlet"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/studio"
	"github.com/karakuri-ai/karakuri/internal/tools/golden"
	"github.com/karakuri-ai/karakuri/playground"
)

const (
	runsFile = "testdata/golden/runs.txt"
	// runSeconds is the default duration of a golden run, in simulated time.
	runSeconds = 60
)

var dumpDir = flag.String("dump", "", "write golden runs and texts out in full to files in this directory, for comparing two versions")

// goldenRun is a run to be followed: open prepares it for a number of goroutines that decide, and returns its crowd and
// what makes a tick.
type goldenRun struct {
	name  string
	ticks int // 0: runSeconds
	open  func(t *testing.T, workers int, out io.Writer) (*agent.Crowd, func())
}

// TestGoldenRuns compares runs of all programs of the repository, in all scenes and worlds that it has for them, with
// the stored results: the hash of events and the digest of states. Each runs twice, the second time with several
// goroutines that decide.
//
//	go test ./cmd/karakuri -run TestGoldenRuns -update
//	go test ./cmd/karakuri -run TestGoldenRuns/NAME -dump DIR
func TestGoldenRuns(t *testing.T) {
	text, err := os.ReadFile(runsFile)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := golden.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	var now strings.Builder
	for _, g := range goldenRuns(t) {
		t.Run(g.name, func(t *testing.T) {
			var out io.Writer
			if *dumpDir != "" {
				out = dumpFile(t, g.name)
			}
			r := g.follow(t, 1, out)
			now.WriteString(r.String())
			if other := g.follow(t, 3, nil); other.String() != r.String() {
				t.Errorf("with 3 workers: %s", other.Differ(r))
			}
			at := slices.IndexFunc(kept, func(k golden.Run) bool { return k.Name == r.Name })
			switch {
			case *update:
			case at < 0:
				t.Error("it is new: -update keeps it")
			case r.Differ(kept[at]) != "":
				t.Errorf("%s. CONTRIBUTING.md says what to do.", r.Differ(kept[at]))
			}
		})
	}
	if *update {
		if err := os.WriteFile(runsFile, []byte(now.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// follow makes a run.
func (g goldenRun) follow(t *testing.T, workers int, out io.Writer) golden.Run {
	crowd, step := g.open(t, workers, out)
	ticks := g.ticks
	if ticks == 0 {
		ticks = runSeconds * crowd.TPS()
	}
	return golden.Follow(g.name, crowd, ticks, out, step)
}

// goldenRuns lists all runs: those of the hashes, every program with agents in the small world, and what the examples'
// own worlds and scenes have to offer.
func goldenRuns(t *testing.T) (list []goldenRun) {
	for _, s := range scenarios {
		run := commandRun(s.name, s.args)
		if s.name == "gatherer" { // there are many of them, and they perceive a lot
			run.ticks = 300
		}
		list = append(list, run)
	}
	for _, file := range karakuriFiles(t) {
		p, _ := loadFile(&console{}, file)
		if p == nil || len(p.Info.Agents) == 0 {
			continue
		}
		run := commandRun(strings.TrimPrefix(filepath.ToSlash(file), "../../"), file+" --scene none --seed 2 --agents 6")
		if filepath.Base(file) == "depot.krk" { // its conditions use up all their work, in every tick
			run.ticks = 16
		}
		list = append(list, run)
	}
	for _, s := range []struct{ name, file, scene string }{
		{"fire team on fields", "fireteam/fireteam.krk", "fireteam/fireteam.scene"},
		{"fire team in woods", "fireteam/fireteam.krk", "fireteam/woods.scene"},
		{"fire team against a player", "fireteam/fireteam.krk", "fireteam/player.scene"},
		{"a squad at its post", "fireteam/picket.krk", "fireteam/picket.scene"},
		{"a skirmish with position queries", "skirmish/skirmish.krk", "skirmish/skirmish.scene"},
		{"patrol in formation", "patrol/patrol.krk", "patrol/patrol.scene"},
		{"a search for what was heard", "search/search.krk", "search/search.scene"},
	} {
		list = append(list, commandRun(s.name, "../../examples/"+s.file+" --scene ../../examples/"+s.scene))
	}
	for _, lone := range []string{"alpha", "bravo"} {
		list = append(list, sceneRun("fire team, lone "+lone, "fireteam/fireteam.krk", "fireteam/woods.scene", lone))
	}
	return append(list, hostRuns()...)
}

// commandRun runs karakuri run with arguments.
func commandRun(name, args string) goldenRun {
	return goldenRun{name: name, open: func(t *testing.T, workers int, out io.Writer) (*agent.Crowd, func()) {
		if out == nil {
			out = io.Discard
		}
		var g grammar
		c := &console{in: strings.NewReader(""), out: out, err: out, now: func() time.Duration { return 0 }, stop: make(chan struct{})}
		if _, err := newParser(&g, c).Parse(append([]string{"run", "--workers", fmt.Sprint(workers)}, strings.Fields(args)...)); err != nil {
			t.Fatal(err)
		}
		p, err := load(c, g.Run.File)
		if err != nil {
			t.Fatal(err)
		}
		s, err := newStage(c, p, &g.Run)
		if err != nil {
			t.Fatal(err)
		}
		show := newPlainLines(c, s)
		return s.crowd, func() {
			s.happen(s.crowd.Tick() + 1)
			s.step()
			show.tick()
		}
	}}
}

// sceneRun is a fight in which a squad has no leader.
func sceneRun(name, file, scene, lone string) goldenRun {
	return goldenRun{name: name, open: func(t *testing.T, workers int, out io.Writer) (*agent.Crowd, func()) {
		text, err := os.ReadFile("../../examples/" + scene)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := playground.ParseScene(scene, string(text))
		if err != nil {
			t.Fatal(err)
		}
		p, err := playground.New(loadExample(t, file), parsed, playground.Options{Crowd: hostOptions(workers, 1, out), Lone: []string{lone}})
		if err != nil {
			t.Fatal(err)
		}
		return bridge.Crowd.In(p.Crowd()), p.Step
	}}
}

// worldRun is a program in a world that an example brings along.
func worldRun(name, file string, seed uint64, ticks int, w studio.World) goldenRun {
	return goldenRun{name: name, ticks: ticks, open: func(t *testing.T, workers int, out io.Writer) (*agent.Crowd, func()) {
		g, err := w.Open(loadExample(t, file), hostOptions(workers, seed, out))
		if err != nil {
			t.Fatal(err)
		}
		return bridge.Crowd.In(g.Crowd), func() {
			if err := g.Step(); err != nil {
				t.Fatal(err)
			}
		}
	}}
}

// hostOptions has a crowd report what its plans do.
func hostOptions(workers int, seed uint64, out io.Writer) karakuri.Options {
	o := agent.Options{Seed: seed, Workers: workers}
	if out != nil {
		o.Sink = runner.SinkFunc(func(e runner.Event) { fmt.Fprintf(out, "tick %d agent %d %s\n", e.Tick, e.Agent, e.Kind) })
	}
	return bridge.Options(o).(karakuri.Options)
}

func loadExample(t *testing.T, file string) *karakuri.Program {
	p, err := karakuri.Load(os.DirFS("../../examples"), file)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// hostRuns are those of worlds that examples bring along.
func hostRuns() (list []goldenRun) {
	for seed := range uint64(2) {
		list = append(list, worldRun(fmt.Sprintf("yard, seed %d", seed+1), "guards/guards.krk", seed+1, 1200, studio.WorldOf(yard.World)))
	}
	for _, v := range []struct {
		name string
		o    restaurant.Options
	}{
		{"alone", restaurant.Options{Cooks: 2, Pause: 10}},
		{"pieces", restaurant.Options{Cooks: 2, Pause: 10, Pieces: true}},
		{"squad", restaurant.Options{Cooks: 2, Pause: 10, Led: true}},
		{"squad, one leaves", restaurant.Options{Cooks: 2, Pause: 10, Led: true, Leave: time.Minute}},
		{"three in a squad, in a hurry", restaurant.Options{Cooks: 3, Pause: 5, Led: true}},
		{"four alone, in a hurry, one leaves", restaurant.Options{Cooks: 4, Pause: 5, Leave: time.Minute}},
	} {
		list = append(list, worldRun("kitchen, "+v.name, "kitchen/kitchen.krk", 1, 1800, studio.WorldOf(restaurant.In(v.o))))
	}
	return append(list, worldRun("hamlet", "village/village.krk", 1, 2400, studio.WorldOf(hamlet.World)))
}
