// Command embed puts a character into a game loop that somebody else wrote: frames take as long as they take, the game owns
// positions and food, and the character decides what to do. [karakuri.Crowd.Advance] turns the time of a frame into whole
// ticks, so that the character behaves the same at any frame rate.
package main

import (
	"embed"
	"fmt"
	"log"
	"math"
	"time"

	"github.com/karakuri-ai/karakuri"
)

//go:embed cat.krk
var files embed.FS

func main() {
	x, food, spots := 0.0, 0, []float64{0, 3, 6} // the game's own: where the cat is, its bowl; sofa, bowl, door
	program, err := karakuri.Load(files, "cat.krk")
	if err != nil {
		log.Fatal(err)
	}
	var crowd *karakuri.Crowd
	tell := func(e karakuri.Event) { fmt.Printf("%5.2fs  cat at %.1f  %s\n", crowd.Seconds(), x, crowd.Text(e)) }
	host := program.Host(karakuri.Options{TPS: 20, Sink: karakuri.SinkFunc(tell)})
	karakuri.Bind(host, "walk_to", func(c *karakuri.Ctx, to *struct{ Spot karakuri.Enum }, _ *struct{}) karakuri.Status {
		way, step := spots[to.Spot]-x, 2*c.DT() // two metres a second
		if math.Abs(way) <= step {
			x = spots[to.Spot]
			return karakuri.Success
		}
		x += math.Copysign(step, way)
		return karakuri.Running
	})
	karakuri.Bind(host, "meow", func(_ *karakuri.Ctx, _, _ *struct{}) karakuri.Status { food++; return karakuri.Success })
	karakuri.Bind(host, "lap", func(_ *karakuri.Ctx, _, _ *struct{}) karakuri.Status { food--; return karakuri.Success })
	karakuri.Bind(host, "nap", func(_ *karakuri.Ctx, _, _ *struct{}) karakuri.Status { return karakuri.Running })
	if crowd, err = host.Crowd(); err != nil {
		log.Fatal(err)
	}
	cat := crowd.Spawn("cat")
	hungry, inBowl := karakuri.Lookup[bool](program, "hungry"), karakuri.Lookup[int](program, "food")

	for frame := range 400 { // the game loop
		inBowl.Set(crowd, cat, food) // what the cat senses
		if frame%260 == 20 {
			hungry.Set(crowd, cat, true)
		}
		crowd.Advance(time.Duration(5+frame*7%40) * time.Millisecond) // the time since the last frame
	}
	fmt.Print("\n", crowd.Explain(cat))
}
