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
	packages := []string{".", "internal/run/agent", "internal/studio", "cmd/karakuri"}
	hasGo := func(dir string) bool { return slices.Contains(packages, dir) }
	for files, want := range map[string]string{
		"":                        "./internal/tools/tidy",
		"README.md docs/trees.md": "./ ./internal/tools/tidy",
		"docs/trees.md":           "./internal/tools/tidy",
		"internal/run/agent/crowd.go internal/run/agent/new.go": "./internal/run/agent ./internal/tools/tidy",
		"internal/studio/web/src/main.tsx":                      "./internal/studio ./internal/tools/tidy",
		"cmd/karakuri/testdata/a.txt":                           "./cmd/karakuri ./internal/tools/tidy",
		"karakuri.go":                                           "./ ./internal/tools/tidy",
	} {
		if got := strings.Join(packagesOf(strings.Fields(files), hasGo), " "); got != want {
			t.Errorf("%q: %s, want %s", files, got, want)
		}
	}
}
