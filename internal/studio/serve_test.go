package studio

import (
	"bytes"
	"context"
	"net"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/bridge"
)

// TestServe: the address is reported once it can be opened; an address in use is an error that says so; and an embedded
// file replaces a missing one.
func TestServe(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	fsys := fstest.MapFS{"camp.krk": {Data: []byte("action a\n")}}
	for file, fixed := range map[string]bool{camp: false, "nowhere/camp.krk": true} {
		l, err := NewLibraryOr(file, fsys)
		if err != nil || (l.fixed != nil) != fixed {
			t.Fatalf("%s: %v, %+v", file, err, l)
		}
		var out bytes.Buffer
		if err := Serve(ctx, l, Options{Addr: "127.0.0.1:0"}, &out); err != nil || !regexp.MustCompile(`^studio at http://127\.0\.0\.1:\d+/\n$`).Match(out.Bytes()) {
			t.Errorf("%v, %q", err, &out)
		}
	}
	if _, err := NewLibraryOr("nowhere/else.krk", fsys); err == nil {
		t.Error("there is a library of nothing")
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	l, _ := NewLibraryOr(camp, fsys)
	if err := Serve(t.Context(), l, Options{Addr: taken.Addr().String()}, &bytes.Buffer{}); err == nil || !strings.HasPrefix(err.Error(), "cannot listen: ") {
		t.Error(err)
	}
}

// TestOptionsOutOfRangeAreRefused: by name, value and range.
func TestOptionsOutOfRangeAreRefused(t *testing.T) {
	for want, o := range map[string]Options{
		"studio: Options.Agents is -1; it must be from 0 to 10000":    {Agents: -1},
		"studio: Options.Agents is 10001; it must be from 0 to 10000": {Agents: 10001},
		"studio: Options.TPS is -1; it must be from 0 to 1000":        {TPS: -1},
		"studio: Options.TPS is 1001; it must be from 0 to 1000":      {TPS: 1001},
	} {
		if _, err := Listen(t.Context(), nil, o); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestServeWaitsForItsSessions: it returns when the last simulation has ended, and not before; it reports a simulation
// that does not end in time.
func TestServeWaitsForItsSessions(t *testing.T) {
	l, err := NewLibrary([]string{meal})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	s, err := Listen(ctx, l, Options{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	session, err := s.session(l.names[0])
	if err != nil {
		t.Fatal(err)
	}
	held, release := make(chan struct{}), make(chan struct{})
	go session.do(context.Background(), func() error { close(held); <-release; return nil })
	<-held // the simulation is in the middle of something
	late := make(chan time.Time, 1)
	late <- time.Time{}
	if err := s.ended(late); err == nil || !strings.Contains(err.Error(), "has not ended within") {
		t.Errorf("of a simulation that does not end: %v", err)
	}
	cancel()
	result := make(chan error)
	go func() { result <- s.Serve() }()
	close(release)
	if err := <-result; err != nil {
		t.Error(err)
	}
	select {
	case <-session.done:
	default:
		t.Error("it has returned, and the simulation goes on")
	}
}

// TestAGameMayPanic: one whose snapshot panics after a tick ends its simulation, which says so, and not the process;
// one that ends the goroutine leaves no question without an answer.
func TestAGameMayPanic(t *testing.T) {
	l, err := NewLibrary([]string{meal})
	if err != nil {
		t.Fatal(err)
	}
	from, err := l.open(l.names[0], Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := emptySession(l, from)
	if err := s.begin(from); err != nil {
		t.Fatal(err)
	}
	s.stage, s.next = trap{s.stage}, 0
	if s.step(); !s.over || !strings.Contains(s.paused, "a slip of the game") {
		t.Errorf("over: %v, %q", s.over, s.paused)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s.playing = false
	go s.carryOn(ctx)
	if err := s.do(ctx, func() error { runtime.Goexit(); return nil }); err != errClosed {
		t.Error(err)
	}
}

// trap is a game whose snapshot panics.
type trap struct{ Stage }

func (trap) Snapshot() []byte { panic("a slip of the game") }

// slipping is a game whose figures panic.
type slipping struct{ Stage }

func (s slipping) Figures([]Figure) []Figure { panic("a slip of the game") }

// TestAGameMayPanicWhereItIsShown: one whose figures panic ends its simulation, which says so, and is shown without
// them; one that panics when it is opened leaves what there was.
func TestAGameMayPanicWhereItIsShown(t *testing.T) {
	l, err := NewLibrary([]string{meal})
	if err != nil {
		t.Fatal(err)
	}
	from, err := l.open(l.names[0], Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := emptySession(l, from)
	if err := s.begin(from); err != nil {
		t.Fatal(err)
	}
	whole := s.stage
	s.stage = slipping{Stage: whole}
	s.watched.Store(true)
	s.show(time.Now())
	select {
	case shot := <-s.shots:
		if !s.over || !strings.Contains(shot.state.Paused, "a slip of the game") || len(shot.figures) != 0 {
			t.Errorf("over: %v, %+v", s.over, shot)
		}
		p := painter{cast: &casting{}}
		if _, err := p.paint(shot); err != nil {
			t.Error(err)
		}
		s.free <- shot
	default:
		t.Error("nothing is shown")
	}

	s.stage = whole
	open := func(g func(*karakuri.Program, karakuri.Options) (*Game, error)) *source {
		other := *from
		other.scene, other.world = nil, &World{Name: "w", Open: g}
		return &other
	}
	game := func(p *karakuri.Program, o karakuri.Options) *Game {
		return &Game{Crowd: bridge.Crowd.Out(whole.Crowd()).(*karakuri.Crowd), Step: func() error { return nil }}
	}
	bad := open(func(*karakuri.Program, karakuri.Options) (*Game, error) { panic("a slip of the game") })
	if err := s.begin(bad); err == nil || !strings.Contains(err.Error(), "a slip of the game") || s.stage != whole || s.source != from {
		t.Error(err)
	}
	kept := open(func(p *karakuri.Program, o karakuri.Options) (*Game, error) {
		g := game(p, o)
		g.Snapshot, g.Rollback = func() []byte { panic("a slip of the game") }, func([]byte) error { return nil }
		return g, nil
	})
	if err := s.begin(kept); err != nil || !s.over || !strings.Contains(s.paused, "a slip of the game") {
		t.Errorf("kept: %v, over: %v, %q", err, s.over, s.paused)
	}
}

// TestAGameWithALoopOfItsOwnMayPanic: the functions that it passes to the studio are no danger to its loop.
func TestAGameWithALoopOfItsOwnMayPanic(t *testing.T) {
	l, err := NewLibrary([]string{meal})
	if err != nil {
		t.Fatal(err)
	}
	from, err := l.open(l.names[0], Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := NewWatch(t.Context(), public(from.program), Options{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	stage, err := from.stage(silence{})
	if err != nil {
		t.Fatal(err)
	}
	slip := true
	g := Game{Crowd: bridge.Crowd.Out(stage.Crowd()).(*karakuri.Crowd), Rollback: func([]byte) error { return nil }, Again: func(karakuri.Options) (*Game, error) { return nil, errNoPast },
		Snapshot: func() []byte {
			if slip {
				panic("a slip of the game")
			}
			return []byte{1}
		}, Figures: func(buf []Figure) []Figure { panic("a slip of the game") }}
	if err := w.Show(g); err == nil || !strings.Contains(err.Error(), "a slip of the game") || w.session != nil {
		t.Fatal(err)
	}
	slip = false
	if err := w.Show(g); err != nil {
		t.Fatal(err)
	}
	w.session.watched.Store(true)
	if w.Tick(); !strings.Contains(w.session.paused, "a slip of the game") {
		t.Errorf("figures: %q", w.session.paused)
	}
	slip, w.session.next, w.session.paused = true, 0, ""
	stage.Step()
	w.session.watched.Store(false)
	if w.Tick(); !strings.Contains(w.session.paused, "a slip of the game") {
		t.Errorf("snapshot: %q", w.session.paused)
	}
}
