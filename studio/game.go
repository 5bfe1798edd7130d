package studio

import (
	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/studio"
)

// World is where the agents of some programs live: a game of your own, as far as the studio has to know it. Give it as [Options].Worlds.
type World struct {
	// Name is what pages call it.
	Name string
	// Fits reports whether a program can live here: whether all actions that it declares are known, and the symbols are there that are written.
	// nil: every program can.
	Fits func(p *karakuri.Program) bool
	// Open makes a game at its beginning. The options hold the seed and who listens: give them to [karakuri.New] with what the game adds, as its
	// TPS. It is called by several goroutines, and again and again: for the simulation that is shown, for another seed, for looking at the past. So games must
	// not share anything that changes.
	Open func(p *karakuri.Program, o karakuri.Options) (*Game, error)
}

// Game is a running simulation as the studio sees it: functions of the game, of which only Crowd must be there. They are called by one goroutine at a time,
// between ticks, and keep nothing that they are given.
type Game struct {
	// Crowd are the agents.
	Crowd *karakuri.Crowd
	// Step makes a tick of everything, [karakuri.Crowd.Step] included. With an error nothing more happens, and pages are told why. It must be there, but for
	// a game that keeps its own loop: see [Watch].
	Step func() error
	// Name returns what an agent is called, always the same and unlike all others; empty when it has left. nil: its kind and number, as in "guard#3".
	Name func(a karakuri.Agent) string
	// Land returns what does not move; nil: there is nothing.
	Land func() Land
	// Figures appends to buf all that is to be seen of what moves, in a fixed order. nil: nothing is seen.
	Figures func(buf []Figure) []Figure
	// Eyes returns what an agent perceives and where it is going; nil: nothing is known of it.
	Eyes func(a karakuri.Agent) Eyes
	// Move puts the figure of a name somewhere else; the error tells why it cannot be. nil: nobody can be moved.
	Move func(name string, x, y float64) error

	// Snapshot returns all that a tick may change, the crowd's own included, and Rollback takes a game of the same program and seed back to it. With both the past
	// can be looked at: another game is made, taken back, and run up to the moment asked for. nil: it cannot.
	Snapshot func() []byte
	Rollback func(data []byte) error
	// Again makes a game that keeps its own loop once more, at its beginning, with Step, for looking at its past; the options say who listens. nil: its past cannot
	// be looked at. Games of a [World] need it not: its Open makes them.
	Again func(o karakuri.Options) (*Game, error)
	// Reload has the game go on with another program, one that fits: see [karakuri.Crowd.Reload]. With an error nothing
	// may have changed. nil: the game begins anew when a file is saved.
	Reload func(p *karakuri.Program) (*karakuri.Report, error)
}

// inner returns the game as the studio itself has it.
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
	if g.Name != nil {
		in.Name = func(id karakuri.AgentID) string { return g.Name(g.Crowd.Agent(id)) }
	}
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
			land() // there may be more of it
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
