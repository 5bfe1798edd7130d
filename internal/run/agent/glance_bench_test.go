package agent_test

import (
	"testing"
	"testing/fstest"
	"time"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// watching is an agent whose tree reads nine numbers in each of its 20 nodes' conditions, and whose last branch runs.
const watching = `
state agent {
    a1: int; a2: int; a3: int; a4: int; a5: int
    b1: int; b2: int; b3: int; b4: int
}
action go1
action stay
tree life {
    reactive selector {
        sequence { if a1 < 10; if b1 > 10; go1 }
        sequence { if a2 < 10; if b2 > 10; go1 }
        sequence { if a3 < 10; if b3 > 10; go1 }
        sequence { if a4 < 10; if b4 > 10; go1 }
        reactive sequence { if a5 < 10; stay }
    }
}
agent a { tree life }
`

// newWatchers returns a crowd for agents whose actions continue, without a listener.
func newWatchers(t testing.TB, o agent.Options) *agent.Crowd {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(watching)}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(ds.All)
	}
	b := runner.NewBindings(p.Info)
	for _, a := range p.Info.Actions {
		action.Bind(b, a.Name, func(*action.Ctx, *struct{}, *struct{ N int64 }) action.Status { return action.Running })
	}
	c, err := agent.New(p, b, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// BenchmarkWatchedWrite asserts the cost of a write, for each agent of a crowd, to a number that a tree watches, if
// that changes no outcome: at most four and a half times the cost of an agent to which nothing happens, which is 90 ns
// for 20 ns.
func BenchmarkWatchedWrite(b *testing.B) {
	const agents = 1000
	h := newWatchers(b, agent.Options{})
	var ids []agent.ID
	for range agents {
		ids = append(ids, h.Spawn("a"))
	}
	cell := h.Target(ids[0], false).Schema().Symbol("b2").Base
	write := func() {
		for _, id := range ids {
			st := h.Target(id, false)
			st.Set(cell, 1-st.Get(cell))
		}
	}
	for range 100 {
		write()
		h.Step()
	}
	least := [2]time.Duration{}
	for b.Loop() {
		for range 200 {
			for k := range least {
				begin := time.Now()
				if k > 0 {
					write()
				}
				h.Step()
				if took := time.Since(begin); least[k] == 0 || took < least[k] {
					least[k] = took
				}
			}
		}
	}
	b.ReportMetric(float64(least[0].Nanoseconds())/agents, "ns/quiet")
	b.ReportMetric(float64((least[1]-least[0]).Nanoseconds())/agents, "ns/write")
	if ratio := float64(least[1]-least[0]) / float64(least[0]); ratio > 4.5 {
		b.Errorf("a write costs %.1f times what a tick of an agent costs to which nothing happens", ratio)
	}
}
