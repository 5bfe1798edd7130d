package runner_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// TestTreeAlone: only if an agent consists of a running tree, writes to the agent's state matter to nothing else.
func TestTreeAlone(t *testing.T) {
	for _, tc := range []struct {
		name, agent string
		want        bool
	}{
		{"a tree", "tree life", true},
		{"a tree that has ended", "tree blink once", false},
		{"a plan line", "plan toil", false},
		{"a brain", "brain mind", false},
		{"an idle action", "idle dig", false},
	} {
		th := newTheatre(t, `
state agent { n: int 0..9 }
action dig
action wink
operator dig_on { do dig }
task toil { method "m" { dig_on } }
goal hole { dig }
tree life { dig }
tree blink { wink }
brain mind { want hole { score 1.0 } }
agent a { `+tc.agent+` }
`, agent.Options{})
		th.results["dig"] = []result{{50, "success"}}
		th.last = th.crowd.Spawn("a")
		for range 3 {
			th.step()
		}
		if got := th.crowd.View().Runner(th.last).IsTreeAlone(); got != tc.want {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}
