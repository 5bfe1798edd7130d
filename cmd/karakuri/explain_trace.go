package main

import (
	"fmt"
	"io"
	"strconv"

	answers "github.com/karakuri-ai/karakuri/internal/answer"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/internal/trial"
)

// explainTrace explains what an agent of a recorded run was about at a moment.
func (cmd *explainCmd) explainTrace(c *console) error {
	r, file, err := openReplay(cmd.File, agent.ReplayOptions{})
	if err != nil {
		return err
	}
	defer file.Close()
	tick, flag := cmd.Tick, "--tick"
	if cmd.At != nil {
		tick, flag = momentAt(*cmd.At, r.Crowd().TPS()), "--at"
	}
	r.RunTo(tick)
	switch d := r.Difference(); {
	case d != nil:
		return fmt.Errorf("%s: the replay differs from the recording at tick %d, before that moment; see karakuri replay %s", cmd.File, d.Tick, cmd.File)
	case r.Crowd().Tick() < tick && r.Err() != nil:
		return fmt.Errorf("%s: %w: it ends at %gs", cmd.File, r.Err(), r.Crowd().Seconds())
	case r.Crowd().Tick() < tick:
		return &usageError{fmt.Sprintf("%s: the trace ends at %gs, with tick %d", flag, r.Crowd().Seconds(), r.Crowd().Tick())}
	}
	r.Settle()
	id, err := agentOf(r, cmd.Agent)
	if err != nil {
		return err
	}
	return cmd.explainAgent(c, r, id)
}

// agentOf returns the agent of a name, or of a number: they are counted from 1 in the order in which they came.
func agentOf(r *agent.Replay, name string) (agent.ID, error) {
	if n, err := strconv.ParseInt(name, 10, 64); err == nil && r.AgentName(n) != "" {
		name = r.AgentName(n)
	}
	if id, ok := r.AgentNamed(name); ok {
		return id, nil
	}
	var names []string
	for id := range r.Crowd().All {
		names = append(names, r.NameOf(id))
	}
	if len(names) == 0 {
		return 0, &usageError{"--agent: there is no agent at that time"}
	}
	return 0, &usageError{fmt.Sprintf("--agent: there is no %s at that time; there are %s", name, brief(names))}
}

func (cmd *explainCmd) explainAgent(c *console, r *agent.Replay, id agent.ID) error {
	crowd := r.Crowd()
	if cmd.AsTest != "" {
		return printTest(c, func() (*program.Block, error) {
			return trial.AsTest(crowd, id, trial.Moment{Name: cmd.AsTest, Level: -1, Cancel: c.stop})
		})
	}
	if !cmd.asks() && !cmd.JSON {
		_, err := io.WriteString(c.out, crowd.View().Explain(id))
		return err
	}
	if answers.IsOfHistory(cmd.question().Kind) {
		return cmd.askAgain(c, r.NameOf(id), crowd.Tick())
	}
	if cmd.asks() {
		return cmd.askThen(c, r, id)
	}
	e := crowd.View().Explanation(id)
	m := mindOf(r, id)
	switch {
	case m != nil:
		return cmd.tellMind(c, m)
	case e == nil:
		return printJSON(c.out, treesOf(r, id))
	}
	return printJSON(c.out, e)
}

// askThen answers a question about an agent of a recorded run, of the moment up to which the run was made again.
func (cmd *explainCmd) askThen(c *console, r *agent.Replay, id agent.ID) error {
	return cmd.printAsked(c, answers.Ask(r.Crowd(), id, cmd.question()))
}

// treesJSON is the activity of an agent without plans and brain, as --json prints it.
type treesJSON struct {
	Agent string      `json:"agent"`
	Idle  string      `json:"idle,omitempty"` // why it has nothing to carry out
	Trees []grownJSON `json:"trees"`          // that of its mind first; empty: none runs
}

type grownJSON struct {
	Name  string          `json:"name"`
	Nodes []grownNodeJSON `json:"nodes"` // in the order in which they are asked
}

type grownNodeJSON struct {
	Label   string `json:"label"`
	Kind    string `json:"kind"`
	Parent  int32  `json:"parent"` // its place in the list; -1: none
	Running bool   `json:"running,omitempty"`
}

func treesOf(r *agent.Replay, id agent.ID) *treesJSON {
	out := &treesJSON{Agent: r.NameOf(id), Idle: r.Crowd().View().WhyIdle(id), Trees: []grownJSON{}}
	for _, t := range r.Crowd().View().Trees(id) {
		p := t.Program()
		one := grownJSON{Name: p.Info.Name}
		for n := range int32(p.Len()) {
			info, parent := p.Node(n)
			one.Nodes = append(one.Nodes, grownNodeJSON{p.Label(n), info.Kind.String(), parent, t.Status(n) == bt.Running})
		}
		out.Trees = append(out.Trees, one)
	}
	return out
}
