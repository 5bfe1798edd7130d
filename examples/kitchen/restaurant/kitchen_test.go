package restaurant

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// loaded reads the cooks.
func loaded() *karakuri.Program {
	p, err := karakuri.Load(os.DirFS(".."), "kitchen.krk")
	if err != nil {
		panic(err)
	}
	return p
}

// hands tracks which cook has what for itself alone.
type hands struct {
	t       *testing.T
	k       *Kitchen
	of      map[karakuri.Object]karakuri.AgentID
	refused int // steps that did not start because another cook had the claimed object
	crowded int // pots that were put on an occupied hob
}

// Event follows claims from the start of a step to its end.
func (h *hands) event(e runner.Event) {
	switch e.Kind {
	case runner.StepStarted:
		for _, o := range h.claimed(e) {
			if by, held := h.of[o]; held {
				h.t.Fatalf("tick %d: %s: %s: %s has object %d", e.Tick, h.k.name(e.Agent), bridge.Crowd.In(h.k.crowd).View().Text(e), h.k.name(by), o)
			}
			h.of[o] = e.Agent
			if slices.ContainsFunc(h.k.pots, func(p pot) bool { return p.station == o }) {
				h.crowded++
			}
		}
	case runner.StepEnded, runner.StepAborted:
		h.letGo(e)
	case runner.StepFailed:
		if e.Cause == runner.Claimed {
			h.refused++
			return
		}
		h.letGo(e)
	}
}

func (h *hands) letGo(e runner.Event) {
	for _, o := range h.claimed(e) {
		delete(h.of, o)
	}
}

// claimed returns what the step of an event claims.
func (h *hands) claimed(e runner.Event) []karakuri.Object {
	var list []karakuri.Object
	for _, i := range bridge.Program.In(h.k.program).Info.Operators[e.Operator].Claims {
		list = append(list, e.Args[i])
	}
	return list
}

// shift runs a shift and returns the output, with the effects of the cooks on each other.
func shift(t *testing.T, o Options, squads ...agent.SquadSink) (served int, printed string, h *hands) {
	t.Helper()
	var out bytes.Buffer
	h = &hands{t: t, of: map[karakuri.Object]karakuri.AgentID{}}
	taps := agent.Options{Sink: runner.SinkFunc(h.event)}
	for _, s := range squads {
		taps.SquadSink = s
	}
	o.Out, o.Host = &out, bridge.Tap(o.Host, taps).(karakuri.Options)
	if o.Pause == 0 {
		o.Pause = 10
	}
	k, err := Open(loaded(), o)
	if err != nil {
		t.Fatal(err)
	}
	h.k = k
	return k.Run(), out.String(), h
}

// Over several streams of orders the cooks keep up, and none ever takes what another has in hands: no step is refused.
func TestCooksServeAndNeverTakeTheSame(t *testing.T) {
	for way := range numWays {
		for seed := range uint64(8) {
			served, printed, h := shift(t, Options{Cooks: 2, Shift: 10 * time.Minute, Seed: seed}.in(way))
			if served < 32 {
				t.Errorf("seed %d, way %d: %d orders were served, want 32 at least\n%s", seed, way, served, printed)
			}
			if h.refused > 0 {
				t.Errorf("seed %d, way %d: %d steps wanted what another cook had", seed, way, h.refused)
			}
			if h.crowded > 0 {
				t.Errorf("seed %d, way %d: %d pots were put on a hob or cooker with a pot on it", seed, way, h.crowded)
			}
		}
	}
}

// Four cooks at the places of two serve as many: a cook that would wait for another's place plans around that, and few
// steps are refused.
func TestManyCooks(t *testing.T) {
	served, printed, h := shift(t, Options{Cooks: 4, Shift: 10 * time.Minute, Seed: 1})
	if served < 32 || h.refused > 5 {
		t.Errorf("%d orders served, %d steps refused\n%s", served, h.refused, printed)
	}
}

func TestTheOtherCookCarriesOn(t *testing.T) {
	for way := range numWays {
		for seed := range uint64(8) {
			o := Options{Cooks: 2, Shift: 5 * time.Minute, Seed: seed}.in(way)
			half, _, _ := shift(t, o)
			o.Shift, o.Leave = 10*time.Minute, 5*time.Minute
			served, printed, _ := shift(t, o)
			if rest := served - half; rest < 8 {
				t.Errorf("seed %d, way %d: %d orders were served by the cook who stayed, want 8 at least\n%s", seed, way, rest, printed)
			}
			if !strings.Contains(printed, "cook 2 leaves\nminute  6: ") {
				t.Errorf("nobody left after five minutes:\n%s", printed)
			}
		}
	}
}

func TestTheSameSeedGivesTheSameShift(t *testing.T) {
	for way := range numWays {
		o := Options{Cooks: 2, Shift: 10 * time.Minute, Leave: 5 * time.Minute, Seed: 3}.in(way)
		_, first, _ := shift(t, o)
		_, again, _ := shift(t, o)
		if first != again {
			t.Errorf("first\n%s\nand then\n%s", first, again)
		}
		o.Seed = 4
		if _, other, _ := shift(t, o); other == first {
			t.Error("another seed gives the same orders")
		}
	}
}

func Example() {
	k, err := Open(loaded(), Options{Cooks: 2, Pause: 10, Shift: 2 * time.Minute, Leave: time.Minute, Seed: 1, Out: os.Stdout})
	if err != nil {
		panic(err)
	}
	k.Run()
	// Output:
	// minute  1:  2 orders served, 2 waiting
	// cook 2 leaves
	// minute  2:  2 orders served, 4 waiting
	// 4 of 8 orders served, after 34 s on average; 0 plates washed
}
