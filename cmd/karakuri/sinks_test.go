package main

import (
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/examples/guards/yard"
	"github.com/karakuri-ai/karakuri/examples/kitchen/restaurant"
	"github.com/karakuri-ai/karakuri/examples/village/hamlet"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/studio"
	"github.com/karakuri-ai/karakuri/internal/town"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/playground"
)

// sinkSeconds is the duration of each example, in simulated time.
const sinkSeconds = 20

// heardRun is an example: open prepares it for a crowd with some options.
type heardRun struct {
	name string
	open func(t *testing.T, o agent.Options) (*agent.Crowd, func())
}

// listener counts the events that it receives. If panics is set, it panics now and then.
type listener struct {
	count  int
	panics bool
}

func (l *listener) receive() {
	if l.count++; l.panics && l.count%7 == 3 {
		panic("a slip of the sink")
	}
}

func (l *listener) listen(o *agent.Options) {
	o.Sink = runner.SinkFunc(func(runner.Event) { l.receive() })
	o.TreeSink = bt.SinkFunc(func(bt.Event) { l.receive() })
	o.GoalSink = goal.SinkFunc(func(goal.Event) { l.receive() })
	o.SquadSink = agent.SquadSinkFunc(func(agent.SquadEvent) { l.receive() })
}

// TestSinksDecideNothing: an example makes the same decisions with no sink, with sinks for everything, with sinks that
// panic, and with a recorder.
func TestSinksDecideNothing(t *testing.T) {
	for _, r := range heardRuns(t) {
		t.Run(r.name, func(t *testing.T) {
			run := func(l *listener, record bool) (hash uint64, decisions int64) {
				o := agent.Options{Seed: 2, ErrorLog: log.New(io.Discard, "", 0)}
				if l != nil {
					l.listen(&o)
				}
				crowd, step := r.open(t, o)
				if record {
					if err := crowd.Record(ktrace.NewRecorder(io.Discard, ktrace.Options{})); err != nil {
						t.Fatal(err)
					}
				}
				for range sinkSeconds * crowd.TPS() {
					step()
				}
				return crowd.TraceHash(), crowd.Decisions()
			}
			want, decisions := run(nil, false)
			all, some := &listener{}, &listener{panics: true}
			for what, how := range map[string]struct {
				l      *listener
				record bool
			}{"with sinks": {all, false}, "with sinks that panic": {some, false}, "recorded": {nil, true}, "recorded, with sinks": {&listener{}, true}} {
				if got, n := run(how.l, how.record); got != want || n != decisions {
					t.Errorf("%s: hash %016x of %d decisions, want %016x of %d", what, got, n, want, decisions)
				}
			}
			if int64(all.count) < decisions {
				t.Errorf("the sinks received %d of %d decisions", all.count, decisions)
			}
		})
	}
}

// heardRuns are all examples: the files in the town, the fire team in its scene, and the worlds of their own.
func heardRuns(t *testing.T) (list []heardRun) {
	files, err := filepath.Glob("../../examples/*/*.krk")
	if err != nil || len(files) < 6 {
		t.Fatal(files, err)
	}
	for _, file := range append(files, "testdata/hashes/minds.krk") {
		p, ds := loadFile(&console{}, file)
		if ds.HasErrors() || len(p.Info.Agents) == 0 {
			continue
		}
		list = append(list, heardRun{strings.TrimPrefix(filepath.ToSlash(file), "../../examples/"), func(t *testing.T, o agent.Options) (*agent.Crowd, func()) {
			live, err := town.New(p, town.Options{Crowd: o})
			if err == nil {
				err = live.Populate(0)
			}
			if err != nil {
				t.Fatal(err)
			}
			return live.Crowd(), live.Step
		}})
	}
	list = append(list, heardRun{"fire team on fields", func(t *testing.T, o agent.Options) (*agent.Crowd, func()) {
		text, err := os.ReadFile("../../examples/fireteam/fireteam.scene")
		if err != nil {
			t.Fatal(err)
		}
		scene, err := playground.ParseScene("fireteam.scene", string(text))
		if err != nil {
			t.Fatal(err)
		}
		p, err := playground.New(loadExample(t, "fireteam/fireteam.krk"), scene, playground.Options{Crowd: bridge.Options(o).(karakuri.Options)})
		if err != nil {
			t.Fatal(err)
		}
		return bridge.Crowd.In(p.Crowd()), p.Step
	}})
	world := func(name, file string, w studio.World) heardRun {
		return heardRun{name, func(t *testing.T, o agent.Options) (*agent.Crowd, func()) {
			g, err := w.Open(loadExample(t, file), bridge.Options(o).(karakuri.Options))
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
	return append(list, world("yard", "guards/guards.krk", studio.WorldOf(yard.World)), world("restaurant", "kitchen/kitchen.krk", studio.WorldOf(restaurant.In(restaurant.Options{Cooks: 2, Pause: 10, Led: true}))),
		world("hamlet", "village/village.krk", studio.WorldOf(hamlet.World)))
}
