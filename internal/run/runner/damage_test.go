package runner_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// frame is the number of bytes in a snapshot before the saved data.
const frame = 20

// details of a mistake in a snapshot are omitted: its place and numbers.
var details = regexp.MustCompile(`karakuri: Restore: | \(byte \d+\)|\d+`)

// TestDamagedSnapshots changes each byte of snapshots of crowds that are in the middle of things, past their checksum,
// and compares with testdata/damaged how many of the changes are refused, and why, and how many are read as something
// else. Snapshots that are not refused continue without a panic, and can be saved.
func TestDamagedSnapshots(t *testing.T) {
	reported := &strings.Builder{}
	for _, c := range []struct {
		name  string
		ticks int
	}{
		{"ban_all", 9}, {"cooldown", 24}, {"duty_waits", 6}, {"expect", 2}, {"merge", 5}, {"quarantine", 3}, {"rewind_slices", 1}, {"unordered_join", 2}, {"waits", 40}, {"within_both", 12}, {"layers", 4},
		{"method_time", 25}, {"claim_wait", 8}, {"vain_tree", 6}, {"wait_twice", 14},
	} {
		text := cases(t, "testdata/"+c.name+".txt")[c.name]
		th := stageOf(t, text[0], text[1], agent.Options{})
		th.quiet = []string{""}
		left := c.ticks
		for line := range strings.SplitSeq(strings.TrimSpace(text[1]), "\n") {
			n := 0
			if _, err := fmt.Sscanf(line, "run %d", &n); err == nil {
				line = fmt.Sprintf("run %d", min(n, left))
				left -= min(n, left)
			}
			if th.follow(line); left == 0 {
				break
			}
		}
		reasons := damaged(t, th)
		delete(reasons, "") // how many bytes the texts of faults have is no matter
		reported.WriteString(c.name + "\n")
		for _, why := range slices.Sorted(maps.Keys(reasons)) {
			fmt.Fprintf(reported, "  %d: %s\n", reasons[why], why)
		}
	}
	const golden = "testdata/damaged"
	if *update {
		if err := os.WriteFile(golden, []byte(reported.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if reported.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", reported, want)
	}
}

// damaged counts what becomes of a crowd's snapshot with each of its bytes changed, by the reasons for which it is
// refused; empty: it is not.
func damaged(t *testing.T, th *theatre) map[string]int {
	whole := th.crowd.Snapshot(nil)
	reasons := map[string]int{}
	b := make([]byte, 0, len(whole))
	stack := bytes.Index(whole, []byte("runner_test.stage[")) // where a panic came from; its length, which is before it, depends on the names of our functions
	for i := frame; i < len(whole); i++ {
		if stack >= 0 && i < stack && i >= stack-2 {
			continue
		}
		for _, change := range []byte{1, 2, 8, 0x55, 0xff} {
			b = append(b[:0], whole...)
			b[i] ^= change
			crowd, _, err := agent.Restore(th.program, th.bindings(), th.options, codec.Seal(b, 0))
			if err != nil {
				reasons[details.ReplaceAllString(err.Error(), "")]++
				continue
			}
			if reasons[""]++; !bytes.Equal(crowd.Snapshot(nil), b) {
				reasons["(not refused, and read as something else)"]++
			}
			stepAside(crowd)
			crowd.Snapshot(nil)
		}
	}
	return reasons
}
