package agent_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// plaza is a program whose agents have bodies that no decision reads; all decisions read the crates.
const plaza = `
type person max 30000
type crate max 8
action stand uses legs
action lift(c: crate) uses hands
state agent { heavy(c: crate): bool }
tree live {
    selector {
        when exists(c: crate where heavy(c)) abort both { stand }
        stand
    }
}
agent folk { body person; tree live }
`

func newPlaza(t testing.TB, n int) *agent.Crowd {
	t.Helper()
	p := loadText(t, plaza)
	b := runner.NewBindings(p.Info)
	action.Bind(b, "stand", func(*action.Ctx, *none, *none) action.Status { return action.Running })
	action.Bind(b, "lift", func(*action.Ctx, *struct{ C world.Object }, *none) action.Status { return action.Running })
	c, err := agent.New(p, b, agent.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		c.Spawn("folk")
	}
	for range 5 {
		c.Step()
	}
	return c
}

// turns returns the number of agents that decided in the last tick.
func turns(c *agent.Crowd) int { return c.View().Stats().Turns }

// A spawn or despawn wakes no other agent while no decision reads the type of the body; an object of a type that
// decisions read wakes all agents.
func TestComingAndGoingWakesNobodyElse(t *testing.T) {
	for _, n := range []int{10, 100, 1000, 3000} {
		c := newPlaza(t, n)
		id := c.Spawn("folk")
		if c.Step(); turns(c) != 1 {
			t.Errorf("%d agents: one comes, and %d are looked at", n, turns(c))
		}
		c.Step()
		c.Remove(id)
		if c.Step(); turns(c) != 0 {
			t.Errorf("%d agents: one goes, and %d are looked at", n, turns(c))
		}
		if _, err := c.AddObject("crate", ""); err != nil {
			t.Fatal(err)
		}
		if c.Step(); turns(c) != n {
			t.Errorf("%d agents: what all look at comes, and %d are looked at", n, turns(c))
		}
	}
}

// BenchmarkComeAndGo measures a tick in which an agent comes or goes against one in which nothing happens, and the
// filling of a crowd.
func BenchmarkComeAndGo(b *testing.B) {
	for _, n := range []int{1000, 3000, 10_000, 30_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c := newPlaza(b, n-1)
			still, busy := time.Hour, time.Hour // the least: interference only adds
			id := agent.ID(0)
			b.ReportAllocs()
			for b.Loop() {
				start := b.Elapsed()
				c.Step()
				middle := b.Elapsed()
				if id == 0 {
					id = c.Spawn("folk")
				} else {
					c.Remove(id)
					id = 0
				}
				c.Step()
				still, busy = min(still, middle-start), min(busy, b.Elapsed()-middle)
			}
			b.ReportMetric(float64(busy)/float64(still), "x-still")
			b.ReportMetric(float64(still)/float64(n), "ns/agent-tick")
		})
	}
	for _, n := range []int{1000, 3000, 10_000, 30_000} {
		b.Run(fmt.Sprint("fill/", n), func(b *testing.B) {
			for b.Loop() {
				newPlaza(b, n)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/agent")
		})
	}
}

// BenchmarkMentioned measures a tick in which an object comes that all decisions read: all agents decide. Twice the
// agents may take three times as long at most: more would not be linear.
func BenchmarkMentioned(b *testing.B) {
	half := time.Hour
	for _, n := range []int{1250, 2500, 5000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c := newPlaza(b, n)
			shortest := time.Hour
			for b.Loop() {
				start := b.Elapsed()
				o, err := c.AddObject("crate", "")
				if err != nil {
					b.Fatal(err)
				}
				c.Step()
				shortest = min(shortest, b.Elapsed()-start)
				c.RemoveObject(o)
				c.Step()
			}
			b.ReportMetric(float64(shortest)/float64(n), "ns/agent")
			if half < time.Hour && b.N > 10 && shortest > 3*half {
				b.Errorf("%d agents take %v, half as many took %v", n, shortest, half)
			}
			if b.N > 10 {
				half = shortest
			}
		})
	}
}
