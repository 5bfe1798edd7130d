package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/karakuri-ai/karakuri/htn"
)

type explainCmd struct {
	File    string `arg:"" help:"Karakuri file, HDDL file of a domain, or trace of a run."`
	Problem string `arg:"" optional:"" help:"HDDL file of the problem."`
	situationFlags
	Agent  string         `placeholder:"NAME" help:"Of a trace: whose plan, by the name that run shows, or counted from 1."`
	At     *time.Duration `placeholder:"TIME" help:"Of a trace: the plan that it had at this simulated time, as in 12.5s."`
	WhyNot string         `placeholder:"NAME" help:"Answer only for this method, task or operator: why it is not in the plan, as in \"buy first\" or \"dine/buy first\"."`
	JSON   bool           `help:"Print one JSON object."`
}

// Help returns the text of --help.
func (*explainCmd) Help() string {
	return `Plans as plan does, and tells everything that was tried, in order: each method and binding, the first condition that failed,
the values it saw, and the step that had set them. What is in the plan is marked +, what was tried in vain -, a return <.

    karakuri explain examples/meal/meal.krk --set money=0
    karakuri explain examples/meal/meal.krk --set money=0 --why-not "buy first"

Given a domain and a problem in HDDL, it says them in the karakuri language, as export does, and explains the plan for the task
root. That is the search of games: it may lose itself where the planner of HDDL problems finds a plan.

    karakuri explain domain.hddl problem.hddl --why-not m-deliver

Given a trace that run --trace has written, it makes the run again up to a moment, and explains the plan that an agent then had: planning
anew over the picture of the world that its planner saw.

    karakuri explain meal.ktrace --agent villager#1 --at 12.5s --why-not "buy first"

Exits with 0 also when there is no plan: that too has been explained.`
}

// Validate is called by kong.
func (cmd *explainCmd) Validate() error {
	if isTrace(cmd.File) {
		return cmd.validateTrace()
	}
	switch {
	case cmd.Agent != "" || cmd.At != nil:
		return &usageError{"--agent and --at are for traces: their names end in " + traceEnding}
	case cmd.Problem == "" && isHDDL(cmd.File):
		return &usageError{"the problem is missing: karakuri explain DOMAIN.hddl PROBLEM.hddl"}
	case cmd.Problem == "":
		return nil
	case !areHDDL([]string{cmd.File, cmd.Problem}):
		return &usageError{"two files are an HDDL domain and a problem: their names end in .hddl"}
	case cmd.Task != "" || cmd.Set != nil:
		return &usageError{"--task and --set are for karakuri files: an HDDL problem says itself what is to be done, and what holds at first"}
	}
	return nil
}

// validateTrace looks at the flags where a trace is asked about.
func (cmd *explainCmd) validateTrace() error {
	switch {
	case cmd.Problem != "" || cmd.Task != "" || cmd.Set != nil:
		return &usageError{"a trace says itself what was planned for, and in which situation"}
	case cmd.Agent == "" || cmd.At == nil:
		return &usageError{"say whose plan and of when: karakuri explain FILE" + traceEnding + " --agent NAME --at 12.5s"}
	case *cmd.At < 0:
		return &usageError{"--at must not be negative"}
	}
	return nil
}

// Run explains.
func (cmd *explainCmd) Run(c *console) error {
	if isTrace(cmd.File) {
		return cmd.explainTrace(c)
	}
	s, err := cmd.situation(c)
	if err != nil {
		return err
	}
	e := htn.Explain(s.program.Domain, s.state, s.goal, htn.Options{Limits: htn.Limits{Cancel: c.stop}})
	if cmd.WhyNot != "" {
		return cmd.whyNot(c, e)
	}
	if cmd.JSON {
		return printJSON(c.out, e)
	}
	return e.WriteText(c.out)
}

func (cmd *explainCmd) situation(c *console) (*situation, error) {
	if cmd.Problem != "" {
		return situationOfHDDL(c, cmd.File, cmd.Problem)
	}
	return cmd.load(c, cmd.File)
}

func (cmd *explainCmd) whyNot(c *console, e *htn.Explanation) error {
	a, err := e.WhyNot(cmd.WhyNot)
	var unknown *htn.UnknownName
	switch {
	case errors.As(err, &unknown):
		return &usageError{fmt.Sprintf("--why-not: %v", err)}
	case err != nil:
		return err
	case cmd.JSON:
		return printJSON(c.out, a)
	}
	return a.WriteText(c.out)
}
