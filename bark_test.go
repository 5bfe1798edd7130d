package karakuri_test

import (
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
)

// TestBarksReachTheGame: an event carries what an agent says, and the crowd counts it.
func TestBarksReachTheGame(t *testing.T) {
	text := "operator walk { say \"off!\" gap 1s }\ntask go { method \"go\" { walk } }\nagent walker { plan go }"
	program, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte(text)}}, "a.krk")
	if err != nil {
		t.Fatal(err)
	}
	said := 0
	crowd, err := karakuri.New(program, karakuri.Options{Sink: karakuri.SinkFunc(func(e karakuri.Event) {
		if (e.Kind == karakuri.Said) != (e.Said == "off!") {
			t.Errorf("%s says %q", e.Kind, e.Said)
		}
		if e.Said != "" {
			said++
		}
	})})
	if err != nil {
		t.Fatal(err)
	}
	crowd.Spawn("walker")
	for range 25 {
		crowd.Step()
	}
	if list := crowd.Barks(); said < 2 || len(list) != 1 || list[0].Of != "operator walk" || list[0].Said != int64(said) || list[0].Held == 0 {
		t.Errorf("%d events, %+v", said, list)
	}
}
