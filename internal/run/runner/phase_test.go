package runner_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// Agents that plan periodically: a plan that is examined in each interval since a condition asks the host; one that is
// kept though another was found; and plannings in vain.
const periodic = `
function clear(n: int): bool
state agent { sensed way: int = 1; done: int 0..9 }
action stroll
operator walk { do stroll; effect done += 1 }
task asked { method m when clear(way) { walk } }
agent a { plan asked every 0.8s }
`

const keeping = `
state agent { sensed good: bool = true; done: int 0..9 }
action stroll
operator walk { do stroll; effect done += 1 }
operator stand { do stroll; effect done += 2 }
task better { method good when good { walk }
              method poor { stand } }
agent a { plan better every 0.8s }
`

const inVain = `
function clear(n: int): bool
state agent { sensed way: int; done: int 0..9 }
action stroll
operator walk { do stroll; effect done += 1 }
task asked { method m when clear(way) { walk } }
agent a { plan asked every 0.8s }
`

// TestPeriodsAreSpread: agents that were all spawned in one tick plan in different ticks of their interval, an equal
// number in each, each always in its own, also after they were saved and restored and if ticks may pass without a turn.
func TestPeriodsAreSpread(t *testing.T) {
	const every, each = 8, 3 // ticks, agents for each of them
	for _, c := range []struct {
		name, domain string
		options      agent.Options
		ruled        bool // each agent plans once in each interval
		anew         bool
	}{
		{"a condition asks the host", periodic, agent.Options{}, true, false},
		{"a condition asks the host, and ticks may pass", periodic, agent.Options{TurnsPerTick: 1000}, true, false},
		{"a condition asks the host, in crowds that are restored", periodic, agent.Options{}, true, true},
		{"a plan is kept", keeping, agent.Options{}, true, false},
		{"a plan is kept, and ticks may pass", keeping, agent.Options{TurnsPerTick: 1000}, true, false},
		{"there is no plan", inVain, agent.Options{}, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			th := newTheatre(t, c.domain, c.options)
			th.anew = c.anew
			th.results["stroll"] = []result{{1 << 20, "success"}}
			var ids []agent.ID
			for range every * each {
				ids = append(ids, th.crowd.Spawn("a"))
			}
			th.step()
			for _, id := range ids {
				if c.domain == keeping {
					th.assign(th.crowd.State(id), "good = false")
				}
			}
			th.step()
			plannings := make([][every]int, len(ids)) // by agent and tick of the interval
			for range 20 * every {
				th.step()
				for i, id := range ids {
					r := th.crowd.View().Runner(id)
					if r.Planned() == th.crowd.Tick() {
						plannings[i][th.crowd.Tick()%every]++
					}
					next := r.NextPlanning()
					if next <= th.crowd.Tick() || c.ruled && next > th.crowd.Tick()+every {
						t.Fatalf("tick %d: the next planning is said to be in tick %d", th.crowd.Tick(), next)
					}
				}
			}
			inTick := [every]int{}
			for i, ticks := range plannings {
				own := -1
				for at, n := range ticks {
					switch {
					case n == 0:
					case own >= 0:
						t.Fatalf("agent %d plans in several ticks of the interval: %v", i, ticks)
					case c.ruled && n != 20:
						t.Fatalf("agent %d has planned %d times in 20 intervals", i, n)
					default:
						own = at
						inTick[at]++
					}
				}
			}
			for at, n := range inTick {
				if n != each {
					t.Errorf("%d agents plan in tick %d of the interval, want %d: %v", n, at, each, inTick)
				}
			}
		})
	}
}
