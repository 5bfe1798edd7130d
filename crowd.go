package karakuri

import (
	"io"
	"time"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// Crowd is a set of agents that share a world and are ticked together. It is not safe for concurrent use; different
// crowds are independent. Methods of one character are on [Agent], those of a squad on [Squad].
type Crowd struct {
	in *agent.Crowd
}

// New returns a crowd without agents for a program and its bindings. The error is a [*Error] that lists missing
// bindings and those whose Go types do not fit the model, a [*OptionError] for an option out of range, or the error of
// a recorder. New panics if [Options].Initial belongs to another model.
func New(p *Program, o Options, bindings ...Binding) (*Crowd, error) {
	return newCrowd(p.in, p.bound(bindings), o)
}

func newCrowd(p *program.Program, b *action.Bindings, o Options) (*Crowd, error) {
	in, l := o.inner()
	c, err := agent.New(p, b, in)
	if err != nil {
		return nil, err
	}
	l.attend(c)
	return &Crowd{c}, nil
}

// Spawn adds an agent of a kind that the model declares. The agent takes part from the next tick on. If there is no
// room for another agent, or for the object that is its body, the result does not exist: see [Agent.Exists]. Spawn
// panics if the model declares no such kind.
func (c *Crowd) Spawn(kind string) Agent { return Agent{c.in, c.in.Spawn(kind)} }

// SpawnSquad adds a squad of a kind that the model declares, as Spawn adds an agent.
func (c *Crowd) SpawnSquad(kind string) Squad { return Squad{c.in, c.in.Spawn(kind)} }

// Agent returns the agent with an ID, whether or not it exists. Agent 0 represents the world, for reading and writing
// its symbols.
func (c *Crowd) Agent(id AgentID) Agent { return Agent{c.in, id} }

// Squad returns the squad with an ID, whether or not it exists.
func (c *Crowd) Squad(id AgentID) Squad { return Squad{c.in, id} }

// All yields all agents in order, squads among them. Agents may come and go meanwhile.
func (c *Crowd) All(yield func(Agent) bool) {
	for id := range c.in.All {
		if !yield(Agent{c.in, id}) {
			return
		}
	}
}

// Len returns the number of agents.
func (c *Crowd) Len() int { return c.in.Len() }

// Spawned returns how many agents the crowd has added so far, including those that have left.
func (c *Crowd) Spawned() int64 { return c.in.SpawnCount() }

// Step runs one tick: agents notice what changed, decide and act. Do not call it from an action.
func (c *Crowd) Step() { c.in.Step() }

// Advance adds elapsed time and makes the ticks that are due, at most [MaxTicksPerAdvance]; it drops the time beyond
// that. It returns the number of ticks made. Call it once per frame, with the time since the last frame.
func (c *Crowd) Advance(dt time.Duration) int { return c.in.Advance(dt) }

// Fraction returns the elapsed part of the next tick, from 0 up to 1. Use it to interpolate positions between ticks.
func (c *Crowd) Fraction() float64 { return c.in.Fraction() }

// Tick returns the number of ticks so far.
func (c *Crowd) Tick() int64 { return c.in.Tick() }

// TPS returns the number of ticks in a second.
func (c *Crowd) TPS() int { return c.in.TPS() }

// Seconds returns the simulated time so far.
func (c *Crowd) Seconds() float64 { return c.in.Seconds() }

// World returns the state that holds the symbols of the world and of squads, for reading. It is that of the end of the
// last tick, including later writes of the game. Its agent symbols have the initial values of new agents.
func (c *Crowd) World() *world.State { return c.in.World() }

// AddObject adds an object of a named type for every agent; the name may be empty. During a tick the agents see it from
// the next one on. The errors wrap [world.ErrUnknownType], [world.ErrDuplicateName] and [world.ErrPopulationFull].
func (c *Crowd) AddObject(typ, name string) (Object, error) { return c.in.AddObject(typ, name) }

// RemoveObject removes an object for every agent: agents forget it, symbols that hold it become none, and plans about
// it fail. During a tick, this takes effect at the end of the tick. RemoveObject returns false if the object does not
// exist.
func (c *Crowd) RemoveObject(o Object) bool { return c.in.RemoveObject(o) }

// ObjectNamed returns the object with a name; ok is false if there is none.
func (c *Crowd) ObjectNamed(name string) (o Object, ok bool) { return c.in.View().ObjectNamed(name) }

// Objects returns the objects of a named type and its subtypes, in order.
func (c *Crowd) Objects(typ string) []Object { return c.in.View().Objects(typ) }

// AgentOf returns the agent whose body is the object. If the object is not an agent's body, the result does not exist.
func (c *Crowd) AgentOf(o Object) Agent { return Agent{c.in, c.in.AgentOf(o)} }

// Sound makes agents hear a sound at the beginning of the next tick. It returns false if there is no room for it, or
// if no agent has senses.
func (c *Crowd) Sound(s Sound) bool { return c.in.Sound(s) }

// NameAgents sets how texts name agents and the objects that are their bodies. The crowd calls name for agents that
// exist, between ticks, while it reports events, and when an action asks for the name of a body. Name may read the
// crowd but must not change it. Without it, and where it returns "", [Agent.Name] is the kind and a number.
func (c *Crowd) NameAgents(name func(AgentID) string) { c.in.NameAgents(name) }

// Running returns the number of running actions.
func (c *Crowd) Running() int { return c.in.Running() }

// TraceHash returns a hash of all decisions and actions of the agents so far, in order. Two runs with the same hash
// made the same decisions. The hash does not depend on the platform, nor on whether the crowd is recorded.
func (c *Crowd) TraceHash() uint64 { return c.in.TraceHash() }

// Decisions returns the number of events in Crowd.TraceHash.
func (c *Crowd) Decisions() int64 { return c.in.Decisions() }

// Record writes the run to a trace from now on, at any time of the run. The trace begins with a snapshot unless the
// crowd is recorded from its beginning, by [Options].Recorder. To end the trace, close the recorder or call
// [Crowd.StopRecording].
//
// Record takes as long as a snapshot, and may call functions of the game again. The error is that of the recorder,
// names what a trace cannot hold, or reports that the crowd is already being recorded; in these cases nothing has
// changed. Record panics within a tick.
func (c *Crowd) Record(rec *ktrace.Recorder) error { return c.in.Record(rec) }

// StopRecording ends the trace and continues without one. It returns the first error of the stream, and does not close
// the stream. Without a trace it does nothing. It panics within a tick.
func (c *Crowd) StopRecording() error { return c.in.StopRecording() }

// IsRecorded reports whether the crowd is being recorded.
func (c *Crowd) IsRecorded() bool { return c.in.IsRecorded() }

// Snapshot appends the whole crowd to dst, in a compact form for [Restore] and [Crowd.Rollback]: the world, the agents,
// their plans, timers and bans, their brains and memories, the running actions with their private state, and unfinished
// plannings. A restored crowd continues exactly as this one. The snapshot omits what the game keeps elsewhere, options
// other than TPS and Seed, the last events ([Agent.History]) and the records of past plannings. Snapshot changes
// nothing. It panics within a tick, and for the crowd of a [Replay], whose actions are not real ones.
func (c *Crowd) Snapshot(dst []byte) []byte { return c.in.Snapshot(dst) }

// WriteSnapshot writes the same snapshot to a stream in pieces, for [RestoreFrom]. It holds no more than one agent and
// its memory in memory at once. The error is that of the writer.
func (c *Crowd) WriteSnapshot(w io.Writer) error { return c.in.WriteSnapshot(w) }

// Rollback returns the crowd to a snapshot of it, or of another crowd of its program. Agents and objects that were
// added since are gone. The engine drops the actions that run now without a call, and calls the [OnRestored] hooks of
// those that ran then. Rollback fails for damaged bytes, another program, or a crowd that is being recorded; then
// nothing has changed. It panics within a tick.
func (c *Crowd) Rollback(snapshot []byte) error { return c.in.Rollback(snapshot) }

// RestoreAgent adds an agent from [Agent.Snapshot], of this crowd or another, as a new agent with an ID and a body of
// its own. The agent continues what it was doing, with its timers counted from now and the random numbers that it would
// have drawn. It looks at everything again as soon as possible, because the world around it is a different one. Symbols
// of squads and the world are those of this crowd. Objects carry over by name, and its old body becomes the new one.
// What refers to an object without a name, or to one that this crowd does not have, ends or is forgotten: see
// [Crowd.RestoreAgentWith]. From another program, state carries over by name as in [Restore]. The error reports what
// [Restore] would refuse, an agent whose kind no longer exists, and a crowd with another number of ticks per second.
// The result does not exist if there is an error or no room for another agent. RestoreAgent panics within a tick.
func (c *Crowd) RestoreAgent(data []byte) (Agent, *Report, error) {
	return c.RestoreAgentWith(data, nil)
}

// RestoreAgentWith is [Crowd.RestoreAgent] for a game that knows which objects of this crowd the objects without a name
// are, such as the bodies of others: pair returns the object here for one of the crowd where the agent was saved, or
// the zero Object.
func (c *Crowd) RestoreAgentWith(data []byte, pair func(Object) Object) (Agent, *Report, error) {
	id, r, err := c.in.RestoreAgent(data, pair)
	return Agent{c.in, id}, newReport(r), err
}

// Reload switches the crowd to another program, between two ticks: from files that changed while the game runs, or
// from [Program.Tune].
//
//	p, err := karakuri.Load(os.DirFS("."), "meal.krk") // on an error nothing changes
//	report, err := crowd.Reload(p, bindings...)
//
// The crowd keeps its agents, their IDs and its options. State carries over by name, as in [Restore]: everything that
// still exists continues, such as each node of a tree with its cooldown. A running action continues, with a call of
// [OnRestored], if everything that it is part of still exists; the others are aborted, each with the smallest branch
// that is gone. The report names what agents lost. If Reload returns an error, nothing has changed.
func (c *Crowd) Reload(p *Program, bindings ...Binding) (*Report, error) {
	r, err := c.in.Reload(p.in, p.bound(bindings))
	return newReport(r), err
}
