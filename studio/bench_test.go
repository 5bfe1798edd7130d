package studio

import (
	"testing"
)

// BenchmarkTick is a tick with a page that looks on, as far as the session's own goroutine has to do with it, and without: the difference is what
// being watched costs.
func BenchmarkTick(b *testing.B) {
	for _, c := range []struct {
		name, file string
		agents     int
	}{{"gatherer", "../examples/gatherer/gatherer.krk", 0}, {"soldiers", "../examples/soldier/soldier.krk", 1000}} {
		b.Run(c.name+"/alone", func(b *testing.B) {
			stage, err := open(b, c.file, c.agents).source.stage(silence{})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				stage.Step()
			}
		})
		b.Run(c.name+"/watched", func(b *testing.B) {
			s := open(b, c.file, c.agents)
			s.watch(newMailbox(), true)
			for b.Loop() {
				s.step()
				s.show()
			}
		})
	}
}

// open makes a session that is carried on by nobody.
func open(tb testing.TB, file string, agents int) *Session {
	tb.Helper()
	library, err := NewLibrary([]string{file})
	if err != nil {
		tb.Fatal(err)
	}
	from, err := library.open(library.names[0], 1, agents)
	if err != nil {
		tb.Fatal(err)
	}
	s := &Session{library: library, past: newMoments(from), speed: 1, playing: true, viewers: map[*mailbox]bool{}}
	if err := s.begin(from); err != nil {
		tb.Fatal(err)
	}
	return s
}
