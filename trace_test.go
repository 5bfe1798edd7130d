package karakuri_test

import (
	"bytes"
	"fmt"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// A recorded run is made again without the game, and asked about on the way.
func ExampleNewReplay() {
	files := fstest.MapFS{"cat.krk": {Data: []byte(`
state agent { hungry: bool = true; fish: int 0..9 }
action fetch
operator catch { do fetch; effect fish += 1 }
operator eat { when fish > 0; effect fish -= 1, hungry = false }
task dine {
    method "have some" when fish > 0 { eat }
    method "catch one" { catch; eat }
}
agent cat { plan dine when hungry }`)}}
	p, err := karakuri.Load(files, "cat.krk")
	if err != nil {
		panic(err)
	}
	var trace bytes.Buffer
	rec := ktrace.NewRecorder(&trace, ktrace.Options{})
	crowd, err := karakuri.New(p, karakuri.Options{TPS: 10, Recorder: rec}, karakuri.Bind("fetch", func(c *karakuri.Ctx, _ *struct{}, s *struct{ Ticks int }) karakuri.Status {
		if s.Ticks++; s.Ticks < 7 {
			return karakuri.Running
		}
		return karakuri.Success
	}))
	if err != nil {
		panic(err)
	}
	crowd.Spawn("cat")
	for range 20 {
		crowd.Step()
	}
	if err := rec.Close(); err != nil {
		panic(err)
	}

	replay, err := karakuri.NewReplay(&trace, karakuri.ReplayOptions{})
	if err != nil {
		panic(err)
	}
	replay.RunTo(3)
	cat, _ := replay.AgentNamed("cat#1")
	fmt.Print(cat.Explain())
	for replay.Step() {
	}
	fmt.Println("the same:", replay.Ended(), replay.Crowd().TraceHash() == crowd.TraceHash())
	// Output:
	// cat#1 at 0.3s: carries out dine
	//   => 1 catch
	//      2 eat
	//
	// what the last planning saw:
	// dine: catch, eat   (4 nodes, 0 backtracks)
	// dine
	//   - "have some": fish > 0: fish was 0
	//   + "catch one"
	//     + 1 catch
	//     + 2 eat
	// the same: true true
}
