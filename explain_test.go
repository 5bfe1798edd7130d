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
	if _, err := idler.AsTest("x"); err == nil || !strings.Contains(err.Error(), "the agent plans nothing") {
		t.Error(err)
	}
}
