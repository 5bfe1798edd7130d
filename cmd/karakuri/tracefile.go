package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/karakuri-ai/karakuri/internal/files"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// traceEnding is how the names of trace files end.
const traceEnding = ".ktrace"

func isTrace(name string) bool { return strings.EqualFold(filepath.Ext(name), traceEnding) }

// traceFile is a trace that is being written, or nil.
type traceFile struct {
	file *os.File
	rec  *ktrace.Recorder
}

// newTraceFile makes the file, or nothing when no name is given.
func newTraceFile(name string, o ktrace.Options) (*traceFile, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("cannot write the trace: %w", err)
	}
	return &traceFile{file, ktrace.NewRecorder(file, o)}, nil
}

// recorder returns what a crowd writes to the file with.
func (t *traceFile) recorder() *ktrace.Recorder {
	if t == nil {
		return nil
	}
	return t.rec
}

// close ends the trace.
func (t *traceFile) close() error {
	if t == nil {
		return nil
	}
	if err := errors.Join(t.rec.Close(), t.file.Close()); err != nil {
		return fmt.Errorf("cannot write the trace: %w", err)
	}
	return nil
}

// openReplay reads the beginning of a trace. The file must be closed.
func openReplay(name string, o agent.ReplayOptions) (*agent.Replay, *os.File, error) {
	file, err := files.Open(name)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot read %s: %w", name, fileReason(err))
	}
	r, err := agent.NewReplay(file, o)
	if err != nil {
		file.Close()
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, file, nil
}

// fileReason leaves the name out of an error of a file.
func fileReason(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// ticksUntil returns the number of ticks that begin before a time of a run.
func ticksUntil(at time.Duration, tps int) int64 {
	seconds, rest := int64(at/time.Second), int64(at%time.Second)
	return seconds*int64(tps) + (rest*int64(tps)+int64(time.Second)-1)/int64(time.Second)
}

// momentAt returns the tick after which a time of a run is: the nearest one, because times are printed rounded.
func momentAt(at time.Duration, tps int) int64 {
	return ticksUntil(at-time.Second/time.Duration(2*tps), tps)
}

// secondsAfter is the moment after a tick, in simulated seconds.
func secondsAfter(tick int64, c *agent.Crowd) float64 { return float64(tick) / float64(c.TPS()) }

// tickAt returns the first tick after a time of a run: the one that begins then, or the one that is under way.
func tickAt(at time.Duration, tps int) int64 {
	seconds, rest := int64(at/time.Second), int64(at%time.Second)
	return seconds*int64(tps) + rest*int64(tps)/int64(time.Second) + 1
}
