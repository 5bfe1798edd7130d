// Package codec encodes states, running actions and crowds as compact bytes: integers as varints, strings and lists
// with a length prefix. A frame around the payload detects damaged files.
//
//	frame  = magic version length check payload
//	magic  = 8 bytes               // identifies the kind of file
//	version, length = uint32       // little endian, as all numbers of fixed size; length is that of the payload
//	check  = uint32                // CRC-32 (Castagnoli) of version, length and payload
//
// Writing appends to a slice and cannot fail. A [Reader] decodes a slice and keeps the first error. For any input, it
// allocates at most a small multiple of the input's length.
package codec
