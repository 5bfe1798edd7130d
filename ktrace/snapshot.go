package ktrace

// Place is a snapshot, at which reading can continue without earlier records. The zero Place is the beginning of the
// trace.
type Place struct {
	Tick   int64 // the snapshot was made after it
	Offset int64 // of its block, in bytes from the beginning of the trace
	Block  uint32
}

// shots tracks the snapshots written by a recorder.
type shots struct {
	places []Place
	size   int64 // of the last snapshot, in bytes as written
	after  int64 // length of the trace after it
	last   int64 // its tick
	plain  int64 // its size before compression, in bytes
	work   int64 // done since
	index  Place // of the index
	packer packer
	rec    Record
}

// note adds a place to the index.
func (s *shots) note(p Place) {
	if len(s.places) == MaxPlaces {
		for i := range MaxPlaces / 2 {
			s.places[i] = s.places[2*i]
		}
		s.places = s.places[:MaxPlaces/2]
	}
	s.places = append(s.places, p)
}

// Work counts what must be computed to replay a part of a run, in units of some 20 ns. Bytes written to the trace count
// in addition.
type Work struct {
	Turns  int64 // agents that had a turn
	Acted  int64 // agents whose actions merely continued
	Plans  int64 // plannings
	Nodes  int64 // of their searches
	Looked int64 // objects examined to find targets, and options scored
}

const (
	recordWork = 30
	wordWork   = 7
	// lookWork bounds the work of reaching a moment from a snapshot: less than a tenth of a second. If reading a
	// snapshot takes long too, the bound is four times the work of that.
	lookWork = 4_000_000
)

// Worked adds the work done since the last call. A crowd calls it. The total determines when snapshots are made.
func (r *Recorder) Worked(w *Work) {
	r.shots.work += 50*w.Turns + 3*w.Acted + 100*w.Plans + 20*w.Nodes + 2*w.Looked
}

// SnapshotIsDue reports whether a snapshot is due after a tick. It depends only on what has been written, so the same
// run has snapshots at the same ticks.
func (r *Recorder) SnapshotIsDue(tick int64, tps int) bool {
	least := r.options.SnapshotTicks
	if least == 0 {
		least = SnapshotSeconds * int64(tps)
	}
	since, written := tick-r.shots.last, r.at+int64(len(r.buf))-r.shots.after
	switch {
	case least < 0 || r.closed || r.err != nil:
		return false
	case since >= 4*least || r.shots.work >= max(lookWork, 2*r.shots.plain):
		return true
	case since >= least:
		return written >= r.shots.size
	}
	return r.shots.size > 0 && 5*since >= least && written >= 4*r.shots.size
}

// Snapshot writes everything needed to continue after a tick; started is the number of the last started action. A
// snapshot of more than [MaxSnapshotBytes] is omitted. A crowd calls it. It allocates nothing once warm.
func (r *Recorder) Snapshot(tick, started int64, plain []byte) {
	if r.err != nil || r.closed {
		return
	}
	s := &r.shots
	s.last, s.plain, s.work = tick, int64(len(plain)), 0
	if len(plain) > MaxSnapshotBytes {
		return
	}
	all := s.packer.pack(plain)
	for at := 0; at < len(all); {
		piece := all[at:min(at+MaxPiece, len(all))]
		s.rec = Record{Kind: KindSnapshot, Tick: tick, Serial: started, Index: int64(at), Object: int64(len(all)), Data: piece}
		r.Write(&s.rec)
		at += len(piece)
	}
	s.rec.Data = nil
	r.figures.whole = true
	s.size, s.after = int64(len(all)), r.at+int64(len(r.buf))
}

// piece appends a piece of a snapshot. Later records are relative to it.
func (e *encoder) piece(b []byte, r *Record) []byte {
	if e.tick, e.started = r.Tick, r.Serial; r.Index == 0 {
		e.forget()
	}
	b = appendUint(appendUint(b, uint64(r.Tick)), uint64(r.Serial))
	b = appendUint(appendUint(b, uint64(r.Index)), uint64(r.Object))
	data := r.Data[:min(len(r.Data), MaxPiece)]
	return append(appendUint(b, uint64(len(data))), data...)
}

func (d *decoder) snapshot(r *Record) {
	d.tick, d.started = d.count(), d.count()
	r.Serial, r.Index, r.Object = d.started, d.count(), d.count()
	if r.Index == 0 && d.foresight != nil {
		d.foresight.forget()
	}
	n := d.length(MaxPiece, 1)
	r.Data, d.rest = d.rest[:n:n], d.rest[n:]
	if d.why == "" && (n == 0 || r.Object > MaxSnapshotBytes+MaxSnapshotBytes/8 || r.Index+int64(n) > r.Object) {
		d.fail("a piece of a snapshot is out of place")
	}
}

// Unpacker reassembles snapshots from their pieces. The zero Unpacker is ready to use. Not safe for concurrent use.
type Unpacker struct {
	packed []byte
	plain  unpacker
}

// Add takes the next piece. After the last piece it returns the bytes given to [Recorder.Snapshot], valid until the
// next call; before that, nil. The error is a [*DamageError]. The Unpacker holds no more than the pieces so far and
// their unpacked form, at most MaxSnapshotBytes.
func (u *Unpacker) Add(r *Record) ([]byte, error) {
	if r.Index == 0 {
		u.packed = u.packed[:0]
	}
	if r.Index != int64(len(u.packed)) {
		return nil, &DamageError{Why: "a piece of a snapshot is missing"}
	}
	u.packed = append(u.packed, r.Data...)
	if int64(len(u.packed)) < r.Object {
		return nil, nil
	}
	plain, why := u.plain.unpack(u.packed, MaxSnapshotBytes)
	if why != "" {
		return nil, &DamageError{Why: "a snapshot is invalid: " + why}
	}
	return plain, nil
}
