package agent_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// stroller is a crowd in a yard: go_to walks a metre a tick to where the agent remembers a thing to be, take succeeds
// if it is there, any other action lasts until the test says how it ends ("F" fails, "P" panics, "S" succeeds).
type stroller struct {
	*agent.Crowd
	yard *yard
	fate map[string]string
	log  []string

	program  *program.Program
	bindings *action.Bindings
	quiet    bool // nothing is written down
}

// still is the private state of an action that needs none.
type still struct{ Ticks int32 }

func newStroller(t testing.TB, text string, o agent.Options) *stroller {
	t.Helper()
	return newStrollerIn(t, text, o, func(y *yard) sense.Host { return y })
}

// newStrollerIn is newStroller with a host that may add to the yard.
func newStrollerIn(t testing.TB, text string, o agent.Options, host func(*yard) sense.Host) *stroller {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(text)}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	s := &stroller{program: p, yard: newYard(), fate: map[string]string{}}
	b := runner.NewBindings(p.Info)
	for _, a := range p.Info.Actions {
		action.Bind(b, a.Name, func(c *action.Ctx, args *action.Arguments, _ *still) action.Status {
			return s.update(c, a.Name, args)
		})
	}
	o.Senses, o.GoalSink = host(s.yard), goal.SinkFunc(func(e goal.Event) { s.note(e) })
	crowd, err := agent.New(p, b, o)
	if err != nil {
		t.Fatal(err)
	}
	s.Crowd, s.bindings = crowd, b
	return s
}

// note logs decisions.
func (s *stroller) note(e goal.Event) {
	if s.quiet {
		return
	}
	switch e.Kind {
	case goal.WantChosen, goal.WantEnded, goal.WantNone, goal.StepEnded, goal.OrderTaken, goal.OrderDone, goal.OrderRefused, goal.Faulted, goal.GoalSuspended, goal.GoalResumed:
		text, _, _ := strings.Cut(s.View().GoalText(e), " (brain_test.go")
		s.log = append(s.log, text)
	}
}

func (s *stroller) update(c *action.Ctx, name string, args *action.Arguments) action.Status {
	me := s.yard.things[s.Body(c.Agent())]
	switch {
	case s.fate[name] == "P":
		panic("a slip")
	case s.fate[name] == "F":
		return action.Failure
	case s.fate[name] == "S":
		return action.Success
	case name == "go_to":
		w := recalled(s.Crowd, c.Agent(), "position", args[0].Object())
		to := sense.Point{X: w[0].Float(), Y: w[1].Float()}
		me.At.X += max(-1, min(1, to.X-me.At.X))
		me.At.Y += max(-1, min(1, to.Y-me.At.Y))
		if me.At == to {
			return action.Success
		}
	case name == "take":
		if o := args[0].Object(); s.yard.things[o] == nil || s.yard.things[o].At != me.At {
			return action.Failure
		} else {
			delete(s.yard.things, o)
			s.RemoveObject(o)
			return action.Success
		}
	}
	return action.Running
}

// spawn adds an agent whose body stands somewhere.
func (s *stroller) spawn(kind string, at sense.Point) ID {
	id := s.Spawn(kind)
	s.yard.put(s.Body(id), at)
	return id
}

// ID is the name of an agent.
type ID = agent.ID

// lay puts a new object somewhere.
func (s *stroller) lay(typ, name string, at sense.Point) world.Object {
	o, err := s.AddObject(typ, name)
	if err != nil {
		panic(err)
	}
	s.yard.put(o, at).Fixed = typ == "item"
	return o
}

// run makes ticks and returns the log.
func (s *stroller) run(ticks int) []string {
	s.log = nil
	for range ticks {
		s.Step()
		s.yard.move()
	}
	return s.log
}

// expect compares the log.
func (s *stroller) expect(t *testing.T, ticks int, want ...string) {
	t.Helper()
	if got := s.run(ticks); !slices.Equal(got, want) {
		t.Errorf("until tick %d:\n%s\nwant:\n%s", s.Tick(), strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

const gatherers = `
type thing max 12
type item : thing
type person : thing
sense sight { range 12; line_of_sight }
sense hearing { damping 0.5 }
sense damage { }
memory short { span 20s; capacity 8; predict 2s; miss_range 0.5; miss_factor 0.5 }
state agent {
    energy: float
    remembered position(t: thing): vec2
    remembered confidence(t: thing): float
    remembered sensed_now(t: thing): bool
    remembered worth(t: thing): float
    remembered kind(t: thing): int
}
action go_to(t: thing)
action take(i: item)
action stroll
action strike(p: person)
action report
goal fetch(i: item) { while remembered(i); go_to(i); take(i) }
goal look_at(t: thing) { go_to(t) }
goal roam { stroll }
goal attack(p: person) { go_to(p); strike(p) }
goal tell { report }
brain plain {
    want fetch(i) each i in remembered item { score worth(i) }
    want roam { score 0.1 }
    every 0.5s
}
agent gatherer { brain plain; body person; sense sight; memory short }
`

func TestABrainChoosesAmongWhatItRemembers(t *testing.T) {
	s := newStroller(t, gatherers, agent.Options{})
	id := s.spawn("gatherer", sense.Point{})
	s.expect(t, 2, "roam chosen with 0.1")
	s.layWorth("apple", sense.Point{X: 6}, 2)
	s.layWorth("far", sense.Point{X: 40}, 9)
	s.expect(t, 4, "fetch(apple) chosen with 2", "roam ended: inactive: another want is better")
	text := s.View().Explain(id)
	for _, want := range []string{"pursues fetch(apple)", "goal fetch(apple), step 1 of 2", "> fetch(apple)", "  roam", "at 6.0, 0.0, confidence 1.00"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if strings.Contains(text, "far") {
		t.Error("what was never perceived is known:\n" + text)
	}
}

// TestAPerceptChangesTheMindAtOnce: the brain arbitrates each half second, and when it remembers something new that its
// wants are about.
func TestAPerceptChangesTheMindAtOnce(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"what its wants are about", gatherers, "fetch(apple) chosen with 2"},
		{"not before the gap", strings.Replace(gatherers, "every 0.5s", "every 2s gap 1s", 1), ""},
		{"not what they are not about", strings.Replace(gatherers, "i in remembered item { score worth(i)", "i: item { score energy + 2", 1), ""},
	} {
		s := newStroller(t, c.text, agent.Options{})
		s.layWorth("plum", sense.Point{X: 9}, 0.05)
		s.spawn("gatherer", sense.Point{})
		s.run(2)
		s.yard.put(mustFind(t, s.Crowd, "plum"), sense.Point{X: 8})
		s.run(1)
		apple, _ := s.AddObject("item", "apple")
		s.run(1) // objects that come are noticed by wants about all of a type
		s.yard.put(apple, sense.Point{X: 6}).Values[0] = 2
		if got := strings.Join(s.run(1), "; "); !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: in the tick of the percept: %q, want %q", c.name, got, c.want)
		}
	}
}

func mustFind(t *testing.T, c *agent.Crowd, name string) world.Object {
	o, ok := c.View().ObjectNamed(name)
	if !ok {
		t.Fatal(name, "is not there")
	}
	return o
}

// layWorth lays an item that promises something.
func (s *stroller) layWorth(name string, at sense.Point, worth float64) world.Object {
	o := s.lay("item", name, at)
	s.yard.things[o].Values[0] = worth
	return o
}

// TestAnItemTakenByAnotherIsForgottenOnArrival: from behind a wall no agent sees that it is gone.
func TestAnItemTakenByAnotherIsForgottenOnArrival(t *testing.T) {
	for _, c := range []struct {
		name  string
		wall  float64
		ticks int
		want  []string
	}{
		{"seen from near", 4.5, 2, []string{"fetch(plum) chosen with 1", "fetch(apple) ended: inactive: another want is better"}},
		{"not seen before it is there", 5.5, 3, []string{"go_to ended: success", "take ended: failure", "fetch(apple) ended: failure: no way is left (its activity failed)", "fetch(plum) chosen with 1"}},
	} {
		s := newStroller(t, gatherers, agent.Options{})
		id := s.spawn("gatherer", sense.Point{})
		s.layWorth("plum", sense.Point{Y: 9}, 1)
		s.layWorth("apple", sense.Point{X: 6}, 2)
		s.expect(t, 2, "fetch(apple) chosen with 2")
		s.yard.walls = []float64{c.wall}
		delete(s.yard.things, mustFind(t, s.Crowd, "apple"))
		s.expect(t, 3)
		if got := recalled(s.Crowd, id, "worth", mustFind(t, s.Crowd, "apple")); got[0].Float() != 2 {
			t.Errorf("%s: behind the wall it still is what it was, not worth %g", c.name, got[0].Float())
		}
		s.expect(t, c.ticks, c.want...)
		if s.Memory(id).Len() != 1 {
			t.Errorf("%s: it should remember the plum alone:\n%s", c.name, s.View().Explain(id))
		}
	}
}

// TestASoundThroughAWallIsLookedInto: a heard object is remembered where it was heard.
func TestASoundThroughAWallIsLookedInto(t *testing.T) {
	text := strings.Replace(gatherers, "want roam", "want look_at(p) each p in remembered person where !sensed_now(p) { score confidence(p) }\n want roam", 1)
	text = strings.Replace(text, "sense sight;", "sense sight; sense hearing;", 1)
	for _, c := range []struct {
		name     string
		loudness float64
		want     string
	}{
		{"loud enough behind a wall", 20, "look_at(person#3) chosen with 1"},
		{"not loud enough", 8, ""},
	} {
		s := newStroller(t, text, agent.Options{})
		id := s.spawn("gatherer", sense.Point{})
		s.yard.walls = []float64{2}
		other := s.spawn("gatherer", sense.Point{X: 5})
		s.Remove(other)
		who, _ := s.AddObject("person", "")
		s.run(2)
		if !s.Sound(sense.Sound{From: sense.ObjectID(who), At: sense.Point{X: 5}, Loudness: c.loudness}) {
			t.Fatal("nobody hears")
		}
		got := strings.Join(s.run(1), "; ")
		if !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if s.run(6); c.want != "" && s.yard.things[s.Body(id)].At.X != 5 {
			t.Errorf("%s: it is at %v, not where the sound was", c.name, s.yard.things[s.Body(id)].At)
		}
	}
}

// TestSomeoneOutOfSightIsLookedForWhereHeWouldHaveWalked: for as long as the memory predicts, and no longer.
func TestSomeoneOutOfSightIsLookedForWhereHeWouldHaveWalked(t *testing.T) {
	s := newStroller(t, gatherers, agent.Options{})
	id := s.spawn("gatherer", sense.Point{})
	who := s.lay("person", "", sense.Point{X: 3})
	s.yard.things[who].Velocity.Y = 0.25
	s.run(3)
	seen := recalled(s.Crowd, id, "position", who)[1].Float()
	s.yard.walls = []float64{2}
	for _, c := range []struct {
		ticks int
		ahead float64
	}{{1, 0.25}, {9, 2.5}, {10, 5}, {10, 5}} { // it predicts for 2 s
		s.run(c.ticks)
		if at := recalled(s.Crowd, id, "position", who)[1].Float(); at != seen+c.ahead {
			t.Errorf("tick %d: taken to be %g further, want %g", s.Tick(), at-seen, c.ahead)
		}
	}
	if recalled(s.Crowd, id, "sensed_now", who)[0].Bool() {
		t.Error("a wall hides him")
	}
	s.run(200)
	if s.Memory(id).Len() != 0 || recalled(s.Crowd, id, "position", who) != [2]world.Word{} {
		t.Error("after its span it should be forgotten, and the symbol have its default")
	}
}

// TestAPanicInAGoalTakesDownOneAgent: its brain keeps its state, with its orders, and continues after the quarantine.
func TestAPanicInAGoalTakesDownOneAgent(t *testing.T) {
	s := newStroller(t, gatherers, agent.Options{})
	first := s.spawn("gatherer", sense.Point{})
	s.run(2)
	s.fate["stroll"] = "P"
	s.expect(t, 1, "stroll ended: failure", "fault in stroll: a slip", "roam ended: failure: a function of the game panicked")
	delete(s.fate, "stroll")
	if s.Running() != 1 || s.View().Runner(first).Why() != runner.Quarantined { // its brain
		t.Error(s.Running(), "activities run, the agent is", s.View().Runner(first).Why())
	}
	s.Order(first, agent.Order{Goal: "tell"})
	s.spawn("gatherer", sense.Point{})
	s.expect(t, 5, "roam chosen with 0.1")
	s.expect(t, 6, "order 1 taken")
}

// TestPerceivingAndArbitratingDoNotAllocate: once warm.
func TestPerceivingAndArbitratingDoNotAllocate(t *testing.T) {
	if testing.Short() {
		t.Skip("warming up takes a while")
	}
	s := newStroller(t, fighters, agent.Options{Seed: 3})
	s.fate["strike"], s.fate["stroll"] = "S", "S"
	for i := range 4 {
		s.spawn("fighter", sense.Point{X: float64(i)})
		s.yard.put(s.lay("item", "", sense.Point{}), sense.Point{X: float64(3 * i)})
	}
	for range 1500 {
		s.Step()
	}
	s.yard.buffer = true
	s.quiet = true
	for range 500 {
		s.Step()
	}
	if n := testing.AllocsPerRun(300, s.Step); n > 0 {
		t.Errorf("a tick allocates %g times", n)
	}
}
