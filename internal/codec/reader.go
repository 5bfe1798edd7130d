package codec

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
)

// Error is the error of malformed bytes.
type Error struct {
	Why string
	At  int // position of the byte, from 0
}

// Error returns the cause and the position.
func (e *Error) Error() string { return fmt.Sprintf("%s (byte %d)", e.Why, e.At) }

// Errors common to frames and streams.
const (
	cutShort   = "the data is truncated"
	otherFile  = "not the expected kind of file"
	wasChanged = "the data is damaged: its checksum does not match"
)

// Reader decodes bytes. After the first error it returns zeros, so callers can check once, with [Reader.Err].
type Reader struct {
	all []byte
	at  int // position of the next byte in all: an index, because moving a slice costs a write barrier
	err *Error
}

// NewReader returns a reader of b. Do not change b while the reader is in use.
func NewReader(b []byte) *Reader { return &Reader{all: b} }

// Reset makes the reader one of b, as [NewReader] does. A reader that is kept allocates nothing.
func (r *Reader) Reset(b []byte) *Reader {
	*r = Reader{all: b}
	return r
}

// Err returns the first error, an [*Error], or nil.
func (r *Reader) Err() error {
	if r.err == nil {
		return nil
	}
	return r.err
}

// Failed reports whether there was an error.
func (r *Reader) Failed() bool { return r.err != nil }

// Fail records an error, unless there was one before.
func (r *Reader) Fail(format string, args ...any) {
	if r.err == nil {
		r.err = &Error{fmt.Sprintf(format, args...), r.at}
	}
	r.all = r.all[:r.at]
}

// Rest returns the unread bytes.
func (r *Reader) Rest() []byte { return r.all[r.at:] }

// Skip makes the reader continue at rest, the bytes left by another reader of [Reader.Rest].
func (r *Reader) Skip(rest []byte) {
	if r.err == nil && len(rest) <= len(r.all)-r.at {
		r.at = len(r.all) - len(rest)
	}
}

// End records an error unless all bytes have been read.
func (r *Reader) End() {
	if r.at < len(r.all) {
		r.Fail("there are extra bytes after the end")
	}
}

// Byte reads a byte.
func (r *Reader) Byte() byte {
	if r.at >= len(r.all) {
		r.Fail(cutShort)
		return 0
	}
	b := r.all[r.at]
	r.at++
	return b
}

// Bool reads a boolean.
func (r *Reader) Bool() bool {
	if r.at < len(r.all) && r.all[r.at] <= 1 {
		r.at++
		return r.all[r.at-1] != 0
	}
	r.Byte() // fails by itself if nothing is left
	r.Fail("a boolean is neither 0 nor 1")
	return false
}

// oneByte is the smallest number that takes more than one byte. Most saved numbers are below it.
const oneByte = 0x80

// Uint reads a non-negative integer.
func (r *Reader) Uint() uint64 {
	if r.at < len(r.all) && r.all[r.at] < oneByte {
		r.at++
		return uint64(r.all[r.at-1])
	}
	return r.longUint()
}

func (r *Reader) longUint() uint64 {
	n, size := binary.Uvarint(r.all[r.at:])
	if size <= 0 {
		r.Fail(cutShort)
		return 0
	}
	r.at += size
	return n
}

// Int reads an integer.
func (r *Reader) Int() int64 {
	n := r.Uint()
	return int64(n>>1) ^ -int64(n&1)
}

// Whole reads a non-negative int64.
func (r *Reader) Whole() int64 {
	n := r.Uint()
	if n > math.MaxInt64 {
		r.Fail("the number %d is out of range", n)
		return 0
	}
	return int64(n)
}

// Fixed reads 8 bytes as a number.
func (r *Reader) Fixed() uint64 {
	b := r.take(8)
	if b == nil {
		return 0
	}
	return binary.LittleEndian.Uint64(b)
}

// Float reads a float64 as its 64 bits.
func (r *Reader) Float() float64 { return math.Float64frombits(r.Fixed()) }

// Below reads a number that must be less than bound.
func (r *Reader) Below(bound int) int {
	n := r.Uint()
	if r.err == nil && (bound <= 0 || n >= uint64(bound)) {
		r.Fail("the number %d is out of range: it must be less than %d", n, bound)
	}
	if r.err != nil {
		return 0
	}
	return int(n)
}

// Count reads a number of entries, each of at least one byte.
func (r *Reader) Count() int { return r.Below(len(r.all) - r.at + 1) }

// Bytes reads bytes with a length prefix. The result aliases the input.
func (r *Reader) Bytes() []byte { return r.take(r.Count()) }

// Text reads a string.
func (r *Reader) Text() string { return string(r.Bytes()) }

// Part reads the bytes written between [BeginPart] and [EndPart]. The result aliases the input.
func (r *Reader) Part() []byte {
	b := r.take(4)
	if b == nil {
		return nil
	}
	return r.take(int(binary.LittleEndian.Uint32(b)))
}

// beginPart narrows the reader to a part.
func (r *Reader) beginPart() OpenPart {
	p := OpenPart(len(r.all))
	if part := r.Part(); r.err == nil {
		r.all, r.at = r.all[:r.at], r.at-len(part)
	}
	return p
}

// endPart ends a part, unless there was an error.
func (r *Reader) endPart(p OpenPart) {
	if r.End(); r.err == nil {
		r.all = r.all[:p]
	}
}

func (r *Reader) take(n int) []byte {
	if n < 0 || len(r.all)-r.at < n { // n < 0: overflows a 32-bit int
		r.Fail(cutShort)
		return nil
	}
	b := r.all[r.at : r.at+n : r.at+n]
	r.at += n
	return b
}

func decimal(n uint64) string { return strconv.FormatUint(n, 10) }
