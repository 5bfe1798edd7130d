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
	snapshotVersion = 1
)

// Snapshot appends the session to dst, for [Restore] and [Session.Rollback]: the whole crowd, as [karakuri.Crowd.Snapshot] writes it, with the bodies and walls that senses go by.
func (s *Session) Snapshot(dst []byte) []byte {
	b := codec.Begin(dst, snapshotMagic, snapshotVersion)
	b, place := codec.BeginPart(b)
	b = codec.EndPart(s.crowd.Snapshot(b), place)
	b = codec.AppendUint(b, len(s.senses.bodies))
	for i := range s.senses.bodies {
		x := &s.senses.bodies[i]
		b = codec.AppendInt(codec.AppendInt(b, x.id), x.is.Kind)
		b = codec.AppendUint(codec.AppendBool(b, x.is.Fixed), int(x.is.Has))
		for _, f := range x.floats() {
			b = codec.AppendFixed(b, math.Float64bits(*f))
		}
	}
	b = codec.AppendUint(b, len(s.senses.walls))
	for i := range s.senses.walls {
		for _, f := range s.senses.walls[i] {
			b = codec.AppendFixed(b, math.Float64bits(f))
		}
	}
	return codec.Seal(b, len(dst))
}

// floats returns the numbers of a body.
func (b *body) floats() [11]*float64 {
	o := &b.is
	return [...]*float64{&o.At.X, &o.At.Y, &o.Velocity.X, &o.Velocity.Y, &o.Facing.X, &o.Facing.Y, &o.Importance, &o.Values[0], &o.Values[1], &o.Values[2], &o.Values[3]}
}

// openSnapshot returns the snapshot of the crowd in that of a session, and what senses go by. One of a crowd alone is returned as it is.
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
	number := func() float64 {
		f := math.Float64frombits(r.Fixed())
		if math.IsNaN(f) || math.IsInf(f, 0) {
			r.Fail("a position in it is no number")
		}
		return f
	}
	for range r.Count() {
		b := body{id: karakuri.Object(r.Int())}
		b.is.Kind = r.Int()
		b.is.Fixed, b.is.Has = r.Bool(), action.SenseParts(r.Below(int(action.AllSenseParts)+1))
		for _, f := range b.floats() {
			*f = number()
		}
		if n := len(sc.bodies); n > 0 && sc.bodies[n-1].id >= b.id {
			r.Fail("its bodies are not in order")
		}
		if r.Failed() {
			break
		}
		sc.bodies = append(sc.bodies, b)
	}
	n := r.Count()
	if n > MaxWalls {
		r.Fail("it has more than %d walls", MaxWalls)
	}
	for range n {
		if r.Failed() {
			break
		}
		sc.walls = append(sc.walls, [4]float64{number(), number(), number(), number()})
	}
	r.End()
	if err := r.Err(); err != nil {
		return nil, scenery{}, fmt.Errorf("remote: %w", err)
	}
	return crowd, sc, nil
}

// Rollback takes the session back to a snapshot that was made of it, or of another session of its program: see [karakuri.Crowd.Rollback]. The next batch is answered first with the
// actions that go on ([OpRestored]); the game forgets the others. With an error nothing has changed.
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
