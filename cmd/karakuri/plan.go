package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

type planCmd struct {
	File    string `arg:"" help:"Karakuri file, or HDDL file of a domain."`
	Problem string `arg:"" optional:"" help:"HDDL file of the problem."`
	situationFlags
	JSON       bool          `help:"Print one JSON object."`
	AsTest     string        `placeholder:"NAME" help:"Print a test block with this name, which gives the situation and expects the plan."`
	LimitNodes int           `placeholder:"N" help:"Give up after trying this many methods and operators (default ${defaultNodes}; for HDDL no limit by default, and each search has its own count)."`
	LimitTime  time.Duration `placeholder:"DURATION" help:"Give up after this time, as in 5s; for HDDL, counted from the start of the program."`
	Search     string        `enum:"auto,dfs,gbfs,best" default:"auto" help:"dfs: the first plan in method order, as in games. best: continue for cheaper plans. gbfs: heuristic search, only for HDDL. auto: dfs, or best if the plan line says so; for HDDL, dfs and gbfs in turns."`
	hddlFlags
}

// Help returns the text of --help.
func (*planCmd) Help() string {
	return `Plans for a task from the initial state of a file, and prints the steps. If there is no plan, it prints the reason in short and
exits with 1.

    karakuri plan examples/meal/meal.krk --set money=0
    karakuri plan soldier.krk --task "fight(e1)" --set "visible(e1) = true" --json
    karakuri plan meal.krk --set money=0 --as-test "no money" >> meal.krk

The JSON object is
    {"status": "found"|"none"|"limit", "limit", "within", "task", "steps": [{"id", "operator", "args"}],
     "order": [[a, b], ...], "mtr": [...], "cost", "stats": {"nodes", "backtracks", "ns"}}
where [a, b] means that step a ends before step b starts.

Given a domain and a problem in HDDL, it prints the plan in the competition's format, from the line "==>" to the line "<==". If there
is none, it prints the reason to standard error, such as "none: there is no plan" or "limit: memory", and exits with 1.

    karakuri plan domain.hddl problem.hddl --limit-time 30s > problem.plan

The JSON object is then
    {"status", "limit", "steps", "order", "root": [id, ...],
     "decompositions": [{"id", "task", "args", "method", "subtasks": [id, ...]}],
     "cost", "by", "stats": {"nodes", "facts", "actions", "methods", "ns"}}
The steps are in the order of execution, so "order" is empty. "by" names the search that found the plan.`
}

// Validate is called by kong.
func (cmd *planCmd) Validate() error {
	switch {
	case cmd.LimitNodes < 0:
		return outOfRange("--limit-nodes", cmd.LimitNodes, "0 or more")
	case cmd.LimitTime < 0:
		return outOfRange("--limit-time", cmd.LimitTime, "0s or more")
	case cmd.AsTest != "" && cmd.JSON:
		return &usageError{"--as-test prints a test block, --json an object: leave out one"}
	case cmd.AsTest != "" && (isHDDL(cmd.File) || isHDDL(cmd.Problem)):
		return &usageError{"--as-test is for karakuri files"}
	case isHDDL(cmd.File) || isHDDL(cmd.Problem):
		return cmd.validateHDDL()
	}
	return cmd.validateKarakuri()
}

// validateKarakuri refuses what only HDDL has.
func (cmd *planCmd) validateKarakuri() error {
	switch {
	case cmd.Problem != "":
		return &usageError{"unexpected argument " + cmd.Problem + ": a karakuri file is planned for alone; the names of a domain and a problem end in .hddl"}
	case cmd.Search == "gbfs":
		return &usageError{"--search gbfs is for HDDL problems; karakuri files have dfs and best"}
	case cmd.hddlFlags != hddlFlags{}:
		return &usageError{cmd.hddlFlags.given() + " is for HDDL problems"}
	}
	return nil
}

// Run plans and prints.
func (cmd *planCmd) Run(c *console) error {
	if cmd.Problem != "" {
		return cmd.runHDDL(c)
	}
	s, err := cmd.load(c, cmd.File)
	if err != nil {
		return err
	}
	start := c.now()
	o := htn.Options{Limits: cmd.limits(c), Search: s.search}
	switch cmd.Search {
	case "best":
		o.Search = htn.Best
	case "dfs":
		o.Search = htn.DepthFirst
	}
	if cmd.AsTest != "" {
		return printTest(c, func() (*program.Block, error) { return s.program.AsTest(cmd.AsTest, s.state, s.goal, o) })
	}
	r := searchTask(c, htn.NewPlanner(s.program.Domain, o), s)
	report := reportOf(s, r, c.now()-start)
	if cmd.JSON {
		err = printJSON(c.out, report)
	} else {
		err = report.writeText(c.out)
	}
	if err != nil || r.Status == htn.Found {
		return err
	}
	if err := cmd.reason(c, s, o, r); err != nil {
		return err
	}
	return answer(exitNo)
}

// printTest prints a test block. If none can be made, the error says why, and the command exits with 1.
func printTest(c *console, make func() (*program.Block, error)) error {
	b, err := make()
	if err != nil {
		fmt.Fprintln(c.err, "karakuri:", err)
		return answer(exitNo)
	}
	_, err = io.WriteString(c.out, b.Text)
	return err
}

// reason writes why there is no plan: to standard error if a program reads standard output. That means searching again,
// with a recorder. A long search is recorded only at its beginning; one that was interrupted is not.
func (cmd *planCmd) reason(c *console, s *situation, o htn.Options, r htn.Result) error {
	w := c.out
	if cmd.JSON {
		w = c.err
	}
	var b strings.Builder
	switch {
	case r.Status != htn.Limit:
		fmt.Fprintf(&b, "no plan for %s\n", s.name)
	case cmd.JSON: // else the report has said it
		fmt.Fprintf(&b, "no plan found for %s: %s\n", s.name, boundTexts[r.Limit])
	}
	if r.Limit != htn.BoundCancelled {
		o.Limits = htn.Limits{Nodes: min(r.Stats.Nodes, htn.DefaultNodes), Cancel: c.stop}
		e := htn.Explain(s.program.Domain, s.state, s.goal, o)
		if e.Dropped > 0 || e.Stats.Nodes < r.Stats.Nodes {
			fmt.Fprintf(&b, "  in the first %d of %s:\n", e.Recorded(), plural(r.Stats.Nodes, "node"))
		}
		for _, line := range e.Reasons() {
			fmt.Fprintf(&b, "  %s\n", line)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// limits returns the limits asked for; an interrupt ends the search in any case.
func (cmd *planCmd) limits(c *console) htn.Limits {
	limits := htn.Limits{Nodes: cmd.LimitNodes, Cancel: c.stop}
	if cmd.LimitTime > 0 {
		limits.Clock, limits.Deadline = c.now, c.now()+cmd.LimitTime
	}
	return limits
}

const (
	// progressNodes is the number of nodes searched between two readings of the clock: some milliseconds.
	progressNodes = 10_000
	// progressAfter is the time after which a search shows its progress, and the interval between such reports.
	progressAfter = 500 * time.Millisecond
)

// searchTask plans. A long search shows on a terminal how far it is.
func searchTask(c *console, p *htn.Planner, s *situation) htn.Result {
	start, shown := c.now(), c.now()
	p.Begin(s.state, s.goal)
	for {
		r := p.Run(progressNodes)
		if now := c.now(); c.errIsTerminal && now-shown >= progressAfter && r.Status == htn.Paused {
			shown = now
			fmt.Fprintf(c.err, "\rsearching: %d nodes, %s, %s so far ", r.Stats.Nodes, (now - start).Round(100*time.Millisecond), plural(r.Stats.Plans, "plan"))
		}
		if r.Status != htn.Paused {
			if shown != start && c.errIsTerminal {
				fmt.Fprint(c.err, "\r\x1b[K")
			}
			return r
		}
	}
}

// planReport is the outcome of planning; its JSON form is a promise to other programs.
type planReport struct {
	Status string     `json:"status"`
	Limit  string     `json:"limit,omitempty"`
	Within string     `json:"within,omitempty"`
	Task   string     `json:"task"`
	Steps  []planStep `json:"steps"`
	Order  [][2]int   `json:"order"`
	MTR    []int      `json:"mtr"`
	Cost   float64    `json:"cost"`
	Stats  planStats  `json:"stats"`

	texts []string

	bound htn.Bound // that was hit
}

type planStep struct {
	ID       int    `json:"id"`
	Operator string `json:"operator"`
	Args     []any  `json:"args"`
}

type planStats struct {
	Nodes      int   `json:"nodes"`
	Backtracks int   `json:"backtracks"`
	NS         int64 `json:"ns"`
}

func reportOf(s *situation, r htn.Result, took time.Duration) *planReport {
	out := &planReport{Status: r.Status.String(), Limit: r.Limit.String(), bound: r.Limit, Task: s.name,
		Steps: []planStep{}, Order: [][2]int{}, MTR: []int{}, Stats: planStats{r.Stats.Nodes, r.Stats.Backtracks, took.Nanoseconds()}}
	if r.Within != nil {
		out.Within = r.Within.String()
	}
	if r.Plan == nil {
		return out
	}
	for i := range r.Plan.Len() {
		step := r.Plan.Step(i)
		op := s.program.Info.Operators[step.Operator]
		args := []any{}
		for _, p := range op.Params {
			args = append(args, jsonValue(s.state, p.Type, step.Args[p.Index:]))
		}
		out.Steps = append(out.Steps, planStep{i, op.Name, args})
		out.texts = append(out.texts, htn.StepText(r.Plan, i, s.state))
	}
	out.Order = append(out.Order, r.Plan.Order(&expr.Machine{State: s.state})...)
	out.MTR = r.Plan.MTR(out.MTR)
	out.Cost = r.Plan.Cost()
	return out
}

// jsonValue is a value as JSON has it: objects and enum values by name, a vec2 as [x, y].
func jsonValue(st *world.State, t world.Type, w []world.Word) any {
	switch t.Kind {
	case world.KindBool:
		return w[0].Bool()
	case world.KindInt:
		return int64(w[0])
	case world.KindFloat:
		return w[0].Float()
	case world.KindVec2:
		return [2]float64{w[0].Float(), w[1].Float()}
	}
	return world.FormatWord(st.Schema(), st, t, w)
}

// boundTexts says what ended a search.
var boundTexts = map[htn.Bound]string{
	htn.BoundNodes: "the limit of nodes was hit", htn.BoundDepth: "the limit of nesting was hit", htn.BoundMemory: "the limit of memory was hit",
	htn.BoundDeadline: "the time was up", htn.BoundCancelled: "interrupted",
}

// writeText writes the report for people.
func (r *planReport) writeText(w io.Writer) error {
	var b strings.Builder
	switch {
	case r.Status == "none":
	case r.Status == "limit":
		fmt.Fprintf(&b, "no plan found for %s: %s, after %s\n", r.Task, boundTexts[r.bound], plural(r.Stats.Nodes, "node"))
		if r.Within != "" {
			fmt.Fprintf(&b, "  within %s\n", r.Within)
		}
	case len(r.Steps) == 0:
		fmt.Fprintf(&b, "%s: nothing needs to be done\n", r.Task)
	default:
		fmt.Fprintf(&b, "%s: %s, cost %.6g\n", r.Task, plural(len(r.Steps), "step"), r.Cost)
	}
	r.writeSteps(&b)
	if r.Status == "found" {
		fmt.Fprintf(&b, "(%s, %s, %s)\n", plural(r.Stats.Nodes, "node"), plural(r.Stats.Backtracks, "backtrack"), shortTime(r.Stats.NS))
	}
	if r.Status == "found" && r.bound != htn.NoBound {
		fmt.Fprintf(&b, "%s: there may be cheaper plans\n", boundTexts[r.bound])
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeSteps lists the steps. If the plan leaves their order open, each names those it comes after.
func (r *planReport) writeSteps(b *strings.Builder) {
	for i, text := range r.texts {
		fmt.Fprintf(b, "  %2d  %s", i+1, text)
		if !r.chain() {
			b.WriteString(r.after(i))
		}
		b.WriteString("\n")
	}
}

// chain reports whether each step comes after the one before it.
func (r *planReport) chain() bool {
	for i, edge := range r.Order {
		if edge != [2]int{i, i + 1} {
			return false
		}
	}
	return len(r.Order) == len(r.Steps)-1
}

func (r *planReport) after(i int) string {
	var before []string
	for _, edge := range r.Order {
		if edge[1] == i {
			before = append(before, fmt.Sprint(edge[0]+1))
		}
	}
	if before == nil {
		return "   at once"
	}
	return "   after " + strings.Join(before, ", ")
}

// shortTime is a duration with three digits.
func shortTime(ns int64) string {
	d := time.Duration(ns)
	switch {
	case d >= time.Second:
		return d.Round(10 * time.Millisecond).String()
	case d >= time.Millisecond:
		return d.Round(10 * time.Microsecond).String()
	}
	return d.Round(10 * time.Nanosecond).String()
}
