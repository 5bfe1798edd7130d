package studio

import (
	"strings"
	"testing"
)

// Each family lists what competes in it, with the reason of whatever was not taken.
func TestDecisionOfEveryFamily(t *testing.T) {
	fireteam := []string{"../../examples/fireteam/fireteam.krk", "../../examples/fireteam/fireteam.scene"}
	for _, c := range []struct {
		files   []string
		agent   string
		tick    int
		by      Decider
		label   string
		verdict string
		reason  string
	}{
		{[]string{meal}, "villager#1", 30, "plan lines", "dine", "runs-now", ""},
		{[]string{meal}, "villager#1", 150, "plan lines", "dine", "condition-false", "hungry = false"},
		{[]string{guards}, "near_guard#1", 10, "tree", "attack", "condition-false", "visible(player) = false"},
		{[]string{guards}, "near_guard#1", 10, "tree", "keep_watch", "not-reached", "it comes first and runs"},
		{[]string{gatherer, oldScene}, "brave_one#1", 20, "brain", "flee", "condition-false", "hurt = false"},
		{[]string{gatherer, oldScene}, "brave_one#1", 20, "brain", "wander", "not-reached", "its score is 0.05"},
		{fireteam, "rifleman#1", 20, "reactions", "dive", "condition-false", "grenade_near = false"},
		{fireteam, "rifleman#1", 20, "roles", "gunner", "not-reached", "the role is full"},
		{fireteam, "alpha", 20, "roles", "rifleman#1", "", "it is"},
	} {
		address, _ := serve(t, Options{}, c.files...)
		page := dial(t, address)
		page.openAt(c.files[0][strings.LastIndexByte(c.files[0], '/')+1:], c.tick)
		var d Decision
		page.ask(Request{Op: "decision", Agent: c.agent}, &d)
		found := false
		for _, x := range d.Choices {
			if x.By == c.by && strings.HasPrefix(x.Label, c.label) && (c.verdict == "" || x.Verdict == c.verdict) && strings.Contains(x.Reason, c.reason) {
				found = true
			}
		}
		if !found {
			t.Errorf("%s of %s at %d: nothing of %+v", c.label, c.agent, c.tick, d.Choices)
		}
	}
}

// A choice has the same verdict as the answer to the question that it names, also at a moment of the past.
func TestChoicesAreAnswers(t *testing.T) {
	for file, agent := range map[string]string{guards: "near_guard#1", gatherer: "brave_one#1", meal: "villager#1"} {
		address, _ := serve(t, Options{}, file)
		page := dial(t, address)
		page.openAt(file[strings.LastIndexByte(file, '/')+1:], 200)
		for _, tick := range []int64{30, 120} {
			var d Decision
			page.ask(Request{Op: "decision", Agent: agent, Tick: &tick}, &d)
			if d.Tick != tick || len(d.Choices) == 0 {
				t.Fatalf("%s: %+v", file, d)
			}
			for _, x := range d.Choices {
				if x.By == "tree" && x.Kind != "do" { // several nodes may have the name of a node that contains others
					continue
				}
				var a WhyNot
				page.ask(Request{Op: "whynot", Agent: agent, Name: x.Ask, Tick: &tick}, &a)
				if x.Verdict != a.Verdict && !(x.Done && a.InPlan) {
					t.Errorf("%s, tick %d: %s is %s in the list, and %s when asked", file, tick, x.Ask, x.Verdict, a.Verdict)
				}
			}
		}
	}
}
