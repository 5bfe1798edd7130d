package karakuri

import (
	"io"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// ReplayOptions set up a replay.
type ReplayOptions struct {
	Sink    Sink     // receives the decisions and actions of agents; it must not write to their symbols. nil: none
	Events  Families // that Sink receives; 0: [MostEvents]
	History int      // how many of its last events each agent keeps
}

// Replay repeats a recorded run without the game. The trace supplies the writes of the game and the results of its
// actions and functions. The replay compares all decisions and states with the recorded ones. It is not safe for
// concurrent use.
type Replay struct {
	in *agent.Replay
}

// NewReplay reads the beginning of a trace, which contains the program, and makes its crowd. [Replay.Step] repeats a
// tick and compares the result with the recorded one, [Replay.SeekTo] goes to any moment, forwards or backwards, and
// [Replay.Crowd] answers questions about the moment reached. The error is that of [ktrace.NewReader], reports that the
// trace is of another version of the program's text, or is a [*Error] if the program cannot be loaded.
func NewReplay(r io.Reader, o ReplayOptions) (*Replay, error) {
	var in agent.Options
	l := listen(&in, o.Sink, o.Events)
	replay, err := agent.NewReplay(r, agent.ReplayOptions{Sink: in.Sink, TreeSink: in.TreeSink, GoalSink: in.GoalSink, SquadSink: in.SquadSink, History: o.History})
	if err != nil {
		return nil, err
	}
	l.attend(replay.Crowd())
	return &Replay{replay}, nil
}

// Crowd returns the crowd of the replay, for reading. Do not write to it or step it.
func (r *Replay) Crowd() *Crowd { return &Crowd{r.in.Crowd()} }

// Step repeats the next tick and compares the result. It returns false if there is none.
func (r *Replay) Step() bool { return r.in.Step() }

// RunTo runs ticks until the given tick, or until the replay is done.
func (r *Replay) RunTo(tick int64) { r.in.RunTo(tick) }

// SeekTo goes to the moment after a tick, forwards or backwards. The result equals a replay from the beginning, except
// for the records of past plannings and the last events of agents ([Agent.History]). It starts from the nearest earlier
// snapshot in the trace, so the sink receives only the ticks repeated on the way. If the trace ends, is damaged or
// differs before that tick, it goes as far as possible: see [Replay.Err] and [Replay.Difference], which describe the
// way from that snapshot on. A tick before the first means the beginning. The error is that of [Replay.Index].
func (r *Replay) SeekTo(tick int64) error { return r.in.SeekTo(tick) }

// Done reports whether the replay has reached the end of the trace, damage, or a difference.
func (r *Replay) Done() bool { return r.in.Done() }

// Ended reports whether the replay has reached the end of the trace without a difference.
func (r *Replay) Ended() bool { return r.in.Ended() }

// Err returns why the trace could not be read further, or nil. For a truncated file it is a [*ktrace.DamageError]
// whose Cut is set.
func (r *Replay) Err() error { return r.in.Err() }

// Difference is where a replay departs from its recording.
type Difference struct {
	Tick   int64
	Agent  string // name of the agent; empty: the difference concerns no single agent
	Wanted string // as recorded
	Got    string // what happened instead
}

// Difference returns where the replay first departed from the recording; nil: nowhere so far.
func (r *Replay) Difference() *Difference {
	d := r.in.Difference()
	if d == nil {
		return nil
	}
	out := Difference(*d)
	return &out
}

// Header returns the header of the trace.
func (r *Replay) Header() *ktrace.Header { return r.in.Header() }

// Index returns the length of the trace and its snapshots. The error is [ktrace.ErrNoSeek] if the trace is not read
// from a file or from bytes, or that of the file. The replay reads the index once; do not change it.
func (r *Replay) Index() (*ktrace.Index, error) { return r.in.Index() }

// Records returns a reader of the trace that begins at a snapshot at or before a tick, or at the first record. It may
// be used concurrently with the replay. It has no header. The error is that of [Replay.Index].
func (r *Replay) Records(tick int64) (*ktrace.Reader, error) { return r.in.Records(tick) }

// AgentNamed returns the agent of the crowd with a name: the game's, if [Crowd.NameAgents] had set one when the run was
// recorded, else its kind and its number among the agents of that kind, as in "villager#2".
func (r *Replay) AgentNamed(name string) (Agent, bool) {
	id, ok := r.in.AgentNamed(name)
	return Agent{r.in.Crowd(), id}, ok
}

// NameOf returns the name of an agent that is in the crowd, or "".
func (r *Replay) NameOf(a Agent) string { return r.in.NameOf(a.id) }

// Figures appends to buf the positions of agents and other things in the game's world, if the game recorded them
// ([ktrace.Options].Figures): as of the present tick, or up to 1/[ktrace.FiguresPerSecond] of a second before.
func (r *Replay) Figures(buf []ktrace.Figure) []ktrace.Figure { return r.in.Figures(buf) }
