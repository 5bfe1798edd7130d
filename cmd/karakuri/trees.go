package main

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
)

// isXML reports whether a file holds trees of BehaviorTree.CPP, which its name tells.
func isXML(name string) bool { return strings.EqualFold(filepath.Ext(name), ".xml") }

// readTrees reads a file of BehaviorTree.CPP with all that it includes. Models are the files that say which nodes the host has; without
// them nodes that nobody declares are taken as they are used.
func readTrees(c *console, name string, models []string) (*btcpp.Document, diag.List) {
	nodes, ds := readModels(c, models)
	doc, more := readDocument(c, name, btcpp.Options{Lenient: len(models) == 0, Nodes: nodes})
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

// readModels returns the nodes that files declare, and those that package btexact has beyond the library's.
func readModels(c *console, files []string) ([]btcpp.Model, diag.List) {
	var nodes []btcpp.Model
	var all diag.List
	for _, name := range files {
		doc, ds := readDocument(c, name, btcpp.Options{Lenient: true})
		all.Append(ds)
		for _, m := range doc.Models {
			nodes = append(nodes, *m)
		}
	}
	return append(nodes, btexact.Extras()...), all
}

// checkTrees finds the mistakes of a file of BehaviorTree.CPP, also those that only matter when it runs.
func checkTrees(c *console, name string, models []string) diag.List {
	doc, ds := readTrees(c, name, models)
	if !ds.HasErrors() && doc.Main != "" {
		_, more := btexact.Compile(doc, btexact.Simulated(&btexact.Simulation{}, btexact.Options{}))
		ds.Append(more)
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
		return &usageError{"the file does not say which tree is meant: add --tree, with one of " + brief(names)}
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
