package agent

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// TestEveryCauseIsShared checks the reasons of events of all families: each value that has a name maps to a cause, no
// value beyond does, and each cause has a value.
func TestEveryCauseIsShared(t *testing.T) {
	reached := map[fact.Cause]bool{}
	for _, f := range []struct {
		causes []fact.Cause
		name   func(i uint8) string
	}{
		{stepCauses[:], func(i uint8) string { return runner.Cause(i).String() }},
		{keepCauses[:], func(i uint8) string { return runner.KeepReason(i).String() }},
		{idleCauses[:], func(i uint8) string { return runner.Why(i).String() }},
		{endCauses[:], func(i uint8) string { return runner.By(i).String() }},
		{liftCauses[:], func(i uint8) string { return runner.LiftReason(i).String() }},
		{goalCauses[:], func(i uint8) string { return goal.Cause(i).String() }},
		{squadCauses[:], func(i uint8) string { return squad.Cause(i).String() }},
	} {
		n := uint8(1)
		for ; !strings.HasSuffix(f.name(n), fmt.Sprintf("(%d)", n)); n++ {
			if int(n) >= len(f.causes) || f.causes[n] == 0 {
				t.Fatalf("%q leads to no cause: add it in causes.go", f.name(n))
			}
			reached[f.causes[n]] = true
		}
		if n < 3 || int(n) != len(f.causes) || f.causes[0] != 0 {
			t.Errorf("after %q come %d causes too many", f.name(n-1), len(f.causes)-int(n))
		}
	}
	names := map[string]bool{}
	for c := fact.Cause(1); c <= fact.LastCause; c++ {
		if name := c.String(); !reached[c] || name == "" || names[name] {
			t.Errorf("cause %d, %q: some event has it: %v", c, name, reached[c])
		}
		names[c.String()] = true
	}
}
