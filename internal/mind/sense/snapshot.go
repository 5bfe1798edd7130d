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

// Snapshot appends to buf everything that may change, except for the events of the last step. A field with the same
// options that restores it continues identically.
func (f *Field) Snapshot(buf []byte) []byte {
	from := len(buf)
	var c codec.Coder
	f.code(c.Write(codec.Begin(buf, snapshotMagic, snapshotVersion)), false)
	return codec.Seal(c.Written(), from)
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

// Restore takes the field to what a snapshot holds, which must have been made with the same options. On an error
// nothing has changed. Minds that were handed out before are of no use afterwards.
func (f *Field) Restore(snapshot []byte) error { return f.restore(snapshot, false) }

// RestoreTuned is Restore of a field whose options may differ in numbers alone: ranges, times, capacities. It fails if
// there is no room for all memories.
func (f *Field) RestoreTuned(snapshot []byte) error { return f.restore(snapshot, true) }

func (f *Field) restore(snapshot []byte, tuned bool) error {
	payload, err := codec.Open(snapshot, snapshotMagic, snapshotVersion)
	if err != nil {
		return fmt.Errorf("sense: Restore: %w", err)
	}
	fresh, err := NewField(f.options)
	if err != nil {
		return err
	}
	r := codec.NewReader(payload)
	fresh.code(r.Coder(), tuned)
	r.End()
	if err := r.Err(); err != nil {
		return fmt.Errorf("sense: Restore: %w", err)
	}
	fresh.urgent, fresh.desks, fresh.looks = f.urgent, f.desks, f.looks
	fresh.gatherOne, fresh.updateOne = f.gatherOne, f.updateOne
	*f = *fresh
	return nil
}
