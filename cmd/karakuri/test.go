package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/scenes"
	"github.com/karakuri-ai/karakuri/internal/trial"
)

type testCmd struct {
	Files    []string `arg:"" name:"file" help:"Karakuri files."`
	Coverage bool     `help:"Report which methods, operators, nodes and wants the tests use, and which symbols are read."`
	Seed     uint64   `default:"1" help:"Random seed of tests that run agents."`
	JSON     bool     `help:"Print one JSON object."`
	Only     string   `placeholder:"NAME" help:"Run only the test with this name."`
	Watch    bool     `help:"Run the tests again whenever a file changes, until interrupted."`
}

// Help returns the text of --help.
func (*testCmd) Help() string {
	return `Runs the test blocks of files, and exits with 1 if a test fails:

    test "no money" { given money = 0; expect work, buy, eat }
    test "a shot that misses" { agent guard; when shoot fails; expect flee within 2s }

A test that declares agents runs them in its own small world. A test that runs without declaring agents runs in the scene of the file:
guards.scene for guards.krk. With --coverage, it lists the methods and operators that no plan contains, the nodes of trees and the wants that no
test reaches, and the symbols that no expression reads.

    karakuri test examples/meal/meal.krk --coverage
    karakuri test examples/meal/meal.krk --only "no money"
    karakuri test examples/meal/meal.krk --watch`
}

// Validate is called by kong.
func (cmd *testCmd) Validate() error {
	if cmd.Only != "" && cmd.Coverage {
		return &usageError{"--coverage needs all tests: leave out --only"}
	}
	return nil
}

// Run runs the tests of all files, also when those of one fail or cannot be loaded.
func (cmd *testCmd) Run(c *console) error {
	if cmd.Watch {
		return c.watch(cmd.Files, func() error { return cmd.test(c) })
	}
	return cmd.test(c)
}

func (cmd *testCmd) test(c *console) error {
	out := testSummary{Files: []testFile{}}
	for _, name := range cmd.Files {
		p, err := load(c, name)
		if err != nil {
			out.Faulty++
			continue
		}
		f, err := cmd.testsOf(c, p, name)
		if err != nil {
			return err
		}
		out.add(f)
		if !cmd.JSON {
			f.writeText(c.out)
		}
	}
	if err := cmd.finish(c, &out); err != nil {
		return err
	}
	if out.Failed+out.Faulty > 0 {
		return answer(exitNo)
	}
	return nil
}

func (cmd *testCmd) finish(c *console, out *testSummary) error {
	if cmd.JSON {
		return printJSON(c.out, out)
	}
	if cmd.Only != "" && out.Passed+out.Failed+out.Faulty == 0 {
		return fmt.Errorf("no file has a test %q", cmd.Only)
	}
	line := fmt.Sprintf("%s passed, %d failed", plural(out.Passed, "test"), out.Failed)
	if out.Faulty > 0 {
		line += ", " + plural(out.Faulty, "faulty file")
	}
	_, err := fmt.Fprintln(c.out, line)
	return err
}

// testSummary is the outcome of all files, as --json prints it.
type testSummary struct {
	Passed int        `json:"passed"`
	Failed int        `json:"failed"`
	Faulty int        `json:"faulty"` // files that could not be loaded
	Files  []testFile `json:"files"`
}

type testFile struct {
	File     string        `json:"file"`
	Tests    []testOutcome `json:"tests"`
	Coverage *coverageOf   `json:"coverage,omitempty"`

	some bool // --only chooses among its tests
}

type testOutcome struct {
	Name   string `json:"name"`
	Line   int    `json:"line"`
	Passed bool   `json:"passed"`
	Want   string `json:"want"`
	Got    string `json:"got"`
	Reason string `json:"reason,omitempty"`
	See    string `json:"see,omitempty"` // of a failed test: the command that explains its plan

	at diag.Position
}

type coverageOf struct {
	Methods   covered  `json:"methods"`
	Operators covered  `json:"operators"`
	Nodes     *covered `json:"nodes,omitempty"` // where agents live in tests
	Wants     *covered `json:"wants,omitempty"` // likewise
	Symbols   covered  `json:"symbols"`
}

type covered struct {
	Used    int      `json:"used"`
	Total   int      `json:"total"`
	Percent float64  `json:"percent"`
	Missing []string `json:"missing"`
}

// testsOf runs the tests of a file.
func (cmd *testCmd) testsOf(c *console, p *program.Program, name string) (testFile, error) {
	o := trial.Options{Limits: htn.Limits{Cancel: c.stop}, Seed: cmd.Seed, Cancel: c.stop, Only: cmd.Only}
	if slices.ContainsFunc(p.Info.Tests, func(t *def.TestInfo) bool {
		return t.Decl.Runs() && len(t.Agents) == 0 && (cmd.Only == "" || t.Name == cmd.Only)
	}) {
		scene, err := (&runCmd{File: name}).readScene(c)
		if err != nil {
			return testFile{}, err
		}
		o.Open = scenes.Open(scene)
	}
	reports, err := trial.Run(p, o)
	if err != nil {
		return testFile{}, sceneFault(c, err)
	}
	f := testFile{File: name, Tests: []testOutcome{}, some: cmd.Only != ""}
	for i, r := range reports {
		if cmd.Only != "" && r.Name != cmd.Only {
			continue
		}
		at := r.At.Position()
		t := testOutcome{Name: r.Name, Line: at.Line, Passed: r.Passed, Want: r.Want, Got: r.Got, Reason: r.Reason, at: at}
		if !r.Passed && !p.Info.Tests[i].Decl.Runs() {
			t.See = explainCommand(name, p.Info.Tests[i])
		}
		f.Tests = append(f.Tests, t)
	}
	if cmd.Coverage {
		c := p.Coverage(reports)
		f.Coverage = &coverageOf{Methods: coveredOf(c.Methods), Operators: coveredOf(c.Operators), Symbols: coveredOf(c.Symbols)}
		if len(c.Nodes)+len(c.Wants) > 0 {
			nodes, wants := coveredOf(c.Nodes), coveredOf(c.Wants)
			f.Coverage.Nodes, f.Coverage.Wants = &nodes, &wants
		}
	}
	return f, nil
}

// explainCommand returns the command line that explains the plan of a test.
func explainCommand(file string, t *def.TestInfo) string {
	words := []string{"karakuri", "explain", file}
	if call := t.Decl.Task; call != nil {
		words = append(words, "--task", expr.Print(call.Ref()))
	}
	for _, line := range t.Decl.Objects {
		var names []string
		for _, n := range line.Names {
			names = append(names, n.Name)
		}
		words = append(words, "--objects", strings.Join(names, ", ")+": "+line.Type.Name)
	}
	for _, line := range t.Decl.Given {
		words = append(words, "--set", expr.PrintEffect(line.Effect))
	}
	for i, w := range words {
		if strings.ContainsAny(w, " \t\"'$`\\!*?()[]{}<>|&;#~=") {
			words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}

func coveredOf(list []program.Covered) covered {
	missing := program.Missing(list)
	c := covered{Used: len(list) - len(missing), Total: len(list), Percent: 100, Missing: append([]string{}, missing...)}
	if c.Total > 0 {
		c.Percent = float64(c.Used*1000/c.Total) / 10
	}
	return c
}

func (s *testSummary) add(f testFile) {
	s.Files = append(s.Files, f)
	for _, t := range f.Tests {
		if t.Passed {
			s.Passed++
		} else {
			s.Failed++
		}
	}
}

// writeText writes one line for each test, and more for those that failed.
func (f *testFile) writeText(w io.Writer) {
	if len(f.Tests) == 0 && !f.some {
		fmt.Fprintf(w, "%s: no tests\n", f.File)
	}
	for _, t := range f.Tests {
		if t.Passed {
			fmt.Fprintf(w, "ok    %s: %s\n", f.File, t.Name)
			continue
		}
		fmt.Fprintf(w, "FAIL  %s: %s\n", t.at, t.Name)
		fmt.Fprintf(w, "      expected  %s\n      got       %s\n", t.Want, t.Got)
		if t.Reason != "" {
			fmt.Fprintln(w, "      "+strings.ReplaceAll(strings.TrimRight(t.Reason, "\n"), "\n", "\n      "))
		}
		if t.See != "" {
			fmt.Fprintln(w, "      see       "+t.See)
		}
	}
	if f.Coverage != nil {
		f.Coverage.writeText(w)
	}
}

func (c *coverageOf) writeText(w io.Writer) {
	c.Methods.writeText(w, "methods chosen")
	c.Operators.writeText(w, "operators used")
	if c.Nodes != nil {
		c.Nodes.writeText(w, "nodes started")
		c.Wants.writeText(w, "wants chosen")
	}
	c.Symbols.writeText(w, "symbols read")
}

func (c *covered) writeText(w io.Writer, what string) {
	fmt.Fprintf(w, "      %-15s %d of %d (%.1f%%)\n", what, c.Used, c.Total, c.Percent)
	for _, name := range c.Missing {
		fmt.Fprintf(w, "        not: %s\n", name)
	}
}
