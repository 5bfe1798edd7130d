package goal_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

const gatherer = `
goal fetch(t: thing) { while remembered(t); walk(t) fail_after 20s; take(t) }
goal idle            { rest }
brain gatherer {
    want fetch(t) each t in remembered thing when x < 1 {
        score quadratic(1 - x) * worth(t)
        forget_when near(t) < 2
    }
    want idle { score 0.05 }
    backoff 1s
    every 0.1s
}
personality greedy { fetch score worth(t) }
personality idler  { fetch never }
agent one { brain gatherer as greedy; memory short }
agent two { brain gatherer as idler; memory short }
`

// newGatherer returns a gatherer that remembers an egg, which has a high score, and a rope.
func newGatherer(t tb, personality int) *actor {
	a := newActor(t, load(t, gatherer), personality)
	a.add("thing", "egg", true)
	a.add("thing", "rope", true)
	a.add("thing", "ghost", false)
	a.set("x = 0.5, worth(egg) = 3, worth(rope) = 1, worth(ghost) = 99, near(egg) = 9, near(rope) = 9")
	return a
}

func TestModelsRun(t *testing.T) {
	for _, c := range []struct {
		name        string
		personality int
		act         func(*actor)
		want        string
	}{
		{"what is worth most is fetched, of what is remembered", Plain, func(a *actor) { a.run(3) }, "1 walk(egg);1 take(egg);2 walk(egg);2 take(egg);3 walk(egg);3 take(egg)"},
		{"where nothing is worth a thought the other want is left", Plain, func(a *actor) { a.set("x = 1"); a.run(1) }, "1 rest"},
		{"a target where something else lies is forgotten", Plain, func(a *actor) {
			a.set("near(egg) = 1")
			a.failing["take"] = true
			a.run(2)
		}, "1 walk(egg);1 take(egg);1 forgets egg;2 walk(rope);2 take(rope)"},
		{"without that it rests", Plain, func(a *actor) {
			a.failing["take"] = true
			a.run(3)
		}, "1 walk(egg);1 take(egg);2 walk(rope);2 take(rope);3 rest"},
		{"a personality replaces the score", 0, func(a *actor) { a.set("x = 0.99, worth(egg) = 0.06, worth(rope) = 0.04"); a.run(1) }, "1 walk(egg);1 take(egg)"},
		{"without it the other want is better", Plain, func(a *actor) { a.set("x = 0.99, worth(egg) = 0.06, worth(rope) = 0.04"); a.run(1) }, "1 rest"},
		{"a personality leaves a want out", 1, func(a *actor) { a.run(1) }, "1 rest"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := newGatherer(t, c.personality)
			c.act(a)
			if got := strings.ReplaceAll(strings.TrimSpace(a.log.String()), "\n", ";"); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestWaysAreToldByTheirNames(t *testing.T) {
	a := newActor(t, load(t, `goal rested { way "lying down" when a { rest }; way { work } }`+"\nbrain one { want rested { score 1; cooldown 1s } }"), Plain)
	var reported []string
	a.env.Sink = SinkFunc(func(e Event) {
		if e.Kind == GoalPlanned {
			reported = append(reported, a.p.Text(e, a.state))
		}
	})
	a.set("a = true")
	a.run(1)
	a.set("a = false")
	a.run(20)
	if got := strings.Join(reported, "; "); got != `rested takes way "lying down"; rested takes way 2` {
		t.Error(got)
	}
}

// TestTimesAreToldInSeconds: a model knows how long a tick is, ten in a second here.
func TestTimesAreToldInSeconds(t *testing.T) {
	a := newActor(t, load(t, "goal rested { rest retry 1 backoff 1.5s }\nbrain one { want rested { score 1 }; backoff 2s; give_up after 2 }"), Plain)
	var reported []string
	a.env.Sink = SinkFunc(func(e Event) {
		if e.Kind == StepRetried || e.Kind == WantRests {
			reported = append(reported, a.p.Text(e, a.state))
		}
	})
	a.failing["rest"] = true
	a.run(100)
	want := "rest is tried again in 1.5s: its activity failed; rested rests for 2s after 1 failure; rest is tried again in 1.5s: its activity failed; rested is given up after 2 failures"
	if got := strings.Join(reported, "; "); got != want {
		t.Error(got)
	}
}

// TestExplanationTakesScoresApart shows what each part of a score is.
func TestExplanationTakesScoresApart(t *testing.T) {
	a := newGatherer(t, Plain)
	a.env.Ctx.Enter(1, 0, a.state)
	want := `chosen: fetch(egg), score 0.7500
> fetch(egg)                   0.7500 = 0.7500
      quadratic(1 - x) * worth(t) = 0.75
        quadratic(1 - x) = 0.25
          x = 0.5
        worth(t) = 3
  fetch(rope)                  0.2500 = 0.2500
      quadratic(1 - x) * worth(t) = 0.25
        quadratic(1 - x) = 0.25
          x = 0.5
        worth(t) = 1
  idle                         0.0500 = 0.0500
`
	if got := a.mind.Explain(&a.env).String(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// TestPartsOfScores lists the parts of scores on a thing, and where something is omitted.
func TestPartsOfScores(t *testing.T) {
	for _, c := range []struct{ score, want string }{
		{"0.5", ""},
		{"x", "x = 0.5"},
		{"x + x * 2", "x + x * 2 = 1.5;  x = 0.5"},
		{"charm(t)", "charm(t) = 6.5;  near(t) = 3;  x = 0.5"},
		{"if a && n > 3 then x else near(t)", "if a && n > 3 then x else near(t) = 3;  a && n > 3 = false;    a = false;    n = 4;  near(t) = 3"},
		{"min(x, near(t)) + (if tired then 1 else 0)", "min(x, near(t)) + (if tired then 1 else 0) = 0.5;  min(x, near(t)) = 0.5;    x = 0.5;    near(t) = 3;  tired = false;    a = false;    n = 4"},
		{"count(o: thing where near(o) > 1) * x", "count(o: thing where near(o) > 1) * x = 1;  count(o: thing where near(o) > 1) = 2;  x = 0.5"},
		{"near(t) / max(near(t), 1)", "near(t) / max(near(t), 1) = 1;  near(t) = 3;  max(near(t), 1) = 3"},
	} {
		a := newActor(t, load(t, "goal fetch(t: thing) { take(t) }\nbrain one { want fetch(t) each t in remembered thing { score "+c.score+" } }"), Plain)
		a.add("thing", "egg", true)
		a.add("thing", "rope", false)
		a.set("x = 0.5, n = 4, near(egg) = 3, near(rope) = 2")
		a.env.Ctx.Enter(1, 0, a.state)
		var parts []string
		for _, p := range a.mind.Explain(&a.env).Candidates[0].Parts {
			parts = append(parts, strings.Repeat("  ", p.Depth)+p.Text+" = "+p.Value)
		}
		if got := strings.Join(parts, ";"); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.score, got, c.want)
		}
	}
	long := "x"
	for i := range 2 * MaxParts {
		long += fmt.Sprintf(" + min(x, %d)", i)
	}
	a := newActor(t, load(t, "goal rested { rest }\nbrain one { want rested { score 1 + "+long+" } }"), Plain)
	a.env.Ctx.Enter(1, 0, a.state)
	if n := len(a.mind.Explain(&a.env).Candidates[0].Parts); n != MaxParts {
		t.Errorf("%d parts, want %d", n, MaxParts)
	}
}

// TestLimitsOfModels compares the limits of declarations with those of this package: whatever passes the checks can be
// compiled.
func TestLimitsOfModels(t *testing.T) {
	for _, c := range []struct {
		name     string
		def, own int
	}{
		{"goals", def.MaxGoals, MaxGoals}, {"brains", def.MaxBrains, MaxBrains}, {"ways", def.MaxWays, MaxWays}, {"steps", def.MaxSteps, MaxSteps},
		{"else", def.MaxElse, MaxElse}, {"interrupts", def.MaxInterrupts, MaxInterrupts}, {"frame", def.MaxGoalFrame, MaxFrame}, {"wants", def.MaxWants, MaxWants},
		{"personalities", def.MaxPersonalities, MaxPersonalities}, {"score", def.MaxScore, MaxScore}, {"considerations", def.MaxConsiders, utility.MaxConsiderations},
		{"repetition", def.MaxRepetition, utility.MaxRecent},
	} {
		if c.def != c.own {
			t.Errorf("%s: package def allows %d, there may be %d", c.name, c.def, c.own)
		}
	}
	if most := MaxWants * (1 + MaxPersonalities); most > utility.MaxBehaviours {
		t.Errorf("a brain can have %d behaviours, at most %d", most, utility.MaxBehaviours)
	}
	if most := MaxWants * (utility.MaxConsiderations + MaxPersonalities); most > utility.MaxInputs {
		t.Errorf("a brain can have %d inputs, at most %d", most, utility.MaxInputs)
	}
	if len(def.Combines) != int(utility.Max)+1 {
		t.Error("the combinations are not the aggregations")
	}
}

// TestLargestBrainCompiles is a brain with as many wants, considerations and personalities as there may be.
func TestLargestBrainCompiles(t *testing.T) {
	b := &def.BrainInfo{Name: "large", Every: 1}
	g := &def.GoalInfo{Name: "g"}
	info := load(t, "")
	score := load(t, "goal g { work }\nbrain small { want g { score x } }").Brains[0].Wants[0].Score
	for range MaxWants {
		w := &def.WantInfo{Name: "w", Goal: g}
		for i := range utility.MaxConsiderations {
			w.Considers = append(w.Considers, def.ConsiderInfo{Name: fmt.Sprint(i, len(b.Wants)), Value: score, To: 1, Curve: curve.Linear.Curve(), Weight: 1})
		}
		b.Wants = append(b.Wants, w)
	}
	for range MaxPersonalities {
		p := &def.PersonalityInfo{}
		for i := range b.Wants {
			p.Traits = append(p.Traits, def.TraitInfo{Want: i, Scale: 1, Score: score})
		}
		b.Personalities = append(b.Personalities, p)
	}
	info.Goals, info.Brains = []*def.GoalInfo{g}, []*def.BrainInfo{b}
	if _, err := Compile(Model(info, ModelOptions{TPS: 10})); err != nil {
		t.Fatal(err)
	}
}

// BenchmarkModelArbitration is [BenchmarkArbitration] with a brain of the language.
func BenchmarkModelArbitration(b *testing.B) {
	text := `
goal top(t: thing)    { while worth(t) > -1; middle(t) }
goal middle(t: thing) { bottom(t); interrupt when a { rest } }
goal bottom(t: thing) { walk(t) while remembered(t) }
goal other            { rest }
brain mind {
    want top(t) each t in remembered thing { consider worth(t); consider n * 1.0 from 0 to 100 through logistic }
`
	for i := range 9 {
		text += fmt.Sprintf("    want other as w%d { score n / %d.0 }\n", i, 1000+i)
	}
	a := newActor(b, load(b, text+"    every 0.1s\n    inertia 0.1\n}"), Plain)
	for i := range 8 {
		a.add("thing", fmt.Sprint("t", i), true)
		a.set(fmt.Sprintf("worth(t%d) = 0.%d", i, i+1))
	}
	a.set("n = 60")
	a.lasting["walk"] = true
	a.run(1)
	if got := a.mind.Explain(&a.env); len(got.Candidates) != 17 {
		b.Fatalf("%d options", len(got.Candidates))
	}
	b.ReportAllocs()
	for b.Loop() {
		a.tick++
		a.env.Ctx.Enter(1, a.tick, a.state)
		a.mind.Tick(&a.env)
	}
}

// TestExplanationTellsWhatFails: which part of a condition does not hold, but not if finding out would ask the host a
// second time.
func TestExplanationTellsWhatFails(t *testing.T) {
	for when, want := range map[string]string{
		"x >= 0 && x > 2 && a":  "x > 2 was false: x = 0",
		"derived":               "derived: x > 2 was false: x = 0",
		"x >= 0 && asked()":     "",
		"derived_asked && true": "",
	} {
		a := newActor(t, load(t, "state agent { derived := x > 2; derived_asked := asked() }\nfunction asked(): bool\ngoal rested { rest }\nbrain one { want rested when "+when+" { score 1 } }"), Plain)
		asked := 0
		a.env.Machine.Funcs = []expr.Func{func([]world.Word) (no [2]world.Word) { asked++; return no }}
		a.env.Ctx.Enter(1, 0, a.state)
		c := a.mind.Explain(&a.env).Candidates[0]
		if c.Why != NoThought || c.Blame != want || want == "" && asked != 1 {
			t.Errorf("%s: %v %q, asked %d times", when, c.Why, c.Blame, asked)
		}
	}
}
