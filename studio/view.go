package studio

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/studio"
)

// Land is the part of the world that a view draws once. Lengths are metres from the upper left corner.
type Land struct {
	Min, Max [2]float64
	Places   []Place
	Walls    []Wall
}

// Place is a named place that characters can go to.
type Place struct {
	Name  string
	X, Y  float64
	Thing bool // it is an object at the spot
	Cover bool // characters can take cover behind it
}

// Wall is a line, or a box between two corners if it is solid.
type Wall struct {
	A, B  [2]float64
	Solid bool
}

// Figure is a copy of a character or item. The figure of an agent has the agent's name.
type Figure struct {
	Name   string
	Item   string // what the item gives; empty: the figure is a character
	X, Y   float64
	Facing [2]float64 // a unit vector; 0, 0: not known
	Health float64    // as a fraction; below 0: not known
	Team   int64
}

// Eyes is what an agent perceives and where it is going, for drawing.
type Eyes struct {
	Cones   []Cone
	Through bool      // it sees through walls
	Ears    []float64 // how far each sense of hearing goes
	Reaches []Reach
	Way     [][2]float64 // the rest of its current path
	Route   []Stop       // the rest of its plan, without steps that have no place
	Facts   []Fact
	Choices []Choice // the candidates of its position queries
}

// Choice is a place that a position query considered, such as [arena.Candidate].
type Choice struct {
	Query string
	X, Y  float64
	Score float64
	By    string // the measure whose filter refused it; empty: it has a score
	Best  bool
}

// Cone is the field of view of a sense of sight: an angle in radians, half to each side of the facing; 0: all around.
type Cone struct{ Range, Angle float64 }

// Reach is the range of an attack or another action.
type Reach struct {
	Name  string
	Range float64
}

// Stop is the place of a plan's step. State is "running" or "next".
type Stop struct {
	Text, State string
	X, Y        float64
}

// Fact is where an agent believes an object to be.
type Fact struct {
	Name       string
	X, Y       float64
	Spread     float64 // the object may be this many metres away from there
	Confidence float64
	Seconds    float64 // seconds since its position was last known
	Sensed     bool
	Belief     bool        // a symbol of the agent says so, such as seen_at(kane), which is its name
	Figure     string      // the character, if the object is one
	Truly      *[2]float64 // its true position; nil: it has none, or it is not known
}

// inner converts the land to the type of the internal package; the functions below do the same for its parts.
func (l *Land) inner() studio.Land {
	return studio.Land{Min: l.Min, Max: l.Max, Places: each(l.Places, func(p Place) studio.Place { return studio.Place(p) }),
		Walls: each(l.Walls, func(w Wall) studio.Wall { return studio.Wall(w) })}
}

func (e *Eyes) inner() studio.Eyes {
	return studio.Eyes{Cones: each(e.Cones, func(c Cone) studio.Cone { return studio.Cone(c) }), Through: e.Through, Ears: e.Ears,
		Reaches: each(e.Reaches, func(r Reach) studio.Reach { return studio.Reach(r) }), Way: e.Way,
		Route: each(e.Route, func(s Stop) studio.Stop {
			return studio.Stop{Text: s.Text, State: studio.StepState(s.State), X: s.X, Y: s.Y}
		}), Facts: each(e.Facts, func(f Fact) studio.Fact { return studio.Fact(f) }),
		Choices: each(e.Choices, func(c Choice) studio.Choice { return studio.Choice(c) })}
}

func each[From, To any](list []From, to func(From) To) []To {
	out := slices.Grow([]To(nil), len(list))
	for _, x := range list {
		out = append(out, to(x))
	}
	return out
}
