package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTheProgramOfANewProjectRuns with this version of the library.
func TestTheProgramOfANewProjectRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a program")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if code := run([]string{"new", "meadow"}, &console{in: strings.NewReader(""), out: io.Discard, err: os.Stderr}); code != exitOK {
		t.Fatalf("exit code %d", code)
	}
	module, err := os.OpenFile("meadow/go.mod", os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(module, "\nrequire github.com/karakuri-ai/karakuri v0.0.0\n\nreplace github.com/karakuri-ai/karakuri => %s\n", root)
	if err := module.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = "meadow"
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOSUMDB=off")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "forager") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestEditorsUnderstandFindings by the pattern that a new project has for them.
func TestEditorsUnderstandFindings(t *testing.T) {
	tasks, err := project.ReadFile("project/tasks.txt")
	if err != nil {
		t.Fatal(err)
	}
	quoted := regexp.MustCompile(`"regexp": "(.*)"`).FindSubmatch(tasks)
	pattern := regexp.MustCompile(strings.ReplaceAll(string(quoted[1]), `\\`, `\`))
	for line, want := range map[string]string{
		`meadow.krk:30:7: "forager" is already declared, as a brain [K100]`: `meadow.krk|30|7||"forager" is already declared, as a brain|K100`,
		`meadow.krk:1:15: warning: nothing reads symbol "n" [K183]`:         `meadow.krk|1|15|warning|nothing reads symbol "n"|K183`,
	} {
		if got := pattern.FindStringSubmatch(line); len(got) == 0 || strings.Join(got[1:], "|") != want {
			t.Errorf("%s: %q", line, got)
		}
	}
}

// TestVersionAsAFlag prints what the command does.
func TestVersionAsAFlag(t *testing.T) {
	var texts [2]strings.Builder
	for i, args := range [][]string{{"version"}, {"--version"}} {
		if code := run(args, &console{in: strings.NewReader(""), out: &texts[i], err: os.Stderr}); code != exitOK {
			t.Errorf("%v: exit code %d", args, code)
		}
	}
	if texts[0].String() != texts[1].String() || !strings.HasPrefix(texts[0].String(), "karakuri ") {
		t.Errorf("%q and %q", texts[0].String(), texts[1].String())
	}
}
