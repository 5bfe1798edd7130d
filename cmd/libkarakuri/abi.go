//go:build libkarakuri && cgo

// Command libkarakuri is the engine as a C library. The functions that C calls are in karakuri.h and abi.c, which call
// this package.
package main

/*
#include <stdint.h>
#include <stdlib.h>
*/
import "C"

import (
	"unsafe"

	"github.com/karakuri-ai/karakuri/internal/remote"
	"github.com/karakuri-ai/karakuri/internal/remote/library"
)

func main() {} // a library has none, but the build asks for it

var all library.Library

// buffer is memory of C that answers are copied into: Go's own must not be held by C between two calls.
type buffer struct {
	at  unsafe.Pointer
	cap int
}

// put copies an answer.
func (b *buffer) put(out []byte) {
	if len(out) > b.cap {
		b.cap = max(2*b.cap, len(out), 1<<12)
		b.at = C.realloc(b.at, C.size_t(b.cap))
		if b.at == nil {
			panic("there is not enough memory for the answer")
		}
	}
	copy(unsafe.Slice((*byte)(b.at), b.cap), out)
}

func release(e *library.Entry) {
	if b, ok := e.Out.(*buffer); ok {
		C.free(b.at)
		b.at, b.cap = nil, 0
	}
}

// call carries out f, and gives C the code, and the text in memory that C frees.
func call(text **C.char, f func() error) C.int32_t {
	code, why := library.Result(library.Guard(f))
	if why != "" {
		*text = C.CString(why)
	}
	return C.int32_t(code)
}

// bytesOf returns memory of C as bytes.
func bytesOf(p *C.uint8_t, n C.size_t) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(p)), int(n))
}

// fill copies what a caller asked for into its buffer, and says how long it is.
func fill(buf *C.uint8_t, room C.size_t, length *C.size_t, what []byte) error {
	*length = C.size_t(len(what))
	if len(what) > int(room) {
		return library.TooShort(len(what), int(room))
	}
	copy(bytesOf(buf, room), what)
	return nil
}

//export krkgo_protocol
func krkgo_protocol() C.int32_t { return remote.Protocol }

//export krkgo_load
func krkgo_load(path *C.char, out *C.uint64_t, text **C.char) C.int32_t {
	return call(text, func() error {
		h, err := all.Load(C.GoString(path))
		*out = C.uint64_t(h)
		return err
	})
}

//export krkgo_load_text
func krkgo_load_text(name *C.char, src *C.uint8_t, n C.size_t, out *C.uint64_t, text **C.char) C.int32_t {
	return call(text, func() error {
		h, err := all.LoadText(C.GoString(name), string(bytesOf(src, n)))
		*out = C.uint64_t(h)
		return err
	})
}

//export krkgo_manifest
func krkgo_manifest(program C.uint64_t, buf *C.uint8_t, room C.size_t, length *C.size_t, text **C.char) C.int32_t {
	return call(text, func() error {
		m, err := all.Manifest(library.Handle(program))
		if err != nil {
			return err
		}
		return fill(buf, room, length, m)
	})
}

//export krkgo_new
func krkgo_new(program C.uint64_t, options *C.char, out *C.uint64_t, text **C.char) C.int32_t {
	return call(text, func() error {
		h, err := all.New(library.Handle(program), C.GoString(options))
		*out = C.uint64_t(h)
		return err
	})
}

//export krkgo_restore
func krkgo_restore(program C.uint64_t, options *C.char, snapshot *C.uint8_t, n C.size_t, out *C.uint64_t, text **C.char) C.int32_t {
	return call(text, func() error {
		h, err := all.Restore(library.Handle(program), C.GoString(options), bytesOf(snapshot, n))
		*out = C.uint64_t(h)
		return err
	})
}

//export krkgo_exchange
func krkgo_exchange(session C.uint64_t, in *C.uint8_t, n C.size_t, out **C.uint8_t, length *C.size_t, text **C.char) C.int32_t {
	return call(text, func() error {
		return all.Exchange(library.Handle(session), bytesOf(in, n), func(e *library.Entry, answer []byte) {
			b, ok := e.Out.(*buffer)
			if !ok {
				b = &buffer{}
				e.Out = b
			}
			b.put(answer)
			*out, *length = (*C.uint8_t)(b.at), C.size_t(len(answer))
		})
	})
}

//export krkgo_snapshot
func krkgo_snapshot(session C.uint64_t, buf *C.uint8_t, room C.size_t, length *C.size_t, text **C.char) C.int32_t {
	return call(text, func() error {
		b, err := all.Snapshot(library.Handle(session), nil)
		if err != nil {
			return err
		}
		return fill(buf, room, length, b)
	})
}

//export krkgo_rollback
func krkgo_rollback(session C.uint64_t, snapshot *C.uint8_t, n C.size_t, text **C.char) C.int32_t {
	return call(text, func() error { return all.Rollback(library.Handle(session), bytesOf(snapshot, n)) })
}

//export krkgo_reload
func krkgo_reload(session, program C.uint64_t, text **C.char) C.int32_t {
	return call(text, func() error { return all.Reload(library.Handle(session), library.Handle(program)) })
}

//export krkgo_record
func krkgo_record(session C.uint64_t, path *C.char, text **C.char) C.int32_t {
	return call(text, func() error { return all.Record(library.Handle(session), C.GoString(path)) })
}

//export krkgo_free
func krkgo_free(handle C.uint64_t, text **C.char) C.int32_t {
	return call(text, func() error { return all.Free(library.Handle(handle), release) })
}

//export krkgo_reset
func krkgo_reset(text **C.char) C.int32_t {
	return call(text, func() error { return all.Reset(release) })
}
