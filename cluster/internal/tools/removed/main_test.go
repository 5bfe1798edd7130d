package main

import (
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
)

// TestRemovals: each check is where the command looks for it, what is left without it is a Go file, and the test
// exists.
func TestRemovals(t *testing.T) {
	for i := range removals {
		r := &removals[i]
		path, source, err := r.apply("../../..")
		if err != nil {
			t.Errorf("%s: %v", r.what, err)
			continue
		}
		if _, err := parser.ParseFile(token.NewFileSet(), path, source, 0); err != nil {
			t.Errorf("%s: %v", r.what, err)
		}
		files, err := os.ReadDir("../../../" + r.pkg)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, f := range files {
			data, _ := os.ReadFile("../../../" + r.pkg + "/" + f.Name())
			found = found || strings.Contains(string(data), "func "+r.test+"(")
		}
		if !found {
			t.Errorf("%s: there is no test %s in %s", r.what, r.test, r.pkg)
		}
	}
}
