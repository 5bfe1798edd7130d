package playground

import (
	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/bridge"
)

// Limits of a scene.
const (
	// MaxCharacters limits the characters of a scene. Each is an agent.
	MaxCharacters = 16384
	// MaxItems limits the items of a scene, of all supplies together.
	MaxItems = 65536
	// MaxLines limits the casts of a scene, and its supplies.
	MaxLines = 4096
	// MaxLandmarks limits the landmarks of a scene.
	MaxLandmarks = 32768
	// MaxSeconds limits the duration of a scene to a day.
	MaxSeconds = 86400.0
)

// Defaults of a scene.
const (
	DefaultSeconds = 60.0
	DefaultTPS     = 10
)

// Scene is the setting of a playground: the map, characters and items. It is immutable; any number of playgrounds may
// share one.
type Scene struct {
	File    string // for messages
	Map     *arena.Map
	Seconds float64 // the duration of a run, unless the caller sets one
	TPS     int     // ticks in a second
	Casts   []Cast
	Items   []Supply
	Squads  []Squad
	Objects []Landmarks
	Queries []Query
	OneTeam bool // a run ends when no more than one team is left
	Overlap bool // characters walk through each other

	spots [2][]arena.Point // where items of a kind appear, by arena.ItemKind; none: anywhere
}

// Supply is a number of items of one kind, from a line such as items energy 20 amount 30 respawn 10s as food
type Supply struct {
	Kind    arena.ItemKind
	Type    string // the type of their objects
	Count   int
	Amount  float64 // health or power that one gives
	Respawn float64 // seconds from when one is taken until it comes back; 0: it does not
	line    int
}

// DefaultAmount is the amount of an item, unless the scene sets one.
const DefaultAmount = 30.0

// Characters returns the number of characters in all casts.
func (s *Scene) Characters() int {
	n := 0
	for i := range s.Casts {
		n += s.Casts[i].Count
	}
	return n
}

// CountItems returns the number of items in all supplies.
func (s *Scene) CountItems() int {
	n := 0
	for i := range s.Items {
		n += s.Items[i].Count
	}
	return n
}

// Fits reports whether a program can hold everything in the scene, as [New] requires.
func (s *Scene) Fits(p *karakuri.Program) bool { return s.check(bridge.Program.In(p).Info) == nil }
