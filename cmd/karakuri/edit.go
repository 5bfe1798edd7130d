package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/edit"
	"github.com/karakuri-ai/karakuri/internal/files"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

type editCmd struct {
	Op        []string `sep:"none" placeholder:"JSON" help:"An operation, or a list of them; may be repeated. Default: standard input."`
	Ops       bool     `help:"List all operations with their fields."`
	Write     bool     `short:"w" help:"Write the changed files."`
	Text      bool     `help:"Print the new text of the file instead of the changes."`
	JSON      bool     `help:"Print the changes, the paths that moved, and the operations that undo the edit, as JSON."`
	Base      string   `placeholder:"HASH" help:"Refuse the edit if the file has another hash."`
	BaseFile  string   `placeholder:"OLD" help:"The text that the operations are for. If the file has changed since, the edit is refused, and a merge of both is printed."`
	Merge     bool     `help:"Use the merge, if it has no conflicts."`
	Unchecked bool     `help:"Accept a result with mistakes, as long as it can be parsed."`
	File      string   `arg:"" optional:"" name:"file" help:"Karakuri file."`
}

// Help returns the text of --help.
func (*editCmd) Help() string {
	return `Changes statements of a file, named by their paths. Everything else keeps its bytes, and comments stay. All operations are
applied, or none.

    karakuri edit meal.krk --op '{"op": "set", "at": "const price", "clause": "value", "value": 6}'
    karakuri edit meal.krk --write < ops.json
    karakuri edit --ops

docs/editing.md describes paths and operations.`
}

// Validate is called by kong.
func (cmd *editCmd) Validate() error {
	switch {
	case cmd.Ops:
		return nil
	case cmd.File == "":
		return &usageError{"a file is needed"}
	case cmd.Merge && cmd.BaseFile == "":
		return &usageError{"--merge needs --base-file"}
	case cmd.Text && cmd.JSON:
		return &usageError{"give --text or --json, not both"}
	}
	return nil
}

// Run edits a file.
func (cmd *editCmd) Run(c *console) error {
	if cmd.Ops {
		return listOps(c)
	}
	at, ds := locate(c, cmd.File)
	if ds.HasErrors() {
		return cmd.refused(c, ds, nil)
	}
	ops, err := cmd.operations(c)
	if err != nil {
		return err
	}
	in := edit.Input{FS: at.fsys, Main: at.inside, Display: at.display, Base: cmd.Base, Ops: ops, Unchecked: cmd.Unchecked}
	old := ""
	if cmd.BaseFile != "" {
		if old, err = readText(cmd.BaseFile, expr.MaxSourceBytes); err != nil {
			return err
		}
		if hash := edit.Hash(old); cmd.Base == "" {
			in.Base = hash
		} else if hash != cmd.Base {
			return &usageError{"the hash of " + cmd.BaseFile + " is " + hash + ", not --base " + cmd.Base}
		}
	}
	r, ds := edit.Apply(in)
	if r == nil && cmd.BaseFile != "" && slices.ContainsFunc(ds.All, func(d diag.Diagnostic) bool { return d.Code == diag.EditBase }) {
		m, more := edit.Rebase(in, old)
		if m == nil || !cmd.Merge || len(m.Conflicts) > 0 {
			ds.Append(more)
			return cmd.refused(c, ds, m)
		}
		in.Ops, in.Base = m.Ops, ""
		r, ds = edit.Apply(in)
	}
	if r == nil {
		return cmd.refused(c, ds, nil)
	}
	if cmd.Write {
		if err := writeAll(at, r.Files); err != nil {
			return err
		}
	}
	return cmd.print(c, at, in, r)
}

// operations reads the operations from the flags or from standard input.
func (cmd *editCmd) operations(c *console) ([]edit.Op, error) {
	var all []edit.Op
	texts := cmd.Op
	if len(texts) == 0 {
		text, err := io.ReadAll(io.LimitReader(c.in, expr.MaxSourceBytes))
		if err != nil {
			return nil, err
		}
		texts = []string{string(text)}
	}
	for _, text := range texts {
		ops, err := edit.ParseOps([]byte(text))
		if err != nil {
			return nil, fmt.Errorf("the operations cannot be read: %w", err)
		}
		all = append(all, ops...)
	}
	return all, nil
}

// writeAll writes the files if none of them has changed meanwhile.
func writeAll(at location, list []edit.File) error {
	for _, f := range list {
		name := filepath.FromSlash(at.display(f.Name))
		now, err := files.Read(name, 0)
		if err != nil {
			return err
		}
		if files.Hash(now) != f.Base {
			return fmt.Errorf("%s: %w; nothing was written", name, files.ErrChanged)
		}
	}
	for _, f := range list {
		name := filepath.FromSlash(at.display(f.Name))
		if err := files.Write(name, []byte(f.New), f.Base); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// print prints what an edit led to.
func (cmd *editCmd) print(c *console, at location, in edit.Input, r *edit.Result) error {
	switch {
	case cmd.JSON:
		return printJSON(c.out, struct {
			Files   []edit.File `json:"files"`
			Moved   []edit.Move `json:"moved"`
			Inverse []edit.Op   `json:"inverse"`
		}{orEmpty(r.Files), orEmpty(r.Moved), orEmpty(r.Inverse)})
	case cmd.Text:
		for _, f := range r.Files {
			if f.Name == in.Main {
				_, err := io.WriteString(c.out, f.New)
				return err
			}
		}
		text, err := readSource(c, cmd.File)
		if err == nil {
			_, err = io.WriteString(c.out, text)
		}
		return err
	case cmd.Write:
		return nil
	}
	for _, f := range r.Files {
		fmt.Fprintln(c.out, at.display(f.Name))
		printChanges(c.out, f.Changes)
	}
	return nil
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// printChanges prints changes with the lines before and after.
func printChanges(w io.Writer, list []edit.Change) {
	for _, c := range list {
		fmt.Fprintf(w, "line %d\n", c.Line)
		printSigned(w, "-", c.Old)
		printSigned(w, "+", c.New)
	}
}

func printSigned(w io.Writer, sign, text string) {
	for line := range strings.Lines(text) {
		fmt.Fprintf(w, "%s %s\n", sign, strings.TrimRight(line, "\n"))
	}
}

// refused says why an edit is refused, and offers a merge if there is one.
func (cmd *editCmd) refused(c *console, ds diag.List, m *edit.Merge) error {
	if cmd.JSON {
		if err := printJSON(c.out, struct {
			Findings []diag.Record `json:"findings"`
			Merge    *edit.Merge   `json:"merge,omitempty"`
		}{orEmpty(ds.Records()), m}); err != nil {
			return err
		}
		return answer(exitNo)
	}
	printFindings(c.err, &ds)
	if m == nil {
		return answer(exitNo)
	}
	fmt.Fprintln(c.err, "changed since:")
	printChanges(c.err, m.Changed)
	for _, x := range m.Conflicts {
		fmt.Fprintf(c.err, "conflict at line %d\n", x.Line)
		printSigned(c.err, "base  ", x.Base)
		printSigned(c.err, "ours  ", x.Ours)
		printSigned(c.err, "theirs", x.Theirs)
	}
	if len(m.Conflicts) == 0 {
		fmt.Fprintln(c.err, "both can be merged: --merge")
	}
	return answer(exitNo)
}

// listOps prints all operations.
func listOps(c *console) error {
	for _, k := range edit.Kinds() {
		fmt.Fprintf(c.out, "%-10s %s\n           %s\n", k.Word, k.Fields, k.Doc)
	}
	return nil
}
