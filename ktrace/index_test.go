package ktrace

import (
	"bytes"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
)

// shotOf returns the content of a tick's snapshot: some of it random, so that it takes several pieces.
func shotOf(tick int64, size int) []byte {
	random := rand.New(rand.NewPCG(uint64(tick), 1))
	b := bytes.Repeat([]byte{byte(tick)}, size)
	for i := range b[:size/2] {
		b[i] = byte(random.Uint32())
	}
	return b
}

// writeShots returns a trace with so many ticks and a snapshot after each fifth.
func writeShots(t testing.TB, ticks int64, size int) []byte {
	return writePacked(t, ticks, size, false)
}

func writePacked(t testing.TB, ticks int64, size int, packed bool) []byte {
	t.Helper()
	var out bytes.Buffer
	w := NewRecorder(&out, Options{SnapshotTicks: 5, Packed: packed})
	if err := w.Begin(someHeader(), func() Record { return Record{Kind: KindEnd, State: 9} }); err != nil {
		t.Fatal(err)
	}
	for tick := int64(1); tick <= ticks; tick++ {
		w.Write(&Record{Kind: KindTick, Tick: tick})
		w.Write(&Record{Kind: KindCall, Serial: tick * 3, Index: 1, Agent: 7})
		w.Write(&Record{Kind: KindCall, Phase: Update, Serial: tick*3 - 1, Status: 2, Agent: 7})
		if tick%5 == 0 {
			w.Snapshot(tick, tick*3, shotOf(tick, size))
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestReadingGoesOnAtASnapshot: reading from a snapshot gives the same records as reading from the beginning, and the
// snapshots are those that were made.
func TestReadingGoesOnAtASnapshot(t *testing.T) {
	for _, size := range []int{1, 100, 3 * MaxPiece, -1, -3 * MaxPiece} {
		packed := size < 0
		size = max(size, -size)
		data := writePacked(t, 42, size, packed)
		for _, prefix := range []int{0, 77} { // a trace may lie within a file
			file := bytes.NewReader(append(make([]byte, prefix), data...))
			file.Seek(int64(prefix), io.SeekStart)
			r, err := NewReader(file)
			if err != nil {
				t.Fatal(err)
			}
			x, err := r.Index()
			if err != nil || !x.Whole || x.Last != 42 || len(x.Places) != 8 {
				t.Fatalf("%+v %v", x, err)
			}
			if walked, err := r.walk(); err != nil || walked.Last != 42 || !slices.Equal(walked.Places, x.Places) {
				t.Errorf("walking finds %+v, %v; the index says %+v", walked, err, x)
			}
			_, all, _ := readAll(data)
			for _, at := range []int64{40, 5, 4, 23, 42} {
				p := x.Before(at)
				if want := at / 5 * 5; p.Tick != want {
					t.Fatalf("before %d: %d", at, p.Tick)
				}
				if err := r.Go(p); err != nil {
					t.Fatal(err)
				}
				checkFrom(t, r, p, all, size)
			}
		}
	}
}

func checkFrom(t *testing.T, r *Reader, p Place, all []Record, size int) {
	t.Helper()
	for len(all) > 0 && p.Tick > 0 && (all[0].Kind != KindSnapshot || all[0].Tick != p.Tick) {
		all = all[1:]
	}
	var u Unpacker
	var rec Record
	for ; r.Next(&rec) == nil; all = all[1:] {
		want := &all[0]
		if rec.Kind != want.Kind || rec.Tick != want.Tick || rec.Serial != want.Serial || rec.Index != want.Index {
			t.Fatalf("from %+v: %+v, want %+v", p, rec, want)
		}
		if rec.Kind != KindSnapshot {
			continue
		}
		shot, err := u.Add(&rec)
		if err != nil || shot != nil && !bytes.Equal(shot, shotOf(rec.Tick, size)) {
			t.Fatalf("another snapshot of %d: %v", rec.Tick, err)
		}
		if whole := rec.Index+int64(len(rec.Data)) == rec.Object; whole != (shot != nil) {
			t.Fatalf("piece %d of %d: %t", rec.Index, rec.Object, shot != nil)
		}
	}
	if len(all) > 0 {
		t.Errorf("from %+v: %d records are missing", p, len(all))
	}
}

// TestManySnapshots: an index is bounded, and still leads everywhere.
func TestManySnapshots(t *testing.T) {
	var s shots
	for tick := int64(1); tick <= 5*MaxPlaces; tick++ {
		s.note(Place{Tick: tick, Offset: tick * 100, Block: uint32(tick)})
	}
	if len(s.places) > MaxPlaces || len(s.places) < MaxPlaces/2 || !slices.IsSortedFunc(s.places, func(a, b Place) int { return int(a.Tick - b.Tick) }) {
		t.Fatal(len(s.places))
	}
	e, d, x := encoder{tick: 7}, decoder{}, &Index{}
	for list := s.places; len(list) > 0; list = list[min(len(list), MaxList):] {
		b := e.index(nil, list[:min(len(list), MaxList)])
		if len(b) > maxRecord {
			t.Fatal(len(b))
		}
		d.rest = b[1:]
		d.index(x)
	}
	if d.why != "" || !slices.Equal(x.Places, s.places) || x.Last != 7 {
		t.Error(d.why, len(x.Places), x.Last)
	}
}

// TestSnapshotsAreDueByWhatIsWritten: not too often, and more seldom where they are large.
func TestSnapshotsAreDueByWhatIsWritten(t *testing.T) {
	due := func(size int) (ticks []int64) {
		w := NewRecorder(io.Discard, Options{SnapshotTicks: 10})
		if err := w.Begin(&Header{}, func() Record { return Record{Kind: KindEnd} }); err != nil {
			t.Fatal(err)
		}
		for tick := int64(1); tick <= 100; tick++ {
			w.Write(&Record{Kind: KindTick, Tick: tick})
			w.Write(&Record{Kind: KindAnswer, Args: make([]int64, 100)})
			if w.SnapshotIsDue(tick, 10) {
				w.Snapshot(tick, 0, shotOf(tick, size))
				ticks = append(ticks, tick)
			}
		}
		return ticks
	}
	if got := due(100); len(got) < 10 || len(got) > 50 || got[0] != 10 {
		t.Errorf("small ones are made after %v", got)
	}
	if got := due(4000); len(got) < 3 || len(got) > 5 {
		t.Errorf("large ones are made after %v", got)
	}
	if got := due(400_000); !slices.Equal(got, []int64{10, 50, 90}) {
		t.Errorf("huge ones are made after %v", got)
	}
	if NewRecorder(io.Discard, Options{SnapshotTicks: -1}).SnapshotIsDue(1000, 10) {
		t.Error("there are to be none")
	}
}

func TestBombsAreNotUnpacked(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 256 MB")
	}
	var out bytes.Buffer
	w := NewRecorder(&out, Options{})
	if err := w.Begin(&Header{}, func() Record { return Record{Kind: KindEnd} }); err != nil {
		t.Fatal(err)
	}
	w.Snapshot(1, 0, make([]byte, MaxSnapshotBytes+1))
	if len(w.shots.places) > 0 {
		t.Error("a snapshot that is too large has been written")
	}
}

// leapAbout goes to all places that a trace records.
func leapAbout(t *testing.T, file []byte) {
	r, err := NewReader(bytes.NewReader(file))
	if err != nil {
		return
	}
	x, err := r.Index()
	if err != nil {
		t.Fatal(err)
	}
	if len(x.Places) > MaxPlaces {
		t.Fatal("more places than the limits say")
	}
	var u Unpacker
	var rec Record
	for _, p := range append(x.Places[:min(len(x.Places), 20)], Place{}) {
		if r.Go(p) != nil {
			continue
		}
		for range 100 {
			if r.Next(&rec) != nil {
				break
			}
			if rec.Kind == KindSnapshot {
				u.Add(&rec)
			}
		}
	}
}

// TestPackedTracesAreSmaller: and say the same.
func TestPackedTracesAreSmaller(t *testing.T) {
	plain, packed := writePacked(t, 3000, 10, false), writePacked(t, 3000, 10, true)
	_, want, _ := readAll(plain)
	_, got, err := readAll(packed)
	if err != io.EOF || len(got) != len(want) || len(packed) > len(plain)*2/3 {
		t.Fatalf("%d of %d records in %d of %d bytes: %v", len(got), len(want), len(packed), len(plain), err)
	}
	apart := 307
	if testing.Short() {
		apart = 1009
	}
	for at := 20; at < len(packed)-trailerBytes; at += apart {
		bad := bytes.Clone(packed)
		bad[at] ^= 4
		if _, _, err := readAll(bad); err == io.EOF {
			t.Fatalf("byte %d was changed and nothing said", at)
		}
	}
}

// TestSnapshotsAreDueByWork: much that is to be made again has them sooner, unless they take long to read too.
func TestSnapshotsAreDueByWork(t *testing.T) {
	due := func(work Work, size int) (ticks []int64) {
		w := NewRecorder(io.Discard, Options{SnapshotTicks: 1000})
		if err := w.Begin(&Header{}, func() Record { return Record{Kind: KindEnd} }); err != nil {
			t.Fatal(err)
		}
		for tick := int64(1); tick <= 100; tick++ {
			w.Write(&Record{Kind: KindTick, Tick: tick})
			if w.SnapshotIsDue(tick, 10) {
				w.Snapshot(tick, 0, make([]byte, size))
				ticks = append(ticks, tick)
			}
			w.Worked(&work)
		}
		return ticks
	}
	for _, work := range []Work{{Turns: lookWork / 500}, {Nodes: lookWork / 200}, {Looked: lookWork / 20}} {
		if got := due(work, 100); len(got) != 9 && len(got) != 8 {
			t.Errorf("%+v: after %v", work, got)
		}
		if got := due(work, 2*lookWork); len(got) != 3 {
			t.Errorf("%+v with large ones: after %v", work, got)
		}
	}
	if got := due(Work{Turns: 100, Acted: 100}, 100); len(got) > 0 {
		t.Errorf("little work: after %v", got)
	}
}
