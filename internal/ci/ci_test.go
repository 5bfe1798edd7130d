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
		"../../README.md":       {"    go test ./...\n", "    go run ./internal/ci\n", "-quick", "-install"},
		"../../CONTRIBUTING.md": {"`go test ./...`", "`go run ./internal/ci`", "`go run ./internal/ci -quick`", "`go test ./agent -long`"},
		"../../.ci/run":         {"go run ./internal/ci -install\n"},
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
	packages := []string{".", "agent", "studio", "cmd/karakuri"}
	hasGo := func(dir string) bool { return slices.Contains(packages, dir) }
	for files, want := range map[string]string{
		"":                            "./internal/tidy",
		"README.md docs/trees.md":     "./ ./internal/tidy",
		"docs/trees.md":               "./internal/tidy",
		"agent/crowd.go agent/new.go": "./agent ./internal/tidy",
		"studio/web/src/main.tsx":     "./internal/tidy ./studio",
		"cmd/karakuri/testdata/a.txt": "./cmd/karakuri ./internal/tidy",
		"karakuri.go":                 "./ ./internal/tidy",
	} {
		if got := strings.Join(packagesOf(strings.Fields(files), hasGo), " "); got != want {
			t.Errorf("%q: %s, want %s", files, got, want)
		}
	}
}
