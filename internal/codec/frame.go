package codec

import (
	"encoding/binary"
	"hash/crc32"
)

const (
	magicSize  = 8
	headerSize = magicSize + 4 + 4 + 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Begin appends the head of a frame to b: a magic of 8 bytes and a version. Append the payload, then call [Seal] with
// the length that b had before Begin.
func Begin(b []byte, magic string, version uint32) []byte {
	if len(magic) != magicSize {
		panic("codec: Begin: the magic must have 8 bytes")
	}
	b = append(b, magic...)
	b = binary.LittleEndian.AppendUint32(b, version)
	return append(b, 0, 0, 0, 0, 0, 0, 0, 0)
}

// Seal completes the frame that begins at the given position of b: everything after its head is the payload.
func Seal(b []byte, from int) []byte {
	head := b[from : from+headerSize]
	binary.LittleEndian.PutUint32(head[magicSize+4:], uint32(len(b)-from-headerSize))
	binary.LittleEndian.PutUint32(head[magicSize+8:], check(b[from:]))
	return b
}

// check is the checksum of a frame.
func check(frame []byte) uint32 {
	sum := crc32.Update(0, castagnoli, frame[magicSize:magicSize+8])
	return crc32.Update(sum, castagnoli, frame[headerSize:])
}

// Open returns the payload of a frame, which must be all of b. The error is an [*Error] if the magic or the version
// does not match, or if the frame is truncated, followed by other bytes, or damaged.
func Open(b []byte, magic string, version uint32) (payload []byte, err error) {
	switch {
	case len(b) < magicSize || string(b[:magicSize]) != magic:
		return nil, &Error{otherFile, 0}
	case len(b) < headerSize:
		return nil, &Error{cutShort, len(b)}
	}
	if found := binary.LittleEndian.Uint32(b[magicSize:]); found != version {
		return nil, otherVersion(found, version)
	}
	switch length := uint64(binary.LittleEndian.Uint32(b[magicSize+4:])); {
	case length > uint64(len(b)-headerSize):
		return nil, &Error{cutShort, len(b)}
	case length < uint64(len(b)-headerSize):
		return nil, &Error{"there are extra bytes after the end", headerSize + int(length)}
	case binary.LittleEndian.Uint32(b[magicSize+8:]) != check(b):
		return nil, &Error{wasChanged, headerSize}
	}
	return b[headerSize:], nil
}

// otherVersion returns the error for a frame or stream with an unsupported version.
func otherVersion(found, version uint32) error {
	return &Error{"the data has version " + decimal(uint64(found)) + "; this program reads version " + decimal(uint64(version)), magicSize}
}
