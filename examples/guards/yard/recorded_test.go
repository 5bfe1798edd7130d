package yard

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// witness judges a recorded run by nothing but its recording: what guards knew, and what their trees did. It needs
// neither arena nor actions.
type witness struct {
	*Yard  // for its symbols alone
	crowd  *karakuri.Crowd
	of     []*sighting
	faults []string
	swings int
	homes  int // times that a guard stood in its place again
}

// sighting is a witness's record of a guard.
type sighting struct {
	agent karakuri.AgentID
	reach float64
	began int64 // tick in which a swing began
	saw   bool
	lost  int64 // tick in which it lost sight of the player; 0: it sees, or is in its place
}

// testify replays a recording and judges it.
func testify(t testing.TB, y *Yard, recording []byte) *witness {
	t.Helper()
	w := &witness{Yard: y}
	r := replayed(t, bytes.NewReader(recording), karakuri.ReplayOptions{Sink: karakuri.SinkFunc(w.event), Events: karakuri.Trees}, func(r *karakuri.Replay) {
		if w.crowd = r.Crowd(); len(w.of) == 0 {
			for _, g := range y.guards {
				w.of = append(w.of, &sighting{agent: g.agent, reach: bodies[w.crowd.Agent(g.agent).Kind()].Reach})
			}
		}
		w.tick()
	})
	if r.Crowd().Spawned() != int64(len(y.guards)) {
		t.Errorf("%d agents are recorded", r.Crowd().Spawned())
	}
	return w
}

func (w *witness) blame(s *sighting, format string, args ...any) {
	w.faults = append(w.faults, fmt.Sprintf("seed %d, tick %d, agent %d: ", w.options.Seed, w.crowd.Tick(), w.crowd.Agent(s.agent).Number())+fmt.Sprintf(format, args...))
}

// event judges swings, and notes which guards are on their posts.
func (w *witness) event(e karakuri.Event) {
	if w.crowd == nil {
		return // the first tick: no character is in sight
	}
	s := w.of[w.crowd.Agent(e.Agent).Number()-1]
	label := bridge.Crowd.In(w.crowd).View().Trees(e.Agent)[0].Program().Label(int32(e.Node))
	switch {
	case strings.HasPrefix(label, "keep_watch") && e.Kind == karakuri.NodeStarted && s.lost > 0:
		s.lost = 0
		w.homes++
	case !strings.HasPrefix(label, "attack"):
	case e.Kind == karakuri.NodeStarted:
		s.began = e.Tick
		w.swings++
		if far := w.distance.Of(w.crowd.Agent(e.Agent), w.foe); far >= s.reach || !w.visible.Of(w.crowd.Agent(e.Agent), w.foe) {
			w.blame(s, "an attack starts at %v m", far)
		}
	case e.Kind == karakuri.NodeAborted:
		w.blame(s, "an attack is aborted: %v", e.Reason)
	case e.Kind == karakuri.NodeEnded && e.Tick-s.began != swingTicks-1:
		w.blame(s, "an attack takes %d ticks", e.Tick-s.began+1)
	}
}

// tick judges how long guards that have lost sight of the player are away from their posts.
func (w *witness) tick() {
	for _, s := range w.of {
		sees := w.visible.Of(w.crowd.Agent(s.agent), w.foe)
		switch tick := w.crowd.Tick(); {
		case sees:
			s.lost = 0
		case s.saw:
			s.lost = tick
		case s.lost > 0 && tick-s.lost == returning:
			w.blame(s, "not back after %d ticks", returning)
		}
		s.saw = sees
	}
}

// recorded makes a run and lets a witness judge its recording.
func recorded(t testing.TB, p *karakuri.Program, o Options) (*judge, *witness) {
	t.Helper()
	var recording bytes.Buffer
	o.Host.Recorder = ktrace.NewRecorder(&recording, ktrace.Options{})
	j := follow(t, p, o)
	j.run()
	if err := o.Host.Recorder.Close(); err != nil {
		t.Fatal(err)
	}
	return j, testify(t, j.Yard, recording.Bytes())
}

// Recordings alone show that attacks begin in range only, that swings are finished, and that guards are back in time.
// (Whether a guard that keeps its distance could have gone farther away depends on the map: see judge.)
func TestRecordedRunsKeepTheRules(t *testing.T) {
	swings, homes := 0, 0
	for seed := range seeds() {
		j, w := recorded(t, loaded(files), Options{Seed: seed})
		for _, fault := range w.faults {
			t.Error(fault)
		}
		attacks := 0
		for _, g := range j.guards {
			attacks += g.attacks
		}
		if w.swings != attacks {
			t.Errorf("seed %d: %d attacks are recorded, of %d", seed, w.swings, attacks)
		}
		swings, homes = swings+w.swings, homes+w.homes
	}
	if n := int(seeds()); swings < 20*n || homes < 5*n {
		t.Errorf("the rules were hardly put to the test: %d swings, %d returns", swings, homes)
	}
}

// A witness reports the guards that break the rules.
func TestRecordedRunsShowWhatIsBroken(t *testing.T) {
	original, err := fs.ReadFile(files, "guards.krk")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ name, from, to, want string }{
		{"no look at the distance", " && distance(player) < reach", "", "an attack starts at"},
		{"no way home", "return_to(start_pos); keep_watch", "return_to(vec2(18, 7))", "not back after"},
		{"a blow for as long as the foe is in sight", "abort lower {", "abort both {", "an attack is aborted"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text := strings.Replace(string(original), tc.from, tc.to, 1)
			var faults []string
			for seed := range min(5, seeds()) {
				_, w := recorded(t, changed(text), Options{Seed: seed})
				faults = append(faults, w.faults...)
			}
			if text == string(original) || !strings.Contains(strings.Join(faults, "\n"), tc.want) {
				t.Errorf("want %q in the faults: %.1000q", tc.want, faults)
			}
		})
	}
}

// Any number of goroutines that decide makes the same run.
func TestWorkersMakeTheSameRun(t *testing.T) {
	for seed := range seeds() {
		var first *judge
		for _, workers := range []int{0, 1, 2, 4, 8} {
			j := follow(t, loaded(files), Options{Seed: seed, Host: karakuri.Options{Workers: workers}})
			j.run()
			if first == nil {
				first = j
			}
			if j.crowd.TraceHash() != first.crowd.TraceHash() || j.arena.Hash() != first.arena.Hash() {
				t.Errorf("seed %d: %d workers make another run", seed, workers)
			}
		}
	}
}
