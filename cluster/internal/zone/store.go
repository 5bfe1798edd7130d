package zone

import (
	"errors"
	"time"
)

// Errors of stores, wrapped.
var (
	// ErrConflict reports that a store has refused: the log's last sequence, the key's revision or its absence is not
	// what was expected. It may also reach the rightful owner whose earlier append is still in process.
	ErrConflict = errors.New("another was faster, or an earlier request is still in process")
	// ErrNotFound reports that there is no such key or object.
	ErrNotFound = errors.New("not found")
)

// Entry is one message of a zone's log.
type Entry struct {
	Seq  uint64 // its place in the log, above those before it; not without gaps
	Data []byte
}

// Log is the log of all zones. Every call returns within a time limit of its own. Safe for concurrent use.
type Log interface {
	// Append appends a message to a zone's log if the last one has the expected sequence; 0: if there is none. The error
	// is ErrConflict, wrapped, when the log has refused. Any other error leaves open whether the message was, or will
	// be, appended.
	Append(zone string, expected uint64, data []byte) (seq uint64, err error)
	// Last returns the last message; false: there is none. It never returns an older one.
	Last(zone string) (e Entry, ok bool, err error)
	// Next returns the first message after a sequence; false: there is none yet.
	Next(zone string, after uint64) (e Entry, ok bool, err error)
	// Trim removes the messages before a sequence.
	Trim(zone string, below uint64) error
}

// Value is what a key has.
type Value struct {
	Key      string
	Data     []byte
	Revision uint64
}

// KV stores small values. A Get may return an older value; only Create and Update decide. Every call returns within a
// time limit of its own. Safe for concurrent use.
type KV interface {
	Get(key string) (Value, error)
	// List returns the values of all keys with a prefix, in the order of keys.
	List(prefix string) ([]Value, error)
	// Create sets a key that does not exist. The error is ErrConflict, wrapped, when it exists.
	Create(key string, data []byte) (revision uint64, err error)
	// Update sets a key that has the revision. The error is ErrConflict, wrapped, when it has another.
	Update(key string, data []byte, revision uint64) (uint64, error)
	Delete(key string) error
}

// Objects stores large values, each of which is written once. Every call returns within a time limit of its own. Safe
// for concurrent use.
type Objects interface {
	Put(name string, data []byte) error
	Get(name string) ([]byte, error)
	Delete(name string) error
}

// Env is the time of a node.
type Env interface {
	// Now is the time since any moment. It never goes back.
	Now() time.Duration
	// Sleep returns after a time, or earlier when the node stops.
	Sleep(d time.Duration)
	// Stopping reports that the node gives its zones away and stops.
	Stopping() bool
	// Random returns a number that no one else gets.
	Random() uint64
}
