package runner_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// Work that is omitted because it can have no effect would have had none; packed, or saved and restored, agents
// continue identically. The same holds in random kitchens, whether cooks plan for themselves or a tree carries out
// their plans.
func TestCalmChangesNothing(t *testing.T) {
	for name, domain := range map[string]string{"plan lines": kitchen, "a tree": treeKitchen} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				moves := rapid.SliceOfN(rapid.IntRange(0, 9999), 1, 200).Draw(rt, "moves")
				options := agent.Options{Seed: 5, NodesPerTick: rapid.SampledFrom([]int{0, 0, 3, 10}).Draw(rt, "nodes")}
				if options.NodesPerTick > 0 && rapid.Bool().Draw(rt, "shared out") {
					options.CrowdNodesPerTick = 2 * options.NodesPerTick
				}
				play := func(change func(*theatre)) *theatre {
					th := newTheatre(t, domain, options)
					change(th)
					th.cook(moves, func() {})
					return th
				}
				calm := play(func(*theatre) {})
				ways := map[string]func(*theatre){"anew": func(th *theatre) { th.anew = true }}
				if options.CrowdNodesPerTick == 0 { // else the agents that are awake have their turn to plan
					ways["roused"] = func(th *theatre) { th.roused = true }
				}
				for way, change := range ways {
					if th := play(change); calm.log.String() != th.log.String() {
						rt.Fatalf("calm:\n%s\n%s:\n%s", calm.log.String(), way, th.log.String())
					} else if calm.crowd.TraceHash() != th.crowd.TraceHash() {
						rt.Fatalf("%s, the events are the same but for something that the log does not show", way)
					}
				}
			})
		})
	}
}

// maxBytes bounds the size of a runner of a soldier that fights, besides its plans, their dependencies, and the rare
// part.
const maxBytes = 1024

func TestBytesOfARunner(t *testing.T) {
	p, ds := program.Load(os.DirFS("../../../examples/soldier"), "soldier.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	b := runner.NewBindings(p.Info)
	for _, a := range p.Info.Actions {
		action.Bind(b, a.Name, func(*action.Ctx, *action.Arguments, *struct{}) action.Status { return action.Success })
	}
	crowd, err := agent.New(p, b, agent.Options{})
	if err != nil {
		t.Fatal(err)
	}
	id := crowd.Spawn("sentry")
	kane, _ := crowd.View().ObjectNamed("kane")
	road, _ := crowd.View().ObjectNamed("road")
	for symbol, value := range map[string]world.Word{"visible": 1, "seen_at": road} {
		addr, _ := p.Info.Schema.Symbol(symbol).Addr(kane)
		crowd.Target(id, symbol == "seen_at").Set(addr, value)
	}
	for range 100 {
		crowd.Step()
	}
	parts, sum := crowd.View().Runner(id).Bytes(), 0
	for part, n := range parts {
		if part != "rare" {
			sum += n
		}
	}
	t.Logf("%d bytes: %v %v", sum, slices.Sorted(maps.Keys(parts)), parts)
	if sum > maxBytes {
		t.Errorf("a runner takes %d bytes, more than %d: %v", sum, maxBytes, parts)
	}
	page, err := os.ReadFile("../../../docs/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	if reported := fmt.Sprintf("| the runner of a soldier, on 64 bits | %d bytes |", sum); strconv.IntSize == 64 && !strings.Contains(string(page), reported) {
		t.Errorf("docs/performance.md does not have the row %s", reported)
	}
}
