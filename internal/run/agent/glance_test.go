package agent_test

import (
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// If a write to the state of an agent changes nothing that its tree does, only the tree is evaluated; otherwise the
// agent acts in the same tick as one that is ticked in full.
func TestOnlyTheTreeIsAskedOfWhatIsWritten(t *testing.T) {
	c := newWatchers(t, agent.Options{})
	id := c.Spawn("a")
	set := func(symbol string, w int64) {
		st := c.Target(id, false)
		st.Set(st.Schema().Symbol(symbol).Base, world.Word(w))
	}
	for range 5 {
		c.Step()
	}
	for i, step := range []struct { // without a5 below 10 the tree fails, and is started in each tick
		symbol  string
		value   int64
		glanced int
	}{
		{"b2", 1, 1}, {"b2", 2, 1}, {"a5", 3, 1}, {"a5", 10, 1}, {"a5", 0, 0}, {"b3", 11, 1}, {"b4", 12, 1}, {"b3", 0, 1},
	} {
		set(step.symbol, step.value)
		if c.Step(); c.Glanced() != step.glanced {
			t.Errorf("write %d of %s: %d glances, want %d", i, step.symbol, c.Glanced(), step.glanced)
		}
		c.Step()
		c.Step()
	}
}

// Agents whose tree alone is asked do the same, and report the same, as those that are ticked in full, whatever is
// written to them when.
func TestGlancesChangeNothing(t *testing.T) {
	const text = rests + `
		tree life {
			selector {
				when alarm abort both { flee }
				reactive sequence { if food > 2; invert { cooldown 0.5s { eat } }; doze }
				parallel { sequence { if hungry abort self; doze }; wait 1s; switch food { case 1 { doze }; else { eat } } }
				while_do_else { if food < 9; doze; flee }
			}
		}
		tree rest { repeat { while_do_else { if food < 5; timeout 2s { doze }; sequence abort self { if !alarm; doze } } } }
		agent a { tree life }
		agent b { tree rest }`
	glanced := 0
	for seed := range uint64(20) {
		crowds := [2]*stagehand{newStagehand(t, text, agent.Options{}), newStagehand(t, text, agent.Options{})}
		crowds[1].Shallow()
		for tick := range 150 {
			for k, h := range crowds {
				r := rand.New(rand.NewPCG(seed, uint64(tick)))
				if tick == 0 {
					for i := range 6 {
						h.Spawn([]string{"a", "b"}[i%2])
					}
				}
				for id := range h.All {
					if r.IntN(3) > 0 {
						continue
					}
					switch r.IntN(4) {
					case 0:
						h.set(id, "alarm", world.Word(r.IntN(2)))
					case 1:
						h.set(id, "hungry", world.Word(r.IntN(2)))
					default:
						h.set(id, "food", world.Word(r.IntN(10)))
					}
				}
				h.fate["doze"] = []string{"", "R", "R", "R", "F"}[r.IntN(5)]
				h.fate["flee"] = []string{"", "R", "P"}[r.IntN(3)]
				if h.Step(); k == 0 {
					glanced += h.Glanced()
				}
			}
			if !slices.Equal(crowds[0].log, crowds[1].log) || crowds[0].TraceHash() != crowds[1].TraceHash() {
				t.Fatalf("seed %d, tick %d:\n%v\nticked in full:\n%v", seed, tick, crowds[0].log, crowds[1].log)
			}
		}
	}
	if glanced < 1000 {
		t.Errorf("the tree alone was asked %d times", glanced)
	}
}

// docs/performance.md says what an agent takes whose mind is a tree of 20 nodes over nine numbers.
func TestMemoryOfATreeAgent(t *testing.T) {
	const agents, alone = 10_000, "KARAKURI_TEST_ALONE"
	if os.Getenv(alone) == "" { // in its own process without automatic garbage collection: other data on the heap adds a byte or two for each agent
		cmd := exec.Command(os.Args[0], "-test.run=^TestMemoryOfATreeAgent$", "-test.v")
		cmd.Env = append(os.Environ(), alone+"=1", "GOMAXPROCS=1", "GOGC=off")
		out, err := cmd.CombinedOutput()
		if t.Logf("%s", out); err != nil || !strings.Contains(string(out), "--- PASS: TestMemoryOfATreeAgent") {
			t.Error(err)
		}
		return
	}
	page, err := os.ReadFile("../../../docs/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^\| an agent with a tree of 20 nodes over nine numbers, of 10,000 \| (\d+) bytes \|`).FindSubmatch(page)
	if found == nil {
		t.Fatal("docs/performance.md does not say what an agent takes")
	}
	documented, _ := strconv.Atoi(string(found[1]))
	bytes := math.MaxInt
	for range 5 { // use the minimum: the runtime's own allocations only add
		bytes = min(bytes, heapOf(t, agents)/agents)
	}
	if t.Logf("%d bytes", bytes); bytes > documented || bytes < documented*9/10 {
		t.Errorf("an agent takes %d bytes, and docs/performance.md says %d", bytes, documented)
	}
}

// heapOf returns the bytes that a crowd of watchers takes on the heap once they are at work.
func heapOf(t *testing.T, agents int) int {
	c := newWatchers(t, agent.Options{})
	before := heap()
	for range agents {
		c.Spawn("a")
	}
	for range 3 {
		c.Step()
	}
	after := heap()
	runtime.KeepAlive(c)
	return int(after) - int(before)
}
