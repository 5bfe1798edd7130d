package sense

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/codec"
)

// The frame of a snapshot.
const (
	snapshotMagic   = "KRKSENSE"
	snapshotVersion = 1
)

// Snapshot appends to buf everything that may change, but for the events of the last step: a field with the same options that restores
// it goes on just the same.
func (f *Field) Snapshot(buf []byte) []byte {
	from := len(buf)
	b := codec.Begin(buf, snapshotMagic, snapshotVersion)
	b = codec.AppendFixed(b, f.identity())
	b = codec.AppendUint(b, f.now)
	b = codec.AppendUint(b, f.step)
	b = codec.AppendUint(b, len(f.observers))
	for _, o := range f.observers {
		if b = codec.AppendBool(b, o.here); o.here {
			b = o.append(b)
		}
	}
	b = codec.AppendUint(b, len(f.sounds))
	for i := range f.sounds {
		b = f.sounds[i].append(b)
	}
	b = codec.AppendUint(b, len(f.messages))
	for i := range f.messages {
		m := &f.messages[i]
		b = codec.AppendInt(b, m.team)
		b = codec.AppendUint(b, uint64(m.speaker))
		b = m.percept.append(m.at.append(b))
	}
	return codec.Seal(b, from)
}

// identity is a number for the options: what a snapshot must have been made with.
func (f *Field) identity() uint64 {
	h := det.Mix(f.options.Seed + 1)
	h = det.Mix(h ^ uint64(f.options.Rays))
	for _, s := range f.options.Senses {
		h = det.Mix(h+1) ^ s.hash
	}
	return det.Mix(h)
}

func (o *observer) append(b []byte) []byte {
	b = codec.AppendUint(b, uint64(o.self))
	b = codec.AppendUint(b, o.kind)
	b = codec.AppendInt(b, o.team)
	b = codec.AppendUint(b, o.rand.Counter)
	b = codec.AppendUint(b, len(o.tracks))
	for i := range o.tracks {
		t := &o.tracks[i]
		b = codec.AppendUint(b, uint64(t.object))
		b = codec.AppendInt(b, t.checked)
		b = codec.AppendInt(b, t.noticeAt)
		b = codec.AppendBool(codec.AppendBool(b, t.visible), t.noticed)
	}
	b = codec.AppendUint(b, len(o.pending))
	for i := range o.pending {
		b = o.pending[i].percept.append(codec.AppendInt(b, o.pending[i].due))
	}
	b = codec.AppendUint(b, len(o.hurts))
	for i := range o.hurts {
		h := &o.hurts[i]
		b = h.At.append(codec.AppendUint(b, uint64(h.From)))
		b = codec.AppendFloat(codec.AppendFloat(b, h.Amount), h.Importance)
	}
	return o.mind.Append(b)
}

func (p Point) append(b []byte) []byte { return codec.AppendFloat(codec.AppendFloat(b, p.X), p.Y) }

func (s *Sound) append(b []byte) []byte {
	b = s.At.append(codec.AppendUint(b, uint64(s.From)))
	return codec.AppendFloat(codec.AppendInt(codec.AppendFloat(b, s.Loudness), s.Kind), s.Importance)
}

func (p *Percept) append(b []byte) []byte {
	b = append(codec.AppendUint(b, uint64(p.Object)), byte(p.Sensor))
	b = codec.AppendUint(codec.AppendInt(b, p.Tick), int64(p.Has))
	b = p.Velocity.append(p.At.append(b))
	b = codec.AppendInt(b, p.Kind)
	b = codec.AppendFloat(codec.AppendFloat(codec.AppendFloat(b, p.Confidence), p.Spread), p.Importance)
	for _, x := range p.Values {
		b = codec.AppendFloat(b, x)
	}
	return codec.AppendBool(b, p.Fixed)
}

// Restore takes the field to what a snapshot holds, which must have been made with the same options. On an error nothing has changed.
// Minds that were handed out before are of no use afterwards.
func (f *Field) Restore(snapshot []byte) error {
	payload, err := codec.Open(snapshot, snapshotMagic, snapshotVersion)
	if err != nil {
		return fmt.Errorf("sense: Restore: %w", err)
	}
	fresh, err := NewField(f.options)
	if err != nil {
		return err
	}
	r := codec.NewReader(payload)
	fresh.read(r)
	r.End()
	if err := r.Err(); err != nil {
		return fmt.Errorf("sense: Restore: %w", err)
	}
	fresh.urgent = f.urgent
	fresh.gatherOne, fresh.updateOne = f.gatherOne, f.updateOne
	*f = *fresh
	return nil
}
