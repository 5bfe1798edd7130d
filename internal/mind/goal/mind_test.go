package goal_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// rivals are two wants whose scores go up and down around each other.
func rivals(inertia float64) Config {
	endless := func(name string, id int32) Goal { return Goal{Name: name, Ways: steps(act(id))} }
	return Config{Goals: []Goal{endless("g0", work), endless("g1", play)}, Brains: []Brain{{Name: "mind", Inertia: utility.Inertia{Bonus: inertia},
		Wants: []Want{standing("w0", 0, "n / 1000.0"), standing("w1", 1, "k / 1000.0")}}}}
}

func TestInertiaKeepsFromFlipFlop(t *testing.T) {
	for _, c := range []struct {
		inertia     float64
		least, most int
	}{{0, 300, 1000}, {0.05, 1, 1}} {
		th := newTheatre(t, rivals(c.inertia))
		th.follow("act work 5000 success")
		th.follow("act play 5000 success")
		chosen := 0
		th.env.Sink = SinkFunc(func(e Event) {
			if e.Kind == WantChosen {
				chosen++
			}
		})
		for i := range 1000 {
			th.follow(fmt.Sprint("set n ", 500+i*7%11))
			th.follow(fmt.Sprint("set k ", 500+i*5%11))
			th.step()
		}
		if chosen < c.least || chosen > c.most {
			t.Errorf("inertia %v: %d choices in 1000 ticks, want %d to %d", c.inertia, chosen, c.least, c.most)
		}
	}
}

func TestPersonalityScalesAndReplacesScores(t *testing.T) {
	cfg := rivals(0)
	cfg.Brains[0].Personalities = []Personality{
		{Name: "brave", Traits: []Trait{{Want: 1, Scale: 1.5}}},
		{Name: "reckless", Traits: []Trait{{Want: 1, Replace: &Worth{Score: number("2.0")}}}},
		{Name: "meek", Traits: []Trait{{Want: 0, Never: true}}},
	}
	for personality, want := range map[int]struct {
		want  int32
		score float64
	}{Plain: {0, 0.5}, 0: {1, 0.6}, 1: {1, 2}, 2: {1, 0.4}} {
		th := newTheatre(t, cfg)
		th.follow("set n 500")
		th.follow("set k 400")
		th.follow("act work 9 success")
		th.follow("act play 9 success")
		th.mind.Reset(th.p, 0, personality)
		r := th.mind.Explain(&th.env)
		if d := r.Choice.Score - want.score; r.Want != want.want || d > 1e-9 || d < -1e-9 {
			t.Errorf("personality %d: want %d with %v, want %+v", personality, r.Want, r.Choice.Score, want)
		}
		th.step()
		if got := th.mind.Pursued(0).Want; got != want.want {
			t.Errorf("personality %d: want %d is pursued, want %d", personality, got, want.want)
		}
		th.finish()
	}
}

// TestExplanationTellsEveryCandidate compares the table of an arbitration in which each candidate has another fate.
func TestExplanationTellsEveryCandidate(t *testing.T) {
	g := func(name string, id int32) Goal { return Goal{Name: name, Ways: steps(act(id))} }
	cfg := Config{Goals: []Goal{g("good", work), g("barred", play), attack(), g("bad", rest)}}
	cfg.Goals[1].When = cond("a")
	considered := Want{Name: "considered", Goal: 0, Worth: Worth{Weight: 2, Considerations: []utility.Consideration{{Input: 0, Max: 100, Curve: curve.Quadratic.Curve()}}}}
	unthought := standing("unthought", 0, "1.0")
	unthought.When = cond("a")
	b := Brain{Name: "mind", Interval: 1, Inputs: []Input{{Input: utility.Input{Name: "number", Self: true}, Value: number("n * 1.0")}}, Failures: Failures{Backoff: 8},
		Inertia: utility.Inertia{Bonus: 0.5}}
	b.Wants = []Want{considered, standing("barred", 1, "5.0"), hunt(2), unthought, standing("failing", 3, "9.0"), standing("other", 0, "0.3")}
	b.Personalities = []Personality{{Name: "odd", Traits: []Trait{{Want: 2, Scale: 0.5}, {Want: 5, Never: true}}}}
	cfg.Brains = []Brain{b}
	th := newTheatre(t, cfg)
	th.mind.Reset(th.p, 0, 0)
	for _, line := range []string{"act rest 1 failure", "act work 9 success", "add orc 0.4", "set n 50", "run 2"} {
		th.follow(line)
	}
	const want = `chosen: considered, score 0.7500
  unthought                    its condition does not hold: a was false
  failing                      it rests after a failure until tick 9
  other                        not for this personality
> considered                   0.7500 = 0.2500 x weight 2 x inertia 1.5
      number                   0.2500 = curve(0.5000), value 50
  barred                       5.0000 = 5.0000, its goal or task cannot start
  hunt(orc)                    0.2000 = 0.4000 x personality 0.5
      worth(t) = 0.4
`
	before := string(th.saved())
	log := th.log.Len()
	if got := th.mind.Explain(&th.env).String(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if string(th.saved()) != before || th.log.Len() != log {
		t.Error("explaining changed the mind or told events")
	}
}

// TestExplanationIsWhatHappens compares the explanation before each arbitration with the choice, including random ones.
func TestExplanationIsWhatHappens(t *testing.T) {
	cfg := rivals(0)
	cfg.Brains[0].Selection.Rule = utility.WeightedRandom
	cfg.Brains[0].Wants = append(cfg.Brains[0].Wants, standing("w2", 2, "0.6"))
	cfg.Goals = append(cfg.Goals, Goal{Name: "g2", When: cond("a"), Ways: steps(act(rest))})
	th := newTheatre(t, cfg)
	th.follow("act work 9 success")
	th.follow("act play 9 success")
	th.follow("set n 300")
	th.follow("set k 300")
	got, changes := int32(-1), 0
	th.env.Sink = SinkFunc(func(e Event) {
		if e.Kind == WantChosen || e.Kind == WantKept {
			got = e.Want
		}
		if e.Kind == WantChosen {
			changes++
		}
	})
	for range 60 {
		th.enter()
		th.env.Ctx.Enter(1, th.tick+1, th.state)
		want := th.mind.Explain(&th.env).Want
		if foretold, _ := th.mind.Foretell(&th.env); foretold != want {
			t.Fatalf("tick %d: %d is foretold, the explanation said %d", th.tick, foretold, want)
		}
		if th.step(); got != want {
			t.Fatalf("tick %d: %d was chosen, the explanation said %d", th.tick, got, want)
		}
	}
	if changes < 10 {
		t.Errorf("only %d changes: chance has not decided", changes)
	}
}

// TestFunctionsOfGoAndExpressionsAreAlike plays a case with conditions and arguments of either kind.
func TestFunctionsOfGoAndExpressionsAreAlike(t *testing.T) {
	play := func(c Cond, v Value) string {
		g := attack()
		g.While, g.Ways[0].Steps[0].Args = c, []Arg{{Value: v}}
		th := newTheatre(t, Config{Goals: []Goal{g}})
		for _, line := range []string{"add orc 1", "act walk 3 success", "start 0 orc", "run 2", "set good(orc) 0", "run 1"} {
			th.follow(line)
		}
		th.finish()
		return th.log.String()
	}
	good := schema.Symbol("good")
	a := play(cond("good(t)"), expr.CompileValue(term("t", thing)))
	b := play(CondFunc(func(m *expr.Machine, frame []world.Word) bool {
		at, _ := good.Addr(frame[0])
		return m.State.Get(at) != 0
	}), ValueFunc{Of: thing, Func: func(m *expr.Machine, frame, dst []world.Word) { dst[0] = frame[0] }})
	if a != b || !strings.Contains(a, "its while does not hold") {
		t.Errorf("expressions:\n%s\nfunctions:\n%s", a, b)
	}
}

// TestConditionsThatPanicAreFaults lets the score, the condition and the argument of a want panic in turn.
func TestConditionsThatPanicAreFaults(t *testing.T) {
	bad := ValueFunc{Of: expr.FloatType, Func: func(*expr.Machine, []world.Word, []world.Word) { panic("bad value") }}
	for name, change := range map[string]func(*Config){
		"score": func(c *Config) { c.Brains[0].Wants[1].Worth.Score = bad },
		"when": func(c *Config) {
			c.Brains[0].Wants[1].When = CondFunc(func(*expr.Machine, []world.Word) bool { panic("bad condition") })
		},
		"goal": func(c *Config) {
			c.Goals[1].When = CondFunc(func(*expr.Machine, []world.Word) bool { panic("bad condition") })
		},
	} {
		cfg := rivals(0)
		change(&cfg)
		th := newTheatre(t, cfg)
		th.follow("set n 10")
		th.follow("set k 90")
		th.tick++
		th.enter()
		th.mind.Tick(&th.env)
		if f, ok := th.env.TakeFault(); !ok || !strings.HasPrefix(f.Message, "bad") {
			t.Errorf("%s: fault %v, %+v", name, ok, f)
		}
		th.finish()
	}
}

func TestOrdersAreBounded(t *testing.T) {
	th := newTheatre(t, rivals(0))
	for i := range MaxOrders + 1 {
		if n := th.mind.Order(&th.env, Order{Goal: 0}); (n == 0) != (i == MaxOrders) {
			t.Errorf("order %d has number %d", i, n)
		}
	}
	if n := th.mind.Orders(); n != MaxOrders {
		t.Errorf("%d orders wait", n)
	}
}

// TestStepsThatTakeNoTimeDoNotHoldTheTick lets a goal have more steps than begin in a tick.
func TestStepsThatTakeNoTimeDoNotHoldTheTick(t *testing.T) {
	var list []Step
	for range 2 * MaxMoves {
		list = append(list, act(work))
	}
	th := newTheatre(t, Config{Goals: []Goal{{Name: "main", Ways: steps(list...)}}})
	th.follow("start 0")
	ticks := 0
	for ticks < 20 && th.pursuit.Running() {
		th.step()
		ticks++
	}
	if th.starts != len(list) || ticks < 3 || ticks == 20 {
		t.Errorf("%d starts in %d ticks", th.starts, ticks)
	}
}

// TestFailuresAreBounded fails on more targets than are remembered: those that were given up are kept longest.
func TestFailuresAreBounded(t *testing.T) {
	fails := Goal{Name: "fails", Params: []world.Type{{Kind: world.KindInt}}, Ways: steps(act(work))}
	w := Want{Name: "w", Goal: 0, Args: []Arg{{Value: ValueFunc{world.Type{Kind: world.KindInt}, func(_ *expr.Machine, frame, dst []world.Word) { dst[0] = frame[0] }}}},
		Targeted: true, Worth: Worth{Score: number("1.0")}}
	th := newTheatre(t, Config{Goals: []Goal{fails}, Brains: []Brain{{Name: "mind", Wants: []Want{w}, Failures: Failures{Limit: 1}}}})
	th.env.Offers = many(MaxTargets)
	th.follow("act work 1 failure")
	for range 3 * MaxFailures {
		th.step()
	}
	resting := func() (list []utility.Target) {
		for _, c := range th.mind.Explain(&th.env).Candidates {
			if c.Why == Resting {
				list = append(list, c.Target)
			}
		}
		return list
	}
	before := resting()
	if len(before) != MaxFailures {
		t.Fatalf("%d rest", len(before))
	}
	th.mind.Forgive(0, before[5])
	if after := resting(); len(after) != MaxFailures-1 || slices.Contains(after, before[5]) {
		t.Errorf("%d rest after %d was forgiven", len(after), before[5])
	}
}

// TestTargetsAreBounded offers more than are examined.
func TestTargetsAreBounded(t *testing.T) {
	cfg := rivals(0)
	cfg.Brains[0].Wants = append(cfg.Brains[0].Wants, Want{Name: "many", Targeted: true, Worth: Worth{Score: number("1.0")}})
	th := newTheatre(t, cfg)
	th.enter()
	th.env.Offers = many(MaxTargets + 5)
	if n := len(th.mind.Explain(&th.env).Candidates); n != MaxTargets+2 {
		t.Errorf("%d candidates", n)
	}
}

// TestRefusalsAreBounded has many better targets on which nothing can be done: the present pursuit continues, and is
// not compared any further.
func TestRefusalsAreBounded(t *testing.T) {
	cfg := rivals(0)
	for range MaxRefusals {
		w := standing("barred", 2, "5.0")
		cfg.Brains[0].Wants = append(cfg.Brains[0].Wants, w)
	}
	barred := false
	cfg.Goals = append(cfg.Goals, Goal{Name: "barred", When: CondFunc(func(*expr.Machine, []world.Word) bool { return false })})
	cfg.Brains[0].Wants[2].When = CondFunc(func(*expr.Machine, []world.Word) bool { return barred })
	th := newTheatre(t, cfg)
	th.script("set n 10;set k 20;act play 9 success;act work 9 success;run 1;set n 30;run 1")
	if got := th.mind.Pursued(0).Want; got != 0 {
		t.Fatalf("with %d refusals want %d is pursued, want 0", MaxRefusals-1, got)
	}
	barred = true
	th.script("set k 40")
	before := th.mind.Pursued(0).Want
	if th.step(); th.mind.Len() != 1 || th.mind.Pursued(0).Want != before {
		t.Errorf("with %d refusals something changes", MaxRefusals)
	}
}

// TestProbesAreBounded has goals with two ways each, all of which lead to a condition that does not hold: to follow
// them all would take 2^13 looks.
func TestProbesAreBounded(t *testing.T) {
	var cfg Config
	for i := range 13 {
		cfg.Goals = append(cfg.Goals, Goal{Name: "g", Ways: []Way{{Steps: []Step{sub(i + 1)}}, {Steps: []Step{sub(i + 1)}}}})
	}
	looks := 0
	cfg.Goals = append(cfg.Goals, Goal{Name: "last", When: CondFunc(func(*expr.Machine, []world.Word) bool { looks++; return false })})
	cfg.Brains = []Brain{{Name: "mind", Wants: []Want{standing("w", 0, "1.0")}}}
	th := newTheatre(t, cfg)
	th.enter()
	if th.mind.Explain(&th.env); looks == 0 || looks > MaxProbes {
		t.Errorf("%d looks", looks)
	}
}

// many offers targets from 0 up.
type many int

func (n many) Targets(dst []utility.Target, want int) []utility.Target {
	for i := range int(n) {
		dst = append(dst, utility.Target(i))
	}
	return dst
}

func (many) Forget(int, utility.Target) {}

func (many) Rests(int64) {}

// TestSuspenderIsTold suspends and resumes a step that can be.
func TestSuspenderIsTold(t *testing.T) {
	th := newTheatre(t, Config{Goals: []Goal{{Name: "main", Ways: steps(with(act(work), func(s *Step) { s.Suspends = true }))}}})
	var s suspender
	th.env.Suspender = &s
	for _, line := range []string{"act work 3 success", "start 0", "run 1", "suspend", "resume", "run 1", "suspend", "abort"} {
		th.follow(line)
	}
	if s.text != "suspend resume suspend " || th.stops != 1 {
		t.Errorf("%s, %d stops", s.text, th.stops)
	}
}

// TestAPanicAsItIsSuspendedFailsAll: and so does one as it is resumed.
func TestAPanicAsItIsSuspendedFailsAll(t *testing.T) {
	for _, c := range []struct {
		slips, script string
		fails         bool
	}{{"suspend ", "suspend", true}, {"resume ", "suspend", false}, {"resume ", "suspend;resume", true}} {
		th := newTheatre(t, Config{Goals: []Goal{
			{Name: "outer", Ways: steps(with(sub(1), func(s *Step) { s.Optional = true }), act(play))},
			{Name: "inner", Ways: steps(with(act(work), func(s *Step) { s.Suspends, s.Optional = true, true }))}}})
		th.env.Suspender = &suspender{slips: c.slips}
		th.script("act work 3 success;start 0;run 1;" + c.script)
		if _, broken := th.env.TakeFault(); broken != c.fails || th.pursuit.Running() == c.fails || th.stops != map[bool]int{true: 1}[c.fails] {
			t.Errorf("%s of %s: broken %t, running %t, %d stops", c.slips, c.script, broken, th.pursuit.Running(), th.stops)
		}
		if th.pursuit.Running() {
			th.follow("abort")
		}
		th.finish()
	}
}

type suspender struct{ text, slips string }

func (s *suspender) Suspend(c *action.Ctx, _ action.Handle) { s.tell(c, "suspend ") }
func (s *suspender) Resume(c *action.Ctx, _ action.Handle)  { s.tell(c, "resume ") }

func (s *suspender) tell(c *action.Ctx, what string) {
	if s.text += what; s.slips == what {
		c.PutFault(action.Fault{Action: "work", Message: "a slip"})
	}
}

// TestExplainComparesOrders: where a brain says what orders are worth, the one that is compared is among the
// candidates, and it may be the choice.
func TestExplainComparesOrders(t *testing.T) {
	cfg := rivals(0)
	cfg.Brains[0].Orders = number("0.9")
	th := newTheatre(t, cfg)
	th.script("set n 10;set k 20;act play 9 success;act work 9 success;run 1")
	if r := th.mind.Explain(&th.env); r.Order != 0 || r.Want < 0 {
		t.Errorf("order %d and want %d are chosen, and there is no order", r.Order, r.Want)
	}
	th.script("order 0")
	r := th.mind.Explain(&th.env)
	if r.Order != 1 || r.Want >= 0 || !strings.Contains(r.String(), "chosen: order 1, score 0.9000") {
		t.Errorf("order %d and want %d are chosen:\n%s", r.Order, r.Want, r)
	}
	th.script("run 1")
	if got := th.mind.Pursued(th.mind.Len() - 1).Order; got != r.Order {
		t.Errorf("order %d is pursued", got)
	}
	th.finish()
}

// TestWhatRestsCanBeRoused: a want that failed rests until it is roused by the tick of its failure. A want that was
// given up is not roused, and one that failed in another tick continues to rest.
func TestWhatRestsCanBeRoused(t *testing.T) {
	g := func(name string, id int32) Goal { return Goal{Name: name, Ways: steps(act(id))} }
	b := Brain{Name: "mind", Interval: 50, Gap: 3, Failures: Failures{Backoff: 90, Limit: 3}, Wants: []Want{standing("w", 0, "9.0"), standing("other", 1, "0.5")}}
	th := newTheatre(t, Config{Goals: []Goal{g("g", work), g("h", play)}, Brains: []Brain{b}})
	th.mind.Reset(th.p, 0, Plain)
	for _, line := range []string{"act work 4 failure", "act play 99 success", "run 4"} {
		th.follow(line)
	}
	failed := th.tick
	if !slices.Equal(th.rested, []int64{failed - 3}) || !th.mind.Awaits(failed, failed) || th.mind.Awaits(failed-1, failed) || th.mind.Awaits(failed, failed+90) {
		t.Errorf("it failed in tick %d: %v", failed, th.rested)
	}
	th.follow("run 1") // it takes up the other
	if th.mind.Heeds(th.tick+2) || !th.mind.Heeds(th.tick+3) {
		t.Error("it heeds once the gap is over")
	}
	th.follow("run 6")
	th.mind.Rouse(failed-1, th.tick)
	th.follow("run 1")
	if th.mind.Pursued(0).Want != 1 {
		t.Error("another failure was roused")
	}
	th.mind.Rouse(failed, th.tick)
	if th.mind.Awaits(failed, th.tick) {
		t.Error("it rests no more")
	}
	th.follow("run 1")
	if th.mind.Pursued(0).Want != 0 {
		t.Error("it was roused")
	}
	for range 2 {
		th.follow("run 3")
		th.mind.Rouse(th.tick, th.tick)
		th.follow("run 4")
	}
	if last := th.rested[len(th.rested)-1]; len(th.rested) != 2 || th.mind.Pursued(0).Want != 1 {
		t.Errorf("it was given up after its third failure, and not roused: %v, %d", th.rested, last)
	}
	th.finish()
}
