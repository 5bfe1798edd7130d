package studio

import (
	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/studio"
)

// World describes a game of your own to the studio: how to create it for a program. Pass it in [Options].Worlds.
type World struct {
	// Name is the display name in the pages.
	Name string
	// Fits reports whether a program can run here: whether the game implements all its actions, and the program has
	// the symbols that the game writes. nil: every program can.
	Fits func(p *karakuri.Program) bool
	// Open creates a game at its beginning. The options hold the seed and the studio's sinks: pass them to
	// [karakuri.New] with the game's own options, such as TPS. The studio calls Open from several goroutines,
	// repeatedly: for the simulation on display, for another seed, for views of the past. So games must not share
	// mutable data.
	Open func(p *karakuri.Program, o karakuri.Options) (*Game, error)
}

// Game is a running simulation as the studio sees it: functions of the game. Only Crowd is required. One goroutine at a
// time calls them, between ticks; they must not retain their arguments.
type Game struct {
	// Crowd holds the agents. Pages name them as [karakuri.Crowd.NameAgents] says; names should be unique and constant.
	Crowd *karakuri.Crowd
	// Step makes a tick of the whole game, including [karakuri.Crowd.Step]. After an error the game stops, and pages
	// show the error. Step is required, except for a game that keeps its own loop: see [Watch].
	Step func() error
	// Land returns everything that does not move. nil: an empty land.
	Land func() Land
	// Figures appends to buf everything visible that moves, in a fixed order. nil: pages show no figures.
	Figures func(buf []Figure) []Figure
	// Eyes returns what an agent perceives and where it is going. nil: unknown.
	Eyes func(a karakuri.Agent) Eyes
	// Move moves the figure with a name; the error says why that is impossible. nil: figures cannot be
	// moved.
	Move func(name string, x, y float64) error

	// Snapshot returns everything that a tick may change, including the crowd's state, and Rollback restores it in a
	// game with the same program and seed. With both, pages can view the past: the studio creates another game, rolls
	// it back, and runs it up to the requested moment. nil: there is no past.
	Snapshot func() []byte
	Rollback func(data []byte) error
	// Again creates a game with its own loop once more, at its beginning and with Step, to view its past; the options
	// hold the studio's sinks. nil: there is no past. Games of a [World] do not need it: the studio calls Open.
	Again func(o karakuri.Options) (*Game, error)
	// Reload switches the game to another program that fits: see [karakuri.Crowd.Reload]. After an error, nothing may
	// have changed. nil: saving a file restarts the game.
	Reload func(p *karakuri.Program) (*karakuri.Report, error)
}

// inner converts the game to the type of the internal package.
func (g *Game) inner() *studio.Game {
	if g == nil {
		return nil
	}
	in := &studio.Game{Crowd: g.Crowd, Step: g.Step, Move: g.Move, Snapshot: g.Snapshot, Rollback: g.Rollback}
	land := func() {
		if g.Land != nil {
			l := g.Land()
			in.Land = l.inner()
		}
	}
	land()
	if g.Eyes != nil {
		in.Eyes = func(id karakuri.AgentID) studio.Eyes {
			e := g.Eyes(g.Crowd.Agent(id))
			return e.inner()
		}
	}
	if g.Figures != nil {
		var now []Figure
		in.Figures = func(buf []studio.Figure) []studio.Figure {
			now = g.Figures(now[:0])
			for _, f := range now {
				buf = append(buf, studio.Figure(f))
			}
			return buf
		}
	}
	if g.Again != nil {
		in.Again = func(o karakuri.Options) (*studio.Game, error) {
			again, err := g.Again(o)
			return again.inner(), err
		}
	}
	if g.Reload != nil {
		in.Reload = func(p *karakuri.Program) (*karakuri.Report, error) {
			report, err := g.Reload(p)
			land() // the game may add to its land later
			return report, err
		}
	}
	return in
}

func init() {
	studio.WorldOf = func(w any) studio.World { return w.(World).inner() }
}

func (w World) inner() studio.World {
	return studio.World{Name: w.Name, Fits: w.Fits, Open: func(p *karakuri.Program, o karakuri.Options) (*studio.Game, error) {
		g, err := w.Open(p, o)
		return g.inner(), err
	}}
}
