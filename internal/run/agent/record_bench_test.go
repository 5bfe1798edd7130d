package agent_test

import (
	"fmt"
	"io"
	"os"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/town"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

const village = `
type place = { home, shop, office }
const price = 5
state agent { sensed hungry: bool = true; has_meal: bool; money: int 0..100 = 0; at: place = home; pos: vec2 }
action move_to(p: place) uses legs
action wander uses legs
operator eat  { when has_meal; do move_to(home); effect has_meal = false, hungry = false }
operator buy  { when money >= price; do move_to(shop); effect money -= price, has_meal = true }
operator work { do move_to(office); effect money += price }
task dine {
    method "eat what we have" when has_meal { eat }
    method "buy first" when money >= price { buy; dine }
    method "earn first" { work; dine }
}
agent villager { plan dine when hungry every 1s; idle wander }
`

// newVillage returns a crowd of villagers that walk, each action for some seconds, and are hungry again from time to
// time. Every tick of a walk writes where they are.
func newVillage(t testing.TB, n int, o agent.Options) *agent.Crowd {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(village)}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	schema := p.Info.Schema
	hungry, pos := schema.Symbol("hungry").Base, schema.Symbol("pos").Base
	type job struct{ Left int32 }
	walk := func(c *action.Ctx, j *job) action.Status {
		if j.Left == 0 {
			j.Left = int32(20 + c.Rand().Intn(20))
		}
		st := c.State()
		st.Set(pos, world.Float(st.Get(pos).Float()+0.5))
		if j.Left--; j.Left > 0 {
			return action.Running
		}
		return action.Success
	}
	b := runner.NewBindings(p.Info)
	action.Bind(b, "move_to", func(c *action.Ctx, p *struct{ P action.Enum }, j *job) action.Status { return walk(c, j) },
		action.OnEnd(func(c *action.Ctx, p *struct{ P action.Enum }, j *job, s action.Status) {
			if p.P == 0 {
				c.State().Set(hungry, 0)
			}
		}))
	action.Bind(b, "wander", func(c *action.Ctx, p *struct{}, j *job) action.Status {
		s := walk(c, j)
		if s == action.Success {
			c.State().Set(hungry, 1)
		}
		return s
	})
	crowd, err := agent.New(p, b, o)
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		crowd.Spawn("villager")
	}
	return crowd
}

// newSoldiers returns a crowd of the soldiers of the examples, in the town.
func newSoldiers(t testing.TB, n int, o agent.Options) *agent.Crowd {
	t.Helper()
	p, ds := program.Load(os.DirFS("../../../examples"), "soldier/soldier.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	live, err := town.New(p, town.Options{Crowd: o})
	if err != nil {
		t.Fatal(err)
	}
	if err := live.Populate(n); err != nil {
		t.Fatal(err)
	}
	return live.Crowd()
}

// BenchmarkRecording shows what a recorder costs a crowd: a tick of 1000 villagers that do nothing but walk and write
// where they are, and one of 200 soldiers that plan.
func BenchmarkRecording(b *testing.B) {
	for _, c := range []struct {
		name string
		make func(o agent.Options) *agent.Crowd
	}{
		{"village", func(o agent.Options) *agent.Crowd { return newVillage(b, 1000, o) }},
		{"soldiers", func(o agent.Options) *agent.Crowd { return newSoldiers(b, 200, o) }},
	} {
		for _, on := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/recorded=%t", c.name, on), func(b *testing.B) {
				o := agent.Options{Seed: 1}
				if on {
					o.Recorder = ktrace.NewRecorder(io.Discard, ktrace.Options{})
				}
				crowd := c.make(o)
				for range 300 {
					crowd.Step()
				}
				b.ReportAllocs()
				for b.Loop() {
					crowd.Step()
				}
			})
		}
	}
}

func TestRecordingAllocatesNothing(t *testing.T) {
	crowd := newVillage(t, 50, agent.Options{Seed: 1, History: 8, Recorder: ktrace.NewRecorder(io.Discard, ktrace.Options{})})
	for range 1000 {
		crowd.Step()
	}
	if n := testing.AllocsPerRun(500, crowd.Step); n > 0 {
		t.Errorf("a tick of a recorded crowd allocates %g times", n)
	}
}
