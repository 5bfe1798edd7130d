package main

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/program"
)

// load reads a program. Mistakes are printed; warnings are not, they are for check.
func load(c *console, name string) (*program.Program, error) {
	p, ds := loadFile(name)
	if p == nil {
		printFindings(c.err, &ds)
		return nil, answer(exitNo)
	}
	return p, nil
}

// loadFile reads a file with all that it imports, and links it. Imports may lead anywhere that the user can read; findings name
// files as the user does. The program is nil when there are errors.
func loadFile(name string) (*program.Program, diag.List) {
	abs, err := filepath.Abs(name)
	if err != nil {
		var ds diag.List
		ds.Errorf(diag.ImportMissing, diag.Span{}, "cannot read %s: %v", name, err)
		return nil, ds
	}
	root := filepath.VolumeName(abs) + string(filepath.Separator)
	inside := filepath.ToSlash(strings.TrimPrefix(abs, root))
	return program.LoadAs(os.DirFS(root), inside, displayed(name, root))
}

// displayed returns how the files of a model are called in findings: by absolute paths if the user gave one, else relative to
// where the user is.
func displayed(asked, root string) func(string) string {
	here, err := os.Getwd()
	if filepath.IsAbs(asked) || err != nil {
		return func(name string) string { return root + filepath.FromSlash(name) }
	}
	return func(name string) string {
		if rel, err := filepath.Rel(here, root+filepath.FromSlash(path.Clean(name))); err == nil {
			return filepath.ToSlash(rel)
		}
		return name
	}
}
