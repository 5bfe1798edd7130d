package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/examples/kitchen/restaurant"
)

// The short form of -assess: cooks do not change their minds without cause, and serve what they are ordered.
func TestAssess(t *testing.T) {
	for _, o := range []restaurant.Options{{}, {Pieces: true}, {Led: true}} {
		var out bytes.Buffer
		o.Out, o.Cooks, o.Pause, o.Shift = &out, 2, 10, 2*time.Minute
		if err := run(o, 0, 0, 2); err != nil {
			t.Fatal(err)
		}
		if text := out.String(); strings.Contains(text, "!") || !strings.Contains(text, "orders served: ") {
			t.Errorf("%+v:\n%s", o, text)
		}
	}
}
