package agent_test

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// post are guards who grow alert. Ticks are 0.1 s.
const post = `
type person max 64
type watchman : person
type thief : person
type mood = { calm, suspicious, searching, alert }
type call = { silence, contact }

sense sight   { range 10; line_of_sight }
sense hearing { damping 0.5; heed 0.5s }
sense damage  { threshold 1 }
sense talk    { reaction 0.1s }
memory short  { span 60s; capacity 60; miss_range 1 }

state agent {
    remembered alarm: mood
    remembered lead: vec2
    remembered said(p: person): call
    remembered position(p: person): vec2
    remembered loud(p: person): float
}
action stand
operator stay { do stand }
task guarding { method "stay" { stay } }

agent guard {
    plan guarding when alarm < alert every 1s
    sense sight
    sense hearing
    sense damage
    sense talk
    memory short
    body watchman
    alert suspicious on hearing each x: thief hold 2s
    alert searching on missed, talk each x: thief hold 3s
    alert searching on hearing each p: watchman where said(p) == contact hold 3s
    alert alert on sight, damage each x: thief hold 1s say "contact!" as contact
}
agent robber { plan guarding; body thief }
`

var alerts = []struct{ name, script, want string }{
	{"a noise raises, time lowers", `
guard ann 1 0 0
wall 5
robber tom 2 9 0
run 3
sound tom 20
run 25`, `
4 ann alerted by a sound of tom at (9, 0) from calm to suspicious
24 ann calms down from suspicious to calm`},
	{"each further noise holds the level", `
guard ann 1 0 0
wall 5
robber tom 2 9 0
run 3
sound tom 20
run 15
sound tom 20
run 25`, `
4 ann alerted by a sound of tom at (9, 0) from calm to suspicious
39 ann calms down from suspicious to calm`},
	{"from what is seen it falls level by level, from when it was seen last", `
guard ann 1 0 0
robber tom 2 5 0
run 20
wall 3
run 70`, `
1 ann alerted by the sight of tom at (5, 0) from calm to alert
30 ann calms down from alert to searching
60 ann calms down from searching to suspicious
80 ann calms down from suspicious to calm`},
	{"who is not where it was heard is searched for", `
guard ann 1 0 0
wall 5
robber tom 2 9 0
run 3
sound tom 20
run 1
move tom 30 0
wall
run 40`, `
4 ann alerted by a sound of tom at (9, 0) from calm to suspicious
5 ann alerted by missing tom at (9, 0) from suspicious to searching
35 ann calms down from searching to suspicious`},
	{"of two levels in a tick the event names the first and the last", `
guard ann 1 0 0
robber tom 2 5 0
sound tom 20
run 2`, `
1 ann alerted by the sight of tom at (5, 0) from calm to alert`},
	{"a lower level leads away from what is not seen, not from what is", `
guard ann 1 0 0
wall 15
robber tom 2 5 0
robber kit 2 18 0
run 1
lead ann
sound kit 60
run 1
lead ann
wall 3 15
run 2
sound kit 90
run 1
lead ann`, `
1 ann alerted by the sight of tom at (5, 0) from calm to alert
1 ann leads to (5, 0)
2 ann leads to (5, 0)
5 ann leads to (18, 0)`},
	{"who hears the call searches, and has seen nothing", `
guard ann 1 0 0
guard bob 1 0 8
wall 5
robber tom 2 9 0
robber kit 2 3 -3
voice ann 12
run 20`, `
1 ann alerted by the sight of kit at (3, -3) from calm to alert
2 bob alerted by a sound of ann at (0, 0) from calm to searching`},
	{"a hit alerts, and a type that no line is for does not", `
guard ann 1 0 0
guard bob 2 0 3
robber tom 2 30 0
hit ann bob 5
run 5
hit ann tom 0.5
run 5
hit ann tom 5
run 12`, `
11 ann alerted by damage by tom at (30, 0) from calm to alert
21 ann calms down from alert to searching`},
	{"the last of forty", `
guard ann 1 0 0
wall 5
crowd 40 2 9 0
run 3
sound x40 20
run 25`, `
4 ann alerted by a sound of x40 at (9, 0) from calm to suspicious
24 ann calms down from suspicious to calm`},
	{"a thief that no one perceives alerts no one", `
guard ann 1 0 0
wall 5
robber tom 2 9 0
run 10
move tom 7 0
run 10
leave tom
run 10`, ``},
	{"what was heard and has gone since still holds", `
guard ann 1 0 0
wall 5
robber tom 2 9 0
run 3
sound tom 20
run 2
leave tom
run 30`, `
4 ann alerted by a sound of tom at (9, 0) from calm to suspicious
24 ann calms down from suspicious to calm`},
}

// sentries is the stroller's crowd that follows a script.
type sentries struct {
	*stroller
	told   []string
	names  map[ID]string
	voices map[ID]float64
	o      agent.Options
	after  func()
}

// voicedYard is a yard in which some speak.
type voicedYard struct {
	*yard
	w *sentries
}

func (y voicedYard) Voice(id sense.ObjectID) (s sense.Sound, ok bool) {
	for a, far := range y.w.voices {
		if y.w.Body(a) == world.Object(id) {
			return sense.Sound{At: y.things[world.Object(id)].At, Loudness: far}, true
		}
	}
	return s, false
}

func newSentries(t testing.TB, o agent.Options) *sentries { return newSentriesOf(t, post, o) }

func newSentriesOf(t testing.TB, text string, o agent.Options) *sentries {
	w := &sentries{names: map[ID]string{}, voices: map[ID]float64{}, o: o}
	w.o.TPS, w.o.Seed = 10, 3
	w.o.Sink = runner.SinkFunc(func(e runner.Event) {
		if e.Kind == runner.Alerted || e.Kind == runner.Calmed {
			w.told = append(w.told, fmt.Sprintf("%d %s %s", e.Tick, w.names[e.Agent], w.View().Text(e)))
		}
	})
	w.stroller = newStrollerIn(t, text, w.o, func(y *yard) sense.Host { return voicedYard{y, w} })
	w.NameAgents(func(id ID) string { return w.names[id] })
	w.quiet, w.o.Senses = true, voicedYard{w.yard, w}
	return w
}

func (w *sentries) called(name string) ID {
	for id, is := range w.names {
		if is == name {
			return id
		}
	}
	panic(name)
}

// follow does one line of a script.
func (w *sentries) follow(line string) {
	words := strings.Fields(line)
	number := func(i int) float64 {
		n, err := strconv.ParseFloat(words[i], 64)
		if err != nil {
			panic(err)
		}
		return n
	}
	switch words[0] {
	case "wall":
		w.yard.walls = nil
		for i := range words[1:] {
			w.yard.walls = append(w.yard.walls, number(i+1))
		}
	case "run":
		for range int(number(1)) {
			if w.Step(); w.after != nil {
				w.after()
			}
		}
	case "sound":
		o := w.Body(w.called(words[1]))
		w.Sound(sense.Sound{From: sense.ObjectID(o), At: w.yard.things[o].At, Loudness: number(2)})
	case "hit":
		o := w.Body(w.called(words[2]))
		w.Damage(w.called(words[1]), action.Damage{From: sense.ObjectID(o), At: w.yard.things[o].At, Amount: number(3)})
	case "move":
		w.yard.things[w.Body(w.called(words[1]))].At = sense.Point{X: number(2), Y: number(3)}
	case "voice":
		w.voices[w.called(words[1])] = number(2)
	case "leave":
		id := w.called(words[1])
		delete(w.yard.things, w.Body(id))
		w.Remove(id)
	case "lead":
		id := w.called(words[1])
		st := w.State(id)
		base := st.Schema().Symbol("lead").Base
		w.told = append(w.told, fmt.Sprintf("%d %s leads to (%v, %v)", w.Tick(), words[1], st.Get(base).Float(), st.Get(base+1).Float()))
	case "crowd":
		for i := range int(number(1)) {
			w.follow(fmt.Sprintf("robber x%d %s %s %s", i+1, words[2], words[3], words[4]))
		}
	default:
		id := w.spawn(words[0], sense.Point{X: number(3), Y: number(4)})
		w.names[id] = words[1]
		w.SetTeam(id, int64(number(2)))
	}
}

func (w *sentries) play(script string) []string {
	for line := range strings.SplitSeq(strings.TrimSpace(script), "\n") {
		w.follow(line)
	}
	return w.told
}

// TestAlertness plays each case straight, with several goroutines, continued from a snapshot after each tick, in a
// restored crowd, and again from its trace, from any tick in it.
func TestAlertness(t *testing.T) {
	for _, c := range alerts {
		t.Run(c.name, func(t *testing.T) {
			want := strings.FieldsFunc(c.want, func(r rune) bool { return r == '\n' })
			compare := func(how string, got []string) {
				t.Helper()
				if !slices.Equal(got, want) {
					t.Errorf("%s:\n%s\nwant:\n%s", how, strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			}
			var trace bytes.Buffer
			rec := ktrace.NewRecorder(&trace, ktrace.Options{CheckpointTicks: 3, SnapshotTicks: 5})
			straight := newSentries(t, agent.Options{Recorder: rec})
			compare("straight", straight.play(c.script))
			if err := rec.Close(); err != nil {
				t.Fatal(err)
			}
			compare("with three workers", newSentries(t, agent.Options{Workers: 3}).play(c.script))
			rolled := newSentries(t, agent.Options{})
			rolled.after = func() {
				if err := rolled.Rollback(rolled.Snapshot(nil)); err != nil {
					t.Fatal(err)
				}
			}
			compare("rolled back after each tick", rolled.play(c.script))
			restored := newSentries(t, agent.Options{})
			restored.after = func() {
				next, _, err := agent.Restore(restored.program, restored.bindings, restored.o, restored.Snapshot(nil))
				if err != nil {
					t.Fatal(err)
				}
				next.NameAgents(func(id ID) string { return restored.names[id] })
				restored.Crowd = next
			}
			compare("restored after each tick", restored.play(c.script))
			reloaded := newSentries(t, agent.Options{})
			reloaded.after = func() {
				if _, err := reloaded.Reload(reloaded.program, reloaded.bindings); err != nil {
					t.Fatal(err)
				}
			}
			compare("reloaded after each tick", reloaded.play(c.script))
			alertsReplayed(t, trace.Bytes(), straight.names, want)
		})
	}
}

// alertsReplayed compares what a trace says, replayed from its beginning and from each tick.
func alertsReplayed(t *testing.T, trace []byte, names map[ID]string, want []string) {
	t.Helper()
	var told []string
	var r *agent.Replay
	r, err := agent.NewReplay(bytes.NewReader(trace), agent.ReplayOptions{Sink: runner.SinkFunc(func(e runner.Event) {
		if e.Kind == runner.Alerted || e.Kind == runner.Calmed {
			told = append(told, fmt.Sprintf("%d %s", e.Tick, r.Crowd().View().Text(e)))
		}
	})})
	if err != nil {
		t.Fatal(err)
	}
	r.Crowd().NameAgents(func(id ID) string { return names[id] })
	var lines []string
	for _, line := range want {
		if !strings.Contains(line, " leads to ") {
			tick, rest, _ := strings.Cut(line, " ")
			_, text, _ := strings.Cut(rest, " ")
			lines = append(lines, tick+" "+text)
		}
	}
	for r.Step() {
	}
	if r.Difference() != nil || r.Err() != nil || !slices.Equal(told, lines) {
		t.Errorf("replayed: %+v %v\n%s\nwant:\n%s", r.Difference(), r.Err(), strings.Join(told, "\n"), strings.Join(lines, "\n"))
	}
	last := r.Crowd().Tick()
	for from := range last {
		if err := r.SeekTo(from); err != nil {
			t.Fatal(err)
		}
		told = nil
		for r.Step() {
		}
		rest := slices.DeleteFunc(slices.Clone(lines), func(line string) bool {
			tick, _ := strconv.ParseInt(line[:strings.IndexByte(line, ' ')], 10, 64)
			return tick <= from
		})
		if r.Difference() != nil || !slices.Equal(told, rest) {
			t.Fatalf("replayed from %d: %+v\n%s\nwant:\n%s", from, r.Difference(), strings.Join(told, "\n"), strings.Join(rest, "\n"))
		}
	}
}

// TestAlertnessIsExplained: the level, since when, why, and when it falls.
func TestAlertnessIsExplained(t *testing.T) {
	w := newSentries(t, agent.Options{})
	if w.play("guard ann 1 0 0\nwall 5\nrobber tom 2 9 0\nrun 3"); w.View().Alertness(w.called("ann")) != "alarm calm" {
		t.Error(w.View().Alertness(w.called("ann")))
	}
	w.play("sound tom 20\nrun 6")
	want := "alarm suspicious for 0.5s, by a sound of tom at (9, 0); calm in 1.5s"
	if got := w.View().Explain(w.called("ann")); !strings.Contains(got, "\n"+want+"\n") {
		t.Errorf("%s\nlacks %s", got, want)
	}
	if got := w.View().Alertness(w.called("tom")); got != "" {
		t.Errorf("%q of an agent that nothing alerts", got)
	}
}

// TestAlertnessIsReloaded: a level of another number keeps its name, a longer hold is for the next percepts, and who
// has no lines any more keeps the level for good.
func TestAlertnessIsReloaded(t *testing.T) {
	for name, c := range map[string]struct{ old, new, want string }{
		"another level":   {"{ calm, suspicious,", "{ calm, uneasy, suspicious,", "alarm suspicious for 0.6s, by a sound of tom at (9, 0); calm in 1.4s"},
		"another hold":    {"each x: thief hold 2s", "each x: thief hold 1s", "alarm suspicious for 0.6s, by a sound of tom at (9, 0); calm in 1.4s"},
		"the level gone":  {"{ calm, suspicious,", "{ calm, wary,", "alarm calm"},
		"as it was":       {"", "", "alarm suspicious for 0.6s, by a sound of tom at (9, 0); calm in 1.4s"},
		"another comment": {"type person max 64", "type person max 64 // as before", "alarm suspicious for 0.6s, by a sound of tom at (9, 0); calm in 1.4s"},
	} {
		w := newSentries(t, agent.Options{})
		w.play("guard ann 1 0 0\nwall 5\nrobber tom 2 9 0\nrun 3\nsound tom 20\nrun 6")
		text := strings.Replace(post, c.old, c.new, 1)
		if name == "the level gone" {
			text = strings.ReplaceAll(text, "alert suspicious", "alert wary")
		}
		p := loadText(t, text)
		if _, err := w.Reload(p, w.bindings); err != nil {
			t.Fatal(name, err)
		}
		w.run(1)
		if got := w.View().Alertness(w.called("ann")); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s, not %s", name, got, c.want)
		}
	}
}
