package playground

import (
	"fmt"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/town"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// Town is a world for a program without a scene, as in "karakuri run": a map without walls, on which the seed places
// the locations that the program names. It needs no bindings: actions that go somewhere take as long as the walk, all
// others half a second to two seconds. Agents perceive nothing, but sensed symbols get the values that steps expect. A
// run is a function of program and seed. A Town is not safe for concurrent use.
type Town struct {
	in    *town.Town
	shown *karakuri.Crowd
}

// NewTown returns a town with a number of agents, whose kinds alternate; 0: one of each kind. It distributes members
// of squads among the squads of their kind. The error is a number outside of 0 to [MaxCharacters], a program without
// agents, or an error of [karakuri.New].
func NewTown(of *karakuri.Program, o karakuri.Options, agents int) (*Town, error) {
	p := bridge.Program.In(of)
	switch {
	case agents < 0 || agents > MaxCharacters:
		return nil, fmt.Errorf("playground: %d agents; a town has 0 to %d", agents, MaxCharacters)
	case len(p.Info.Agents) == 0:
		return nil, fmt.Errorf("playground: the program declares no agent, so its town would be empty")
	}
	t := &Town{}
	open := func(p *program.Program, b *action.Bindings, tapped agent.Options) (*agent.Crowd, error) {
		crowd, err := bridge.New(p, b, bridge.Tap(o, agent.Options{Sink: tapped.Sink}))
		if err != nil {
			return nil, err
		}
		t.shown = crowd.(*karakuri.Crowd)
		return bridge.Crowd.In(crowd), nil
	}
	var err error
	if t.in, err = town.New(p, town.Options{Crowd: agent.Options{Seed: o.Seed}, Open: open}); err != nil {
		return nil, err
	}
	return t, t.in.Populate(agents)
}

// Step makes a tick.
func (t *Town) Step() { t.in.Step() }

// Crowd returns the agents. Do not add agents to it.
func (t *Town) Crowd() *karakuri.Crowd { return t.shown }

// Agents returns the agents in the order in which they were added. The slice belongs to the town.
func (t *Town) Agents() []karakuri.AgentID { return t.in.Agents() }

// NameOf returns the name of an agent, such as "villager#1", or "" if the agent is not in the town.
func (t *Town) NameOf(id karakuri.AgentID) string { return t.in.Name(id) }

// At returns the position of an agent, in metres from the upper left corner, or (0, 0) if the agent is not in the town.
func (t *Town) At(id karakuri.AgentID) arena.Point { return arena.Point(t.in.At(id)) }

// Land returns the positions of the places, for [ktrace.Options].Land.
func (t *Town) Land() []ktrace.Feature { return t.in.Land() }

// Figures appends the positions of all agents to buf, for [ktrace.Options].Figures.
func (t *Town) Figures(buf []ktrace.Figure) []ktrace.Figure { return t.in.Figures(buf) }
