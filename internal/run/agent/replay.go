package agent

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// ErrOtherProgram is the error of a trace whose source files do not make the recorded program: this version of the
// engine interprets them differently.
var ErrOtherProgram = errors.New("karakuri: the trace is of another program than its source files are")

// ReplayOptions set up a replay.
type ReplayOptions struct {
	Sink runner.Sink // receives the decisions of agents; it must not write to their states. nil: none
	// TreeSink receives what trees do, node by node; likewise.
	TreeSink bt.Sink
	// GoalSink receives what goals and brains do; likewise.
	GoalSink goal.Sink
	// SquadSink receives the events of squads; likewise.
	SquadSink SquadSink
	History   int  // how many of its last events each agent keeps
	Tally     bool // counts what plannings try: see [View.Tally]
	// With Clock and Metered, the replay measures each planning: [runner.Worker.Measure].
	Clock   func() time.Duration
	Metered func(runner.Metered)
}

// Replay is a recorded run that is repeated without the host: the host's writes and the results of its actions and
// functions come from the trace, and all decisions and states are compared with the recorded ones. Not safe for
// concurrent use.
type Replay struct {
	in      *ktrace.Reader
	crowd   *Crowd
	info    *def.Info
	next    ktrace.Record
	have    bool // next is the next record
	over    bool // nothing more can be read
	ended   bool // the last record has been read
	err     error
	diff    *Difference
	answers map[string]answer
	names   []string  // of agents, by number - 1
	came    []arrival // of agents, by number - 1
	figures ktrace.FigureSet
	seeking seeking
}

// answer is the result of a host function.
type answer struct {
	result   [2]world.Word
	panicked bool
	message  string
}

// Difference is the first place where a replay differs from the recording.
type Difference struct {
	Tick   int64
	Agent  string // name of the agent; empty: no single one
	Wanted string // as recorded
	Got    string // what happened instead
}

// NewReplay reads the start of a trace and creates its crowd, before the first tick. The errors are those of
// [ktrace.NewReader], [ErrOtherProgram], and a [*diag.Failure] if the program cannot be loaded.
func NewReplay(r io.Reader, o ReplayOptions) (*Replay, error) {
	in, err := ktrace.NewReader(r)
	if err != nil {
		return nil, err
	}
	p, err := programOf(in.Header())
	if err != nil {
		return nil, err
	}
	t := &Replay{in: in, info: p.Info, answers: map[string]answer{}}
	options, ok := recordedOptions(in.Header()), false
	if options.Initial, err = recordedSituation(in.Header(), p.Info); err != nil {
		return nil, err
	}
	options.Pictures, options.History, options.Sink, options.TreeSink, options.GoalSink = true, o.History, o.Sink, o.TreeSink, o.GoalSink
	options.SquadSink, options.Tally, options.silent = o.SquadSink, o.Tally, true
	if options.levels, ok = recordedLevels(in.Header()); !ok {
		return nil, &ktrace.DamageError{Why: "it has levels of detail that cannot be"}
	}
	funcs := make([]action.Func, len(p.Info.Functions))
	for i := range funcs {
		funcs[i] = t.function(i)
	}
	if t.crowd, err = newCrowd(p, options, action.NewSubstituted(len(p.Info.Actions), t), funcs, nil); err != nil {
		return nil, err
	}
	t.crowd.journal.tape = t
	t.crowd.NameAgents(t.NameOf)
	if o.Clock != nil && o.Metered != nil {
		t.crowd.core.stage.Worker.Measure(o.Clock, o.Metered)
	}
	t.seeking.start = t.crowd.snapshots.appendTraced(nil, nil)
	if !t.midway() {
		return t, nil
	}
	if !t.understands() {
		return nil, &ktrace.VersionError{Version: uint64(in.Version())}
	}
	plain, err := t.snapshot()
	if err == nil {
		err = t.restore(plain)
	}
	if err != nil {
		return nil, err
	}
	t.peek() // figures follow
	return t, nil
}

// Crowd returns the replayed crowd, for reading. Do not write to it or step it.
func (t *Replay) Crowd() *Crowd { return t.crowd }

// Info returns the model of the recorded program, with its tuned constants. Do not change it.
func (t *Replay) Info() *def.Info { return t.info }

// Header returns the header of the trace.
func (t *Replay) Header() *ktrace.Header { return t.in.Header() }

// Figures appends to buf the positions of agents and other things in the host's world, if the host recorded them
// ([ktrace.Options].Figures): as of the present tick, or up to 1/[ktrace.FiguresPerSecond] of a second before.
func (t *Replay) Figures(buf []ktrace.Figure) []ktrace.Figure { return t.figures.Append(buf) }

// FigureOf returns the figure of the agent with a number, likewise.
func (t *Replay) FigureOf(number int64) (ktrace.Figure, bool) { return t.figures.Find(number) }

// Difference returns where the replay first differed from the recording, or nil.
func (t *Replay) Difference() *Difference { return t.diff }

// Err returns why the trace could not be read further, or nil. For a truncated file it is a [*ktrace.DamageError]
// whose Cut is set.
func (t *Replay) Err() error { return t.err }

// Done reports whether the replay has reached the end of the trace, damage, or a difference.
func (t *Replay) Done() bool { return t.over || t.err != nil || t.diff != nil }

// Ended reports whether the trace has been replayed to its end without a difference.
func (t *Replay) Ended() bool { return t.ended && t.diff == nil && t.err == nil }

// Agents returns how many agents have been added so far. They are numbered from 1.
func (t *Replay) Agents() int { return len(t.came) }

// AgentName returns the name of the agent with a number: the host's, if the trace has one at this tick, else its kind
// and its number within the kind, as in "villager#2".
func (t *Replay) AgentName(number int64) string {
	if number < 1 || number > int64(len(t.names)) {
		return ""
	}
	return t.names[number-1]
}

// AgentKind returns the kind of the agent with a number; empty if it has not been added yet.
func (t *Replay) AgentKind(number int64) string {
	if number < 1 || number > int64(len(t.came)) || t.came[number-1].kind == 0 {
		return ""
	}
	return t.crowd.core.model.Info.Agents[t.came[number-1].kind-1].Name
}

// NameOf returns the name of an agent in the crowd, or "".
func (t *Replay) NameOf(id ID) string { return t.AgentName(t.crowd.agents.Number(id)) }

// AgentNamed returns the agent in the crowd with a name, or else the one that would have it if the host named none:
// "villager#2".
func (t *Replay) AgentNamed(name string) (ID, bool) {
	for id := range t.crowd.agents.All {
		if t.NameOf(id) == name {
			return id, true
		}
	}
	for id := range t.crowd.agents.All {
		if t.crowd.view.KindNameOf(id) == name {
			return id, true
		}
	}
	return 0, false
}

// Step repeats the next tick and compares the result. It returns false if there is none.
func (t *Replay) Step() bool {
	if t.seeking.settled {
		if err := t.SeekTo(t.crowd.core.tick); err != nil {
			t.err = err
			return false
		}
	}
	for !t.Done() && t.peek() {
		if t.next.Kind == ktrace.KindTick {
			t.tick()
			return true
		}
		t.between()
	}
	return false
}

// RunTo runs ticks up to a tick, or until the replay is done.
func (t *Replay) RunTo(tick int64) {
	for t.crowd.core.tick < tick && t.Step() {
	}
}

// tick runs the tick that the next record starts, and checks the checkpoint that may follow.
func (t *Replay) tick() {
	if t.next.Tick != t.crowd.core.tick+1 {
		t.damaged("its ticks are out of order")
		return
	}
	t.take()
	t.seeking.past = false
	t.crowd.Step()
	if t.diff != nil || !t.peek() {
		return
	}
	switch t.next.Kind {
	case ktrace.KindEvent, ktrace.KindCall:
		t.missing("nothing")
	}
	for t.diff == nil && t.peek() && t.hasStates() {
		t.compareStates()
	}
}

// hasStates reports whether the next record holds digests of states.
func (t *Replay) hasStates() bool {
	k := t.next.Kind
	return k == ktrace.KindCheckpoint || k == ktrace.KindSnapshot || k == ktrace.KindEnd
}

// between repeats what the host did between ticks.
func (t *Replay) between() {
	t.seeking.past = true
	switch r := &t.next; {
	case r.IsInput() && r.Where == ktrace.Outside:
		t.perform()
	case r.Kind == ktrace.KindNaming:
		t.rename(r)
	case t.hasStates():
		t.compareStates()
	default:
		t.missing("nothing")
	}
}

// peek reads the next record, unless it is read already, and reports whether there is one. It puts results of functions
// aside.
func (t *Replay) peek() bool {
	for !t.have && t.err == nil && !t.over {
		switch err := t.in.Next(&t.next); {
		case err == io.EOF:
			t.over = true
		case err != nil:
			t.err = err
		case t.next.Kind == ktrace.KindAnswer:
			t.remember(&t.next)
		case t.next.Kind == ktrace.KindPercepts: // for readers of the trace
		case t.next.Kind == ktrace.KindFigures:
			if err := t.figures.Apply(&t.next); err != nil {
				t.err = err
			}
		default:
			t.have = true
		}
	}
	return t.have
}

// take consumes the next record.
func (t *Replay) take() { t.have = false }

// damaged ends the replay because of a record that no recorder writes.
func (t *Replay) damaged(why string) {
	if t.err == nil {
		t.err = &ktrace.DamageError{Why: why}
	}
	t.have, t.over = false, true
}

// differ records the first difference.
func (t *Replay) differ(agent int64, wanted, got string) {
	if t.diff == nil && t.err == nil {
		t.diff = &Difference{Tick: t.crowd.core.tick, Agent: t.AgentName(agent), Wanted: wanted, Got: got}
	}
	t.have = false
}

// missing records that something happened that was not recorded, or that something recorded did not happen.
func (t *Replay) missing(got string) {
	if t.peek() {
		t.differ(t.next.Agent+t.next.Event.Agent, t.describe(&t.next), got)
	} else if t.err == nil {
		t.differ(0, "the end of the trace", got)
	}
}

// compareStates compares the states with those of a checkpoint, or of the end.
func (t *Replay) compareStates() {
	if t.next.Kind == ktrace.KindSnapshot {
		t.compareSnapshot()
		return
	}
	r, i := &t.next, r0(t.next.Index)
	for _, a := range t.crowd.agents.list {
		if a.id == 0 {
			continue
		}
		if i >= 0 && i < len(r.States) && r.States[i] != uint32(a.state.Hash()) {
			t.differ(a.number, "its state as recorded", "another state")
			return
		}
		i++
	}
	switch {
	case r.Hash != t.crowd.journal.hash:
		t.differ(0, fmt.Sprintf("%d decisions with hash %016x", r.Hash.Events, r.Hash.Sum),
			fmt.Sprintf("%d with hash %016x", t.crowd.journal.hash.Events, t.crowd.journal.hash.Sum))
	case r.State != t.crowd.journal.stateHash():
		t.differ(0, "the world as recorded", "a different world")
	}
	if r.Kind == ktrace.KindEnd {
		t.over, t.ended = true, true
	}
	t.take()
}

// r0 is where the first of the states that a checkpoint records lies relative to that of the first agent.
func r0(index int64) int { return -int(min(index, MaxAgents)) }
