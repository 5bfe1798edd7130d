package agent

import (
	"encoding/binary"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// came notes of which kind an agent is: names are made of that.
func (r *recording) came(a *agent) {
	for int64(len(r.kinds)) < a.number {
		r.kinds = append(r.kinds, 0)
	}
	r.kinds[a.number-1] = a.kind + 1
}

// snapshot writes all it takes to go on from here.
func (r *recording) snapshot() {
	b := r.snapshots.appendTraced(r.plain[:0], r.kinds)
	r.plain = r.answers.append(b)
	r.out.Snapshot(r.core.tick, r.in.Started(), r.plain)
}

// appendTraced appends a crowd for a trace, as a part: running actions go by their numbers.
func (snap *snapshots) appendTraced(b []byte, kinds []int32) []byte {
	in := snap.core.stage.Instances
	b, place := codec.BeginPart(b)
	b = codec.AppendFixed(b, 0)
	b = codec.AppendUint(b, len(kinds))
	for _, k := range kinds {
		b = codec.AppendUint(b, k)
	}
	in.Numbered(true)
	b = snap.appendLife(b, func(b []byte) []byte { return b }, true)
	in.Numbered(false)
	binary.LittleEndian.PutUint64(b[place+4:], uint64(in.Started()))
	return codec.EndPart(b, place)
}

// append appends what functions of the host have answered, and whether that is all.
func (a *answers) append(b []byte) []byte {
	b = codec.AppendBool(b, a.dropped)
	b = codec.AppendUint(b, len(a.kept))
	for i := range a.kept {
		g := &a.kept[i]
		b = codec.AppendUint(codec.AppendUint(b, g.id), len(g.args))
		for _, w := range g.args {
			b = codec.AppendInt(b, w)
		}
		b = codec.AppendInt(codec.AppendInt(b, g.result[0]), g.result[1])
		if b = codec.AppendBool(b, g.fault.Action != ""); g.fault.Action != "" {
			b = codec.AppendText(b, g.fault.Message)
		}
	}
	return b
}
