package guide

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const root = "../.."

// TestGuides takes every step of every guide, each guide in an empty folder, the README in the repository.
func TestGuides(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	command := build(t)
	t.Run("README", func(t *testing.T) { follow(t, command, filepath.Join(root, "README.md"), root) })
	guides, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(guides) == 0 {
		t.Fatalf("no guides: %v", err)
	}
	for _, guide := range guides {
		t.Run(filepath.Base(guide), func(t *testing.T) { follow(t, command, guide, t.TempDir()) })
	}
}

// build builds the command line once for all guides.
func build(t *testing.T) string {
	command := filepath.Join(t.TempDir(), "karakuri")
	if runtime.GOOS == "windows" {
		command += ".exe"
	}
	cmd := exec.Command("go", "build", "-o", command, "./cmd/karakuri")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return command
}

func follow(t *testing.T, command, guide, dir string) {
	text, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	steps, err := Read(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range steps {
		if s.File != "" {
			edit(t, s, filepath.Join(dir, s.File))
			continue
		}
		args, ours := arguments(s.Command)
		if !ours || len(s.Output) == 0 {
			continue
		}
		cmd := exec.Command(command, args...)
		cmd.Dir = dir
		out, _ := cmd.CombinedOutput()
		got := strings.Split(strings.TrimRight(string(out), "\n"), "\n")
		if missing, ok := Match(s.Output, got); !ok {
			t.Errorf("%s:%d: $ %s\nwanted, and not found: %q\n%s", filepath.Base(guide), s.Line, s.Command, missing, out)
		}
	}
}

func edit(t *testing.T, s Step, file string) {
	old, err := os.ReadFile(file)
	if err != nil && (s.Add || s.Replace != "") {
		t.Fatalf("line %d: %v", s.Line, err)
	}
	text, err := s.Edit(string(old))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// arguments splits a command line that calls karakuri, by its name or through go run. Quotes keep words together.
func arguments(line string) (args []string, ours bool) {
	rest, ours := strings.CutPrefix(line, "go run ./cmd/karakuri ")
	if !ours {
		rest, ours = strings.CutPrefix(line, "karakuri ")
	}
	for i, part := range strings.Split(rest, `"`) {
		if i%2 == 1 {
			args = append(args, part)
		} else {
			args = append(args, strings.Fields(part)...)
		}
	}
	return args, ours
}

func TestRead(t *testing.T) {
	steps, err := Read(strings.Join([]string{
		"# Title",
		"<!-- write a.krk -->",
		"```krk",
		"type a",
		"task t {",
		"    method m { }",
		"}",
		"type b",
		"```",
		"<!-- replace \"task t\" in a.krk -->",
		"```krk",
		"task t { }",
		"```",
		"<!-- add to a.krk -->",
		"```krk",
		"type c",
		"```",
		"```console",
		"$ karakuri check a.krk",
		"fine",
		"$ karakuri fmt a.krk",
		"```",
		"```",
		"$ no command",
		"```",
	}, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, s := range steps[:3] {
		if text, err = s.Edit(text); err != nil {
			t.Fatal(err)
		}
	}
	if want := "type a\ntask t { }\ntype b\n\ntype c\n"; text != want {
		t.Errorf("the file is %q, want %q", text, want)
	}
	if len(steps) != 5 || steps[3].Command != "karakuri check a.krk" || len(steps[3].Output) != 1 || steps[3].Line != 19 {
		t.Errorf("steps are %+v", steps)
	}
}

func TestReadFaults(t *testing.T) {
	if _, err := Read("<!-- write a.krk -->\ntext"); err == nil {
		t.Error("a comment without a block is no error")
	}
	if _, err := (Step{File: "a.krk", Replace: "task x"}).Edit("type a\n"); err == nil {
		t.Error("replacing what is not there is no error")
	}
}

func TestMatch(t *testing.T) {
	tests := []struct {
		want, got string
		ok        bool
	}{
		{"a b", "a b", true},
		{"a", "a b", false},
		{"a b", "a", false},
		{"a ... c", "a c", true},
		{"a ... c", "a b b c", true},
		{"a ... c", "a b", false},
		{"a ...", "a b c", true},
		{"... c", "a c", true},
		{"...", "", true},
		{"a(3 nodes, 1 backtrack) b", "a(4 nodes, 0 backtracks, 3µs) b", true},
	}
	for _, test := range tests {
		if _, ok := Match(words(test.want), words(test.got)); ok != test.ok {
			t.Errorf("output %q against %q: %v, want %v", test.got, test.want, ok, test.ok)
		}
	}
}

// words splits at blanks outside of parentheses.
func words(s string) []string {
	depth := 0
	return strings.FieldsFunc(s, func(r rune) bool {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		return r == ' ' && depth == 0
	})
}

func TestArguments(t *testing.T) {
	args, ours := arguments(`karakuri plan a.krk --task "serve(1)" --set x=1`)
	if !ours || strings.Join(args, "|") != "plan|a.krk|--task|serve(1)|--set|x=1" {
		t.Errorf("arguments are %q", args)
	}
	if _, ours := arguments("ls karakuri"); ours {
		t.Error("ls is not ours")
	}
}
