package codec

import (
	"encoding/binary"
	"math"
)

// AppendUint appends a whole number that is not negative, for [Reader.Uint], [Reader.Whole], [Reader.Below] and
// [Reader.Count].
func AppendUint[N ~int | ~int32 | ~int64 | ~uint64](b []byte, n N) []byte {
	return binary.AppendUvarint(b, uint64(n))
}

// AppendInt appends a whole number, for [Reader.Int].
func AppendInt[N ~int | ~int32 | ~int64](b []byte, n N) []byte {
	return binary.AppendVarint(b, int64(n))
}

// AppendFixed appends a number as 8 bytes, for [Reader.Fixed].
func AppendFixed(b []byte, n uint64) []byte { return binary.LittleEndian.AppendUint64(b, n) }

// AppendFloat appends a number bit by bit, for [Reader.Float].
func AppendFloat(b []byte, f float64) []byte { return AppendFixed(b, math.Float64bits(f)) }

// AppendBool appends a truth value, for [Reader.Bool].
func AppendBool(b []byte, v bool) []byte {
	if v {
		return append(b, 1)
	}
	return append(b, 0)
}

// AppendText appends a text with its length, for [Reader.Text].
func AppendText(b []byte, s string) []byte { return append(AppendUint(b, len(s)), s...) }

// AppendBytes appends bytes with their length, for [Reader.Bytes].
func AppendBytes(b, s []byte) []byte { return append(AppendUint(b, len(s)), s...) }

// BeginPart appends room for the length of a part that is to be skipped or read on its own. After the part is appended call [EndPart]
// with the place that it returns.
func BeginPart(b []byte) (part []byte, place int) { return append(b, 0, 0, 0, 0), len(b) }

// EndPart ends the part that was begun at a place of b: all that was appended since.
func EndPart(b []byte, place int) []byte {
	binary.LittleEndian.PutUint32(b[place:], uint32(len(b)-place-4))
	return b
}
