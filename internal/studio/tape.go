package studio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/ktrace"
)

const (
	// tracesFolder is the folder of recordings made on request, below the root of the library.
	tracesFolder = "traces"
	// maxTraces is the maximum number of recordings of one file.
	maxTraces = 9999
)

// errTaped is the error of recording a recorded run.
var errTaped = errors.New("a recorded run is a trace already")

// tape is a trace that is being written.
type tape struct {
	name  string // its name in the library
	file  traceFile
	bytes int64
	most  int64
}

// traceFile is the file of a tape: one of the machine, or of a drawer.
type traceFile interface {
	io.WriteSeeker
	io.Closer
	Truncate(size int64) error
}

// Write implements io.Writer. It fails if the trace would exceed the maximum length; the part written before stays
// valid.
func (t *tape) Write(b []byte) (int, error) {
	if t.bytes+int64(len(b)) > t.most {
		return 0, fmt.Errorf("the recording has as many bytes as a trace may have (%d)", t.most)
	}
	n, err := t.file.Write(b)
	t.bytes += int64(n)
	return n, err
}

// clear makes the tape empty.
func (t *tape) clear() error {
	t.bytes = 0
	_, err := t.file.Seek(0, io.SeekStart)
	return errors.Join(err, t.file.Truncate(0))
}

// Taping describes a recording made on request.
type Taping struct {
	On    bool   `json:"on"`
	File  string `json:"file,omitempty"`  // the trace that is, or was last, written
	Bytes int64  `json:"bytes,omitempty"` // its length
	Why   string `json:"why,omitempty"`   // why recording stopped by itself
}

// setRecord starts or stops recording the running simulation.
func setRecord(ctx context.Context, p *page, r *Request) (Taping, error) {
	s := p.session
	err := s.do(ctx, func() error {
		if !r.On {
			return s.endTape()
		}
		return s.beginTape()
	})
	if err != nil {
		return Taping{}, err
	}
	return taping(ctx, p, r)
}

// taping describes the present recording.
func taping(ctx context.Context, p *page, _ *Request) (Taping, error) {
	var out Taping
	err := p.session.do(ctx, func() error {
		out = p.session.taped
		if t := p.session.tape; t != nil {
			out.Bytes = t.bytes
		}
		return nil
	})
	return out, err
}

// beginTape starts a trace at the present state of the simulation.
func (s *Session) beginTape() error {
	if s.tape != nil {
		return nil
	}
	if _, ok := s.stage.(Seeker); ok {
		return errTaped
	}
	t, err := s.library.newTrace(s.name)
	if err != nil {
		return err
	}
	s.tape = t
	s.taper = ktrace.NewRecorder(t, ktrace.Options{Packed: true, Figures: s.tracedFigures, Land: tracedLand(s.stage.Land())})
	if err := s.stage.Crowd().Record(s.taper); err != nil {
		s.tape = nil
		return errors.Join(err, t.file.Close(), s.library.dropTrace(t.name))
	}
	s.taped, s.changed = Taping{On: true, File: t.name}, true
	return nil
}

// endTape ends the present trace, if any. It is then a file like any other.
func (s *Session) endTape() error {
	t := s.tape
	if t == nil {
		return nil
	}
	s.tape, s.changed = nil, true
	err := s.stage.Crowd().StopRecording()
	err = errors.Join(err, t.file.Close())
	s.taped.On, s.taped.Bytes = false, t.bytes
	return errors.Join(err, s.library.add(t.name))
}

// checkTape ends the trace after an error of writing.
func (s *Session) checkTape() {
	if s.tape == nil || s.taper.Err() == nil {
		return
	}
	s.taped.Why = s.taper.Err().Error()
	s.endTape()
}

// newTrace creates an empty file for a trace of a file's run: below the root even if there are links, and never over an
// existing file.
func (l *Library) newTrace(of string) (*tape, error) {
	if l.drawer != nil {
		return l.drawer.newTrace(of)
	}
	if l.fixed != nil {
		return nil, errors.New("there is no folder for recordings: set one, or let the game record itself")
	}
	root, err := os.OpenRoot(l.root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if err := root.Mkdir(tracesFolder, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	for n := 1; n <= maxTraces; n++ {
		name := traceName(of, n)
		file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err == nil {
			return &tape{name: name, file: file, most: MaxTraceBytes}, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	}
	return nil, fmt.Errorf("there are %d recordings of %s", maxTraces, of)
}

// traceName returns the name of the nth recording of a file.
func traceName(of string, n int) string {
	of, _ = splitScene(of)
	return fmt.Sprintf("%s/%s-%d%s", tracesFolder, strings.TrimSuffix(path.Base(of), path.Ext(of)), n, traceEnding)
}

// dropTrace removes a trace that could not be started.
func (l *Library) dropTrace(name string) error {
	if l.drawer != nil {
		l.drawer.remove(name)
		return nil
	}
	root, err := os.OpenRoot(l.root)
	if err != nil {
		return err
	}
	defer root.Close()
	return root.Remove(name)
}

// add adds a file below the root to the library.
func (l *Library) add(name string) error {
	l.lock.Lock()
	defer l.lock.Unlock()
	if len(l.names) >= MaxFiles {
		return fmt.Errorf("%s is written, but there are more than %d files to list", name, MaxFiles)
	}
	names := append(slices.Clone(l.names), name)
	slices.Sort(names)
	l.names = slices.Compact(names)
	return nil
}

// tracedFigures appends the figures of the simulation to buf, in the form of traces.
func (s *Session) tracedFigures(buf []ktrace.Figure) []ktrace.Figure {
	return tracedFigures(s.stage, buf)
}

// tracedFigures appends the figures of a stage to buf, in the form of traces.
func tracedFigures(stage Stage, buf []ktrace.Figure) []ktrace.Figure {
	crowd, things := stage.Crowd(), int64(0)
	numbers := map[string]int64{}
	for id := range crowd.All {
		numbers[nameOf(stage, id)] = crowd.Number(id)
	}
	for _, f := range stage.Figures(nil) {
		t := ktrace.Figure{Key: numbers[f.Name], X: f.X, Y: f.Y, Facing: f.Facing, Health: f.Health, Team: f.Team}
		if f.Item != "" {
			things++
			t.Key, t.Thing = -things, f.Item
		} else if len(f.Name) <= ktrace.MaxThing {
			t.Thing = f.Name
		}
		if t.Key != 0 {
			buf = append(buf, t)
		}
	}
	return buf
}

// tracedLand returns the land in the form of traces.
func tracedLand(land Land) []ktrace.Feature {
	list := []ktrace.Feature{{Kind: ktrace.Bounds, A: land.Min, B: land.Max}}
	for _, w := range land.Walls {
		f := ktrace.Feature{Kind: ktrace.Wall, A: w.A, B: w.B}
		if w.Solid {
			f.Kind = ktrace.Box
		}
		list = append(list, f)
	}
	for _, p := range land.Places {
		f := ktrace.Feature{Kind: ktrace.Spot, A: [2]float64{p.X, p.Y}, Name: p.Name}
		if p.Thing {
			f.Kind = ktrace.Landmark
		}
		list = append(list, f)
	}
	return list
}
