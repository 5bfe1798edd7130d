package main

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/playground"
)

type checkCmd struct {
	Files []string `arg:"" optional:"" name:"file" help:"Karakuri files; XML files of BehaviorTree.CPP, or folders of them; or an HDDL domain and its problems."`
	treeFiles
	Project bool `help:"Check the XML files and folders together, as one project."`
	JSON    bool `help:"Print the findings as a JSON array on standard output."`
	Todo    bool `help:"List each placeholder with its place, instead of warnings."`
	Codes   bool `help:"Print the meaning of every code, and exit."`
	Watch   bool `help:"Check again whenever a file changes, until interrupted."`
}

// Help returns the text of --help.
func (*checkCmd) Help() string {
	return `Reads files and everything they import, and prints all errors and warnings to standard error:

    meal.krk:17:21: unknown symbol "has_mael" [K012]

Exits with 1 if there is an error; warnings alone do not change the exit code. The comment "// karakuri: allow K183" silences
K183 on its line, or on the next line if the comment stands alone.

    karakuri check examples/meal/meal.krk
    karakuri check domain.hddl problem.hddl
    karakuri check --todo examples/meal/meal.krk
    karakuri check --watch examples/meal/meal.krk
    karakuri check --codes

Of files whose names end in .hddl, the first is the domain, and the others are its problems.
In files whose names end in .xml, an undeclared node gets a warning, because the host may provide it; with --nodes it is an error:

    karakuri check --nodes nav2_tree_nodes.xml navigate.xml

The .xml files in a folder form one project: each tree can use the trees of all files. With --project, so do several files:

    karakuri check trees
    karakuri check --project main.xml library.xml`
}

// Validate is called by kong.
func (cmd *checkCmd) Validate() error {
	if len(cmd.Files) == 0 && !cmd.Codes {
		return &usageError{"expected \"<file> ...\""}
	}
	return nil
}

// Run checks each file by itself. It reports findings in shared imports once.
func (cmd *checkCmd) Run(c *console) error {
	if cmd.Codes {
		return printCodes(c)
	}
	if cmd.Watch {
		return c.watch(cmd.Files, func() error { return cmd.check(c) })
	}
	return cmd.check(c)
}

func (cmd *checkCmd) check(c *console) error {
	var all diag.List
	var inHDDL, inXML []string
	var todos []def.Todo
	for _, name := range cmd.Files {
		if isHDDL(name) {
			inHDDL = append(inHDDL, name)
			continue
		}
		if isTrees(name) {
			inXML = append(inXML, name)
			continue
		}
		p, ds := loadFile(c, name)
		all.Append(ds)
		if p != nil {
			todos = append(todos, p.Info.Todos...)
			all.Append(ofPlayground(p))
		}
	}
	if inHDDL != nil {
		all.Append(checkHDDL(inHDDL))
	}
	if cmd.Project && inXML != nil {
		all.Append(checkTrees(c, cmd.treeFiles, inXML...))
		inXML = nil
	}
	for _, name := range inXML {
		all.Append(checkTrees(c, cmd.treeFiles, name))
	}
	all.All = distinct(all.All)
	if cmd.Todo && !all.HasErrors() {
		return cmd.printTodos(c, todos)
	}
	if cmd.JSON {
		if err := diag.RenderJSON(c.out, all); err != nil {
			return err
		}
	} else {
		printFindings(c.err, &all)
	}
	if all.HasErrors() {
		return answer(exitNo)
	}
	return nil
}

// ofPlayground returns what a program says about the playground that the playground cannot do.
func ofPlayground(p *program.Program) diag.List {
	return playground.Check(bridge.Program.Out(p).(*karakuri.Program))
}

// printTodos prints placeholders in the order of their places, those of a file that several import once.
func (cmd *checkCmd) printTodos(c *console, list []def.Todo) error {
	var todos diag.List
	for _, t := range list {
		todos.Warnf(diag.Todo, t.At, "%s", t.Text)
	}
	todos.Sort()
	todos.All = distinct(todos.All)
	if cmd.JSON {
		return diag.RenderJSON(c.out, todos)
	}
	for i := range todos.All {
		d := &todos.All[i]
		if _, err := fmt.Fprintf(c.out, "%v: %s\n", d.Span.Position(), d.Message); err != nil {
			return err
		}
	}
	return nil
}

// distinct removes findings that were made before: a file imported twice is read twice.
func distinct(list []diag.Diagnostic) []diag.Diagnostic {
	seen := map[string]bool{}
	var out []diag.Diagnostic
	for _, d := range list {
		if text := d.Error(); !seen[text] {
			seen[text] = true
			out = append(out, d)
		}
	}
	return out
}

// printCodes prints the documentation of the codes.
func printCodes(c *console) error {
	for _, info := range diag.Codes() {
		if _, err := fmt.Fprintf(c.out, "%s  %s\n%s\n", info.Code, info.Title, wrap(info.Help, 76, "      ")); err != nil {
			return err
		}
	}
	return nil
}

// wrap breaks a text into lines of at most width characters, each with an indent.
func wrap(text string, width int, indent string) string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, indent+line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return strings.Join(append(lines, indent+line), "\n")
}
