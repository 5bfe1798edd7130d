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

// What is left out because it can come to nothing would have come to nothing.
func TestCalmChangesNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		moves := rapid.SliceOfN(rapid.IntRange(0, 9999), 1, 200).Draw(rt, "moves")
		nodes := rapid.SampledFrom([]int{0, 0, 3, 10}).Draw(rt, "nodes")
		calm, _ := cook(t, moves, nodes)
		alert = true
		defer func() { alert = false }()
		if alert, _ := cook(t, moves, nodes); calm.log.String() != alert.log.String() {
			rt.Fatalf("calm:\n%s\nalert:\n%s", calm.log.String(), alert.log.String())
		}
	})
}

// maxBytes bounds what a runner of a soldier who fights takes, beside its plans and what they depend on.
const maxBytes = 1792

func TestBytesOfARunner(t *testing.T) {
	p, ds := program.Load(os.DirFS("../examples/soldier"), "soldier.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	b := runner.NewBindings(p.Info)
	for _, a := range p.Info.Actions {
		activity.Bind(b, a.Name, func(*activity.Ctx, *activity.Arguments, *struct{}) activity.Status { return activity.Success })
	}
	crowd, err := agent.New(p.Domain, b, agent.Options{})
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
	for _, n := range parts {
		sum += n
	}
	t.Logf("%d bytes: %v %v", sum, slices.Sorted(maps.Keys(parts)), parts)
	if sum > maxBytes {
		t.Errorf("a runner takes %d bytes, more than %d: %v", sum, maxBytes, parts)
	}
}
