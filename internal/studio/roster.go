package studio

import (
	"context"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// Present is an agent in the simulation.
type Present struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
}

// listMembers lists the agents. Pages request it when agents come or leave; they request the activities only of the
// agents on screen.
func listMembers(ctx context.Context, p *page, r *Request) ([]Present, error) {
	out := []Present{}
	err := p.session.look(ctx, r.Tick, func(st Stage, _ *journal) error {
		for id := range st.Crowd().All {
			out = append(out, Present{nameOf(st, id), st.Crowd().KindOf(id)})
		}
		return nil
	})
	return out, err
}

// AgentLine is an agent with its action, for lists.
type AgentLine struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	Doing string `json:"doing"`
	Idle  bool   `json:"idle,omitempty"`
}

func agentLine(st Stage, info *def.Info, id agent.ID) AgentLine {
	doing, idle := doingOf(st.Crowd(), info, id)
	return AgentLine{nameOf(st, id), st.Crowd().KindOf(id), doing, idle}
}

// listAgents lists what agents do: the named ones, or all.
func listAgents(ctx context.Context, p *page, r *Request) ([]AgentLine, error) {
	wanted := map[string]bool{}
	for _, n := range r.Names {
		wanted[n] = true
	}
	out := []AgentLine{}
	err := p.session.look(ctx, r.Tick, func(st Stage, j *journal) error {
		for id := range st.Crowd().All {
			if len(wanted) == 0 || wanted[nameOf(st, id)] {
				out = append(out, agentLine(st, j.info, id))
			}
		}
		return nil
	})
	return out, err
}
