package agent_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// unseen is a program about apples that are seen and forgotten. Each way to be about an apple is a case.
const unseen = `
type thing max 12
type item : thing
type person : thing
sense sight { range 12; line_of_sight }
memory short { span 2s; capacity 8; miss_range 0.5; miss_factor 0.5 }
state agent {
    last: item
    tasted(i: item): bool
    remembered position(t: thing): vec2
    remembered worth(t: thing): float
}
action stand(i: item)
action stroll
action doze
operator watch(i: item) { do stand(i) }
operator keep(i: item) { effect last = i }
operator taste(i: item) { effect tasted(i) = true }
operator rest { do stroll }
operator sleep { do doze }
`

// An agent whose activity was about a removed object, and that has forgotten it, continues as if it were there.
func TestWhatIsForgottenGoesUnnoticed(t *testing.T) {
	const being = "; idle stroll; body person; sense sight; memory short }"
	for _, c := range []struct {
		name, text, want string
		again            bool // it may think again if the result is the same
	}{
		{"a step is about it", `task guard { method "m" each i in remembered item { watch(i) }; method "r" { rest } }; agent one { plan guard` + being, "watch(apple)", false},
		{"a step to come is about it", `task guard { method "m" each i in remembered item { rest; watch(i) }; method "r" { rest } }; agent one { plan guard` + being, "rest", false},
		{"a plan within a goal is about it", `task see(i: item) { method "m" { watch(i) } }; goal look(i: item) { plan see(i) }; tree t(i: item) { goal look(i) };
			tree all { each i in remembered item { t(i) } }; agent one { tree all; body person; sense sight; memory short }`, "watch(apple)", true},
		{"a loop has it before it", `tree all { each i in remembered item { succeed { timeout 4s { stand(i) } } } }; agent one { tree all; body person; sense sight; memory short }`, "stand(i) aborted", false},
		{"a symbol holds it", `task guard { method "m" when last == none each i in remembered item { keep(i); rest }; method "r" { rest }; method "s" when last == none { rest; rest } }; agent one { plan guard` + being, "keep(apple)", false},
		{"a symbol says something of it", `task guard { method "z" when !exists(i: item where tasted(i)) && !exists(i in remembered item) { sleep }
			method "m" when !exists(i: item where tasted(i)) each i in remembered item { taste(i); rest }; method "r" { rest } }; agent one { plan guard` + being, "taste(apple)", true},
		{"its squad was told of it", `state squad { sensed spotted(i: item): bool }
			task lead { method "z" when !exists(i: item where spotted(i)) { sleep }; method "m" { rest } }
			squad band { plan lead }; agent one { plan rest; body person; sense sight; memory short; squad band }`, "lead in 1 step", true},
		{"nothing is about it", `task guard { method "m" each i in remembered item where worth(i) > 99 { watch(i) }; method "r" { rest } }; agent one { plan guard` + being, "rest", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := watchApple(t, unseen+c.text, c.again, nil)
			if !slices.ContainsFunc(want, func(s string) bool { return strings.Contains(s, c.want) }) {
				t.Errorf("%q does not come to pass in\n%s", c.want, strings.Join(want, "\n"))
			}
			for name, change := range map[string]func(*stroller){
				"the apple is taken": func(s *stroller) { s.drop("apple") },
				"the pear is taken":  func(s *stroller) { s.drop("pear") },
				"another comes":      func(s *stroller) { s.lay("item", "plum", sense.Point{X: 90}) },
				"another goes":       func(s *stroller) { s.drop("far") },
			} {
				if got := watchApple(t, unseen+c.text, c.again, change); !slices.Equal(got, want) {
					t.Errorf("%s:\n%s\nwant:\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			}
		})
	}
}

// watchApple returns the decisions of an agent that has seen two apples, one of which is changed behind a wall.
func watchApple(t *testing.T, text string, again bool, change func(*stroller)) (log []string) {
	var s *stroller
	o := agent.Options{TPS: 10}
	o.Sink = runner.SinkFunc(func(e runner.Event) {
		if !again || e.Kind != runner.PlanKept {
			log = append(log, s.View().Text(e))
		}
	})
	o.TreeSink = bt.SinkFunc(func(e bt.Event) { log = append(log, s.View().TreeText(e)) })
	s = newStroller(t, text, o)
	one := s.spawn("one", sense.Point{})
	s.lay("item", "apple", sense.Point{X: 8})
	s.lay("item", "pear", sense.Point{X: 6})
	s.lay("item", "far", sense.Point{X: 80})
	if len(s.program.Info.Squads) > 0 {
		band := s.Spawn("band")
		s.Join(band, one)
		apple, _ := s.View().ObjectNamed("apple")
		at, _ := s.Schema().Symbol("spotted").Addr(apple)
		s.Home(band, world.ScopeSquad).Set(at, 1)
	}
	s.run(3)
	s.yard.walls = []float64{5}
	s.run(1)
	if change != nil {
		change(s)
	}
	s.run(80)
	return log
}

// drop removes the object with a name from the world.
func (s *stroller) drop(name string) {
	o, _ := s.View().ObjectNamed(name)
	delete(s.yard.things, o)
	if !s.RemoveObject(o) {
		panic("there is no " + name)
	}
}

// TestANewObjectHasNothingOfTheOldOne: in a full population the next object gets the number of a removed one. The
// host's reports to a squad about the old one do not apply to it.
func TestANewObjectHasNothingOfTheOldOne(t *testing.T) {
	s := newStroller(t, strings.Replace(unseen, "type thing max 12", "type thing max 3", 1)+`state squad { sensed spotted(i: item): bool; sensed spotted_at(i: item): vec2 }
		task lead { method "m" { rest } }
		squad band { plan lead }; agent one { plan rest; body person; sense sight; memory short; squad band }`, agent.Options{TPS: 10})
	one := s.spawn("one", sense.Point{})
	s.lay("item", "apple", sense.Point{X: 4})
	s.lay("item", "pear", sense.Point{X: 6})
	band := s.Spawn("band")
	s.Join(band, one)
	apple, _ := s.View().ObjectNamed("apple")
	saidOf := func(o world.Object) (words []world.Word) {
		for _, name := range []string{"spotted", "spotted_at"} {
			at, _ := s.Schema().Symbol(name).Addr(o)
			for i := range world.Addr(s.Schema().Symbol(name).Type.Width()) {
				words = append(words, s.Home(band, world.ScopeSquad).Get(at+i), s.Target(one, false).Get(at+i))
			}
		}
		return words
	}
	at, _ := s.Schema().Symbol("spotted_at").Addr(apple)
	s.Home(band, world.ScopeSquad).Set(at, world.Float(4))
	at, _ = s.Schema().Symbol("spotted").Addr(apple)
	s.Home(band, world.ScopeSquad).Set(at, 1)
	s.run(3)
	if slices.Equal(saidOf(apple), make([]world.Word, 6)) {
		t.Fatal("the squad and its member know nothing of the apple")
	}
	s.drop("apple")
	s.run(1)
	s.lay("item", "plum", sense.Point{X: 90})
	plum, _ := s.View().ObjectNamed("plum")
	if plum&world.IndexMask != apple&world.IndexMask {
		t.Fatalf("the plum is %d, the apple was %d", plum, apple)
	}
	if s.run(1); !slices.Equal(saidOf(plum), make([]world.Word, 6)) {
		t.Errorf("of the plum they know %v", saidOf(plum))
	}
}
