package karakuri_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
)

const travel = `
action go(by: text)
state agent { there: bool; snow: bool }
operator train { do go("train"); cost 9; effect there = true }
operator foot  { do go("foot"); cost if snow then 20 else 2; effect there = true }
operator home  { do go("home"); effect there = false }
task travel { method "train" { train; home }; method "foot" { foot; home } }
`

// travelled runs a kind of agents and returns their walks. It saves the game in each tick and continues with the
// restored one.
func travelled(t *testing.T, text, kind string, snow bool) string {
	t.Helper()
	p, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte(travel + text)}}, "a.krk")
	if err != nil {
		t.Fatal(err)
	}
	var log []string
	walk := karakuri.Bind("go", func(_ *karakuri.Ctx, p *struct{ By string }, st *struct{ Ticks int32 }) karakuri.Status {
		if st.Ticks++; st.Ticks < 3 {
			return karakuri.Running
		}
		log = append(log, p.By)
		return karakuri.Success
	})
	crowd, err := karakuri.New(p, karakuri.Options{TPS: 10}, walk)
	if err != nil {
		t.Fatal(err)
	}
	a := crowd.Spawn(kind)
	if err := karakuri.Lookup[bool](p, "snow").Set(a, snow); err != nil {
		t.Fatal(err)
	}
	for range 14 {
		crowd.Step()
		if crowd, _, err = karakuri.Restore(p, karakuri.Options{TPS: 10}, crowd.Snapshot(nil), walk); err != nil {
			t.Fatal(err)
		}
	}
	return strings.Join(log[:min(len(log), 4)], " ")
}

// TestCheapestPlansWithinTreesAndGoals: best of a node or step looks for the cheapest plan; without it the first method
// that works is taken, of the same task as well.
func TestCheapestPlansWithinTreesAndGoals(t *testing.T) {
	const text = `
tree plain_way { sequence { plan travel; plan travel } }
tree cheap_way { sequence { plan travel best; plan travel } }
tree legs_way  { sequence { plan foot best; plan home } }
goal be_dear { plan travel; travel }
goal be_thrifty { travel best; travel }
brain one { want be_dear { score 1 } }
brain two { want be_thrifty { score 1 } }
agent plain { tree plain_way once }
agent cheap { tree cheap_way once }
agent legs { tree legs_way once }
agent dear { brain one }
agent thrifty { brain two }
`
	for kind, want := range map[string][2]string{
		"plain": {"train home train home", "train home train home"}, "cheap": {"foot home train home", "train home train home"}, "legs": {"foot home", "foot home"},
		"dear": {"train home train home", "train home train home"}, "thrifty": {"foot home train home", "train home train home"},
	} {
		for i, snow := range []bool{false, true} {
			if got := travelled(t, text, kind, snow); got != want[i] {
				t.Errorf("%s, snow %v: %s, want %s", kind, snow, got, want[i])
			}
		}
	}
	if got := travelled(t, "tree plain_way { sequence { plan travel; plan foot } }\nagent plain { tree plain_way once }", "plain", false); got != "train home foot" {
		t.Errorf("a program without cheapest plans: %s", got)
	}
}

// TestCheapestPlansAreExplained: the plan of a node is reported, and Explain searches in the same way.
func TestCheapestPlansAreExplained(t *testing.T) {
	p, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte(travel + "tree t { plan travel best }\nagent a { tree t }")}}, "a.krk")
	if err != nil {
		t.Fatal(err)
	}
	var reported []string
	crowd, err := karakuri.New(p, karakuri.Options{TPS: 10, Sink: karakuri.SinkFunc(func(e karakuri.Event) { reported = append(reported, e.Text()) })},
		karakuri.Bind("go", func(*karakuri.Ctx, *struct{ By string }, *struct{}) karakuri.Status { return karakuri.Running }))
	if err != nil {
		t.Fatal(err)
	}
	a := crowd.Spawn("a")
	crowd.Step()
	if !slices.ContainsFunc(reported, func(line string) bool { return line == "step started: foot" }) {
		t.Errorf("told %q", reported)
	}
	if text := a.Explain().String(); !strings.Contains(text, "foot") {
		t.Errorf("explained: %s", text)
	}
}
