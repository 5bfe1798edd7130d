package karakuri_test

import (
	"fmt"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
)

// A moment goes on twice: as it is, and with an empty cupboard.
func ExampleCrowd_Fork() {
	files := fstest.MapFS{"cat.krk": {Data: []byte(`
state agent { hungry: bool = true; fish: int 0..9 = 1 }
action fetch
action chew
operator catch { do fetch; effect fish += 1 }
operator eat { when fish > 0; do chew; effect fish -= 1, hungry = false }
task dine {
    method "have some" when fish > 0 { eat }
    method "catch one" { catch; eat }
}
agent cat { plan dine when hungry }`)}}
	p, err := karakuri.Load(files, "cat.krk")
	if err != nil {
		panic(err)
	}
	slow := func(c *karakuri.Ctx, _ *struct{}, s *struct{ Ticks int }) karakuri.Status {
		if s.Ticks++; s.Ticks < 7 {
			return karakuri.Running
		}
		return karakuri.Success
	}
	crowd, err := karakuri.New(p, karakuri.Options{TPS: 10}, karakuri.Bind("fetch", slow), karakuri.Bind("chew", slow))
	if err != nil {
		panic(err)
	}
	crowd.Spawn("cat")
	fork, err := crowd.Fork(karakuri.ForkOptions{Ticks: 50, Agent: "cat#1", Changes: []string{"fish = 0"}})
	if err != nil {
		panic(err)
	}
	fmt.Println(fork.First)
	// Output:
	// cat#1: plan adopted: dine in 1 step; with the change: plan adopted: dine in 2 steps
}
