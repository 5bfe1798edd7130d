package world

import "github.com/karakuri-ai/karakuri/internal/codec"

// Reader reads data that was saved with a schema: states, types, running activities. After the first mistake it reads
// zeros; [Reader.Err] returns the mistake.
type Reader codec.Reader

// NewReader returns a reader of bytes, which must not change meanwhile.
func NewReader(b []byte) *Reader { return (*Reader)(codec.NewReader(b)) }

// Err returns the first mistake, or nil.
func (r *Reader) Err() error { return (*codec.Reader)(r).Err() }
