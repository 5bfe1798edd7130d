package studio_test

import (
	"context"
	"fmt"
	"os"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/studio"
)

// A game that keeps its own loop lets the studio look on.
func Example() {
	program, err := karakuri.Load(os.DirFS("../examples/embed"), "cat.krk")
	if err != nil {
		panic(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	watch, err := studio.NewWatch(ctx, program, studio.Options{Addr: "127.0.0.1:0"})
	if err != nil {
		panic(err)
	}
	food := 0
	crowd, err := karakuri.New(program, watch.Hear(karakuri.Options{TPS: 20}), // it hears what agents decide
		karakuri.Bind("walk_to", func(*karakuri.Ctx, *struct{ Spot karakuri.Enum }, *struct{}) karakuri.Status { return karakuri.Success }),
		karakuri.Bind("meow", func(*karakuri.Ctx, *struct{}, *struct{}) karakuri.Status { food++; return karakuri.Success }),
		karakuri.Bind("lap", func(*karakuri.Ctx, *struct{}, *struct{}) karakuri.Status { food--; return karakuri.Success }),
		karakuri.Bind("nap", func(*karakuri.Ctx, *struct{}, *struct{}) karakuri.Status { return karakuri.Running }))
	if err != nil {
		panic(err)
	}
	crowd.Spawn("cat")
	figures := func(buf []studio.Figure) []studio.Figure {
		return append(buf, studio.Figure{Name: "cat#1", X: 1, Y: 1, Health: -1})
	}
	if err := watch.Show(studio.Game{Crowd: crowd, Figures: figures}); err != nil {
		panic(err)
	}
	for range 100 { // the game's loop
		if watch.Tick() { // false: a page has paused it
			crowd.Step()
		}
	}
	fmt.Println("the cat has lived for", crowd.Seconds(), "seconds, and is shown at", watch.URL()[:len("http://127.0.0.1:")])
	// Output: the cat has lived for 5 seconds, and is shown at http://127.0.0.1:
}
