package ktrace

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// DamageError is the error of bytes that are no trace, or none that is whole.
type DamageError struct {
	Why   string
	Block uint32 // number of the block in which it was noticed
	// Cut tells that the file just ends: all that was read is good.
	Cut bool
}

// Error returns what is wrong.
func (e *DamageError) Error() string {
	if e.Cut {
		return "trace: the file is cut off: " + e.Why
	}
	return fmt.Sprintf("trace: the file is damaged in block %d: %s", e.Block, e.Why)
}

// ErrNoTrace is the error of a file that does not begin like a trace.
var ErrNoTrace = errors.New("trace: this is no trace")

// VersionError is the error of a trace of another form.
type VersionError struct{ Version uint64 }

// Error names the version and those that can be read.
func (e *VersionError) Error() string {
	if e.Version >= OldestVersion && e.Version < SnapshotsFrom {
		return fmt.Sprintf("trace: the file is of version %d and begins with a snapshot; this program reads those of version %d", e.Version, SnapshotsFrom)
	}
	return fmt.Sprintf("trace: the file is of version %d; this program reads versions %d to %d", e.Version, OldestVersion, Version)
}

// Reader reads a trace. It holds a block at a time, whatever the file says. Not safe for concurrent use.
type Reader struct {
	r      *bufio.Reader
	dec    decoder
	buf    []byte
	plain  unpacker // of a block that is packed
	block  uint32
	header heading
	err    error
	ended  bool

	file   seekable // nil: it can only be read on
	base   int64    // where the trace begins in it
	size   int64    // of the trace
	first  Place    // of the first record
	offset int64    // of the block that comes next
}

func newBuffered(r io.Reader) *bufio.Reader { return bufio.NewReaderSize(r, 16<<10) }

// NewReader reads the header of a trace. From a file or bytes (an [io.ReaderAt] that is an [io.Seeker]) it is read independently of where others read them, and
// reading can go on at any snapshot: see [Reader.Index]. The errors are [ErrNoTrace], [*VersionError], [*DamageError], and those of the stream.
func NewReader(r io.Reader) (*Reader, error) {
	t := &Reader{}
	if file, ok := r.(seekable); ok {
		t.open(file)
	}
	if t.r == nil {
		t.r = newBuffered(r)
	}
	var start [8]byte
	if _, err := io.ReadFull(t.r, start[:]); err != nil && !isEnd(err) {
		return nil, err
	}
	if !bytes.Equal(start[:], magic) {
		return nil, ErrNoTrace
	}
	switch version, err := binary.ReadUvarint(t.r); {
	case err != nil && !isEnd(err):
		return nil, err
	case err != nil:
		return nil, ErrNoTrace
	case version < OldestVersion || version > Version:
		return nil, &VersionError{version}
	default:
		t.dec.version = version
	}
	t.offset = int64(len(start) + len(binary.AppendUvarint(nil, Version)))
	for done := false; !done; {
		if err := t.fill(); err != nil {
			return nil, noEnd(err)
		}
		done = t.dec.piece(&t.header)
		if err := t.fault(); err != nil {
			return nil, err
		}
	}
	if len(t.dec.rest) > 0 { // no recorder does that
		t.file = nil
	}
	t.first = Place{Offset: t.offset, Block: t.block}
	return t, nil
}

// open reads a file independently of others from where it is now on.
func (t *Reader) open(file seekable) {
	base, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		return // it is a pipe
	}
	end, err := file.Seek(0, io.SeekEnd)
	if _, back := file.Seek(base, io.SeekStart); err != nil || back != nil || end < base {
		return
	}
	t.file, t.base, t.size = file, base, end-base
	t.moveTo(Place{})
}

// noEnd makes the end of the file a cut.
func noEnd(err error) error {
	if err == io.EOF {
		return &DamageError{Why: "there is no header", Cut: true}
	}
	return err
}

func isEnd(err error) bool { return err == io.EOF || err == io.ErrUnexpectedEOF }

// Version returns the form of the trace, from OldestVersion to [Version].
func (t *Reader) Version() int { return int(t.dec.version) }

// Header returns what the trace begins with. It belongs to the reader.
func (t *Reader) Header() *Header { return &t.header.Header }

// Next reads a record. After the last it returns io.EOF. A trace that was not closed ends with a [*DamageError] whose Cut is set: what was
// read before is good. Lists and texts of the record are valid until the next call with it.
func (t *Reader) Next(r *Record) error {
	r.reset()
	if t.err != nil {
		return t.err
	}
	if t.ended {
		t.err = io.EOF
		return t.err
	}
	for t.err == nil && (r.Kind == 0 || r.Kind == kindIndex) {
		if t.err = t.fill(); t.err == io.EOF {
			t.err = &DamageError{Why: "it was not closed", Block: t.block, Cut: true}
		}
		if t.err == nil {
			t.dec.record(r)
			t.ended = r.Kind == KindEnd
			t.err = t.fault()
		}
	}
	if t.err != nil {
		r.reset()
	}
	return t.err
}

// fault returns what the decoder has found to be wrong.
func (t *Reader) fault() error {
	if t.dec.why == "" {
		return nil
	}
	return &DamageError{Why: t.dec.why, Block: t.block - 1}
}

// fill reads the next block if the present one is used up.
func (t *Reader) fill() error {
	if len(t.dec.rest) > 0 {
		return nil
	}
	var head [8]byte
	switch n, err := io.ReadFull(t.r, head[:]); {
	case err == io.EOF && n == 0:
		return io.EOF
	case isEnd(err):
		return t.cut()
	case err != nil:
		return err
	}
	length := binary.LittleEndian.Uint32(head[:])
	packed := length&packedBlock != 0
	length &^= packedBlock
	if length == 0 || length > MaxBlock {
		return &DamageError{Why: "it has an impossible length", Block: t.block}
	}
	if t.buf == nil {
		t.buf = make([]byte, MaxBlock)
	}
	payload := t.buf[:length]
	if _, err := io.ReadFull(t.r, payload); isEnd(err) {
		return t.cut()
	} else if err != nil {
		return err
	}
	if checkOf(t.block, payload) != binary.LittleEndian.Uint32(head[4:]) {
		return &DamageError{Why: "its check does not fit its content", Block: t.block}
	}
	if packed {
		var why string
		if payload, why = t.plain.unpack(payload, MaxBlock); why != "" || len(payload) == 0 {
			return &DamageError{Why: "its content is none: " + why, Block: t.block}
		}
	}
	t.dec.rest = payload
	t.block++
	t.offset += 8 + int64(length)
	return nil
}

func (t *Reader) cut() error {
	return &DamageError{Why: "it ends within a block", Block: t.block, Cut: true}
}
