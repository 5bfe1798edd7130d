package karakuri_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
)

// Texts and lists of the file reach actions as Go values: a string, []int64, []float64 or []string.
func ExampleBind_texts() {
	const guard = `
action say(line: text)
action patrol(stops: list of int)
tree watch { sequence { say("All quiet."); patrol([3, 1, 2]) } }
agent guard { tree watch once }
`
	p, err := karakuri.Load(fstest.MapFS{"guard.krk": {Data: []byte(guard)}}, "guard.krk")
	if err != nil {
		panic(err)
	}
	crowd, err := karakuri.New(p, karakuri.Options{},
		karakuri.Bind("say", func(c *karakuri.Ctx, p *struct{ Line string }, _ *struct{}) karakuri.Status {
			fmt.Println("says:", p.Line)
			return karakuri.Success
		}),
		karakuri.Bind("patrol", func(c *karakuri.Ctx, p *struct{ Stops []int64 }, s *struct{ At int32 }) karakuri.Status {
			fmt.Println("walks to", p.Stops[s.At])
			if s.At++; int(s.At) < len(p.Stops) {
				return karakuri.Running
			}
			return karakuri.Success
		}))
	if err != nil {
		panic(err)
	}
	crowd.Spawn("guard")
	for range 4 {
		crowd.Step()
	}
	// Output:
	// says: All quiet.
	// walks to 3
	// walks to 1
	// walks to 2
}

// speech is a stage on which characters say texts, and others give lists. An utterance takes three ticks.
type speech struct{ log []string }

type spoken struct{ Ticks int32 }

func (s *speech) say(c *karakuri.Ctx, p *struct{ Line string }, st *spoken) karakuri.Status {
	if st.Ticks++; st.Ticks < 3 {
		return karakuri.Running
	}
	s.log = append(s.log, fmt.Sprintf("%q", p.Line))
	return karakuri.Success
}

func (s *speech) give(_ *karakuri.Ctx, p *struct {
	Ints   []int64
	Floats []float64
	Texts  []string
	What   karakuri.Value
}, _ *struct{}) karakuri.Status {
	s.log = append(s.log, fmt.Sprintf("%v %v %q", p.Ints, p.Floats, p.Texts))
	return karakuri.Success
}

func (s *speech) any(c *karakuri.Ctx, p *struct{ What karakuri.Value }, _ *struct{}) karakuri.Status {
	s.log = append(s.log, fmt.Sprintf("%s: %q %v %v %q", p.What.Text(c.State()), c.Text(p.What), c.Ints(p.What), c.Floats(p.What), c.Texts(p.What)))
	return karakuri.Success
}

func (s *speech) bindings() []karakuri.Binding {
	return []karakuri.Binding{karakuri.Bind("say", s.say), karakuri.Bind("give", s.give), karakuri.Bind("any", s.any)}
}

const stage = `
type place = { home, shop }
action say(line: text)
action give(a: list of int, b: list of float, c: list of text, d: text | place)
action any(what: text | list of int | list of float | list of text | place)
`

func speaking(t testing.TB, text string) *karakuri.Program {
	t.Helper()
	p, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte(stage + text)}}, "a.krk")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (s *speech) crowd(t testing.TB, text, kind string) (*karakuri.Crowd, karakuri.Agent) {
	t.Helper()
	c, err := karakuri.New(speaking(t, text), karakuri.Options{TPS: 10}, s.bindings()...)
	if err != nil {
		t.Fatal(err)
	}
	return c, c.Spawn(kind)
}

func steps(c *karakuri.Crowd, n int) {
	for range n {
		c.Step()
	}
}

func (s *speech) want(t *testing.T, want ...string) {
	t.Helper()
	if !slices.Equal(s.log, want) {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(s.log, "\n\t"), strings.Join(want, "\n\t"))
	}
	s.log = nil
}

// TestTextsAndListsReachActions from trees, through ports and loops, from plans, through parameters of operators and
// tasks, and from goals.
func TestTextsAndListsReachActions(t *testing.T) {
	for kind, want := range map[string][]string{
		"tree": {
			`[1 -2] [1 2.5] ["a" "b;\n\"c\""]`, `[] [] []`, `"hi"`, `"hello"`, `"one"`, `"two"`,
			`"x": "x" [] [] []`, `[1, 2]: "" [1 2] [] []`, `[0.5]: "" [] [0.5] []`, `["y"]: "" [] [] ["y"]`, `shop: "" [] [] []`, `"not hi"`,
		},
		"plan": {`"I am hungry"`, `"food"`, `"food"`, `[7] [0.25] []`},
		"goal": {`"first"`, `"last"`},
	} {
		s := &speech{}
		c, _ := s.crowd(t, `
tree all {
    sequence {
        give([1, -2], [1, 2.5], ["a", "b;\n\"c\""], "d"); give([], [], [], home)
        greet("hi"); greet
        each w in "one", "two" { say(w) }
        any("x"); any([1, 2]); any([500ms]); any(["y"]); any(shop)
        check("hi"); check("ho")
    }
}
tree greet(line: text = "hello") { say(line) }
tree check(line: text) { selector { if line == "hi"; say("not hi") } }
agent tree { tree all once }

state agent { hungry: bool = true; said: int 0..9 }
operator announce(line: text) { when said < 3 && line != "quiet"; do say(line); effect said += 1, hungry = false }
operator present(n: list of int) { when n == [7]; do give(n, [0.25], [], "") }
task speak(line: text) {
    method "food" when line == "food" && hungry { announce("I am hungry"); speak(line) }
    method "line" { say_twice(line, [7]) }
}
task say_twice(line: text, n: list of int) { method "all" { announce(line); announce(line); present(n) } }
agent plan { plan speak("food") once }

goal talk(first: text, last: text) { say(first); say(last) }
brain mind { want talk("first", "last") { consider 1 } }
agent goal { brain mind }
`, kind)
		steps(c, 30)
		if kind == "goal" { // it is wanted again and again
			s.log = s.log[:min(len(s.log), 2)]
		}
		t.Run(kind, func(t *testing.T) { s.want(t, want...) })
	}
}

// TestTextsInSavedGames: a saved text or list is found by its value in a program whose texts have other places; a
// running action whose text is gone is aborted.
func TestTextsInSavedGames(t *testing.T) {
	const before = `
tree all { parallel { say("zero"); sequence { say("one"); say("two") } } }
agent speaker { tree all once }
`
	for what, c := range map[string]struct {
		after string
		want  []string
		lost  bool
	}{
		"the same":         {before, []string{`"zero"`, `"one"`, `"two"`}, false},
		"others before it": {"agent other { tree hum }\ntree hum { sequence { say(\"a\"); say(\"b\"); say(\"one\") } }\n" + before, []string{`"zero"`, `"one"`, `"two"`}, false},
		"one is gone":      {strings.Replace(before, "zero", "nought", 1), []string{`"one"`, `"two"`}, true},
	} {
		t.Run(what, func(t *testing.T) {
			s := &speech{}
			crowd, _ := s.crowd(t, before, "speaker")
			steps(crowd, 2)
			saved := crowd.Snapshot(nil)
			later, report, err := karakuri.Restore(speaking(t, c.after), karakuri.Options{TPS: 10}, saved, s.bindings()...)
			if err != nil {
				t.Fatal(err)
			}
			steps(later, 12)
			if c.lost {
				s.log = slices.DeleteFunc(s.log, func(line string) bool { return strings.Contains(line, "nought") })
			}
			s.want(t, c.want...)
			if lost := strings.Contains(fmt.Sprint(report.Notes), `say("zero") of tree all ends`); lost != c.lost {
				t.Errorf("%v", report.Notes)
			}

			if _, err := crowd.Reload(speaking(t, c.after), s.bindings()...); err != nil {
				t.Fatal(err)
			}
			steps(crowd, 12)
			if c.lost {
				s.log = slices.DeleteFunc(s.log, func(line string) bool { return strings.Contains(line, "nought") })
			}
			s.want(t, c.want...)
		})
	}
}

// TestPlansWithTextsAreSaved with their arguments, by value.
func TestPlansWithTextsAreSaved(t *testing.T) {
	const before = `
state agent { said: int 0..9 }
operator announce(line: text) { do say(line); effect said += 1 }
task speak(line: text) { method "all" when said < 3 { announce("first"); announce(line); announce("last") } }
agent speaker { plan speak("second") once }
`
	s := &speech{}
	crowd, speaker := s.crowd(t, before, "speaker")
	steps(crowd, 2)
	saved := crowd.Snapshot(nil)
	const other = "operator hum { do say(\"hum\") }\nagent other { plan hum }\n"
	for _, text := range []string{before, other + before} {
		later, report, err := karakuri.Restore(speaking(t, text), karakuri.Options{TPS: 10}, saved, s.bindings()...)
		if err != nil {
			t.Fatal(err)
		}
		var plan []string
		for _, step := range later.Agent(speaker.ID()).Plan() {
			plan = append(plan, step.Text)
		}
		if got := strings.Join(plan, ", "); got != `announce("first"), announce("second"), announce("last")` {
			t.Errorf("the plan is %s; %v", got, report.Notes)
		}
		steps(later, 12)
		s.want(t, `"first"`, `"second"`, `"last"`)
	}
}

// TestArgumentsThatTheGameHasChanged: an action whose text is not in the program fails when it is restored; the others
// continue.
func TestArgumentsThatTheGameHasChanged(t *testing.T) {
	const text = `
tree all { parallel all fail 2 { say("a"); say("b") } }
agent speaker { tree all once }
`
	var log []string
	say := func(c *karakuri.Ctx, p *struct{ Line string }, st *spoken) karakuri.Status {
		if p.Line == "b" {
			p.Line = "of my own"
		}
		if st.Ticks++; st.Ticks < 3 {
			return karakuri.Running
		}
		log = append(log, p.Line)
		return karakuri.Success
	}
	s := &speech{}
	bindings := append(s.bindings()[1:], karakuri.Bind("say", say))
	crowd, err := karakuri.New(speaking(t, text), karakuri.Options{}, bindings...)
	if err != nil {
		t.Fatal(err)
	}
	crowd.Spawn("speaker")
	steps(crowd, 2)
	later, _, err := karakuri.Restore(speaking(t, text), karakuri.Options{}, crowd.Snapshot(nil), bindings...)
	if err != nil {
		t.Fatal(err)
	}
	steps(later, 5)
	if !slices.Equal(log, []string{"a"}) {
		t.Errorf("said %q", log)
	}
}

// TestTextsAllocateNothing once warm: starting, updating and ending actions with texts and lists.
func TestTextsAllocateNothing(t *testing.T) {
	const text = `
tree all { repeat { sequence { talk("a", [1, 2], [0.5], ["x"]); talk("b", [], [1, 2], ["y", "z"]) } } }
action talk(line: text, a: list of int, b: list of float, c: list of text)
agent speaker { tree all }
`
	sum := 0
	s := &speech{}
	p := speaking(t, text)
	crowd, err := karakuri.New(p, karakuri.Options{}, append(s.bindings(), karakuri.Bind("talk", func(_ *karakuri.Ctx, p *struct {
		Line string
		A    []int64
		B    []float64
		C    []string
	}, st *spoken) karakuri.Status {
		sum += len(p.Line) + len(p.A) + len(p.B) + len(p.C)
		if st.Ticks++; st.Ticks < 3 {
			return karakuri.Running
		}
		return karakuri.Success
	}))...)
	if err != nil {
		t.Fatal(err)
	}
	crowd.Spawn("speaker")
	steps(crowd, 100)
	if n := testing.AllocsPerRun(200, func() { crowd.Step() }); n != 0 || sum == 0 {
		t.Errorf("%v allocations a tick", n)
	}
}

// TestBindingsOfTextsAreChecked: a field that cannot hold a text or list is a mistake that names the right type.
func TestBindingsOfTextsAreChecked(t *testing.T) {
	p := speaking(t, "")
	s := &speech{}
	_, err := karakuri.New(p, karakuri.Options{}, s.bindings()[2],
		karakuri.Bind("say", func(*karakuri.Ctx, *struct{ Line []string }, *struct{}) karakuri.Status { return karakuri.Success }),
		karakuri.Bind("give", func(*karakuri.Ctx, *struct {
			A []float64
			B []float32
			C string
			D string
		}, *struct{}) karakuri.Status {
			return karakuri.Success
		}))
	if err == nil {
		t.Fatal("they are accepted")
	}
	for _, want := range []string{
		"field Line, parameter line: []string cannot hold text: use string", "field A, parameter a: []float64 cannot hold list of int: use []int64",
		"field B, parameter b: []float32 cannot hold list of float: use []float64", "field C, parameter c: string cannot hold list of text: use []string",
		"field D, parameter d: string cannot hold text | place: use Value",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in\n%v", want, err)
		}
	}
}
