package squad

import (
	"strconv"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
)

// ID identifies an agent or a squad: either can be a member, hold a lease, give orders and take them. Agents sort
// before squads, both by their numbers. 0 is neither.
type ID int64

// squadBit distinguishes squads from agents: numbers of agents never get that high.
const squadBit ID = 1 << 62

// OfAgent returns the ID of an agent.
func OfAgent(a action.AgentID) ID { return ID(a) }

// OfSquad returns the ID of a squad by its number, from 1.
func OfSquad(number int64) ID { return squadBit | ID(number) }

// Agent returns the agent that is named, if it is one.
func (id ID) Agent() (a action.AgentID, ok bool) {
	if id <= 0 || id >= squadBit {
		return 0, false
	}
	return action.AgentID(id), true
}

// Squad returns the number of the squad that is named, if it is one.
func (id ID) Squad() (number int64, ok bool) {
	if id <= squadBit {
		return 0, false
	}
	return int64(id &^ squadBit), true
}

// String returns "agent 3", "squad 1" or "nobody".
func (id ID) String() string {
	if a, ok := id.Agent(); ok {
		return "agent " + strconv.FormatInt(int64(a), 10)
	}
	if n, ok := id.Squad(); ok {
		return "squad " + strconv.FormatInt(n, 10)
	}
	return "nobody"
}

// named reports whether the ID names an agent or squad.
func (id ID) named() bool { return id > 0 && id != squadBit }

// codeID saves the ID of an agent or squad, or reads it; neither is a mistake.
func codeID(c *codec.Coder, id *ID) {
	if codec.Whole(c, id); c.Reads() && !id.named() {
		c.Fail("an ID is out of range")
	}
}

// codeRole saves a role, or reads it, of which there are so many.
func codeRole(c *codec.Coder, role *int, roles int) {
	n := *role + 1 // NoRole is saved as 0
	codec.Below(c, &n, roles+1)
	*role = n - 1
}
