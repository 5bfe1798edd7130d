package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/files"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

type convertCmd struct {
	In   string `arg:"" help:"XML file of BehaviorTree.CPP (.xml), or karakuri file."`
	Out  string `arg:"" help:"File to write: .xml, .krk, or .json for the JSON form; - writes the converted form to standard output."`
	Tree string `placeholder:"ID" help:"From XML: the main tree. Default: the one that the file names."`
	treeFiles
	Force bool `help:"Overwrite an existing file."`
}

// Help returns the text of --help.
func (*convertCmd) Help() string {
	return `Converts behaviour trees of BehaviorTree.CPP to a karakuri file, and the trees of a karakuri file to XML. If something has no
equivalent in the other form, convert reports every such place, writes nothing, and exits with 1. A small difference in meaning gets a
warning.

    karakuri convert patrol.xml patrol.krk
    karakuri convert patrol.krk -
    karakuri convert old.xml new.xml

From XML to XML, convert merges a file and its includes into one formatted file of version 4.`
}

// Validate is called by kong.
func (cmd *convertCmd) Validate() error {
	from, to := isTrees(cmd.In), isXML(cmd.Out)
	switch {
	case !from && !isModel(cmd.In):
		return &usageError{cmd.In + " is neither XML nor a karakuri file: its name should end in .xml, .krk or .json"}
	case cmd.Out != "-" && !to && !isModel(cmd.Out):
		return &usageError{cmd.Out + ": the name should end in .xml, .krk or .json, or be -"}
	case !from && !to && cmd.Out != "-":
		return &usageError{"both are karakuri files: use fmt to lay them out, and to turn them into their JSON form and back"}
	case !from && cmd.Tree != "":
		return &usageError{"--tree is for XML files: of a karakuri file the tree of the first agent is the main one"}
	case !from && cmd.Nodes != nil:
		return &usageError{"--nodes is for XML files"}
	case !from && cmd.Blanks:
		return &usageError{"--blanks is for XML files"}
	}
	return nil
}

// isModel reports whether a file holds the karakuri language or its JSON form, by its name.
func isModel(name string) bool {
	return strings.EqualFold(filepath.Ext(name), ".krk") || lang.IsJSON(name)
}

// Run converts.
func (cmd *convertCmd) Run(c *console) error {
	var text string
	var ds diag.List
	var err error
	if isTrees(cmd.In) {
		text, ds, err = cmd.fromXML(c)
	} else {
		text, ds, err = cmd.fromModel(c)
	}
	if err != nil {
		return err
	}
	ds.All = distinct(ds.All)
	printFindings(c.err, &ds)
	if ds.HasErrors() {
		return answer(exitNo)
	}
	if cmd.Out == "-" {
		_, err = io.WriteString(c.out, text)
		return err
	}
	return writeNew(cmd.Out, text, cmd.Force)
}

// fromXML reads XML and says it in the form that is asked for.
func (cmd *convertCmd) fromXML(c *console) (string, diag.List, error) {
	doc, ds := readTrees(c, cmd.treeFiles, cmd.In)
	if ds.HasErrors() {
		return "", ds, nil
	}
	if isXML(cmd.Out) {
		if cmd.Tree != "" {
			if err := chooseTree(doc, cmd.Tree); err != nil {
				return "", ds, err
			}
		}
		text, err := xmlText(doc)
		return text, ds, err
	}
	if err := chooseTree(doc, cmd.Tree); err != nil {
		return "", ds, err
	}
	made, more := btcpp.ToModel(doc)
	ds.Append(more)
	if made == nil || ds.HasErrors() {
		return "", ds, nil
	}
	m := bridge.Model.In(made)
	if lang.IsJSON(cmd.Out) {
		text, err := lang.EncodeJSON(m.Files[0])
		return string(text), ds, err
	}
	return lang.Format(m.Files[0]), ds, nil
}

// fromModel reads a karakuri file and says its trees in XML.
func (cmd *convertCmd) fromModel(c *console) (string, diag.List, error) {
	at, ds := locate(c, cmd.In)
	if ds.HasErrors() {
		return "", ds, nil
	}
	m, ds := lang.LoadAs(at.fsys, at.inside, at.display)
	if !ds.HasErrors() {
		_, checked := def.Check(m)
		keepErrors(&ds, checked)
	}
	if ds.HasErrors() {
		return "", ds, nil
	}
	doc, more := btcpp.FromModel(bridge.Model.Out(m).(*karakuri.Model))
	ds.Append(more)
	if doc == nil || ds.HasErrors() {
		return "", ds, nil
	}
	text, err := xmlText(doc)
	return text, ds, err
}

// keepErrors appends the mistakes of a list: its warnings are for check.
func keepErrors(ds *diag.List, list diag.List) {
	for _, d := range list.All {
		if d.Severity == diag.Error {
			ds.All = append(ds.All, d)
		}
	}
}

func xmlText(doc *btcpp.Document) (string, error) {
	var b strings.Builder
	err := btcpp.Write(&b, doc)
	return b.String(), err
}

// writeNew writes a file that must not be there, unless force is given.
func writeNew(name, text string, force bool) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	switch {
	case errors.Is(err, fs.ErrExist) && force:
		return files.Write(name, []byte(text), "")
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s exists already: add --force to overwrite it", name)
	case err != nil:
		return err
	}
	_, err = io.WriteString(file, text)
	return errors.Join(err, file.Close())
}
