package karakuri_test

import (
	"fmt"
	"log"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
)

// A file is changed while the game runs: who walks keeps walking, and the next plan follows the new file.
func ExampleCrowd_Reload() {
	const town = `
action walk
operator stroll { do walk; effect strolls += 1 }
operator rest { effect rests += 1 }
state agent { strolls: int 0..99; rests: int 0..99 }
task live { method "walk" { stroll } }
agent villager { plan live }
`
	load := func(text string) *karakuri.Program {
		p, err := karakuri.Load(fstest.MapFS{"town.krk": {Data: []byte(text)}}, "town.krk")
		if err != nil {
			log.Fatal(err)
		}
		return p
	}
	walking := karakuri.Bind("walk", func(c *karakuri.Ctx, _ *struct{}, s *struct{ Steps int32 }) karakuri.Status {
		if s.Steps++; s.Steps < 10 {
			return karakuri.Running
		}
		fmt.Printf("tick %d: arrived\n", c.Tick())
		return karakuri.Success
	}, karakuri.OnRestored(func(_ *karakuri.Ctx, _ *struct{}, s *struct{ Steps int32 }) {
		fmt.Println("goes on after", s.Steps, "steps")
	}))
	crowd, err := karakuri.New(load(town), karakuri.Options{TPS: 10}, walking)
	if err != nil {
		log.Fatal(err)
	}
	crowd.Spawn("villager")
	for range 4 {
		crowd.Step()
	}
	report, err := crowd.Reload(load(town+"const pace = 3\nstate world { rain: bool }\n"), walking)
	if err != nil {
		log.Fatal(err)
	}
	for _, n := range report.Notes {
		fmt.Println(n)
	}
	for range 7 {
		crowd.Step()
	}
	// Output:
	// goes on after 4 steps
	// symbol rain: it starts with its default
	// tick 10: arrived
}
