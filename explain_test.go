package karakuri_test

import (
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/bridge"
)

// TestAnswersListWhatRuns: an agent of each family, with what it has started.
func TestAnswersListWhatRuns(t *testing.T) {
	p, err := karakuri.Load(fstest.MapFS{"herd.krk": {Data: []byte(herd)}}, "herd.krk")
	if err != nil {
		t.Fatal(err)
	}
	on := func(*karakuri.Ctx, *none, *none) karakuri.Status { return karakuri.Running }
	crowd, err := karakuri.New(p, karakuri.Options{}, karakuri.Bind("graze", on), karakuri.Bind("stand", on))
	if err != nil {
		t.Fatal(err)
	}
	sheep, cow, goat := crowd.Spawn("sheep"), crowd.Spawn("cow"), crowd.Spawn("goat")
	for range 3 {
		crowd.Step()
	}
	for _, tc := range []struct {
		of   karakuri.Agent
		want string
	}{{sheep, "action graze"}, {cow, "brain calm, action stand"}, {goat, "tree idle, action stand"}} {
		var list []string
		for i, r := range tc.of.Explain().Running {
			if list = append(list, r.Kind.String()+" "+r.Name); r.Parent != i-1 {
				t.Errorf("%s: %s is started by %d", tc.of.Kind(), r.Name, r.Parent)
			}
		}
		if got := strings.Join(list, ", "); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.of.Kind(), got, tc.want)
		}
	}
}

// TestAnswersSayWhatTheirTextSays: the parts of an answer, and its text, are of the same plan.
func TestAnswersSayWhatTheirTextSays(t *testing.T) {
	p := loadMeal(t)
	crowd := village(t, p, karakuri.Options{Seed: 3, Pictures: true})
	v := crowd.Spawn("villager")
	karakuri.Lookup[bool](p, "hungry").Set(v, true)
	for crowd.Step(); len(v.Plan()) == 0; crowd.Step() {
	}
	a := v.Explain()
	if a.Kind != explain.Why || a.Agent != v.ID() || a.Name != "villager#1" || a.Tick != crowd.Tick() || a.Doing != "carries out dine" {
		t.Errorf("%+v", a)
	}
	if text := bridge.Crowd.In(crowd).View().Explain(v.ID()); a.String() != text {
		t.Errorf("%s\nwant\n%s", a, text)
	}
	for i, s := range v.Plan() {
		if a.Steps[i].Text != s.Text || a.Steps[i].Running != s.Running || !strings.HasPrefix(a.Steps[i].Place.Text(), "operator "+s.Text) {
			t.Errorf("step %d: %+v, want %+v", i, a.Steps[i], s)
		}
	}
	if len(a.Planned) != 1 || !a.Planned[0].Found || !a.Planned[0].Saw || len(a.Planned[0].Steps) != len(a.Steps) || a.Planned[0].Goal != "dine" {
		t.Fatalf("%+v", a.Planned)
	}
	rejected := 0
	for _, tried := range a.Planned[0].Tried {
		if tried.Cause == nil {
			continue
		}
		if rejected++; tried.Kind != explain.Rejected || tried.Taken || !strings.Contains(a.Text, tried.Cause.Text) || len(tried.Cause.Values) == 0 ||
			!strings.HasPrefix(tried.Place.Text(), `method "`+tried.Method) {
			t.Errorf("%+v at %q", tried, tried.Place.Text())
		}
	}
	if rejected == 0 {
		t.Error("nothing was in the way of any method")
	}
	if v.Remove(); v.Explain().Name != "" || v.Explain().String() != "the agent has left the crowd\n" || v.Exists() {
		t.Errorf("of an agent that has left: %q", v.Explain())
	}
}

// A brain compares the first 256 targets of a want; an answer about a later one says so.
func TestTargetsBeyondTheLimitAreNamed(t *testing.T) {
	const text = `
type sheep max 300
state world { sensed lost(s: sheep): bool }
action herd(s: sheep)
goal bring(s: sheep) { herd(s) }
brain shepherd { want bring(s) each s: sheep where lost(s) { score 1 } } // karakuri: allow K591
agent dog { brain shepherd }
`
	p, err := karakuri.Load(fstest.MapFS{"sheep.krk": {Data: []byte(text)}}, "sheep.krk")
	if err != nil {
		t.Fatal(err)
	}
	type sheep struct{ S karakuri.Object }
	crowd, err := karakuri.New(p, karakuri.Options{}, karakuri.Bind("herd", func(*karakuri.Ctx, *sheep, *none) karakuri.Status { return karakuri.Running }))
	if err != nil {
		t.Fatal(err)
	}
	var all []karakuri.Object
	for i := range 300 {
		o, err := crowd.AddObject("sheep", "sheep"+strconv.Itoa(i))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, o)
	}
	lost := karakuri.Lookup[bool](p, "lost")
	dog := crowd.Spawn("dog")
	for _, o := range all[:280] {
		if err := lost.Set(crowd.Agent(0), true, o); err != nil {
			t.Fatal(err)
		}
	}
	crowd.Step()
	for name, want := range map[string]explain.Verdict{"sheep200": explain.NotReached, "sheep270": explain.CutByLimit, "sheep290": explain.ConditionFalse} {
		a := dog.WhyNot("want bring(" + name + ")")
		if len(a.Findings) == 0 || a.Findings[0].Verdict != want {
			t.Errorf("%s: %s", name, a)
		}
	}
}

func TestAsTest(t *testing.T) {
	const text = `state agent { hungry: bool = true; money: int }
action go
operator work { do go; effect money += 5 }
operator buy  { when money >= 5; do go; effect money -= 5, hungry = false }
task dine { method "fed" when !hungry { }; method "rich" when money >= 5 { buy }; method "poor" { work; buy } }
tree idle_about { wait 1s }
agent villager { plan dine }
agent idler { tree idle_about }
`
	p, err := karakuri.Load(fstest.MapFS{"m.krk": {Data: []byte(text)}}, "m.krk")
	if err != nil {
		t.Fatal(err)
	}
	c, err := karakuri.New(p, karakuri.Options{Pictures: true}, karakuri.Bind("go", func(*karakuri.Ctx, *none, *none) karakuri.Status { return karakuri.Running }))
	if err != nil {
		t.Fatal(err)
	}
	v, idler := c.Spawn("villager"), c.Spawn("idler")
	if err := karakuri.Lookup[int](p, "money").Set(v, 7); err != nil {
		t.Fatal(err)
	}
	c.Step()
	const want = `test "seven coins" {
    given money = 7
    task dine
    expect buy
}
`
	if got, err := v.AsTest("seven coins"); err != nil || got != want {
		t.Errorf("%s %v", got, err)
	}
	if _, err := idler.AsTest("x"); err == nil || !strings.Contains(err.Error(), "the agent does nothing") {
		t.Error(err)
	}
}

// A crowd that keeps origins answers who made a value so while it runs, back to the first cause; asking and keeping
// change no decision, and another crowd says what to set.
func TestWhoMadeLive(t *testing.T) {
	const text = `state agent { hungry: bool = true; money: int; sensed rain: bool }
action go
operator work { do go; effect money += 5 }
operator buy  { when money >= 5; do go; effect money -= 5, hungry = false }
task dine { method "rich" when money >= 5 { buy }; method "poor" { work; buy } }
agent villager { plan dine when hungry }
`
	p, err := karakuri.Load(fstest.MapFS{"m.krk": {Data: []byte(text)}}, "m.krk")
	if err != nil {
		t.Fatal(err)
	}
	run := func(o karakuri.Options) (*karakuri.Crowd, karakuri.Agent) {
		c, err := karakuri.New(p, o, karakuri.Bind("go", func(*karakuri.Ctx, *none, *none) karakuri.Status { return karakuri.Success }))
		if err != nil {
			t.Fatal(err)
		}
		v := c.Spawn("villager")
		for range 2 {
			c.Step()
		}
		if err := karakuri.Lookup[bool](p, "rain").Set(v, true); err != nil {
			t.Fatal(err)
		}
		for range 4 {
			c.Step()
		}
		return c, v
	}
	c, v := run(karakuri.Options{Origins: true})
	plain, w := run(karakuri.Options{})
	for symbol, want := range map[string]string{"hungry": "step buy ended and wrote hungry = false\nbecause of: ", "money": "step buy ended and wrote money = 0", "rain": "tick 3, game: the game wrote rain = true"} {
		if got := v.WhoMade(symbol).String(); !strings.Contains(got, want) {
			t.Errorf("%s: %s", symbol, got)
		}
		if got := w.WhoMade(symbol).String(); !strings.Contains(got, "set Options.Origins") {
			t.Errorf("%s: %s", symbol, got)
		}
	}
	if c.TraceHash() != plain.TraceHash() {
		t.Error("keeping origins changes the run")
	}
	snapshot := c.Snapshot(nil)
	c.Step()
	if err := c.Rollback(snapshot); err != nil {
		t.Fatal(err)
	}
	c.Step()
	c.Step()
	if got := v.WhoMade("money").String(); !strings.Contains(got, "unknown: money has had this value at least since then; earlier ticks are not known") {
		t.Error(got)
	}
}

// TestWhyNotAlerted: a game asks about a level of alertness by its name, by what it is about, and by the next level.
func TestWhyNotAlerted(t *testing.T) {
	p, err := karakuri.Load(fstest.MapFS{"post.krk": {Data: []byte(alertPost)}}, "post.krk")
	if err != nil {
		t.Fatal(err)
	}
	on := func(*karakuri.Ctx, *none, *none) karakuri.Status { return karakuri.Running }
	crowd, err := karakuri.New(p, karakuri.Options{}, karakuri.Bind("stand", on))
	if err != nil {
		t.Fatal(err)
	}
	guard, _ := crowd.Spawn("guard"), crowd.Spawn("robber")
	crowd.Step()
	for _, tc := range []struct {
		about   string
		verdict explain.Verdict
		part    string
	}{
		{"calm", explain.DoneAlready, "mood_now calm"},
		{"alarmed", explain.ConditionFalse, "on_duty = false"},
		{"alert", explain.ConditionFalse, "why not alert alarmed"},
		{"fleeing", explain.LineInactive, "no alert line of guard leads to it"},
	} {
		a := guard.WhyNot(tc.about)
		if a.Verdict() != tc.verdict || !strings.Contains(a.String(), tc.part) {
			t.Errorf("%s: want %s with %q\n%s", tc.about, tc.verdict, tc.part, a)
		}
	}
	karakuri.Lookup[bool](p, "on_duty").Set(guard, true)
	if a := guard.WhyNot("alarmed"); a.Verdict() != explain.NotPerceived || !strings.Contains(a.String(), "remembered(robber#1) = false; needs a percept by sight") {
		t.Errorf("on duty, but without senses: %s", a)
	}
}

const alertPost = `
type person max 4
type watchman : person
type thief : person
type mood = { calm, alarmed, fleeing }
state agent {
    on_duty: bool
    remembered mood_now: mood
}
action stand
operator stay { do stand }
task guarding { method "stay" { stay } }
sense sight { range 8 }
memory short { span 60s }
agent guard {
    plan guarding
    sense sight
    memory short
    body watchman
    alert alarmed on sight each x: thief where on_duty hold 4s
}
agent robber { plan guarding; body thief }
`

// A crowd that keeps origins knows between which ticks an agent decided otherwise, which value turned it, and what was
// before. What the game writes after a tick belongs to the next.
func TestWhatChangedLive(t *testing.T) {
	const text = `state agent { sensed scared: bool; sensed tired: bool }
action hide
action rest
tree life { selector { sequence abort both { if scared; hide }; rest } }
agent cat { tree life }
`
	p, err := karakuri.Load(fstest.MapFS{"m.krk": {Data: []byte(text)}}, "m.krk")
	if err != nil {
		t.Fatal(err)
	}
	on := func(*karakuri.Ctx, *none, *none) karakuri.Status { return karakuri.Running }
	c, err := karakuri.New(p, karakuri.Options{Origins: true}, karakuri.Bind("hide", on), karakuri.Bind("rest", on))
	if err != nil {
		t.Fatal(err)
	}
	cat := c.Spawn("cat")
	ask := func(want string) {
		t.Helper()
		if got := cat.WhatChanged().String(); !strings.Contains(got, want) {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
	ask("no tick has been made since the agent came")
	for range 3 {
		c.Step()
	}
	ask("it has decided nothing else since tick 1")
	for _, name := range []string{"scared", "tired"} {
		if err := karakuri.Lookup[bool](p, name).Set(cat, true); err != nil {
			t.Fatal(err)
		}
	}
	ask("it has decided nothing else since tick 1")
	if got := cat.WhoMade("scared").String(); !strings.Contains(got, "tick 4, game: the game wrote scared = true") {
		t.Error(got)
	}
	for range 3 {
		c.Step()
	}
	ask("from tick 1 to tick 4\n  scared: true, was false; node if scared: holds\n  node if scared: holds, was does not hold\n  tree life: hide, was rest, which ended: aborted: scared was false, is true\n")
	if got := cat.WhatChanged().String(); strings.Contains(got, "tired") {
		t.Errorf("no node reads it: %s", got)
	}
}
