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

// World is where the agents of some programs live: a game of one's own, as far as the studio has to know it. Give it as [Options].Worlds.
type World struct {
	// Name is what pages call it.
	Name string
	// Fits reports whether a program can live here: whether all actions that it declares are known, and the symbols are there that are written.
	// nil: every program can.
	Fits func(p *karakuri.Program) bool
	// Open makes a game at its beginning. The options hold the seed and who listens, and are to be given to [karakuri.New] with what the game adds, as its
	// TPS. It is called by several goroutines, and again and again: for the simulation that is shown, for another seed, for looking at the past. So games must
	// not share anything that changes.
	Open func(p *karakuri.Program, o karakuri.Options) (*Game, error)
}

// WorldOf returns a studio.World, as the public package has it, as one of these. That package sets it.
var WorldOf func(public any) World

// Game is a running simulation as the studio sees it: functions of the host, of which only Crowd must be there. They are called by one goroutine at a time,
// between ticks, and keep nothing that they are given.
type Game struct {
	// Crowd are the agents.
	Crowd *karakuri.Crowd
	// Step makes a tick of everything, [karakuri.Crowd.Step] included. With an error nothing more happens, and pages are told why. It must be there, but for
	// a game that keeps its own loop: see [Watch].
	Step func() error
	// Name returns what an agent is called, always the same and unlike all others; empty when it has left. nil: its kind and number, as in "guard#3".
	Name func(id karakuri.AgentID) string
	// Land is what does not move.
	Land Land
	// Figures appends to buf all that is to be seen of what moves, in a fixed order. A figure that is an agent has its name. nil: nothing is seen.
	Figures func(buf []Figure) []Figure
	// Eyes returns what an agent perceives and where it is going, for drawing; nil: nothing is known of it.
	Eyes func(id karakuri.AgentID) Eyes
	// Move puts the figure of a name somewhere else; the error tells why it cannot be. nil: nobody can be moved.
	Move func(name string, x, y float64) error

	// Snapshot returns all that a tick may change, the crowd's own included, and Rollback takes a game of the same program and seed back to it. With both the past
	// can be looked at: another game is made, taken back, and run up to the moment asked for. nil: it cannot.
	Snapshot func() []byte
	Rollback func(data []byte) error
	// Again makes a game that keeps its own loop once more, at its beginning, with Step, for looking at its past; the options say who listens. nil: its past cannot
	// be looked at. Games of a [World] need it not: its Open makes them.
	Again func(o karakuri.Options) (*Game, error)
	// Reload has the game go on with another program, one that fits: call [karakuri.Crowd.Reload] with its actions bound. With an error nothing
	// may have changed. nil: the game begins anew when a file is saved.
	Reload func(p *karakuri.Program) (*karakuri.Report, error)
}

// Errors of games.
var (
	errNoCrowd  = errors.New("studio: Game.Crowd is missing")
	errNoStep   = errors.New("studio: Game.Step is missing")
	errNoReload = errors.New("this game cannot go on with another program")
	errNoPast   = errors.New("this game cannot be taken back: its past cannot be looked at")
	errUnmoved  = errors.New("nobody can be moved here")
)

// ear passes on what agents do to whoever listens at present.
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
	again bool // there can be another one, for looking at the past
	fault error
}

// open makes a game of a world a stage.
func (w *World) open(p *program.Program, seed uint64, l Listener) (*gameStage, error) {
	hears := &ear{silence{}} // what is told while the game is being made nobody can be asked about
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

// Name implements Stage.
func (s *gameStage) Name(id agent.ID) string {
	if s.Game.Name != nil {
		return s.Game.Name(id)
	}
	a := s.Game.Crowd.Agent(id)
	n := a.Number()
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s#%d", a.Kind(), n)
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
func (s *gameStage) Move(id agent.ID, x, y float64) error { return s.Place(s.Name(id), x, y) }

// Place implements Placer.
func (s *gameStage) Place(name string, x, y float64) error {
	if s.Game.Move == nil {
		return errUnmoved
	}
	return s.Game.Move(name, x, y)
}

// looksBack reports whether its past can be looked at.
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

// Reload implements Stage. It stays the same game.
func (s *gameStage) Reload(p *program.Program, l Listener) (Stage, []string, error) {
	switch {
	case s.Game.Reload == nil:
		return nil, nil, errNoReload
	case !s.world.fits(p):
		return nil, nil, fmt.Errorf("it has something that the world %q does not know", s.world.Name)
	}
	before := s.ear.to
	s.ear.to = silence{} // nobody can be asked about what ends now
	report, err := s.Game.Reload(public(p))
	if err != nil {
		s.ear.to = before
		return nil, nil, err
	}
	s.ear.to = l
	return s, notes(bridge.Report.In(report)), nil
}

// fits reports whether a program can live in a world.
func (w *World) fits(p *program.Program) bool {
	return w == nil || w.Fits == nil || w.Fits(public(p))
}

// public is a program as games know it.
func public(p *program.Program) *karakuri.Program { return bridge.Program.Out(p).(*karakuri.Program) }

// worldOf returns the first of some worlds that a program fits into, or nil.
func worldOf(worlds []World, p *program.Program) *World {
	for i := range worlds {
		if worlds[i].fits(p) {
			return &worlds[i]
		}
	}
	return nil
}
