// Command removed removes checks on which the promises of clusters rest, one at a time, and says which test fails then.
// The source is not written to: the compiler is told to read another file in its place.
//
//	go run ./internal/tools/removed
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// removal is a check, and the test that demands it.
type removal struct {
	what, file    string
	text, without string // where the check is, which is there once, and what is there without it
	pkg, test     string
}

var removals = []removal{
	{"fencing: an append names the message before it", "internal/jets/stores.go",
		"jetstream.WithExpectLastSequencePerSubject(expected), ", "", "./internal/jets", "TestLog"},
	{"transfers: a zone takes the next agent of another only", "internal/zone/move.go",
		"if x.N != count(p.came, x.Zone)+1 && !m.anyMove {", "if m == nil {", "./internal/zone", "TestAgentsComeOnce"},
	{"epochs: a client refuses an owner whose epoch is over", "internal/zone/client.go",
		"if f.Epoch < p.epoch && !p.AnyEpoch {", "if p == nil {", "./internal/zone", "TestPlayer"},
	{"loss: a client notices that an answered input is gone", "internal/zone/client.go",
		"f.Hello.Received > 0 && f.Hello.Received < answered", "f.Hello.Received > answered+MaxWindow", "./internal/zone", "TestPlayerIsTold"},
	{"loss: the checkpoint before the newest one is used if that is lost", "internal/zone/checkpoint.go",
		"if i--; i < 0 {", "if i--; i < 0 || why != nil {", "./internal/zone", "TestLostCheckpoint"},
}

func main() {
	unnoticed := 0
	for i := range removals {
		r := &removals[i]
		said, err := r.try(".")
		if err != nil {
			fmt.Fprintln(os.Stderr, "removed:", err)
			os.Exit(2)
		}
		if said == "" {
			unnoticed++
			said = "NO TEST FAILS: " + r.test + " passes"
		}
		fmt.Printf("%s\n    without it: %s\n", r.what, said)
	}
	if unnoticed > 0 {
		os.Exit(1)
	}
}

// apply returns the file without the check.
func (r *removal) apply(root string) (path, source string, err error) {
	if path, err = filepath.Abs(filepath.Join(root, r.file)); err != nil {
		return "", "", err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", "", err
	}
	if n := strings.Count(string(data), r.text); n != 1 {
		return "", "", fmt.Errorf("%s has %d times %q", r.file, n, r.text)
	}
	return path, strings.Replace(string(data), r.text, r.without, 1), nil
}

// try runs the test without the check. It returns how the test failed; nothing: it passed.
func (r *removal) try(root string) (said string, err error) {
	path, source, err := r.apply(root)
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "removed")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	other, list := filepath.Join(dir, "other.go"), filepath.Join(dir, "overlay.json")
	data, err := json.Marshal(map[string]map[string]string{"Replace": {path: other}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(other, []byte(source), 0o600); err != nil {
		return "", err
	}
	if err := os.WriteFile(list, data, 0o600); err != nil {
		return "", err
	}
	test := exec.Command("go", "test", "-overlay", list, "-run", "^"+r.test+"$", "-timeout", "120s", r.pkg)
	test.Dir = root
	out, err := test.CombinedOutput()
	if err == nil {
		return "", nil
	}
	lines := strings.Split(string(out), "\n")
	for i, line := range lines {
		if strings.HasPrefix(strings.TrimSpace(line), "--- FAIL: "+r.test) && i+1 < len(lines) {
			return r.test + " fails: " + strings.TrimSpace(lines[i+1]), nil
		}
	}
	return "", fmt.Errorf("%s does not come to an end: %w: %s", r.test, err, out)
}
