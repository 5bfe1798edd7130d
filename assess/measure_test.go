package assess

import (
	"math"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/playground"
)

// load compiles a file.
func load(t *testing.T, text string) *karakuri.Program {
	t.Helper()
	p, err := karakuri.Load(fstest.MapFS{"test.krk": {Data: []byte(text)}}, "test.krk")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// scene reads a scene.
func scene(t *testing.T, text string) *playground.Scene {
	t.Helper()
	s, err := playground.ParseScene("test.scene", text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// measured runs a file in a scene for some seconds, and returns its report.
func measured(t *testing.T, file, land string, seconds float64, o playground.Options) *Report {
	t.Helper()
	r, err := Run(Options{Name: "test", Open: InScene(load(t, file), scene(t, land), o), Seeds: Seeds{1, 2}, Seconds: seconds})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// countOf returns what was counted of a measure of the kind "one", for each seed.
func countOf(t *testing.T, r *Report, measure int) float64 {
	t.Helper()
	return valueOf(t, r, measure).Count / 2
}

// allOf returns what was counted of a measure of all kinds.
func allOf(r *Report, measure string) float64 {
	v, _ := r.Row("").Value(measure)
	return v.Count
}

func valueOf(t *testing.T, r *Report, measure int) Value {
	t.Helper()
	v, ok := r.Row("one").Value(Measures[measure].Name)
	if !ok {
		t.Fatalf("%s does not apply", Measures[measure].Name)
	}
	return v
}

// within fails unless a value is in a range.
func within(t *testing.T, what string, got, low, high float64) {
	t.Helper()
	if !(got >= low && got <= high) {
		t.Errorf("%s: %v, want %v to %v", what, got, low, high)
	}
}

// moody is a character whose want depends on a mood, which MOOD changes: nobody else knows the mood.
const moody = `
type thing max 64
type item : thing
type person : thing
state agent {
    mood: int 0..9
    sensed alarm: bool
    remembered position(x: thing): vec2
    remembered sensed_now(x: thing): bool
}
sense sight { range 20; reaction 0.2s }
sense damage { }
memory short { span 20s }
action walk(p: vec2)
action stand
action move_to(x: thing | vec2)
action wander_about
goal left  { move_to(vec2(2, 5)) }
goal right { move_to(vec2(38, 5)) }
goal down  { move_to(vec2(20, 18)) }
brain b {
    want left  when mood == 0 { score 0.5 }
    want right when mood == 1 { score 0.5 }
    want down  when mood == 2 { score 0.5 }
    every 0.1s gap 0s
}
tree moods { MOOD }
agent one { brain b; layer mood moods; sense sight; sense damage; memory short; body person }
agent other { tree roam; body person }
tree roam { stand }
`

const hall = "size 40 20\nstart 20 5\ncast one 1\n"

func withMood(mood string) string {
	return strings.Replace(strings.Replace(moody, "action walk(p: vec2)\n", "", 1), "MOOD", mood, 1)
}

// A brain that flips every second wavers, without cause; one that changes its mind when it sees something does not; one
// that keeps to its want changes nothing.
func TestChangesOfMind(t *testing.T) {
	flips := withMood("sequence { wait 1s; set mood = 1; wait 1s; set mood = 0 }")
	turns := withMood("sequence { wait 1.1s; set mood = 1; wait 1.1s; set mood = 2; wait 1.1s; set mood = 0 }")
	slow := withMood("sequence { wait 2.5s; set mood = 1; wait 2.5s; set mood = 0 }")
	steady := withMood("wait 1s")
	for _, c := range []struct {
		name, file string
		want       map[int][2]float64 // in 20 s
	}{
		{"flips", flips, map[int][2]float64{changes: {17, 20}, unprovoked: {17, 20}, oscillation: {16, 19}, aborted: {17, 20}, idle: {0, 0}}},
		{"goes round", turns, map[int][2]float64{changes: {15, 19}, unprovoked: {15, 19}, oscillation: {0, 0}}},
		{"flips slowly", slow, map[int][2]float64{changes: {6, 8}, unprovoked: {6, 8}, oscillation: {0, 0}}},
		{"keeps to it", steady, map[int][2]float64{changes: {0, 0}, unprovoked: {0, 0}, oscillation: {0, 0}, aborted: {0, 0}}},
	} {
		r := measured(t, c.file, hall, 20, playground.Options{})
		for m, want := range c.want {
			within(t, c.name+", "+Measures[m].Name, countOf(t, r, m), want[0], want[1])
		}
	}
}

// A percept and the end of an own action are reasons for a change of mind.
func TestReasons(t *testing.T) {
	sees := strings.Replace(withMood("wait 1s"), "when mood == 1", "when exists(p in remembered person where sensed_now(p))", 1)
	sees = strings.Replace(sees, "when mood == 0 { score 0.5 }", "{ score 0.1 }", 1)
	r := measured(t, sees, "size 40 20\nwall 15 0 15 12\nstart 20 15\nstart 5 2\ncast one 1\ncast other 1\n", 20, playground.Options{})
	within(t, "a percept: changes", countOf(t, r, changes), 1, 20)
	within(t, "a percept: unprovoked", countOf(t, r, unprovoked), 0, 0)
	// The same mind without the percept: what excuses it is the percept, and not something else.
	blind := withMood("sequence { wait 3s; set mood = 1 }")
	within(t, "without", countOf(t, measured(t, blind, hall, 10, playground.Options{}), unprovoked), 1, 1)

	// An own action that ends, a second before.
	ends := strings.NewReplacer("goal left  { move_to(vec2(2, 5)) }", "goal left { move_to(vec2(20, 6)); move_to(vec2(2, 5)) }").Replace(withMood("sequence { wait 0.5s; set mood = 1 }"))
	r = measured(t, ends, hall, 5, playground.Options{})
	within(t, "after a step: changes", countOf(t, r, changes), 1, 1)
	within(t, "after a step: unprovoked", countOf(t, r, unprovoked), 0, 0)
}

// An action that fails three times on the same thing is found, unless something new is learned in between.
func TestTheSameFailure(t *testing.T) {
	const file = `
type thing max 64
type item : thing
type person : thing
state agent { remembered position(x: thing): vec2 }
sense sight { range 30; cone 360deg; reaction 0.2s; line_of_sight }
memory short { span 60s }
action pick_up(i: item)
action stand
tree try { sequence { wait 0.5s; succeed { each i in remembered item { pick_up(i) } }; wait PAUSE } }
tree rest { stand }
agent one { tree try; sense sight; memory short; body person }
agent other { tree rest; body person }
`
	land := "size 30 10\nstart 5 5\nenergy 20 5\nitems energy 1 as item\ncast one 1\n"
	r := measured(t, strings.Replace(file, "PAUSE", "1s", 1), land, 30, playground.Options{})
	within(t, "in a row", countOf(t, r, repeated), 5, 7)
	r = measured(t, strings.Replace(file, "PAUSE", "6s", 1), land, 60, playground.Options{})
	within(t, "with pauses", countOf(t, r, repeated), 0, 0)
}

// A character that stands about is idle, and so is one between two actions if the pause is long.
func TestIdle(t *testing.T) {
	file := func(tree string) string {
		return strings.Replace(withMood("wait 1s"), "agent one { brain b;", "tree t { "+tree+" }\nagent one { tree t;", 1)
	}
	for _, c := range []struct {
		name, tree string
		low, high  float64
	}{
		{"stands", "stand", 0.95, 1},
		{"walks", "wander_about", 0, 0},
		{"long pauses", "sequence { wait 2s; timeout 2s { succeed { wander_about } } }", 0.4, 0.6},
		{"short pauses", "sequence { wait 0.2s; timeout 2s { succeed { wander_about } } }", 0, 0},
	} {
		within(t, c.name, valueOf(t, measured(t, file(c.tree), hall, 40, playground.Options{}), idle).Value, c.low, c.high)
	}
}

// A character is stuck that walks and does not get on.
func TestStuck(t *testing.T) {
	file := strings.Replace(withMood("wait 1s"), "agent one { brain b;", "tree t { wander_about }\nagent one { tree t;", 1)
	r := measured(t, file, hall, 20, playground.Options{})
	within(t, "walks", valueOf(t, r, stuck).Value, 0, 0)
	turns := withMood("sequence { wait 1s; set mood = 1; wait 1s; set mood = 0 }") // where it turns round, it is where it was a second before
	within(t, "turns round", valueOf(t, measured(t, turns, hall, 20, playground.Options{}), stuck).Value, 0, 0)
	slow := strings.Replace(hall, "cast one 1", "cast one 1 speed 0.1", 1)
	within(t, "creeps", valueOf(t, measured(t, file, slow, 20, playground.Options{}), stuck).Value, 0.9, 1)
}

// Moments say when, who and what.
func TestMoments(t *testing.T) {
	file := withMood("sequence { wait 1s; set mood = 1; wait 9s }")
	for _, c := range []struct{ measure, want string }{
		{"unprovoked", "1.2 s, one#1: move_to(2.0, 5.0), then move_to(38.0, 5.0)"},
		{"aborted", "1.2 s, one#1: move_to(2.0, 5.0)"},
		{"oscillation", ""},
	} {
		r, err := Run(Options{Open: InScene(load(t, file), scene(t, hall), playground.Options{}), Seeds: Seeds{3, 4}, Seconds: 5, Moments: c.measure})
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := r.Write(&b); err != nil {
			t.Fatal(err)
		}
		if c.want == "" && len(r.Moments) > 0 || c.want != "" && !strings.Contains(b.String(), "seed 3, "+c.want+"\nseed 4, "+c.want+"\n") {
			t.Errorf("%s: %s", c.measure, &b)
		}
	}
	if _, err := Run(Options{Open: InScene(load(t, file), scene(t, hall), playground.Options{}), Seeds: Seeds{1, 1}, Moments: "fun"}); err == nil {
		t.Error("there is no measure of that name")
	}
}

// Whatever a measure counts has moments: one for each count, unless it is of time or of an amount.
func TestEachMeasureHasMoments(t *testing.T) {
	file, err := os.ReadFile("../examples/fireteam/fireteam.krk")
	if err != nil {
		t.Fatal(err)
	}
	land, err := os.ReadFile("../examples/fireteam/woods.scene")
	if err != nil {
		t.Fatal(err)
	}
	program, stage := load(t, string(file)), scene(t, string(land))
	counted := 0
	for i, m := range Measures {
		r, err := Run(Options{Open: InScene(program, stage, playground.Options{}), Seeds: Seeds{1, 1}, Moments: m.Name})
		if err != nil {
			t.Fatal(err)
		}
		count, moments := allOf(r, m.Name), float64(len(r.Moments)+r.More)
		if count > 0 {
			counted++
		}
		switch {
		case (count > 0) != (moments > 0):
			t.Errorf("%s: %v counted, %v moments", m.Name, count, moments)
		case !lasts(i) && m.Unit != Seconds && i != taken && i != energy && i != power && count != moments:
			t.Errorf("%s: %v counted, but %v moments", m.Name, count, moments)
		case lasts(i):
			sum := moments
			for k := range r.Moments {
				sum += r.Moments[k].Lasts * 10
			}
			if math.Abs(sum-count) > 4*moments+0.5 { // an idle moment begins half a second late
				t.Errorf("%s: %v ticks counted, moments last %v", m.Name, count, sum)
			}
		}
	}
	if counted < 10 {
		t.Errorf("only %d measures counted anything", counted)
	}
}

// Moments beyond the limit are counted.
func TestMomentsHaveALimit(t *testing.T) {
	r := Report{Moments: []Moment{{Seed: 2, Seconds: 1.5, Lasts: 2, Agent: "one#1", Text: "nothing"}}, More: 7}
	var b strings.Builder
	r.writeAsked(&b)
	if b.String() != "seed 2, 1.5 s, one#1: nothing, for 2.0 s\nand 7 more: at most 1000 of a seed are kept\n" {
		t.Error(b.String())
	}
	e := newMeter()
	e.moments.wanted = "changes"
	if _, err := open(&Options{Open: InScene(load(t, withMood("wait 1s")), scene(t, hall), playground.Options{})}, 1, e); err != nil {
		t.Fatal(err)
	}
	m := e.order[0]
	for range MaxMoments + 3 {
		e.note(m, changes, m.did)
	}
	if len(e.moments.list) != MaxMoments || e.moments.more != 3 {
		t.Errorf("%d moments, %d more", len(e.moments.list), e.moments.more)
	}
}

// Whoever goes for a thing that is taken away meanwhile, and goes back to what it did, had no choice.
func TestGoingBackWithoutAChoice(t *testing.T) {
	const file = `
type thing max 64
type item : thing
type person : thing
state agent { remembered position(x: thing): vec2; remembered confidence(x: thing): float; mood: int 0..9 }
sense sight { range 12; cone 360deg; line_of_sight; reaction 0.2s }
memory short { span 20s; miss_range 1 }
action move_to(x: thing | vec2)
action pick_up(i: item)
goal get(i: item) { while remembered(i); move_to(i); pick_up(i) }
goal go { move_to(vec2(58, 10)) }
brain b { want get(i) each i in remembered item { score if mood == 1 then 0.01 else 0.5 }; want go { score 0.2 }; every 0.1s gap 0s }
tree moods { MOOD }
tree rush { each i: item { sequence { move_to(i); pick_up(i) } } }
agent one { brain b; layer mood moods; sense sight; memory short; body person }
agent other { tree rush; body person }
`
	land := "size 60 20\nstart 5 10\nstart 18 17\nenergy 20 10\nitems energy 1 as item\ncast one 1 speed 4\ncast other 1 speed 3\n"
	r := measured(t, strings.Replace(file, "MOOD", "wait 9s", 1), land, 10, playground.Options{})
	within(t, "taken away: changes", countOf(t, r, changes), 2, 2)
	within(t, "taken away: oscillation", countOf(t, r, oscillation), 0, 0)
	alone := strings.Replace(land, "cast other 1 speed 3\n", "", 1)
	r = measured(t, strings.Replace(file, "MOOD", "sequence { wait 1.5s; set mood = 1; wait 9s }", 1), alone, 4, playground.Options{})
	within(t, "given up: oscillation", countOf(t, r, oscillation), 1, 1)
}
