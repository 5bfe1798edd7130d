package karakuri_test

import (
	"fmt"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
)

// A game is saved in the middle of what its characters do, and continues after an update of the program.
func ExampleRestore() {
	const guard = `
type post = { gate, tower, wall }
state agent { watched(p: post): bool; coins: int 0..99 = 60 }
action walk(p: post)
operator watch(p: post) { do walk(p); effect watched(p) = true }
task patrol { method "next" each p: post where !watched(p) { watch(p) } }
agent guard { plan patrol }
`
	const patched = `
type post = { wall, gate, tower }
state agent { watched(p: post): bool; coins: int 0..50; brave: bool = true }
action walk(p: post)
operator watch(p: post) { do walk(p); effect watched(p) = true }
task patrol { method "next" each p: post where !watched(p) { watch(p) } }
agent guard { plan patrol }
`
	type walk struct{ Post karakuri.Enum }
	type way struct{ Steps int32 } // saved field by field
	load := func(text string) *karakuri.Program {
		p, err := karakuri.Load(fstest.MapFS{"guard.krk": {Data: []byte(text)}}, "guard.krk")
		if err != nil {
			panic(err)
		}
		return p
	}
	walking := karakuri.Bind("walk", func(c *karakuri.Ctx, to *walk, w *way) karakuri.Status {
		if w.Steps++; w.Steps < 10 {
			return karakuri.Running
		}
		return karakuri.Success
	}, karakuri.OnRestored(func(c *karakuri.Ctx, to *walk, w *way) {
		fmt.Printf("goes on walking to post %d after %d steps\n", to.Post, w.Steps)
	}))

	crowd, err := karakuri.New(load(guard), karakuri.Options{Seed: 1}, walking)
	if err != nil {
		fmt.Println(err)
		return
	}
	v := crowd.Spawn("guard")
	for range 15 {
		crowd.Step()
	}
	save := crowd.Snapshot(nil)

	later, report, err := karakuri.Restore(load(patched), karakuri.Options{}, save, walking)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, n := range report.Notes {
		fmt.Println(n)
	}
	for range 3 {
		later.Step()
	}
	for _, s := range later.Agent(v.ID()).Plan() {
		fmt.Println(later.Tick(), s.Text, s.Done)
	}

	crowd.Step()
	if err := crowd.Rollback(save); err != nil {
		fmt.Println(err)
	}
	fmt.Println("back in tick", crowd.Tick())
	// Output:
	// goes on walking to post 2 after 5 steps
	// symbol brave: it starts with its default
	// symbol coins: 1 value brought into int 0..50
	// 18 watch(tower) false
	// goes on walking to post 1 after 5 steps
	// back in tick 15
}
