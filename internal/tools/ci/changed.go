package main

import (
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
)

// changed returns the packages with files that differ from those of main: since the branch left it, or since the commit
// before where this is main. Files that git does not know yet count too. If git cannot list them, it returns all
// packages.
func changed() []string {
	base, err := gitOutput("merge-base", "HEAD", "main")
	head, wrong := gitOutput("rev-parse", "HEAD")
	if err != nil || wrong != nil {
		return []string{"./..."}
	}
	if base == head {
		base = "HEAD~1"
	}
	differ, err := gitOutput("diff", "--name-only", base)
	if err != nil {
		return []string{"./..."}
	}
	fresh, _ := gitOutput("ls-files", "--others", "--exclude-standard")
	return packagesOf(strings.Fields(differ+"\n"+fresh), hasGo)
}

// The folders of the modules within this one. They have dependencies that this one does not have.
const (
	cluster = "cluster"
	window  = "examples/ebitengine"
)

// packagesOf returns the packages that files belong to: the nearest folder upwards that has Go files. If there is none,
// it returns the package of tidy's rules, which checks every file.
func packagesOf(files []string, hasGo func(dir string) bool) []string {
	list := []string{"./internal/tools/tidy"}
	for _, f := range files {
		dir := path.Dir(f)
		for dir != "." && !hasGo(dir) {
			dir = path.Dir(dir)
		}
		if dir == "." && f != path.Base(f) || strings.HasPrefix(f, cluster+"/") || strings.HasPrefix(f, window+"/") {
			continue // docs and the like: its folder has no package above it but the root
		}
		if hasGo(dir) {
			list = append(list, "./"+strings.TrimPrefix(dir, "."))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// hasGo reports whether a folder is that of a package.
func hasGo(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err == nil && slices.ContainsFunc(entries, func(e os.DirEntry) bool { return strings.HasSuffix(e.Name(), ".go") })
}

func gitOutput(args ...string) (string, error) {
	out, err := exec.Command("git", args...).Output()
	return strings.TrimSpace(string(out)), err
}
