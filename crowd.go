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

// Crowd is agents that share a world and are ticked together. Not safe for concurrent use; different crowds are independent.
// What concerns one character is a method of [Agent], what concerns a squad one of [Squad].
type Crowd struct {
	in *agent.Crowd
}

// New returns a crowd without agents: a program, and what its actions and functions are in the game. The error is a [*Error] that lists the actions and functions that nobody bound, and
// those whose Go types do not fit the model, is a [*OptionError] for an option out of its range, or is that of a recorder. It panics when [Options].Initial is of another model.
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

// Spawn adds an agent of a kind that the model declares. It takes part from the next tick on. Where there is no room
// for another agent, or for the object that is its body, the agent does not exist: see [Agent.Exists]. It panics when the model declares no such kind.
func (c *Crowd) Spawn(kind string) Agent { return Agent{c.in, c.in.Spawn(kind)} }

// SpawnSquad adds a squad of a kind that the model declares, likewise.
func (c *Crowd) SpawnSquad(kind string) Squad { return Squad{c.in, c.in.Spawn(kind)} }

// Agent returns the agent of an ID, whether it exists or not. Agent 0 stands for the world itself, for reading and writing its symbols.
func (c *Crowd) Agent(id AgentID) Agent { return Agent{c.in, id} }

// Squad returns the squad of an ID, whether it exists or not.
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

// Spawned returns how many agents have come so far, those that have left included.
func (c *Crowd) Spawned() int64 { return c.in.Came() }

// Step is one tick: agents notice what changed, decide and act. It must not be called from an action.
func (c *Crowd) Step() { c.in.Step() }

// Advance lets time pass and makes the ticks that are due, at most [MaxTicksPerAdvance] of them; time beyond that is dropped.
// It returns the number of ticks made. Call it once for each frame of a game, with the time since the last.
func (c *Crowd) Advance(dt time.Duration) int { return c.in.Advance(dt) }

// Fraction returns how much of the next tick has passed already, from 0 up to 1: for drawing what moves between ticks.
func (c *Crowd) Fraction() float64 { return c.in.Fraction() }

// Tick returns the number of ticks so far.
func (c *Crowd) Tick() int64 { return c.in.Tick() }

// TPS returns the number of ticks in a second.
func (c *Crowd) TPS() int { return c.in.TPS() }

// Seconds returns the simulated time so far.
func (c *Crowd) Seconds() float64 { return c.in.Seconds() }

// World returns the state that symbols of the world and squads are kept in, for reading: as of the end of the last tick, with
// what the game wrote since. Its agent symbols have the values that new agents start with.
func (c *Crowd) World() *world.State { return c.in.World() }

// AddObject adds an object of a named type for every agent; the name may be empty. During a tick the agents see it from the next
// one on. The errors wrap [world.ErrUnknownType], [world.ErrDuplicateName] and [world.ErrPopulationFull].
func (c *Crowd) AddObject(typ, name string) (Object, error) { return c.in.AddObject(typ, name) }

// RemoveObject removes an object for every agent: what is known of it is forgotten, symbols that hold it become none, and plans
// that are about it fail. During a tick that happens at the tick's end. It returns false when the object does not exist.
func (c *Crowd) RemoveObject(o Object) bool { return c.in.RemoveObject(o) }

// ObjectNamed returns the object of a name; ok is false when there is none.
func (c *Crowd) ObjectNamed(name string) (o Object, ok bool) { return c.in.View().ObjectNamed(name) }

// Objects returns the objects of a named type and its subtypes, in order.
func (c *Crowd) Objects(typ string) []Object { return c.in.View().Objects(typ) }

// AgentOf returns the agent whose body an object is; one that does not exist where the object is nobody's.
func (c *Crowd) AgentOf(o Object) Agent { return Agent{c.in, c.in.AgentOf(o)} }

// Sound lets agents hear a sound at the beginning of the next tick. It reports whether there was room for it, and whether anybody perceives at all.
func (c *Crowd) Sound(s Sound) bool { return c.in.Sound(s) }

// NameAgents says how texts name agents. Name is called with agents that are there, between ticks and
// while events are told; it must not call back into the crowd but to look. Without it, and where it returns "", they go by kind and number:
// "villager 7".
func (c *Crowd) NameAgents(name func(AgentID) string) { c.in.NameAgents(name) }

// Running returns how many actions run.
func (c *Crowd) Running() int { return c.in.Running() }

// TraceHash returns a hash of all that the agents have decided and done so far, in order: two runs of which it is the same decided
// the same. It does not depend on the platform, nor on whether the crowd is recorded.
func (c *Crowd) TraceHash() uint64 { return c.in.TraceHash() }

// Decisions returns how many events [Crowd.TraceHash] is of.
func (c *Crowd) Decisions() int64 { return c.in.Decisions() }

// Record has the run written to a trace from now on, whether it has just begun, has gone on for hours, or comes from a snapshot: such a trace begins with one. A crowd
// of [Options].Recorder is recorded from its beginning. Close the recorder when the crowd is done with, or go on without by [Crowd.StopRecording].
//
// It takes as long as a snapshot, and functions of the game may be asked again what they have answered. The error is that of the recorder, tells what a trace cannot hold, or that
// the crowd is being recorded; then nothing has changed. It panics within a tick.
func (c *Crowd) Record(rec *ktrace.Recorder) error { return c.in.Record(rec) }

// StopRecording ends the trace and goes on without. It returns the first error of the stream; without a trace it does nothing. The stream is not closed. It panics within
// a tick.
func (c *Crowd) StopRecording() error { return c.in.StopRecording() }

// IsRecorded reports whether the crowd is being recorded.
func (c *Crowd) IsRecorded() bool { return c.in.IsRecorded() }

// Snapshot appends the whole crowd to dst, in a compact form for [Restore] and [Crowd.Rollback]: the world, the agents, their plans, timers
// and bans, their brains and what they remember, the running actions with their private state, and plannings that are going on. What follows is
// the same as without. Not in it are what the game keeps elsewhere, options other than TPS and Seed, the last events ([Agent.History]) and the pictures of past
// plannings. It changes nothing. It panics within a tick, and for the crowd of a [Replay], whose actions are not its own.
func (c *Crowd) Snapshot(dst []byte) []byte { return c.in.Snapshot(dst) }

// WriteSnapshot writes the same to a stream, for [RestoreFrom], a piece at a time: it holds no more than an agent and what is remembered beside in
// memory at once. The error is that of the writer.
func (c *Crowd) WriteSnapshot(w io.Writer) error { return c.in.WriteSnapshot(w) }

// Rollback takes the crowd back to a snapshot that was made of it, or of another crowd of its program: everything is as it was then, agents
// and objects that came since are gone. Actions that run now are forgotten without a call; the hooks of those that ran then are called
// ([OnRestored]). With an error nothing has changed: bytes that are damaged, another program, or a crowd
// that is being recorded. It panics within a tick.
func (c *Crowd) Rollback(snapshot []byte) error { return c.in.Rollback(snapshot) }

// RestoreAgent adds an agent that [Agent.Snapshot] has written, of this crowd or another, as a new one with an ID of its own: what it
// was doing goes on, and its times go on from now. It plans anew as soon as it may, since the world around it is another one. Symbols
// of squads and the world are those of this crowd. Objects go over by their names; those without one, if they still are there. From
// another program, what is known goes over by names as with [Restore], and what is refused there is refused here; so are an agent
// whose kind is gone, and one of a crowd with another number of ticks in a second. The agent does not exist where there is an error, and when there is no room
// for another. It panics within a tick.
func (c *Crowd) RestoreAgent(data []byte) (Agent, *Report, error) {
	id, r, err := c.in.RestoreAgent(data)
	return Agent{c.in, id}, newReport(r), err
}

// Reload has the crowd go on with another program, between two ticks: that of files that were changed while the game runs, or of [Program.Tune].
//
//	p, err := karakuri.Load(os.DirFS("."), "meal.krk") // with an error everything stays as it is
//	report, err := crowd.Reload(p, bindings...)
//
// The crowd stays the same one, with its agents and their IDs; options are those that it has. What is known goes over by names, as with [Restore]. Running
// actions go on where all that they are part of still is there, with a call of [OnRestored]; the others are aborted. With an error nothing has changed.
func (c *Crowd) Reload(p *Program, bindings ...Binding) (*Report, error) {
	r, err := c.in.Reload(p.in, p.bound(bindings))
	return newReport(r), err
}
