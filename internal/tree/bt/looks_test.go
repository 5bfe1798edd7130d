package bt_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/tools/marks"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// sight is the visible state of a tree between two ticks, and the number of watches checked so far.
func (th *theatre) sight() string {
	var out strings.Builder
	fmt.Fprintf(&out, "tick %d, running %t, due %d, steady until %d, uninterrupted %t, looked %d\n", th.tick, th.tree.Running(), th.tree.Due(), th.tree.SteadyUntil(), th.tree.Uninterrupted(), th.env.Looked())
	if err := bt.View(&out, &th.tree, th.tick); err != nil {
		th.t.Fatal(err)
	}
	th.env.Machine.State = th.state
	for _, h := range th.tree.Handles(nil) {
		fmt.Fprintf(&out, "runs %s\n", th.info.Actions[h.Action()].Name)
	}
	for _, h := range th.leaves() {
		fmt.Fprintf(&out, "leaf %s\n", th.info.Actions[h.Action()].Name)
	}
	for n := range int32(th.program.Len()) {
		if left := th.tree.Left(n, th.tick); left > 0 {
			fmt.Fprintf(&out, "%d: %d left\n", n, left)
		}
		for _, s := range th.tree.Services(nil, n, 10) {
			fmt.Fprintf(&out, "%d: %+v\n", n, s)
		}
	}
	return out.String()
}

// TestLooks: the visible state of trees after each tick of the conformance cases has not changed, nor has the number of
// watches checked. The file has a mark for each case.
func TestLooks(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	var out strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split(string(text), "=== ")[1:] {
			name, body, _ := strings.Cut(part, "\n")
			tree, rest, _ := strings.Cut(body, "--- script\n")
			script, _, _ := strings.Cut(rest, "--- events\n")
			th, seen := newTheatre(t, prelude+tree), ""
			for line := range strings.SplitSeq(strings.TrimSpace(script), "\n") {
				ticks := 0
				if n, _ := fmt.Sscanf(line, "run %d", &ticks); n == 0 {
					th.follow(line)
					continue
				}
				for range ticks {
					th.follow("run 1")
					seen += th.sight()
				}
			}
			fmt.Fprintf(&out, "%s, %s: %d bytes, %s\n", filepath.Base(file), name, len(seen), marks.Of(seen))
		}
	}
	marks.Compare(t, "testdata/looks.golden", out.String(), *update, "")
}
