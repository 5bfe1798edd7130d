package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/program"
)

// load reads a program. Mistakes are printed; warnings are not, they are for check.
func load(c *console, name string) (*program.Program, error) {
	if isXML(name) {
		return nil, &usageError{name + " is a tree of BehaviorTree.CPP: turn it into a karakuri file by convert"}
	}
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
	at, ds := locate(name)
	if ds.HasErrors() {
		return nil, ds
	}
	return program.LoadAs(at.fsys, at.inside, at.display)
}

// location is where a file is: in a file system that has everything that the user can read.
type location struct {
	fsys    fs.FS
	inside  string                   // path of the file in it
	display func(name string) string // how findings name a file of it
}

func locate(name string) (location, diag.List) {
	var ds diag.List
	abs, err := filepath.Abs(name)
	if err != nil {
		unreadable(&ds, name, err)
		return location{}, ds
	}
	root := filepath.VolumeName(abs) + string(filepath.Separator)
	return location{os.DirFS(root), filepath.ToSlash(strings.TrimPrefix(abs, root)), displayed(name, root)}, ds
}

// readText reads a file that is written by hand, of at most so many bytes.
func readText(name string, most int64) (string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return "", err
	}
	if info.Size() > most {
		return "", fmt.Errorf("it has more than %d bytes", most)
	}
	text, err := os.ReadFile(name)
	return string(text), err
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
