package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

type exportCmd struct {
	Files []string `arg:"" name:"file" help:"A karakuri file, or two HDDL files: domain and problem."`
	Task  string   `placeholder:"CALL" help:"With a karakuri file: the goal task of the problem. Default: the task of the first plan line of the first agent."`
	Out   string   `short:"o" placeholder:"DIR" help:"Write files to this folder instead of printing them."`
}

// Help returns the text of --help.
func (*exportCmd) Help() string {
	return `Converts a karakuri file to HDDL, the language of the hierarchical planning competition; or an HDDL domain and problem to a
karakuri file, keeping their names. If something has no equivalent, export reports every such place and exits with 1.

    karakuri export examples/errands/errands.krk
    karakuri export examples/errands/errands.krk --task "errand(bank)" -o errands
    karakuri export domain.hddl problem.hddl > problem.krk

With -o, the files are domain.hddl and problem.hddl, or a .krk file named after the problem.`
}

// Validate is called by kong.
func (cmd *exportCmd) Validate() error {
	switch {
	case areHDDL(cmd.Files) && cmd.Task != "":
		return &usageError{"--task is for karakuri files: an HDDL problem has its own task"}
	case areHDDL(cmd.Files) || len(cmd.Files) == 1 && !isHDDL(cmd.Files[0]):
		return nil
	}
	return &usageError{"expected a karakuri file, or an HDDL domain and problem"}
}

// Run exports.
func (cmd *exportCmd) Run(c *console) error {
	var files []outFile
	var ds diag.List
	var err error
	if areHDDL(cmd.Files) {
		files, ds = fromHDDL(cmd.Files[0], cmd.Files[1])
	} else {
		files, ds, err = cmd.toHDDL(c)
	}
	if err != nil {
		return err
	}
	printFindings(c.err, &ds)
	if ds.HasErrors() {
		return answer(exitNo)
	}
	return cmd.write(c.out, files)
}

// outFile is a file to be written.
type outFile struct{ name, text string }

// write prints the files or puts them into the folder.
func (cmd *exportCmd) write(w io.Writer, files []outFile) error {
	if cmd.Out != "" {
		if err := os.MkdirAll(cmd.Out, 0o777); err != nil {
			return err
		}
	}
	for i, f := range files {
		var err error
		switch {
		case cmd.Out != "":
			err = os.WriteFile(filepath.Join(cmd.Out, f.name), []byte(f.text), 0o666)
		case i > 0:
			_, err = io.WriteString(w, "\n"+f.text)
		default:
			_, err = io.WriteString(w, f.text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// toHDDL says a karakuri file in HDDL.
func (cmd *exportCmd) toHDDL(c *console) ([]outFile, diag.List, error) {
	name := cmd.Files[0]
	p, ds := loadFile(c, name)
	if p == nil {
		return nil, ds, nil
	}
	if cmd.Task != "" {
		var wrong diag.List
		expr.ParseCallString(diag.NewSource("--task", cmd.Task), &wrong)
		if err := flagFault(c, &wrong); err != nil {
			return nil, wrong, err
		}
	}
	d, problem, ds := hddl.FromModel(bridge.Model.Out(p.Info.Model).(*karakuri.Model), cmd.Task)
	for i := range ds.All {
		if src := ds.All[i].Span.Src; src != nil && src.Name == "task" {
			src.Name = "--task"
		}
	}
	if d == nil {
		return nil, ds, nil
	}
	return []outFile{{"domain.hddl", d.String()}, {"problem.hddl", problem.String()}}, ds, nil
}

// fromHDDL says a domain and a problem in the karakuri language.
func fromHDDL(domain, problem string) ([]outFile, diag.List) {
	m, ds := modelOfHDDL(domain, problem)
	if m == nil {
		return nil, ds
	}
	f := m.Files[0]
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:`, r) {
			return '-'
		}
		return r
	}, f.Name)
	return []outFile{{fmt.Sprintf("%s.krk", name), lang.Format(f)}}, ds
}
