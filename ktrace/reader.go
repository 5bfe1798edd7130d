package ktrace

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// DamageError is the error of bytes that are not a trace, or not a complete one.
type DamageError struct {
	Why   string
	Block uint32 // number of the block in which the damage was found
	// Cut reports that the file is truncated: everything read before the error is valid.
	Cut bool
}

// Error describes the damage.
func (e *DamageError) Error() string {
	if e.Cut {
		return "trace: the file is truncated: " + e.Why
	}
	return fmt.Sprintf("trace: the file is damaged in block %d: %s", e.Block, e.Why)
}

// ErrNoTrace is the error of a file without the header of a trace.
var ErrNoTrace = errors.New("trace: not a trace file")

// VersionError is the error of a trace with an unsupported version.
type VersionError struct{ Version uint64 }

// Error names the version and the supported ones.
func (e *VersionError) Error() string {
	if e.Version >= OldestVersion && e.Version < SnapshotsFrom {
		return fmt.Sprintf("trace: the file is of version %d and begins with a snapshot; this program reads those of version %d", e.Version, SnapshotsFrom)
	}
	return fmt.Sprintf("trace: the file is of version %d; this program reads versions %d to %d", e.Version, OldestVersion, Version)
}

// Reader reads a trace. It holds one block at a time. Not safe for concurrent use.
type Reader struct {
	r      *bufio.Reader
	dec    decoder
	buf    []byte
	plain  unpacker // of a compressed block
	block  uint32
	header heading
	err    error
	ended  bool

	file   seekable // nil: only sequential reading
	base   int64    // offset of the trace in it
	size   int64    // of the trace
	first  Place    // of the first record
	offset int64    // of the next block
}

func newBuffered(r io.Reader) *bufio.Reader { return bufio.NewReaderSize(r, 16<<10) }

// NewReader reads the header of a trace. A file or bytes (an [io.ReaderAt] that is an [io.Seeker]) are read
// independently of the position of other readers, and reading can continue at any snapshot: see [Reader.Index]. The
// error is [ErrNoTrace], a [*VersionError], a [*DamageError], or that of the stream.
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
	if len(t.dec.rest) > 0 { // a recorder never writes this
		t.file = nil
	}
	t.first = Place{Offset: t.offset, Block: t.block}
	return t, nil
}

// open reads a file from its current position, independently of other readers.
func (t *Reader) open(file seekable) {
	base, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		return // a pipe
	}
	end, err := file.Seek(0, io.SeekEnd)
	if _, back := file.Seek(base, io.SeekStart); err != nil || back != nil || end < base {
		return
	}
	t.file, t.base, t.size = file, base, end-base
	t.moveTo(Place{})
}

// noEnd converts the end of the file to a truncation.
func noEnd(err error) error {
	if err == io.EOF {
		return &DamageError{Why: "there is no header", Cut: true}
	}
	return err
}

func isEnd(err error) bool { return err == io.EOF || err == io.ErrUnexpectedEOF }

// Version returns the version of the trace, from OldestVersion to [Version].
func (t *Reader) Version() int { return int(t.dec.version) }

// Header returns the header. It belongs to the reader.
func (t *Reader) Header() *Header { return &t.header.Header }

// Next reads a record. After the last, it returns io.EOF. A trace that was not closed ends with a [*DamageError] whose
// Cut is set; everything read before it is valid. Lists and texts of the record are valid until the next call with it.
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

// fault returns the mistake found by the decoder.
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
		return &DamageError{Why: "its checksum does not match", Block: t.block}
	}
	if packed {
		var why string
		if payload, why = t.plain.unpack(payload, MaxBlock); why != "" || len(payload) == 0 {
			return &DamageError{Why: "its content is invalid: " + why, Block: t.block}
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
