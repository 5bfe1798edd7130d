package ktrace

import (
	"encoding/binary"
	"math/bits"
)

// A number up to maxByte takes one byte. For a larger number, a byte of maxByte + n precedes its n bytes, lowest first.
// Most numbers are small, and the others, such as floats, use most of their bits.
const maxByte = 0xff - 8

func appendUint(b []byte, n uint64) []byte {
	if n <= maxByte {
		return append(b, byte(n))
	}
	size := (bits.Len64(n) + 7) / 8
	b = append(b, byte(maxByte+size), 0, 0, 0, 0, 0, 0, 0, 0)
	binary.LittleEndian.PutUint64(b[len(b)-8:], n)
	return b[:len(b)-8+size]
}

// appendInt appends a signed number in zigzag form: 0, -1, 1, -2, ...
func appendInt(b []byte, n int64) []byte { return appendUint(b, uint64(n)<<1^uint64(n>>63)) }

func (d *decoder) uint() uint64 {
	first := d.byte()
	if first <= maxByte {
		return uint64(first)
	}
	size := int(first - maxByte)
	if len(d.rest) < size {
		d.fail("a number is cut short")
		return 0
	}
	var bytes [8]byte
	copy(bytes[:], d.rest[:size])
	d.rest = d.rest[size:]
	return binary.LittleEndian.Uint64(bytes[:])
}

func (d *decoder) int() int64 {
	n := d.uint()
	return int64(n>>1) ^ -int64(n&1)
}
