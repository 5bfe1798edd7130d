package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// View answers questions about the agents of a crowd, for inspection: what they do, why, and the texts for both. It
// changes no decision. Between ticks it reports agents as the last tick left them, with what the host wrote since;
// within a tick, as far as the tick has come. Results are valid until the next tick, unless the method says otherwise.
// Not safe for concurrent use with the crowd.
type View struct {
	core       *core
	agents     *population
	families   *families
	routines   *routines
	reflexes   *reflexes
	perception *perception
	objects    *objects
	squads     *squads
	exchange   *exchange
	voices     *voices
	meter      *meter
	journal    *journal
}

// NameAgents sets how texts name agents and their bodies. Name is called with agents of the crowd, between ticks, while
// events are delivered, and when an action asks for the name of a body; it may only read the crowd. Without it, or if
// it returns "", an agent is named by its kind and its number among all agents of that kind so far: "villager#7".
func (c *Crowd) NameAgents(name func(ID) string) {
	c.core.naming, c.core.namings = name, c.core.namings+1
}

// View returns the view that answers questions about the agents of the crowd. It is valid as long as the crowd.
func (c *Crowd) View() *View { return &c.view }

// Watch makes a witness receive all calls of the host's code for actions from now on: see [action.Instances.Watch]. Do
// not use it with a crowd that is recorded, whose recorder is the witness. It changes no decision.
func (v *View) Watch(w action.Witness) { v.core.stage.Instances.Watch(w) }

// Info returns the checked model of the crowd's program.
func (v *View) Info() *def.Info { return v.core.model.Info }
