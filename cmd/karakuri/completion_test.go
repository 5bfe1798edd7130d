package main

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
)

// script returns the completion script for a shell.
func script(t *testing.T, shell string) string {
	t.Helper()
	var out, err bytes.Buffer
	c := &console{in: strings.NewReader(""), out: &out, err: &err}
	if code := run([]string{"completion", shell}, c); code != exitOK || err.Len() > 0 {
		t.Fatalf("exit code %d, stderr %q", code, err.String())
	}
	return out.String()
}

func TestBashCompletes(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash here")
	}
	for _, tt := range []struct{ line, want string }{
		{"karakuri pl", "plan"},
		{"karakuri plan --sea", "--search"},
		{"karakuri plan --search d", "dfs"},
		{"karakuri plan --search = b", "best"},
		{"karakuri plan --search =", "auto dfs gbfs best"},
		{"karakuri completion ", "-h --help --root bash zsh fish"},
		{"karakuri fmt -", "-h --help --root -l --list -w --write --json"},
		{"karakuri graph --what ", "domain tree plan"},
		{"karakuri tr", "trace"},
		{"karakuri trace ", "stats"},
		{"karakuri trace stats --", "--help --root --top --json"},
		{"karakuri plan --limit-nodes ", ""},
		{"karakuri nonsense --", ""},
	} {
		words := strings.Split(tt.line, " ")
		body := script(t, "bash") + "\nCOMP_WORDS=(" + quoteAll(words) + "); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _karakuri; echo \"${COMPREPLY[*]}\"\n"
		cmd := exec.Command(bash, "--norc", "-c", body)
		got, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", tt.line, err, got)
		}
		if strings.TrimSpace(string(got)) != tt.want {
			t.Errorf("%q completes to %q, want %q", tt.line, strings.TrimSpace(string(got)), tt.want)
		}
	}
}

func quoteAll(words []string) string {
	for i, w := range words {
		words[i] = "'" + w + "'"
	}
	return strings.Join(words, " ")
}

func TestShellsAcceptTheirScripts(t *testing.T) {
	for _, tt := range []struct{ shell, flag string }{{"bash", "-n"}, {"zsh", "-n"}, {"fish", "--no-execute"}} {
		path, err := exec.LookPath(tt.shell)
		if err != nil {
			continue
		}
		cmd := exec.Command(path, tt.flag, "/dev/stdin")
		cmd.Stdin = strings.NewReader(script(t, tt.shell))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", tt.shell, err, out)
		}
	}
}

func TestScriptsKnowEveryCommandAndFlag(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		text := script(t, shell)
		for _, word := range []string{"check", "fmt", "test", "plan", "explain", "export", "run", "completion", "version",
			"coverage", "limit-nodes", "limit-time", "limit-memory", "search", "verbose", "verify", "without", "why-not", "agents", "for", "speed", "seed", "set", "json",
			"convert", "force", "log", "script", "nodes", "tree", "xml", "btlog"} {
			if !strings.Contains(text, word) {
				t.Errorf("the %s script lacks %q", shell, word)
			}
		}
	}
}
