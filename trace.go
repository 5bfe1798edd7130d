package karakuri

import (
	"io"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// Types of recorded runs.
type (
	// Recorder writes the run of a crowd to a stream, for [NewReplay]: see [NewRecorder].
	Recorder = ktrace.Recorder
	// RecorderOptions set up a recorder: how often it makes checkpoints and snapshots, and where the host's figures are.
	RecorderOptions = ktrace.Options
	// Replay is a recorded run that is made again without the host.
	Replay = agent.Replay
	// ReplayOptions set up a replay.
	ReplayOptions = agent.ReplayOptions
)

// NewRecorder returns a recorder that writes to w, without need of a buffer. Give it to a host as [Options].Recorder, make one crowd, and
// close the recorder when the crowd is done with:
//
//	rec := karakuri.NewRecorder(file)
//	h := p.Host(karakuri.Options{Seed: 1, Recorder: rec})
func NewRecorder(w io.Writer) *Recorder { return ktrace.NewRecorder(w, ktrace.Options{}) }

// NewRecorderWith is [NewRecorder] with options. [Crowd.Record] has a crowd recorded that runs already.
func NewRecorderWith(w io.Writer, o RecorderOptions) *Recorder { return ktrace.NewRecorder(w, o) }

// NewReplay reads the beginning of a trace, which holds the program too, and makes its crowd. [Replay.Step] makes its ticks again and
// compares what comes of them with what was recorded; [Replay.SeekTo] goes to any moment, forwards or backwards; [Replay.Crowd] answers questions about any moment on the way.
func NewReplay(r io.Reader, o ReplayOptions) (*Replay, error) { return agent.NewReplay(r, o) }
