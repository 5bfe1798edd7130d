package ktrace

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"sort"
)

// ErrNoSeek is the error of looking for places in a stream that can only be read from its beginning to its end.
var ErrNoSeek = errors.New("trace: this stream can be read from its beginning only; give a file, or bytes")

// Index tells how far a trace goes and where reading can go on in it.
type Index struct {
	Places []Place // of snapshots, in their order
	Last   int64   // the last tick
	Whole  bool    // the trace was closed
}

// Before returns the last place of a snapshot that was made after a tick or earlier; the zero Place where there is none.
func (x *Index) Before(tick int64) Place {
	i := sort.Search(len(x.Places), func(i int) bool { return x.Places[i].Tick > tick })
	if i == 0 {
		return Place{}
	}
	return x.Places[i-1]
}

// seekable is a stream in which reading can begin anywhere: a file, or bytes.
type seekable interface {
	io.ReaderAt
	io.Seeker
}

// trailerMagic ends a trace that was closed.
const trailerMagic = "KTRACEIX"

const trailerBytes = 8 + 4 + 4 + len(trailerMagic)

// writeIndex writes where the snapshots are. It begins a block.
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

// index reads a piece of an index. nil: nobody wants to know.
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

// trailer tells where the index is.
func (r *Recorder) trailer() []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(r.shots.index.Offset))
	b = binary.LittleEndian.AppendUint32(b, r.shots.index.Block)
	b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
	return append(b, trailerMagic...)
}

// Index finds out where reading can go on, and how far the trace goes. Of a trace that was closed it reads the end; of any other it walks from block to block
// and reads those after the last snapshot. Where reading goes on does not change. The error is [ErrNoSeek] or that of the stream; of damage it tells
// only in that it ends there.
func (t *Reader) Index() (*Index, error) {
	if t.file == nil {
		return nil, ErrNoSeek
	}
	if x := t.readIndex(); x != nil {
		return x, nil
	}
	return t.walk()
}

// readIndex reads the index at the end; nil: there is none, or it is damaged.
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

// maxHead is how many bytes of a block may tell that it begins with a snapshot, and of which tick: a kind and four numbers.
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

// lastAfter reads on from the last snapshot and returns the last tick that there is. What turns out not to be a snapshot is left out.
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

// Go makes reading go on at a place that [Reader.Index] has told; the zero Place is the first record.
func (t *Reader) Go(p Place) error {
	if t.file == nil {
		return ErrNoSeek
	}
	if p == (Place{}) {
		p = t.first
	}
	if p.Offset < t.first.Offset || p.Offset > t.size {
		return &DamageError{Why: "its index leads out of it"}
	}
	t.moveTo(p)
	return nil
}

// From returns another reader of the same trace that begins at a place, as with [Reader.Go]. They can be used by different goroutines. It has no header.
func (t *Reader) From(p Place) (*Reader, error) {
	if t.file == nil {
		return nil, ErrNoSeek
	}
	in := t.fork(t.first)
	return in, in.Go(p)
}

// Offset returns how many bytes from the beginning of the trace the block begins that is read next. What was read is from before it.
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
