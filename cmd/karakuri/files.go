package main

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/files"
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

// load reads a program. Mistakes are printed; warnings are not, they are for check.
func load(c *console, name string) (*program.Program, error) {
	if isXML(name) {
		return nil, &usageError{name + " is a tree of BehaviorTree.CPP: turn it into a karakuri file by convert"}
	}
	p, ds := loadFile(c, name)
	if p == nil {
		printFindings(c.err, &ds)
		return nil, answer(exitNo)
	}
	return p, nil
}

// loadFile reads a file with all that it imports, and links it. Imports stay within the folder of the file, or that of
// --root; findings name files as the user does. The program is nil when there are errors.
func loadFile(c *console, name string) (*program.Program, diag.List) {
	at, ds := locate(c, name)
	if ds.HasErrors() {
		return nil, ds
	}
	return program.LoadAs(at.fsys, at.inside, at.display)
}

// location is the place of a file: the folder that contains it and all its imports.
type location struct {
	fsys    fs.FS
	inside  string                   // path of the file in it
	display func(name string) string // how findings name a file of it
}

func locate(c *console, name string) (location, diag.List) {
	var ds diag.List
	abs, err := filepath.Abs(name)
	root, linked := filepath.Dir(abs), filepath.Base(abs) // the file itself may be a link that leads elsewhere: the user has named it
	if c.root != "" && err == nil {
		linked = ""
		root, err = filepath.Abs(c.root)
	}
	if err != nil {
		unreadable(&ds, name, err)
		return location{}, ds
	}
	inside, err := filepath.Rel(root, abs)
	if err != nil || !filepath.IsLocal(inside) {
		ds.Errorf(diag.ImportMissing, diag.Span{}, "cannot read %s: it lies outside --root %s", name, c.root)
		return location{}, ds
	}
	return location{files.NewFolder(root, linked), filepath.ToSlash(inside), displayed(name, root)}, ds
}

// readText reads a file that is written by hand, of at most so many bytes.
func readText(name string, most int64) (string, error) {
	text, err := files.Read(name, most)
	return string(text), err
}

// readWhole reads a file of any length.
func readWhole(name string) ([]byte, error) { return files.Read(name, 0) }

// displayed returns how the files of a model are called in findings: by absolute paths if the user gave one, else
// relative to where the user is.
func displayed(asked, root string) func(string) string {
	here, err := os.Getwd()
	if filepath.IsAbs(asked) || err != nil {
		return func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	}
	return func(name string) string {
		if rel, err := filepath.Rel(here, filepath.Join(root, filepath.FromSlash(name))); err == nil {
			return filepath.ToSlash(rel)
		}
		return name
	}
}
