package impact

import (
	"bytes"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// Film is a recorded run that can be played from several moments. It belongs to one goroutine.
type Film interface {
	// Crowd returns the characters.
	Crowd() *agent.Crowd
	// Step plays the next tick. It returns false if there is none.
	Step() bool
	// SeekTo moves to the end of a tick.
	SeekTo(tick int64) error
}

// Source is a recording to look at.
type Source struct {
	Name   string
	Open   func(plans runner.Sink) (Film, error) // opens the recording once more; the sink receives its plannings
	Starts []int64                               // the ticks that it can be played from at once, ascending; the first is its beginning
	Last   int64                                 // its last tick
	Main   string                                // the main file of its program; empty: unknown
	Grows  bool                                  // it is of a run that goes on: its last part is not complete
	Kept   *Memory                               // keeps its decisions for the next comparison; nil: nothing is kept
}

// Trace returns the source of a trace. Its error is that of [agent.NewReplay].
func Trace(name string, data []byte) (*Source, error) {
	r, err := agent.NewReplay(bytes.NewReader(data), agent.ReplayOptions{})
	if err != nil {
		return nil, err
	}
	index, err := r.Index()
	if err != nil {
		return nil, err
	}
	s := &Source{Name: name, Starts: []int64{r.Crowd().Tick()}, Last: index.Last}
	if files := r.Header().Files; len(files) > 0 {
		s.Main = files[0].Name
	}
	for _, p := range index.Places {
		if p.Tick > s.Starts[len(s.Starts)-1] && p.Tick < s.Last {
			s.Starts = append(s.Starts, p.Tick)
		}
	}
	s.Open = func(plans runner.Sink) (Film, error) {
		return agent.NewReplay(bytes.NewReader(data), agent.ReplayOptions{Sink: plans})
	}
	return s, nil
}

// segment is a part of a recording.
type segment struct {
	source      int
	from, until int64 // it consists of the ticks after from
}

// segments returns the parts of all sources, in the order in which a comparison plays them.
func segments(sources []*Source) []segment { return spread(inOrder(sources)) }

// inOrder returns the parts of all sources, one after the other.
func inOrder(sources []*Source) (list []segment) {
	for i, s := range sources {
		for k, from := range s.Starts {
			until := s.Last
			if k+1 < len(s.Starts) {
				until = s.Starts[k+1]
			}
			if until > from {
				list = append(list, segment{i, from, until})
			}
		}
	}
	return list
}

// spread orders a list so that each beginning of it is spread over the whole: by the reversed bits of the index.
func spread[T any](list []T) []T {
	bits := 0
	for 1<<bits < len(list) {
		bits++
	}
	out := make([]T, 0, len(list))
	for i := range 1 << bits {
		at := 0
		for b := range bits {
			at |= i >> b & 1 << (bits - 1 - b)
		}
		if at < len(list) {
			out = append(out, list[at])
		}
	}
	return out
}
