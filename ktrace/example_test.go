package ktrace_test

import (
	"bytes"
	"fmt"
	"io"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// A run is recorded, and its decisions are read from the trace. karakuri.NewReplay makes it again.
func Example() {
	files := fstest.MapFS{"cat.krk": {Data: []byte(`
state agent { hungry: bool = true }
action lap
operator eat { do lap; effect hungry = false }
task dine { method "eat" { eat } }
agent cat { plan dine when hungry }
`)}}
	p, err := karakuri.Load(files, "cat.krk")
	if err != nil {
		panic(err)
	}
	var trace bytes.Buffer
	rec := ktrace.NewRecorder(&trace, ktrace.Options{})
	lap := karakuri.Bind("lap", func(*karakuri.Ctx, *struct{}, *struct{}) karakuri.Status { return karakuri.Success })
	crowd, err := karakuri.New(p, karakuri.Options{Recorder: rec}, lap)
	if err != nil {
		panic(err)
	}
	crowd.Spawn("cat")
	for range 5 {
		crowd.Step()
	}
	if err := rec.Close(); err != nil {
		panic(err)
	}

	r, err := ktrace.NewReader(bytes.NewReader(trace.Bytes()))
	if err != nil {
		panic(err)
	}
	var record ktrace.Record
	for {
		if err := r.Next(&record); err == io.EOF {
			break
		} else if err != nil {
			panic(err)
		}
		if record.Kind == ktrace.KindEvent {
			fmt.Println("tick", record.Event.Tick, karakuri.EventKind(record.Event.Kind))
		}
	}
	// Output:
	// tick 1 plan adopted
	// tick 1 step started
	// tick 1 step ended
	// tick 1 plan ended
	// tick 2 idle started
}
