package studio

import (
	"context"
	"errors"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

const (
	// maxAnswering is the time for which one call of [Watch.Tick] serves requests. Further requests wait for the next
	// call.
	maxAnswering = 5 * time.Millisecond
	// maxSilence is the time for which a page waits for a game that does not call [Watch.Tick].
	maxSilence = 10 * time.Second
)

// Errors of games that keep their own loop.
var (
	errHosted = errors.New("the game keeps its own loop: how fast it goes, and from which seed, is for it to say")
	errSilent = errors.New("the game has not called Watch.Tick for 10 s")
	errShown  = errors.New("studio: Watch.Show has been called before")
	errUnseen = errors.New("the game has not begun yet")
)

// Watch shows a game that keeps its own loop. Make all calls from the goroutine that ticks the game: the studio reads
// the game only within these calls.
type Watch struct {
	server  *Server
	program *karakuri.Program
	ear     *ear
	session *Session // nil: no game is shown yet
	tick    int64    // the tick of the last call
}

// NewWatch starts to listen, and serves pages until the context ends. It ignores the options Seed, Agents and Worlds.
func NewWatch(ctx context.Context, p *karakuri.Program, o Options) (*Watch, error) {
	server, err := Listen(ctx, libraryOf(bridge.Program.In(p).Info.Model), o)
	if err != nil {
		return nil, err
	}
	server.hosted = true
	go server.Serve() // its error means that the listener has failed, which nothing here can mend
	return &Watch{server: server, program: p, ear: &ear{silence{}}}, nil
}

// URL returns the address to open in a browser.
func (w *Watch) URL() string { return w.server.URL() }

// Hear returns options that make a crowd report its events to the studio: create the crowd with them. Sinks that are
// already set still receive them.
func (w *Watch) Hear(o karakuri.Options) karakuri.Options {
	o.Pictures = true
	return bridge.Tap(o, sinks(agent.Options{}, w.ear)).(karakuri.Options)
}

// Show makes pages show a game from now on. After an error, such as a panic in Snapshot, they do not. The studio does
// not use the game's Step, because the host makes the ticks. Call Show once, between two ticks.
func (w *Watch) Show(g Game) error {
	switch {
	case g.Crowd == nil:
		return errNoCrowd
	case w.session != nil:
		return errShown
	}
	from := &source{name: w.server.library.names[0], program: bridge.Program.In(w.program), watched: &g}
	s := emptySession(w.server.library, from)
	s.hosted, s.source, s.run, s.changed = true, from, 1, true
	s.journal = newJournal(from.program.Info, true)
	s.stage = &gameStage{Game: &g, ear: w.ear, again: g.Again != nil}
	err := guarded(func() error { s.journal.attend(s.stage, from.program); s.checkpoint(); return nil }) // Name and Snapshot are the game's code
	if err != nil {
		return err
	}
	w.ear.to = s.journal
	w.session, w.tick = s, g.Crowd.Tick()
	context.AfterFunc(w.server.ctx, func() { close(s.done) })
	go s.paint()
	w.server.admit(s)
	return nil
}

// Tick serves the requests of pages: call it in each turn of the loop, also while the game is paused. It takes some
// milliseconds at most, and no time without requests. It returns false while pages have paused the game, except for
// requested single ticks. A game that cannot pause ignores the result.
func (w *Watch) Tick() bool {
	s := w.session
	if s == nil {
		return true
	}
	if now := s.stage.Crowd().Tick(); now != w.tick {
		w.tick = now
		if err := guarded(func() error { s.ticked(); return nil }); err != nil {
			s.fail(err)
		}
	}
	s.answer(maxAnswering)
	s.show(time.Now())
	if s.wanted > 0 {
		s.wanted--
		return true
	}
	return s.playing
}

// answer carries out requests, for a limited time.
func (s *Session) answer(most time.Duration) {
	for end := time.Now().Add(most); ; {
		select {
		case do := <-s.asks:
			do()
		default:
			return
		}
		if time.Now().After(end) {
			return
		}
	}
}

// silent returns a channel that signals the end of waiting for a game that keeps its own loop; nil: wait without limit.
func (s *Session) silent() <-chan time.Time {
	if !s.hosted {
		return nil
	}
	return time.After(maxSilence)
}

// twin creates a game that keeps its own loop once more, to view its past.
func (g *Game) twin(p *program.Program, l Listener) (Stage, error) {
	if g.Again == nil {
		return nil, errNoPast
	}
	world := World{Open: func(_ *karakuri.Program, o karakuri.Options) (*Game, error) { return g.Again(o) }}
	return world.open(p, 0, l)
}
