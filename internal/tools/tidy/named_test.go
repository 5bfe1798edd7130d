package tidy

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestNamed: the names of code on a page exist, where the page says.
func TestNamed(t *testing.T) {
	for _, c := range []struct{ page, want string }{
		{"`visit` in `world/a.go`", ""},
		{"`visit` and `run.at` in `world/a.go`", ""},
		{"`run` (`world/a.go`)", ""},
		{"a row of `rows`, in `world/a.go`", ""},
		{"`gone` in `world/a.go`", "world/a.go declares no gone"},
		{"`visit`, `gone` in `world/a.go`", "world/a.go declares no gone"},
		{"`local` in `world/a.go`", "world/a.go declares no local"},
		{"`world/b.go` has it", "names world/b.go, which does not exist"},
		{"`x` in `world/b.go`", "names world/b.go, which does not exist"},
		{"`world/*.go`, `world/...`, `world`", ""},
		{"`world/b*.go`", "names world/b*.go, which does not exist"},
		{"`elsewhere/b.go`, `a/b`, `go run ./world/b.go`", ""},
		{"```\n`world/b.go`\n```", ""},
	} {
		m, err := Load(fstest.MapFS{
			"go.mod":     {Data: []byte("module m\n")},
			"world/a.go": {Data: []byte("package world\n\ntype run struct{ at int }\n\nvar rows int\n\nfunc (r *run) visit() { local := 1; _ = local }\n")},
			"docs/a.md":  {Data: []byte(c.page)},
		})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range find(t, "named").sorted(m) {
			got = append(got, f.Text)
		}
		if want := strings.Fields(c.want); len(want) == 0 && len(got) > 0 || len(want) > 0 && !slices.Equal(got, []string{c.want}) {
			t.Errorf("%q: found %q, want %q", c.page, got, c.want)
		}
	}
}

// TestPagesNameFiles: the pages that say how to add something name enough of the code that the rule has something to
// hold.
func TestPagesNameFiles(t *testing.T) {
	for page, least := range map[string]int{"adding-a-node.md": 20, "adding-a-diagnostic.md": 8, "adding-a-family.md": 20, "extending.md": 10} {
		text, err := os.ReadFile("../../../docs/" + page)
		if err != nil {
			t.Fatal(err)
		}
		files, names := 0, 0
		(&Text{Src: text}).lines(func(_ int, line string) {
			for _, span := range codeSpan.FindAllStringSubmatch(line, -1) {
				if filePath.MatchString(span[1]) {
					files++
				}
			}
			names += len(declaredIn.FindAllString(line, -1))
		})
		if files < least || names < 3 && page != "extending.md" {
			t.Errorf("%s names %d files, and says of %d names in which they stand", page, files, names)
		}
	}
}
