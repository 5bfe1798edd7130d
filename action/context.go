package action

import (
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/world"
)

// AgentID names an agent of a crowd. 0 names nobody, and an ID is not given again after its agent has left.
type AgentID int64

// Ctx is what an action is told of where and when it runs. It is valid during the call only.
type Ctx struct {
	agent   AgentID
	tick    int64
	tps     int
	seed    uint64
	state   *world.State
	derived DeriveFunc
	rand    det.Rand
	drawing bool
	fault   Fault
	refused func(error) // nil: nobody is told of values that are refused
	excuse  Excuse
	flags   *world.Flags // nil: states of agents have none
	flag    int
	span    int32 // ticks that an update stands for

	spends   world.Addr    // what [Ctx.Spent] writes to, and 1; 0: nothing
	children Branches      // of the composite or decorator that is updated; nil: what is called is neither
	calls    *calls        // that are watched, while children is set; nil: none are
	child    [2]world.Word // what a witness is told of a child
	starting int32         // slot of the instance whose start hook is called
	ending   bool          // the instance that is called was asked to end
	serial   int64         // its number
}

// drawsPerTick keeps the random numbers of one tick apart from those of the next.
const drawsPerTick = 1 << 32

// NewCtx returns a context for the actions of one crowd. Derived works out derived symbols; it may be nil where there are none.
func NewCtx(seed uint64, tps int, derived DeriveFunc) *Ctx {
	return &Ctx{seed: seed, tps: tps, derived: derived}
}

// Enter makes the context that of an agent in a tick. It is for whoever runs agents, not for actions.
func (c *Ctx) Enter(agent AgentID, tick int64, st *world.State) {
	c.agent, c.tick, c.state, c.flags, c.drawing, c.fault, c.span = agent, tick, st, nil, false, Fault{}, 1
}

// EnterFlagged does the same for an agent whose state has a flag that is raised whenever something is in its log.
func (c *Ctx) EnterFlagged(agent AgentID, tick int64, st *world.State, f *world.Flags, i int) {
	c.Enter(agent, tick, st)
	c.flags, c.flag = f, i
}

// Span has the updates of the agent that was entered stand for several ticks.
func (c *Ctx) Span(ticks int32) { c.span = ticks }

// Stir raises the flag of the agent's state, if it has one: the agent is not to be passed over in the next tick.
func (c *Ctx) Stir() {
	if c.flags != nil {
		c.flags.Raise(c.flag)
	}
}

// Spent tells that the action has spent what the cooldown of its step is for, where a squad or all agents share it (shared throw by squad): the grenade has left the
// hand. A step that is aborted before that gives the cooldown back, and the next agent may take its turn at once. For other steps it does nothing. Call it from an update of
// the action.
func (c *Ctx) Spent() {
	if c.spends != 0 {
		c.state.Set(c.spends-1, world.Bool(true))
	}
}

// Ending reports whether the action that is called was asked to end, and has time for that: it declares grace, and a tree has aborted its branch. OnAbort is the request;
// updates after that lead the action to its end. Nothing takes the request back, and what they return does not matter, but that Running goes on as long as there is grace.
func (c *Ctx) Ending() bool { return c.ending }

// Serial returns the number of the running action that is called: the actions of a crowd are numbered from 1 in the order in which they start. An action keeps its number in
// snapshots, through [Instances.Suspend], and when the program changes; an agent that goes over to another crowd gets new ones there. It names the action to whoever carries
// it out elsewhere.
func (c *Ctx) Serial() int64 { return c.serial }

// Spends has [Ctx.Spent] write to an address of the agent's state, until it is told otherwise, and returns what undoes that: it is for whoever runs steps, not for actions.
func (c *Ctx) Spends(a world.Addr) (before world.Addr) {
	before, c.spends = c.spends-1, a+1
	return before
}

// isWritten reports whether there may be anything in the log of the agent's state.
func (c *Ctx) isWritten() bool { return c.flags == nil || c.flags.Raised(c.flag) }

// Agent returns the agent that acts.
func (c *Ctx) Agent() AgentID { return c.agent }

// Tick returns the number of the tick; the first is 1.
func (c *Ctx) Tick() int64 { return c.tick }

// TPS returns the number of ticks in a second.
func (c *Ctx) TPS() int { return c.tps }

// Seed returns what the random numbers of the crowd are drawn from.
func (c *Ctx) Seed() uint64 { return c.seed }

// DT returns the time in seconds that an update stands for: the length of a tick, or of several for an agent that does not have a turn in
// each tick, because it is of a lower level of detail or was put off.
func (c *Ctx) DT() float64 { return float64(c.span) / float64(c.tps) }

// Seconds returns the simulated time at the beginning of the tick.
func (c *Ctx) Seconds() float64 { return float64(c.tick-1) / float64(c.tps) }

// Rand returns the agent's random numbers for this tick: the same for the same seed, agent and tick, whatever other agents
// draw.
func (c *Ctx) Rand() *det.Rand {
	if !c.drawing {
		c.rand = det.NewRand(c.seed, uint64(c.agent), randomStream)
		c.rand.Counter = uint64(c.tick) * drawsPerTick
		c.drawing = true
	}
	return &c.rand
}

// randomStream is the stream of random numbers that actions draw from.
const randomStream = 1

// State returns the world as the agent sees it: as of the beginning of the tick, with its own writes. Read it freely; write
// with [Symbol.Put], which looks after types.
func (c *Ctx) State() *world.State { return c.state }

// Alive reports whether an object exists.
func (c *Ctx) Alive(o world.Object) bool { return c.state.Alive(o) }

// Name returns the name of an object.
func (c *Ctx) Name(o world.Object) string {
	typ := c.state.TypeOf(o)
	if o != 0 && typ < 0 {
		return "a removed object"
	}
	return c.state.ObjectName(o, typ)
}

// PutExcuse notes why the activity that is being updated fails, for whoever has started it. It is for drivers, which call it before they return Failure.
func (c *Ctx) PutExcuse(e Excuse) { c.excuse = e }

// TakeExcuse returns why the activity that was updated last has failed, as far as it told, and forgets it.
func (c *Ctx) TakeExcuse() Excuse {
	e := c.excuse
	c.excuse = NoExcuse
	return e
}

// PutFault notes a panic for [Ctx.TakeFault]: for whoever has dealt with one within and wants it known further up.
func (c *Ctx) PutFault(f Fault) { c.fault = f }

// OnRefused has f told of each value that [Symbol.Put] refuses, also where an action does not look at the error. It is for crowds.
func (c *Ctx) OnRefused(f func(error)) { c.refused = f }

// TakeFault returns what panicked since [Ctx.Enter] or the last call, and forgets it; ok is false when nothing did.
func (c *Ctx) TakeFault() (f Fault, ok bool) {
	f = c.fault
	c.fault = Fault{}
	return f, f.Action != ""
}
