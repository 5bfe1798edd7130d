package goal_test

import (
	"strings"
	"testing"

	. "github.com/karakuri-ai/karakuri/goal"
	"github.com/karakuri-ai/karakuri/utility"
	"github.com/karakuri-ai/karakuri/world"
)

// TestCompileTellsAllMistakes has one mistake of each kind.
func TestCompileTellsAllMistakes(t *testing.T) {
	cfg := Config{Goals: []Goal{
		{Name: "empty", Backoff: -1, Ways: []Way{{Steps: []Step{{}, act(-1 + 1)}, Tries: 300}}},
		{Name: "wide", Params: make([]world.Type, 0), Vars: wide(), Ways: make([]Way, MaxWays+1)},
		{Name: "caller", Ways: steps(sub(99), sub(3), Step{Call: Call{Do: Activity(-2)}}, Step{Call: Call{Do: Activity(0), Args: []Arg{{}}}},
			with(act(work), func(s *Step) { s.LimitTicks, s.Else = -1, make([]Call, MaxElse+1) })),
			Interrupts: []Interrupt{{Step: with(act(work), func(s *Step) { s.Optional = true })}}},
		{Name: "typed", Params: []world.Type{thing}},
		{Name: "mistyped", Ways: steps(sub(3, Arg{Value: number("1.0")}))},
	}, Brains: []Brain{{Name: "mind", Interval: -1, Inputs: []Input{{Input: utility.Input{Name: "nothing"}}},
		Wants: []Want{
			{Name: "lost", Goal: -1, Cooldown: -1},
			{Name: "doubly", Goal: 1, Worth: Worth{Score: arg[0].Value, Weight: -1, Considerations: []utility.Consideration{{Input: 7}}}},
		},
		Personalities: []Personality{{Name: "odd", Traits: []Trait{{Want: 9}, {Want: 0, Scale: -1}, {Want: 0}}}}}}}
	_, err := Compile(cfg)
	if err == nil {
		t.Fatal("no mistake was found")
	}
	for _, want := range []string{
		"there is no schema", `goal "empty": a backoff of -1`, `way 1: 300 tries`, `step 1: it calls nothing`, `words of parameters`, `17 ways`, `there is no goal 99`,
		`0 arguments for goal "typed"`, `there is no activity -2`, `argument 1 has no value`, `a limit of -1 ticks`, `17 alternatives`, `it has no condition`,
		`or is optional`, `of another type`, `brain "mind": an interval`, `input "nothing" has no value`, `want "lost": there is no goal -1`, `a cooldown of -1`,
		`the score is no number`, `a score and considerations`, `weight -1`, `there is no input 7`, `there is no want 9`, `a scale of -1`, `two traits`,
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is missing", want)
		}
	}
	if t.Failed() {
		t.Log(err)
	}
}

func wide() (list []world.Type) {
	for range MaxFrame + 1 {
		list = append(list, thing)
	}
	return list
}

// TestUtilityMistakesAreTold passes on what utility.Compile says.
func TestUtilityMistakesAreTold(t *testing.T) {
	cfg := rivals(-1)
	cfg.Schema = schema
	if _, err := Compile(cfg); err == nil || !strings.Contains(err.Error(), "inertia") {
		t.Errorf("got %v", err)
	}
}
