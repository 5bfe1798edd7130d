// Package library is the interface for programs in other languages: programs and sessions by handles, with codes
// instead of errors. The C ABI and the WebAssembly module are thin wrappers around it.
package library

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"sync"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/remote"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// Code is the result of a call. The numbers are part of the ABI.
type Code int32

// Codes.
const (
	OK          Code = iota
	BadHandle        // no such program or session: freed, reset, of another kind, or never made
	Null             // a pointer is null that must not be
	Short            // the buffer is too short: the length is the required one
	Busy             // another thread is within a call for the same session
	BadProgram       // the file has mistakes, or needs Go
	BadOptions       // the options are not to be understood, or out of range
	BadBatch         // the batch is damaged: nothing was carried out
	TooMuch          // the answer is too long: the batch was carried out in part
	BadSnapshot      // the snapshot is damaged or of another program
	BadFile          // a file cannot be read or written
	Refused          // the call does not suit what the session does: recording twice, and the like
	Full             // there are as many handles as may be
	Forked           // the process was forked after the library was loaded
	Panicked         // a mistake of the library itself; the session may be used no longer
)

// MaxHandles is the maximum number of programs and sessions at a time.
const MaxHandles = 1 << 16

// Handle names a program or a session. 0 names none; no handle is given twice.
type Handle uint64

const indexBits = 24

// Library is a table of programs and sessions. Safe for concurrent use; calls for one session must come one after the
// other, and one that does not is answered by [Busy].
type Library struct {
	lock  sync.RWMutex
	list  []*Entry
	free  []int
	given uint64
}

// Entry is the object of a handle.
type Entry struct {
	Program *karakuri.Program
	Session *remote.Session
	Out     any // memory of a cover for answers

	handle Handle
	lock   sync.Mutex
	dead   bool
	file   *os.File // that the run is recorded to; nil: it is not
	broken bool
}

// add gives a handle.
func (l *Library) add(e *Entry) (Handle, error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	if len(l.free) == 0 {
		if len(l.list) == MaxHandles {
			return 0, fail(Full, "there are %d programs and sessions already; free some", MaxHandles)
		}
		l.list, l.free = append(l.list, nil), append(l.free, len(l.list))
	}
	i := l.free[len(l.free)-1]
	l.free = l.free[:len(l.free)-1]
	l.given++
	e.handle = Handle(l.given<<indexBits | uint64(i))
	l.list[i] = e
	return e.handle, nil
}

// find returns what a handle names.
func (l *Library) find(h Handle) *Entry {
	l.lock.RLock()
	defer l.lock.RUnlock()
	i := int(h & (1<<indexBits - 1))
	if h == 0 || i >= len(l.list) || l.list[i] == nil || l.list[i].handle != h {
		return nil
	}
	return l.list[i]
}

// failure is an error with its code.
type failure struct {
	code Code
	text string
}

func (f *failure) Error() string { return f.text }

func fail(code Code, format string, args ...any) error {
	return &failure{code, fmt.Sprintf(format, args...)}
}

// Result returns the code and the text of an error.
func Result(err error) (Code, string) {
	var f *failure
	if err == nil {
		return OK, ""
	}
	if errors.As(err, &f) {
		return f.code, f.text
	}
	return Refused, err.Error()
}

// Guard calls f and makes a panic an error. Exhausted memory or a stack overflow cannot be caught and ends the process.
func Guard(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fail(Panicked, "karakuri: internal error: %v\n%s", v, debug.Stack())
		}
	}()
	return f()
}

// Load loads a program from a file and those that it imports from its folder.
func (l *Library) Load(file string) (Handle, error) {
	p, err := karakuri.Load(os.DirFS(filepath.Dir(file)), filepath.Base(file))
	if err != nil {
		return 0, fail(BadProgram, "%v", err)
	}
	return l.add(&Entry{Program: p})
}

// LoadText loads a program from a text that imports nothing.
func (l *Library) LoadText(name, text string) (Handle, error) {
	if name == "" {
		name = "program.krk"
	}
	name = path.Base(filepath.ToSlash(name)) // imports are searched for in its folder, which has none
	p, err := karakuri.Load(lang.Texts{name: text}, name)
	if err != nil {
		return 0, fail(BadProgram, "%v", err)
	}
	return l.add(&Entry{Program: p})
}

func (l *Library) program(h Handle) (*karakuri.Program, error) {
	e := l.find(h)
	if e == nil || e.Program == nil {
		return nil, fail(BadHandle, "%#x is not the handle of a program", uint64(h))
	}
	return e.Program, nil
}

// Manifest returns the manifest of a program as JSON.
func (l *Library) Manifest(h Handle) ([]byte, error) {
	p, err := l.program(h)
	if err != nil {
		return nil, err
	}
	return remote.ManifestOf(p).JSON(), nil
}

// New makes a session of a program, with options in JSON.
func (l *Library) New(program Handle, options string) (Handle, error) {
	p, o, err := l.prepared(program, options)
	if err != nil {
		return 0, err
	}
	s, err := remote.New(p, o)
	if err != nil {
		return 0, fail(codeOf(err), "%v", err)
	}
	return l.add(&Entry{Session: s})
}

// prepared returns the parts for a session: a program, and options in JSON.
func (l *Library) prepared(program Handle, options string) (p *karakuri.Program, o remote.Options, err error) {
	if p, err = l.program(program); err != nil {
		return nil, o, err
	}
	if o, err = remote.ReadOptions([]byte(options)); err != nil {
		return nil, o, fail(BadOptions, "%v", err)
	}
	return p, o, nil
}

// codeOf returns the code of why a session is not made.
func codeOf(err error) Code {
	var option *karakuri.OptionError
	if errors.As(err, &option) {
		return BadOptions
	}
	return BadProgram
}

// Restore makes a session that continues from a snapshot.
func (l *Library) Restore(program Handle, options string, snapshot []byte) (Handle, error) {
	p, o, err := l.prepared(program, options)
	if err != nil {
		return 0, err
	}
	s, _, err := remote.Restore(p, o, snapshot)
	if err != nil {
		return 0, fail(BadSnapshot, "%v", err)
	}
	return l.add(&Entry{Session: s})
}

// With calls f with a session, one call at a time. After a panic within, the session answers to nothing but
// [Library.Free].
func (l *Library) With(h Handle, f func(e *Entry) error) error {
	e := l.find(h)
	if e == nil || e.Session == nil {
		return fail(BadHandle, "%#x is not the handle of a session", uint64(h))
	}
	if !e.lock.TryLock() {
		return fail(Busy, "another thread is within a call for the session; call from one thread at a time")
	}
	defer e.lock.Unlock()
	switch {
	case e.dead:
		return fail(BadHandle, "%#x is not the handle of a session", uint64(h))
	case e.broken:
		return fail(Panicked, "an earlier call for the session ended with an internal error; free it")
	}
	e.broken = true
	err := f(e)
	e.broken = false
	return err
}

// Exchange carries out a batch; see [remote.Session.Exchange]. It calls take with the answer, also after an error.
func (l *Library) Exchange(h Handle, in []byte, take func(e *Entry, out []byte)) error {
	e := l.find(h)
	return l.With(h, func(*Entry) error {
		out, err := e.Session.Exchange(in)
		take(e, out)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, remote.ErrTooMuch):
			return fail(TooMuch, "%v", err)
		}
		return fail(BadBatch, "%v", err)
	})
}

// Snapshot appends a session to dst.
func (l *Library) Snapshot(h Handle, dst []byte) (out []byte, err error) {
	err = l.With(h, func(e *Entry) error {
		out = e.Session.Snapshot(dst)
		return nil
	})
	return out, err
}

// Rollback takes a session back to a snapshot.
func (l *Library) Rollback(h Handle, snapshot []byte) error {
	return l.With(h, func(e *Entry) error {
		if err := e.Session.Rollback(snapshot); err != nil {
			return fail(BadSnapshot, "%v", err)
		}
		return nil
	})
}

// Reload has a session continue with another program.
func (l *Library) Reload(h, program Handle) error {
	p, err := l.program(program)
	if err != nil {
		return err
	}
	return l.With(h, func(e *Entry) error {
		if _, err := e.Session.Reload(p); err != nil {
			return fail(Refused, "%v", err)
		}
		return nil
	})
}

// Record has the run written to a trace from now on; an empty path ends that.
func (l *Library) Record(h Handle, path string) error {
	return l.With(h, func(e *Entry) error {
		if path == "" {
			return e.stopRecording()
		}
		if e.file != nil {
			return fail(Refused, "the session is being recorded to %s", e.file.Name())
		}
		file, err := os.Create(path)
		if err != nil {
			return fail(BadFile, "%v", err)
		}
		if err := e.Session.Crowd().Record(ktrace.NewRecorder(file, ktrace.Options{})); err != nil {
			file.Close()
			return fail(Refused, "%v", err)
		}
		e.file = file
		return nil
	})
}

// stopRecording ends a trace, if there is one.
func (e *Entry) stopRecording() error {
	if e.file == nil {
		return nil
	}
	err := errors.Join(e.Session.Crowd().StopRecording(), e.file.Close())
	e.file = nil
	if err != nil {
		return fail(BadFile, "%v", err)
	}
	return nil
}

// Free forgets a program or a session. Sessions of a program continue without it. It calls release with the forgotten
// object.
func (l *Library) Free(h Handle, release func(*Entry)) error {
	e := l.find(h)
	if e == nil {
		return fail(BadHandle, "%#x is not a handle", uint64(h))
	}
	if !e.lock.TryLock() {
		return fail(Busy, "another thread is within a call for the session")
	}
	defer e.lock.Unlock()
	return l.drop(e, release)
}

// drop forgets an entry whose lock is held.
func (l *Library) drop(e *Entry, release func(*Entry)) error {
	l.lock.Lock()
	if e.dead {
		l.lock.Unlock()
		return nil
	}
	e.dead = true
	i := int(e.handle & (1<<indexBits - 1))
	l.list[i] = nil
	l.free = append(l.free, i)
	l.lock.Unlock()
	var err error
	if e.Session != nil && !e.broken {
		err = e.stopRecording()
	}
	release(e)
	return err
}

// Reset forgets all programs and sessions: for hosts that load their own code anew while the library stays. It waits
// for calls that are being made.
func (l *Library) Reset(release func(*Entry)) error {
	l.lock.RLock()
	all := append([]*Entry(nil), l.list...)
	l.lock.RUnlock()
	var wrong error
	for _, e := range all {
		if e != nil {
			e.lock.Lock()
			wrong = errors.Join(wrong, l.drop(e, release))
			e.lock.Unlock()
		}
	}
	return wrong
}

// TooShort is the error of a buffer that is too short for the result.
func TooShort(need, room int) error {
	return fail(Short, "the buffer has %d bytes, and %d are needed", room, need)
}
