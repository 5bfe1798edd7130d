// Command embed puts a character into an existing game loop: the game owns positions, the character decides what to do.
package main

import (
	"embed"
	"fmt"
	"log"
	"time"

	"github.com/karakuri-ai/karakuri"
)

//go:embed cat.krk
var files embed.FS

func main() {
	x, food, spots := 0.0, 0, []float64{0, 3, 6} // the game's own state: position of the cat, its bowl; positions of sofa, bowl, door
	program, err := karakuri.Load(files, "cat.krk")
	if err != nil {
		log.Fatal(err)
	}
	tell := karakuri.SinkFunc(func(e karakuri.Event) { fmt.Printf("%5.2fs  cat at %.1f  %s\n", float64(e.Tick)/20, x, e.Text()) })
	crowd, err := karakuri.New(program, karakuri.Options{TPS: 20, Sink: tell},
		karakuri.Bind("walk_to", func(c *karakuri.Ctx, to *struct{ Spot karakuri.Enum }, _ *struct{}) karakuri.Status {
			at, arrived := karakuri.Vec2{X: x}.Toward(karakuri.Vec2{X: spots[to.Spot]}, 2*c.DT()) // two metres a second
			if x = at.X; arrived {
				return karakuri.Success
			}
			return karakuri.Running
		}),
		karakuri.Bind("meow", func(_ *karakuri.Ctx, _, _ *struct{}) karakuri.Status { food++; return karakuri.Success }),
		karakuri.Bind("lap", func(_ *karakuri.Ctx, _, _ *struct{}) karakuri.Status { food--; return karakuri.Success }),
		karakuri.Bind("nap", func(_ *karakuri.Ctx, _, _ *struct{}) karakuri.Status { return karakuri.Running }))
	if err != nil {
		log.Fatal(err)
	}
	cat := crowd.Spawn("cat")
	inBowl, hungry := karakuri.Lookup[int](program, "food"), karakuri.Lookup[bool](program, "hungry")
	for frame := range 400 { // the game loop
		inBowl.Set(cat, food) // what the cat senses
		hungry.Set(cat, hungry.Of(cat) || frame%260 == 20)
		crowd.Advance(time.Duration(5+frame*7%40) * time.Millisecond) // the time since the last frame
	}
	fmt.Print("\n", cat.Explain())
}
