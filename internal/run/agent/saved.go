package agent

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Each type here lists the saved fields of one part of a snapshot, in order. A snapshot also holds the world and, for
// each agent, its state, its runner, its reactions and its layers.

// savedProgram identifies the program and the options that the rest of the snapshot depends on.
type savedProgram struct {
	identity, shape def.Identity
	names, forms    []byte
	tps             int
	seed            uint64
}

func (s *savedProgram) code(c *codec.Coder) {
	c.Array(s.identity[:])
	c.Array(s.shape[:])
	c.Bytes(&s.names)
	part := c.BeginPart()
	if r := c.Reader(); r != nil {
		s.forms = r.Rest()
		r.Skip(nil)
	} else {
		c.Write(append(c.Written(), s.forms...))
	}
	c.EndPart(part)
	codec.Below(c, &s.tps, MaxTPS+1)
	if c.Fixed(&s.seed); s.tps == 0 && c.Reads() {
		c.Fail("the tick rate is missing")
	}
}

// savedHead is the part of a crowd that precedes the world.
type savedHead struct {
	tick, rest, came int64
	kinds            []int32 // agents spawned so far, by kind
	sum              uint64
	events, begun    int64
}

func (s *savedHead) code(c *codec.Coder, traced bool) {
	codec.Whole(c, &s.tick)
	if codec.Int(c, &s.rest); s.rest < 0 && c.Reads() {
		c.Fail("the time is negative")
	}
	codec.Whole(c, &s.came)
	for n := range codec.Each(c, &s.kinds, codec.NoLimit) {
		codec.Below(c, n, math.MaxInt32)
	}
	c.Fixed(&s.sum)
	codec.Whole(c, &s.events)
	if !traced { // a trace numbers actions in its own way
		codec.Whole(c, &s.begun)
	}
}

// savedSlot is a slot and the agent in it.
type savedSlot struct {
	used         int32
	lives        bool
	born, number int64
	kind, ofKind int32
}

func (s *savedSlot) code(c *codec.Coder, kinds int, tick int64) {
	codec.Below(c, &s.used, 1<<30)
	if c.Bool(&s.lives); !s.lives {
		return
	}
	codec.Whole(c, &s.born)
	codec.Whole(c, &s.number)
	codec.Below(c, &s.ofKind, math.MaxInt32)
	if codec.Below(c, &s.kind, kinds); c.Reads() && (s.used == 0 || s.born > tick) {
		c.Fail("an agent spawned in the future")
	}
}

// savedAlone is the head of an agent that is saved without its crowd.
type savedAlone struct {
	tick   int64
	kind   int32
	body   int64
	team   int64
	origin action.Origin // Ticks is what leads to the origin from the ticks of the crowd that saves it
}

func (s *savedAlone) code(c *codec.Coder, kinds int) {
	codec.Whole(c, &s.tick)
	codec.Below(c, &s.kind, kinds)
	codec.Ints(c, &s.body, &s.team)
	codeOrigin(c, &s.origin)
}

func codeOrigin(c *codec.Coder, o *action.Origin) {
	c.Fixed(&o.Seed)
	codec.Int(c, &o.Agent)
	codec.Int(c, &o.Body)
	codec.Int(c, &o.Ticks)
}

// savedOrigin is where the agent in a slot comes from.
type savedOrigin struct {
	slot int32
	of   action.Origin
}

// savedBody is an agent's body, its team, and its observer ID + 1 (0 if it has no senses).
type savedBody struct {
	body, team int64
	observer   int32
}

func (s *savedBody) code(c *codec.Coder) {
	codec.Ints(c, &s.body, &s.team)
	codec.Below(c, &s.observer, sense.MaxObservers+1)
}

// savedSenses is the percepts and memories of all agents, if the crowd has senses.
type savedSenses struct {
	are   bool
	field []byte
}

func (s *savedSenses) code(c *codec.Coder) {
	if c.Bool(&s.are); s.are {
		c.Bytes(&s.field)
	}
}

// savedSquad is the slot of a squad and its members.
type savedSquad struct {
	slot    int32
	members []squad.ID
}

func (s *savedSquad) code(c *codec.Coder, slots int) {
	codec.Below(c, &s.slot, slots)
	for id := range codec.Each(c, &s.members, squad.MaxMembers) {
		codec.Whole(c, id)
	}
}

// savedTrace is the head of a snapshot in a trace.
type savedTrace struct {
	started uint64    // number of actions started so far
	came    []arrival // the agents spawned so far
}

// arrival is an agent that was spawned: its kind + 1, its place among the agents of its kind, and what the host calls
// it; empty: nothing. It is the zero arrival if the agent left before the trace began.
type arrival struct {
	kind, ofKind int32
	called       string
}

func (s *savedTrace) code(c *codec.Coder, kinds int) {
	c.Fixed(&s.started)
	for a := range codec.Each(c, &s.came, codec.NoLimit) {
		codec.Below(c, &a.kind, kinds+1)
		codec.Below(c, &a.ofKind, math.MaxInt32)
		c.Text(&a.called)
	}
}

// savedFormer is the agent whose body a retired object was.
type savedFormer struct {
	body         int64
	kind, ofKind int32
}

func (s *savedFormer) code(c *codec.Coder, kinds int) {
	codec.Int(c, &s.body)
	codec.Below(c, &s.kind, kinds)
	codec.Below(c, &s.ofKind, math.MaxInt32)
}
