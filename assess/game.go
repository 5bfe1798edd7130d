package assess

import (
	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/playground"
)

// Game is a game that is being measured. Crowd and Step are required.
type Game struct {
	Crowd   *karakuri.Crowd
	Step    func() error           // makes a tick
	Over    func() bool            // reports whether the game has ended; nil: it never does
	Play    *playground.Playground // the game runs in it: bodies are measured too; nil: only minds are
	Seconds float64                // how long it lasts, unless Options say; 0: a minute
	Scores  func() []Score         // what the game itself counts, at its end; nil: nothing
	Idle    []string               // actions of a character that does nothing; stand is one of them

	blows *[]playground.Blow // of the last tick
}

// goesOn reports whether a game that lasts so many seconds has not ended.
func (g *Game) goesOn(length float64) bool {
	return g.Crowd.Seconds() < length && (g.Over == nil || !g.Over())
}

// Score is something that a game counts, as "orders served".
type Score struct {
	Name  string
	Value float64
}

// Open opens a game. It must set up the crowd with the given options, which have a seed and listen to the crowd; it may
// add to them, but must not set Recorder.
type Open func(host karakuri.Options) (*Game, error)

// InScene opens a program in a scene. Options.Crowd and Options.Blow are set anew.
func InScene(p *karakuri.Program, s *playground.Scene, o playground.Options) Open {
	return func(host karakuri.Options) (*Game, error) {
		o, blows := o, new([]playground.Blow)
		o.Crowd = host
		o.Blow = func(b playground.Blow) { *blows = append(*blows, b) }
		play, err := playground.New(p, s, o)
		if err != nil {
			return nil, err
		}
		step := func() error { *blows = (*blows)[:0]; play.Step(); return nil }
		return &Game{Crowd: play.Crowd(), Step: step, Over: play.Over, Play: play, Seconds: s.Seconds, blows: blows}, nil
	}
}

// InTown opens a program in the small world of "karakuri run", with so many agents; 0: one of each kind.
func InTown(p *karakuri.Program, agents int) Open {
	return func(host karakuri.Options) (*Game, error) {
		if host.TPS == 0 {
			host.TPS = townTPS
		}
		town, err := playground.NewTown(p, host, agents)
		if err != nil {
			return nil, err
		}
		return &Game{Crowd: town.Crowd(), Step: func() error { town.Step(); return nil }}, nil
	}
}

// townTPS is the number of ticks a second in a town, as in "karakuri run".
const townTPS = 10

// open opens a game from a seed, with a meter that listens to it.
func open(o *Options, seed uint64, m *meter) (*Game, error) {
	host := karakuri.Options{Seed: seed}
	if m != nil {
		host.Sink, host.Events = m, karakuri.Goals|karakuri.Squads
	}
	g, err := o.Open(host)
	if err == nil && m != nil {
		m.attend(g)
	}
	return g, err
}
