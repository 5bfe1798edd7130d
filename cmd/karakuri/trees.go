package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/files"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
)

// isXML reports whether a file holds trees of BehaviorTree.CPP, by its name.
func isXML(name string) bool { return strings.EqualFold(filepath.Ext(name), ".xml") }

// isTrees reports whether a file or a folder holds trees of BehaviorTree.CPP: a folder does that has a file of them, in
// it or below.
func isTrees(name string) bool {
	if isXML(name) {
		return true
	}
	found, left := false, btcpp.MaxProjectEntries
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		_ = filepath.WalkDir(name, func(at string, d fs.DirEntry, err error) error { // what cannot be read is reported by the code that reads it
			if found = found || err == nil && !d.IsDir() && isXML(at); found || left == 0 {
				return filepath.SkipAll
			}
			left--
			return nil
		})
	}
	return found
}

// treeFiles say how files of BehaviorTree.CPP are read, as flags do.
type treeFiles struct {
	Nodes  []string `sep:"none" placeholder:"FILE" help:"XML: a file whose TreeNodesModel lists the nodes of the host; other nodes are then errors. May be given several times."`
	Blanks bool     `help:"XML: accept blanks in the names of nodes and trees."`
}

// readTrees reads a file of BehaviorTree.CPP with all that it includes, or files and folders as one project. Without
// models, the files that say which nodes the host has, undeclared nodes are taken as they are used.
func readTrees(c *console, how treeFiles, names ...string) (*btcpp.Document, diag.List) {
	nodes, ds := readModels(c, how)
	doc, more := readProject(c, names, btcpp.Options{Lenient: len(how.Nodes) == 0, Nodes: nodes, Blanks: how.Blanks})
	ds.Append(more)
	return doc, ds
}

func readDocument(c *console, name string, o btcpp.Options) (*btcpp.Document, diag.List) {
	at, ds := locate(c, name)
	if ds.HasErrors() {
		return &btcpp.Document{}, ds
	}
	o.Display = at.display
	return btcpp.Read(at.fsys, at.inside, o)
}

// readProject reads files and folders as one document. Includes stay within the folder that holds them all, or that of
// --root.
func readProject(c *console, names []string, o btcpp.Options) (*btcpp.Document, diag.List) {
	if len(names) == 1 && isXML(names[0]) {
		return readDocument(c, names[0], o)
	}
	var ds diag.List
	root := c.root
	if root == "" {
		root = folderAround(names)
	}
	abs, err := filepath.Abs(root)
	if err != nil {
		unreadable(&ds, root, err)
		return &btcpp.Document{}, ds
	}
	var inside []string
	for _, name := range names {
		rel, err := relative(abs, name)
		if err != nil || !filepath.IsLocal(rel) {
			ds.Errorf(diag.ImportMissing, diag.Span{}, "cannot read %s: it lies outside --root %s", name, c.root)
			return &btcpp.Document{}, ds
		}
		inside = append(inside, filepath.ToSlash(rel))
	}
	o.Display = displayed(names[0], abs)
	return btcpp.ReadProject(files.NewFolder(abs, ""), inside, o)
}

// relative returns a path as it is from a folder.
func relative(folder, name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	return filepath.Rel(folder, abs)
}

// folderAround returns the innermost folder that holds files and folders.
func folderAround(names []string) string {
	root := names[0]
	if isXML(root) {
		root = filepath.Dir(root)
	}
	abs, err := filepath.Abs(root)
	for _, name := range names[1:] {
		for err == nil && abs != filepath.Dir(abs) {
			if rel, err := relative(abs, name); err == nil && filepath.IsLocal(rel) {
				break
			}
			abs = filepath.Dir(abs)
		}
	}
	if err != nil {
		return root
	}
	return abs
}

// readModels returns the nodes that files declare, and those that package btexact has beyond the library's.
func readModels(c *console, how treeFiles) ([]btcpp.Model, diag.List) {
	var nodes []btcpp.Model
	var all diag.List
	for _, name := range how.Nodes {
		doc, ds := readDocument(c, name, btcpp.Options{Lenient: true, Blanks: how.Blanks})
		all.Append(ds)
		for _, m := range doc.Models {
			nodes = append(nodes, *m)
		}
	}
	return append(nodes, btexact.Extras()...), all
}

// checkTrees finds the mistakes of a file of BehaviorTree.CPP, or of a project, also those that only matter when it
// runs.
func checkTrees(c *console, how treeFiles, names ...string) diag.List {
	doc, ds := readTrees(c, how, names...)
	if !ds.HasErrors() && doc.Main != "" {
		ds.Append(btexact.Check(doc, btexact.Simulated(&btexact.Simulation{}, btexact.Options{})))
	}
	return ds
}

// chooseTree makes the tree of a name the one that is meant; "" leaves it to the file.
func chooseTree(doc *btcpp.Document, id string) error {
	var names []string
	for _, t := range doc.Trees {
		names = append(names, t.ID)
	}
	switch {
	case len(names) == 0:
		return errors.New("the file has no tree")
	case id == "" && doc.Main == "":
		return &usageError{"the file has several trees: add --tree, with one of " + brief(names)}
	case id == "":
		return nil
	case doc.Tree(id) == nil:
		hint := expr.DidYouMean(id, names)
		if hint == "" {
			hint = "there are " + brief(names)
		}
		return &usageError{"--tree: there is no tree " + id + "; " + hint}
	}
	doc.Main = id
	return nil
}
