package agent_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// Trees and plans that are not looked at while nothing happens to them would have had the same results.
func TestSteadyTreesComeToTheSame(t *testing.T) {
	ticks, list := 600, scenes(t)
	for _, s := range list[:len(list):len(list)] {
		if careful := *s; testing.Short() {
			s.careful, ticks = true, 250
		} else {
			careful.careful = true
			list = append(list, &careful)
		}
	}
	for _, s := range list {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			c, other := s.start(t), s.start(t)
			other.Shallow()
			deep := 0
			for tick := range ticks {
				if got, want := factsOf(c), factsOf(other); got != want {
					t.Fatalf("tick %d\n%+v\nwant\n%+v", tick, got, want)
				}
				if s.careful && tick%7 == 0 && !bytes.Equal(c.Snapshot(nil), other.Snapshot(nil)) {
					t.Fatalf("tick %d: the snapshots differ", tick)
				}
				s.drive(c)
				s.drive(other)
				c.Step()
				other.Step()
				deep += c.Deep()
			}
			if other.Deep() > 0 {
				t.Error("the other does not look at its trees either")
			}
			t.Logf("%d turns", deep)
		})
	}
}

// nested is a mind whose tree does several things at a time, with plans and trees within.
const nested = `
action step(n: int)
action hum
action look
state agent { sensed alarm: bool; n: int 0..9; m: int 0..9 }
operator go { do step(n); effect n = 0 }
operator both { do parallel any { step(3); hum }; effect m = 0 }
operator within { do busy(2) }
task round {
    method "a" when n > 4 { both; go }
    method "b" { go; both; within }
}
task deep { method "c" { within } }
tree busy(k: int) { sequence { step(k); parallel { plan deeper; timeout 9s { repeat 3 { look } } } } }
task deeper { method "d" { both; go } }
tree live {
    selector {
        when alarm abort both { hum }
        parallel { busy(1); plan deep; sequence { wait 1.5s; plan round; step(n) } }
        wait 0.4s
    }
}
agent folk { tree live }
agent doer { plan round }
`

// grades are levels of which the first is that of agents that do not matter either way.
var grades = []schedule.Level{{Name: "near"}, {Name: "far", Seconds: 0.4, Significance: -1}}

// The same, where actions last for long and write to the state now and then, agents leave within the tick, and several
// workers decide.
func TestSteadyTreesWithinTrees(t *testing.T) {
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(nested)}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(ds.All)
	}
	for _, o := range []agent.Options{{Seed: 1}, {Seed: 2, Workers: 3}, {Seed: 3, NodesPerTick: 1}, {Seed: 4, TurnsPerTick: 5}, {Seed: 5, CrowdNodesPerTick: 2},
		{Seed: 6, Levels: grades, TurnsPerTick: 7}, {Seed: 7, Levels: grades}, {Seed: 8}, {Seed: 10}} {
		t.Run(fmt.Sprint(o.Seed), func(t *testing.T) {
			slips := o.Seed%2 > 0
			start := func(log *[]string) *agent.Crowd {
				var c *agent.Crowd
				o.Sink = runner.SinkFunc(func(e runner.Event) { *log = append(*log, fmt.Sprintf("%d %d %s", e.Tick, e.Agent, c.View().Text(e))) })
				o.TreeSink = bt.SinkFunc(func(e bt.Event) {
					*log = append(*log, fmt.Sprintf("%d %d tree %s", e.Tick, e.Agent, c.View().TreeText(e)))
				})
				b := runner.NewBindings(p.Info)
				n, alarm := p.Info.Schema.Symbol("n").Base, p.Info.Schema.Symbol("alarm").Base
				for _, a := range p.Info.Actions {
					action.Bind(b, a.Name, func(x *action.Ctx, _ *action.Arguments, s *timed) action.Status {
						s.Ticks++
						switch x.Rand().Intn(120) {
						case 0:
							return action.Failure
						case 1:
							if slips {
								panic("a slip")
							}
						case 2, 3, 4:
							return action.Success
						case 5:
							x.State().Set(n, (x.State().Get(n)+1)%10)
						case 6: // another agent's
							if other := agent.ID(1<<24 + 1 + x.Rand().Intn(12)); c.Has(other) {
								c.Target(other, false).Set(alarm, 1-c.Target(other, false).Get(alarm))
							}
						case 7:
							if x.Rand().Intn(9) == 0 {
								c.Remove(agent.ID(1<<24 + 1 + x.Rand().Intn(12)))
							}
						case 8:
							c.SetSignificance(agent.ID(1<<24+1+x.Rand().Intn(12)), float64(x.Rand().Intn(3)-1))
						case 9:
							c.Wake(x.Agent())
						}
						return action.Running
					})
				}
				crowd, err := agent.New(p, b, o)
				if err != nil {
					t.Fatal(err)
				}
				c = crowd
				for i := range 12 {
					c.Spawn([]string{"folk", "folk", "doer"}[i%3])
				}
				return c
			}
			var log, want []string
			c, other := start(&log), start(&want)
			other.Shallow()
			deep := 0
			for tick := range 1500 {
				if c.Len() < 6 {
					c.Spawn("folk")
					other.Spawn("folk")
				}
				c.Step()
				other.Step()
				if !slices.Equal(log, want) {
					t.Fatalf("tick %d\n%s\nwant\n%s", tick, strings.Join(log, "\n"), strings.Join(want, "\n"))
				}
				log, want = log[:0], want[:0]
				if got, want := factsOf(c), factsOf(other); got != want {
					t.Fatalf("tick %d\n%+v\nwant\n%+v", tick, got, want)
				}
				if !slips && tick%13 == 0 && !bytes.Equal(c.Snapshot(nil), other.Snapshot(nil)) {
					t.Fatalf("tick %d: the snapshots differ", tick)
				}
				if tick%11 == 0 {
					c.All(func(id agent.ID) bool {
						if got, want := fmt.Sprint(c.View().Waits(id)), fmt.Sprint(other.View().Waits(id)); got != want {
							t.Fatalf("tick %d: agent %d waits for %s, not %s", tick, id, got, want)
						}
						return true
					})
				}
				deep += c.Deep()
			}
			if deep == 0 {
				t.Error("no tree was ever left alone")
			}
			t.Logf("%d turns", deep)
		})
	}
}
