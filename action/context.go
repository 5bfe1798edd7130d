package action

import (
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/world"
)

// AgentID identifies an agent of a crowd. 0 is no agent. The crowd does not reuse the ID of an agent that has left.
type AgentID int64

// Ctx is the context of an action: the crowd, the agent, the tick and the time. It is valid during the call only.
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
	refused func(error) // receives refused values; may be nil
	reason  FailReason
	origins map[AgentID]Origin // of agents that were moved; nil: there are none
	flags   *world.Flags       // nil: the states of agents have no flags
	flag    int
	span    int32 // ticks that an update covers

	spends   world.Addr    // what [Ctx.Spent] writes to, and 1; 0: nothing
	children Branches      // of the running composite or decorator; nil: the running action is neither
	calls    *calls        // the watched calls, while children is set; nil: there is no witness
	child    [2]world.Word // the report about a child for a witness
	starting int32         // slot of the instance whose start hook runs
	standing standing      // of the running instance
	begun    int64         // how many had begun when it was called
}

// drawsPerTick keeps the random numbers of one tick apart from those of the next.
const drawsPerTick = 1 << 32

// NewCtx returns a context for the actions of one crowd. Derived computes derived symbols; it may be nil if there are
// none.
func NewCtx(seed uint64, tps int, derived DeriveFunc) *Ctx {
	return &Ctx{seed: seed, tps: tps, derived: derived}
}

// Enter sets the agent and the tick. Only code that runs agents calls it, not actions.
func (c *Ctx) Enter(agent AgentID, tick int64, st *world.State) {
	c.agent, c.tick, c.state, c.flags, c.drawing, c.fault, c.span = agent, tick, st, nil, false, Fault{}, 1
}

// EnterFlagged is [Ctx.Enter] for an agent whose state has a flag that is raised whenever its log has entries.
func (c *Ctx) EnterFlagged(agent AgentID, tick int64, st *world.State, f *world.Flags, i int) {
	c.Enter(agent, tick, st)
	c.flags, c.flag = f, i
}

// Span makes the updates of the current agent cover several ticks.
func (c *Ctx) Span(ticks int32) { c.span = ticks }

// KeepAwake raises the flag of the agent's state, if it has one, so that the agent gets a turn in the next tick.
func (c *Ctx) KeepAwake() {
	if c.flags != nil {
		c.flags.Raise(c.flag)
	}
}

// Spent reports that the action has used what its step's shared cooldown protects (shared throw by squad): the grenade
// has left the hand. If the step is aborted before that, it returns the cooldown, and the next agent may use it at
// once. For other steps Spent does nothing. Call it from an update of the action.
func (c *Ctx) Spent() {
	if c.spends != 0 {
		c.state.Set(c.spends-1, world.Bool(true))
	}
}

// Ending reports whether the running action was asked to end: it declares grace, and a tree has aborted its branch.
// OnAbort is the request; the updates after it lead the action to its end. The engine never takes the request back. It
// ignores the results of these updates, except that Running continues the action while grace lasts.
func (c *Ctx) Ending() bool { return c.standing.has(isEnding) }

// Serial returns the number of the running action. The actions of a crowd are numbered from 1 in the order in which
// they start. An action keeps its number in snapshots, through Instances.Suspend, and when the program changes. If its
// agent moves to another crowd, the action gets a new number there. Use the number to identify the action to another
// system that carries it out.
func (c *Ctx) Serial() int64 { return c.standing.serial(c.begun) }

// Spends makes [Ctx.Spent] write to an address of the agent's state until the next call, and returns the former
// address. Only code that runs steps calls it, not actions.
func (c *Ctx) Spends(a world.Addr) (before world.Addr) {
	before, c.spends = c.spends-1, a+1
	return before
}

// isWritten reports whether there may be anything in the log of the agent's state.
func (c *Ctx) isWritten() bool { return c.flags == nil || c.flags.Raised(c.flag) }

// Agent returns the acting agent.
func (c *Ctx) Agent() AgentID { return c.agent }

// Tick returns the number of the tick; the first is 1.
func (c *Ctx) Tick() int64 { return c.tick }

// TPS returns the number of ticks in a second.
func (c *Ctx) TPS() int { return c.tps }

// Seed returns the seed of the crowd's random numbers.
func (c *Ctx) Seed() uint64 { return c.seed }

// DT returns the time in seconds that an update covers: one tick, or several for an agent without a turn in each tick,
// because of its level of detail or because it was deferred.
func (c *Ctx) DT() float64 { return float64(c.span) / float64(c.tps) }

// Seconds returns the simulated time at the beginning of the tick.
func (c *Ctx) Seconds() float64 { return float64(c.tick-1) / float64(c.tps) }

// Rand returns the agent's random numbers for this tick: the same for the same seed, agent and tick, whatever other
// agents draw.
func (c *Ctx) Rand() *det.Rand {
	if !c.drawing {
		c.rand = c.Stream(randomStream)
		c.rand.Counter = uint64(c.DrawTick()) * drawsPerTick
		c.drawing = true
	}
	return &c.rand
}

// randomStream is the stream of random numbers that actions draw from.
const randomStream = 1

// State returns the world as the agent sees it: as of the beginning of the tick, with its own writes. Write with
// [Symbol.Put], which checks types.
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

// SetFailReason records why the activity that is being updated fails, for the code that started it. Drivers call it
// before they return Failure.
func (c *Ctx) SetFailReason(r FailReason) { c.reason = r }

// TakeFailReason returns why the activity that was updated last has failed, if it gave a reason, and clears it.
func (c *Ctx) TakeFailReason() FailReason {
	r := c.reason
	c.reason = NoFailReason
	return r
}

// PutFault stores a panic for [Ctx.TakeFault], for code that has recovered from a panic and passes it on.
func (c *Ctx) PutFault(f Fault) { c.fault = f }

// OnRefused makes f receive each error of [Symbol.Put], also if an action ignores the error. Only crowds call it.
func (c *Ctx) OnRefused(f func(error)) { c.refused = f }

// TakeFault returns the panic since [Ctx.Enter] or the last call, and clears it; ok is false if there was none.
func (c *Ctx) TakeFault() (f Fault, ok bool) {
	f = c.fault
	c.fault = Fault{}
	return f, f.Action != ""
}
