package codec

import (
	"encoding/binary"
	"math"
)

// AppendUint appends a non-negative integer, for [Reader.Uint], [Reader.Whole], [Reader.Below] and [Reader.Count].
func AppendUint[N ~int | ~int32 | ~int64 | ~uint64](b []byte, n N) []byte {
	return appendUint(b, uint64(n))
}

// AppendInt appends an integer, for [Reader.Int].
func AppendInt[N ~int | ~int32 | ~int64](b []byte, n N) []byte {
	return appendUint(b, zigzag(int64(n)))
}

// AppendFixed appends a number as 8 bytes, for [Reader.Fixed].
func AppendFixed(b []byte, n uint64) []byte { return binary.LittleEndian.AppendUint64(b, n) }

// AppendFloat appends a float64 as its 64 bits, for [Reader.Float].
func AppendFloat(b []byte, f float64) []byte { return AppendFixed(b, math.Float64bits(f)) }

// AppendBool appends a boolean, for [Reader.Bool].
func AppendBool(b []byte, v bool) []byte {
	if v {
		return append(b, 1)
	}
	return append(b, 0)
}

// AppendText appends a string with its length, for [Reader.Text].
func AppendText(b []byte, s string) []byte { return append(AppendUint(b, len(s)), s...) }

// AppendBytes appends bytes with their length, for [Reader.Bytes].
func AppendBytes(b, s []byte) []byte { return append(AppendUint(b, len(s)), s...) }

// BeginPart reserves room for the length of a part that readers can skip or read separately. After appending the part,
// call [EndPart] with place.
func BeginPart(b []byte) (part []byte, place int) { return append(b, 0, 0, 0, 0), len(b) }

// EndPart ends the part that BeginPart began at place: everything appended since then.
func EndPart(b []byte, place int) []byte {
	binary.LittleEndian.PutUint32(b[place:], uint32(len(b)-place-4))
	return b
}
