package karakuri_test

import (
	"errors"
	"fmt"
	"os"
	"testing/fstest"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/builder"
)

// A character from a file: load it, bind its actions, spawn it, let time pass, and ask it why.
func Example() {
	p, err := karakuri.Load(os.DirFS("examples/meal"), "meal.krk") // all mistakes at once, each with its place
	if err != nil {
		fmt.Println(err)
		return
	}
	type moveTo struct{ Place karakuri.Enum }
	type moving struct{ Ticks int32 } // saved with the game: plain data
	moves := karakuri.Bind("move_to", func(c *karakuri.Ctx, to *moveTo, s *moving) karakuri.Status {
		if s.Ticks++; s.Ticks < 20 {
			return karakuri.Running
		}
		return karakuri.Success
	})
	type nothing struct{}
	wanders := karakuri.Bind("wander", func(c *karakuri.Ctx, _ *nothing, _ *nothing) karakuri.Status { return karakuri.Running })

	crowd, err := karakuri.New(p, karakuri.Options{TPS: 10, Seed: 1}, moves, wanders) // lists the actions that are not bound
	if err != nil {
		fmt.Println(err)
		return
	}
	v := crowd.Spawn("villager")
	hungry := karakuri.Lookup[bool](p, "hungry")
	for hungry.Of(v) {
		if crowd.Step(); crowd.Tick() == 30 {
			fmt.Println(v.Explain())
		}
	}
	fmt.Printf("fed after %g seconds\n", crowd.Seconds())
	// Output:
	// villager#1 at 3s: carries out dine
	//   => 1 buy
	//      2 eat
	//
	// planning now:
	// dine: buy, eat   (5 nodes, 0 backtracks)
	// dine
	//   - "eat what we have": has_meal was false
	//   + "buy first"
	//     + 1 buy
	//     dine
	//       + "eat what we have"
	//         + 2 eat
	//
	// fed after 6 seconds
}

// Every mistake in a file is reported at once.
func ExampleLoad() {
	files := fstest.MapFS{"hut.krk": {Data: []byte(`state agent { cold: bool }
action lit_fire
operator warm { when colt; do light_fire; effect cold = false }
`)}}
	_, err := karakuri.Load(files, "hut.krk")
	var found *karakuri.Error
	if errors.As(err, &found) {
		for _, d := range found.List.All {
			fmt.Println(d.Error())
		}
	}
	// Output:
	// hut.krk:3:22: unknown symbol "colt" [K012]
	// hut.krk:3:31: expected an action, a tree or a goal, but nothing is called "light_fire" [K103]
}

// Parameters of an action come in a struct, its private state in another. Hooks see the turns of its life.
func ExampleBind() {
	files := fstest.MapFS{"guard.krk": {Data: []byte(`
type post max 4
objects gate, tower: post
state agent { watched(p: post): bool; alarm: bool }
action walk(p: post, pace: float)
operator watch(p: post) { do walk(p, 1.5); effect watched(p) = true }
task patrol { method "next" each p: post where !watched(p) { watch(p) } }
agent guard { plan patrol when !alarm }
`)}}
	p, err := karakuri.Load(files, "guard.krk")
	if err != nil {
		fmt.Println(err)
		return
	}
	type walk struct {
		Post karakuri.Object
		Pace float64
	}
	type way struct{ Left float64 }
	crowd, err := karakuri.New(p, karakuri.Options{}, karakuri.Bind("walk", func(c *karakuri.Ctx, to *walk, w *way) karakuri.Status {
		if w.Left -= to.Pace * c.DT(); w.Left > 0 {
			return karakuri.Running
		}
		return karakuri.Success
	}, karakuri.OnStart(func(c *karakuri.Ctx, to *walk, w *way) {
		w.Left = 3
		fmt.Println("off to the", c.Name(to.Post))
	}), karakuri.OnEnd(func(c *karakuri.Ctx, to *walk, w *way, s karakuri.Status) {
		fmt.Println("arrived:", s)
	}), karakuri.OnAbort(func(c *karakuri.Ctx, to *walk, w *way, r karakuri.Reason) {
		fmt.Println("stopped:", r)
	})))
	if err != nil {
		fmt.Println(err)
		return
	}
	v := crowd.Spawn("guard")
	crowd.Advance(1 * time.Second)
	crowd.Advance(1 * time.Second)
	crowd.Advance(1 * time.Second)
	karakuri.Lookup[bool](p, "alarm").Set(v, true)
	crowd.Step()
	// Output:
	// off to the gate
	// arrived: success
	// off to the tower
	// stopped: the plan line no longer applies
}

// Symbols are read and written as Go values; relations take their arguments as objects, names or numbers.
func ExampleLookup() {
	files := fstest.MapFS{"town.krk": {Data: []byte(`
type stop = { station, harbour, market }
type ghost max 4
state world { fare(a: stop, b: stop): int 0..99; open := fare(station, market) < 5 }
state agent { sensed distance(g: ghost): float; at: stop; afraid := exists(g: ghost where distance(g) < 2.0) }
agent rider { }
`)}}
	p, err := karakuri.Load(files, "town.krk")
	if err != nil {
		fmt.Println(err)
		return
	}
	crowd, err := karakuri.New(p, karakuri.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	rider := crowd.Spawn("rider")
	boo, err := crowd.AddObject("ghost", "boo")
	if err != nil {
		fmt.Println(err)
		return
	}

	at := karakuri.Lookup[string](p, "at")
	fare := karakuri.Lookup[int](p, "fare")
	open := karakuri.Lookup[bool](p, "open")
	distance := karakuri.Lookup[float64](p, "distance")
	afraid := karakuri.Lookup[bool](p, "afraid")

	world := crowd.Agent(0) // agent 0 is the world itself
	at.Set(rider, "harbour")
	fare.Set(world, 3, "station", "market")
	distance.Set(rider, 1.5, boo)
	fmt.Println(at.Of(rider), fare.Of(rider, "station", "market"), open.Of(world))
	fmt.Println(distance.Of(rider, "boo"), afraid.Of(rider))
	crowd.RemoveObject(boo)
	fmt.Println(afraid.Of(rider), at.Set(rider, "castle"))
	// Output:
	// harbour 3 true
	// 1.5 true
	// false karakuri: at: "castle" is refused; it must be one of station, harbour, market
}

// A model made in Go, without a file, and a function of the host in its conditions.
func ExampleLink() {
	d := builder.New("door")
	d.AgentState().Int("code", 0, 9999).Default("17").Bool("inside")
	d.Function("opens(code: int): bool")
	d.Action("enter")
	d.Operator("go_in").When("opens(code)").Do("enter").Effect("inside = true")
	d.Task("get_in").Method("by the code").When("opens(code)").Do("go_in")
	d.Agent("visitor").Plan("get_in").When("!inside")
	model, findings := d.Model()
	if findings.HasErrors() {
		fmt.Println(findings.Err())
		return
	}
	p, err := karakuri.Link(model)
	if err != nil {
		fmt.Println(err)
		return
	}
	type nothing struct{}
	type code struct{ Code int }
	crowd, err := karakuri.New(p, karakuri.Options{},
		karakuri.Bind("enter", func(c *karakuri.Ctx, _, _ *nothing) karakuri.Status { return karakuri.Success }),
		karakuri.BindFunc("opens", func(c code) bool { return c.Code == 42 }))
	if err != nil {
		fmt.Println(err)
		return
	}
	v := crowd.Spawn("visitor")
	crowd.Step()
	fmt.Println(v.WhyIdle())
	karakuri.Lookup[int](p, "code").Set(v, 42)
	for range 10 {
		crowd.Step()
	}
	fmt.Println("inside:", karakuri.Lookup[bool](p, "inside").Of(v))
	// Output:
	// no plan for get_in
	//   get_in, "by the code": opens(code): code was 17
	// inside: true
}

// The game returns the places to try, the best first.
func ExampleBindSet() {
	p, err := karakuri.Load(fstest.MapFS{"rabbit.krk": {Data: []byte(`
type burrow max 8
objects oak, hill, brook: burrow
function near_burrows(at: vec2, n: int): set of burrow
state agent { sensed pos: vec2; sensed flooded(b: burrow): bool; safe: bool }
action dive(b: burrow)
operator hide(b: burrow) { do dive(b); effect safe = true }
task flee { method "nearest dry" each b: burrow from near_burrows(pos, 2) where !flooded(b) { hide(b) } }
agent rabbit { plan flee when !safe }`)}}, "rabbit.krk")
	if err != nil {
		fmt.Println(err)
		return
	}
	var burrows []karakuri.Object // from west to east
	type query struct {
		At karakuri.Vec2
		N  int
	}
	crowd, err := karakuri.New(p, karakuri.Options{},
		karakuri.Bind("dive", func(c *karakuri.Ctx, p *struct{ B karakuri.Object }, _ *struct{}) karakuri.Status {
			return karakuri.Success
		}),
		karakuri.BindSet("near_burrows", func(q query, out []karakuri.Object) []karakuri.Object {
			return append(out, burrows[int(q.At.X):][:q.N]...)
		}))
	if err != nil {
		fmt.Println(err)
		return
	}
	burrows = crowd.Objects("burrow")
	r := crowd.Spawn("rabbit")
	karakuri.Lookup[bool](p, "flooded").Set(r, true, "hill")
	karakuri.Lookup[karakuri.Vec2](p, "pos").Set(r, karakuri.Vec2{X: 1})
	crowd.Step()
	fmt.Print(r.Explain())
	// Output:
	// rabbit#1 at 0.1s: about to plan
	//
	// planning now:
	// flee: hide(brook)   (5 nodes, 0 backtracks)
	// flee
	//     "nearest dry" has 1 candidate from near_burrows(pos, 2)
	//   + "nearest dry" with b = brook
	//     + 1 hide(brook)
}
