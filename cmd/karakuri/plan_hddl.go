package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
	"github.com/karakuri-ai/karakuri/lifted"
	"github.com/karakuri-ai/karakuri/search"
	"github.com/karakuri-ai/karakuri/verify"
)

// hddlFlags are the flags that only HDDL problems have.
type hddlFlags struct {
	LimitMemory byteSize `placeholder:"SIZE" help:"HDDL: give up when the program takes more memory, as in 500MiB or 2GB (default ${defaultMemory})."`
	Verbose     bool     `help:"HDDL: tell on standard error how far the search is, and what it took."`
	Verify      bool     `help:"HDDL: judge the plan before printing it, as verify does. Off because that can take longer than the search, and counts for no limit."`
	Without     string   `placeholder:"NAMES" help:"HDDL: switch techniques of the search off, to find out what they give. Names with commas between; any of ${techniques}."`
}

// given names one of the flags that are set.
func (f *hddlFlags) given() string {
	switch {
	case f.LimitMemory != 0:
		return "--limit-memory"
	case f.Verbose:
		return "--verbose"
	case f.Verify:
		return "--verify"
	}
	return "--without"
}

// defaultMemory leaves room for other programs on a machine with 8 GiB.
const defaultMemory byteSize = 6 << 30

// isHDDL reports whether a file holds HDDL, which its name tells.
func isHDDL(file string) bool { return strings.HasSuffix(file, ".hddl") }

// validateHDDL refuses what only karakuri files have, and files that do not go together.
func (cmd *planCmd) validateHDDL() error {
	switch {
	case cmd.Problem == "":
		return &usageError{"the problem is missing: karakuri plan DOMAIN.hddl PROBLEM.hddl"}
	case !isHDDL(cmd.File):
		return &usageError{cmd.File + " is no HDDL file, but " + cmd.Problem + " is: karakuri plan DOMAIN.hddl PROBLEM.hddl"}
	case !isHDDL(cmd.Problem):
		return &usageError{cmd.Problem + " is no HDDL file, but " + cmd.File + " is: karakuri plan DOMAIN.hddl PROBLEM.hddl"}
	case cmd.Task != "":
		return &usageError{"--task is for karakuri files: an HDDL problem says itself what is to be done"}
	case cmd.Set != nil:
		return &usageError{"--set is for karakuri files: an HDDL problem says itself what holds at first"}
	case cmd.Objects != nil:
		return &usageError{"--objects is for karakuri files: an HDDL problem says itself what there is"}
	}
	if _, err := search.ParseTechniques(cmd.Without); err != nil {
		return &usageError{fmt.Sprintf("--without: %v", err)}
	}
	return nil
}

// runHDDL plans for an HDDL problem and prints.
func (cmd *planCmd) runHDDL(c *console) error {
	start := c.now()
	limit := cmd.LimitMemory
	if limit == 0 {
		limit = defaultMemory
	}
	w := watchMemory(c, limit)
	defer w.close()
	d, p, ds := readHDDL(cmd.File, cmd.Problem)
	if ds.HasErrors() {
		printFindings(c.err, &ds)
		return answer(exitNo)
	}
	compiled, err := lifted.Compile(d, p)
	var refused *diag.Failure
	switch {
	case errors.As(err, &refused):
		printFindings(c.err, &refused.List)
		return answer(exitNo)
	case err != nil:
		return err
	}
	shown := &searchView{c: c, verbose: cmd.Verbose, start: start}
	r := search.Solve(compiled, cmd.options(c, w, shown))
	shown.clear()
	if w.full() && r.Limit == "cancelled" {
		r.Limit = "memory"
	}
	found := &hddlFound{domain: d, problem: p, result: r, took: c.now() - start}
	if err := found.write(compiled); err != nil {
		return err
	}
	return cmd.tell(c, found)
}

// hddlModes are the values of --search.
var hddlModes = map[string]search.Mode{"auto": search.Auto, "dfs": search.DFS, "gbfs": search.GBFS, "best": search.Best}

func (cmd *planCmd) options(c *console, w *memoryWatch, shown *searchView) search.Options {
	without, _ := search.ParseTechniques(cmd.Without) // Validate has looked at it
	o := search.Options{Mode: hddlModes[cmd.Search], Clock: c.now, Deadline: cmd.LimitTime, Memory: int64(w.limit), Nodes: cmd.LimitNodes,
		Cancel: w.cancel, Without: without}
	if cmd.Verbose || c.errIsTerminal {
		o.Progress = shown.show
	}
	return o
}

// hddlFound is the outcome of a search.
type hddlFound struct {
	domain  *hddl.Domain
	problem *hddl.Problem
	result  search.Result
	took    time.Duration // with reading and compiling

	text []byte       // the plan in the competition's format; nil: none
	plan *verify.File // the same, read again
}

// write puts the plan, if there is one, into words.
func (f *hddlFound) write(compiled *lifted.Problem) error {
	if f.result.Plan == nil {
		return nil
	}
	var b bytes.Buffer
	if err := compiled.WritePlan(&b, f.result.Plan); err != nil {
		return err
	}
	f.text = b.Bytes()
	var ds diag.List
	f.plan, ds = verify.ReadPlan("plan", b.String())
	return ds.Err()
}

// tell prints the outcome: what was asked for on standard output, why there is no plan on standard error.
func (cmd *planCmd) tell(c *console, f *hddlFound) error {
	if f.plan != nil && cmd.Verify {
		if v := verify.Plan(f.domain, f.problem, f.plan); !v.Valid() {
			printFindings(c.err, &diag.List{All: []diag.Diagnostic{v.Found}})
			return errors.New("the plan found is not valid, which is a mistake in karakuri; it is not printed")
		}
	}
	var err error
	if cmd.JSON {
		err = printJSON(c.out, f.report())
	} else {
		_, err = c.out.Write(f.text)
	}
	if err != nil {
		return err
	}
	if line := f.line(); line != "" {
		fmt.Fprintln(c.err, line)
	}
	if cmd.Verbose {
		fmt.Fprintln(c.err, f.summary())
	}
	if f.result.Status != search.Found {
		return answer(exitNo)
	}
	return nil
}

// line says why there is no plan, or none that is surely the cheapest.
func (f *hddlFound) line() string {
	switch r := &f.result; {
	case r.Status == search.None:
		return "none: there is no plan"
	case r.Status == search.Limit:
		return "limit: " + r.Limit
	case r.Limit != "":
		return "limit: " + r.Limit + "; there may be cheaper plans"
	}
	return ""
}

// summary says what the search took.
func (f *hddlFound) summary() string {
	s := &f.result.Stats
	text := shortTime(f.took.Nanoseconds()) + ", " + plural(int(s.Nodes), "node")
	if s.Actions > 0 {
		text += fmt.Sprintf(", %s, %s, %s", plural(s.Facts, "fact"), plural(s.Actions, "action"), plural(s.Methods, "method"))
	}
	if f.plan != nil {
		text = fmt.Sprintf("found by %s: %s, cost %.6g (%s)", f.result.By, plural(len(f.plan.Actions), "step"), f.result.Cost, text)
	}
	return text
}
