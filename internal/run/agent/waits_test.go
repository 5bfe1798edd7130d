package agent_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

func TestWaits(t *testing.T) {
	const text = `
state agent { sensed seen: bool; tired: bool }
action walk
action rest
operator search { do walk; fail_after 3s; commit 1s; effect seen = true }
operator give_up { do walk; succeed_after 2s; cooldown 4s }
operator look { do rest; effect seen = true }
operator sleep { when !tired; do rest; effect tired = true }
task find { method "search" { search } }
task idly { method "walk" { give_up }; method "rest" { look } }
task never { method "sleep" when tired { sleep } }
agent searcher { plan find when !seen }
agent idler { plan idly when !seen }
agent dreamer { plan never when !seen }
`
	for _, tc := range []struct {
		kind  string
		fate  string // of walk
		ticks int
		want  []string
	}{
		{"searcher", "R", 1, []string{"search fails in 3s", "search lets other plans take over in 1s"}},
		{"searcher", "R", 12, []string{"search fails in 1.9s"}},
		{"searcher", "", 3, []string{"search fails unless its expected effects occur in 0.4s"}},
		{"searcher", "F", 1, []string{`ban ends in 5s: find, "search"`}},
		{"searcher", "P", 1, []string{"does something again in 1s"}},
		{"idler", "R", 5, []string{"give_up is given up and counts as done in 1.6s"}},
		{"idler", "", 2, []string{"cooldown of `give_up` ends in 4s"}},
		{"dreamer", "", 1, []string{"plans again in 0.4s at the latest"}},
	} {
		h := newStagehand(t, text+"state world { alarm: bool }", agent.Options{})
		h.fate["walk"] = tc.fate
		id := h.Spawn(tc.kind)
		h.run(tc.ticks)
		var direct []string
		r := h.View().Runner(id)
		for _, w := range r.Waits(nil, h.State(id)) {
			direct = append(direct, r.WaitText(w, h.State(id)))
		}
		if !slices.Equal(direct, tc.want) {
			t.Errorf("%s, walk %q, after %d ticks, from the runner itself: %q, want %q", tc.kind, tc.fate, tc.ticks, direct, tc.want)
		}
		if got := h.View().Waits(id); !slices.Equal(got, tc.want) {
			t.Errorf("%s, walk %q, after %d ticks: %q, want %q", tc.kind, tc.fate, tc.ticks, got, tc.want)
		}
		if got := h.View().Explain(id); !strings.Contains(got, "   "+tc.want[0]+"\n") {
			t.Errorf("Explain does not tell of %q:\n%s", tc.want[0], got)
		}
	}
}
