package agent

import (
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Each type here lists what is saved of something, in order. Between them stand the world, and what each agent has: its state, its runner, and what it does
// beside its mind.

// savedProgram is what the bytes of a frame are to be understood by.
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
		c.Fail("it has no ticks")
	}
}

// savedHead is what of a crowd comes before its world.
type savedHead struct {
	tick, rest, came int64
	sum              uint64
	events, begun    int64
}

func (s *savedHead) code(c *codec.Coder, traced bool) {
	codec.Whole(c, &s.tick)
	if codec.Int(c, &s.rest); s.rest < 0 && c.Reads() {
		c.Fail("its time is negative")
	}
	codec.Whole(c, &s.came)
	c.Fixed(&s.sum)
	codec.Whole(c, &s.events)
	if !traced { // a trace has numbers of its own
		codec.Whole(c, &s.begun)
	}
}

// savedSlot is a slot, and the agent that has it. The kind is one of so many.
type savedSlot struct {
	used         int32
	lives        bool
	born, number int64
	kind         int32
}

func (s *savedSlot) code(c *codec.Coder, kinds int, tick int64) {
	codec.Below(c, &s.used, 1<<30)
	if c.Bool(&s.lives); !s.lives {
		return
	}
	codec.Whole(c, &s.born)
	codec.Whole(c, &s.number)
	if codec.Below(c, &s.kind, kinds); c.Reads() && (s.used == 0 || s.born > tick) {
		c.Fail("an agent in it has not come yet")
	}
}

// savedAlone is what comes before an agent that is saved without its crowd.
type savedAlone struct {
	tick int64
	kind int32
}

func (s *savedAlone) code(c *codec.Coder, kinds int) {
	codec.Whole(c, &s.tick)
	codec.Below(c, &s.kind, kinds)
}

// savedBody is what an agent is to others, and what it perceives as.
type savedBody struct {
	body, team int64
	observer   int32
}

func (s *savedBody) code(c *codec.Coder) {
	codec.Ints(c, &s.body, &s.team)
	codec.Below(c, &s.observer, sense.MaxObservers+1)
}

// savedSenses is what all agents perceive and remember, if there are senses.
type savedSenses struct {
	are   bool
	field []byte
}

func (s *savedSenses) code(c *codec.Coder) {
	if c.Bool(&s.are); s.are {
		c.Bytes(&s.field)
	}
}

// savedSquad is whose squad it is, one of so many slots, and its members.
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

// savedTrace is what comes before a crowd in a trace.
type savedTrace struct {
	started uint64  // how many actions had been started
	kinds   []int32 // of who came so far, + 1; 0: it is not known
}

func (s *savedTrace) code(c *codec.Coder, kinds int) {
	c.Fixed(&s.started)
	for k := range codec.Each(c, &s.kinds, codec.NoLimit) {
		codec.Below(c, k, kinds+1)
	}
}
