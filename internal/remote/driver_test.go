package remote

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
	"pgregory.net/rapid"
)

// TestRunningActionsAreFound as a map finds them.
func TestRunningActionsAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var r running
		known := map[int64]*job{}
		for range rapid.IntRange(1, 300).Draw(t, "turns") {
			n := rapid.Int64Range(1, 60).Draw(t, "instance")
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0, 1:
				known[n] = &job{Instance: n}
				r.put(n, known[n], action.AgentID(n))
			case 2:
				j := known[n]
				if j == nil {
					j = &job{}
				}
				d, ok := r.drop(n, j)
				if _, was := known[n]; was != ok || ok && d.agent != action.AgentID(n) {
					t.Fatalf("drop %d: %t, want %t", n, ok, was)
				}
				delete(known, n)
			default:
				if _, ok := r.drop(n, &job{}); ok {
					t.Fatalf("another action of number %d is dropped", n)
				}
			}
			if r.len != len(known) {
				t.Fatalf("%d are known, want %d", r.len, len(known))
			}
			for n := int64(0); n <= 61; n++ {
				d, ok := r.find(n)
				if j, was := known[n]; was != ok || ok && d.job != j {
					t.Fatalf("find %d: %t, want %t", n, ok, was)
				}
			}
		}
	})
}

// TestTextsAreCutAtWholeCharacters, wherever that is.
func TestTextsAreCutAtWholeCharacters(t *testing.T) {
	for _, tc := range []struct {
		most int
		want string
	}{{0, ""}, {1, "a"}, {2, "a"}, {3, "a"}, {4, "a\u898b"}, {5, "a\u898bb"}, {6, "a\u898bb"}} {
		if got := clip("a\u898bb", tc.most); got != tc.want {
			t.Errorf("%d bytes: %q, want %q", tc.most, got, tc.want)
		}
	}
}

// TestTooLongAnswers are mistakes, even if the last item is answered with one.
func TestTooLongAnswers(t *testing.T) {
	p, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte("action a\ntree t { a }\nagent c { tree t }")}}, "a.krk")
	if err != nil {
		t.Fatal(err)
	}
	for name, add := range map[string]func(b *Batch){
		"ticks":         func(b *Batch) { b.Add(OpStep, 0, 10) },
		"time":          func(b *Batch) { b.Add(OpTime, 0, 0, 1e9) },
		"before others": func(b *Batch) { b.Add(OpStep, 0, 10); b.Add(OpStep, 0, 10) },
	} {
		s, err := New(p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		s.most = 5*4*WordBytes - 1 // a tick takes five words
		var b Batch
		add(&b)
		out, err := s.Exchange(b.Bytes())
		if !errors.Is(err, ErrTooMuch) || len(out) != 5*4*WordBytes || s.in.Tick() != 4 {
			t.Errorf("%s: %d bytes, tick %d, %v", name, len(out), s.in.Tick(), err)
		}
		b.Reset()
		b.Add(OpStep, 0, 3)
		if _, err := s.Exchange(b.Bytes()); err != nil || s.in.Tick() != 7 {
			t.Errorf("%s: the next batch: tick %d, %v", name, s.in.Tick(), err)
		}
	}
}

// TestHaltingABatch ends it after the tick that is being made. The next batch continues.
func TestHaltingABatch(t *testing.T) {
	p, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte("action a\ntree t { a }\nagent c { tree t }")}}, "a.krk")
	if err != nil {
		t.Fatal(err)
	}
	for name, add := range map[string]func(b *Batch){
		"ticks":         func(b *Batch) { b.Add(OpStep, 0, 10) },
		"time":          func(b *Batch) { b.Add(OpTime, 0, 0, 1e9) },
		"before others": func(b *Batch) { b.Add(OpStep, 0, 10); b.Add(OpStep, 0, 10) },
	} {
		left := 4
		s, err := New(p, Options{Halt: func() bool { left--; return left < 0 }})
		if err != nil {
			t.Fatal(err)
		}
		var b Batch
		add(&b)
		out, err := s.Exchange(b.Bytes())
		if !errors.Is(err, ErrHalted) || len(out) != 4*5*WordBytes || s.in.Tick() != 4 {
			t.Errorf("%s: %d bytes, tick %d, %v", name, len(out), s.in.Tick(), err)
		}
		left = 1000
		b.Reset()
		b.Add(OpStep, 0, 3)
		if _, err := s.Exchange(b.Bytes()); err != nil || s.in.Tick() != 7 {
			t.Errorf("%s: the next batch: tick %d, %v", name, s.in.Tick(), err)
		}
	}
}

// TestItemsThatAreTooLong are not added in part.
func TestItemsThatAreTooLong(t *testing.T) {
	for name, add := range map[string]func(b *Batch){
		"words": func(b *Batch) { b.Add(OpWalls, 0, 0, make([]int64, MaxItemWords+1)...) },
		"text":  func(b *Batch) { b.AddText(OpObject, 0, strings.Repeat("a", WordBytes*(MaxItemWords-2)+1), 1) },
	} {
		var b Batch
		b.Add(OpStep, 0, 1)
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: it is added", name)
				}
			}()
			add(&b)
		}()
		if len(b.Bytes()) != WordBytes {
			t.Errorf("%s: the batch has %d bytes", name, len(b.Bytes()))
		}
	}
	var b Batch
	b.AddText(OpObject, 0, strings.Repeat("a", WordBytes*(MaxItemWords-2)), 1)
	if len(b.Bytes()) != WordBytes*(MaxItemWords+1) {
		t.Errorf("the longest item has %d bytes", len(b.Bytes()))
	}
}
