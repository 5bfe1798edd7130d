// Command lines prints how many lines of code and of tests each package has, by hand, in two versions of the
// repository: go run ./internal/tools/lines -base REV. Generated files, test data and what npm builds do not count.
// Comments and blank lines do. Packages in neither column have not changed.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
)

func main() {
	base := flag.String("base", "HEAD~1", "the version to compare with: a commit, branch or tag")
	head := flag.String("head", "HEAD", "the version that is compared")
	all := flag.Bool("all", false, "list packages that have not changed, too")
	flag.Parse()
	before, err := countIn(*base)
	if err == nil {
		var after count
		if after, err = countIn(*head); err == nil {
			write(os.Stdout, before, after, *all)
			return
		}
	}
	fmt.Fprintf(os.Stderr, "lines: %v\n", err)
	os.Exit(1)
}

// size is the number of lines of a package.
type size struct{ code, tests int }

// count is the size of each package, by its folder.
type count map[string]size

// countIn counts the lines of a version.
func countIn(rev string) (count, error) {
	listing, err := git("ls-tree", "-r", "-z", "--name-only", "--full-tree", rev)
	if err != nil {
		return nil, err
	}
	n := count{}
	for name := range strings.SplitSeq(strings.Trim(string(listing), "\x00"), "\x00") {
		if !isSource(name) {
			continue
		}
		src, err := git("show", rev+":"+name)
		if err != nil {
			return nil, err
		}
		n.add(name, src)
	}
	return n, nil
}

func git(args ...string) ([]byte, error) {
	out, err := exec.Command("git", args...).Output()
	if exit, is := err.(*exec.ExitError); is {
		return nil, fmt.Errorf("git %s: %s", args[0], bytes.TrimSpace(exit.Stderr))
	}
	return out, err
}

// isSource reports whether a file may be source that people write.
func isSource(name string) bool {
	return slices.Contains([]string{".go", ".ts", ".tsx"}, path.Ext(name)) && !strings.Contains("/"+name, "/testdata/") && !strings.Contains("/"+name, "/dist/")
}

// add counts a file, unless it has been generated.
func (n count) add(name string, src []byte) {
	if first, _, _ := bytes.Cut(src, []byte("\n")); bytes.Contains(first, []byte("Code generated")) {
		return
	}
	s, lines := n[path.Dir(name)], bytes.Count(src, []byte("\n"))
	if strings.HasSuffix(name, "_test.go") || strings.Contains("/"+name, "/test/") {
		s.tests += lines
	} else {
		s.code += lines
	}
	n[path.Dir(name)] = s
}

// follow names packages that have moved as they are called now: where a folder is gone, and one of the same name has
// come elsewhere.
func (n count) follow(after count) count {
	moved := count{}
	for dir, s := range n {
		if _, stays := after[dir]; !stays {
			var came []string
			for d := range after {
				if _, old := n[d]; !old && path.Base(d) == path.Base(dir) {
					came = append(came, d)
				}
			}
			if len(came) == 1 {
				dir = came[0]
			}
		}
		moved[dir] = size{moved[dir].code + s.code, moved[dir].tests + s.tests}
	}
	return moved
}

// write prints a table of both versions, with the sums at the end.
func write(w io.Writer, before, after count, all bool) {
	before = before.follow(after)
	dirs := maps.Clone(before)
	maps.Copy(dirs, after)
	fmt.Fprintf(w, "%-36s %8s %8s %8s %8s %8s %8s\n", "package", "code", "now", "", "tests", "now", "")
	row := func(name string, b, a size) {
		fmt.Fprintf(w, "%-36s %8d %8d %+8d %8d %8d %+8d\n", name, b.code, a.code, a.code-b.code, b.tests, a.tests, a.tests-b.tests)
	}
	var was, is size
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		b, a := before[dir], after[dir]
		was.code, was.tests, is.code, is.tests = was.code+b.code, was.tests+b.tests, is.code+a.code, is.tests+a.tests
		if all || a != b {
			row(dir, b, a)
		}
	}
	row("all", was, is)
}
