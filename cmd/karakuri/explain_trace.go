package main

import (
	"fmt"
	"io"
	"strconv"

	"github.com/karakuri-ai/karakuri/agent"
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
		tick, flag = tickAt(*cmd.At, r.Crowd().TPS()), "--at"
	}
	r.RunTo(tick)
	switch d := r.Difference(); {
	case d != nil:
		return fmt.Errorf("%s: the run cannot be made again up to then: tick %d is another one; see karakuri replay %s", cmd.File, d.Tick, cmd.File)
	case r.Crowd().Tick() < tick && r.Err() != nil:
		return fmt.Errorf("%s: %w: it goes on until %gs", cmd.File, r.Err(), r.Crowd().Seconds())
	case r.Crowd().Tick() < tick:
		return &usageError{fmt.Sprintf("%s: the trace ends at %gs, with tick %d", flag, r.Crowd().Seconds(), r.Crowd().Tick())}
	}
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
		return 0, &usageError{"--agent: there is nobody at that time"}
	}
	return 0, &usageError{fmt.Sprintf("--agent: there is no %s at that time; there are %s", name, brief(names))}
}

func (cmd *explainCmd) explainAgent(c *console, r *agent.Replay, id agent.ID) error {
	crowd := r.Crowd()
	if cmd.WhyNot == "" && !cmd.JSON {
		_, err := io.WriteString(c.out, crowd.Explain(id))
		return err
	}
	e := crowd.Explanation(id)
	m := mindOf(r, id)
	switch {
	case m != nil && (cmd.WhyNot == "" || m.wants(cmd.WhyNot) || e == nil):
		return cmd.tellMind(c, m)
	case e == nil:
		return fmt.Errorf("there is no plan to explain: %s", crowd.WhyIdle(id))
	case cmd.WhyNot != "":
		return cmd.whyNot(c, e)
	}
	return printJSON(c.out, e)
}
