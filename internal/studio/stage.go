package studio

import (
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/town"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
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
	// Snapshot returns the whole, for Rollback of this or another stage of the same file and seed; nil where that is a [Seeker].
	Snapshot() []byte
	// Rollback takes everything back to a snapshot.
	Rollback(data []byte) error
	// Reload returns a stage of another program in which all goes on, as far as it is known there, and notes on what could not go over.
	Reload(p *program.Program, l Listener) (Stage, []string, error)
}

// Tracker is a stage whose figures are always the same, in the same order, and of which nothing changes but where they are: that is known at less cost.
type Tracker interface {
	Stage
	// Track appends to buf where the figures are, in the order of Figures.
	Track(buf []town.Point) []town.Point
}

// Mover is a stage in which pages can put somebody somewhere else.
type Mover interface {
	Stage
	// Move puts an agent to a place, or as near to it as it can stand. The error tells why it cannot be moved.
	Move(id agent.ID, x, y float64) error
}

// Placer is a stage in which pages can also put figures somewhere else that are no agents.
type Placer interface {
	Stage
	// Place puts the figure of a name to a place, or as near to it as it can stand. The error tells why it cannot be moved.
	Place(name string, x, y float64) error
}

// Listener is told what agents do, while a tick is made. Its methods must not call the stage but for texts of events. Events are valid during the call only.
type Listener interface {
	PlanEvent(e *runner.Event)
	TreeEvent(e *bt.Event)
	GoalEvent(e *goal.Event)
	SquadEvent(e agent.SquadEvent)
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
	Cover bool    `json:"cover,omitempty"` // one can stand behind it
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
	Cones   []Cone       `json:"cones,omitempty"`
	Through bool         `json:"through,omitempty"` // it sees through walls
	Ears    []float64    `json:"ears,omitempty"`    // how far each sense of hearing goes
	Reaches []Reach      `json:"reaches,omitempty"`
	Way     [][2]float64 `json:"way,omitempty"`   // the rest of the path that it is walking
	Route   []Stop       `json:"route,omitempty"` // the rest of its plan, as far as steps have a place
	Facts   []Fact       `json:"facts,omitempty"`
}

// Reach is how far an attack or another action goes.
type Reach struct {
	Name  string  `json:"name"`
	Range float64 `json:"range"`
}

// Stop is where a step of a plan leads: running or next.
type Stop struct {
	Text  string    `json:"text"`
	State StepState `json:"state"`
	X     float64   `json:"x"`
	Y     float64   `json:"y"`
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

	Figure string      `json:"figure,omitempty"` // the character that it is
	Truly  *[2]float64 `json:"truly,omitempty"`  // where it is; nil: nowhere, or not known
}

// sinks makes the options of a crowd tell a listener.
func sinks(o agent.Options, l Listener) agent.Options {
	o.Sink, o.TreeSink, o.GoalSink = planSink{l}, treeSink{l}, goalSink{l}
	o.SquadSink, o.Tally = l, true
	if j, ok := l.(*journal); ok {
		o.Tally = j.lists // nobody asks how often what is long ago was chosen
	}
	return o
}

type planSink struct{ Listener }

// Event passes on what became of a plan.
func (p planSink) Event(e *runner.Event) { p.PlanEvent(e) }

type treeSink struct{ Listener }

// Event passes on what a node of a tree did.
func (t treeSink) Event(e *bt.Event) { t.TreeEvent(e) }

type goalSink struct{ Listener }

// Event passes on what a goal or brain did.
func (g goalSink) Event(e *goal.Event) { g.GoalEvent(e) }

// silence is a listener that is not interested.
type silence struct{}

func (silence) PlanEvent(*runner.Event)     {}
func (silence) TreeEvent(*bt.Event)         {}
func (silence) GoalEvent(*goal.Event)       {}
func (silence) SquadEvent(agent.SquadEvent) {}
