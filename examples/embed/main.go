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

type (
	none   struct{}
	walkTo struct{ Spot karakuri.Enum }
)

func main() {
	x, food, spots := 0.0, 0, []float64{0, 3, 6} // the game's own: where the cat is, its bowl; sofa, bowl, door
	program, err := karakuri.Load(files, "cat.krk")
	check(err)
	var crowd *karakuri.Crowd
	host := program.Host(karakuri.Options{TPS: 20, Seed: 1, Sink: karakuri.SinkFunc(func(e karakuri.Event) {
		fmt.Printf("%5.2fs  cat at %.1f  %s\n", crowd.Seconds(), x, crowd.Text(e))
	})})
	walk := func(c *karakuri.Ctx, to float64) (there bool) {
		step := 2 * c.DT() // two metres a second
		if there = math.Abs(to-x) <= step; there {
			x = to
		} else {
			x += math.Copysign(step, to-x)
		}
		return there
	}
	karakuri.Bind(host, "walk_to", func(c *karakuri.Ctx, to *walkTo, _ *none) karakuri.Status {
		if walk(c, spots[to.Spot]) {
			return karakuri.Success
		}
		return karakuri.Running
	})
	karakuri.Bind(host, "nap", func(c *karakuri.Ctx, _, _ *none) karakuri.Status { walk(c, spots[0]); return karakuri.Running })
	karakuri.Bind(host, "meow", func(c *karakuri.Ctx, _, _ *none) karakuri.Status { food++; return karakuri.Success })
	karakuri.Bind(host, "lap", func(c *karakuri.Ctx, _, _ *none) karakuri.Status { food--; return karakuri.Success })
	crowd, err = host.Crowd()
	check(err)
	cat := crowd.Spawn("cat")
	hungry, inBowl := karakuri.Lookup[bool](program, "hungry"), karakuri.Lookup[int](program, "food")

	for frame := range 400 { // the game loop
		dt := time.Duration(5+frame*7%40) * time.Millisecond // since the last frame
		if frame == 20 || frame == 280 {
			hungry.Set(crowd, cat, true)
		}
		inBowl.Set(crowd, cat, food) // what the cat senses
		crowd.Advance(dt)
	}
	fmt.Print("\n", crowd.Explain(cat))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
