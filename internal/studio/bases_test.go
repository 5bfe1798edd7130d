package studio

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/files"
)

// TestMergeWithTheFile: the changes of a page and those of the file, since the page read it.
func TestMergeWithTheFile(t *testing.T) {
	address, folder := serve(t, Options{}, meal)
	c := dial(t, address)
	c.openAt("meal.krk", 1)
	base, file := read(t, meal), filepath.Join(folder, "meal.krk")
	var hash string
	c.ask(Request{Op: "disk", File: "meal.krk"}, &hash)
	if hash != files.Hash([]byte(base)) {
		t.Error(hash)
	}
	theirs := strings.Replace(base, "const price = 5", "const price = 6", 1)
	if err := os.WriteFile(file, []byte(theirs), 0o644); err != nil {
		t.Fatal(err)
	}
	var m Merged
	c.ask(Request{Op: "merge", File: "meal.krk", Base: base, Text: base + "// mine\n"}, &m)
	if m.Text != theirs+"// mine\n" || len(m.Conflicts) != 0 || m.Theirs != theirs || m.Hash != files.Hash([]byte(theirs)) {
		t.Errorf("%+v", m)
	}
	c.ask(Request{Op: "merge", File: "meal.krk", Base: base, Text: strings.Replace(base, "const price = 5", "const price = 7", 1)}, &m)
	if m.Text != theirs || len(m.Conflicts) != 1 || !strings.Contains(m.Conflicts[0].Ours, "price = 7") {
		t.Errorf("%+v", m)
	}
}

// TestVersions: a text is compared with the file, the program of a moment and the last commit; without git, or a
// commit, the answer says so.
func TestVersions(t *testing.T) {
	address, folder := serve(t, Options{}, meal)
	c := dial(t, address)
	c.openAt("meal.krk", 20)
	text := strings.Replace(read(t, meal), "const price = 5", "const price = 6", 1)
	same := func(version string) bool {
		var d Diff
		c.ask(Request{Op: "diff", File: "meal.krk", Name: version, Text: text}, &d)
		return len(d.Changes) == 0 && len(d.Marks) == 0
	}
	if same("disk") || same("moment") {
		t.Error("no difference")
	}
	if _, wrong := c.try(Request{Op: "diff", File: "meal.krk", Name: "head", Text: text}); !strings.Contains(wrong, "git") {
		t.Errorf("without a repository: %q", wrong)
	}
	if _, wrong := c.try(Request{Op: "diff", File: "meal.krk", Name: "yesterday", Text: text}); wrong == "" {
		t.Error("there is no such version")
	}
	c.ask(Request{Op: "save", File: "meal.krk", Text: text}, nil)
	first := int64(5)
	var d Diff
	c.ask(Request{Op: "diff", File: "meal.krk", Name: "moment", Tick: &first, Text: text}, &d)
	if !same("disk") || !same("moment") || len(d.Changes) != 1 || d.Marks[0].Path != "const price" {
		t.Errorf("after the save: %+v", d)
	}
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "meal.krk"}, {"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "first"}} {
		if out, err := exec.Command(git, append([]string{"-C", folder}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v", out, err)
		}
	}
	if !same("head") {
		t.Error("the last commit has this text")
	}
}
