package runner_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// TestEventsNameTheirLine: each event of a plan, of its steps and of the resulting bans names its plan line, also when
// another line holds by then.
func TestEventsNameTheirLine(t *testing.T) {
	var log strings.Builder
	th := newTheatre(t, `
state agent { sensed work: bool; n: int 0..9 }
action toil
action play
operator dig { do toil; effect n += 1 }
operator sing { do play; effect n += 1 }
task slave { method "dig" { dig } }
task relax { method "sing" { sing } }
agent a { plan slave when work every 1s; plan relax every 1s }
`, agent.Options{Sink: runner.SinkFunc(func(e runner.Event) { fmt.Fprintf(&log, "%d %s: line %d\n", e.Tick, e.Kind, e.Line) })})
	th.mute = true
	th.results["toil"] = []result{{90, "success"}}
	th.results["play"] = []result{{2, "failure"}, {90, "success"}}
	th.last = th.crowd.Spawn("a")
	th.step()
	th.step()
	th.assign(th.crowd.State(th.last), "work = true")
	for range 55 {
		th.step()
	}
	want := `1 plan adopted: line 1
1 step started: line 1
2 step failed: line 1
2 method banned: line 1
2 plan failed: line 1
3 plan adopted: line 0
3 step started: line 0
`
	if got := log.String(); !strings.HasPrefix(got, want) || !strings.Contains(got, "ban lifted: line 1\n") || strings.Contains(got, "ban lifted: line 0") {
		t.Errorf("got\n%s", got)
	}
}
