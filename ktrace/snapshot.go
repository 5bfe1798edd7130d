package ktrace

// Place is where reading can go on without what was before: at a snapshot. The zero Place is the beginning of the trace.
type Place struct {
	Tick   int64 // after which the snapshot was made
	Offset int64 // of its block, in bytes from the beginning of the trace
	Block  uint32
}

// shots are the snapshots that a recorder has written.
type shots struct {
	places []Place
	size   int64 // of the last one, in bytes as written
	after  int64 // how long the trace was when it had been written
	last   int64 // its tick
	plain  int64 // its bytes before they were packed
	work   int64 // that has been done since
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

// Work is how much there is to do to make something again, in units of some 20 ns. What is written to the trace is counted besides.
type Work struct {
	Turns  int64 // agents that had a turn
	Acted  int64 // agents of whom nothing but actions went on
	Plans  int64 // plannings
	Nodes  int64 // of their searches
	Looked int64 // objects that were looked at to find targets, and options that were weighed
}

const (
	recordWork = 30
	wordWork   = 7
	// lookWork is how much is made again at most to reach a moment, within a tick: less than a tenth of a second. Where reading a snapshot takes long too it is four times as much as that.
	lookWork = 4_000_000
)

// Worked tells what has been done since the last call. It is for crowds: from all of it follows when snapshots are made.
func (r *Recorder) Worked(w *Work) {
	r.shots.work += 50*w.Turns + 3*w.Acted + 100*w.Plans + 20*w.Nodes + 2*w.Looked
}

// SnapshotIsDue reports whether a snapshot is to be made after a tick. It depends on nothing but what has been written: the same run has its snapshots at
// the same ticks.
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

// Snapshot writes all it takes to go on after a tick; started is the number of the action that was started last. One of more than [MaxSnapshotBytes] is
// left out. It is for crowds. It allocates nothing once warm.
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

// piece appends a piece of a snapshot. What follows it is told relative to what it says.
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
		d.fail("a piece of a snapshot does not fit in")
	}
}

// Unpacker puts the pieces of snapshots together. The zero Unpacker is ready. Not safe for concurrent use.
type Unpacker struct {
	packed []byte
	plain  unpacker
}

// Add takes the next piece. With the last one it returns what was given to [Recorder.Snapshot], which is valid until the next call; before that nil. The
// error is a [*DamageError]. It holds no more than the pieces that there were, and what they unpack to, which is MaxSnapshotBytes at most.
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
		return nil, &DamageError{Why: "a snapshot in it is none: " + why}
	}
	return plain, nil
}
