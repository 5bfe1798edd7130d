package lsp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// oversized is the error of a message that exceeds the limit. Its body was read without being kept, except for what
// says how to answer it.
type oversized struct {
	length int
	kept   map[string]string // JSON values by where they stand in the message: those of skimmed
}

func (e *oversized) Error() string {
	return fmt.Sprintf("a message of %d bytes exceeds the limit of %d", e.length, maxMessageBytes)
}

// skimmed are the values that a skim keeps.
var skimmed = []string{"id", "method", "params.textDocument.uri"}

const (
	maxKept  = 4 << 10 // bytes of a value that a skim keeps; a longer one is dropped
	maxNames = 3       // depth of names that a skim follows
)

// skip reads the body of a message without keeping it. It returns an [oversized], or why the stream cannot be read on.
func skip(r *bufio.Reader, length int) error {
	k := &skim{kept: map[string]string{}}
	for left := length; left > 0; {
		piece, err := r.Peek(min(left, r.Size()))
		if len(piece) == 0 {
			return fmt.Errorf("a message is cut short: %w", noEOF(err))
		}
		for _, c := range piece {
			k.next(c)
		}
		left -= len(piece)
		_, _ = r.Discard(len(piece)) // it is buffered
	}
	return &oversized{length, k.kept}
}

func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// message is what stands for a message that was skipped: its fault answers it.
func (e *oversized) message() *message {
	m := &message{fault: &rpcError{codeInvalidRequest, e.Error()}}
	if json.Unmarshal([]byte(e.kept["method"]), &m.Method) != nil {
		m.Method = ""
	}
	_ = json.Unmarshal([]byte(e.kept["params.textDocument.uri"]), &m.lost) // empty if there is none
	if id := json.RawMessage(e.kept["id"]); m.Method != "" && json.Valid(id) && isID(id) {
		m.ID = id // a response has one too, and must not be answered with it
	}
	return m
}

// skim goes through the bytes of a JSON object, in memory that does not depend on their number.
type skim struct {
	kept map[string]string

	names   [maxNames]string // of the values that the current byte is in, from outside to inside
	objects [maxNames]bool   // whether what these names are in is an object
	depth   int              // how many brackets are open
	value   []byte           // the text of the current string, number or word; nil: it is too long
	quoted  bool             // the current byte is in a string
	escaped bool             // the byte before it was a backslash
}

// next takes one byte.
func (k *skim) next(c byte) {
	if k.quoted {
		k.keep(c)
		k.quoted = c != '"' || k.escaped
		k.escaped = c == '\\' && !k.escaped
		return
	}
	switch c {
	case '"':
		k.quoted = true
		k.value = append(k.value[:0:cap(k.value)], c)
	case ':':
		if k.depth >= 1 && k.depth <= maxNames {
			k.names[k.depth-1] = string(k.value)
		}
		k.start()
	case ',':
		k.end()
	case '{', '[':
		if k.depth++; k.depth <= maxNames {
			k.objects[k.depth-1], k.names[k.depth-1] = c == '{', ""
		}
		k.start()
	case '}', ']':
		k.end()
		k.depth = max(k.depth-1, 0)
	case ' ', '\t', '\r', '\n':
	default:
		k.keep(c)
	}
}

func (k *skim) start() { k.value = append(k.value[:0], ' ')[:0] }

// keep adds a byte to the current value, unless it is too long already.
func (k *skim) keep(c byte) {
	if k.value != nil {
		if k.value = append(k.value, c); len(k.value) > maxKept {
			k.value = nil
		}
	}
}

// end notes the value that ends, if it is one to be kept. The first of several with one name counts.
func (k *skim) end() {
	defer k.start()
	if k.depth < 1 || k.depth > maxNames || len(k.value) == 0 {
		return
	}
	at := ""
	for i := range k.depth {
		var name string
		if !k.objects[i] || json.Unmarshal([]byte(k.names[i]), &name) != nil {
			return
		}
		if at += name; i < k.depth-1 {
			at += "."
		}
	}
	if _, known := k.kept[at]; !known && slices.Contains(skimmed, at) {
		k.kept[at] = string(k.value)
	}
}
