package studio

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// errRecorded is the error of changing the program of a recorded run.
var errRecorded = errors.New("a recorded run cannot be changed: open its file instead")

// recording is a stage that replays a recorded run. Places of agents come from the host's figures, or else from their
// symbol "pos".
type recording struct {
	replay *agent.Replay
	index  *ktrace.Index
	first  int64 // the tick after which it begins
	told   []ktrace.Figure
	names  map[int64]string // the host's names of agents, by number, as far as the trace has been read
}

func newRecording(data []byte, l Listener) (*recording, error) {
	replay, err := agent.NewReplay(bytes.NewReader(data), agent.ReplayOptions{Tally: true, Sink: planSink{l},
		TreeSink: treeSink{l}, GoalSink: goalSink{l}, SquadSink: l})
	if err != nil {
		return nil, err
	}
	index, err := replay.Index()
	if err != nil {
		return nil, err
	}
	return &recording{replay: replay, index: index, first: replay.Crowd().Tick(), names: map[int64]string{}}, nil
}

// Header returns the header of the trace.
func (r *recording) Header() *ktrace.Header { return r.replay.Header() }

// Crowd implements Stage.
func (r *recording) Crowd() *agent.Crowd { return r.replay.Crowd() }

// Step implements Stage.
func (r *recording) Step() bool { return r.replay.Step() }

// Settle implements Seeker.
func (r *recording) Settle() { r.replay.Settle() }

// SeekTo implements Seeker.
func (r *recording) SeekTo(tick int64) error {
	if err := r.replay.SeekTo(tick); err != nil {
		return err
	}
	if r.replay.Crowd().Tick() == max(tick, r.first) {
		return nil
	}
	if err := r.replay.Err(); err != nil {
		return err
	}
	if d := r.replay.Difference(); d != nil {
		return fmt.Errorf("the replay differs from the recording at tick %d, before that moment", d.Tick)
	}
	return fmt.Errorf("the recording ends at %gs", r.replay.Crowd().Seconds())
}

// Range implements Seeker.
func (r *recording) Range() (first, last int64) { return r.first, r.index.Last }

// called returns the name of the agent with a number, which may not have come yet at the replay's tick.
func (r *recording) called(number int64) string {
	if name := r.names[number]; name != "" {
		return name
	}
	return r.replay.AgentName(number)
}

// Land implements Stage. It is empty if the host recorded none; pages then size the view by the figures.
func (r *recording) Land() Land { return landOf(r.Header().Land) }

// landOf converts the land in a trace.
func landOf(list []ktrace.Feature) Land {
	var land Land
	for _, f := range list {
		switch f.Kind {
		case ktrace.Bounds:
			land.Min, land.Max = f.A, f.B
		case ktrace.Wall, ktrace.Box:
			land.Walls = append(land.Walls, Wall{A: f.A, B: f.B, Solid: f.Kind == ktrace.Box})
		case ktrace.Spot, ktrace.Landmark:
			land.Places = append(land.Places, Place{Name: f.Name, X: f.A[0], Y: f.A[1], Thing: f.Kind == ktrace.Landmark})
		}
	}
	return land
}

// Figures implements Stage: the host's figures, or else agents with a symbol "pos".
func (r *recording) Figures(buf []Figure) []Figure {
	if r.told = r.replay.Figures(r.told[:0]); len(r.told) == 0 {
		return r.positions(buf)
	}
	for i := range r.told {
		buf = append(buf, figureOf(&r.told[i], r.called(r.told[i].Key)))
	}
	return buf
}

// figureOf converts a figure of a trace. Only characters have a name.
func figureOf(f *ktrace.Figure, name string) Figure {
	to := Figure{Name: name, X: f.X, Y: f.Y, Facing: f.Facing, Health: f.Health, Team: f.Team}
	if f.Key < 0 {
		to.Name, to.Item = "", f.Thing
	}
	return to
}

// positions returns figures for the agents with a symbol "pos".
func (r *recording) positions(buf []Figure) []Figure {
	crowd := r.replay.Crowd()
	pos := crowd.Schema().Symbol("pos")
	if pos == nil || len(pos.Params) > 0 || pos.Type.Kind != world.KindVec2 {
		return buf
	}
	for id := range crowd.All {
		st := crowd.State(id)
		buf = append(buf, Figure{Name: nameOf(r, id), X: st.Get(pos.Base).Float(), Y: st.Get(pos.Base + 1).Float(), Health: -1})
	}
	return buf
}

// Eyes implements Stage. Traces do not record perception.
func (r *recording) Eyes(agent.ID) Eyes { return Eyes{} }

// Snapshot implements Stage.
func (r *recording) Snapshot() []byte { return nil }

// Rollback implements Stage. A recording has no snapshots of that kind, so it moves to its beginning.
func (r *recording) Rollback([]byte) error { return r.SeekTo(r.first) }

// Reload implements Stage.
func (r *recording) Reload(*program.Program, Listener) (Stage, []string, error) {
	return nil, nil, errRecorded
}
