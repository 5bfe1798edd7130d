package assess

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/playground"
)

const wavering = "sequence { wait 1s; set mood = 1; wait 1s; set mood = 0 }"

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// A report is the same when it is made twice, and with any number of workers.
func TestReportsAreReproducible(t *testing.T) {
	run := func(workers int, seeds Seeds) string {
		file := strings.Replace(withMood(wavering), "goal down  { move_to(vec2(20, 18)) }", "goal down { wander_about }", 1)
		file = strings.Replace(file, "goal left  { move_to(vec2(2, 5)) }", "goal left { wander_about }", 1)
		r, err := Run(Options{Open: InScene(load(t, file), scene(t, hall), playground.Options{}), Seeds: seeds, Seconds: 15, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		return jsonOf(t, r)
	}
	want := run(1, Seeds{1, 6})
	for _, workers := range []int{1, 3, 9} {
		if got := run(workers, Seeds{1, 6}); got != want {
			t.Errorf("%d workers:\n%s\nwant\n%s", workers, got, want)
		}
	}
	if run(1, Seeds{7, 12}) == want {
		t.Error("other seeds give the same report")
	}
}

// Two programs are compared seed by seed: a game is no different from itself, and one that wavers wavers more.
func TestCompare(t *testing.T) {
	of := func(mood string, seeds Seeds) *Report {
		r, err := Run(Options{Name: mood, Open: InScene(load(t, withMood(mood)), scene(t, hall), playground.Options{}), Seeds: seeds, Seconds: 15})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	steady, wavers := of("wait 1s", Seeds{1, 4}), of(wavering, Seeds{1, 4})
	for _, c := range []struct {
		a, b  *Report
		clear bool
	}{{steady, steady, false}, {steady, wavers, true}, {wavers, steady, true}} {
		found, err := Compare(c.a, c.b)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range found.Rows[0].Values {
			if d.Name == Measures[unprovoked].Name && (d.Clear() != c.clear || d.More != d.Other-d.First || (d.More > 0) != (c.clear && c.b == wavers)) {
				t.Errorf("%s against %s: %+v", c.a.Name, c.b.Name, d)
			}
		}
	}
	if _, err := Compare(steady, of("wait 1s", Seeds{2, 5})); err == nil {
		t.Error("reports of other seeds are compared")
	}
	var out bytes.Buffer
	c, _ := Compare(steady, wavers)
	if err := c.Write(&out); err != nil || !strings.Contains(out.String(), "of them unprovoked, /min") || !strings.Contains(out.String(), " *") {
		t.Errorf("%v\n%s", err, &out)
	}
}

// The bar is what a gate asks.
func TestBars(t *testing.T) {
	r := measured(t, withMood(wavering), hall, 15, playground.Options{})
	if over := strings.Join(r.Over(), "\n"); !strings.Contains(over, "one: of them unprovoked") || !strings.Contains(over, "one: A-B-A") || strings.Contains(over, "idle") {
		t.Errorf("over the bar: %s", over)
	}
	if over := measured(t, withMood("wait 1s"), hall, 3, playground.Options{}).Over(); len(over) > 0 {
		t.Errorf("over the bar: %v", over)
	}
	var out bytes.Buffer
	if err := r.Write(&out); err != nil || !strings.Contains(out.String(), " !") {
		t.Errorf("%v\n%s", err, &out)
	}
}

// Options out of range, and a game that fails, are errors; a run can be stopped.
func TestErrors(t *testing.T) {
	good := InScene(load(t, withMood("wait 1s")), scene(t, hall), playground.Options{})
	broken := errors.New("broken")
	stop := make(chan struct{})
	close(stop)
	for name, o := range map[string]Options{
		"Options.Open":    {Seeds: Seeds{1, 1}},
		"Options.Seeds":   {Open: good, Seeds: Seeds{2, 1}},
		"10000 seeds":     {Open: good, Seeds: Seeds{1, 10_001}},
		"Options.Seconds": {Open: good, Seeds: Seeds{1, 1}, Seconds: math.NaN()},
		"Options.Workers": {Open: good, Seeds: Seeds{1, 1}, Workers: -1},
		"broken":          {Open: func(karakuri.Options) (*Game, error) { return nil, broken }, Seeds: Seeds{1, 1}},
		"stopped":         {Open: good, Seeds: Seeds{1, 1}, Stop: stop},
	} {
		if _, err := Run(o); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Files without a scene are measured in the small world, and a game of one's own counts what it likes.
func TestTownsAndScores(t *testing.T) {
	const file = `
state agent { hungry: bool }
action bake
operator bread { do bake; effect hungry = false }
task live { method "bake" when hungry { bread }; method "wait" { bread } }
agent baker { plan live }
`
	p := load(t, file)
	r, err := Run(Options{Open: InTown(p, 3), Seeds: Seeds{1, 2}, Seconds: 30})
	if err != nil {
		t.Fatal(err)
	}
	row := r.Row("baker")
	if row == nil || math.Abs(row.Minutes-3) > 1e-9 {
		t.Fatalf("%+v", r.Rows)
	}
	if _, ok := row.Value("stuck"); ok {
		t.Error("a town has no bodies")
	}
	open := func(host karakuri.Options) (*Game, error) {
		g, err := InTown(p, 1)(host)
		if err == nil {
			g.Scores = func() []Score { return []Score{{"loaves", g.Crowd.Seconds()}} }
		}
		return g, err
	}
	if r, err = Run(Options{Open: open, Seeds: Seeds{1, 3}, Seconds: 10}); err != nil || len(r.Scores) != 1 || r.Scores[0].Value != 10 || r.Scores[0].Count != 30 {
		t.Errorf("%v %+v", err, r)
	}
}

// The interval of a mean is what theory says, and that of a share of matches is Wilson's.
func TestIntervals(t *testing.T) {
	var list []ratio
	for i := range 100 {
		list = append(list, ratio{float64(i % 10), 1}) // mean 4.5, deviation 2.87: 1.96 * 2.87 / 10 = 0.56
	}
	v := newValue("", list)
	within(t, "mean", v.Value, 4.5, 4.5)
	within(t, "low", v.Range.Low, 4.5-0.62, 4.5-0.50)
	within(t, "high", v.Range.High, 4.5+0.50, 4.5+0.62)
	if newValue("", list[:1]).Range != nil {
		t.Error("one seed has an interval")
	}
	shares := make([]float64, len(list))
	for i := range list {
		shares[i] = list[i].num
	}
	mean, around := MeanOf(shares)
	within(t, "mean of shares", mean, v.Value, v.Value)
	if *around != *v.Range {
		t.Errorf("%v, want %v", around, v.Range)
	}
	if _, around := MeanOf(shares[:1]); around != nil {
		t.Error("one share has an interval")
	}
	for _, c := range []struct { // Newcombe's tables
		k, n   int
		lo, hi float64
	}{{0, 0, 0, 1}, {5, 10, 0.2366, 0.7634}, {10, 10, 0.7225, 1}, {0, 10, 0, 0.2775}, {250, 400, 0.5766, 0.6710}} {
		w := ShareOf(c.k, c.n)
		within(t, "share, low", w.Low, c.lo-5e-4, c.lo+5e-4)
		within(t, "share, high", w.High, c.hi-5e-4, c.hi+5e-4)
	}
}

// The cost is that of time and memory, by the clock and the heap that are given.
func TestCost(t *testing.T) {
	now, heap := time.Duration(0), uint64(0)
	clock := func() time.Duration { now += 30 * time.Millisecond; return now }
	c, err := MeasureCost(Options{Open: InScene(load(t, withMood("wait 1s")), scene(t, hall), playground.Options{}), Seeds: Seeds{1, 1}, Seconds: 3}, clock,
		func() uint64 { heap += 2000; return heap })
	if err != nil || c.Micros != 1000 || c.Kilobytes != 2 { // 30 ticks, one agent
		t.Errorf("%v %+v", err, c)
	}
}

// Plans and branches count like wants: a plan line that gives way to another, and a branch that comes first.
func TestPlansAndBranches(t *testing.T) {
	const file = `
state agent { mood: int 0..9 }
type person
action move_to(x: vec2)
operator west { do move_to(vec2(2, 5)) }
operator east { do move_to(vec2(38, 5)) }
task go_west { method "it" { west } }
task go_east { method "it" { east } }
tree moods { sequence { wait 1s; set mood = 1; wait 1s; set mood = 0 } }
tree roam { selector { sequence abort both { if mood == 1; move_to(vec2(38, 5)) }; move_to(vec2(2, 5)) } }
agent one { MIND; layer mood moods; body person }
`
	for name, mind := range map[string]string{"plans": "plan go_east when mood == 1; plan go_west", "branches": "tree roam"} {
		r := measured(t, strings.Replace(file, "MIND", mind, 1), hall, 20, playground.Options{})
		within(t, name+": unprovoked", countOf(t, r, unprovoked), 17, 20)
		within(t, name+": oscillation", countOf(t, r, oscillation), 16, 19)
	}
}

// A value that the game changes is a reason, if it names what the mind turns to or from, or nothing at all.
func TestValuesAreReasons(t *testing.T) {
	const file = `
type thing
objects gate, bell: thing
state agent { sensed alarm(x: thing): bool; sensed heat(x: thing): float; sensed thirst: float; mood: int 0..9 }
action walk(x: thing)
goal go(x: thing) { walk(x) }
brain b { want go(x) each x: thing { score if (x == gate) == (mood == 1) then 0.6 else 0.3 }; every 0.1s gap 0s }
tree moods { sequence { wait 2s; set mood = 1; wait 2s; set mood = 0 } }
agent one { brain b; layer mood moods }
`
	p, err := karakuri.Load(fstest.MapFS{"test.krk": {Data: []byte(file)}}, "test.krk")
	if err != nil {
		t.Fatal(err)
	}
	alarm := karakuri.Lookup[bool](p, "alarm")
	thirst := karakuri.Lookup[float64](p, "thirst")
	heat := karakuri.Lookup[float64](p, "heat")
	for name, want := range map[string][2]float64{"gate": {0, 0}, "bell": {0, 0}, "": {8, 9}} {
		open := func(host karakuri.Options) (*Game, error) {
			host.TPS = 10
			crowd, err := karakuri.New(p, host, karakuri.Bind("walk", func(*karakuri.Ctx, *struct{ X karakuri.Object }, *struct{}) karakuri.Status { return karakuri.Running }))
			if err != nil {
				return nil, err
			}
			a, on := crowd.Spawn("one"), false
			return &Game{Crowd: crowd, Step: func() error {
				if o, ok := crowd.ObjectNamed(name); ok && crowd.Tick()%5 == 0 {
					on = !on
					if name == "gate" {
						alarm.Set(a, on, o)
					} else {
						heat.Set(a, float64(crowd.Tick()), o)
					}
				}
				thirst.Set(a, float64(crowd.Tick())) // a number that names no thing is no reason
				crowd.Step()
				return nil
			}}, nil
		}
		r, err := Run(Options{Open: open, Seeds: Seeds{1, 2}, Seconds: 20})
		if err != nil {
			t.Fatal(err)
		}
		within(t, name+": changes", countOf(t, r, changes), 8, 9)
		within(t, name+": unprovoked", countOf(t, r, unprovoked), want[0], want[1])
	}
}
