// Package marks pins conformance tests whose output is longer than a person reads: one line for each case with a hash
// of its text, in a file that the tests write anew.
package marks

import (
	"fmt"
	"hash/fnv"
	"os"
	"strings"
	"testing"
)

// Of returns the mark of a text: its hash, in eight digits.
func Of(text string) string {
	h := fnv.New32a()
	h.Write([]byte(text))
	return fmt.Sprintf("%08x", h.Sum32())
}

// Compare compares lines with those of a file, or writes them there if update is set. The test fails with each line
// that differs; the message ends with hint.
func Compare(t testing.TB, file, lines string, update bool, hint string) {
	t.Helper()
	if update {
		if err := os.WriteFile(file, []byte(lines), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	was := strings.Split(string(want), "\n")
	for i, line := range strings.Split(lines, "\n") {
		if i >= len(was) || line != was[i] {
			t.Errorf("%s, which is not in %s%s", line, file, hint)
		}
	}
}
