package studio

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// taped runs a file for some time after a tick or three, and returns the session, the recording of that, and the tick
// after which it begins.
func taped(t *testing.T, file string, seconds int) (*Session, *recording, int64) {
	t.Helper()
	s := open(t, file, Options{})
	for range 3 {
		s.step()
	}
	var out bytes.Buffer
	rec := ktrace.NewRecorder(&out, ktrace.Options{SnapshotTicks: 70, Figures: s.tracedFigures})
	if err := s.stage.Crowd().Record(rec); err != nil {
		t.Fatal(err)
	}
	first := s.stage.Crowd().Tick()
	for range seconds * s.stage.Crowd().TPS() {
		s.step()
	}
	if err := s.stage.Crowd().StopRecording(); err != nil {
		t.Fatal(err)
	}
	r, err := newRecording(out.Bytes(), silence{})
	if err != nil {
		t.Fatal(err)
	}
	return s, r, first
}

// TestBarsBeginBeforeTheSpan: what continues for longer than a recording is read back is there, in whatever span is
// asked for, as in the lanes of the run.
func TestBarsBeginBeforeTheSpan(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a long recording")
	}
	for _, file := range []string{"../../examples/gatherer/gatherer.krk", "../../examples/fireteam/fireteam.krk", "../../examples/guards/guards.krk"} {
		t.Run(file, func(t *testing.T) {
			s, r, first := taped(t, file, 50)
			c := newChronicle(r)
			tps := s.stage.Crowd().TPS()
			c.length = int64(tps) // so that all spans are far from the beginning
			names := []string{}
			for id := range s.stage.Crowd().All {
				names = append(names, nameOf(s.stage, id))
			}
			known, early := 0, 0
			for _, at := range []int64{49, 44, 38, 41} {
				from, end := first+at*int64(tps), first+(at+1)*int64(tps)
				x := s.journal.extract(0, 0, end, func(person) bool { return true })
				want := lanesOf(x.visit, names, nil, from, end, 100_000)
				got, err := c.lanes(names, from, end, 100_000, 1) // as if a second had one tick: it reads 30 back
				if err != nil {
					t.Fatal(err)
				}
				for i, lane := range got.Lanes {
					want[i].Bars = slices.DeleteFunc(want[i].Bars, func(b *Bar) bool { return b.Track == trackLeaf && b.Text == "wait" }) // traces leave it out
					for _, w := range want[i].Bars {
						g := matching(lane.Bars, w)
						switch {
						case g == nil:
							t.Errorf("%s, %d..%d: %+v is missing", lane.Agent, from, end, *w)
						case g.Early:
							early++
							if w.From > g.From || w.From > from-30 {
								t.Errorf("%s: %+v, want %+v", lane.Agent, *g, *w)
							}
						default:
							known++
							if g.From != w.From {
								t.Errorf("%s: %+v, want %+v", lane.Agent, *g, *w)
							}
						}
					}
					isWant := func(b *Bar) bool { return b.Track == trackWant } // its bar ends when nothing is wanted, though the pursuit that it led to continues
					if a, b := slices.DeleteFunc(lane.Bars, isWant), slices.DeleteFunc(want[i].Bars, isWant); len(a) > len(b) {
						t.Errorf("%s: %d bars, want %d", lane.Agent, len(a), len(b))
					}
				}
			}
			if known == 0 || early == 0 && strings.Contains(file, "gatherer") {
				t.Errorf("%d bars begin when they began, %d before: want some of both", known, early)
			}
			t.Log(known, "bars begin when they began,", early, "began before")
		})
	}
}

// matching returns the bar that ends like another, or nil. For bars that began before, the arguments of steps and the
// merging of plans are unknown.
func matching(list []*Bar, w *Bar) *Bar {
	for _, g := range list {
		name, _, _ := strings.Cut(w.Text, "(")
		if g.Track == w.Track && g.To == w.To && g.Tone == w.Tone && (g.From == w.From || g.Early) && (g.Text == w.Text || strings.HasPrefix(g.Text, name) || w.Kind == "merged") {
			return g
		}
	}
	return nil
}

// TestWhoComesBackKeepsItsLane: a character that dies and comes back is the same in a recording, by the name it has in
// the running simulation, though it is another agent.
func TestWhoComesBackKeepsItsLane(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a long recording")
	}
	s, r, first := taped(t, "../../examples/gatherer/gatherer.krk", 60)
	c := newChronicle(r)
	last := s.stage.Crowd().Tick()
	lines, _, err := c.tell(first+1, last, nil)
	if err != nil {
		t.Fatal(err)
	}
	numbers, back := map[string]map[int64]bool{}, 0
	for _, l := range lines {
		if numbers[l.Agent] == nil {
			numbers[l.Agent] = map[int64]bool{}
		}
		numbers[l.Agent][l.who] = true
	}
	for _, n := range numbers {
		back += len(n) - 1
	}
	if back < 3 || len(numbers) > 50 {
		t.Errorf("%d names of which %d came back: want 50 names at most, and some who came back: %v", len(numbers), back, numbers)
	}
	lines = slices.DeleteFunc(lines, func(l line) bool { return l.Family == "sense" }) // the recording also has those of whom died in that tick
	var want []Entry
	x := s.journal.extract(0, first+1, last, func(person) bool { return true })
	x.visit(func(e *Entry) {
		if e.Family != "sense" {
			want = append(want, *e)
		}
	})
	if len(want) != len(lines) {
		t.Fatalf("%d lines, want %d", len(lines), len(want))
	}
	for i := range want {
		if lines[i].Agent != want[i].Agent {
			t.Fatalf("tick %d: %s, want %s: %s", lines[i].Tick, lines[i].Agent, want[i].Agent, want[i].Text)
		}
	}
	for _, at := range []int64{last, first + 5, last - 200} {
		if err := r.SeekTo(at); err != nil {
			t.Fatal(err)
		}
		for id := range r.Crowd().All {
			if name := nameOf(r, id); numbers[name] == nil {
				t.Errorf("at %d there is %s", at, name)
			}
		}
	}
}

const orderedFile = `
action look
action lift
goal watch { look }
goal carry { lift }
brain guarding { want watch { score 0.1 }; orders score 0.8 }
agent guard { brain guarding }
`

// TestSuspendedUnderAnOrder: while an agent follows an order, a recording shows the want and the goal that are
// suspended under it, as the lanes of the run do, and not the step that was aborted.
func TestSuspendedUnderAnOrder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ordered.krk")
	if err := os.WriteFile(file, []byte(orderedFile), 0o600); err != nil {
		t.Fatal(err)
	}
	s := open(t, file, Options{Agents: 1})
	crowd := s.stage.Crowd()
	var id agent.ID
	for i := range crowd.All {
		id = i
	}
	for range 10 {
		s.step()
	}
	if _, err := crowd.Order(id, agent.Order{Goal: "carry"}); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		s.step()
	}
	b := newLaneBuilder(nameOf(s.stage, id), nil)
	underway(crowd, s.source.program.Info, id, b.adds)
	x := s.journal.extract(0, 0, crowd.Tick(), func(person) bool { return true })
	run := lanesOf(x.visit, []string{b.lane.Agent}, nil, crowd.Tick(), crowd.Tick(), 1)[0]
	shown := func(list []*Bar) (out []string) {
		for _, bar := range list {
			if bar.To < 0 {
				out = append(out, string(bar.Track)+" "+bar.Text)
			}
		}
		slices.Sort(out)
		return out
	}
	want := []string{"goal carry", "goal watch", "step lift", "want watch"}
	if got := shown(b.lane.Bars); !slices.Equal(got, want) {
		t.Errorf("a recording shows %q, want %q", got, want)
	}
	if got := shown(run.Bars); !slices.Equal(got, want) {
		t.Errorf("the run shows %q, want %q", got, want)
	}
}
