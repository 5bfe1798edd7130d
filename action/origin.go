package action

import (
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/world"
)

// Origin is where an agent that was moved to another crowd came from: its random numbers are still those that it would
// have drawn there. The zero Origin is that of an agent that was never moved.
type Origin struct {
	Seed  uint64       // of the crowd where it was spawned
	Agent AgentID      // its ID there
	Body  world.Object // its body there; 0: it had none
	Ticks int64        // what leads from the ticks of its present crowd to those of that one
}

// SetOrigins tells where agents come from that were moved. Only crowds call it: an action must not.
func (c *Ctx) SetOrigins(of map[AgentID]Origin) { c.origins = of }

// Stream returns one of the acting agent's streams of random numbers, at its beginning: see [det.NewRand].
func (c *Ctx) Stream(stream uint64) det.Rand {
	if len(c.origins) > 0 {
		if o, moved := c.origins[c.agent]; moved {
			return det.NewRand(o.Seed, uint64(o.Agent), stream)
		}
	}
	return det.NewRand(c.seed, uint64(c.agent), stream)
}

// DrawTick returns the tick whose random numbers the acting agent draws: that of the crowd where it was spawned.
func (c *Ctx) DrawTick() int64 {
	if len(c.origins) > 0 {
		return c.tick + c.origins[c.agent].Ticks
	}
	return c.tick
}
