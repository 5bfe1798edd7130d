package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
)

const docFile = "../../docs/cli.md"

// helpBlock is a help comment with the block after it, if there is one.
var helpBlock = regexp.MustCompile("(?s)<!-- help ?([a-z ]*) -->\n(\n```text\n.*?\n```\n)?")

// help returns what --help prints.
func help(t *testing.T, command string) string {
	t.Helper()
	var out, err bytes.Buffer
	args := append(strings.Fields(command), "--help")
	if code := run(args, &console{in: strings.NewReader(""), out: &out, err: &err}); code != exitOK || err.Len() > 0 {
		t.Fatalf("%v: exit code %d, stderr %q", args, code, err.String())
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

// TestTheGuideShowsTheHelp keeps docs/cli.md true; -update writes it.
func TestTheGuideShowsTheHelp(t *testing.T) {
	t.Setenv("COLUMNS", "80") // kong wraps at it
	old, err := os.ReadFile(docFile)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	text := helpBlock.ReplaceAllStringFunc(string(old), func(block string) string {
		command := helpBlock.FindStringSubmatch(block)[1]
		seen[command] = true
		comment, _, _ := strings.Cut(block, "\n")
		return comment + "\n\n```text\n" + help(t, command) + "\n```\n"
	})
	for _, command := range []string{"", "new", "check", "fmt", "lsp", "test", "plan", "explain", "graph", "export", "convert", "verify", "run", "assess", "studio", "generate", "serve", "replay", "trace stats", "log", "curves", "completion", "version"} {
		if !seen[command] {
			t.Errorf("%s lacks the help of %q", docFile, command)
		}
	}
	if text == string(old) {
		return
	}
	if !*update {
		t.Fatalf("%s is out of date: go test ./cmd/karakuri -update", docFile)
	}
	if err := os.WriteFile(docFile, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
