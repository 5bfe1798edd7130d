package ktrace

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"sort"
)

// ErrNoSeek is returned for a stream that does not support seeking.
var ErrNoSeek = errors.New("trace: the stream does not support seeking; use a file, or bytes")

// Index gives the length of a trace and the places at which reading can continue.
type Index struct {
	Places []Place // of snapshots, in order
	Last   int64   // the last tick
	Whole  bool    // whether the trace was closed
}

// Before returns the last place of a snapshot made after the given tick or earlier, or the zero Place.
func (x *Index) Before(tick int64) Place {
	i := sort.Search(len(x.Places), func(i int) bool { return x.Places[i].Tick > tick })
	if i == 0 {
		return Place{}
	}
	return x.Places[i-1]
}

// seekable is a stream that supports random access: a file, or bytes.
type seekable interface {
	io.ReaderAt
	io.Seeker
}

// trailerMagic ends a trace that was closed.
const trailerMagic = "KTRACEIX"

const trailerBytes = 8 + 4 + 4 + len(trailerMagic)

// writeIndex writes the places of the snapshots. It begins a block.
func (r *Recorder) writeIndex() {
	r.Flush()
	r.shots.index = Place{r.enc.tick, r.at, r.block}
	for list := r.shots.places; ; {
		n := min(len(list), MaxList)
		if r.err == nil {
			r.buf = r.enc.index(r.buf, list[:n])
			r.makeRoom()
		}
		if list = list[n:]; len(list) == 0 {
			return
		}
	}
}

func (e *encoder) index(b []byte, list []Place) []byte {
	b = appendUint(append(b, byte(kindIndex)), uint64(e.tick))
	b = appendUint(b, uint64(len(list)))
	before := Place{}
	for _, p := range list {
		b = appendInt(b, p.Tick-before.Tick)
		b = appendUint(b, uint64(p.Offset-before.Offset))
		b = appendUint(b, uint64(p.Block-before.Block))
		before = p
	}
	return b
}

// index reads a part of an index; if x is nil, it skips it.
func (d *decoder) index(x *Index) {
	last := d.count()
	p := Place{}
	for range d.length(MaxList, 3) {
		tick, offset, block := p.Tick+d.int(), p.Offset+d.count(), int64(p.Block)+d.count()
		if d.why == "" && (tick < p.Tick || offset <= p.Offset || block <= int64(p.Block) || block > 1<<32-1) {
			d.fail("its index is out of order")
		}
		p = Place{tick, offset, uint32(block)}
		if x != nil && d.why == "" && len(x.Places) < MaxPlaces {
			x.Places = append(x.Places, p)
		}
	}
	if x != nil {
		x.Last, d.tick = last, last
	}
}

// trailer returns the position of the index.
func (r *Recorder) trailer() []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(r.shots.index.Offset))
	b = binary.LittleEndian.AppendUint32(b, r.shots.index.Block)
	b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
	return append(b, trailerMagic...)
}

// Index finds the places at which reading can continue, and the length of the trace. For a closed trace it reads the
// end; otherwise it walks from block to block and reads those after the last snapshot. It does not change the reading
// position. The error is [ErrNoSeek] or that of the stream; a damaged trace ends at the damage.
func (t *Reader) Index() (*Index, error) {
	if t.file == nil {
		return nil, ErrNoSeek
	}
	if x := t.readIndex(); x != nil {
		return x, nil
	}
	return t.walk()
}

// readIndex reads the index at the end; nil if it is missing or damaged.
func (t *Reader) readIndex() *Index {
	var b [trailerBytes]byte
	if t.size < t.first.Offset+int64(len(b)) {
		return nil
	}
	if _, err := t.file.ReadAt(b[:], t.base+t.size-int64(len(b))); err != nil {
		return nil
	}
	at := int64(binary.LittleEndian.Uint64(b[:]))
	if string(b[16:]) != trailerMagic || crc32.Checksum(b[:12], castagnoli) != binary.LittleEndian.Uint32(b[12:]) || at < t.first.Offset || at > t.size {
		return nil
	}
	in := t.fork(Place{0, at, binary.LittleEndian.Uint32(b[8:])})
	x := &Index{Whole: true}
	var rec Record
	for {
		if in.fill() != nil || in.dec.rest[0] != byte(kindIndex) && in.dec.rest[0] != byte(KindEnd) {
			return nil
		}
		if in.dec.rest[0] == byte(KindEnd) {
			if in.dec.record(&rec); in.dec.why != "" {
				return nil
			}
			return x
		}
		in.dec.byte()
		if in.dec.index(x); in.dec.why != "" {
			return nil
		}
	}
}

// fork returns a reader of the same trace that begins at a place.
func (t *Reader) fork(p Place) *Reader {
	in := &Reader{file: t.file, base: t.base, size: t.size, first: t.first, dec: decoder{version: t.dec.version}}
	in.moveTo(p)
	return in
}

// maxHead is the number of bytes that identify a block with a snapshot and its tick: a kind and four numbers.
const maxHead = 8 + 1 + 4*9

// walk goes from block to block.
func (t *Reader) walk() (*Index, error) {
	x, p := &Index{}, t.first
	var found shots
	for {
		var b [maxHead]byte
		n, err := t.file.ReadAt(b[:min(int64(len(b)), t.size-p.Offset)], t.base+p.Offset)
		if err != nil && err != io.EOF {
			return nil, err
		}
		head := binary.LittleEndian.Uint32(b[:])
		length := int64(head &^ packedBlock)
		if n < 9 || length == 0 || length > MaxBlock || p.Offset+8+length > t.size {
			break
		}
		if head&packedBlock == 0 && b[8] == byte(KindSnapshot) {
			d := decoder{rest: b[9:n]}
			if tick, _, index := d.count(), d.count(), d.count(); d.why == "" && index == 0 {
				found.note(Place{tick, p.Offset, p.Block})
			}
		}
		p.Offset += 8 + length
		p.Block++
	}
	x.Places = found.places
	x.Last = t.lastAfter(x)
	return x, nil
}

// lastAfter reads on from the last snapshot and returns the last tick. It removes places that turn out not to be
// snapshots.
func (t *Reader) lastAfter(x *Index) (last int64) {
	for {
		at := t.first
		if n := len(x.Places); n > 0 {
			at = x.Places[n-1]
		}
		in, read := t.fork(at), false
		var rec Record
		for in.Next(&rec) == nil {
			read = true
			if rec.Tick > last {
				last = rec.Tick
			}
			x.Whole = x.Whole || rec.Kind == KindEnd
		}
		if read || len(x.Places) == 0 {
			return last
		}
		x.Places = x.Places[:len(x.Places)-1]
	}
}

// Go moves the reading position to a place from [Reader.Index]; the zero Place is the first record.
func (t *Reader) Go(p Place) error {
	if t.file == nil {
		return ErrNoSeek
	}
	if p == (Place{}) {
		p = t.first
	}
	if p.Offset < t.first.Offset || p.Offset > t.size {
		return &DamageError{Why: "its index points outside the file"}
	}
	t.moveTo(p)
	return nil
}

// From returns another reader of the same trace that begins at a place, like [Reader.Go]. Different goroutines may use
// the two readers. The new one has no header.
func (t *Reader) From(p Place) (*Reader, error) {
	if t.file == nil {
		return nil, ErrNoSeek
	}
	in := t.fork(t.first)
	return in, in.Go(p)
}

// Offset returns the offset of the next block, in bytes from the beginning of the trace. All records read so far come
// before it.
func (t *Reader) Offset() int64 { return t.offset }

func (t *Reader) moveTo(p Place) {
	part := io.NewSectionReader(t.file, t.base+p.Offset, t.size-p.Offset)
	if t.r == nil {
		t.r = newBuffered(part)
	} else {
		t.r.Reset(part)
	}
	t.dec = decoder{version: t.dec.version, foresight: t.dec.foresight}
	if t.dec.foresight != nil {
		t.dec.foresight.forget()
	}
	t.block, t.offset, t.err, t.ended = p.Block, p.Offset, nil, false
}
