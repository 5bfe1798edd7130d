package tidy

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// maxDoors is the maximum number of public packages: as many as a user can keep in mind.
const maxDoors = 14

// TestDoorsAreFewAndExplained: each public package has a doc.go, and an example that runs.
func TestDoorsAreFewAndExplained(t *testing.T) {
	if len(doors) > maxDoors {
		t.Errorf("%d packages are public, at most %d may be", len(doors), maxDoors)
	}
	for _, door := range doors {
		dir := filepath.Join("../../..", door)
		if _, err := os.Stat(filepath.Join(dir, "doc.go")); err != nil {
			t.Errorf("%s has no doc.go", door)
		}
		files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		runs := false
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			_, example, has := strings.Cut(string(text), "\nfunc Example")
			runs = runs || has && strings.Contains(example, "// Output:")
		}
		if !runs {
			t.Errorf("%s has no example that runs", door)
		}
	}
}

// TestDoorsHideWhatIsInternal: whatever a public package lets out can be declared and looked up by a user.
func TestDoorsHideWhatIsInternal(t *testing.T) {
	found, err := Leaks("../../..", "github.com/karakuri-ai/karakuri")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range found {
		t.Error(text)
	}
}
