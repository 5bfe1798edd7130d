package action_test

import (
	"fmt"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
)

// to holds the parameters of the action, stride the private state of one walk.
type (
	to     struct{ Spot action.Vec2 }
	stride struct{ At action.Vec2 }
)

// walk is an action of a game: it is called once a tick while it runs.
func walk(c *action.Ctx, a *to, s *stride) action.Status {
	var arrived bool
	if s.At, arrived = s.At.Toward(a.Spot, 2*c.DT()); arrived { // two metres a second
		return action.Success
	}
	return action.Running
}

// An action is a function with its parameters and its private state; hooks see the turns of its life.
func Example() {
	files := fstest.MapFS{"walker.krk": {Data: []byte(`
state agent { there: bool }
action walk(p: vec2)
operator go { do walk(vec2(3, 4)); effect there = true }
task travel { method "walk" { go } }
agent walker { plan travel when !there }
`)}}
	p, err := karakuri.Load(files, "walker.krk")
	if err != nil {
		panic(err)
	}
	arrived := action.OnEnd(func(c *action.Ctx, _ *to, s *stride, status action.Status) {
		fmt.Println(status, "at", s.At, "in tick", c.Tick())
	})
	crowd, err := karakuri.New(p, karakuri.Options{TPS: 10}, karakuri.Bind("walk", walk, arrived))
	if err != nil {
		panic(err)
	}
	crowd.Spawn("walker")
	for range 40 {
		crowd.Step()
	}
	// Output: success at (3, 4) in tick 25
}
