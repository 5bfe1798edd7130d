package karakuri_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri"
)

type none struct{}

type moveTo struct{ Place karakuri.Enum }

type waiting struct{ Left int32 }

func loadMeal(t testing.TB) *karakuri.Program {
	t.Helper()
	p, err := karakuri.Load(os.DirFS("examples/meal"), "meal.krk")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// village is a crowd of the meal whose actions take a random time and sometimes fail.
func village(t testing.TB, p *karakuri.Program, o karakuri.Options) *karakuri.Crowd {
	t.Helper()
	crowd, err := karakuri.New(p, o, karakuri.Bind("move_to", func(c *karakuri.Ctx, to *moveTo, s *waiting) karakuri.Status {
		if s.Left--; s.Left > 0 {
			return karakuri.Running
		}
		if c.Rand().Chance(0.1) {
			return karakuri.Failure
		}
		return karakuri.Success
	}, karakuri.OnStart(func(c *karakuri.Ctx, to *moveTo, s *waiting) { s.Left = int32(c.Rand().Intn(8)) })),
		karakuri.Bind("wander", func(c *karakuri.Ctx, _, _ *none) karakuri.Status { return karakuri.Running }))
	if err != nil {
		t.Fatal(err)
	}
	return crowd
}

// events runs a village for some ticks and returns all that happened.
func events(t *testing.T, p *karakuri.Program, seed uint64) string {
	var log strings.Builder
	crowd := village(t, p, karakuri.Options{Seed: seed, Sink: karakuri.SinkFunc(func(e karakuri.Event) {
		fmt.Fprintln(&log, e.Tick, e.Agent, e.Text())
	})})
	hungry := karakuri.Lookup[bool](p, "hungry")
	var people []karakuri.Agent
	for range 20 {
		people = append(people, crowd.Spawn("villager"))
	}
	for i := range 300 {
		hungry.Set(people[i%len(people)], true)
		crowd.Step()
	}
	return log.String()
}

func TestSameSeedSameEvents(t *testing.T) {
	p := loadMeal(t)
	one := events(t, p, 1)
	if again := events(t, loadMeal(t), 1); again != one {
		t.Error("the same seed gave other events")
	}
	if events(t, p, 2) == one {
		t.Error("the seed makes no difference")
	}
	if n := strings.Count(one, "plan ended: dine"); n < 100 {
		t.Errorf("only %d meals", n)
	}
}

func TestUnboundActionsAreListedWithTheirPlaces(t *testing.T) {
	_, err := karakuri.New(loadMeal(t), karakuri.Options{},
		karakuri.Bind("move_too", func(c *karakuri.Ctx, _, _ *none) karakuri.Status { return karakuri.Success }))
	var found *karakuri.Error
	if !errors.As(err, &found) || len(found.List.All) != 3 {
		t.Fatalf("error: %v", err)
	}
	for i, want := range []string{`action "move_too" is bound, but the model declares none of that name [K341]`,
		"meal.krk:15:1: action move_to(p: place) is not bound [K340]", "meal.krk:16:1: action wander is not bound [K340]"} {
		if got := found.List.All[i].Error(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestLookupSaysWhatIsWrong(t *testing.T) {
	p := loadMeal(t)
	cases := []struct {
		lookup func()
		want   string
	}{
		{func() { karakuri.Lookup[bool](p, "hungri") }, `no symbol "hungri"; it has hungry, has_meal`},
		{func() { karakuri.Lookup[bool](p, "money") }, "symbol money: bool cannot hold int 0..100: use int64"},
		{func() { karakuri.Lookup[string](p, "money") }, "string cannot hold int 0..100"},
		{func() { karakuri.Lookup[karakuri.Value](p, "at") }, "symbol at has one type, place"},
		{func() { karakuri.Lookup[int](p, "ready") }, "symbol ready: int cannot hold bool: use bool"},
	}
	for _, tc := range cases {
		func() {
			defer func() {
				if text, _ := recover().(string); !strings.Contains(text, tc.want) {
					t.Errorf("panic %q does not say %q", text, tc.want)
				}
			}()
			tc.lookup()
		}()
	}
}

func TestSymbolsOfAgentsThatLeft(t *testing.T) {
	p := loadMeal(t)
	crowd := village(t, p, karakuri.Options{})
	v := crowd.Spawn("villager")
	money := karakuri.Lookup[int](p, "money")
	if money.Set(v, 30) != nil || money.Of(v) != 30 {
		t.Error("money cannot be set")
	}
	v.Remove()
	if err := money.Set(v, 40); !errors.Is(err, karakuri.ErrNoAgent) || money.Of(v) != 0 {
		t.Error("an agent that left still has money")
	}
	if w := crowd.Spawn("villager"); money.Of(w) != 0 {
		t.Error("a new agent inherits from one that left")
	}
	ready := karakuri.Lookup[bool](p, "ready")
	if err := ready.Set(crowd.Spawn("villager"), true); err == nil || !strings.Contains(err.Error(), "ready: it is derived") {
		t.Error("a derived symbol can be written")
	}
}

func TestTune(t *testing.T) {
	p := loadMeal(t)
	dear, err := p.Tune(map[string]string{"price": "50"})
	if err != nil {
		t.Fatal(err)
	}
	money := karakuri.Lookup[int](dear, "money")
	crowd := village(t, dear, karakuri.Options{Seed: 1})
	v := crowd.Spawn("villager")
	money.Set(v, 40)
	crowd.Step()
	if plan := v.Plan(); len(plan) != 3 || plan[0].Text != "work" {
		t.Errorf("with 40 and a price of 50 one has to work: %v", plan)
	}
	if _, err := p.Tune(map[string]string{"prise": "50"}); err == nil {
		t.Error("an unknown constant can be tuned")
	}
	if len(p.Warnings()) != 0 || p.Kinds()[0] != "villager" || len(p.Actions()) != 2 {
		t.Error("the program")
	}
}

func TestAFrameDoesNotAllocate(t *testing.T) {
	p := loadMeal(t)
	crowd := village(t, p, karakuri.Options{})
	hungry, at := karakuri.Lookup[bool](p, "hungry"), karakuri.Lookup[string](p, "at")
	v := crowd.Spawn("villager")
	frame := func() {
		hungry.Set(v, true)
		at.Set(v, "shop")
		crowd.Step()
		if at.Of(v) != "shop" {
			t.Error("at")
		}
	}
	for range 100 {
		frame()
	}
	if n := testing.AllocsPerRun(500, frame); n > 0 {
		t.Errorf("a frame allocates %v times", n)
	}
}

// A frame of a thousand villagers who work, buy and eat in turn.
func BenchmarkVillage(b *testing.B) {
	p := loadMeal(b)
	crowd := village(b, p, karakuri.Options{Seed: 1})
	hungry := karakuri.Lookup[bool](p, "hungry")
	var people []karakuri.Agent
	for range 1000 {
		people = append(people, crowd.Spawn("villager"))
	}
	frame := func() {
		for i := range 10 {
			hungry.Set(people[(int(crowd.Tick())*10+i)%len(people)], true)
		}
		crowd.Step()
	}
	for range 1000 {
		frame()
	}
	b.ReportAllocs()
	for b.Loop() {
		frame()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/agent-tick")
}
