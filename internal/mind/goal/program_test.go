package goal_test

import (
	"math"
	"strings"
	"testing"

	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
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
		`the score is not a number`, `a score and considerations`, `weight -1`, `there is no input 7`, `there is no want 9`, `a scale of -1`, `two traits`,
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

// TestMistakesOfWantsAreTold: each with its place, and nothing else.
func TestMistakesOfWantsAreTold(t *testing.T) {
	none := ValueFunc{Of: world.Type{Kind: world.KindVec2}, Func: func(*expr.Machine, []world.Word, []world.Word) {}}
	whole := ValueFunc{Of: world.Type{Kind: world.KindInt}, Func: func(*expr.Machine, []world.Word, []world.Word) {}}
	for _, c := range []struct {
		want Want
		text string // "" if there is no mistake
	}{
		{Want{Args: arg, Targeted: true, Target: thing}, ""},
		{Want{Args: arg, Targeted: true}, ""},
		{Want{Args: arg, Targeted: true, Target: thing, Worth: Worth{Score: whole, Weight: 900}}, ""},
		{Want{Args: []Arg{{}}}, "argument 1 has no value"},
		{Want{Args: []Arg{arg[0], {}}}, "argument 2 has no value"},
		{Want{}, "0 arguments for goal \"on\", which takes 1"},
		{Want{Args: arg, Cooldown: -1}, "a cooldown of -1 ticks"},
		{Want{Args: arg, Targeted: true, Target: world.Type{Kind: world.KindVec2}}, "a target is one word"},
		{Want{Args: arg, Target: world.Type{Kind: world.KindVec2}}, ""},
		{Want{Args: arg, Worth: Worth{Score: none}}, "the score is not a number"},
		{Want{Args: arg, Worth: Worth{Score: arg[0].Value}}, "the score is not a number"},
		{Want{Args: arg, Worth: Worth{Score: whole, Weight: math.NaN()}}, "weight NaN"},
		{Want{Args: arg, Worth: Worth{Score: whole, Weight: math.MaxInt32 + 1}}, "weight 2.147483648e+09"},
		{Want{Args: arg, Worth: Worth{Considerations: []utility.Consideration{{Input: 0}}}}, "there is no input 0"},
		{Want{Args: arg, Worth: Worth{Considerations: []utility.Consideration{{Input: -1}}}}, "there is no input -1"},
	} {
		c.want.Name = "w"
		_, err := Compile(Config{Schema: schema, Activities: []string{"walk"}, Goals: []Goal{{Name: "on", Params: []world.Type{thing}, Ways: steps(Step{Call: Call{Do: Activity(0), Args: arg}})}},
			Brains: []Brain{{Name: "mind", Wants: []Want{c.want}}}})
		got := ""
		if err != nil {
			got = err.Error()
		}
		if want := "goal: brain \"mind\": want \"w\": " + c.text; got != want && (c.text != "" || got != "") {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
