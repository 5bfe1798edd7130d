package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// scenarios are runs whose hashes are kept in testdata/hashes/golden.txt: they must be the same on every machine.
var scenarios = []struct {
	name string
	args string
}{
	{"meal", "../../examples/meal/meal.krk --agents 20 --for 60s"},
	{"errands", "../../examples/errands/errands.krk --agents 10 --for 60s --set account=9000"},
	{"soldier", "../../examples/soldier/soldier.krk --for 60s"},
	{"soldiers", "../../examples/soldier/soldier.krk --agents 60 --for 20s"},
	{"kitchen", "../../examples/kitchen/kitchen.krk --agents 20 --for 60s"},
	{"brigades", "../../examples/kitchen/kitchen.krk --agents 6 --for 60s --events testdata/hashes/kitchen.events"},
	{"guards", "../../examples/guards/guards.krk --agents 12 --for 30s --seed 3"},
	{"minds of trees and plans", "testdata/hashes/minds.krk --agents 12 --for 40s --seed 5"},
	{"gatherer", "../../examples/gatherer/gatherer.krk --for 20s"},
	{"meal with events", "../../examples/meal/meal.krk --agents 20 --for 60s --seed 9 --events testdata/hashes/meal.events"},
}

const hashFile = "testdata/hashes/golden.txt"

var hashLine = regexp.MustCompile(`(?m)^hash ([0-9a-f]{16})$`)

// hashOf runs a command line and returns the hash that it prints.
func hashOf(t *testing.T, args ...string) string {
	t.Helper()
	var out, err bytes.Buffer
	c := &console{in: strings.NewReader(""), out: &out, err: &err, now: func() time.Duration { return 0 }, stop: make(chan struct{})}
	if code := run(args, c); code != exitOK {
		t.Fatalf("karakuri %v: exit code %d\n%s%s", args, code, out.String(), err.String())
	}
	found := hashLine.FindStringSubmatch(out.String())
	if found == nil {
		t.Fatalf("karakuri %v prints no hash:\n%s", args, out.String())
	}
	return found[1]
}

// TestHashes runs each scenario three times, with as many processors and goroutines that decide as each time says, and
// once more from its trace; -update keeps the hashes.
func TestHashes(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	golden, _ := os.ReadFile(hashFile)
	text := ""
	for _, s := range scenarios {
		file := filepath.Join(t.TempDir(), "run.ktrace")
		args := append(append([]string{"run"}, strings.Fields(s.args)...), "--hash", "--trace", file)
		hash, trace := "", []byte(nil)
		for _, procs := range []int{1, 2, 8} {
			runtime.GOMAXPROCS(procs)
			got := hashOf(t, append(args, "--workers", fmt.Sprint(procs))...)
			written, err := os.ReadFile(file)
			switch {
			case err != nil:
				t.Fatal(err)
			case hash == "":
				hash, trace = got, written
			case hash != got:
				t.Errorf("%s: with %d processors hash %s, before %s", s.name, procs, got, hash)
			case !bytes.Equal(trace, written):
				t.Errorf("%s: with %d processors another trace", s.name, procs)
			}
		}
		if got := hashOf(t, "replay", file); got != hash {
			t.Errorf("%s: replaying gives hash %s, want %s", s.name, got, hash)
		}
		text += fmt.Sprintf("%s %s\n", hash, s.name)
	}
	if *update {
		if err := os.WriteFile(hashFile, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if text != string(golden) {
		t.Errorf("on %s/%s the hashes are\n%swant\n%sif decisions are meant to be others: go test ./cmd/karakuri -run TestHashes -update",
			runtime.GOOS, runtime.GOARCH, text, golden)
	}
}
