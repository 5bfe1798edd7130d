//go:build libkarakuri && js && wasm

// Command libkarakuri is the engine as a WebAssembly module for browsers and node. clients/js/karakuri.mjs calls its
// exports. Input goes into the memory that krk_room returns; output is where krk_out and krk_length say, until the next
// call.
package main

import (
	"unsafe"

	"github.com/karakuri-ai/karakuri/internal/remote"
	"github.com/karakuri-ai/karakuri/internal/remote/library"
)

var (
	all    library.Library
	room   = make([]byte, 1<<16)
	out    = make([]byte, 0, 1<<16)
	handle library.Handle
)

func main() { select {} } // exports are called while it waits

// call carries out f. Of a failure, the text is handed out.
func call(f func() error) int32 {
	out = out[:0]
	code, why := library.Result(library.Guard(f))
	if why != "" {
		out = append(out[:0], why...)
	}
	return int32(code)
}

func release(*library.Entry) {}

//go:wasmexport krk_protocol
func protocol() int32 { return remote.Protocol }

// Handles go as floats, which hold them exactly: a module gives less than 2^29 of them.
//
//go:wasmexport krk_handle
func given() float64 { return float64(handle) }

//go:wasmexport krk_room
func makeRoom(n int32) uint32 {
	if int(n) > len(room) {
		room = make([]byte, max(int(n), 2*len(room)))
	}
	return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(room))))
}

//go:wasmexport krk_out
func outAt() uint32 { return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(out)))) }

//go:wasmexport krk_length
func outLength() int32 { return int32(len(out)) }

//go:wasmexport krk_program_load_text
func loadText(n int32) int32 {
	return call(func() (err error) {
		handle, err = all.LoadText("program.krk", string(room[:n]))
		return err
	})
}

//go:wasmexport krk_program_manifest
func manifest(program float64) int32 {
	return call(func() error {
		m, err := all.Manifest(library.Handle(program))
		out = append(out, m...)
		return err
	})
}

//go:wasmexport krk_session_new
func newSession(program float64, n int32) int32 {
	return call(func() (err error) {
		handle, err = all.New(library.Handle(program), string(room[:n]))
		return err
	})
}

//go:wasmexport krk_session_restore
func restoreSession(program float64, options, snapshot int32) int32 {
	return call(func() (err error) {
		handle, err = all.Restore(library.Handle(program), string(room[:options]), room[options:options+snapshot])
		return err
	})
}

//go:wasmexport krk_exchange
func exchange(session float64, n int32) int32 {
	return call(func() error {
		return all.Exchange(library.Handle(session), room[:n], func(_ *library.Entry, answer []byte) { out = append(out, answer...) })
	})
}

//go:wasmexport krk_snapshot
func snapshot(session float64) int32 {
	return call(func() error {
		b, err := all.Snapshot(library.Handle(session), out)
		if err == nil {
			out = b
		}
		return err
	})
}

//go:wasmexport krk_rollback
func rollback(session float64, n int32) int32 {
	return call(func() error { return all.Rollback(library.Handle(session), room[:n]) })
}

//go:wasmexport krk_reload
func reload(session, program float64) int32 {
	return call(func() error { return all.Reload(library.Handle(session), library.Handle(program)) })
}

//go:wasmexport krk_free
func free(h float64) int32 {
	return call(func() error { return all.Free(library.Handle(h), release) })
}

//go:wasmexport krk_reset
func reset() int32 {
	return call(func() error { return all.Reset(release) })
}
