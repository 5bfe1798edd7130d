package zone

import (
	"encoding/binary"
	"errors"
)

// errDamaged is the error of bytes that are not what they should be.
var errDamaged = errors.New("damaged")

// reader takes values from bytes. After the first mistake it returns zeros.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.b, r.bad = nil, true
		return 0
	}
	r.b = r.b[n:]
	return v
}

// bytes returns the next bytes, which remain those of the reader.
func (r *reader) bytes() []byte {
	n := r.uint()
	if n > uint64(len(r.b)) {
		r.b, r.bad = nil, true
		return nil
	}
	v := r.b[:n:n]
	r.b = r.b[n:]
	return v
}

func (r *reader) text() string { return string(r.bytes()) }

// count returns the length of a list whose elements take a byte or more.
func (r *reader) count() int {
	n := r.uint()
	if n > uint64(len(r.b)) {
		r.b, r.bad = nil, true
		return 0
	}
	return int(n)
}

// end returns the mistake, if there was one or bytes are left.
func (r *reader) end() error {
	if r.bad || len(r.b) > 0 {
		return errDamaged
	}
	return nil
}

func appendUint(b []byte, v uint64) []byte { return binary.AppendUvarint(b, v) }

func appendBytes[T ~string | ~[]byte](b []byte, v T) []byte {
	return append(appendUint(b, uint64(len(v))), v...)
}
