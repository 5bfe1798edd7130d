package studio

import (
	"bytes"
	"errors"

	"github.com/karakuri-ai/karakuri/agent"
	"github.com/karakuri-ai/karakuri/bt"
	"github.com/karakuri-ai/karakuri/program"
	"github.com/karakuri-ai/karakuri/runner"
	"github.com/karakuri-ai/karakuri/trace"
	"github.com/karakuri-ai/karakuri/world"
)

// errRecorded is why a recorded run does not go on with another program.
var errRecorded = errors.New("a recorded run cannot be changed: open its file instead")

// recording is a stage that makes a recorded run again. Where somebody is is known as far as a symbol "pos" says.
type recording struct {
	data   []byte
	listen Listener
	replay *agent.Replay
}

func newRecording(data []byte, l Listener) (*recording, error) {
	r := &recording{data: data, listen: l}
	return r, r.rewind()
}

// rewind goes back to the beginning.
func (r *recording) rewind() error {
	replay, err := agent.NewReplay(bytes.NewReader(r.data), agent.ReplayOptions{
		Sink: runner.SinkFunc(r.listen.PlanEvent), TreeSink: bt.SinkFunc(r.listen.TreeEvent), GoalSink: goalSink{r.listen}})
	if err != nil {
		return err
	}
	r.replay = replay
	return nil
}

// Header returns what the trace begins with.
func (r *recording) Header() *trace.Header { return r.replay.Header() }

// Crowd implements Stage.
func (r *recording) Crowd() *agent.Crowd { return r.replay.Crowd() }

// Step implements Stage.
func (r *recording) Step() bool { return r.replay.Step() }

// Name implements Stage.
func (r *recording) Name(id agent.ID) string { return r.replay.NameOf(id) }

// Land implements Stage: it is not in a trace. Pages show as much as there are figures on.
func (r *recording) Land() Land { return Land{} }

// Figures implements Stage: those whose place is known.
func (r *recording) Figures(buf []Figure) []Figure {
	crowd := r.replay.Crowd()
	pos := crowd.Schema().Symbol("pos")
	if pos == nil || len(pos.Params) > 0 || pos.Type.Kind != world.KindVec2 {
		return buf
	}
	for id := range crowd.All {
		st := crowd.State(id)
		buf = append(buf, Figure{Name: r.Name(id), X: st.Get(pos.Base).Float(), Y: st.Get(pos.Base + 1).Float(), Health: -1})
	}
	return buf
}

// Eyes implements Stage: what was perceived with is not in a trace.
func (r *recording) Eyes(agent.ID) Eyes { return Eyes{} }

// Snapshot implements Stage.
func (r *recording) Snapshot() []byte { return nil }

// Rollback implements Stage: a recording knows no moment but its beginning.
func (r *recording) Rollback([]byte) error { return r.rewind() }

// Reload implements Stage.
func (r *recording) Reload(*program.Program, Listener) (Stage, []string, error) {
	return nil, nil, errRecorded
}
