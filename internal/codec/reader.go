package codec

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
)

// Error is the error of bytes that are not what they should be.
type Error struct {
	Why string
	At  int // which byte it was found at, from 0
}

// Error returns why and where.
func (e *Error) Error() string { return fmt.Sprintf("%s (byte %d)", e.Why, e.At) }

// What can be wrong with frames and streams alike.
const (
	cutShort   = "it is cut short"
	otherFile  = "it does not begin as such a file does"
	wasChanged = "it was changed: its checksum does not fit"
)

// Reader takes bytes apart. After the first mistake it gives zeros, so that its users check once, with [Reader.Err].
type Reader struct {
	all  []byte
	rest []byte
	err  *Error
}

// NewReader returns a reader of b, which must not change meanwhile.
func NewReader(b []byte) *Reader { return &Reader{all: b, rest: b} }

// Err returns the first mistake, an [*Error], or nil.
func (r *Reader) Err() error {
	if r.err == nil {
		return nil
	}
	return r.err
}

// Failed reports whether there was a mistake.
func (r *Reader) Failed() bool { return r.err != nil }

// Fail notes a mistake, unless there was one before.
func (r *Reader) Fail(format string, args ...any) {
	if r.err == nil {
		r.err = &Error{fmt.Sprintf(format, args...), len(r.all) - len(r.rest)}
	}
	r.rest = nil
}

// Rest returns what has not been read.
func (r *Reader) Rest() []byte { return r.rest }

// Skip makes the reader go on with rest, which another reader of what [Reader.Rest] gave has left over.
func (r *Reader) Skip(rest []byte) {
	if r.err == nil && len(rest) <= len(r.rest) {
		r.rest = r.rest[len(r.rest)-len(rest):]
	}
}

// End notes a mistake unless all has been read.
func (r *Reader) End() {
	if len(r.rest) > 0 {
		r.Fail("it goes on after its end")
	}
}

// Byte reads a byte.
func (r *Reader) Byte() byte {
	if len(r.rest) == 0 {
		r.Fail(cutShort)
		return 0
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

// Bool reads a truth value.
func (r *Reader) Bool() bool {
	switch r.Byte() {
	case 0:
		return false
	case 1:
		return true
	}
	r.Fail("a truth value in it is neither 0 nor 1")
	return false
}

// Uint reads a whole number that is not negative.
func (r *Reader) Uint() uint64 {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 {
		r.Fail(cutShort)
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

// Int reads a whole number.
func (r *Reader) Int() int64 {
	n, size := binary.Varint(r.rest)
	if size <= 0 {
		r.Fail(cutShort)
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

// Whole reads what an int64 that is not negative was written as.
func (r *Reader) Whole() int64 {
	n := r.Uint()
	if n > math.MaxInt64 {
		r.Fail("a number in it is out of range: %d", n)
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

// Float reads a number of 64 bits, bit by bit.
func (r *Reader) Float() float64 { return math.Float64frombits(r.Fixed()) }

// Below reads a number that must be less than a bound.
func (r *Reader) Below(bound int) int {
	n := r.Uint()
	if r.err == nil && (bound <= 0 || n >= uint64(bound)) {
		r.Fail("a number in it is out of range: %d, must be less than %d", n, bound)
	}
	if r.err != nil {
		return 0
	}
	return int(n)
}

// Count reads how many entries follow, each of a byte at least.
func (r *Reader) Count() int { return r.Below(len(r.rest) + 1) }

// Bytes reads bytes with their length before them. They are a view of what is read.
func (r *Reader) Bytes() []byte { return r.take(r.Count()) }

// Text reads a text.
func (r *Reader) Text() string { return string(r.Bytes()) }

// Part reads what was written between [BeginPart] and [EndPart]. It is a view of what is read.
func (r *Reader) Part() []byte {
	b := r.take(4)
	if b == nil {
		return nil
	}
	return r.take(int(binary.LittleEndian.Uint32(b)))
}

func (r *Reader) take(n int) []byte {
	if n < 0 || len(r.rest) < n { // less than 0: more than an int holds on 32 bits
		r.Fail(cutShort)
		return nil
	}
	b := r.rest[:n:n]
	r.rest = r.rest[n:]
	return b
}

func decimal(n uint64) string { return strconv.FormatUint(n, 10) }
