package remote

import (
	"bytes"
	"fmt"
	"math"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
)

const (
	snapshotMagic   = "KREMOTE\n"
	snapshotVersion = 2
)

// Snapshot appends the session to dst, for [Restore] and [Session.Rollback]: the whole crowd, as
// [karakuri.Crowd.Snapshot] writes it, with the bodies and walls for the senses.
func (s *Session) Snapshot(dst []byte) []byte {
	b := codec.Begin(dst, snapshotMagic, snapshotVersion)
	b, place := codec.BeginPart(b)
	b = codec.EndPart(s.crowd.Snapshot(b), place)
	var c codec.Coder
	s.senses.code(c.Write(b))
	return codec.Seal(c.Written(), len(dst))
}

// code saves the data for the senses, or reads it.
func (sc *scenery) code(c *codec.Coder) {
	last := karakuri.Object(math.MinInt64)
	for x := range codec.Each(c, &sc.bodies, codec.NoLimit) {
		codec.Int(c, &x.id)
		codec.Int(c, &x.is.Kind)
		c.Bool(&x.is.Fixed)
		codec.Below(c, &x.is.Has, int(action.AllSenseParts)+1)
		for _, f := range numbers(&x.is) {
			codeNumber(c, f)
		}
		codec.Int(c, &x.voice.Kind)
		codeNumber(c, &x.voice.Loudness)
		codeNumber(c, &x.voice.Importance)
		if c.Reads() && x.id <= last {
			c.Fail("bodies are out of order")
		}
		last = x.id
	}
	for w := range codec.Each(c, &sc.walls, MaxWalls) {
		for i := range w {
			codeNumber(c, &w[i])
		}
	}
}

func codeNumber(c *codec.Coder, f *float64) {
	if c.Float(f); c.Reads() && (math.IsNaN(*f) || math.IsInf(*f, 0)) {
		c.Fail("a position is not a finite number")
	}
}

// numbers returns the numbers of a body.
func numbers(o *action.SenseObject) [11]*float64 {
	return [...]*float64{&o.At.X, &o.At.Y, &o.Velocity.X, &o.Velocity.Y, &o.Facing.X, &o.Facing.Y, &o.Importance, &o.Values[0], &o.Values[1], &o.Values[2], &o.Values[3]}
}

// openSnapshot returns the snapshot of the crowd in that of a session, and the data for the senses. It returns the
// snapshot of a crowd alone as it is.
func openSnapshot(data []byte) (crowd []byte, sc scenery, err error) {
	if !bytes.HasPrefix(data, []byte(snapshotMagic)) {
		return data, sc, nil
	}
	payload, err := codec.Open(data, snapshotMagic, snapshotVersion)
	if err != nil {
		return nil, sc, fmt.Errorf("remote: %w", err)
	}
	r := codec.NewReader(payload)
	crowd = r.Part()
	sc.code(r.Coder())
	r.End()
	if err := r.Err(); err != nil {
		return nil, scenery{}, fmt.Errorf("remote: %w", err)
	}
	return crowd, sc, nil
}

// Rollback restores the session to a snapshot of its own, or of another session of its program: see
// [karakuri.Crowd.Rollback]. The answer to the next batch begins with the actions that continue ([OpRestored]); the
// game forgets the others. After an error nothing has changed.
func (s *Session) Rollback(snapshot []byte) error {
	crowd, senses, err := openSnapshot(snapshot)
	if err != nil {
		return err
	}
	before, out, began := s.running, s.out, s.began
	s.running, s.out, s.began = running{}, nil, false
	if err := s.crowd.Rollback(crowd); err != nil {
		s.running, s.out, s.began = before, out, began
		return err
	}
	*s.senses = senses
	return nil
}
