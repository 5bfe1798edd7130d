package agent

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/ktrace"
)

var updateCodes = flag.Bool("update", false, "write the new codes of events to testdata/codes.txt")

const codesFile = "testdata/codes.txt"

// TestCodesAreFrozen compares the codes of kinds and the places of fields with those on file, which hashes and recorded
// traces depend on. -update adds new ones; it changes none that is there. A line stays when its kind goes, so that
// nothing else gets its code.
func TestCodesAreFrozen(t *testing.T) {
	frozen, err := os.ReadFile(codesFile)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(frozen)), "\n") {
		code, name, _ := strings.Cut(line, ": ")
		names[code] = name
	}
	check := func(code, name string) {
		switch was, known := names[code]; {
		case known && was != name:
			t.Errorf("%s is %q, and was %q: a code never changes. Give a new kind or field the next free number.", code, name, was)
		case !known && *updateCodes:
			frozen = fmt.Appendf(frozen, "%s: %s\n", code, name)
		case !known:
			t.Errorf("%s, %q, is new: go test ./internal/run/agent -run TestCodesAreFrozen -update", code, name)
		}
	}
	for code := 1; code <= int(fact.LastKind); code++ {
		if k := decoded[code]; k.name != "" {
			check(fmt.Sprintf("kind %d", code), k.family.String()+", "+k.name)
		}
	}
	for i, name := range eventFields {
		check(fmt.Sprintf("field %d", i), name)
	}
	if *updateCodes {
		if err := os.WriteFile(codesFile, frozen, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestEveryKindHasACode walks over the kinds of all families: each has a code that no other has.
func TestEveryKindHasACode(t *testing.T) {
	seen := map[fact.Kind]string{}
	for _, f := range []struct {
		of    fact.Family
		codes *codes
		name  func(kind uint8) string
	}{
		{fact.Plan, &planCodes, func(k uint8) string { return runner.EventKind(k).String() }},
		{fact.Tree, &treeCodes, func(k uint8) string { return bt.EventKind(k).String() }},
		{fact.Goal, &goalCodes, func(k uint8) string { return goal.EventKind(k).String() }},
		{fact.Squad, &squadCodes, func(k uint8) string { return SquadEventKind(k).String() }},
	} {
		kinds := 0
		for kind := uint8(1); named(f.name, kind) != ""; kind++ {
			code, name := f.codes[kind], f.of.String()+": "+f.name(kind)
			if code == 0 {
				t.Errorf("%s has no code: give it the next free one, %d, in codes.go", name, fact.LastKind+1)
			} else if other := seen[code]; other != "" {
				t.Errorf("%s has the code %d of %s", name, code, other)
			} else if got := kindOf(uint8(code)); got != (coded{f.of, kind, f.name(kind)}) {
				t.Errorf("code %d of %s stands for %+v", code, name, got)
			}
			seen[code] = name
			kinds++
		}
		if kinds < 8 {
			t.Errorf("%s: only %d kinds", f.of.String(), kinds)
		}
	}
}

// named returns the name of a kind, or "" beyond the last.
func named(name func(uint8) string, kind uint8) string {
	if text := name(kind); !strings.HasSuffix(text, fmt.Sprintf("Kind(%d)", kind)) {
		return text
	}
	return ""
}

// TestNewKindsChangeNoHash hashes the same events before and after a kind is declared in front of all others: the
// constants move, the codes do not.
func TestNewKindsChangeNoHash(t *testing.T) {
	stream := func(shift runner.EventKind) uint64 {
		var h ktrace.Hash
		for k := runner.PlanAdopted; k <= runner.LayerAborted; k++ {
			var e ktrace.Event
			flatten(&e, &runner.Event{Kind: k + shift, Line: 1, Ticks: 7, Tick: 3}, 2)
			h.Add(&e)
		}
		return h.Sum
	}
	before, was := stream(0), planCodes
	defer func() { planCodes = was }()
	planCodes = codes{1: fact.LastKind + 1}
	copy(planCodes[2:], was[1:])
	if after := stream(1); after != before {
		t.Errorf("hash %016x, before %016x", after, before)
	}
}

// TestValuesAreFrozen pins the numbers of what fields may say, which are in hashes as well: a new value comes after the
// last one.
func TestValuesAreFrozen(t *testing.T) {
	for what, list := range map[string][]int64{
		"reason": values(action.NoReason, action.BetterPlan, action.PlanInvalid, action.PlanFailed, action.LineChanged, action.PlanFound,
			action.ObjectGone, action.AgentRemoved, action.Joined, action.UntilHolds, action.WhileFails, action.TimeOver, action.Quarantined,
			action.HigherBranch, action.GuardFails, action.CaseChanged, action.BranchEnded, action.Interrupted, action.BetterGoal,
			action.NotWanted, action.GoalEnded, action.ProgramChanged, action.LeaseLost),
		"status": values(bt.Inactive, bt.Running, bt.Success, bt.Failure, bt.Skipped),
		"cause": values(runner.NoCause, runner.ConditionFalse, runner.ActionFailed, runner.ActionPanicked, runner.ObjectMissing, runner.HostPanicked,
			runner.WhileFalse, runner.TimedOut, runner.Unmet, runner.Claimed, runner.LeaseTaken, runner.OrderDeclined, runner.OrderFailed,
			runner.OrderPreempted, runner.MemberLost, runner.NobodyInRole, runner.Overran, runner.ValueRefused),
		"keep":  values(runner.NotKept, runner.SamePlan, runner.LowerPlan, runner.SameTarget, runner.SameMethods, runner.NothingElse, runner.Committed, runner.Outdated),
		"why":   values(runner.NotIdle, runner.NoLine, runner.NoPlan, runner.HitLimit, runner.AllDone, runner.Broken, runner.Quarantined, runner.TreeEnded, runner.Seeking, runner.TooLong),
		"by":    values(runner.ByItself, runner.ByUntil, runner.ByTime),
		"lift":  values(runner.NotLifted, runner.BanOver, runner.BanChanged, runner.BanProved, runner.BanWorked),
		"limit": values(htn.NoBound, htn.BoundNodes, htn.BoundDepth, htn.BoundMemory, htn.BoundDeadline, htn.BoundCancelled),
		"why ended": values(goal.NoCause, goal.ConditionFalse, goal.ActivityFailed, goal.WaysFailed, goal.ProcessFailed, goal.WhileFalse, goal.UntilTrue,
			goal.ProcessDone, goal.TimedOut, goal.TooDeep, goal.Panicked, goal.ParentEnded, goal.Interrupted, goal.Dropped, goal.BetterWant, goal.NotWanted,
			goal.Cannot, goal.Full, goal.Outside),
		"report": values(0, squad.Given, squad.Accepted, squad.Running, squad.Done, squad.Failed, squad.Preempted, squad.Declined, squad.Withdrawn, squad.Lost),
		"cause of an order": values(squad.NoCause, squad.Busy, squad.Unwanted, squad.Unable, squad.Unknown, squad.Full, squad.NotReached, squad.Interrupted,
			squad.TimeOver, squad.Changed, squad.Replanned, squad.RoleTaken, squad.Died, squad.Left, squad.Disbanded),
	} {
		for want, got := range list {
			if got != int64(want) {
				t.Errorf("%s: the value in place %d has become %d", what, want, got)
			}
		}
	}
}

func values[T ~uint8](list ...T) (out []int64) {
	for _, v := range list {
		out = append(out, int64(v))
	}
	return out
}
