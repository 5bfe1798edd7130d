package trial_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/scenes"
	"github.com/karakuri-ai/karakuri/internal/town"
	"github.com/karakuri-ai/karakuri/internal/trial"
	"github.com/karakuri-ai/karakuri/playground"
)

// demo is an example that runs: in its scene if it has one, otherwise in a town.
type demo struct {
	file  string
	files fstest.MapFS
	crowd *agent.Crowd
	step  func()
	open  trial.Opener
}

func openDemo(t *testing.T, name string) *demo {
	t.Helper()
	d := &demo{file: name + ".krk", files: fstest.MapFS{}}
	paths, err := filepath.Glob("../../examples/" + name + "/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range paths {
		if data, err := os.ReadFile(p); err == nil {
			d.files[filepath.Base(p)] = &fstest.MapFile{Data: data}
		}
	}
	p, ds := program.Load(d.files, d.file)
	if p == nil {
		t.Fatal(ds.Err())
	}
	scene := d.files[name+".scene"]
	if scene == nil {
		t, err2 := town.New(p, town.Options{Crowd: agent.Options{TPS: trial.TPS, Seed: 1, Pictures: true}})
		if err = err2; err == nil {
			err = t.Populate(0)
			d.crowd, d.step = t.Crowd(), t.Step
		}
	} else {
		s, err2 := playground.ParseScene(name+".scene", string(scene.Data))
		if err2 != nil {
			t.Fatal(err2)
		}
		d.open = scenes.Open(s)
		var play *playground.Playground
		play, err = playground.New(bridge.Program.Out(p).(*karakuri.Program), s, playground.Options{Crowd: karakuri.Options{Seed: 1, Pictures: true}, StandIns: true})
		if err == nil {
			d.crowd, d.step = bridge.Crowd.In(play.Crowd()), play.Step
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// passes runs a block at the end of the demo's file, as karakuri test does.
func (d *demo) passes(t *testing.T, block, name string) {
	t.Helper()
	with := fstest.MapFS{}
	for k, f := range d.files {
		with[k] = f
	}
	with[d.file] = &fstest.MapFile{Data: append(append([]byte{}, d.files[d.file].Data...), "\n"+block...)}
	p, ds := program.Load(with, d.file)
	if p == nil {
		t.Fatalf("%v\n%s", ds.Err(), block)
	}
	reports, err := trial.Run(p, trial.Options{Seed: 1, Open: d.open, Only: name})
	if err != nil {
		t.Fatal(err)
	}
	if r := reports[len(reports)-1]; r.Name != name || !r.Passed {
		t.Errorf("%+v\n%s", r, block)
	}
}

// Moments of all demos become tests that pass: plans, trees, brains, and runs up to a moment.
func TestMomentsOfTheDemosBecomeTests(t *testing.T) {
	for _, c := range []struct {
		name   string
		family string // what most of its tests expect
		least  int    // moments of agents that become a test
	}{{"meal", "task", 4}, {"errands", "task", 4}, {"soldier", "task", 4}, {"kitchen", "agent", 8}, {"guards", "agent", 8}, {"gatherer", "wants", 20}, {"fireteam", "task", 15}, {"search", "task", 10}, {"patrol", "task", 8}, {"skirmish", "task", 20}} {
		t.Run(c.name, func(t *testing.T) {
			d := openDemo(t, c.name)
			count, family, runs := 0, 0, 0
			refused := map[string]int{}
			for _, tick := range []int64{1, 15, 60, 150, 300} {
				for d.crowd.Tick() < tick {
					d.step()
				}
				asked := 0
				for id := range d.crowd.All {
					if asked++; asked > 5 {
						break
					}
					b, err := trial.AsTest(d.crowd, id, trial.Moment{Name: "made", Level: -1})
					if err != nil {
						if !errors.Is(err, program.ErrNoTest) {
							t.Error(err)
						}
						refused[err.Error()]++
						continue
					}
					if count++; strings.Contains(b.Text, c.family) {
						family++
					}
					d.passes(t, b.Text, "made")
				}
				b, err := trial.RunAsTest(d.crowd, 0, trial.Past{Name: "so far", Seed: 1, Open: d.open})
				if err != nil {
					refused[err.Error()]++
					continue
				}
				runs++
				d.passes(t, b.Text, "so far")
			}
			if runs < 4 {
				t.Errorf("the run up to %d moments becomes a test, want 4", runs)
			}
			if count < c.least || family < count/2 {
				t.Errorf("%d moments become tests, %d of them of %s; want %d", count, family, c.family, c.least)
			}
			for why, n := range refused {
				t.Logf("%d are refused: %s", n, why)
			}
		})
	}
}
