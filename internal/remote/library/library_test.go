package library

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/remote"
	"github.com/karakuri-ai/karakuri/internal/remote/exchange"
)

// code is that of a call's error.
func code(err error) Code {
	c, _ := Result(err)
	return c
}

func released(*Entry) {}

// opened returns a library with a program and a session of it.
func opened(t *testing.T) (l *Library, program, session Handle) {
	l = &Library{}
	program, err := l.LoadText("outpost.krk", exchange.Outpost)
	if err != nil {
		t.Fatal(err)
	}
	if session, err = l.New(program, exchange.Setup); err != nil {
		t.Fatal(err)
	}
	return l, program, session
}

// TestTheRecordedExchange by handles gives the recorded answers.
func TestTheRecordedExchange(t *testing.T) {
	r, err := exchange.Record(2000)
	if err != nil {
		t.Fatal(err)
	}
	l, _, s := opened(t)
	err = r.Replay(func(in []byte) (out []byte, err error) {
		err = l.Exchange(s, in, func(_ *Entry, answer []byte) { out = answer })
		return out, err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestHandles: a freed or reset handle, one of the other kind, or one that was never given, is refused; so is
// everything unintelligible.
func TestHandles(t *testing.T) {
	l, p, s := opened(t)
	take := func(*Entry, []byte) {}
	for name, c := range map[string]struct {
		err  error
		want Code
	}{
		"none":            {l.Exchange(0, nil, take), BadHandle},
		"a program":       {l.Exchange(p, nil, take), BadHandle},
		"never given":     {l.Exchange(s+1<<40, nil, take), BadHandle},
		"a damaged batch": {l.Exchange(s, []byte{1, 2, 3}, take), BadBatch},
		"no snapshot":     {l.Rollback(s, []byte("no")), BadSnapshot},
		"a session":       {second(l.Manifest(s)), BadHandle},
		"options":         {second(l.New(p, "{")), BadOptions},
		"range":           {second(l.New(p, `{"tps": -1}`)), BadOptions},
		"mistakes":        {second(l.LoadText("a.krk", "agent {")), BadProgram},
		"imports":         {second(l.LoadText("a.krk", `import "b.krk"`)), BadProgram},
		"no file":         {second(l.Load(filepath.Join(t.TempDir(), "none.krk"))), BadProgram},
		"no folder":       {l.Record(s, filepath.Join(t.TempDir(), "none", "a.ktrace")), BadFile},
		"not recorded":    {l.Record(s, ""), OK},
		"no handle":       {l.Free(12345, released), BadHandle},
		"well":            {l.Exchange(s, nil, take), OK},
	} {
		if got := code(c.err); got != c.want {
			t.Errorf("%s: %d, want %d: %v", name, got, c.want, c.err)
		}
	}
	if err := l.Free(s, released); err != nil {
		t.Fatal(err)
	}
	if code(l.Exchange(s, nil, take)) != BadHandle || code(l.Free(s, released)) != BadHandle {
		t.Error("a session that was freed still answers")
	}
	again, err := l.New(p, "")
	if err != nil || again == s {
		t.Errorf("a handle is given twice: %x, %v", again, err)
	}
	if err := l.Reset(released); err != nil || code(l.Exchange(again, nil, take)) != BadHandle || code(second(l.New(p, ""))) != BadHandle {
		t.Errorf("after a reset: %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

// TestRecording starts a trace in the middle of a session, and ends it with the session.
func TestRecording(t *testing.T) {
	l, _, s := opened(t)
	file := filepath.Join(t.TempDir(), "a.ktrace")
	if err := l.Record(s, file); err != nil {
		t.Fatal(err)
	}
	if code(l.Record(s, file)) != Refused {
		t.Error("it is recorded twice")
	}
	var b remote.Batch
	b.Add(remote.OpSpawn, 0, 0, 0)
	b.Add(remote.OpStep, 0, 20)
	if err := l.Exchange(s, b.Bytes(), func(*Entry, []byte) {}); err != nil {
		t.Fatal(err)
	}
	if err := l.Free(s, released); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Size() < 100 {
		t.Errorf("the trace: %v, %v", info, err)
	}
}

// TestPanicsAreErrors, and the session does not continue.
func TestPanicsAreErrors(t *testing.T) {
	l, _, s := opened(t)
	err := Guard(func() error { return l.With(s, func(*Entry) error { panic("a slip") }) })
	if c, text := Result(err); c != Panicked || !strings.Contains(text, "a slip") {
		t.Errorf("%d: %s", c, text)
	}
	if code(l.Exchange(s, nil, func(*Entry, []byte) {})) != Panicked {
		t.Error("it goes on")
	}
	if err := l.Free(s, released); err != nil {
		t.Error(err)
	}
}

// TestSeveralThreads: each session continues by itself, and one that is asked by two at a time says so.
func TestSeveralThreads(t *testing.T) {
	l, p, s := opened(t)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			own, err := l.New(p, "")
			var b remote.Batch
			b.Add(remote.OpSpawn, 0, 0, 0)
			b.Add(remote.OpStep, 0, 30)
			for range 5 {
				err = l.Exchange(own, b.Bytes(), func(*Entry, []byte) {})
			}
			if err == nil {
				err = l.Free(own, released)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	within := l.With(s, func(*Entry) error { return l.With(s, func(*Entry) error { return nil }) })
	freed := l.With(s, func(*Entry) error { return l.Free(s, released) })
	if code(within) != Busy || code(freed) != Busy {
		t.Errorf("a second call: %v, %v", within, freed)
	}
}

// TestAsManyHandlesAsMayBe, and no more.
func TestAsManyHandlesAsMayBe(t *testing.T) {
	l := &Library{}
	for range MaxHandles {
		if _, err := l.add(&Entry{}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := l.add(&Entry{}); code(err) != Full {
		t.Errorf("one more: %v", err)
	}
}
