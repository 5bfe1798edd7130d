package studio

import (
	"github.com/karakuri-ai/karakuri/internal/answer"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/town"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// Stage is a running simulation of any kind. It belongs to one goroutine.
type Stage interface {
	// Crowd returns the agents.
	Crowd() *agent.Crowd
	// Step makes a tick. It returns false at the end of a recording.
	Step() bool
	// Land returns everything that does not move.
	Land() Land
	// Figures appends to buf everything that moves, in a fixed order.
	Figures(buf []Figure) []Figure
	// Eyes returns what an agent perceives with and believes, for drawing.
	Eyes(id agent.ID) Eyes
	// Snapshot returns the whole state, for Rollback of this or another stage of the same file and seed; nil for a
	// [Seeker].
	Snapshot() []byte
	// Rollback restores a snapshot.
	Rollback(data []byte) error
	// Reload returns a stage that continues the simulation with another program, and notes on what could not continue.
	Reload(p *program.Program, l Listener) (Stage, []string, error)
}

// nameOf returns the name of an agent, or "" if it has left.
func nameOf(s Stage, id agent.ID) string { return s.Crowd().View().NameOf(id) }

// Tracker is a stage whose figures stay the same, in the same order, and only move. Pictures of it cost less.
type Tracker interface {
	Stage
	// Track appends the places of the figures to buf, in the order of Figures.
	Track(buf []town.Point) []town.Point
}

// Mover is a stage whose agents pages can move.
type Mover interface {
	Stage
	// Move moves an agent to a place, or as near as it can stand. The error says why that is impossible.
	Move(id agent.ID, x, y float64) error
}

// Placer is a stage in which pages can move figures that are not agents, too.
type Placer interface {
	Stage
	// Place moves the figure with a name to a place, or as near as it can stand. The error says why that is impossible.
	Place(name string, x, y float64) error
}

// Ender is a stage whose run has an end after which it can go on.
type Ender interface {
	Stage
	// Ending says how the run has ended; "" before.
	Ending() string
}

// endingOf says how the run of a stage has ended; "" if it has not, or has no end.
func endingOf(s Stage) string {
	if e, ok := s.(Ender); ok {
		return e.Ending()
	}
	return ""
}

// Listener receives the events of a stage during a tick. Its methods must not call the stage, except to make texts of
// events. An event is valid only during the call.
type Listener interface {
	PlanEvent(e *runner.Event)
	TreeEvent(e *bt.Event)
	GoalEvent(e *goal.Event)
	SquadEvent(e agent.SquadEvent)
}

// Land is the part of the world that a view draws once. Lengths are metres from the upper left corner.
type Land struct {
	Min    [2]float64 `json:"min"`
	Max    [2]float64 `json:"max"`
	Places []Place    `json:"places,omitempty"`
	Walls  []Wall     `json:"walls,omitempty"`
}

// Place is a named place that characters can go to.
type Place struct {
	Name  string  `json:"name"`
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Thing bool    `json:"thing,omitempty"`
	Cover bool    `json:"cover,omitempty"` // characters can take cover behind it
}

// Wall is a line, or a box between two corners if it is solid.
type Wall struct {
	A     [2]float64 `json:"a"`
	B     [2]float64 `json:"b"`
	Solid bool       `json:"solid,omitempty"`
}

// Figure is a character or an item at the moment.
type Figure struct {
	Name   string     `json:"n"`
	Item   string     `json:"i,omitempty"` // what the item gives; empty: the figure is a character
	X      float64    `json:"x"`
	Y      float64    `json:"y"`
	Facing [2]float64 `json:"f"` // a unit vector; 0, 0: unknown
	Health float64    `json:"h"` // as a fraction; below 0: unknown
	Team   int64      `json:"t,omitempty"`
}

// Eyes is an agent's perception and beliefs, for drawing.
type Eyes struct {
	Cones   []Cone       `json:"cones,omitempty"`
	Through bool         `json:"through,omitempty"` // it sees through walls
	Ears    []float64    `json:"ears,omitempty"`    // how far each sense of hearing goes
	Reaches []Reach      `json:"reaches,omitempty"`
	Way     [][2]float64 `json:"way,omitempty"`   // the rest of its current path
	Route   []Stop       `json:"route,omitempty"` // the rest of its plan, without steps that have no place
	Facts   []Fact       `json:"facts,omitempty"`
	Choices []Choice     `json:"choices,omitempty"` // the candidates of its position queries
}

// Choice is a place that a position query considered.
type Choice struct {
	Query string  `json:"query"`
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Score float64 `json:"score"`
	By    string  `json:"by,omitempty"` // the measure whose filter refused it; empty: it has a score
	Best  bool    `json:"best,omitempty"`
}

// Reach is the range of an attack or another action.
type Reach struct {
	Name  string  `json:"name"`
	Range float64 `json:"range"`
}

// Stop is the place of a plan's step, which is running or next.
type Stop struct {
	Text  string    `json:"text"`
	State StepState `json:"state"`
	X     float64   `json:"x"`
	Y     float64   `json:"y"`
}

// Cone is the field of view of a sense of sight: an angle in radians, half to each side of the facing.
type Cone struct {
	Range float64 `json:"range"`
	Angle float64 `json:"angle"`
}

// Fact is where an agent believes an object to be.
type Fact struct {
	Name       string  `json:"name"`
	X          float64 `json:"x"`
	Y          float64 `json:"y"`
	Spread     float64 `json:"spread"`
	Confidence float64 `json:"confidence"`
	Seconds    float64 `json:"seconds"`
	Sensed     bool    `json:"sensed"`

	Belief bool        `json:"belief,omitempty"` // a symbol of the agent says so, such as seen_at(kane), which is its name
	Figure string      `json:"figure,omitempty"` // the character, if the object is one
	Truly  *[2]float64 `json:"truly,omitempty"`  // its true position; nil: none, or unknown
}

// sinks adds sinks to the options of a crowd that pass events to a listener.
func sinks(o agent.Options, l Listener) agent.Options {
	o.Sink, o.TreeSink, o.GoalSink = planSink{l}, treeSink{l}, goalSink{l}
	o.SquadSink, o.Tally = l, true
	switch l := l.(type) {
	case *journal:
		o.Tally = l.lists // only a journal that lists events needs counts
	case witness:
		o.Provenance = answer.Ends{Witness: l.Witness}
	case *forkSide:
		o.Tally, o.Anew = false, l.anew
	}
	return o
}

type planSink struct{ Listener }

// Event passes on an event of a plan.
func (p planSink) Event(e *runner.Event) { p.PlanEvent(e) }

type treeSink struct{ Listener }

// Event passes on an event of a tree.
func (t treeSink) Event(e *bt.Event) { t.TreeEvent(e) }

type goalSink struct{ Listener }

// Event passes on an event of a goal or brain.
func (g goalSink) Event(e *goal.Event) { g.GoalEvent(e) }

// silence is a listener that ignores all events.
type silence struct{}

func (silence) PlanEvent(*runner.Event)     {}
func (silence) TreeEvent(*bt.Event)         {}
func (silence) GoalEvent(*goal.Event)       {}
func (silence) SquadEvent(agent.SquadEvent) {}
