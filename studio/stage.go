package studio

import (
	"github.com/karakuri-ai/karakuri/agent"
	"github.com/karakuri-ai/karakuri/bt"
	"github.com/karakuri-ai/karakuri/goal"
	"github.com/karakuri-ai/karakuri/program"
	"github.com/karakuri-ai/karakuri/runner"
)

// Stage is what agents live in while they are watched. It belongs to one goroutine.
type Stage interface {
	// Crowd returns the agents.
	Crowd() *agent.Crowd
	// Step makes a tick; false: there is none more, because a recording is at its end.
	Step() bool
	// Name returns what an agent is called, as in "villager#1"; empty when it has left.
	Name(id agent.ID) string
	// Land returns what does not move.
	Land() Land
	// Figures appends to buf all that moves, in a fixed order.
	Figures(buf []Figure) []Figure
	// Eyes returns what an agent perceives with and what it takes the world to be, for drawing.
	Eyes(id agent.ID) Eyes
	// Snapshot returns the whole, for Rollback of this or another stage of the same file and seed; nil where there is no way back, because it is
	// a recording: that is run again from its beginning.
	Snapshot() []byte
	// Rollback takes everything back to a snapshot.
	Rollback(data []byte) error
	// Reload returns a stage of another program in which all goes on, as far as it is known there, and notes on what could not go over.
	Reload(p *program.Program, l Listener) (Stage, []string, error)
}

// Listener is told what agents do, while a tick is made. Its methods must not call the stage but for texts of events.
type Listener interface {
	PlanEvent(e runner.Event)
	TreeEvent(e bt.Event)
	GoalEvent(e goal.Event)
}

// Land is what a world view draws once. Lengths are metres, from the upper left corner.
type Land struct {
	Min    [2]float64 `json:"min"`
	Max    [2]float64 `json:"max"`
	Places []Place    `json:"places,omitempty"`
	Walls  []Wall     `json:"walls,omitempty"`
}

// Place is something with a name to go to.
type Place struct {
	Name  string  `json:"name"`
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Thing bool    `json:"thing,omitempty"`
}

// Wall is a line, or where it is solid a box between two corners.
type Wall struct {
	A     [2]float64 `json:"a"`
	B     [2]float64 `json:"b"`
	Solid bool       `json:"solid,omitempty"`
}

// Figure is a character or an item as it is now.
type Figure struct {
	Name   string     `json:"n"`
	Item   string     `json:"i,omitempty"` // what it gives; empty: it is a character
	X      float64    `json:"x"`
	Y      float64    `json:"y"`
	Facing [2]float64 `json:"f"` // a way of one metre; 0, 0: not known
	Health float64    `json:"h"` // as a share; below 0: not known
	Team   int64      `json:"t,omitempty"`
}

// Eyes is what there is to draw of one agent's mind.
type Eyes struct {
	Cones []Cone       `json:"cones,omitempty"`
	Way   [][2]float64 `json:"way,omitempty"`
	Facts []Fact       `json:"facts,omitempty"`
}

// Cone is what a sense of sight looks into: an angle in radians, half to each side of where it looks.
type Cone struct {
	Range float64 `json:"range"`
	Angle float64 `json:"angle"`
}

// Fact is where an agent takes an object to be.
type Fact struct {
	Name       string  `json:"name"`
	X          float64 `json:"x"`
	Y          float64 `json:"y"`
	Spread     float64 `json:"spread"`
	Confidence float64 `json:"confidence"`
	Seconds    float64 `json:"seconds"`
	Sensed     bool    `json:"sensed"`
}

// sinks makes the options of a crowd tell a listener.
func sinks(o agent.Options, l Listener) agent.Options {
	o.Sink, o.TreeSink, o.GoalSink = runner.SinkFunc(l.PlanEvent), bt.SinkFunc(l.TreeEvent), goalSink{l}
	o.Pictures = true
	return o
}

type goalSink struct{ Listener }

// Event passes on what a goal or brain did.
func (g goalSink) Event(e goal.Event) { g.GoalEvent(e) }

// silence is a listener that is not interested.
type silence struct{}

func (silence) PlanEvent(runner.Event) {}
func (silence) TreeEvent(bt.Event)     {}
func (silence) GoalEvent(goal.Event)   {}
