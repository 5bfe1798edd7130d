package runner_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// TestTimesGoOnElsewhere: an agent that is taken over into a crowd at a later or an earlier tick has as much left there
// of the time of each step, method, cooldown and quarantine as it had, in every tick of the conformance cases with one
// agent. Bans are lifted there, and it plans anew.
func TestTimesGoOnElsewhere(t *testing.T) {
	const apart = 37
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, file := range files {
		domain, script := caseOf(t, file)
		if !isOfOne(domain, script) {
			continue
		}
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		move := func(t *testing.T, later bool) {
			here, there := stageOf(t, domain, script, agent.Options{}), stageOf(t, domain, script, agent.Options{})
			there.mute = true
			ahead := here
			if later {
				ahead = there
			}
			for range apart {
				ahead.step()
			}
			for line := range strings.SplitSeq(strings.TrimSpace(script), "\n") {
				ticks := 0
				if n, _ := fmt.Sscanf(line, "run %d", &ticks); n == 0 {
					if here.follow(line); strings.HasPrefix(line, "add ") || strings.HasPrefix(line, "remove ") || strings.HasPrefix(line, "fill ") {
						there.follow(line)
					}
					continue
				}
				for i := range ticks {
					here.step()
					if there.step(); i >= 40 || here.crowd.View().Runner(here.last) == nil {
						continue
					}
					id, report, err := there.crowd.RestoreAgent(here.crowd.SnapshotAgent(nil, here.last), nil)
					if err != nil {
						t.Fatalf("tick %d: %v", here.crowd.Tick(), err)
					}
					want, got := timesOf(here, here.last), timesOf(there, id)
					if want != got && len(report.Notes) == 0 {
						t.Fatalf("tick %d: there %s, here %s", here.crowd.Tick(), got, want)
					}
					compared += strings.Count(got, " ")
					there.crowd.Remove(id)
				}
			}
		}
		t.Run(name+"/later", func(t *testing.T) { move(t, true) })
		t.Run(name+"/sooner", func(t *testing.T) { move(t, false) })
	}
	if compared < 1000 {
		t.Errorf("only %d times were compared", compared)
	}
}

// timesOf returns the remaining times that an agent keeps elsewhere, for how long its steps have run, and how long ago
// the last one failed.
func timesOf(th *theatre, id agent.ID) string {
	var out strings.Builder
	r, tick := th.crowd.View().Runner(id), th.crowd.Tick()
	for _, w := range r.Waits(nil, th.crowd.State(id)) {
		switch w.Kind {
		case runner.WaitBan, runner.WaitClaim, runner.WaitPlan:
		case runner.WaitCooldown:
			fmt.Fprintf(&out, " %s %d of %d", w.Cooldown.Name, w.Ticks, w.Of)
		default:
			fmt.Fprintf(&out, " %d: %d of %d", w.Kind, w.Ticks, w.Of)
		}
	}
	for _, p := range r.Steps(nil) {
		fmt.Fprintf(&out, " step %d for %d", p.Step, tick-p.Begun)
	}
	return out.String()
}

// caseOf returns the domain and the script of a conformance case.
func caseOf(t *testing.T, file string) (domain, script string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := strings.Cut(string(text), "-- script --\n")
	script, _, _ = strings.Cut(rest, "-- events --\n")
	_, domain, _ = strings.Cut(head, "-- domain --\n")
	return domain, script
}

// isOfOne reports whether a case has one agent and one program, and no crowd is made anew in it.
func isOfOne(domain, script string) bool {
	return strings.Count("\n"+script, "\nspawn ") == 1 && !strings.Contains(domain, "-- then --") && !strings.Contains(script, "rewind")
}
