package main

import (
	"fmt"
	"time"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
)

type explainCmd struct {
	File    string `arg:"" help:"Karakuri file, HDDL file of a domain, or trace of a run."`
	Problem string `arg:"" optional:"" help:"HDDL file of the problem."`
	situationFlags
	Agent       string         `placeholder:"NAME" help:"With a karakuri file: the kind of agent that decides. With a trace: the agent, by the name that run prints or by number, from 1."`
	At          *time.Duration `placeholder:"TIME" help:"With a trace: explain this simulated time, as in 12.5s."`
	Tick        int64          `placeholder:"N" help:"With a trace: explain this tick, counted from 1."`
	WhyNot      string         `placeholder:"NAME" help:"Explain only why this method, task or operator is not in the plan, as in \"buy first\" or \"dine/buy first\"; or why this want is not chosen, as in \"kill\" or \"kill(e1)\". With a trace, NAME may also be a node of a tree, a reaction, a layer, a plan line, an action or a condition."`
	WhatWould   string         `placeholder:"NAME" help:"With a trace: explain what would have to change for the agent to do this."`
	WhatIf      []string       `sep:"none" placeholder:"CHANGE" help:"With a trace: explain what the agent would do with another value, as in \"money = 5\". May be given several times. With --why-not: what would happen to NAME."`
	WhoMade     string         `placeholder:"SYMBOL" help:"With a trace: explain what gave a symbol its value, as in \"money\" or \"known(kane)\"."`
	WhatChanged bool           `help:"With a trace: explain what has changed since the agent last planned, or between its last two decisions."`
	AsTest      string         `placeholder:"NAME" help:"With a trace: print a test block with this name, which gives the situation of the agent, and expects what it decided: its plan, the want that it prefers, or its actions."`
	JSON        bool           `help:"Print one JSON object."`
}

// Help returns the text of --help.
func (*explainCmd) Help() string {
	return `Plans as the plan command does, and prints everything that the planner tried, in order: each method and binding, the first
condition that failed, the values it saw, and the step that had set them. In the margin, + marks what is in the plan, - what was tried
and failed, and < a point where the planner backtracked.

    karakuri explain examples/meal/meal.krk --set money=0
    karakuri explain examples/meal/meal.krk --set money=0 --why-not "buy first"

For an agent with a brain, it prints which want the brain chooses in a situation, and how every other want compares: its score with all
parts, or why the brain left it out.

    karakuri explain examples/gatherer/gatherer.krk --agent brave_one --objects "i1: item" \
        --set energy=0.3 --set "remembered(i1) = true" --set "energy_of(i1) = 0.5"

Given a domain and a problem in HDDL, it converts them as export does, and explains the plan for the task root. This uses the search
for games, which may find no plan within its limits where the HDDL planner finds one.

    karakuri explain domain.hddl problem.hddl --why-not m-deliver

Given a trace from run --trace, it replays the run up to a moment and explains what an agent was doing then. It plans again on the
state that the agent's planner saw, and prints the agent's plan, goals, wants and memory.

    karakuri explain meal.ktrace --agent villager#1 --at 12.5s --why-not "buy first"
    karakuri explain town.ktrace --agent brave_one#3 --tick 120
    karakuri explain yard.ktrace --agent near_guard#1 --at 5s --why-not chase
    karakuri explain meal.ktrace --agent villager#1 --tick 5 --what-would buy
    karakuri explain meal.ktrace --agent villager#1 --tick 5 --what-if "money = 5"
    karakuri explain meal.ktrace --agent villager#1 --tick 70 --who-made has_meal
    karakuri explain meal.ktrace --agent villager#1 --tick 70 --what-changed
    karakuri explain yard.ktrace --agent near_guard#1 --at 5s --as-test "nobody near"

Exits with 0 even if there is no plan, because the explanation succeeded.`
}

// Validate is called by kong.
func (cmd *explainCmd) Validate() error {
	if isTrace(cmd.File) {
		return cmd.validateTrace()
	}
	switch {
	case cmd.AsTest != "":
		return &usageError{"--as-test is for traces: their names end in " + traceEnding + "; for a karakuri file, see karakuri plan --as-test"}
	case cmd.asksOfTraces():
		return &usageError{"--what-would, --what-if, --who-made and --what-changed are for traces: their names end in " + traceEnding}
	case cmd.At != nil || cmd.Tick != 0:
		return &usageError{"--at and --tick are for traces: their names end in " + traceEnding}
	case cmd.Problem == "" && isHDDL(cmd.File):
		return &usageError{"the problem is missing: karakuri explain DOMAIN.hddl PROBLEM.hddl"}
	case cmd.Agent != "" && cmd.Task != "":
		return &usageError{"--agent selects an agent's mind, --task a task to plan for: leave out one"}
	case cmd.Problem == "":
		return nil
	case !areHDDL([]string{cmd.File, cmd.Problem}):
		return &usageError{"two files are an HDDL domain and a problem: their names end in .hddl"}
	case cmd.Task != "" || cmd.Set != nil || cmd.Objects != nil || cmd.Agent != "":
		return &usageError{"--task, --set, --objects and --agent are for karakuri files: an HDDL problem has its own task and initial state"}
	}
	return nil
}

// validateTrace looks at the flags where a trace is asked about.
func (cmd *explainCmd) validateTrace() error {
	switch {
	case cmd.Problem != "" || cmd.Task != "" || cmd.Set != nil || cmd.Objects != nil:
		return &usageError{"a trace has its own task and situation"}
	case cmd.Agent == "" || (cmd.At == nil) == (cmd.Tick == 0):
		return &usageError{"add the agent and the time: karakuri explain FILE" + traceEnding + " --agent NAME --at 12.5s, or --tick 126"}
	case cmd.At != nil && *cmd.At < 0:
		return outOfRange("--at", *cmd.At, "0s or more")
	case cmd.Tick < 0:
		return outOfRange("--tick", cmd.Tick, "1 or more")
	}
	return nil
}

// Run explains.
func (cmd *explainCmd) Run(c *console) error {
	if isTrace(cmd.File) {
		return cmd.explainTrace(c)
	}
	s, kind, err := cmd.situation(c)
	switch {
	case err != nil:
		return err
	case cmd.WhyNot != "":
		return cmd.askInSituation(c, s, kind)
	case kind != nil && kind.Mind != nil:
		return cmd.explainBrain(c, s, kind)
	}
	e := htn.Explain(s.program.Domain, s.state, s.goal, htn.Options{Limits: htn.Limits{Cancel: c.stop}, Search: s.search})
	if cmd.JSON {
		return printJSON(c.out, e)
	}
	return e.WriteText(c.out)
}

// situation computes the subject: a task, or the activity of a kind of agent.
func (cmd *explainCmd) situation(c *console) (*situation, *def.AgentInfo, error) {
	if cmd.Problem != "" {
		s, err := situationOfHDDL(c, cmd.File, cmd.Problem)
		return s, nil, err
	}
	s, err := cmd.open(c, cmd.File)
	switch {
	case err != nil:
		return nil, nil, err
	case cmd.Task != "":
		return s, nil, s.choose(c, cmd.Task)
	}
	kind, err := cmd.decider(s.program.Info)
	if err == nil && kind.Mind == nil {
		s.take(&kind.Plans[0])
	}
	return s, kind, err
}

// decider returns the selected kind of agent: by default, the first that plans or has a brain.
func (cmd *explainCmd) decider(info *def.Info) (*def.AgentInfo, error) {
	var names []string
	for _, a := range info.Agents {
		decides := len(a.Plans) > 0 || a.Mind != nil
		switch {
		case cmd.Agent == a.Name && !decides:
			return nil, &usageError{fmt.Sprintf("--agent: %s has no plan line and no brain", a.Name)}
		case cmd.Agent == a.Name || cmd.Agent == "" && decides:
			return a, nil
		}
		names = append(names, a.Name)
	}
	if cmd.Agent == "" {
		return nil, &usageError{cmd.File + " has no agent with a plan line or a brain: add --task with the task to plan for"}
	}
	return nil, &usageError{fmt.Sprintf("--agent: no kind of agent is called %q; %s", cmd.Agent, didYouMean(cmd.Agent, names))}
}
