package agent_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// For any crowd, the bytes of a stream equal those of a snapshot.
func TestStreamedSnapshotsAreTheSame(t *testing.T) {
	for _, s := range scenes(t) {
		t.Run(s.name, func(t *testing.T) {
			c := s.start(t)
			for range 60 {
				s.drive(c)
				c.Step()
			}
			var out bytes.Buffer
			if err := c.WriteSnapshot(&out); err != nil {
				t.Fatal(err)
			}
			data := bytes.Clone(out.Bytes())
			again, report, err := s.stream(&out)
			if err != nil || !report.Same {
				t.Fatal(err, report)
			}
			if !bytes.Equal(again.Snapshot(nil), c.Snapshot(nil)) {
				t.Error("what was restored from the stream is another crowd")
			}
			_, _, err = s.stream(bytes.NewBuffer(data[:len(data)-1]))
			if e := new(codec.Error); !errors.As(err, &e) {
				t.Errorf("a stream that is cut short: %v", err)
			}
		})
	}
}

// stream restores a crowd of the scene from a stream.
func (s *scene) stream(in *bytes.Buffer) (*agent.Crowd, *agent.Report, error) {
	o, f := s.options, &fog{}
	if o.Recorder = nil; s.minds {
		o.Senses = f
	}
	c, report, err := agent.RestoreFrom(s.program, s.bindings(f), o, in)
	f.crowd = c
	return c, report, err
}

// pieces is a writer that counts.
type pieces struct{ bytes, longest int }

func (p *pieces) Write(b []byte) (int, error) {
	p.bytes += len(b)
	p.longest = max(p.longest, len(b))
	return len(b), nil
}

// The writer of a stream never has all of it.
func TestSnapshotsAreStreamedInPieces(t *testing.T) {
	c := newScullery(t, 5000, nil, func(world.Object, int) {})
	for range 10 {
		c.Step()
	}
	var out pieces
	if err := c.WriteSnapshot(&out); err != nil {
		t.Fatal(err)
	}
	if whole := len(c.Snapshot(nil)); out.bytes < whole || out.longest > whole/3 {
		t.Errorf("%d bytes are written, at most %d at once; the snapshot has %d", out.bytes, out.longest, whole)
	}
}
