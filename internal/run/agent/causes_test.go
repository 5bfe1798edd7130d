package agent

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// TestEveryCauseIsShared checks the reasons of events of all families: each value that has a name maps to a cause and
// has its words, and each cause has a value.
func TestEveryCauseIsShared(t *testing.T) {
	reached := map[fact.Cause]bool{}
	for _, f := range []struct {
		cause func(i uint8) fact.Cause
		name  func(i uint8) string
	}{
		{func(i uint8) fact.Cause { return runner.Cause(i).Fact() }, func(i uint8) string { return runner.Cause(i).String() }},
		{func(i uint8) fact.Cause { return runner.KeepReason(i).Fact() }, func(i uint8) string { return runner.KeepReason(i).String() }},
		{func(i uint8) fact.Cause { return runner.Why(i).Fact() }, func(i uint8) string { return runner.Why(i).String() }},
		{func(i uint8) fact.Cause { return runner.By(i).Fact() }, func(i uint8) string { return runner.By(i).String() }},
		{func(i uint8) fact.Cause { return runner.LiftReason(i).Fact() }, func(i uint8) string { return runner.LiftReason(i).String() }},
		{func(i uint8) fact.Cause { return goal.Cause(i).Fact() }, func(i uint8) string { return goal.Cause(i).String() }},
		{func(i uint8) fact.Cause { return squad.Cause(i).Fact() }, func(i uint8) string { return squad.Cause(i).String() }},
	} {
		n := uint8(1)
		for ; !strings.HasSuffix(f.name(n), fmt.Sprintf("(%d)", n)); n++ {
			if f.cause(n) == 0 || f.name(n) != f.cause(n).String() {
				t.Errorf("%q leads to the cause %q", f.name(n), f.cause(n))
			}
			reached[f.cause(n)] = true
		}
		if n < 3 || f.cause(0) != 0 {
			t.Errorf("%d reasons, the first leads to %q", n, f.cause(0))
		}
	}
	for r, c := range abortCauses {
		if r.String() != c.String() {
			t.Errorf("an abort says %q of what is %q elsewhere", r, c)
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

// abortCauses are the causes that actions hear as a reason to end.
var abortCauses = map[action.Reason]fact.Cause{
	action.ObjectGone: fact.CauseObjectMissing, action.UntilHolds: fact.CauseUntilHolds, action.WhileFails: fact.CauseWhileFalse, action.TimeOver: fact.CauseTimedOut,
	action.Quarantined: fact.CauseQuarantined, action.GuardFails: fact.CauseConditionFalse, action.Interrupted: fact.CauseInterrupted, action.BetterGoal: fact.CauseBetterWant,
	action.LeaseLost: fact.CauseLeaseTaken,
}
