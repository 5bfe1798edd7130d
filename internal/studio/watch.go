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
	// maxAnswering is how long one call of [Watch.Tick] answers pages: the rest waits for the next.
	maxAnswering = 5 * time.Millisecond
	// maxSilence is how long a page waits for a game that does not call [Watch.Tick].
	maxSilence = 10 * time.Second
)

// Errors of games that keep their own loop.
var (
	errHosted = errors.New("the game keeps its own loop: how fast it goes, and from which seed, is for it to say")
	errSilent = errors.New("the game has not called Watch.Tick for 10 s")
	errShown  = errors.New("studio: Watch.Show has been called before")
	errUnseen = errors.New("the game has not begun yet")
)

// Watch shows a game that keeps its own loop. All calls are to be made by the goroutine that ticks the game: nothing looks at it but within these calls.
type Watch struct {
	server  *Server
	program *karakuri.Program
	ear     *ear
	session *Session // nil: nothing is shown yet
	tick    int64    // of the last look
}

// NewWatch begins to listen, and answers until the context ends. Of the options Seed, Agents and Worlds mean nothing here.
func NewWatch(ctx context.Context, p *karakuri.Program, o Options) (*Watch, error) {
	server, err := Listen(ctx, libraryOf(bridge.Program.In(p).Info.Model), o)
	if err != nil {
		return nil, err
	}
	server.hosted = true
	go server.Serve() // what it returns is that the listener has failed, and nobody can do anything about that
	return &Watch{server: server, program: p, ear: &ear{silence{}}}, nil
}

// URL is what to open in a browser.
func (w *Watch) URL() string { return w.server.URL() }

// Hear returns options with which a crowd tells the studio what its agents do: make the crowd with them. Sinks that are set already are told as before.
func (w *Watch) Hear(o karakuri.Options) karakuri.Options {
	o.Pictures = true
	return bridge.Tap(o, sinks(agent.Options{}, w.ear)).(karakuri.Options)
}

// Show has pages see a game from now on; with an error, as one of a snapshot that panics, they do not. Its Step is not used: the host makes the ticks. Call it once, between two ticks.
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
	err := guarded(func() error { s.journal.attend(s.stage, from.program); s.checkpoint(); return nil }) // a name and a snapshot are the game's
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

// Tick lets pages look at the game and ask about it: call it in each turn of the loop, also of a game that stands still. It answers for some milliseconds at most, and for none
// where nobody asks. The result says whether pages want the game to make its next tick: false while they have it paused, but for single ticks that they ask for.
// A game that cannot stand still makes its ticks nevertheless.
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

// answer does what is asked for, for some time at most.
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

// silent tells when there is no more waiting for a game that keeps its own loop; nil: never.
func (s *Session) silent() <-chan time.Time {
	if !s.hosted {
		return nil
	}
	return time.After(maxSilence)
}

// twin makes a game that keeps its own loop once more, for looking at its past.
func (g *Game) twin(p *program.Program, l Listener) (Stage, error) {
	if g.Again == nil {
		return nil, errNoPast
	}
	world := World{Open: func(_ *karakuri.Program, o karakuri.Options) (*Game, error) { return g.Again(o) }}
	return world.open(p, 0, l)
}
