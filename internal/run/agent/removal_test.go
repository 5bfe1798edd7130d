package agent_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// depot is a program whose agents know four sparse words of each crate, which no decision reads.
const depot = `
type crate max 30000
action stand
state agent { at(c: crate): vec2; next(c: crate): crate; near(c: crate, d: crate): bool }
tree live { stand }
agent folk { tree live }
`

// newDepot returns a crowd of agents that each know of n crates, and the crates.
func newDepot(t testing.TB, agents, n int) (*agent.Crowd, []world.Object) {
	t.Helper()
	p := loadText(t, depot)
	b := runner.NewBindings(p.Info)
	action.Bind(b, "stand", func(*action.Ctx, *none, *none) action.Status { return action.Running })
	c, err := agent.New(p, b, agent.Options{})
	if err != nil {
		t.Fatal(err)
	}
	crates := make([]world.Object, n)
	for i := range crates {
		crates[i], _ = c.AddObject("crate", "")
	}
	for range agents {
		c.Spawn("folk")
	}
	for id := range c.All {
		st := c.Target(id, false)
		for i, o := range crates {
			other := crates[(i*7+1)%n]
			for _, w := range []struct {
				name string
				word world.Word
				args []world.Word
			}{{"at", world.Word(i + 1), []world.Word{o}}, {"next", other, []world.Word{o}}, {"near", 1, []world.Word{o, other}}} {
				a, _ := st.Schema().Symbol(w.name).Addr(w.args...)
				st.Set(a, w.word)
			}
		}
	}
	c.Step()
	return c, crates
}

// When most agents have left, a small part of the memory that all took is left, and more of them come as before.
func TestWhoHasLeftTakesLittle(t *testing.T) {
	const agents = 400
	heap := func() float64 {
		var s runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&s)
		return float64(s.HeapAlloc)
	}
	empty := heap()
	c, crates := newDepot(t, agents, 100)
	full := heap() - empty
	for id := range c.All {
		if c.Len() > agents/40 {
			c.Remove(id)
		}
	}
	c.Step()
	if few := heap() - empty; few > full/4 {
		t.Errorf("%d agents take %.0f bytes, after %d did that took %.0f", c.Len(), few, agents, full)
	}
	at, _ := c.State(0).Schema().Symbol("next").Addr(crates[7])
	for range agents {
		if st := c.State(c.Spawn("folk")); st.Get(at) != 0 {
			t.Fatal("an agent that comes knows what the one before knew")
		}
	}
	if c.Step(); c.Running() != 2*c.Len() { // a tree, and an action
		t.Errorf("%d agents run %d activities", c.Len(), c.Running())
	}
}

// BenchmarkRemoveObjects removes all crates that ten agents know of, one after the other: nothing else happens, or
// something is written to each agent before each.
func BenchmarkRemoveObjects(b *testing.B) {
	for _, written := range []bool{false, true} {
		for _, n := range []int{1000, 2000, 4000, 8000} {
			name := fmt.Sprint("plain/", n)
			if written {
				name = fmt.Sprint("written/", n)
			}
			b.Run(name, func(b *testing.B) {
				shortest := int64(1) << 62
				for range b.N {
					b.StopTimer()
					c, crates := newDepot(b, 10, n)
					before := b.Elapsed()
					b.StartTimer()
					for i, o := range crates {
						for id := range c.All {
							if st := c.Target(id, false); written {
								a, _ := st.Schema().Symbol("next").Addr(crates[n-1])
								st.Set(a, crates[i+(n-i)/2])
							}
						}
						c.RemoveObject(o)
					}
					b.StopTimer()
					shortest = min(shortest, int64(b.Elapsed()-before))
				}
				b.ReportMetric(float64(shortest)/float64(n), "ns/object")
			})
		}
	}
}
