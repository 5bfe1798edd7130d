package playground_test

import (
	"fmt"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/playground"
)

// A cat walks to the food that it sees, eats it, and sleeps.
func Example() {
	const cat = `
type thing
type food : thing
type animal : thing
sense sight { range 10 }
memory short { span 20s }
state agent { sensed energy: float; remembered position(x: thing): vec2 }
action move_to(f: food)
action pick_up(f: food)
action stand
goal eat(f: food) { while remembered(f); move_to(f); pick_up(f) }
goal sleep { stand }
brain appetite {
    want eat(f) each f in remembered food { score quadratic(1 - energy) }
    want sleep { score 0.01 }
}
agent cat { brain appetite; sense sight; memory short; body animal }
`
	program, err := karakuri.Load(fstest.MapFS{"cat.krk": {Data: []byte(cat)}}, "cat.krk")
	if err != nil {
		fmt.Println(err)
		return
	}
	scene, err := playground.ParseScene("cat.scene", "size 12 4\nstart 2 2\nenergy 9 2\ncast cat 1 hunger 5\nitems energy 1 amount 50 as food\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	play, err := playground.New(program, scene, playground.Options{Crowd: karakuri.Options{Seed: 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	play.Run(8)
	c := play.Character(0)
	fmt.Printf("at %.1f, %.1f; energy %.2f; ate %d\n", c.At.X, c.At.Y, c.Health, c.Tally.Energy)
	// Output:
	// at 8.4, 2.0; energy 0.82; ate 1
}
