package codec

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
)

// MaxPieceBytes limits a piece of a stream. A reader allocates no more than this before it has read the bytes.
const MaxPieceBytes = 1 << 20

// Stream writes a frame of any length in pieces, so that the whole need not be in memory: a magic of 8 bytes and a
// version; pieces with a length prefix, the last one empty; and a checksum of everything. After the first error it
// writes nothing more.
type Stream struct {
	w   io.Writer
	sum uint32
	err error
}

// NewStream begins a stream.
func NewStream(w io.Writer, magic string, version uint32) *Stream {
	if len(magic) != magicSize {
		panic("codec: NewStream: the magic must have 8 bytes")
	}
	s := &Stream{w: w}
	s.put([]byte(magic))
	s.number(version)
	return s
}

// Write appends b to the stream. It does not retain b.
func (s *Stream) Write(b []byte) {
	for len(b) > 0 {
		n := min(len(b), MaxPieceBytes)
		s.number(uint32(n))
		s.put(b[:n])
		s.sum = crc32.Update(s.sum, castagnoli, b[:n])
		b = b[n:]
	}
}

// Close ends the stream and returns the first error of the writer.
func (s *Stream) Close() error {
	s.number(0)
	s.number(s.sum)
	return s.err
}

func (s *Stream) number(n uint32) { s.put(binary.LittleEndian.AppendUint32(nil, n)) }

func (s *Stream) put(b []byte) {
	if s.err == nil {
		_, s.err = s.w.Write(b)
	}
}

// ReadStream reads one [Stream] and stops at its end. The error is that of the reader, or an [*Error] if the magic or
// the version does not match, or if the stream is truncated, longer than limit, or damaged.
func ReadStream(r io.Reader, magic string, version uint32, limit int64) (payload []byte, err error) {
	s := &inflow{r: r}
	head := s.take(nil, magicSize)
	found := s.number()
	switch {
	case s.err != nil:
		return nil, s.err
	case string(head) != magic:
		return nil, &Error{otherFile, 0}
	case found != version:
		return nil, otherVersion(found, version)
	}
	for {
		n := s.number()
		switch {
		case s.err != nil:
			return nil, s.err
		case n == 0:
			if sum := s.number(); s.err == nil && sum != crc32.Checksum(payload, castagnoli) {
				s.err = &Error{wasChanged, s.at}
			}
			return payload, s.err
		case n > MaxPieceBytes:
			return nil, &Error{"a piece is too long", s.at}
		case int64(len(payload))+int64(n) > limit:
			return nil, &Error{"the data exceeds the size limit", s.at}
		}
		payload = s.take(payload, int(n))
	}
}

// inflow is the state of reading a stream.
type inflow struct {
	r   io.Reader
	at  int
	err error
}

// take appends the next n bytes to b.
func (s *inflow) take(b []byte, n int) []byte {
	if s.err != nil {
		return b
	}
	from := len(b)
	b = append(b, make([]byte, n)...)
	got, err := io.ReadFull(s.r, b[from:])
	s.at += got
	if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
		err = &Error{cutShort, s.at}
	}
	s.err = err
	return b
}

func (s *inflow) number() uint32 {
	b := s.take(nil, 4)
	if s.err != nil {
		return 0
	}
	return binary.LittleEndian.Uint32(b)
}
