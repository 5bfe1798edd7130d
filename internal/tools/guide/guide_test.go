package guide

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const root = "../../.."

// TestGuides takes every step of every guide, each in a folder with a copy of the examples.
func TestGuides(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	command := build(t)
	guides, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(guides) == 0 {
		t.Fatalf("no guides: %v", err)
	}
	for _, guide := range append(guides, filepath.Join(root, "README.md")) {
		t.Run(filepath.Base(guide), func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS(filepath.Join(root, "examples"))); err != nil {
				t.Fatal(err)
			}
			follow(t, command, guide, dir)
		})
	}
}

// build builds the command line once for all guides.
func build(t *testing.T) string {
	noteSources(t)
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

// noteSources looks at every source file, since the go command caches the result of a test for as long as the files
// stay the same that the test itself has looked at.
func noteSources(t *testing.T) {
	err := filepath.WalkDir(root, func(file string, _ fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(file) == ".go" {
			_, err = os.Stat(file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func follow(t *testing.T, command, guide, dir string) {
	text, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	if before := Continued(string(text)); before != "" {
		follow(t, command, filepath.Join(filepath.Dir(guide), before), dir)
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
		if !ours {
			continue
		}
		cmd := exec.Command(command, args...)
		cmd.Dir = dir
		out, _ := cmd.CombinedOutput()
		var got []string
		if text := strings.TrimRight(string(out), "\n"); text != "" {
			got = strings.Split(text, "\n")
		}
		if missing, ok := Match(s.Output, got); !ok {
			t.Errorf("%s:%d: $ %s\nwanted, and not found: %q\n%s", filepath.Base(guide), s.Line, s.Command, missing, out)
		}
	}
}

func edit(t *testing.T, s Step, file string) {
	old, err := os.ReadFile(file)
	if err != nil && (s.Add || s.From || s.Replace != "") {
		t.Fatalf("line %d: %v", s.Line, err)
	}
	text, err := s.Edit(string(old))
	if err != nil {
		t.Fatal(err)
	}
	if s.From {
		return
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
		"<!-- output of \"karakuri fmt a.krk\" -->",
		"```text",
		"type a",
		"```",
		"<!-- from a.krk -->",
		"```krk",
		"type b",
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
	if len(steps) != 7 || steps[3].Command != "karakuri check a.krk" || len(steps[3].Output) != 1 || steps[3].Line != 19 {
		t.Errorf("steps are %+v", steps)
	}
	if steps[5].Command != "karakuri fmt a.krk" || steps[5].Output[0] != "type a" || !steps[6].From {
		t.Errorf("the last steps are %+v", steps[5:])
	}
}

func TestContinued(t *testing.T) {
	if got := Continued("# Second part\n\n<!-- continues a.md -->\n"); got != "a.md" {
		t.Errorf("it continues %q", got)
	}
	if got := Continued("# A part\n"); got != "" {
		t.Errorf("it continues %q", got)
	}
}

func TestReadFaults(t *testing.T) {
	if _, err := Read("<!-- write a.krk -->\ntext"); err == nil {
		t.Error("a comment without a block is no error")
	}
	if _, err := (Step{File: "a.krk", From: true, Text: "type b\n"}).Edit("type a\n"); err == nil {
		t.Error("lines from a file that has others are no error")
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
