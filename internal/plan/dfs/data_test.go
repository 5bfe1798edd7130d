package dfs_test

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/plan/dfs"
)

// dataDir finds the competition's files, which are not part of the repository; if there are none, the test says so and
// is skipped.
func dataDir(t testing.TB) string {
	t.Helper()
	dir := cmp.Or(os.Getenv("KARAKURI_HDDL"), filepath.Join("..", "..", "shared", "data", "hddl"))
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the competition's files are not here (%v); set KARAKURI_HDDL to the folder that holds them", err)
	}
	return dir
}

func read(t testing.TB, path string) *diag.Source {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return diag.NewSource(filepath.Base(path), string(text))
}

// problems returns the problems of a folder, the smallest file first.
func problems(t testing.TB, dir string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.hddl"))
	if err != nil {
		t.Fatal(err)
	}
	paths = slices.DeleteFunc(paths, func(path string) bool { return strings.HasSuffix(path, "domain.hddl") })
	sizes := map[string]int64{}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		sizes[path] = info.Size()
	}
	slices.SortStableFunc(paths, func(a, b string) int { return cmp.Compare(sizes[a], sizes[b]) })
	return paths
}

func load(t testing.TB, problem string) files {
	t.Helper()
	domain := strings.TrimSuffix(problem, ".hddl") + "-domain.hddl"
	if _, err := os.Stat(domain); err != nil {
		domain = filepath.Join(filepath.Dir(problem), "domain.hddl")
	}
	return check(t, read(t, domain), read(t, problem))
}

// Of each domain the smallest problem and those at one third, two thirds and the end of the sizes.
func TestCompetitionProblemsAreSolved(t *testing.T) {
	folders, err := filepath.Glob(filepath.Join(dataDir(t), "*", "*"))
	if err != nil || len(folders) == 0 {
		t.Fatal("there are no folders of problems", err)
	}
	for _, folder := range folders {
		list := problems(t, folder)
		if len(list) == 0 {
			continue
		}
		last := len(list) - 1
		if testing.Short() {
			last /= 3
		}
		for _, i := range slices.Compact([]int{0, last / 3, 2 * last / 3, last}) {
			r, _ := load(t, list[i]).search(t, dfs.Options{Nodes: 10_000_000})
			if r.Outcome != dfs.Found {
				t.Errorf("%s: the search ended with %d %s after %d nodes", list[i], r.Outcome, r.Limit, r.Nodes)
			}
		}
	}
}
