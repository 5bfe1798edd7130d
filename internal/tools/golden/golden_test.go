package golden_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/tools/golden"
)

const camp = `type place = { tent, wood }
type log
objects old: log
state world { fires: int }
state agent { at: place = tent; heat: float = 1; has(l: log): bool; spot: vec2 }
state squad { flag: bool }
squad band { token drum 1 }
agent scout { squad band }
`

// open makes a crowd of the program with a band and a scout in it.
func open(t *testing.T, text string) (*karakuri.Program, *karakuri.Crowd, [2]karakuri.Agent) {
	t.Helper()
	p, err := karakuri.Load(fstest.MapFS{"camp.krk": {Data: []byte(text)}}, "camp.krk")
	if err != nil {
		t.Fatal(err)
	}
	c, err := karakuri.New(p, karakuri.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ids := [2]karakuri.Agent{c.Spawn("band"), c.Spawn("scout")}
	if err := c.Squad(ids[0].ID()).Join(ids[1]); err != nil {
		t.Fatal(err)
	}
	c.Step()
	return p, c, ids
}

// TestTheDigestSeesEveryChange changes one thing after the other and wants another digest each time.
func TestTheDigestSeesEveryChange(t *testing.T) {
	p, c, ids := open(t, camp)
	old, _ := c.ObjectNamed("old")
	changes := []func(){
		func() { karakuri.Lookup[int](p, "fires").Set(c.Agent(0), 3) },
		func() { karakuri.Lookup[karakuri.Enum](p, "at").Set(ids[0], 1) },
		func() { karakuri.Lookup[karakuri.Enum](p, "at").Set(ids[1], 1) },
		func() { karakuri.Lookup[float64](p, "heat").Set(ids[1], 1.5) },
		func() { karakuri.Lookup[bool](p, "has").Set(ids[1], true, old) },
		func() { karakuri.Lookup[karakuri.Vec2](p, "spot").Set(ids[1], karakuri.Vec2{Y: 2}) },
		func() { karakuri.Lookup[bool](p, "flag").Set(ids[1], true) },
		func() {
			if _, err := c.AddObject("log", "new"); err != nil {
				t.Fatal(err)
			}
		},
		func() { c.RemoveObject(old) },
		func() { c.Spawn("scout") },
		func() { ids[1].Remove() },
	}
	w := golden.NewWatch(bridge.Crowd.In(c), nil)
	seen := []uint64{w.Digest()}
	for i, change := range changes {
		change()
		c.Step()
		now := w.Digest()
		if slices.Contains(seen, now) {
			t.Errorf("change %d is not seen", i)
		}
		if fresh := golden.NewWatch(bridge.Crowd.In(c), nil).Digest(); fresh != now {
			t.Errorf("change %d: what was known of the states gives %016x, looking anew %016x", i, now, fresh)
		}
		seen = append(seen, now)
	}
}

// TestTheDigestGoesByNames declares everything in another order, so that all places and numbers in states are others.
func TestTheDigestGoesByNames(t *testing.T) {
	other := `state squad { flag: bool }
state agent { spot: vec2; has(l: log): bool; at: place = tent; heat: float = 1 }
type log
type place = { wood, tent }
objects old: log
state world { fires: int }
squad band { token drum 1 }
agent scout { squad band }
`
	var digests []uint64
	for text, wood := range map[string]karakuri.Enum{camp: 1, other: 0} {
		p, c, ids := open(t, text)
		for _, id := range ids {
			karakuri.Lookup[karakuri.Enum](p, "at").Set(id, wood)
		}
		karakuri.Lookup[int](p, "fires").Set(c.Agent(0), 3)
		c.Step()
		digests = append(digests, golden.NewWatch(bridge.Crowd.In(c), nil).Digest())
	}
	if digests[0] == digests[1] {
		return
	}
	t.Errorf("%016x", digests)
}

// TestRunsAreComparedSpanBySpan reads runs as they are written, and reports where they part.
func TestRunsAreComparedSpanBySpan(t *testing.T) {
	one := golden.Run{Name: "a walk, and back", Marks: []golden.Mark{{10, 1, 0xa, 0xb}, {20, 2, 0xc, 0xd}, {30, 3, 0xe, 0xf}}}
	read, err := golden.Parse(one.String() + one.String())
	if err != nil || len(read) != 2 || read[1].String() != one.String() || one.Differ(read[0]) != "" {
		t.Fatalf("%v, %v", read, err)
	}
	for want, change := range map[string]func(r *golden.Run){
		"ticks 11 to 20 differ in events, not in states (2 events by then, before 2)": func(r *golden.Run) { r.Marks[1].Events++ },
		"ticks 1 to 10 differ in states, not in events (1 events by then, before 1)":  func(r *golden.Run) { r.Marks[0].States++; r.Marks[1].States++ },
		"ticks 21 to 30 differ in events and states (3 events by then, before 4)": func(r *golden.Run) {
			r.Marks[2] = golden.Mark{30, 4, 1, 2}
		},
		"it does not run as long": func(r *golden.Run) { r.Marks = r.Marks[:2] },
	} {
		kept := golden.Run{Name: one.Name, Marks: slices.Clone(one.Marks)}
		change(&kept)
		if got := one.Differ(kept); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if _, err := golden.Parse("a walk\n nothing\n"); err == nil {
		t.Error("nonsense is read")
	}
}

// TestSyntaxTellsFilesApart wants another dump for each file that says something else.
func TestSyntaxTellsFilesApart(t *testing.T) {
	seen := map[string]string{}
	for _, text := range []string{
		"state agent { a: bool }", "state agent { b: bool }", "state agent { a: int }", "state squad { a: bool }", "state agent {  a: bool }",
		"operator a { when b && c }", "operator a { when b || c }", "operator a { when b || d }", "operator a { effect b += 1 }", "operator a { effect b -= 1 }",
		"operator a { effect b  = 1 }", "operator a { when b }  // why", "operator a { when b }",
	} {
		f, _ := lang.Parse(diag.NewSource("a.krk", text))
		dump := golden.Syntax(f)
		if was, known := seen[dump]; known {
			t.Errorf("%q and %q have one dump:\n%s", text, was, dump)
		}
		seen[dump] = text
	}
}
