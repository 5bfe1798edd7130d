package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
	"github.com/karakuri-ai/karakuri/internal/plan/search"
	"github.com/karakuri-ai/karakuri/internal/plan/verify"
)

// hddlFlags are the flags that only HDDL problems have.
type hddlFlags struct {
	LimitMemory byteSize `placeholder:"SIZE" help:"HDDL: give up when the program needs more memory than this, as in 500MiB or 2GB (default ${defaultMemory})."`
	Verbose     bool     `help:"HDDL: print progress and statistics to standard error."`
	Verify      bool     `help:"HDDL: validate the plan before printing it, as verify does. Off by default: it can take longer than the search, and no limit covers it."`
	Without     string   `placeholder:"NAMES" help:"HDDL: switch off techniques of the search, to measure their effect. A comma-separated list of ${techniques}."`
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

// isHDDL reports whether a file holds HDDL, by its name. Some of the competition's files have the ending of PDDL.
func isHDDL(file string) bool { return strings.HasSuffix(file, ".hddl") || isPDDL(file) }

func isPDDL(file string) bool { return strings.HasSuffix(file, ".pddl") }

// validateHDDL refuses what only karakuri files have, and files that do not go together.
func (cmd *planCmd) validateHDDL() error {
	switch {
	case cmd.Problem == "":
		return &usageError{"the problem is missing: karakuri plan DOMAIN.hddl PROBLEM.hddl"}
	case !isHDDL(cmd.File):
		return &usageError{cmd.File + " is not an HDDL file, but " + cmd.Problem + " is: karakuri plan DOMAIN.hddl PROBLEM.hddl"}
	case !isHDDL(cmd.Problem):
		return &usageError{cmd.Problem + " is not an HDDL file, but " + cmd.File + " is: karakuri plan DOMAIN.hddl PROBLEM.hddl"}
	case cmd.Task != "":
		return &usageError{"--task is for karakuri files: an HDDL problem has its own task"}
	case cmd.Set != nil:
		return &usageError{"--set is for karakuri files: an HDDL problem has its own initial state"}
	case cmd.Objects != nil:
		return &usageError{"--objects is for karakuri files: an HDDL problem has its own objects"}
	}
	if _, err := search.ParseTechniques(cmd.Without); err != nil {
		return &usageError{fmt.Sprintf("--without: %v", err)}
	}
	return nil
}

// runHDDL plans for an HDDL problem and prints.
func (cmd *planCmd) runHDDL(c *console) error {
	limit := cmd.LimitMemory
	if limit == 0 {
		limit = defaultMemory
	}
	w := watchMemory(c, limit)
	defer w.close()
	shown := &searchView{c: c, verbose: cmd.Verbose, start: c.now()}
	done := make(chan *hddlFound, 1)
	go func() { done <- cmd.find(c, w, shown) }()
	found := await(done, w.cancel, cmd.deadline(c))
	shown.clear()
	if w.full() && found.result.Limit == "cancelled" {
		found.result.Limit = "memory"
	}
	return cmd.tell(c, found)
}

// limitGrace is the time in which a search may end by itself after its limit; then the command no longer waits for it.
const limitGrace = 200 * time.Millisecond

// deadline returns a channel that receives a value a little after the time limit, or nil if there is no limit.
func (cmd *planCmd) deadline(c *console) <-chan time.Time {
	if cmd.LimitTime == 0 {
		return nil
	}
	return time.After(cmd.LimitTime - c.now() + limitGrace)
}

// await returns the result. Reading, compiling, searching and writing all end at the limits, because no caller waits
// for them any longer.
func await(done <-chan *hddlFound, cancel <-chan struct{}, deadline <-chan time.Time) *hddlFound {
	limit := "time"
	select {
	case found := <-done:
		return found
	case <-deadline:
	case <-cancel:
		limit = "cancelled"
		select {
		case found := <-done:
			return found
		case <-time.After(limitGrace):
		}
	}
	return &hddlFound{result: search.Result{Status: search.Limit, Limit: limit}}
}

// find reads the files, searches, and puts the outcome into words.
func (cmd *planCmd) find(c *console, w *memoryWatch, shown *searchView) *hddlFound {
	found := &hddlFound{}
	var ds diag.List
	if found.domain, found.problem, ds = readHDDL(cmd.File, cmd.Problem); ds.HasErrors() {
		found.err = &diag.Failure{List: ds}
		return found
	}
	found.warnings = ds
	compiled, err := lifted.Compile(found.domain, found.problem, func() bool { found.result = cmd.ended(c, w); return found.result.Status != 0 })
	if errors.Is(err, lifted.ErrStopped) {
		return found
	}
	if err != nil {
		found.err = err
		return found
	}
	found.result = search.Solve(compiled, cmd.options(c, w, shown))
	found.took = c.now() - shown.start
	found.err = found.write(compiled, cmd.JSON || cmd.Verify, cmd.JSON)
	return found
}

// ended returns the result if a limit ends the work before the search; the zero result otherwise.
func (cmd *planCmd) ended(c *console, w *memoryWatch) (r search.Result) {
	select {
	case <-w.cancel:
		return search.Result{Status: search.Limit, Limit: "cancelled"}
	default:
	}
	if cmd.LimitTime > 0 && c.now() >= cmd.LimitTime {
		return search.Result{Status: search.Limit, Limit: "time"}
	}
	return r
}

// hddlModes are the values of --search.
var hddlModes = map[string]search.Mode{"auto": search.Auto, "dfs": search.DFS, "gbfs": search.GBFS, "best": search.Best}

func (cmd *planCmd) options(c *console, w *memoryWatch, shown *searchView) search.Options {
	without, _ := search.ParseTechniques(cmd.Without) // Validate has looked at it
	o := search.Options{Mode: hddlModes[cmd.Search], Clock: c.now, Deadline: cmd.LimitTime, Memory: w.forSearch(), Nodes: cmd.LimitNodes,
		Cancel: w.cancel, Without: without}
	if cmd.Verbose || c.errIsTerminal {
		o.Progress = shown.show
	}
	return o
}

// hddlFound is the outcome of planning.
type hddlFound struct {
	domain   *hddl.Domain
	problem  *hddl.Problem
	warnings diag.List
	result   search.Result
	took     time.Duration // with reading and compiling
	err      error

	steps  int
	plan   *verify.File // the plan as it is written, read again; nil: not needed
	output []byte       // for standard output
}

// write puts the outcome into words.
func (f *hddlFound) write(compiled *lifted.Problem, read, asJSON bool) error {
	var b bytes.Buffer
	if f.result.Plan != nil {
		f.steps = len(compiled.Visible(f.result.Plan))
		if err := compiled.WritePlan(&b, f.result.Plan); err != nil {
			return err
		}
		if read {
			var ds diag.List
			if f.plan, ds = verify.ReadPlan("plan", b.String()); ds.HasErrors() {
				return ds.Err()
			}
		}
	}
	if f.output = b.Bytes(); asJSON {
		return f.writeJSON()
	}
	return nil
}

func (f *hddlFound) writeJSON() error {
	var b bytes.Buffer
	err := printJSON(&b, f.report())
	f.output = b.Bytes()
	return err
}

// tell prints the outcome: the result on standard output, the reasons for no plan on standard error.
func (cmd *planCmd) tell(c *console, f *hddlFound) error {
	printFindings(c.err, &f.warnings)
	var refused *diag.Failure
	switch {
	case errors.As(f.err, &refused):
		printFindings(c.err, &refused.List)
		return answer(exitNo)
	case f.err != nil:
		return f.err
	}
	if f.plan != nil && cmd.Verify {
		if v := verify.Plan(f.domain, f.problem, f.plan); !v.Valid() {
			printFindings(c.err, &diag.List{All: []diag.Diagnostic{v.Found}})
			return errors.New("the plan found is not valid, which is a mistake in karakuri; it is not printed")
		}
	}
	if f.output == nil && cmd.JSON { // it was given up
		if err := f.writeJSON(); err != nil {
			return err
		}
	}
	if _, err := c.out.Write(f.output); err != nil {
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
	if f.result.Plan != nil {
		text = fmt.Sprintf("found by %s: %s, cost %.6g (%s)", f.result.By, plural(f.steps, "step"), f.result.Cost, text)
	}
	return text
}
