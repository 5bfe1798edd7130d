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
`

// cover is a host with places on a line, of which it returns the nearest.
type cover struct {
	program *karakuri.Program
	asked   int
	sets    func(p struct{ At place }, out []karakuri.Object) []karakuri.Object
}

type place int

func (c *cover) near(p struct {
	At karakuri.Vec2
	N  int
}, out []place) []place {
	c.asked++
	for i := range p.N {
		if at := int(p.At.X) + i; at < 5 {
			out = append(out, place(at), place(at))
		}
	}
	return out
}

func (c *cover) crowd(t *testing.T, o karakuri.Options) *karakuri.Crowd {
	t.Helper()
	program, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte(coverFile)}}, "a.krk")
	if err != nil {
		t.Fatal(err)
	}
	c.program = program
	crowd, err := karakuri.New(program, o,
		karakuri.Bind("run_to", func(c *karakuri.Ctx, p *struct{ P place }, s *struct{}) karakuri.Status { return karakuri.Success }),
		karakuri.Bind("open", func(c *karakuri.Ctx, p *struct{ C karakuri.Object }, s *struct{}) karakuri.Status {
			return karakuri.Success
		}),
		karakuri.BindSet("near_cover", c.near), karakuri.BindSet("crates", c.sets))
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
	for range 8 {
		crowd.Step()
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

// TestSetsAreBoundAsSets reports functions that are bound as what they are not.
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
