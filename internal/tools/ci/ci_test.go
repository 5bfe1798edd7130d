package main

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// The README's test command is the first step, and the README and what the repository's own CI calls name this command.
func TestTheReadmeNamesWhatIsRun(t *testing.T) {
	first := allSteps()[0]
	if got := strings.Join(first.args, " "); got != "go test ./..." || first.env != "" || first.skip != nil {
		t.Errorf("the first step is %q", got)
	}
	for file, commands := range map[string][]string{
		"../../../README.md":       {"    go test ./...\n", "    go run ./internal/tools/ci\n", "-quick", "-install"},
		"../../../CONTRIBUTING.md": {"`go test ./...`", "`go run ./internal/tools/ci`", "`go run ./internal/tools/ci -quick`", "`go test ./internal/run/agent -long`"},
		"../../../.ci/run":         {"go run ./internal/tools/ci -install\n"},
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range commands {
			if !strings.Contains(string(text), c) {
				t.Errorf("%s does not name %q", file, c)
			}
		}
	}
}

func TestPackagesOfFiles(t *testing.T) {
	packages := []string{".", "internal/run/agent", "internal/studio", "cmd/karakuri", "cluster/internal/zone", "examples/ebitengine"}
	hasGo := func(dir string) bool { return slices.Contains(packages, dir) }
	for files, want := range map[string]string{
		"":                        "./internal/tools/tidy",
		"README.md docs/trees.md": "./ ./internal/tools/tidy",
		"docs/trees.md":           "./internal/tools/tidy",
		"internal/run/agent/crowd.go internal/run/agent/new.go": "./internal/run/agent ./internal/tools/tidy",
		"internal/studio/web/src/main.tsx":                      "./internal/studio ./internal/tools/tidy",
		"cmd/karakuri/testdata/a.txt":                           "./cmd/karakuri ./internal/tools/tidy",
		"karakuri.go":                                           "./ ./internal/tools/tidy",
		"cluster/internal/zone/owner.go":                        "./internal/tools/tidy",
		"examples/ebitengine/draw.go":                           "./internal/tools/tidy",
	} {
		if got := strings.Join(packagesOf(strings.Fields(files), hasGo), " "); got != want {
			t.Errorf("%q: %s, want %s", files, got, want)
		}
	}
}

// Failures are printed once more at the end, with the command that repeats them, however much was printed before and
// after, and in whatever pieces.
func TestWhatFailedIsToldAgain(t *testing.T) {
	printed := "-test.shuffle 42\nok  \tworld\t1s\n" + strings.Repeat("a log line\n", 1000) +
		"--- FAIL: TestOne (0.1s)\n    one_test.go:3: 4, want 5\na log line\n    --- FAIL: TestTwo/deep (0s)\n" + strings.Repeat("another\n", 1000) + "FAIL\nFAIL\tagent\t3s\n"
	var out strings.Builder
	w := &echo{out: &out}
	for text := printed; text != ""; {
		n := min(7, len(text))
		w.Write([]byte(text[:n]))
		text = text[n:]
	}
	want := "-test.shuffle 42|--- FAIL: TestOne (0.1s)|    one_test.go:3: 4, want 5|    --- FAIL: TestTwo/deep (0s)|FAIL|FAIL\tagent\t3s"
	if got := strings.Join(w.kept, "|"); got != want || out.String() != printed {
		t.Errorf("kept %q, want %q; passed on whole: %t", got, want, out.String() == printed)
	}
	for range 3 * maxKept {
		w.look("--- FAIL: TestMany")
	}
	if len(w.kept) != maxKept {
		t.Errorf("%d lines are kept, at most %d may be", len(w.kept), maxKept)
	}
}

// A change that lands has passed a short form of each step that is left to a whole run, or the step itself; a whole run
// has no short forms.
func TestForms(t *testing.T) {
	landing, all := stepsWithout(long), stepsWithout(short)
	if len(landing) >= len(all) {
		t.Errorf("%d steps decide whether a change lands, of %d", len(landing), len(all))
	}
	for _, s := range landing {
		whole := slices.ContainsFunc(all, func(o step) bool {
			return len(o.args) <= len(s.args) && slices.Equal(o.args, s.args[:len(o.args)]) && o.dir == s.dir && o.env == s.env
		})
		if !whole {
			t.Errorf("%q is no form of a step of a whole run", s.what)
		}
	}
}
