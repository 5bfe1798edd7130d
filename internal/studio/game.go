package studio

import (
	"errors"
	"fmt"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// World is a game of your own, as far as the studio needs to know it. Pass it in [Options].Worlds.
type World struct {
	// Name is the name that pages show.
	Name string
	// Fits reports whether a program can run here: the game implements all its actions, and the program has the symbols
	// that the game writes. nil: every program can.
	Fits func(p *karakuri.Program) bool
	// Open creates a game at its beginning. The options hold the seed and the studio's sinks: pass them to
	// [karakuri.New] with the game's own options, such as TPS. Several goroutines call Open, repeatedly: for the
	// simulation on display, for another seed, for views of the past. So games must not share mutable data.
	Open func(p *karakuri.Program, o karakuri.Options) (*Game, error)
}

// WorldOf converts a studio.World of the public package. That package sets it.
var WorldOf func(public any) World

// Game is a running simulation as the studio sees it: functions of the host. Only Crowd is required. One goroutine at a
// time calls them, between ticks; they must not retain their arguments.
type Game struct {
	// Crowd holds the agents. Pages name them as [karakuri.Crowd.NameAgents] says; names should be unique and constant.
	Crowd *karakuri.Crowd
	// Step makes a tick of the whole game, including [karakuri.Crowd.Step]. After an error the game stops, and pages
	// show the error. Step is required, except for a game that keeps its own loop: see [Watch].
	Step func() error
	// Land is everything that does not move.
	Land Land
	// Figures appends to buf everything visible that moves, in a fixed order. The figure of an agent has the agent's
	// name. nil: pages show no figures.
	Figures func(buf []Figure) []Figure
	// Eyes returns what an agent perceives and where it is going, for drawing. nil: unknown.
	Eyes func(id karakuri.AgentID) Eyes
	// Move moves the figure with a name; the error says why that is impossible. nil: figures cannot be moved.
	Move func(name string, x, y float64) error

	// Snapshot returns everything that a tick may change, including the crowd's state, and Rollback restores it in a
	// game with the same program and seed. With both, pages can view the past: the studio creates another game, rolls
	// it back, and runs it up to the requested moment. nil: there is no past.
	Snapshot func() []byte
	Rollback func(data []byte) error
	// Again creates a game with its own loop once more, at its beginning and with Step, to view its past; the options
	// hold the studio's sinks. nil: there is no past. Games of a [World] do not need it: the studio calls Open.
	Again func(o karakuri.Options) (*Game, error)
	// Reload switches the game to another program that fits: call [karakuri.Crowd.Reload] with its actions bound. After
	// an error, nothing may have changed. nil: saving a file restarts the game.
	Reload func(p *karakuri.Program) (*karakuri.Report, error)
}

// Errors of games.
var (
	errNoCrowd  = errors.New("studio: Game.Crowd is missing")
	errNoStep   = errors.New("studio: Game.Step is missing")
	errNoReload = errors.New("this game cannot continue with another program")
	errNoPast   = errors.New("this game cannot be taken back: its past cannot be looked at")
	errUnmoved  = errors.New("agents of this game cannot be moved")
)

// ear passes events to the current listener.
type ear struct{ to Listener }

// PlanEvent implements Listener.
func (e *ear) PlanEvent(ev *runner.Event) { e.to.PlanEvent(ev) }

// TreeEvent implements Listener.
func (e *ear) TreeEvent(ev *bt.Event) { e.to.TreeEvent(ev) }

// GoalEvent implements Listener.
func (e *ear) GoalEvent(ev *goal.Event) { e.to.GoalEvent(ev) }

// SquadEvent implements Listener.
func (e *ear) SquadEvent(ev agent.SquadEvent) { e.to.SquadEvent(ev) }

// gameStage is a game as a stage.
type gameStage struct {
	*Game
	world *World // nil: the game keeps its own loop
	ear   *ear
	again bool // another game can be created, to view the past
	fault error
}

// open creates a game of a world as a stage.
func (w *World) open(p *program.Program, seed uint64, l Listener) (*gameStage, error) {
	hears := &ear{silence{}} // events during creation are not shown
	g, err := w.Open(public(p), bridge.Options(sinks(agent.Options{Seed: seed, Pictures: true}, hears)).(karakuri.Options))
	switch {
	case err != nil:
		return nil, err
	case g == nil || g.Crowd == nil:
		return nil, errNoCrowd
	case g.Step == nil:
		return nil, errNoStep
	}
	hears.to = l
	return &gameStage{Game: g, world: w, ear: hears, again: true}, nil
}

// Crowd implements Stage.
func (s *gameStage) Crowd() *agent.Crowd { return bridge.Crowd.In(s.Game.Crowd) }

// Step implements Stage.
func (s *gameStage) Step() bool {
	if s.fault == nil {
		s.fault = s.Game.Step()
	}
	return s.fault == nil
}

// Land implements Stage.
func (s *gameStage) Land() Land { return s.Game.Land }

// Figures implements Stage.
func (s *gameStage) Figures(buf []Figure) []Figure {
	if s.Game.Figures == nil {
		return buf
	}
	return s.Game.Figures(buf)
}

// Eyes implements Stage.
func (s *gameStage) Eyes(id agent.ID) Eyes {
	if s.Game.Eyes == nil {
		return Eyes{}
	}
	return s.Game.Eyes(id)
}

// Move implements Mover.
func (s *gameStage) Move(id agent.ID, x, y float64) error { return s.Place(nameOf(s, id), x, y) }

// Place implements Placer.
func (s *gameStage) Place(name string, x, y float64) error {
	if s.Game.Move == nil {
		return errUnmoved
	}
	return s.Game.Move(name, x, y)
}

// looksBack reports whether pages can view the past.
func (s *gameStage) looksBack() bool {
	return s.again && s.Game.Snapshot != nil && s.Game.Rollback != nil
}

// Snapshot implements Stage.
func (s *gameStage) Snapshot() []byte {
	if !s.looksBack() {
		return nil
	}
	return s.Game.Snapshot()
}

// Rollback implements Stage.
func (s *gameStage) Rollback(data []byte) error {
	if s.Game.Rollback == nil || data == nil {
		return errNoPast
	}
	if err := s.Game.Rollback(data); err != nil {
		return err
	}
	s.fault = nil
	return nil
}

// Reload implements Stage. The stage remains the same game.
func (s *gameStage) Reload(p *program.Program, l Listener) (Stage, []string, error) {
	switch {
	case s.Game.Reload == nil:
		return nil, nil, errNoReload
	case !s.world.fits(p):
		return nil, nil, fmt.Errorf("it has something that the world %q does not know", s.world.Name)
	}
	before := s.ear.to
	s.ear.to = silence{} // events of what ends now are not shown
	report, err := s.Game.Reload(public(p))
	if err != nil {
		s.ear.to = before
		return nil, nil, err
	}
	s.ear.to = l
	return s, notes(bridge.Report.In(report)), nil
}

// fits reports whether a program can run in a world.
func (w *World) fits(p *program.Program) bool {
	return w == nil || w.Fits == nil || w.Fits(public(p))
}

// public converts a program to its public type.
func public(p *program.Program) *karakuri.Program { return bridge.Program.Out(p).(*karakuri.Program) }

// worldOf returns the first world that a program fits into, or nil.
func worldOf(worlds []World, p *program.Program) *World {
	for i := range worlds {
		if worlds[i].fits(p) {
			return &worlds[i]
		}
	}
	return nil
}
