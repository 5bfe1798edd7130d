package ground_test

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/plan/ground"
)

// TestSmallCompetitionProblems instantiates the first problem of each of the competition's folders in two ways, which
// must result in the same actions. The files are not part of the repository; without them, the test is skipped.
func TestSmallCompetitionProblems(t *testing.T) {
	dir := cmp.Or(os.Getenv("KARAKURI_HDDL"), filepath.Join("..", "..", "shared", "data", "hddl"))
	folders, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil || len(folders) == 0 {
		t.Skipf("the competition's files are not here; set KARAKURI_HDDL to the folder that holds them")
	}
	read := func(path string) string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, folder := range folders {
		files, _ := filepath.Glob(filepath.Join(folder, "*.hddl"))
		for _, file := range files {
			if strings.HasSuffix(file, "domain.hddl") {
				continue
			}
			domain := strings.TrimSuffix(file, ".hddl") + "-domain.hddl"
			if _, err := os.Stat(domain); err != nil {
				domain = filepath.Join(folder, "domain.hddl")
			}
			p := compile(t, read(domain), read(file))
			if p == nil {
				t.Fatalf("%s is not well formed", file)
			}
			g := instantiate(t, p, ground.Limits{})
			if len(g.Tasks[g.Root].Methods) == 0 {
				t.Errorf("%s: nothing is left", file)
			}
			closed, err := ground.Ground(p, ground.Limits{NoOpen: true, Memory: 64 << 20})
			if err == nil && (len(closed.Actions) != len(g.Actions) || len(closed.Facts) < len(g.Facts)) {
				t.Errorf("%s: %d actions, but %d with all variables bound", file, len(g.Actions), len(closed.Actions))
			}
			break
		}
	}
}
