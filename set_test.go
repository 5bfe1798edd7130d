package karakuri_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/ktrace"
)

const coverFile = `
type place = { barn, wall, ditch, tree, well }
type crate max 8
objects c1, c2: crate
function near_cover(at: vec2, n: int): set of place
function crates(p: place): set of crate
state agent {
    pos: vec2
    taken(p: place): bool
    hidden: bool
    full(c: crate): bool
}
action run_to(p: place)
action open(c: crate)
operator hide(p: place) { do run_to(p); effect hidden = true, taken(p) = true }
operator look(c: crate) { when !full(c); do open(c); effect full(c) = true }
task flee { method "cover" each p: place from near_cover(pos, 3) where !taken(p) { hide(p) } }
task rob { method "all" each p: place from near_cover(pos, 2), c: crate from crates(p) where !full(c) { look(c) } }
agent rabbit { plan flee when !hidden; plan rob }
tree peek { each p: place from near_cover(pos, 2) where p != well { run_to(p) } }
agent mouse { tree peek }
`

// cover is a host with places on a line, of which it returns the nearest.
type cover struct {
	program *karakuri.Program
	asked   int
	ran     []place
	sets    func(p struct{ At place }, out []karakuri.Object) []karakuri.Object
}

type place int

func (h *cover) near(p struct {
	At karakuri.Vec2
	N  int
}, out []place) []place {
	h.asked++
	for i := range p.N {
		if at := int(p.At.X) + i; at < 5 {
			out = append(out, place(at), place(at))
		}
	}
	return out
}

func (h *cover) crowd(t *testing.T, o karakuri.Options) *karakuri.Crowd {
	t.Helper()
	program, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte(coverFile)}}, "a.krk")
	if err != nil {
		t.Fatal(err)
	}
	h.program = program
	crowd, err := karakuri.New(program, o,
		karakuri.Bind("run_to", func(_ *karakuri.Ctx, p *struct{ P place }, s *struct{}) karakuri.Status {
			h.ran = append(h.ran, p.P)
			return karakuri.Success
		}),
		karakuri.Bind("open", func(c *karakuri.Ctx, p *struct{ C karakuri.Object }, s *struct{}) karakuri.Status {
			return karakuri.Success
		}),
		karakuri.BindSet("near_cover", h.near), karakuri.BindSet("crates", h.sets))
	if err != nil {
		t.Fatal(err)
	}
	return crowd
}

// TestSetsOfTheHost ranges over what the host returns, in its order, and replays without asking it.
func TestSetsOfTheHost(t *testing.T) {
	var trace, log bytes.Buffer
	h := &cover{}
	var objects []karakuri.Object
	h.sets = func(p struct{ At place }, out []karakuri.Object) []karakuri.Object {
		if p.At != 2 {
			return out
		}
		return append(out, objects[1], objects[0])
	}
	rec := ktrace.NewRecorder(&trace, ktrace.Options{})
	crowd := h.crowd(t, karakuri.Options{TPS: 20, Recorder: rec, Sink: karakuri.SinkFunc(func(e karakuri.Event) { fmt.Fprintln(&log, e.Text()) })})
	for _, name := range []string{"c1", "c2"} {
		o, ok := crowd.ObjectNamed(name)
		if !ok {
			t.Fatal(name)
		}
		objects = append(objects, o)
	}
	a := crowd.Spawn("rabbit")
	if err := karakuri.Lookup[karakuri.Vec2](h.program, "pos").Set(a, karakuri.Vec2{X: 2}); err != nil {
		t.Fatal(err)
	}
	mouse := crowd.Spawn("mouse")
	if err := karakuri.Lookup[karakuri.Vec2](h.program, "pos").Set(mouse, karakuri.Vec2{X: 3}); err != nil {
		t.Fatal(err)
	}
	for range 8 {
		crowd.Step()
	}
	if got := fmt.Sprint(h.ran); got != "[2 3 3 3 3 3 3 3 3]" {
		t.Errorf("the plan runs to place 2, and the tree to place 3 in each tick, not to %s", got)
	}
	want := "hide(ditch) look(c2) look(c1)"
	var have []string
	for _, line := range strings.Split(log.String(), "\n") {
		if _, step, ok := strings.Cut(line, "step started: "); ok {
			have = append(have, step)
		}
	}
	if got := strings.Join(have, " "); got != want {
		t.Errorf("steps %s, want %s\n%s", got, want, &log)
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	asked := h.asked
	replay, err := karakuri.NewReplay(&trace, karakuri.ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	replay.RunTo(1)
	rabbit, _ := replay.AgentNamed("rabbit#1")
	if text := rabbit.Explain().String(); !strings.Contains(text, `"cover" has 3 candidates from near_cover(pos, 3)`) {
		t.Errorf("the call is not told:\n%s", text)
	}
	for replay.Step() {
	}
	if !replay.Ended() || replay.Crowd().TraceHash() != crowd.TraceHash() {
		t.Errorf("the replay differs: %v", replay.Difference())
	}
	if h.asked != asked {
		t.Error("the replay asked the host")
	}
}

// TestFaultySetsOfTheHost fails the agent as a panic of a function does.
func TestFaultySetsOfTheHost(t *testing.T) {
	for _, c := range []struct {
		name string
		sets func(crowd *karakuri.Crowd, out []karakuri.Object) []karakuri.Object
		want string
	}{
		{"none", func(_ *karakuri.Crowd, out []karakuri.Object) []karakuri.Object { return append(out, 0) }, "function crates: the result is object 0, which is gone or not of type crate"},
		{"panics", func(_ *karakuri.Crowd, out []karakuri.Object) []karakuri.Object { panic("no map") }, "no map"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var log bytes.Buffer
			h := &cover{}
			h.sets = func(_ struct{ At place }, out []karakuri.Object) []karakuri.Object { return c.sets(nil, out) }
			crowd := h.crowd(t, karakuri.Options{TPS: 20, Sink: karakuri.SinkFunc(func(e karakuri.Event) { fmt.Fprintln(&log, e.Text()) })})
			a := crowd.Spawn("rabbit")
			if err := karakuri.Lookup[bool](h.program, "hidden").Set(a, true); err != nil {
				t.Fatal(err)
			}
			crowd.Step()
			if !strings.Contains(log.String(), c.want) {
				t.Errorf("no fault %q:\n%s", c.want, &log)
			}
		})
	}
}

// TestSetsAreBounded refuses a set that is too large.
func TestSetsAreBounded(t *testing.T) {
	for _, n := range []int{1024, 1025} {
		var log bytes.Buffer
		program, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte(`
type crate max 2000
function crates: set of crate
operator look(c: crate) { }
state agent { never: bool }
operator done { when never }
task rob { method "all" each c: crate from crates { look(c); done } }
agent thief { plan rob }
`)}}, "a.krk")
		if err != nil {
			t.Fatal(err)
		}
		var objects []karakuri.Object
		crowd, err := karakuri.New(program, karakuri.Options{TPS: 20, Sink: karakuri.SinkFunc(func(e karakuri.Event) { fmt.Fprintln(&log, e.Text()) })},
			karakuri.BindSet("crates", func(_ struct{}, out []karakuri.Object) []karakuri.Object { return append(out, objects...) }))
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			o, err := crowd.AddObject("crate", fmt.Sprint("c", i))
			if err != nil {
				t.Fatal(err)
			}
			objects = append(objects, o)
		}
		crowd.Spawn("thief")
		crowd.Step()
		if have := strings.Contains(log.String(), "function crates: the set has more than 1024 values; return fewer"); have != (n > 1024) {
			t.Errorf("%d values: %s", n, &log)
		}
	}
}

// TestSetsAreBoundAsSets reports functions that are bound with the wrong kind.
func TestSetsAreBoundAsSets(t *testing.T) {
	program, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte(`
type place = { barn, wall }
function near: set of place
function far(p: place): bool
function wide: set of place
operator go(p: place) { when far(p) }
task t { method "m" each p: place from near, q: place from wide { go(p) } }
agent a { plan t }
`)}}, "a.krk")
	if err != nil {
		t.Fatal(err)
	}
	_, err = karakuri.New(program, karakuri.Options{TPS: 20},
		karakuri.BindFunc("near", func(struct{}) place { return 0 }),
		karakuri.BindSet("far", func(_ struct{ P place }, out []bool) []bool { return out }))
	for _, want := range []string{
		"function near returns a set, and is bound as one that returns a value", "function far(p: place) returns one value, and is bound as one that returns a set",
		"function wide is not bound",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
}

const posseFile = `
type person max 8
type place = { barn, wall, ditch, tree }
function seen(n: int): set of person
function around(p: place): set of place
function hands(n: int): set of person
state agent { sensed n: int; at: place }
state squad { sensed strength: int = 1 }
action greet(p: person)
action go(p: place)
action rest
goal meet(p: person) { greet(p) }
goal visit(p: place) { go(p) }
goal wait { rest }
brain mind {
    want meet(p) each p: person from seen(n) where p != none { score 0.5 }
    want visit(p) each p: place from around(at) when count(q: place from around(p)) > 1 { score 0.4 }
    want wait when !exists(p: person from seen(n)) { score 0.9 }
    every 0.1s
}
agent rider { brain mind; body person; squad posse }
operator stand { do rest }
task lead { method "m" { stand } }
squad posse { plan lead; role scout 0..2 each m: person from hands(strength) score 2; role guard 0..9 }
`

// TestSetsInWantsRolesAndConditions: sets of the host supply the targets of wants, in order, the candidates for a role,
// and the range of quantifiers. A replay does not call the host.
func TestSetsInWantsRolesAndConditions(t *testing.T) {
	var trace, log bytes.Buffer
	program, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte(posseFile)}}, "a.krk")
	if err != nil {
		t.Fatal(err)
	}
	var riders []karakuri.Agent
	asked := map[string]int{}
	type number struct{ N int }
	succeed := func(*karakuri.Ctx, *struct{ P karakuri.Object }, *struct{}) karakuri.Status { return karakuri.Success }
	rec := ktrace.NewRecorder(&trace, ktrace.Options{})
	crowd, err := karakuri.New(program, karakuri.Options{TPS: 20, Recorder: rec, Sink: karakuri.SinkFunc(func(e karakuri.Event) { fmt.Fprintln(&log, e.Text()) })},
		karakuri.Bind("greet", succeed),
		karakuri.Bind("go", func(*karakuri.Ctx, *struct{ P place }, *struct{}) karakuri.Status { return karakuri.Running }),
		karakuri.Bind("rest", func(*karakuri.Ctx, *struct{}, *struct{}) karakuri.Status { return karakuri.Running }),
		karakuri.BindSet("seen", func(p number, out []karakuri.Object) []karakuri.Object {
			asked["seen"]++
			return append(out, riders[2].Body(), riders[0].Body())[:p.N]
		}),
		karakuri.BindSet("around", func(p struct{ P place }, out []place) []place {
			asked["around"]++
			if p.P == 0 {
				return append(out, 3, 1, 3)
			}
			return append(out, 0, 1, 2)[:p.P]
		}),
		karakuri.BindSet("hands", func(p number, out []karakuri.Object) []karakuri.Object {
			asked["hands"]++
			if p.N == 1 {
				return append(out, riders[1].Body())
			}
			return append(out, riders[2].Body(), riders[0].Body())
		}))
	if err != nil {
		t.Fatal(err)
	}
	posse := crowd.SpawnSquad("posse")
	for range 3 {
		riders = append(riders, crowd.Spawn("rider"))
		if err := posse.Join(riders[len(riders)-1]); err != nil {
			t.Fatal(err)
		}
	}
	see := func(n int) {
		for _, a := range riders {
			if err := karakuri.Lookup[int](program, "n").Set(a, n); err != nil {
				t.Fatal(err)
			}
		}
	}
	step := func(n int) string {
		log.Reset()
		for range n {
			crowd.Step()
		}
		return log.String()
	}
	want := func(when, got string, all ...string) {
		for _, s := range all {
			if no, not := strings.CutPrefix(s, "!"); strings.Contains(got, no) == not {
				t.Errorf("%s: %q in\n%s", when, s, got)
			}
		}
	}
	want("nobody is seen", step(3), "2 options", "wait chosen with 0.9", "rider#2 is scout, was without a role", "!rider#1 is scout", "!rider#3 is scout")
	see(2)
	want("two are seen", step(3), "meet(rider#3) chosen with 0.5", "!meet(rider#1) chosen", "!meet(rider#2) chosen")
	see(0)
	if err := karakuri.Lookup[int](program, "strength").Set(posse.Agent(), 2); err != nil {
		t.Fatal(err)
	}
	want("others have hands", step(2), "rider#3 is scout, was guard", "rider#1 is scout, was guard", "rider#2 is guard, was scout")
	why := riders[0].WhyNot("want meet")
	want("why not", why.String(), "seen(n)")
	want("why not one", riders[0].WhyNot("want meet(rider#2)").String(), "seen(n) does not return it")
	want("why not a role", riders[1].WhyNot("role scout").String(), "hands(strength) does not return it")
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	before := fmt.Sprint(asked)
	replay, err := karakuri.NewReplay(&trace, karakuri.ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for replay.Step() {
	}
	if !replay.Ended() || replay.Crowd().TraceHash() != crowd.TraceHash() {
		t.Errorf("the replay differs: %v", replay.Difference())
	}
	if fmt.Sprint(asked) != before {
		t.Error("the replay asked the host")
	}
}
