package def_test

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// TestLimitsAreThoseOfTheFamilies: what a model may have, the packages that carry it out can take.
func TestLimitsAreThoseOfTheFamilies(t *testing.T) {
	for _, c := range []struct {
		name       string
		have, want float64
	}{
		{"MaxGoals", def.MaxGoals, goal.MaxGoals}, {"MaxBrains", def.MaxBrains, goal.MaxBrains}, {"MaxWays", def.MaxWays, goal.MaxWays},
		{"MaxSteps", def.MaxSteps, goal.MaxSteps}, {"MaxElse", def.MaxElse, goal.MaxElse}, {"MaxInterrupts", def.MaxInterrupts, goal.MaxInterrupts},
		{"MaxGoalFrame", def.MaxGoalFrame, goal.MaxFrame}, {"MaxWants", def.MaxWants, goal.MaxWants}, {"MaxPersonalities", def.MaxPersonalities, goal.MaxPersonalities},
		{"MaxScore", def.MaxScore, goal.MaxScore}, {"MaxTargets", def.MaxTargets, goal.MaxTargets},
		{"MaxConsiders", def.MaxConsiders, utility.MaxConsiderations}, {"MaxRepetition", def.MaxRepetition, utility.MaxRecent},
		{"MaxAttributes", def.MaxAttributes, sense.MaxValues}, {"MaxCapacity", def.MaxCapacity, sense.MaxCapacity}, {"MaxDoubts", def.MaxDoubts, sense.MaxDoubts},
		{"MaxRoles", def.MaxRoles, squad.MaxRoles}, {"MaxMembers", def.MaxMembers, squad.MaxMembers}, {"MaxHolders", def.MaxHolders, squad.MaxCapacity},
		{"MaxAgentSenses", def.MaxAgentSenses, sense.MaxSensors},
	} {
		if c.have != c.want {
			t.Errorf("%s is %v, and the family's %v", c.name, c.have, c.want)
		}
	}
	if most := 2 * def.MaxParams; most > squad.MaxWords {
		t.Errorf("orders of %v words", most)
	}
	if most := def.MaxReaction * 1000; most > sense.MaxDelayTicks {
		t.Errorf("a reaction of %v ticks", most)
	}
	if most := def.MaxSpan * 1000; most > sense.MaxSpanTicks {
		t.Errorf("a span of %v ticks", most)
	}
	for i, name := range def.Combines {
		if have := utility.Aggregation(i).String(); !strings.Contains(have, name) {
			t.Errorf("combine %s is the %s of package utility", name, have)
		}
	}
	for i, name := range def.SenseKinds {
		known := false
		for k := sense.Sight; k <= sense.Talk; k++ {
			known = known || k.String() == name
		}
		if !known {
			t.Errorf("package sense has no kind %d, %s", i, name)
		}
	}
}
