// Package codec is the compact byte form that states, running actions and crowds are saved in: whole numbers as varints, texts and
// lists with their length before them, and around the whole a frame that tells a damaged file from a sound one.
//
//	frame  = magic version length check payload
//	magic  = 8 bytes               // which kind of file it is
//	version, length = uint32       // little endian, as all numbers of fixed size; length is that of the payload
//	check  = uint32                // CRC-32 (Castagnoli) of version, length and payload
//
// Writing appends to a slice and cannot fail. Reading takes a slice apart with a [Reader], which holds the first mistake; whatever
// the bytes are, it never allocates more than a small multiple of their number.
package codec
