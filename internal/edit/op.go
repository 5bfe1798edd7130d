package edit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// Op is one operation. Which fields it takes depends on its kind; see [Kinds].
type Op struct {
	Op   string `json:"op"`
	File string `json:"file,omitempty"` // relative to the folder of the files; empty: the main file

	At      string `json:"at,omitempty"`      // the path of a statement
	Through string `json:"through,omitempty"` // the path of the last of several statements that stand next to each other

	// Where something is put: beside a statement, or into one, at a place from 0. Without an index it becomes the last;
	// without any of the three it goes into the file.
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	Into   string `json:"into,omitempty"`
	Index  *int   `json:"index,omitempty"`

	Text   string `json:"text,omitempty"`
	Gap    *bool  `json:"gap,omitempty"` // whether a blank line stands above; default: if Text begins with one, and between declarations of different kinds
	Clause string `json:"clause,omitempty"`
	Value  any    `json:"value,omitempty"` // a text, a number, true; null: none
	To     string `json:"to,omitempty"`
	Name   string `json:"name,omitempty"`
	Behind bool   `json:"behind,omitempty"`
	Off    bool   `json:"off,omitempty"`
	Drop   bool   `json:"drop,omitempty"`
	Over   bool   `json:"over,omitempty"` // a todo that is the only line of the place is replaced

	Pieces []TextPiece `json:"pieces,omitempty"`
}

// TextPiece replaces a piece of text. It stands at an offset, or elsewhere if it stands nowhere else.
type TextPiece struct {
	Offset int    `json:"offset"`
	Old    string `json:"old"`
	New    string `json:"new"`
}

// Kind documents a kind of operation.
type Kind struct {
	Word   string
	Fields string // those that it takes, besides file
	Doc    string
	apply  func(*editor, *text, Op) *change
}

// Kinds returns all kinds of operations. Not to be changed.
func Kinds() []Kind { return kinds }

var kinds []Kind

func init() { // the functions read the list, for hints
	kinds = []Kind{
		{"insert", "text; before, after, or into with index; gap; over", "Inserts a statement, with comments above it if the text has them. gap says whether a blank line stands above it; over replaces a todo that is the only line there.", insert},
		{"remove", "at, through", "Removes statements with their comments.", remove},
		{"move", "at; before, after, or into with index; over", "Moves a statement with its comments; over replaces a todo that is the only line there.", move},
		{"duplicate", "at, name", "Inserts a copy after a statement, under a name of its own if it has one.", duplicate},
		{"wrap", "at, through, text", "Puts nodes, subtasks or steps into a statement with braces, whose text is given without them, as in selector or unordered.", wrap},
		{"unwrap", "at", "Replaces a statement with braces by what is in them.", unwrap},
		{"kind", "at, to", "Replaces the words that say what kind of node or block a statement is.", kindOp},
		{"replace", "at, text", "Replaces the text of a statement. Its comments stay.", replace},
		{"set", "at, clause, value", "Sets a clause, or the value of a constant or symbol. Without a value it takes the clause away.", set},
		{"number", "at, index, value", "Replaces a number of a statement where it stands; index counts the numbers of its text, from 0. Nothing else changes.", number},
		{"curve", "at, index, name; value, or to", "Sets a parameter of a response curve, by the name that it has in calls, or drags a handle to a place, as in 0.3 0.75: its parameters are written where they stand, or added. index counts the curves of the statement, from 0. The name point adds a point to a piecewise curve. Without value and to the parameter or point goes.", curveOp},
		{"disable", "at, off", "Disables a node; off enables it again.", disable},
		{"comment", "at, text, behind", "Replaces the comment above a statement, or that behind it. An empty text removes it; one that ends with a line break has a blank line below.", comment},
		{"mark", "at, through, to, name, off", "Says how a graph shows statements, by comments above them: collapsed for one, or frame for some that stand next to each other, with a name. off takes it away.", mark},
		{"rename", "at, name, to", "Renames what a statement declares, or a name that stands in it, everywhere in the file and its imports.", rename},
		{"extract", "at, through, name", "Makes subtasks a task, a node a tree, or steps a goal, and calls it in their place. What they use of their surroundings becomes parameters.", extract},
		{"inline", "at, drop", "Replaces the call of a task with one method, of a tree, or of a goal by what it does. drop removes its declaration if nothing else mentions it.", inline},
		{"text", "pieces", "Replaces pieces of text: each old text, at a byte offset or wherever it stands alone, by a new one. Operations that take back others use it.", textOp},
	}
}

// ParseOps reads operations: an object, or a list of objects.
func ParseOps(data []byte) ([]Op, error) {
	var list []Op
	if err := strict(data, &list); err == nil {
		return list, nil
	} else if len(data) > 0 && firstByte(data) == '[' {
		return nil, err
	}
	var op Op
	if err := strict(data, &op); err != nil {
		return nil, err
	}
	return []Op{op}, nil
}

// strict reads JSON and refuses fields that do not exist.
func strict(data []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return err
	}
	if d.More() {
		return errors.New("something follows the operations; write several as a list")
	}
	return nil
}

func firstByte(data []byte) byte {
	for _, b := range data {
		if b != ' ' && b != '\n' && b != '\t' && b != '\r' {
			return b
		}
	}
	return 0
}

// valueText returns the value of an operation as it is written in the language; false: the clause is taken away.
func (op *Op) valueText() (text string, given bool, err error) {
	switch v := op.Value.(type) {
	case nil:
		return "", false, nil
	case bool:
		return "", v, nil
	case string:
		return v, true, nil
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), true, nil
	case json.Number:
		return v.String(), true, nil
	}
	return "", false, fmt.Errorf("the value of a clause is a text, a number, true or null, not %v", op.Value)
}
