package agent_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// FuzzSeek damages traces in such a way that checks do not notice, in their records or within their snapshots, and
// seeks in them: every seek ends, and nothing panics. Edits are places and changes there.
func FuzzSeek(f *testing.F) {
	var traces [][]byte
	for i, name := range []string{"meal", "squads in slices", "reactions", "few nodes in trees"} {
		data, _ := sceneNamed(f, name).recorded(f, 24, ktrace.Options{SnapshotTicks: 6})
		traces = append(traces, data)
		for seed := range byte(6) {
			f.Add(uint8(i), seed%2 == 0, []byte{seed * 31, seed * 5, seed + 1, 1, 9, 2 * seed, 200, 7})
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, inside bool, edits []byte) {
		if len(edits) > 64 {
			return
		}
		data := bytes.Clone(traces[int(which)%len(traces)])
		if inside {
			data = withSnapshots(t, data, edits)
		} else {
			damageBlocks(data, edits)
		}
		r, err := agent.NewReplay(bytes.NewReader(data), agent.ReplayOptions{})
		if err != nil {
			return
		}
		if _, err := r.Index(); err != nil {
			t.Fatal(err)
		}
		for _, at := range []int64{20, 7, 13, 0, 30} {
			if err := r.SeekTo(at); err != nil {
				t.Fatal(err)
			}
			for id := range r.Crowd().All {
				r.NameOf(id)
				r.Crowd().View().PlanOf(id)
			}
		}
	})
}

// damage changes what lies at places: each edit is three bytes of place and one of what to change.
func damage(data, edits []byte) {
	for ; len(edits) >= 4 && len(data) > 0; edits = edits[4:] {
		at := int(edits[0]) | int(edits[1])<<8 | int(edits[2])<<16
		data[at%len(data)] ^= edits[3]
	}
}

// damageBlocks damages the content of blocks after the header, and makes their checks fit.
func damageBlocks(data, edits []byte) {
	var blocks [][]byte
	for at := 9; at+8 <= len(data); {
		length := int(binary.LittleEndian.Uint32(data[at:]))
		if at+8+length > len(data) {
			break
		}
		blocks = append(blocks, data[at:at+8+length])
		at += 8 + length
	}
	for i, b := range blocks[1:] {
		if i%2 == 0 || len(edits) < 8 {
			damage(b[8:], edits)
		}
		number := uint32(i+1) * 0x9e3779b9
		binary.LittleEndian.PutUint32(b[4:], crc32.Update(number, crc32.MakeTable(crc32.Castagnoli), b[8:]))
	}
}

// withSnapshots writes a trace anew with its snapshots damaged.
func withSnapshots(t testing.TB, data, edits []byte) []byte {
	var u ktrace.Unpacker
	return rewritten(t, data, func(w *ktrace.Recorder, r *ktrace.Record) {
		switch r.Kind {
		case ktrace.KindEnd:
		case ktrace.KindSnapshot:
			if plain, err := u.Add(r); err == nil && plain != nil {
				damage(plain, edits)
				w.Snapshot(r.Tick, r.Serial, plain)
			}
		default:
			w.Write(r)
		}
	})
}
