package runner_test

import (
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/activity"
	"github.com/karakuri-ai/karakuri/agent"
	"github.com/karakuri-ai/karakuri/program"
	"github.com/karakuri-ai/karakuri/runner"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// alert has every runner of the random kitchens decide in each tick, also where that comes to nothing.
var alert bool

// touch writes to an agent's state and takes that back: something has been written, and nothing has changed.
func (th *theatre) touch(id agent.ID, symbol string) {
	st, addr := th.crowd.State(id), th.program.Info.Schema.Symbol(symbol).Base
	was := st.Get(addr)
	st.Set(addr, 1-was)
	st.Set(addr, was)
}

// What is left out because it can come to nothing would have come to nothing.
func TestCalmChangesNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		moves := rapid.SliceOfN(rapid.IntRange(0, 9999), 1, 200).Draw(rt, "moves")
		nodes := rapid.SampledFrom([]int{0, 0, 3, 10}).Draw(rt, "nodes")
		calm, _ := cook(t, moves, nodes)
		alert = true
		defer func() { alert = false }()
		roused, _ := cook(t, moves, nodes)
		if calm.log.String() != roused.log.String() {
			rt.Fatalf("calm:\n%s\nalert:\n%s", calm.log.String(), roused.log.String())
		}
		if calm.crowd.TraceHash() != roused.crowd.TraceHash() {
			rt.Fatal("the events are the same but for something that the log does not show")
		}
	})
}

// maxBytes bounds what a runner of a soldier who fights takes, beside its plans, what they depend on, and what is rare.
const maxBytes = 1024

func TestBytesOfARunner(t *testing.T) {
	p, ds := program.Load(os.DirFS("../examples/soldier"), "soldier.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	b := runner.NewBindings(p.Info)
	for _, a := range p.Info.Actions {
		activity.Bind(b, a.Name, func(*activity.Ctx, *activity.Arguments, *struct{}) activity.Status { return activity.Success })
	}
	crowd, err := agent.New(p, b, agent.Options{})
	if err != nil {
		t.Fatal(err)
	}
	id := crowd.Spawn("sentry")
	kane, _ := crowd.ObjectNamed("kane")
	road, _ := crowd.ObjectNamed("road")
	for symbol, value := range map[string]world.Word{"visible": 1, "seen_at": road} {
		addr, _ := p.Info.Schema.Symbol(symbol).Addr(kane)
		crowd.Target(id, symbol == "seen_at").Set(addr, value)
	}
	for range 100 {
		crowd.Step()
	}
	parts, sum := crowd.Runner(id).Bytes(), 0
	for part, n := range parts {
		if part != "rare" {
			sum += n
		}
	}
	t.Logf("%d bytes: %v %v", sum, slices.Sorted(maps.Keys(parts)), parts)
	if sum > maxBytes {
		t.Errorf("a runner takes %d bytes, more than %d: %v", sum, maxBytes, parts)
	}
}
