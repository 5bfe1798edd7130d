package agent_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// scullery is a place with fewer plates than hands to wash them.
const scullery = `
type plate max 8
objects p1, p2, p3: plate
state agent { n: int 0..1000000 }
action scrub(p: plate)
operator wash(p: plate) { do scrub(p); claim p; effect n += 1 }
task wash_up { method "next" each p: plate { wash(p) } }
tree shift { repeat { plan wash_up } }
goal duty { plan wash_up }
brain dutiful { want duty { score 1 }; every 0.1s; backoff 0.1s to 0.1s }
agent cook { plan wash_up every 0.5s }
agent tree_cook { tree shift }
agent brain_cook { brain dutiful }
`

type plateArgs struct{ P world.Object }

// newScullery returns a crowd of n cooks, of some kinds in turn. A scrub takes some ticks, fails now and then, and
// changes scrubbing when it begins (+1) and stops (-1).
func newScullery(t testing.TB, n int, sink runner.Sink, scrubbing func(p world.Object, by int), kinds ...string) *agent.Crowd {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"case.krk": {Data: []byte(scullery)}}, "case.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	b := runner.NewBindings(p.Info)
	action.Bind(b, "scrub", func(c *action.Ctx, _ *plateArgs, left *int) action.Status {
		if *left--; *left > 0 {
			return action.Running
		}
		if c.Rand().Intn(8) == 0 {
			return action.Failure
		}
		return action.Success
	}, action.OnStart(func(c *action.Ctx, a *plateArgs, left *int) {
		*left = 1 + c.Rand().Intn(9)
		scrubbing(a.P, 1)
	}), action.OnEnd(func(_ *action.Ctx, a *plateArgs, _ *int, _ action.Status) { scrubbing(a.P, -1) }),
		action.OnAbort(func(_ *action.Ctx, a *plateArgs, _ *int, _ action.Reason) { scrubbing(a.P, -1) }))
	c, err := agent.New(p, b, agent.Options{Seed: 7, Sink: sink})
	if err != nil {
		t.Fatal(err)
	}
	if len(kinds) == 0 {
		kinds = []string{"cook"}
	}
	for i := range n {
		c.Spawn(kinds[i%len(kinds)])
	}
	return c
}

// Cooks that come and go never scrub the same plate, and every plate is scrubbed again and again.
func TestClaimedObjectsBelongToOneAgent(t *testing.T) {
	for _, kinds := range [][]string{{"cook"}, {"tree_cook"}, {"brain_cook"}, {"cook", "tree_cook", "brain_cook"}} {
		t.Run(strings.Join(kinds, " "), func(t *testing.T) { scrubAll(t, kinds) })
	}
}

func scrubAll(t *testing.T, kinds []string) {
	held, washed := map[world.Object]int{}, map[world.Object]int{}
	c := newScullery(t, 5, nil, func(p world.Object, by int) {
		if held[p] += by; held[p] > 1 {
			t.Fatalf("plate %d is in %d hands", p, held[p])
		}
		washed[p]++
	}, kinds...)
	for i := range 2000 {
		if i%100 == 99 { // an agent leaves in the midst of it, and another comes
			for id := range c.All {
				c.Remove(id)
				break
			}
			c.Spawn(kinds[i%len(kinds)])
		}
		c.Step()
	}
	for _, p := range c.View().Objects("plate") {
		if washed[p] < 200 {
			t.Errorf("plate %d was taken up or put down %d times only", p, washed[p])
		}
	}
}

func TestClaimsDoNotAllocate(t *testing.T) {
	claimed := 0
	c := newScullery(t, 5, runner.SinkFunc(func(e runner.Event) {
		if e.Kind == runner.PlanNone {
			claimed++
		}
	}), func(world.Object, int) {})
	for range 500 {
		c.Step()
	}
	claimed = 0
	if n := testing.AllocsPerRun(500, c.Step); n > 0 {
		t.Errorf("a tick allocates %v times", n)
	}
	if claimed == 0 {
		t.Error("nobody wanted what another had claimed")
	}
}

// Claims, and the agents that wait for them, are the same after a crowd was rolled back to an earlier tick.
func TestClaimsAfterRollback(t *testing.T) {
	c := newScullery(t, 5, nil, func(world.Object, int) {})
	rounds := sized(8, 20, 40)
	for i := range rounds {
		for range 7 + i%5 {
			c.Step()
		}
		saved := c.Snapshot(nil)
		hash := func() uint64 {
			for range 60 {
				c.Step()
			}
			return c.TraceHash()
		}
		went := hash()
		if err := c.Rollback(saved); err != nil {
			t.Fatal(err)
		}
		if again := hash(); again != went {
			t.Fatalf("from tick %d it goes another way", c.Tick()-60)
		}
		if err := c.Rollback(saved); err != nil {
			t.Fatal(err)
		}
	}
}
