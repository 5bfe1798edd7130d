package remote

import (
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"pgregory.net/rapid"
)

// TestRunningActionsAreFound as a map finds them.
func TestRunningActionsAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var r running
		known := map[int64]*job{}
		for range rapid.IntRange(1, 300).Draw(t, "turns") {
			n := rapid.Int64Range(1, 60).Draw(t, "instance")
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0, 1:
				known[n] = &job{Instance: n}
				r.put(n, known[n], action.AgentID(n))
			case 2:
				j := known[n]
				if j == nil {
					j = &job{}
				}
				d, ok := r.drop(n, j)
				if _, was := known[n]; was != ok || ok && d.agent != action.AgentID(n) {
					t.Fatalf("drop %d: %t, want %t", n, ok, was)
				}
				delete(known, n)
			default:
				if _, ok := r.drop(n, &job{}); ok {
					t.Fatalf("another action of number %d is dropped", n)
				}
			}
			if r.len != len(known) {
				t.Fatalf("%d are known, want %d", r.len, len(known))
			}
			for n := int64(0); n <= 61; n++ {
				d, ok := r.find(n)
				if j, was := known[n]; was != ok || ok && d.job != j {
					t.Fatalf("find %d: %t, want %t", n, ok, was)
				}
			}
		}
	})
}

// TestTextsAreCutAtWholeCharacters, wherever that is.
func TestTextsAreCutAtWholeCharacters(t *testing.T) {
	for _, tc := range []struct {
		most int
		want string
	}{{0, ""}, {1, "a"}, {2, "a"}, {3, "a"}, {4, "a\u898b"}, {5, "a\u898bb"}, {6, "a\u898bb"}} {
		if got := clip("a\u898bb", tc.most); got != tc.want {
			t.Errorf("%d bytes: %q, want %q", tc.most, got, tc.want)
		}
	}
}
