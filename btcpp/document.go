package btcpp

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/fact"
)

// Document is the XML of one program: the trees and models of a file and of all files that it includes. After a Read
// without errors every name is resolved. Do not change a document after reading; then it is safe for concurrent use.
type Document struct {
	Name    string // of the file that was read
	Main    string // ID of the tree to run; "" if there are several candidates and the file names none
	Version int    // of the format, 3 or 4; 4 if the file does not have one
	Trees   []*Tree
	Models  []*Model // declared in TreeNodesModel, in the order of the files
}

// Tree returns the tree of an ID, or nil.
func (d *Document) Tree(id string) *Tree {
	for _, t := range d.Trees {
		if t.ID == id {
			return t
		}
	}
	return nil
}

// Model returns the model that the document declares for an ID, or nil. See [Builtin] for those of the library.
func (d *Document) Model(id string) *Model {
	for _, m := range d.Models {
		if m.ID == id {
			return m
		}
	}
	return nil
}

// Tree is one BehaviorTree element.
type Tree struct {
	At    diag.Span // of its start tag
	ID    string    // BehaviorTree_N if the file has none
	Root  *Element  // nil only after errors
	Other []Attr    // attributes without a meaning here, such as _fullpath and description
}

// Category is the kind of a node: its number of children and its behaviour.
type Category uint8

// The categories, as they are called in XML.
const (
	NoCategory Category = iota
	Action              // a leaf that does something
	Condition           // a leaf that only reads
	Control             // has one child or more
	Decorator           // has one child
	SubTree             // a leaf that runs a tree
)

var categoryNames = [...]string{"", "Action", "Condition", "Control", "Decorator", "SubTree"}

// String returns the name of the category's element, "Action".
func (c Category) String() string { return fact.Name(c, categoryNames[:]...) }

// categoryOf returns the category with an element name, or NoCategory.
func categoryOf(name string) Category {
	for c := Action; c <= SubTree; c++ {
		if categoryNames[c] == name {
			return c
		}
	}
	return NoCategory
}

// Element is one node of a tree.
type Element struct {
	At       diag.Span // of its name in the start tag
	Category Category
	ID       string // registered name, "Sequence"; for a SubTree the ID of the tree
	Explicit bool   // written as <Action ID="..."/>; always so for a SubTree
	Name     string // of the instance; "" when not given
	Attrs    []Attr // values of ports, in the order of the file; for a SubTree its remappings
	Scripts
	AutoRemap bool   // a SubTree whose unknown keys are those of the surrounding tree
	Other     []Attr // names that begin with "_" and have no meaning here, such as _uid
	Children  []*Element
	Model     *Model // never nil after a Read without errors, except for a SubTree without a declared model
}

// Scripts are the pre- and postconditions of a node. Each may be nil.
type Scripts struct {
	FailureIf, SuccessIf, SkipIf, While  *Attr // evaluated before the node is ticked, in this order
	OnHalted, OnFailure, OnSuccess, Post *Attr // run after the tick
}

// script is one of the Scripts with the name of its attribute.
type script struct {
	name string
	at   **Attr
}

// all lists the conditions with their names, in the order in which they are written.
func (s *Scripts) all() [8]script {
	return [...]script{{"_failureIf", &s.FailureIf}, {"_successIf", &s.SuccessIf}, {"_skipIf", &s.SkipIf}, {"_while", &s.While},
		{"_onHalted", &s.OnHalted}, {"_onFailure", &s.OnFailure}, {"_onSuccess", &s.OnSuccess}, {"_post", &s.Post}}
}

// Attr is an attribute of an element, its value without escapes.
type Attr struct {
	Name, Value string
	At          diag.Span // of the value, without quotes
	NameAt      diag.Span // of the name
}

// Attr returns the port value of a name, or nil.
func (e *Element) Attr(name string) *Attr {
	for i := range e.Attrs {
		if e.Attrs[i].Name == name {
			return &e.Attrs[i]
		}
	}
	return nil
}

// Title returns the display name of the node: its instance name, or its ID.
func (e *Element) Title() string {
	if e.Name != "" {
		return e.Name
	}
	return e.ID
}
