package runner_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tools/marks"
	"github.com/karakuri-ai/karakuri/world"
)

var dump = flag.String("dump", "", "write what runners show in each tick of the conformance cases into a folder, for comparison with another version")

// watched plays a case and returns what runners show after each tick.
type watched struct {
	*theatre
	looks   []string // by tick
	lasting bool     // except for what a snapshot need not keep: how long there is nothing to do
}

// maxLooks is after how many ticks of one run the test looks only at its end.
const maxLooks = 200

// maxAnew is the number of ticks of a run after which tests that only read no longer continue from a snapshot.
const maxAnew = 20

func (w *watched) play(script string) {
	for line := range strings.SplitSeq(strings.TrimSpace(script), "\n") {
		ticks := 0
		if n, _ := fmt.Sscanf(line, "run %d", &ticks); n == 0 {
			w.follow(line)
			continue
		}
		anew := w.anew
		for i := range ticks {
			w.anew = anew && i < maxAnew
			if w.follow("run 1"); i < maxLooks || i == ticks-1 {
				w.looks = append(w.looks, w.sight())
			}
		}
		w.anew = anew
	}
}

// sight is the visible state of all runners.
func (w *watched) sight() string {
	var out strings.Builder
	v, info := w.crowd.View(), w.program.Info
	fmt.Fprintf(&out, "tick %d\n", w.crowd.Tick())
	if !w.lasting {
		s := v.Stats()
		s.Durations = [agent.Phases]time.Duration{}
		fmt.Fprintf(&out, "%+v\n", s)
	}
	show := func(r *runner.Runner, st *world.State) {
		plan, at := r.Plan()
		busy, rest := r.Busy()
		goal, ok := r.Goal()
		failure := r.Failure()
		fmt.Fprintf(&out, " line %d, why %v, at %d, busy %t %t, goal %v %t, search %v, limit %v, quarantined %t, fault %q\n", r.Line(), r.Why(), at, busy, rest, goal, ok, r.Search(), r.Limit(), r.IsQuarantined(), place.ReplaceAllString(r.Fault().Message, ""))
		fmt.Fprintf(&out, " planned %d, interval %d, grace %d\n", r.Planned(), r.Interval(), r.Grace())
		if !w.lasting {
			fmt.Fprintf(&out, " hungry %t, plans again in %d, rests until %d, steady until %d\n", r.IsHungry(), r.NextPlanning(), r.RestsUntil(), r.SteadyUntil())
		}
		fmt.Fprintf(&out, " failure %d %d %v %v, mind %t %t %t, spending %t, duties %t\n", failure.Tick, failure.Operator, failure.Args, failure.Cause, r.HasMind(), r.HasTree(), r.HasBrain(), r.IsSpending(), r.TakesOrders())
		if busy {
			for i := range plan.Len() {
				s := plan.Step(i)
				fmt.Fprintf(&out, " step %d %s%v of node %d: %d\n", i, info.Operators[s.Operator].Name, s.Args, s.Node, r.StepState(i))
			}
			for i := range plan.Nodes() {
				fmt.Fprintf(&out, " node %d: %+v\n", i, plan.Node(i))
			}
			fmt.Fprintf(&out, " cost %g, order %v\n", plan.Cost(), r.Edges())
		}
		for _, p := range r.Steps(nil) {
			fmt.Fprintf(&out, " runs %d %d %v since %d, expecting %t, %d actions\n", p.Step, p.Operator, p.Args, p.Begun, p.Expecting, len(p.Running))
		}
		for _, wait := range r.Waits(nil, st) {
			if w.lasting { // they count from the tick in which the runner was last asked
				break
			}
			fmt.Fprintf(&out, " waits %v %d, %d of %d, %t %t %d: %s\n", wait.Kind, wait.Step, wait.Ticks, wait.Of, wait.Still, wait.Until, wait.Claimed, r.WaitText(wait, st))
		}
		for _, b := range r.Bans(nil) {
			fmt.Fprintf(&out, " bans %+v: %s\n", b, r.WayText(&b, st))
		}
		for _, b := range r.ExplainedBans(nil, st) {
			fmt.Fprintf(&out, " told of %+v\n", b)
		}
	}
	for _, id := range w.agents {
		if r := v.Runner(id); r != nil {
			fmt.Fprintf(&out, "agent %d\n", id)
			show(r, w.crowd.State(id))
			for _, t := range v.Tasks(id) {
				fmt.Fprintf(&out, "task %d of level %d for %v\n", t.Number(), t.Level(), t.Args())
				show(&t.Runner, w.crowd.State(id))
			}
			fmt.Fprintf(&out, " %s\n %q\n", place.ReplaceAllString(v.WhyIdle(id), ""), v.Waits(id))
		}
	}
	return out.String()
}

// TestLooks: the visible state of runners after each tick of the conformance cases has not changed: plans with their
// progress, times, bans, how long they rest. After an intended change, -update writes the marks anew; -dump writes the
// texts behind them.
func TestLooks(t *testing.T) {
	all := cases(t, "testdata/*.txt")
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		w := &watched{theatre: stageOf(t, all[name][0], all[name][1], agent.Options{})}
		w.play(all[name][1])
		text := strings.Join(w.looks, "")
		fmt.Fprintf(&out, "%s: %d looks, %s\n", name, len(w.looks), marks.Of(text))
		if *dump != "" {
			if err := os.WriteFile(filepath.Join(*dump, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	marks.Compare(t, "testdata/looks.golden", out.String(), *update, ": compare with -dump")
}

// TestRestoredRunnersLookAlike: a crowd that is restored from a snapshot after each tick looks the same as one that
// continues.
func TestRestoredRunnersLookAlike(t *testing.T) {
	for name, c := range cases(t, "testdata/*.txt") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var looks [2][]string
			for i, anew := range []bool{false, true} {
				w := &watched{theatre: stageOf(t, c[0], c[1], agent.Options{}), lasting: true}
				w.anew = anew
				w.play(c[1])
				looks[i] = w.looks
			}
			for i, want := range looks[0] {
				if got := looks[1][i]; got != want {
					t.Fatalf("restored:\n%s\nnot:\n%s", got, want)
				}
			}
		})
	}
}
