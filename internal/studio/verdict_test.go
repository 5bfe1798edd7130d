package studio

import (
	"slices"
	"strings"
	"testing"
)

const verdicts = "testdata/verdicts.krk"

// verdictCases are the outcomes of an agent's planning once something has changed.
var verdictCases = []struct {
	agent, sets, word, why string // sets: the symbol that becomes true
}{
	{"merger#1", "loud", "merged at step 1", "go_there continues as step 1"},
	{"mender#1", "shut", "repaired at step 1", `open was planned anew, as "window"`},
	{"steady#1", "loud", "equal", "what is left of the old one"},
	{"better#1", "loud", "better", "method 1 of the new plan comes before method 2 of the old one"},
	{"committed#1", "loud", "committed", "method 1 of the new plan comes before method 2 of the old one"},
	{"thrower#1", "", "cooldown", "throw is cooling down"},
}

// The verdict on a planning is the runner's reaction to it: live, and of a recording, also if nothing of it has been
// run again before.
func TestVerdictsOfTheRunner(t *testing.T) {
	address, _ := serve(t, Options{}, verdicts)
	c := dial(t, address)
	c.openAt("verdicts.krk", 0)
	var made Taping
	c.ask(Request{Op: "record", On: true}, &made)
	c.ask(Request{Op: "step", Count: 2}, nil)
	for _, v := range verdictCases {
		if v.sets != "" && v.agent != "mender#1" {
			c.ask(Request{Op: "set", Agent: v.agent, Sets: []Setting{{v.sets, "true"}}}, nil)
		}
	}
	for range 120 { // until the lock is being opened
		c.ask(Request{Op: "step", Count: 1}, nil)
		if lines := c.mind("mender#1", nil).Lines; len(lines) > 0 && slices.ContainsFunc(lines[0].Steps, func(s PlanStep) bool { return s.Text == "unlock" && s.State == "running" }) {
			break
		}
	}
	c.ask(Request{Op: "set", Agent: "mender#1", Sets: []Setting{{"shut", "true"}}}, nil)
	c.ask(Request{Op: "step", Count: 100}, nil)
	judged(t, c, "verdicts.krk")
	c.ask(Request{Op: "record"}, nil)
	c.ask(Request{Op: "open", File: made.File}, nil)
	c.ask(Request{Op: "pause"}, nil)
	judged(t, c, made.File)
}

// judged looks for the verdicts.
func judged(t *testing.T, c *client, file string) {
	t.Helper()
	for _, v := range verdictCases {
		var list []Planning
		c.ask(Request{Op: "plannings", Agent: v.agent, Tick: ptr[int64](100)}, &list)
		var got []string
		found := false
		for _, p := range list {
			var e Exploration
			c.ask(Request{Op: "explain", Agent: v.agent, Tick: &p.Tick}, &e)
			if e.Verdict == nil {
				t.Fatalf("%s: %s at %d has no verdict", file, v.agent, p.Tick)
			}
			why := e.Verdict.Why + " " + strings.Join(e.Verdict.Cooling, ", ")
			got = append(got, e.Verdict.Word+": "+why)
			found = found || e.Verdict.Word == v.word && strings.Contains(why, v.why)
		}
		if !found {
			t.Errorf("%s: %s: got %q, want %s: %s", file, v.agent, got, v.word, v.why)
		}
	}
}
