package builder_test

import (
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/builder"
	"github.com/karakuri-ai/karakuri/diag"
)

func TestMistakesInGoalsAndBrains(t *testing.T) {
	for _, c := range []struct {
		name  string
		build func(d *builder.Domain)
		want  string // messages with codes, separated by " · "
	}{
		{"none", func(d *builder.Domain) {
			d.Goal("g").Way("a").Do("x").Do("y").Way("").Do("z").Interrupt("c", "x").Way("b").Interrupt("d", "x").Interrupt("e", "y")
			d.Goal("plan").Do("plan").Do("plan plan").Do("plan when x").Do("plan(a)")
			d.Brain("b").Select(nil).Want("g").Consider("a").Want("h").Want("i")
		}, ""},
		{"goals", func(d *builder.Domain) { d.Goal("g(x: t"); d.Goal("b c"); d.Goal("") },
			`missing ")" [K005] · expected the end, found "c" [K001] · expected a name, found the end of the file [K001]`},
		{"clauses twice", func(d *builder.Domain) {
			d.Goal("g").When("x").When("x").While("x").While("x").Until("x").Until("x").Backoff("1s").Backoff(time.Second)
			d.Goal("h").Way("w").When("x").When("x").Tries(1).Tries("2").Way("").When("x").When("x")
		}, `When of g is given already [K221] · While of g is given already [K221] · Until of g is given already [K221] · Backoff of g is given already [K221] · ` +
			`When of way "w" is given already [K221] · Tries of way "w" is given already [K221] · When of a way of h is given already [K221]`},
		{"clauses of a step twice", func(d *builder.Domain) {
			d.Goal("g").Do("s when x").When("x").While("x").While("x").Until("x").Until("x").FailAfter("1s").FailAfter("1s").Retry(1).Retry(1).Backoff("1s").Backoff("1s")
		}, `When of step s is given already [K221] · While of step s is given already [K221] · Until of step s is given already [K221] · FailAfter of step s is given already [K221] · ` +
			`Retry of step s is given already [K221] · Backoff of step s is given already [K221]`},
		{"steps and ways", func(d *builder.Domain) {
			g := d.Goal("g")
			g.Do("a").Way("w").When("x >").Do("b")
			h := d.Goal("h")
			h.Way("w").Do("a")
			h.Do("b").Retry("x >").Do("c")
		}, `goal g has both ways and steps of its own [K222] · expected an expression after ">" [K001] · goal h has both ways and steps of its own [K222] · expected an expression after ">" [K001]`},
		{"an interrupt has one step", func(d *builder.Domain) { d.Goal("g").Do("a").Interrupt("x", "b").Do("c").Optional() },
			`an interrupt of goal g has one step [K222]`},
		{"calls", func(d *builder.Domain) {
			d.Goal("g").Do("a(").Do("a b").Do("plan").Do("a(..)").Else("b when", "plan c d").Do("plan when")
		}, `expected an expression after "(" [K001] · expected the end, found "b" [K001] · ".." is only allowed in calls within trees [K223] · ` +
			`expected an expression after "when" [K001] · expected the end, found "d" [K001] · expected an expression after "when" [K001]`},
		{"times and numbers", func(d *builder.Domain) {
			d.Goal("g").Backoff(1).Way("").Tries(true).Do("a").FailAfter(2).Retry(time.Second).Backoff(3)
			d.Brain("b").Inertia(true).Fade("1s").Every(1).Gap("1s").Backoff(2).MaxBackoff(3).GiveUp("5").GiveUpFor(6).Repetition("1", nil)
			d.Brain("c").Want("w").Weight(true).Cooldown(1).Consider("x").From(nil)
			d.Personality("p").Scale("a", nil)
			d.Sense("sight").Range(nil).Reaction(4)
			d.Memory("short").Decay(nil).Doubts(nil, 0.5)
		}, `an int is not a time [K220] · a bool is not a number [K220] · an int is not a time [K220] · a time.Duration is not a number [K220] · an int is not a time [K220] · ` +
			`a bool is not a number [K220] · an int is not an interval [K220] · an int is not a time [K220] · an int is not a time [K220] · an int is not a time [K220] · a <nil> is not a number [K220] · ` +
			`a bool is not a number [K220] · an int is not a time [K220] · a <nil> is not a number [K220] · a <nil> is not a number [K220] · a <nil> is not a number [K220] · an int is not a time [K220] · a <nil> is not a number [K220] · a <nil> is not a number [K220]`},
		{"clauses of a brain twice", func(d *builder.Domain) {
			d.Brain("b").Inertia(1).Inertia(1).Fade("1s").Fade("1s").Select(builder.Best()).Select(builder.Dual()).Every("1s").Every("1s").Gap("1s").Gap("1s").
				Repetition(1, 2).Repetition(1, 2).Backoff("1s").Backoff("1s").MaxBackoff("1s").MaxBackoff("1s").GiveUp(1).GiveUp(1).GiveUpFor("1s").GiveUpFor("1s")
		}, `Inertia of brain b is given already [K221] · Fade of brain b is given already [K221] · Select of brain b is given already [K221] · Every of brain b is given already [K221] · ` +
			`Gap of brain b is given already [K221] · Repetition of brain b is given already [K221] · Backoff of brain b is given already [K221] · MaxBackoff of brain b is given already [K221] · ` +
			`GiveUp of brain b is given already [K221] · GiveUpFor of brain b is given already [K221]`},
		{"what follows nothing", func(d *builder.Domain) {
			d.Brain("b").Fade("1s").Gap("1s").MaxBackoff("1s").GiveUpFor("1s")
			d.Tree("t").Root(builder.UtilitySelector(builder.Do("a").Score("1")).Fade("1s"))
			d.AgentState().Remembered()
		}, `Fade follows no Inertia [K222] · Gap follows no Every [K222] · MaxBackoff follows no Backoff [K222] · GiveUpFor follows no GiveUp [K222] · Fade follows no Inertia [K222] · ` +
			`Remembered follows no stored symbol [K222]`},
		{"wants", func(d *builder.Domain) {
			d.Brain("b").
				Want("a").As("x").As("y").Each("e: t").Each("f: t").Where("x").Where("x").When("x").When("x").Score("1").Score("1").
				Combine("sum").Combine("sum").Weight(1).Weight(1).Rank(1).Rank(1).Cooldown("1s").Cooldown("1s").ForgetWhen("x").ForgetWhen("x").
				Want("c(").
				Want("d").Each("e: t, f: t").
				Want("f").Each("e in t")
		}, `As of want a is given already [K221] · Each of want a is given already [K221] · Where of want a is given already [K221] · When of want a is given already [K221] · ` +
			`Score of want a is given already [K221] · Combine of want a is given already [K221] · Weight of want a is given already [K221] · Rank of want a is given already [K221] · ` +
			`Cooldown of want a is given already [K221] · ForgetWhen of want a is given already [K221] · ` +
			`expected an expression after "(" [K001] · a want has one variable [K223] · expected ":" and a type, found "in" [K001]`},
		{"considerations", func(d *builder.Domain) {
			d.Brain("b").Want("a").
				Consider("x").As("n").As("n").From(1).From(1).To(1).To(1).Through("cubic").Through("cubic").Weight(1).Weight(1).
				Consider("").As("").Through("cubic(..)")
		}, `As of a consideration of want a is given already [K221] · From of a consideration of want a is given already [K221] · To of a consideration of want a is given already [K221] · ` +
			`Through of a consideration of want a is given already [K221] · Weight of a consideration of want a is given already [K221] · ` +
			`expected an expression, found the end of the file [K001] · the name of a consideration must not be empty [K223] · ".." is only allowed in calls within trees [K223]`},
		{"selections", func(d *builder.Domain) {
			d.Brain("b").Select(builder.Weighted().Top(3).TopPercent(3).Within(1).Within(true))
			d.Tree("t").Root(builder.UtilitySelector(builder.Do("a").Score("1")).Select(builder.Best()).Select(builder.Dual()).Inertia(1).Inertia(2).Fade("1s").Fade("2s"))
		}, `Top of a selection is given already [K221] · a bool is not a number [K220] · Select of a node is given already [K221] · Inertia of a node is given already [K221] · Fade of a node is given already [K221]`},
		{"personalities", func(d *builder.Domain) {
			d.Personality("p").Scale("a", 1).Scale("a", 2).Score("a", "1").Score("a", "2").Never("a").Never("b").Scale("b", 1).Score("b", "1").Never("b").Never("c`")
		}, `Scale of want a in personality p: something else is said of it already [K221] · Score of want a in personality p: something else is said of it already [K221] · ` +
			`Never of want a in personality p: something else is said of it already [K221] · Scale of want b in personality p: something else is said of it already [K221] · ` +
			`Score of want b in personality p: something else is said of it already [K221] · Never of want b in personality p: something else is said of it already [K221] · ` +
			"\"c`\" is not a name [K223]"},
		{"senses", func(d *builder.Domain) {
			d.Sense("a: b c").Range(1).Range(2).LineOfSight().LineOfSight()
			d.Memory("")
			d.Memory("short:").Doubts().Decay("0.1/").Span("1 s")
		}, `expected the end, found "c" [K001] · range of sense a is given already [K221] · line_of_sight of sense a is given already [K221] · expected a name, found the end of the file [K001] · ` +
			`expected a kind after ":" [K001] · expected an expression after "/" [K001] · expected the end, found "s" [K001]`},
		{"agents", func(d *builder.Domain) {
			d.Agent("a").Brain("b").BrainAs("b", "c`").Body("d`").Body("e").Sense("f`").Memory("")
		}, "Brain of a is given already [K221] · \"d`\" is not a name [K223] · Body of a is given already [K221] · \"f`\" is not a name [K223] · \"\" is not a name [K223]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := builder.New("test")
			c.build(d)
			_, found := modelOf(d)
			var got []string
			for i := range found.All {
				text := found.All[i].Error()
				if !strings.HasPrefix(text, "builder/goal_mistakes_test.go:") {
					t.Errorf("%s is not at the Go file of the call", text)
				}
				got = append(got, strings.SplitN(text, ": ", 2)[1])
			}
			if text := strings.Join(got, " · "); text != c.want {
				t.Errorf("got  %s\nwant %s", text, c.want)
			}
		})
	}
}

// Each mistake in a goal, brain, sense or memory is found once, and hides no other.
func TestOneMistakeInAGoalIsOneFinding(t *testing.T) {
	for name, mistake := range map[string]func(d *builder.Domain){
		"goal":                 func(d *builder.Domain) { d.Goal("walk(").Do("go") },
		"step":                 func(d *builder.Domain) { d.Goal("g").Do("go(").Do("go") },
		"alternative":          func(d *builder.Domain) { d.Goal("g").Do("go").Else("go(") },
		"interrupt":            func(d *builder.Domain) { d.Goal("g").Do("go").Interrupt("ready >", "go") },
		"step of an interrupt": func(d *builder.Domain) { d.Goal("g").Do("go").Interrupt("ready", "go(") },
		"two steps":            func(d *builder.Domain) { d.Goal("g").Do("go").Interrupt("ready", "go").Do("go") },
		"mixed":                func(d *builder.Domain) { d.Goal("g").Do("go").Way("").Do("go") },
		"tries":                func(d *builder.Domain) { d.Goal("g").Way("").Tries("").Do("go") },
		"time":                 func(d *builder.Domain) { d.Goal("g").Do("go").FailAfter(1) },
		"want":                 func(d *builder.Domain) { d.Brain("c").Want("rest(").Score("1") },
		"score":                func(d *builder.Domain) { d.Brain("c").Want("rest").Score("1 +") },
		"target":               func(d *builder.Domain) { d.Brain("c").Want("rest").Each("x thing").Score("1") },
		"curve":                func(d *builder.Domain) { d.Brain("c").Want("rest").Consider("1").Through("cubic(") },
		"way to combine":       func(d *builder.Domain) { d.Brain("c").Want("rest").Combine("plus").Consider("1") },
		"inertia":              func(d *builder.Domain) { d.Brain("c").Inertia(nil).Fade("1s").Want("rest").Score("1") },
		"interval":             func(d *builder.Domain) { d.Brain("c").Every(1).Gap("1s").Want("rest").Score("1") },
		"repetition":           func(d *builder.Domain) { d.Brain("c").Repetition("", 3).Want("rest").Score("1") },
		"selection":            func(d *builder.Domain) { d.Brain("c").Select(builder.Weighted().Top("3 %")).Want("rest").Score("1") },
		"trait":                func(d *builder.Domain) { d.Personality("p").Scale("rest", "1 +") },
		"want of a trait":      func(d *builder.Domain) { d.Personality("p").Scale("res`t", 1) },
		"sense":                func(d *builder.Domain) { d.Sense("touch touch").Range(1) },
		"clause":               func(d *builder.Domain) { d.Sense("touch").Range("1 m") },
		"kind":                 func(d *builder.Domain) { d.Sense("nose: smell").Range(1) },
		"clause of a kind":     func(d *builder.Domain) { d.Sense("touch").Range(1).Cone(1) },
		"memory":               func(d *builder.Domain) { d.Memory("long").Capacity(true) },
		"body":                 func(d *builder.Domain) { d.Agent("a").Body("").Brain("b") },
		"personality":          func(d *builder.Domain) { d.Agent("a").BrainAs("b", "c`") },
		"memory of an agent":   func(d *builder.Domain) { d.Agent("a").Brain("b").Memory("") },
		"brain of an agent":    func(d *builder.Domain) { d.Agent("a").Brain("b`") },
		"sense of an agent":    func(d *builder.Domain) { d.Agent("a").Brain("b").Sense("si`ght").Memory("short") },
		"goal of a tree":       func(d *builder.Domain) { d.Tree("t").Root(builder.Pursue("rest(")) },
	} {
		t.Run(name, func(t *testing.T) {
			d := builder.New("test")
			d.ObjectType("thing")
			d.WorldState().Bool("ready")
			d.Action("go")
			d.Goal("rest").Do("go")
			d.Brain("b").Want("rest").Score("1")
			d.Sense("sight").Range(1)
			d.Memory("short")
			d.Agent("someone").Brain("b").Sense("sight").Memory("short")
			mistake(d)
			found := d.Findings()
			errors := 0
			for i := range found.All {
				if found.All[i].Severity == diag.Error {
					errors++
				}
			}
			if errors != 1 {
				t.Errorf("%d errors, want 1: %v", errors, found.All)
			}
		})
	}
}
