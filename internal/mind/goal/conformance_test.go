package goal_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/world"
)

var update = flag.Bool("update", false, "write the events that happen into the conformance cases")

const casesFile = "testdata/events.txt"

// TestConformance plays the cases of pursuitCases and mindCases: a program and a script of what the host does (see
// theatre.follow). The events that must come of it are in casesFile, each case after a line "=== " with its name.
func TestConformance(t *testing.T) {
	text, err := os.ReadFile(casesFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, part := range strings.Split(string(text), "=== ")[1:] {
		name, events, _ := strings.Cut(part, "\n")
		want[name] = strings.TrimSpace(events)
	}
	var out strings.Builder
	for _, c := range append(pursuitCases(), mindCases()...) {
		t.Run(c.name, func(t *testing.T) {
			th := newTheatre(t, c.cfg)
			th.script(c.script)
			got := strings.TrimSpace(th.log.String())
			th.finish()
			if out.WriteString("=== " + c.name + "\n" + got + "\n\n"); !*update && got != want[c.name] {
				t.Errorf("got:\n%s\nwant:\n%s", got, want[c.name])
			}
		})
		delete(want, c.name)
	}
	if *update {
		if err := os.WriteFile(casesFile, []byte(strings.TrimSpace(out.String())+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if len(want) > 0 {
		t.Errorf("%d cases in %s are played by nobody: %v", len(want), casesFile, want)
	}
}

type testCase struct {
	name   string
	cfg    Config
	script string
}

func with(s Step, change func(*Step)) Step {
	change(&s)
	return s
}

func when(c string, s Step) Step { return with(s, func(s *Step) { s.When = cond(c) }) }

// attack is a goal on a thing with a direct way, which is tried twice, and another.
func attack() Goal {
	return Goal{Name: "attack", Params: []world.Type{thing}, While: cond("good(t)"), Ways: []Way{
		{Steps: []Step{act(walk), act(strike)}, Tries: 2}, {Steps: []Step{act(shoot)}}}}
}

func pursuitCases() []testCase {
	one := func(s ...Step) Config { return Config{Goals: []Goal{{Name: "main", Ways: steps(s...)}}} }
	of := func(g ...Goal) Config { return Config{Goals: g} }
	inner := func(way ...Way) Goal { return Goal{Name: "inner", Ways: way} }
	hot := func(g Goal, in ...Interrupt) Config {
		g.Name, g.Interrupts = "main", in
		return of(g, inner(Way{Steps: []Step{act(play), act(rest)}}))
	}
	return []testCase{
		{"steps go in order", one(act(work), act(play)), "act work 2 success;start 0;run 3"},
		{"a step that fails fails the goal", one(act(work), act(play)), "act work 1 failure;start 0;run 2"},
		{"a goal without ways completes at once", of(Goal{Name: "main"}), "start 0;run 1"},
		{"a goal whose when does not hold is not activated", of(Goal{Name: "main", When: cond("a"), Ways: steps(act(work))}), "start 0;run 1"},
		{"its retry is used up, with a pause", one(with(act(work), func(s *Step) { s.Retry = Retry{2, 3} })), "act work 1 failure;start 0;run 8"},
		{"a retry succeeds", one(with(act(work), func(s *Step) { s.Retry = Retry{2, 0} }), act(play)), "act work 1 failure;act work 1 success;start 0;run 3"},
		{"its else is done instead", one(with(act(work), func(s *Step) { s.Else = []Call{act(play).Call, act(rest).Call} })), "act work 1 failure;act play 1 failure;start 0;run 1"},
		{"an else whose when does not hold is passed over", one(with(act(work), func(s *Step) { s.Else = []Call{when("a", act(play)).Call, act(rest).Call} })), "act work 1 failure;start 0;run 1"},
		{"all of its else fail", one(with(act(work), func(s *Step) { s.Else = []Call{act(play).Call} })), "act work 1 failure;act play 1 failure;start 0;run 1"},
		{"an optional step is left out", one(with(act(work), func(s *Step) { s.Optional = true }), act(play)), "act work 1 failure;start 0;run 1"},
		{"a step whose when does not hold fails", one(when("a", act(work))), "start 0;run 1"},
		{"a step ends when its while does not hold", one(with(act(work), func(s *Step) { s.While = cond("!a") })), "act work 9 success;start 0;run 2;set a 1;run 1"},
		{"a step goes on while its while holds", one(with(act(work), func(s *Step) { s.While = cond("!a") })), "act work 3 success;start 0;run 3"},
		{"a step succeeds when its until holds", one(with(act(work), func(s *Step) { s.Until = cond("a") }), act(play)), "act work 9 success;start 0;run 2;set a 1;run 1"},
		{"a step whose until holds already is not started", one(with(act(work), func(s *Step) { s.Until = cond("a") }), act(play)), "set a 1;start 0;run 1"},
		{"a step fails when its time is over", one(with(act(work), func(s *Step) { s.LimitTicks = 2 })), "act work 9 success;start 0;run 3"},
		{"a goal's while ends it with all that is under it", of(Goal{Name: "main", While: cond("!a"), Ways: steps(sub(1))}, inner(Way{Steps: []Step{act(work)}})), "act work 9 success;start 0;run 1;set a 1;run 1"},
		{"a goal's until completes it", of(Goal{Name: "main", Until: cond("a"), Ways: steps(sub(1))}, inner(Way{Steps: []Step{act(work)}})), "act work 9 success;start 0;run 1;set a 1;run 1"},
		{"ways are taken in order of preference", of(Goal{Name: "main", Ways: []Way{{When: cond("a"), Steps: []Step{act(work)}}, {Steps: []Step{act(play)}}}}), "start 0;run 1;set a 1;start 0;run 1"},
		{"the when of a way is asked when it is taken, and not again", of(Goal{Name: "main", Ways: []Way{{When: cond("a"), Steps: []Step{act(work)}}, {Steps: []Step{act(play)}}}}), "act work 3 success;set a 1;start 0;run 1;set a 0;run 2"},
		{"an attack that fails is tried again, then shooting", of(attack()), "add orc 1;act strike 1 failure;act walk 2 success;start 0 orc;run 4"},
		{"an attack that fails once succeeds at the second try", of(attack()), "add orc 1;act strike 1 failure;act strike 1 success;start 0 orc;run 2"},
		{"planning again waits for the backoff", of(Goal{Name: "main", Backoff: 2, Ways: []Way{{Steps: []Step{act(work)}}, {Steps: []Step{act(play)}}}}), "act work 1 failure;start 0;run 3"},
		{"arguments are evaluated when the step starts", of(Goal{Name: "main", Vars: []world.Type{thing}, Ways: steps(act(work), act(walk)),
			Hooks: Hooks{Activate: nil, Process: firstKnown}}), "add x 1;act work 2 success;start 0;run 2"},
		{"a fault fails the whole chain, whatever its rules", of(Goal{Name: "main", Ways: []Way{{Steps: []Step{with(sub(1), func(s *Step) { s.Optional = true })}}, {Steps: []Step{act(rest)}}}},
			inner(Way{Steps: []Step{with(act(work), func(s *Step) { s.Retry.Times = 3 })}})), "act work 2 panic;start 0;run 3"},
		{"a failure is no fault", of(Goal{Name: "main", Ways: steps(with(sub(1), func(s *Step) { s.Optional = true }))}, inner(Way{Steps: []Step{act(work)}})), "act work 2 failure;start 0;run 3"},
		{"a hook that panics fails the chain", of(Goal{Name: "main", Ways: steps(sub(1))}, Goal{Name: "inner", Ways: steps(act(work)), Hooks: Hooks{Process: panicOnA}}), "act work 9 success;start 0;run 1;set a 1;run 1"},
		{"an abort hook that panics fails what is left of the chain", of(Goal{Name: "main", Until: cond("a"), Ways: steps(sub(1))}, inner(Way{Steps: []Step{act(work)}})), "act work 9 stuck;start 0;run 1;set a 1;run 2"},
		{"an abort ends all once", of(Goal{Name: "main", Ways: steps(sub(1))}, inner(Way{Steps: []Step{act(work)}})), "act work 9 success;start 0;run 1;abort;abort;run 1"},
		{"a goal within itself ends at the limit of depth", of(Goal{Name: "main", Ways: steps(sub(0))}), "start 0;run 1"},

		{"what is suspended starts afresh", one(act(work), act(play)), "act work 3 success;start 0;run 2;suspend;run 5;resume;run 3"},
		{"what can be suspended stays as it is", one(with(act(work), func(s *Step) { s.Suspends = true })), "act work 3 success;start 0;run 2;suspend;run 5;resume;run 1"},
		{"what no longer makes sense is dropped", of(Goal{Name: "main", While: cond("!a"), Ways: steps(act(work))}), "act work 3 success;start 0;run 2;suspend;set a 1;resume;run 1"},
		{"a subgoal that no longer makes sense is dropped alone", one(with(act(work), func(s *Step) { s.While, s.Optional = cond("!a"), true }), act(play)), "act work 3 success;start 0;run 2;suspend;set a 1;resume;run 1"},
		{"time stands still while suspended", one(with(act(work), func(s *Step) { s.LimitTicks, s.Suspends = 4, true })), "act work 9 success;start 0;run 2;suspend;run 9;resume;run 3"},

		{"an interrupt goes in front, and what it interrupts is resumed", hot(Goal{Ways: steps(act(work))}, Interrupt{cond("a"), sub(1)}), "act work 3 success;start 0;run 1;set a 1;run 2;set a 0;run 3"},
		{"an interrupt does not repeat while its condition holds", hot(Goal{Ways: steps(act(work))}, Interrupt{cond("a"), act(play)}), "act work 5 success;set a 1;start 0;run 9"},
		{"an interrupt repeats when its condition holds anew", hot(Goal{Ways: steps(act(work))}, Interrupt{cond("a"), act(play)}), "act work 5 success;set a 1;start 0;run 3;set a 0;run 1;set a 1;run 1"},
		{"an interrupt that cannot start interrupts nothing", hot(Goal{Ways: steps(act(work))}, Interrupt{cond("a"), when("b", act(play))}), "act work 3 success;set a 1;start 0;run 3"},
		{"an interrupt that fails does not fail what it interrupts", hot(Goal{Ways: steps(act(work))}, Interrupt{cond("a"), act(play)}), "act play 2 failure;act work 2 success;start 0;run 1;set a 1;run 4"},
		{"a step that is not to be interrupted is not", hot(Goal{Ways: steps(with(act(work), func(s *Step) { s.Uninterrupted = true }), act(rest))}, Interrupt{cond("a"), act(play)}), "act work 3 success;act rest 2 success;start 0;run 1;set a 1;run 5"},
		{"an interrupt interrupts another", hot(Goal{Ways: steps(act(work))}, Interrupt{cond("a"), act(play)}, Interrupt{cond("b"), act(rest)}), "act play 3 success;act rest 2 success;act work 3 success;start 0;run 1;set a 1;run 2;set b 1;run 9"},
		{"what an interrupt interrupted is dropped when it no longer makes sense", hot(Goal{Ways: []Way{{Steps: []Step{with(act(work), func(s *Step) { s.While = cond("!b") })}}, {Steps: []Step{act(rest)}}}}, Interrupt{cond("a"), act(play)}), "act work 9 success;act play 2 success;start 0;run 1;set a 1;run 1;set b 1;run 2"},
	}
}

// want returns a standing want with a score.
func standing(name string, goal int, score string) Want {
	return Want{Name: name, Goal: goal, Worth: Worth{Score: number(score)}}
}

// hunt is a want of a goal on each known thing.
func hunt(goal int) Want {
	return Want{Name: "hunt", Goal: goal, Args: arg, Targeted: true, Target: thing, Worth: Worth{Score: number("worth(t)")}}
}

func mindCases() []testCase {
	brain := func(b Brain, wants ...Want) []Brain {
		b.Name, b.Wants = "mind", wants
		return []Brain{b}
	}
	simple := func(name string, action int32) Goal { return Goal{Name: name, Ways: steps(act(action))} }
	two := Config{Goals: []Goal{simple("g0", work), simple("g1", play), simple("g2", rest)},
		Brains: brain(Brain{Interval: 3, Failures: Failures{Backoff: 2, MaxBackoff: 8, Limit: 4}}, standing("w0", 0, "n / 100.0"), standing("w1", 1, "k / 100.0"))}
	change := func(c Config, f func(*Config)) Config {
		c.Goals = append([]Goal(nil), c.Goals...)
		c.Brains = append([]Brain(nil), c.Brains...)
		c.Brains[0].Wants = append([]Want(nil), c.Brains[0].Wants...)
		f(&c)
		return c
	}
	near := func(s utility.Selection) Config {
		return Config{Goals: []Goal{simple("g0", work), simple("g1", play), simple("g2", rest)}, Brains: brain(Brain{Interval: 2, Selection: s},
			standing("w0", 0, "n / 100.0"), standing("w1", 1, "k / 100.0"), standing("w2", 2, "(k - 8) / 100.0"))}
	}
	hunter := Config{Goals: []Goal{attack(), simple("wander", rest)}, Brains: brain(Brain{Interval: 5, Failures: Failures{Backoff: 4}}, hunt(0), standing("wander", 1, "0.05"))}
	deep := Config{Goals: []Goal{
		{Name: "top", Ways: []Way{{Steps: []Step{sub(1)}}, {Steps: []Step{sub(2)}}}},
		{Name: "middle", Ways: []Way{{Steps: []Step{sub(2)}}, {Steps: []Step{act(rest)}}}},
		{Name: "bottom", Ways: []Way{{Steps: []Step{act(work)}}, {Steps: []Step{act(play)}}}},
		simple("other", walk)},
		Brains: brain(Brain{Interval: 5, Failures: Failures{Backoff: 9}}, standing("w", 0, "1"), standing("other", 3, "0.5"))}
	deep.Goals[3].Ways = steps(act(shoot))
	deep.Goals[3].Params = []world.Type{thing}
	deep.Brains[0].Wants[1].Args = arg
	gather := Config{Goals: []Goal{
		{Name: "get", Params: []world.Type{thing}, Ways: steps(act(walk), with(act(take), func(s *Step) { s.When = cond("good(t)") }))}, simple("wander", rest)},
		Brains: brain(Brain{Interval: 9}, hunt(0), standing("wander", 1, "0.05"))}
	gather.Brains[0].Wants[0].Forget = cond("!good(t)")
	moody := change(two, func(c *Config) {
		c.Brains[0].Personalities = []Personality{{Name: "other", Traits: []Trait{{Want: 0, Never: true}}}}
	})
	// worth is a brain that says what orders are worth.
	worth := func(score string) Config {
		return change(two, func(c *Config) { c.Brains[0].Orders, c.Brains[0].Wants = number(score), c.Brains[0].Wants[:1:1] })
	}
	ranked := change(two, func(c *Config) { c.Brains[0].Selection.Ranked, c.Brains[0].Wants[1].Rank = true, 1 })
	nest := Config{Goals: []Goal{{Name: "top", Ways: steps(sub(1))}, {Name: "middle", Ways: steps(sub(2))}, simple("bottom", work), simple("order", rest), simple("other", play)},
		Brains: brain(Brain{Interval: 5}, standing("w", 0, "n / 100.0"), standing("other", 4, "k / 100.0"))}
	return []testCase{
		{"the best want is chosen", two, "act work 9 success;act play 9 success;set n 20;set k 30;run 1"},
		{"arbitration keeps to its interval", two, "act work 9 success;act play 9 success;set n 20;run 1;set k 30;run 3"},
		{"a notice is answered at once", two, "act work 9 success;act play 9 success;set n 20;run 1;set k 30;notice;run 1"},
		{"a notice waits for the gap", change(two, func(c *Config) { c.Brains[0].Interval, c.Brains[0].Gap = 9, 4 }), "act work 9 success;act play 9 success;set n 20;run 1;set k 30;notice;run 4"},
		{"a better want whose goal cannot be activated ends nothing", change(two, func(c *Config) { c.Goals[1].When = cond("a") }), "act work 9 success;set n 20;run 1;set k 30;run 3"},
		{"nor one whose first step cannot start", change(two, func(c *Config) { c.Goals[1].Ways = steps(when("a", act(play)), act(rest)) }), "act work 9 success;set n 20;run 1;set k 30;run 3"},
		{"one whose first step can start does", change(two, func(c *Config) { c.Goals[1].Ways = steps(when("a", act(play)), act(rest)) }), "act work 9 success;act play 9 success;set n 20;set a 1;run 1;set k 30;run 3"},
		{"nor one whose subgoal cannot start", change(two, func(c *Config) { c.Goals[1].Ways, c.Goals[2].When = steps(sub(2)), cond("a") }), "act work 9 success;set n 20;run 1;set k 30;run 3"},
		{"what is no longer wanted ends", change(two, func(c *Config) { c.Brains[0].Wants[0].When = cond("!a") }), "act work 9 success;set n 20;run 1;set a 1;run 3"},
		{"a step that is not to be interrupted puts arbitration off", change(two, func(c *Config) {
			c.Goals[0].Ways = steps(with(act(work), func(s *Step) { s.Uninterrupted = true }), act(rest))
		}), "act work 6 success;act rest 9 success;act play 9 success;set n 20;run 1;set k 30;run 6"},
		{"inertia keeps the current want", change(two, func(c *Config) { c.Brains[0].Inertia = utility.Inertia{Bonus: 0.2} }), "act work 20 success;act play 9 success;set n 20;run 1;set k 23;run 3;set k 25;run 3"},
		{"inertia that fades lets go of it", change(two, func(c *Config) { c.Brains[0].Inertia = utility.Inertia{Bonus: 0.2, FadeTicks: 6} }), "act work 20 success;act play 9 success;set n 20;run 1;set k 21;run 6"},
		{"what was done lately counts less", change(two, func(c *Config) { c.Brains[0].Repetition = utility.Repetition{Penalty: 0.5, Recent: 1} }), "quiet;act work 1 success;act play 1 success;set n 20;set k 15;run 4"},
		{"of near equals chance chooses, and never one that is worth clearly less", near(utility.Selection{Rule: utility.WeightedRandom, Within: 0.1}), "quiet;set n 50;set k 48;run 8"},
		{"at most so many take part in the draw", near(utility.Selection{Rule: utility.WeightedRandom, Top: 2}), "quiet;set n 50;set k 30;run 8"},
		{"both limits hold: of the best two only the best is near enough", near(utility.Selection{Rule: utility.WeightedRandom, Top: 2, Within: 0.1}), "quiet;set n 50;set k 30;run 8"},
		{"a choice by chance keeps to a running want by its inertia", change(near(utility.Selection{Rule: utility.WeightedRandom, Within: 0.1}), func(c *Config) { c.Brains[0].Inertia = utility.Inertia{Bonus: 0.2} }),
			"quiet;act work 30 success;act play 30 success;act rest 30 success;set n 50;set k 48;run 8"},
		{"without a penalty it does not", two, "quiet;act work 1 success;act play 1 success;set n 20;set k 15;run 2"},
		{"the higher rank goes first, however little it scores", ranked, "quiet;act play 9 success;set n 20;set k 1;run 1"},
		{"a higher rank that scores nothing does not", ranked, "quiet;act work 9 success;set n 20;run 1"},
		{"a want that was left waits for its cooldown", change(two, func(c *Config) { c.Brains[0].Wants[0].Cooldown = 4 }), "quiet;act work 1 success;act play 9 success;set n 20;set k 10;run 8"},
		{"a failed want rests, longer each time, and is given up", two, "quiet;act work 1 failure;set n 20;run 60"},
		{"a want that was given up for a time is tried again", change(two, func(c *Config) { c.Brains[0].Failures = Failures{Limit: 1, GiveUp: 9} }), "quiet;act work 1 failure;act work 9 success;set n 20;run 14"},
		{"another want is tried while one rests", two, "quiet;act work 1 failure;act play 4 success;set n 20;set k 10;run 6"},
		{"a success is no failure", two, "quiet;act work 1 success;set n 20;run 2"},
		{"a want that was given up is tried again when it is forgiven", change(hunter, func(c *Config) { c.Brains[0].Failures = Failures{Limit: 1} }), "quiet;add orc 1;act strike 1 failure;act shoot 1 failure;act rest 2 success;run 4;forgive 0 orc;run 2"},

		{"a failure three levels deep makes its parents plan again, up to the brain", deep, "act work 1 failure;act play 1 failure;act rest 1 failure;act shoot 9 success;run 3"},
		{"a failure three levels deep ends where another way is found", deep, "act work 1 failure;act play 3 success;act shoot 9 success;run 3"},
		{"a better want ends all that is under another once, the innermost first", nest, "quiet;act work 9 success;act play 9 success;set n 20;run 1;set k 30;notice;run 1"},
		{"an order suspends all that is under it, and ends nothing", nest, "quiet;act work 3 success;act rest 2 success;set n 20;run 1;order 3;run 6"},

		{"the nearest target", hunter, "add x 0.5;add y 0.9;act walk 9 success;run 1"},
		{"an attack is interrupted by an order, then resumed", hunter, "quiet;add orc 1;act walk 4 success;act work 1 success;run 2;order 1;run 6"},
		{"an attack that is interrupted goes on with the step it was at", hunter, "quiet;add orc 1;act strike 3 success;act rest 2 success;run 2;order 1;run 5"},
		{"an attack that no longer makes sense is dropped after the order", hunter, "quiet;add orc 1;act walk 4 success;act rest 2 success;run 2;order 1;run 1;set good(orc) 0;set known(orc) 0;run 4"},
		{"a suspended attack whose while fails is dropped", hunter, "quiet;add orc 1;act walk 4 success;act rest 2 success;run 2;order 1;run 1;set good(orc) 0;run 3"},
		{"direct attack fails: approach again, else shoot", hunter, "quiet;add orc 1;act walk 2 success;act strike 1 failure;act shoot 2 success;run 6"},
		{"a want that failed on one target is chosen on another", hunter, "quiet;add x 0.9;add y 0.5;act strike 1 failure;act shoot 1 failure;act walk 2 success;run 8"},
		{"an item taken by another is forgotten on arrival", gather, "quiet;add gold 0.9;add iron 0.5;act walk 2 success;act take 9 success;run 1;set good(gold) 0;run 3"},
		{"an item that need not be forgotten rests instead", change(gather, func(c *Config) { c.Brains[0].Wants[0].Forget, c.Brains[0].Failures.Backoff = nil, 4 }), "quiet;add gold 0.9;add iron 0.5;act walk 2 success;act take 1 success;run 1;set good(gold) 0;run 8"},
		{"an item that is still there is taken", gather, "quiet;add gold 0.9;act walk 2 success;act take 2 success;run 4"},

		{"orders run one after the other, then give way back", two, "quiet;set n 20;act work 9 success;run 1;order 1;order 2;run 6"},
		{"an urgent order interrupts another", two, "quiet;act play 3 success;act rest 2 success;run 1;order 1;run 2;urgent 2;run 5"},
		{"an order waits for a step that is not to be interrupted", change(two, func(c *Config) { c.Goals[0].Ways = steps(with(act(work), func(s *Step) { s.Uninterrupted = true })) }), "quiet;set n 20;act work 3 success;run 1;order 1;run 4"},
		{"an urgent order does not", change(two, func(c *Config) { c.Goals[0].Ways = steps(with(act(work), func(s *Step) { s.Uninterrupted = true })) }), "quiet;set n 20;act work 3 success;run 1;urgent 1;run 4"},
		{"an order that cannot be activated is refused", change(two, func(c *Config) { c.Goals[1].When = cond("a") }), "quiet;set n 20;act work 9 success;run 1;order 1;run 2"},
		{"an order is withdrawn", two, "quiet;set n 20;act work 9 success;act play 9 success;run 1;order 1;order 2;run 2;withdraw 1;withdraw 2;withdraw 3;run 2"},
		{"an interrupted order is withdrawn", two, "quiet;act play 9 success;act rest 3 success;run 1;order 1;run 2;urgent 2;run 1;withdraw 1;run 3"},
		{"an interrupting want gives way back", change(two, func(c *Config) { c.Brains[0].Wants[1].Interrupts = true }), "quiet;set n 20;act work 4 success;act play 2 success;run 2;set k 30;notice;run 2;set k 0;run 4"},
		{"what is interrupted is not left: its cooldown has not begun", change(two, func(c *Config) { c.Brains[0].Wants[1].Interrupts, c.Brains[0].Wants[0].Cooldown = true, 6 }), "quiet;set n 20;act work 4 success;act play 2 success;run 2;set k 30;notice;run 2;set k 0;run 4"},
		{"what was interrupted is left when it is dropped", change(two, func(c *Config) {
			c.Brains[0].Wants[1].Interrupts, c.Brains[0].Wants[0].Cooldown, c.Brains[0].Wants[0].When = true, 6, cond("!a")
			c.Brains[0].Wants = append(c.Brains[0].Wants, standing("w2", 2, "0.05"))
		}), "quiet;set n 20;act work 9 success;act play 3 success;act rest 99 success;run 2;set k 30;notice;run 2;set k 0;set a 1;run 4;set a 0;run 4"},
		{"another want does not", two, "quiet;set n 20;act work 4 success;act play 2 success;run 2;set k 30;notice;run 2;set k 0;run 4"},
		{"what an interrupting want interrupted comes back when it is better again", change(two, func(c *Config) { c.Brains[0].Wants[1].Interrupts = true }), "quiet;set n 20;act work 4 success;act play 9 success;run 2;set k 30;notice;run 2;set k 0;notice;run 1"},
		{"a fault of a want's goal is a failure", two, "quiet;set n 20;act work 2 panic;run 4"},
		{"an order that is worth more than all wants is taken up, then gives way back", worth("k / 100.0"), "quiet;set n 20;set k 50;act work 9 success;act play 2 success;run 1;order 1;run 4"},
		{"an order that is worth less waits until it is worth the most", worth("k / 100.0"), "quiet;set n 50;set k 20;act work 9 success;act play 2 success;run 1;order 1;run 4;set k 60;run 4"},
		{"an order goes before all wants where nothing is said of what it is worth", two, "quiet;set n 50;set k 20;act work 9 success;act play 2 success;run 1;order 1;run 3"},
		{"a want that is worth more ends an order", worth("k / 100.0"), "quiet;set n 20;set k 50;act work 9 success;act play 9 success;run 1;order 1;run 2;set n 60;run 3"},
		{"a want that interrupts is done first, then the order goes on", change(worth("k / 100.0"), func(c *Config) { c.Brains[0].Wants[0].Interrupts = true }),
			"quiet;set k 50;act play 5 success;act work 2 success;order 1;run 2;set n 60;run 3;set n 0;run 7"},
		{"an order that is worth nothing is not taken up", worth("k / 100.0"), "quiet;order 1;run 4"},
		{"an order is compared by inertia too", change(worth("k / 100.0"), func(c *Config) { c.Brains[0].Inertia = utility.Inertia{Bonus: 0.5} }), "quiet;set n 20;set k 50;act work 9 success;act play 9 success;order 1;run 2;set n 60;run 3;set n 80;run 3"},
		{"of orders that are compared with wants an urgent one goes first", worth("k / 100.0"), "quiet;set k 50;act play 3 success;act rest 2 success;order 1;run 1;urgent 2;run 6"},
		{"one that is compared with wants waits for a step that is not to be interrupted", change(worth("k / 100.0"), func(c *Config) {
			c.Goals[0].Ways = steps(with(act(work), func(s *Step) { s.Uninterrupted = true }))
		}), "quiet;set n 20;set k 50;act work 4 success;act play 2 success;run 1;order 1;run 5"},
		{"an urgent one does not, if it is worth more", change(worth("k / 100.0"), func(c *Config) {
			c.Goals[0].Ways = steps(with(act(work), func(s *Step) { s.Uninterrupted = true }))
		}), "quiet;set n 20;set k 50;act work 4 success;act play 2 success;run 1;urgent 1;run 4"},
		{"one that is compared with wants is refused when it is chosen and cannot be activated", change(worth("k / 100.0"), func(c *Config) { c.Goals[1].When = cond("a") }), "quiet;set n 20;set k 50;act work 9 success;order 1;run 2"},
		{"a personality that never wants is checked", moody, "quiet;set n 20;set k 10;act work 9 success;run 1"},
	}
}

// firstKnown puts the first thing there is into the variable of the goal.
func firstKnown(c *action.Ctx, frame []world.Word) action.Status {
	frame[0] = c.State().NextMember(0, 0)
	return action.Running
}

func panicOnA(c *action.Ctx, frame []world.Word) action.Status {
	if c.State().Get(schema.Symbol("a").Base) != 0 {
		panic("a")
	}
	return action.Running
}
